//! Tests of reading positions: correct results, errors with their line, and no panics.

mod irregular;

use std::io::{self, BufReader, Cursor, Read};

use pawnfill::Pawns;
use pawnfill_positions::{Error, Format, MAX_GAME, MAX_LINE, Position, records};

fn read(text: impl AsRef<[u8]>, format: Option<Format>) -> Vec<Result<Position, Error>> {
    pawnfill_positions::read("test", Cursor::new(text.as_ref().to_vec()), format).collect()
}

/// Returns the positions of a valid input.
fn read_all(text: impl AsRef<[u8]>) -> Vec<Position> {
    read(text, None).into_iter().collect::<Result<_, _>>().unwrap()
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
fn reasons() {
    for (text, reason) in [
        ("8/8/8/8", "there are 4 ranks instead of 8, at byte 7 of \"8/8/8/8\""),
        ("e4", "'e' is neither a piece nor a number from 1 to 8, at byte 0 of \"e4\""),
        ("8/8/8/8/8/8/8/8 W - - 0 1", "the side to move is \"W\" instead of w or b"),
        ("8/8/8/8/8/8/8/8 w KK - 0 1", "the castling rights are \"KK\""),
        ("8/8/8/8/8/8/8/8 w KQkqA - 0 1", "the castling rights are \"KQkqA\""),
        ("8/8/8/8/8/8/8/8 w x - 0 1", "the castling rights are \"x\""),
        ("8/8/8/8/8/8/8/8 w - e4 0 1", "the en passant square is \"e4\""),
        ("8/8/8/8/8/8/8/8 w - - -1 1", "the half-move clock \"-1\" is not a number"),
        ("8/8/8/8/8/8/8/8 w - - 0 1.5", "the move number \"1.5\" is not a number"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 [0.5]", "\"[0.5]\" after the position is not an EPD operation"),
        ("8/8/8/8/8/8/8/8 w - - id \"x;", "the operation \"id \\\"x;\" contains an unclosed string"),
    ] {
        let error = text.parse::<Position>().unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let long = "k".repeat(1000).parse::<Position>().unwrap_err();
    assert!(long.len() < 200, "{long}");
}

#[test]
fn utf_16_is_named() {
    for text in [INITIAL, "[White \"A\"]\n\n1. e4 *\n"] {
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes: Vec<u8> =
                "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(order).collect();
            for format in [None, Some(Format::Pgn)] {
                assert!(read(&bytes, format)[0].as_ref().unwrap_err().reason.contains("UTF-16"));
                assert_eq!(read(&bytes, format).len(), 1);
            }
        }
    }
}

#[test]
fn errors_have_a_place() {
    let error = pawnfill_positions::read("games.epd", Cursor::new("x"), None).next().unwrap().unwrap_err();
    assert!(error.to_string().starts_with("games.epd, line 1: 'x' is neither"), "{error}");
    let error = pawnfill_positions::open("no/such/file".as_ref()).err().expect("there is no such file");
    assert!(error.to_string().starts_with("no/such/file: "), "{error}");
}

/// Checks that an endless line or game is rejected after a bounded number of bytes, whatever it contains.
#[test]
fn endless_input() {
    for byte in [b'8', b'/', b' ', b'#', b'{', b'[', 0, 0xff] {
        for format in [None, Some(Format::Lines), Some(Format::Pgn)] {
            let endless = BufReader::new(io::repeat(byte));
            let error = pawnfill_positions::read("endless", endless, format).next().unwrap().unwrap_err();
            let is_game = format == Some(Format::Pgn) || format.is_none() && b"[{".contains(&byte);
            let (unit, limit) = if is_game { ("game", MAX_GAME) } else { ("line", MAX_LINE) };
            assert_eq!(error.reason, format!("the {unit} is longer than {limit} bytes"));
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
        let input = Then(Cursor::new(text.into()), || Err(io::Error::other("the cable is out")));
        let mut positions = pawnfill_positions::read("broken", BufReader::new(input), Some(format));
        assert!(positions.next().unwrap().is_ok());
        let error = positions.next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "broken, line 3: cannot be read: the cable is out");
        assert!(positions.next().is_none());
    }
}

#[test]
fn invalid_games() {
    for (text, before, line, reason) in [
        ("1. e4\n(1. d4\n(1. c4)", 2, 3, "this variation is not closed"),
        ("[Event \"x\"] ]", 0, 2, "unexpected character ']'"),
        ("[White \"\\\n\"]", 0, 2, "the tag does not have the form"),
        ("", 0, 1, "the game has tags, but neither moves nor a result"),
        ("1. exd4", 1, 2, "1. \"exd4\" is impossible: no pawn can move there"),
        ("1. e4 e5 2. e5", 3, 2, "2. \"e5\" is impossible: a pawn is there"),
        ("1. e3=Q", 1, 2, "1. \"e3=Q\" is impossible: a pawn promotes"),
        ("1. e4 e6 2. e5 a6 3. e7", 5, 2, "3. \"e7\" is impossible: no pawn can move there"),
        ("1. e4 e6 2. d3 e5 3. dxe4", 5, 2, "3. \"dxe4\" is impossible: a pawn is there"),
        ("1. e4 h5 2. e5 h4 3. a3 h3 4. h4", 7, 2, "4. \"h4\" is impossible: no pawn can move there"),
    ] {
        let (found_before, found_line, mistake) = read_error(format!("[Event \"x\"]\n{text}"));
        assert!(mistake.contains(reason), "{text:?}: {mistake}");
        assert_eq!((found_before, found_line), (before, line), "{text:?}: {mistake}");
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
    let is_pgn = |name: &&str| Format::of(name.as_ref()) == Some(Format::Pgn);
    assert!(["a.pgn", "a.PGN", "a.b.pgn.gz", "a.Pgn.ZST"].iter().all(is_pgn));
    assert!(!["pgn", "a.fen", "a.pgn.txt", "a.gz", "a.epd.zst", ""].iter().any(is_pgn));
    let folder = std::env::temp_dir().join(format!("pawnfill-positions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    // Moves without tags are only read as a game because of the name.
    let path = folder.join("a.PGN");
    std::fs::write(&path, "1. e4 *").unwrap();
    assert_eq!(pawnfill_positions::open(&path).unwrap().count(), 2);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn records_round_trip() {
    let pawns = [Pawns::from_bits(0x0100, 0x8000_0000_0000), Pawns::from_bits(0, 1 << 63), Pawns::default()];
    let bytes = records::encode(&pawns);
    assert_eq!(bytes.len(), pawns.len() * records::LENGTH);
    assert_eq!((bytes[1], bytes[13], bytes[31]), (1, 0x80, 0x80));
    assert_eq!(records::decode(&bytes).unwrap(), pawns);
    assert_eq!(records::decode(&[]), Some(Vec::new()));
    assert_eq!(records::decode(&bytes[..31]), None);
}

#[test]
fn unsupported_compression_is_named() {
    for (start, name, is_read) in [
        (&b"BZh9"[..], "bzip2", false),
        (b"\xfd7zXZ\0", "xz", false),
        (b"PK\x03\x04", "zip", false),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip", false),
        (b"\x04\x22\x4d\x18", "LZ4", false),
        (b"\x1f\x9d\x90", "compress", false),
        (b"Rar!\x1a", "RAR", false),
        (b"\x1f\x8b\x08\0", "gzip", cfg!(feature = "gzip")),
        (b"\x28\xb5\x2f\xfd\0", "Zstandard", cfg!(feature = "zstd")),
        (b"\x5f\x2a\x4d\x18\0", "Zstandard", cfg!(feature = "zstd")),
    ] {
        let reason = format!("cannot be read: it is compressed with {name}: decompress it first");
        assert!(is_read || read_error(start) == (0, 1, reason), "{name}");
    }
}

/// Checks that the end of an input is not taken for an error, nor an error or a panic in the thread that reads it for the
/// end.
#[cfg(feature = "gzip")]
#[test]
fn an_input_ends_only_where_its_reader_says_so() {
    for (end, expected) in [
        ((|| Ok(0)) as fn() -> _, ""),
        (|| Err(io::Error::other("damaged")), "cannot be read: damaged"),
        (|| panic!("a decoder panics"), "cannot be read: the input could not be decoded"),
    ] {
        let input = Then(Cursor::new(irregular::packed(&irregular::games(0).1).swap_remove(1)), end);
        let blocks = pawnfill_positions::blocks("test", input, None, 2).unwrap();
        let errors: Vec<_> = blocks.map(|_| ()).filter_map(Result::err).map(|error| error.reason).collect();
        assert_eq!(errors.concat(), expected);
    }
}

/// Checks that a changed text is not read as if nothing had happened. This is a frame of the program `zstd`.
#[cfg(feature = "zstd")]
#[test]
fn checksums() {
    let mut frame = [
        0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x81, 0x00, 0x00, 0x5b, 0x41, 0x20, 0x22, 0x62, 0x22, 0x5d, 0x0a,
        0x31, 0x2e, 0x20, 0x65, 0x34, 0x20, 0x2a, 0x0a, 0x6f, 0xcc, 0xcf, 0x32,
    ];
    let at = frame.iter().position(|&byte| byte == b'4').unwrap();
    for (digit, errors) in [(b'4', 0), (b'3', 1)] {
        frame[at] = digit;
        for threads in [1, 3] {
            let (_, _, mistakes) = irregular::parse(&frame, None, threads);
            let are_named = mistakes.iter().all(|error| error.reason.to_lowercase().contains("checksum"));
            assert!(mistakes.len() == errors && are_named, "{mistakes:?}");
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
    assert_eq!(errors[0].reason, "cannot be read: a frame is longer than its header says");
}

/// Checks that games without tags are parted after a result, once they are as long as a single game may be.
#[test]
fn games_without_tags() {
    let comment = "a line\n".repeat(1 << 17);
    let text = format!("[A \"b\"]\n1. e4 {{1-0\n{comment}}} *\n")
        + &format!("1. e4 {{{comment}}}\ne5 1-0\n").repeat(19);
    assert!(text.len() > MAX_GAME);
    let numbers: Vec<_> = read_all(text).into_iter().map(|one| one.game.unwrap().number()).collect();
    let expected = [1, 1].into_iter().chain((2..=20).flat_map(|number| [number; 3]));
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
