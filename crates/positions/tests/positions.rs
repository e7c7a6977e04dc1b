//! Tests of reading positions: correct results, errors with their line, and no panics.

mod irregular;

use std::io::{self, BufReader, Cursor, Read};

use fastrand::Rng;
use pawnfill_positions::{Error, Format, MAX_GAME, MAX_LINE, Position};

fn read(text: impl AsRef<[u8]>, format: Option<Format>) -> Vec<Result<Position, Error>> {
    pawnfill_positions::read("test", Cursor::new(text.as_ref().to_vec()), format).collect()
}

/// Returns the positions of a valid input.
fn read_all(text: impl AsRef<[u8]>) -> Vec<Position> {
    read(text, None)
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap()
}

/// Returns the number of positions before the first error, its line and its reason.
fn read_error(text: impl AsRef<[u8]>) -> (usize, u64, String) {
    let results = read(text, None);
    let before = results.iter().take_while(|result| result.is_ok()).count();
    let error = results.into_iter().find_map(Result::err).expect("an error");
    (before, error.line.expect("a line"), error.reason)
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_missing_file_is_named() {
    let error = pawnfill_positions::open("no/such/file".as_ref())
        .err()
        .expect("there is no such file");
    assert!(error.to_string().starts_with("no/such/file: "), "{error}");
}

/// Checks that an endless line or game is rejected after a bounded number of bytes,
/// whatever it contains.
#[test]
fn endless_input() {
    for byte in [b'8', b'/', b' ', b'#', b'{', b'[', 0, 0xff] {
        for format in [None, Some(Format::Lines), Some(Format::Pgn)] {
            let endless = BufReader::new(io::repeat(byte));
            let error = pawnfill_positions::read("endless", endless, format)
                .next()
                .unwrap()
                .unwrap_err();
            let is_game = format == Some(Format::Pgn) || format.is_none() && b"[{".contains(&byte);
            let (unit, limit) = if is_game {
                ("game", MAX_GAME)
            } else {
                ("line", MAX_LINE)
            };
            assert_eq!(
                error.reason,
                format!("the {unit} is longer than {limit} bytes")
            );
        }
    }
}

/// Reads some bytes, and then what the function returns.
struct Then(Cursor<Vec<u8>>, fn() -> io::Result<usize>);

impl Read for Then {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.0.read(buffer)?;
        if length > 0 { Ok(length) } else { (self.1)() }
    }
}

#[test]
fn a_read_that_fails() {
    // The line and the game that lost their ends are no position.
    for (text, format) in [
        ("8/8/8/8/8/8/8/8\n\n8/8/8/8/4P3/8/8/8", Format::Lines),
        ("[A \"b\"]\n*\n[A \"b\"] 1. e4", Format::Pgn),
    ] {
        let input = Then(Cursor::new(text.into()), || {
            Err(io::Error::other("the cable is out"))
        });
        let mut positions = pawnfill_positions::read("broken", BufReader::new(input), Some(format));
        assert!(positions.next().unwrap().is_ok());
        let error = positions.next().unwrap().unwrap_err();
        assert_eq!(
            error.to_string(),
            "broken, line 3: cannot be read: the cable is out"
        );
        assert!(positions.next().is_none());
    }
}

#[test]
fn lines_have_a_limit() {
    let line = |length: usize| format!("#{}\n{INITIAL}", " ".repeat(length - 2));
    assert_eq!(read_all(line(MAX_LINE)).len(), 1);
    assert_eq!(read_error(line(MAX_LINE + 1)).1, 1);
    // Such a line ends the input.
    assert_eq!(read(line(MAX_LINE + 1), None).len(), 1);
    for nothing in ["", "\u{feff}", "\n\n# nothing\n"] {
        assert!(read_all(nothing).is_empty());
    }
}

#[test]
fn names_of_files_decide_the_format() {
    let is_pgn = |name: &&str| Format::from_path(name.as_ref()) == Some(Format::Pgn);
    assert!(
        ["a.pgn", "a.PGN", "a.b.pgn.gz", "a.Pgn.ZST"]
            .iter()
            .all(is_pgn)
    );
    assert!(
        !["pgn", "a.fen", "a.pgn.txt", "a.gz", "a.epd.zst", ""]
            .iter()
            .any(is_pgn)
    );
}

/// Checks that the end of an input is not taken for an error, nor an error or a panic in the thread
/// that reads it for the end.
#[cfg(feature = "gzip")]
#[test]
fn an_input_ends_only_where_its_reader_says_so() {
    for (end, expected) in [
        ((|| Ok(0)) as fn() -> _, ""),
        (
            || Err(io::Error::other("damaged")),
            "cannot be read: damaged",
        ),
        (
            || panic!("a decoder panics"),
            "cannot be read: the input could not be decoded",
        ),
    ] {
        let input = Then(
            Cursor::new(irregular::packed(&irregular::games(0).1).swap_remove(1)),
            end,
        );
        let blocks = pawnfill_positions::blocks("test", input, None, 2).unwrap();
        let errors: Vec<_> = blocks
            .map(|_| ())
            .filter_map(Result::err)
            .map(|error| error.reason)
            .collect();
        assert_eq!(errors.concat(), expected);
    }
}

