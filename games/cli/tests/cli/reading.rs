//! Reading damaged inputs from the command line.

use std::fs;
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::run::{INITIAL, outputs, says};

/// Checks that what was read before the damage is not lost, and that the exit code tells of it even
/// with `--skip-bad`.
#[test]
fn an_input_that_ends_early() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    // Comments make several blocks of few games.
    let comment = "a word ".repeat(20);
    for game in 0..5_000 {
        write!(
            encoder,
            "[White \"{game}\"]\n\n1. e4 {{{comment}}} e5 2. d4 d5 *\n\n"
        )
        .unwrap();
    }
    let whole = encoder.finish().unwrap();
    fs::write(name("a.pgn.gz"), &whole[..whole.len() / 2]).unwrap();
    fs::write(name("z.pgn.gz"), &whole[..whole.len() / 4]).unwrap();
    fs::write(name("b.pgn"), "[White \"B\"]\n\n1. e4 *\n").unwrap();
    let inputs = ["z.pgn.gz", "a.pgn.gz", "b.pgn"].map(name);
    let args = [
        &["find", "white.pawns & e4", "--skip-bad"][..],
        &inputs.each_ref().map(|name| &name[..]),
    ]
    .concat();
    let (out, err) = outputs(&args, "", 2);
    assert!(
        out.lines().count() > 1_000 && out.lines().last().unwrap().contains("\tB\t"),
        "{out}"
    );
    assert!(err.ends_with("a.pgn.gz was not read to its end\n"), "{err}");
    says(
        &[&args[..], &["--by", "color"]].concat(),
        "",
        2,
        "a.pgn.gz was not read to its end",
    );
    // Side by side, compressed inputs are read as one after the other.
    fs::write(name("c.pgn.gz"), &whole).unwrap();
    let inputs = ["z.pgn.gz", "c.pgn.gz", "a.pgn.gz"].map(name);
    let args = [
        &["find", "white.pawns & d4", "--skip-bad"][..],
        &inputs.each_ref().map(|name| &name[..]),
    ]
    .concat();
    let found = |threads| outputs(&[&args[..], &["-j", threads]].concat(), "", 2).0;
    assert!(found("1").lines().count() > 7_500 && found("1") == found("3"));
    // Only the last bytes of the lines are lost.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder
        .write_all(format!("{INITIAL}\n").repeat(999).as_bytes())
        .unwrap();
    let whole = encoder.finish().unwrap();
    fs::write(name("l.fen.gz"), &whole[..whole.len() - 9]).unwrap();
    for (input, least) in [("a.pgn.gz", 1_000), ("l.fen.gz", 900)] {
        let table = name(&format!("{input}.csv"));
        let (_, err) = outputs(&["positions", &name(input), "-o", &table], "", 2);
        assert!(
            err.contains(&format!("{input}, line ")) && err.contains(": cannot be read"),
            "{err}"
        );
        assert!(
            err.contains("no table was written") && !Path::new(&table).exists(),
            "{err}"
        );
        let (_, err) = outputs(
            &["positions", &name(input), "-o", &table, "--skip-bad"],
            "",
            2,
        );
        assert!(
            err.ends_with(&format!("{input} was not read to its end\n")),
            "{err}"
        );
        assert!(
            fs::read_to_string(&table).unwrap().lines().count() > least,
            "{input}"
        );
    }
}
