//! Runs the exports with their compilers and engines, and compares them with the library on games
//! and random boards.
//!
//! The test writes the library's answers to `target/export`, and starts `check.py`, which runs the
//! header, the modules and the macros on the same positions.

mod together;

use std::path::Path;
use std::process::Command;
use std::{fs, io, thread};

use pawnfill::pairs::{Dense, FileMajor, Numbering, Perspective, Triangular};
use pawnfill::pattern::{Answer, CONTACTS, QUESTIONS, columns};
use pawnfill::{Bitboard, Color, File, Pawns, Square};
use pawnfill_export::{C, Dialect, GO, PYTHON, SQL, Selection, emit};
use pawnfill_positions::embedded;

/// The number of positions of games, and the number of random boards.
const POSITIONS: usize = 4000;

#[test]
#[ignore = "needs compilers, Python and Node.js; `.ci/run exports` runs it"]
fn exports_answer_as_the_library() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/export");
    for package in ["pawnfill", "every"] {
        fs::create_dir_all(folder.join("go").join(package))?;
    }
    let games = embedded::distinct(&embedded::positions());
    let inputs: Vec<Pawns> = games
        .iter()
        .copied()
        .take(POSITIONS)
        .chain((0..POSITIONS).map(random))
        .collect();

    let rows: Vec<_> = inputs
        .iter()
        .enumerate()
        .map(|(row, &pawns)| values(row, pawns))
        .collect();
    let names: Vec<_> = rows[0].iter().map(|(name, _)| name.as_str()).collect();
    fs::write(folder.join("names.txt"), names.join("\n"))?;
    let columns = (0..names.len()).flat_map(|column| rows.iter().map(move |row| row[column].1));
    fs::write(
        folder.join("answers.bin"),
        columns.flat_map(u64::to_le_bytes).collect::<Vec<_>>(),
    )?;
    fs::write(folder.join("errors.txt"), errors())?;
    let mut pairs = pairs_of(&inputs, Triangular);
    pairs.extend(
        pairs_of(&inputs, FileMajor)
            .into_iter()
            .chain(pairs_of(&inputs, Dense)),
    );
    fs::write(
        folder.join("pairs.bin"),
        pairs
            .into_iter()
            .flat_map(u32::to_le_bytes)
            .collect::<Vec<_>>(),
    )?;
    write_exports(&folder)?;
    together::write(&folder, &games)?;
    // The query of crates/export/sql/example.sql.
    let asked = |pawns: &&Pawns| {
        let queen_pawn = pawns.white().isolated() & File::D.bitboard();
        !queen_pawn.is_empty() && !pawns.black().file_set().contains(File::C)
    };
    fs::write(
        folder.join("example.txt"),
        inputs.iter().filter(asked).count().to_string(),
    )?;

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check/check.py");
    assert!(
        Command::new("python3").arg(script).status()?.success(),
        "an export is wrong, or a tool is missing"
    );
    Ok(())
}

/// Writes exports that are not checked in. Some have every pattern beside each of its readings, and
/// definitions with names that languages almost have.
fn write_exports(folder: &Path) -> io::Result<()> {
    let names = Selection::names();
    let readings: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| name.contains('.'))
        .collect();
    let patterns = readings
        .iter()
        .filter_map(|reading| reading.split('.').nth(1));
    let own = [
        "p = own.pawns",
        "q = white.pawns",
        "w = white.isolated",
        "all_squares = full",
        "classes = own.rams",
        "selected = white.rams",
        "a_1 = own.rams",
        "a_2 = own.rams",
        "int_ness = ~own.rams",
        "more = own.stops - p",
    ];
    let terms: Vec<&str> = patterns
        .chain(readings.iter().copied())
        .chain(own)
        .collect();
    let patterns: Vec<&str> = names.iter().map(String::as_str).chain(own).collect();
    let all = Selection::default();
    let every = |prefix| Selection {
        patterns: &patterns,
        terms: &terms,
        prefix,
        ..all
    };
    let files = [
        (
            "ten.h",
            &C,
            Selection {
                terms: TEN,
                prefix: Some("ten_"),
                ..all
            },
        ),
        ("go/pawnfill/pawnfill.go", &GO, all),
        ("every.h", &C, every(Some("every_"))),
        ("go/every/every.go", &GO, every(Some("every"))),
        ("every.py", &PYTHON, every(None)),
        ("every.sql", &SQL, every(Some("every_"))),
    ];
    let write = |(file, language, selection): (&str, &Dialect, Selection)| {
        fs::write(
            folder.join(file),
            emit(language, &selection).map_err(io::Error::other)?,
        )
    };
    thread::scope(|scope| {
        let running = files.map(|file| scope.spawn(move || write(file)));
        running
            .into_iter()
            .try_for_each(|run| run.join().expect("no language panics"))
    })
}