/// Checks that compressed records that are cut off or changed are not read as if nothing had
/// happened. The end of a part is an end.
#[test]
fn damaged_compression() {
    let (records, mut rng) = (
        ["8/1p6/8/8/8/8/6P1/8\n", "8/pp6/3p4/8/2P5/8/PP5P/8\n"],
        Rng::with_seed(1),
    );
    for (compressed, ..) in &irregular::WAYS[1..] {
        for _ in 0..40 {
            let texts: Vec<_> = (0..4)
                .map(|_| records[rng.usize(..2)].repeat(rng.usize(..4)))
                .collect();
            let mut bytes: Vec<u8> = Vec::new();
            let mut ends = vec![0];
            for text in &texts {
                bytes.extend(compressed(text.as_bytes()));
                ends.push(bytes.len());
            }
            let is_cut = rng.bool();
            if is_cut {
                bytes.truncate(if rng.bool() {
                    ends[rng.usize(1..5)]
                } else {
                    rng.usize(4..bytes.len())
                });
            } else {
                // With four changes, one signature could become another.
                for _ in 0..rng.usize(1..4) {
                    let place = rng.usize(4..bytes.len());
                    bytes[place] ^= 1 << rng.u8(..8);
                }
            }
            let left = ends.iter().position(|&end| end == bytes.len());
            let expected = left.map(|left| texts[..left].concat());
            for threads in [1, 2] {
                let (games, _, errors) = irregular::parse(&bytes, None, threads);
                let read: String = games
                    .iter()
                    .map(|game| String::from_utf8_lossy(game.text()))
                    .collect();
                assert!(
                    !errors.is_empty() || Some(&read) == expected.as_ref(),
                    "{texts:?}"
                );
                assert!(
                    errors.is_empty() || !is_cut || expected.is_none(),
                    "{errors:?}"
                );
            }
        }
    }
}

/// Checks that a frame is not unpacked beyond what its header says, even if that is not true.
#[cfg(feature = "zstd")]
#[test]
fn a_frame_that_is_longer_than_its_header_says() {
    // 256 bytes, and 128 KiB of the same byte, 20,000 times.
    let blocks = b"\x02\0\x10\n".repeat(20_000);
    let frame = [&b"\x28\xb5\x2f\xfd\x40\x38\0\0"[..], &blocks, b"\x03\0\0\n"].concat();
    let (_, _, errors) = irregular::parse(&frame, None, 2);
    assert_eq!(
        errors[0].reason,
        "cannot be read: a frame is longer than its header says"
    );
}

/// Checks that whatever happens to one game, every other game is read as before.
#[test]
fn damage_costs_one_game() {
    const GAMES: [&str; 4] = [
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. a4 a5 2. Ra3 {one} h5 3. Nc3 (3. b3 b6) h4 1-0\n\n",
        "[Event \"b\"]\n\n1. b4 b5 2. Nc3 g6 $1 3. Rb1 {two\nlines} Bg7 1/2-1/2\n\n",
        "[Event \"c\"]\n[White \"x \\\"y\\\"\"]\n\n1. c4 c5 2. e3 e6 ; rest\n3. Nc3 Nc6 4. d4 cxd4 *\n\n",
        "[Event \"d\"]\n\n1. e4 d5 2. exd5 c5 3. dxc6 Nxc6 4. Nf3 e5 0-1\n\n",
    ];
    const SIGNS: &[u8] = b"[]{}()\";%*.$-01\n \\eKN4?\x1a\xef\xff";
    let games = |text: Vec<u8>| -> Vec<_> {
        let blocks =
            pawnfill_positions::blocks("test", Cursor::new(text), Some(Format::Pgn), 1).unwrap();
        let games = blocks.map(|games| {
            games
                .iter()
                .map(|game| game.runs().to_vec())
                .collect::<Vec<_>>()
        });
        games.flat_map(Result::unwrap).collect()
    };
    let (expected, mut rng) = (games(GAMES.concat().into()), Rng::with_seed(1));
    for _ in 0..10_000 {
        let mut text = GAMES.map(|game| game.as_bytes().to_vec());
        let damaged = rng.usize(..text.len());
        // The blank line before the next game stays.
        let length = GAMES[damaged].trim_end().len();
        let start = rng.usize(..=length);
        let end = rng.usize(start..=length.min(start + 20));
        text[damaged].splice(
            start..end,
            (0..rng.usize(..8)).map(|_| rng.choice(SIGNS).copied().unwrap()),
        );
        let left = games(text.concat());
        let is_lost = |&number: &usize| number != damaged && !left.contains(&expected[number]);
        assert_eq!(
            (0..expected.len()).find(is_lost),
            None,
            "{}",
            text.concat().escape_ascii()
        );
    }
}

/// Checks that games without tags are parted after a result, once they are as long as a single game
/// may be.
#[test]
fn games_without_tags() {
    let comment = "a line\n".repeat(1 << 17);
    let text = format!("[A \"b\"]\n1. e4 {{1-0\n{comment}}} *\n")
        + &format!("1. e4 {{{comment}}}\ne5 1-0\n").repeat(19);
    assert!(text.len() > MAX_GAME);
    let numbers: Vec<_> = read_all(text)
        .into_iter()
        .map(|one| one.game.unwrap().number())
        .collect();
    let expected = [1, 1]
        .into_iter()
        .chain((2..=20).flat_map(|number| [number; 3]));
    assert!(numbers.into_iter().eq(expected));
}

/// Checks the limit on half-moves. Knights can move back and forth forever.
#[test]
fn endless_games() {
    let text = format!("[Event \"x\"]\n{}", "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(6000));
    let (before, _, reason) = read_error(text);
    assert_eq!(before, 20_001);
    assert_eq!(reason, "the game has more than 20000 half-moves");
}