/// The terms that are also written by hand.
const TEN: &[&str] = &[
    "passed",
    "isolated",
    "doubled",
    "backward",
    "open_files",
    "half_open = white.half_open_files | black.half_open_files",
];

/// Returns the arguments of a row, and the value of each function.
fn values(row: usize, pawns: Pawns) -> Vec<(String, u64)> {
    let square = Square::ALL[row % 64];
    let boards = [pawns.white().own(), pawns.black().own()].map(Bitboard::bits);
    let arguments = [
        ("white", boards[0]),
        ("black", boards[1]),
        ("square", square.index() as u64),
    ];
    let mut values = arguments
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
    values.extend(columns().map(|column| (column.to_string(), column.value(pawns).bits())));
    for color in Color::ALL {
        for class in CONTACTS {
            let contacts = class.contacts(pawns, color);
            for (direction, set) in [("east", contacts.east), ("west", contacts.west)] {
                values.push((format!("{color}_{}_{direction}", class.name), set.bits()));
            }
        }
        for question in QUESTIONS {
            let answer = match question.answer(pawns, color, square) {
                Answer::Set(set) => set.bits(),
                Answer::Truth(yes) => yes.into(),
            };
            values.push((format!("{color}_{}", question.name), answer));
        }
    }
    values
}

/// Returns for both sides, without and with mirrored files, the number and the sorted indices of
/// the pairs of each position, and of those that are new after the previous position.
fn pairs_of<N: Numbering>(inputs: &[Pawns], numbering: N) -> Vec<u32> {
    let mut all = Vec::new();
    for (color, mirrored) in Color::ALL
        .into_iter()
        .flat_map(|color| [(color, false), (color, true)])
    {
        let view = Perspective::new(color, mirrored);
        let mut before = Pawns::default();
        for &pawns in inputs {
            for old in [Pawns::default(), before] {
                let mut indices = Vec::new();
                pawns.each_new_pair(old, numbering, [view], |[index]| indices.push(index));
                indices.sort_unstable();
                all.push(indices.len() as u32);
                all.extend(indices);
            }
            before = pawns;
        }
    }
    all
}

/// Returns wrong FENs, of which the last is empty, with the messages of the library.
fn errors() -> String {
    let wrong = "8,8/8/8/8/8/8/8,8/8/8/8/8/8/8/8/8,8/8/8/8/8/8/8/7 w,9/8/8/8/8/8/8/8,44/8/8/8/8/8/8/8,\
                 8/ppppppppp/8/8/8/8/8/8,8/7x/8/8/8/8/8/8,P7/8/8/8/8/8/8/8,8/8/8/8/8/8/8/p7,8/8/8/\u{7f}/8/8/8/8,\
                 8/\u{e9}7/8/8/8/8/8/8,8/\u{1f600}/8/8/8/8/8/8,8//8/8/8/8/8/8,/,8/8/8/8/8/8/8/8/,8/08/8/8/8/8/8/8,";
    let message = |fen: &str| {
        Pawns::from_fen(fen)
            .expect_err("the FEN is wrong")
            .to_string()
    };
    wrong
        .split(',')
        .map(|fen| format!("{fen}\t{}", message(fen)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns few or many pawns on random squares.
fn random(number: usize) -> Pawns {
    let mut rng = fastrand::Rng::with_seed(number as u64);
    let mut board = || match number % 3 {
        0 => rng.u64(..) & rng.u64(..) & rng.u64(..),
        1 => rng.u64(..) & rng.u64(..),
        _ => rng.u64(..),
    };
    Pawns::from_bits(board(), board())
}
