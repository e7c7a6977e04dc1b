//! Tests of reading positions: correct results, errors with their line, and no panics.

use std::borrow::Cow;
use std::io::{self, BufReader, Cursor, Read};

use cozy_chess::util::display_san_move;
use cozy_chess::{Board, Color, Piece};
use pawnfill::{Color as Side, Pawns, Square};
use pawnfill_positions::{Error, Format, Game, MAX_GAME, MAX_LINE, Position, Run, records};
use proptest::prelude::*;

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
fn fen_of_any_length_and_epd() {
    for (text, fen) in [
        (INITIAL, INITIAL),
        ("8/8/8/8/4P3/8/8/8", "8/8/8/8/4P3/8/8/8"),
        ("8/8/8/8/4P3/8/8/8 b", "8/8/8/8/4P3/8/8/8 b"),
        ("8/8/8/8/4P3/8/8/8 b - e3", "8/8/8/8/4P3/8/8/8 b - e3"),
        ("  8/8/8/8/4P3/8/8/8  w\t-  -  ", "8/8/8/8/4P3/8/8/8  w\t-  -"),
        ("8/8/8/8/4P3/8/8/8 w HAha - 12", "8/8/8/8/4P3/8/8/8 w HAha - 12"),
        ("8/8/8/8/4P3/8/8/8 w - - bm e4; id \"a; b\";", "8/8/8/8/4P3/8/8/8 w - -"),
        ("8/8/8/8/4P3/8/8/8 w - - acn 12;", "8/8/8/8/4P3/8/8/8 w - -"),
        ("8/8/8/8/4P3/8/8/8 w - - 3 7 hmvc 3; pv e5 e6", "8/8/8/8/4P3/8/8/8 w - - 3 7"),
    ] {
        let position: Position = text.parse().unwrap();
        assert_eq!(position.fen(), fen);
        assert_eq!(position.pawns == Pawns::from_bits(0x1000_0000, 0), text != INITIAL, "{text}");
    }
}

#[test]
fn side_number_move_and_operations() {
    let of = |position: &Position| {
        let (side, number) = (position.side_to_move(), position.move_number());
        (side, number, position.last_move().map(|text| text.into_owned()), position.operations().to_owned())
    };
    for (text, side, number, operations) in [
        ("8/8/8/8/4P3/8/8/8", None, None, ""),
        ("8/8/8/8/4P3/8/8/8 b - - bm e4; id \"a; b\"; ", Some(Side::Black), None, "bm e4; id \"a; b\";"),
        ("8/8/8/8/4P3/8/8/8 w - - 3 7 hmvc 3; pv e5 e6", Some(Side::White), Some(7), "hmvc 3; pv e5 e6"),
    ] {
        let fields = of(&text.parse().unwrap());
        assert_eq!(fields, (side, number, None, operations.to_owned()), "{text}");
    }
    let game = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Ke7!? {x} 41. e2-e4 (41. e3) Ke6 *";
    let fields: Vec<_> = read_all(game).iter().map(of).collect();
    let expected = [
        (Side::Black, 40, None),
        (Side::White, 41, Some("Ke7")),
        (Side::Black, 41, Some("e2-e4")),
        (Side::White, 42, Some("Ke6")),
    ];
    let expected =
        expected.map(|(side, number, san)| (Some(side), Some(number), san.map(str::to_owned), String::new()));
    assert_eq!(fields, expected);
}

#[test]
fn reasons() {
    for (text, reason) in [
        ("8/8/8/8", "there are 4 ranks instead of 8, at byte 7 of \"8/8/8/8\""),
        ("e4", "'e' is neither a piece nor a number from 1 to 8, at byte 0 of \"e4\""),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "there are more than 8 ranks, at byte 15"),
        ("8/8/8/7/8/8/8/8 w - - 0 1", "rank 5 has 7 files instead of 8"),
        ("8/8/pppppppppp/8/8/8/8/8 w - - 0 1", "rank 6 has more than 8 files, at byte 12"),
        ("8/pppppppppppppppppppppppp/8/8/8/8/8/8", "rank 7 has more than 8 files, at byte 10"),
        ("8/8/44/8/8/8/8/8 w - - 0 1", "rank 6 has two numbers in a row"),
        ("8/8/9/8/8/8/8/8 w - - 0 1", "'9' is neither a piece"),
        ("8/8/0p7/8/8/8/8/8 w - - 0 1", "'0' is neither a piece"),
        ("8/8/x7/8/8/8/8/8 w - - 0 1", "'x' is neither a piece"),
        ("8/8/é7/8/8/8/8/8 w - - 0 1", "'é' is neither a piece"),
        ("8/8/\x007/8/8/8/8/8 w - - 0 1", "'\\u{0}' is neither a piece"),
        ("P7/8/8/8/8/8/8/8 w - - 0 1", "there is a pawn on rank 8"),
        ("8/8/8/8/8/8/8/p7 w - - 0 1", "there is a pawn on rank 1"),
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
        let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
        for bytes in
            [units().flat_map(u16::to_le_bytes).collect(), units().flat_map(u16::to_be_bytes).collect()]
        {
            let bytes: Vec<u8> = bytes;
            for format in [None, Some(Format::Pgn)] {
                let results = read(&bytes, format);
                assert!(
                    matches!(&results[..], [Err(error)] if error.reason.contains("UTF-16")),
                    "{results:?}"
                );
            }
        }
    }
}

#[test]
fn blank_lines_and_comments_are_counted() {
    let text = format!("\u{feff}# a comment\r\n\n   \n{INITIAL}\r\n# another\n8/8/8/8/8/8/8/8");
    assert_eq!(
        read_all(&text).iter().map(|position| position.fen()).collect::<Vec<_>>(),
        [INITIAL, "8/8/8/8/8/8/8/8"]
    );
    let (before, line, reason) = read_error(format!("{text}\nnonsense\n{INITIAL}\n"));
    assert_eq!((before, line), (2, 7), "{reason}");
    let (_, line, _) = read_error("\n# a comment\n\n[White \"a\"]\n1. e5");
    assert_eq!(line, 5);
    assert!(read_all("").is_empty());
    assert!(read_all("\u{feff}").is_empty());
    assert!(read_all("\n\n# nothing\n").is_empty());
}

#[test]
fn errors_have_a_place() {
    let error = pawnfill_positions::read("games.epd", Cursor::new("x"), None).next().unwrap().unwrap_err();
    assert!(error.to_string().starts_with("games.epd, line 1: 'x' is neither"), "{error}");
    let error = pawnfill_positions::open("no/such/file".as_ref()).err().expect("there is no such file");
    assert!(error.to_string().starts_with("no/such/file: "), "{error}");
}

#[test]
fn bytes_that_are_not_text() {
    assert_eq!(
        read_error([INITIAL.as_bytes(), b"\n8/8/\xff"].concat()),
        (1, 2, "this is not UTF-8 text".into())
    );
    let (_, line, reason) = read_error(b"\x7fELF\0\0\x01");
    assert_eq!(line, 1);
    assert!(reason.contains("'\\u{7f}' is neither"), "{reason}");
}

/// Checks that an endless line or game is rejected after a bounded number of bytes, whatever it contains.
#[test]
fn endless_input() {
    for byte in [b'8', b'/', b' ', b'#', b'{', b'[', 0, 0xff] {
        for format in [None, Some(Format::Lines), Some(Format::Pgn)] {
            let endless = BufReader::new(io::repeat(byte));
            let error = pawnfill_positions::read("endless", endless, format).next().unwrap().unwrap_err();
            let is_game = format == Some(Format::Pgn) || format.is_none() && byte == b'[';
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

/// Interrupts every other read, as a signal does.
struct Interrupted(Cursor<Vec<u8>>, bool);

impl Read for Interrupted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 ^= true;
        if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
    }
}

#[test]
fn a_read_that_fails() {
    let input = Interrupted(Cursor::new(format!("{INITIAL}\n").into_bytes()), false);
    assert_eq!(pawnfill_positions::read("interrupted", input, None).flatten().count(), 1);
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

const GAMES: &str = r#"
[Event "With \"all\" that [a] game can have"]
[Site "M\xfcnchen"]

1. e4! {king's pawn
1. d4 ( [%clk 0:05:00] } e5 $1 (1... c5 ; no )
% no )
2. Nf3 (2. c3 {no ) } d5) d6) 2.Nf3 ; 2. f4
% 2. Bc4
2...Nc6 3 Bc4 Bc5 4. 0-0 Nf6 ?! 5. d3 1/2-1/2
1. d4 *

[SetUp "1"] [FEN "4k3/P7/8/8/8/8/8/4K3 w - - 150 70000"]
[Result "*"]
*
[Variant "Chess960"]
[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb -"]
1. O-O O-O-O *
[Variant "Chess960"]
[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq -"]
1. 0-0 0-0-0
"#;

#[test]
fn games() {
    let text = GAMES.replace(r"\xfc", "\u{fc}");
    // Names in an old encoding are not an error.
    let latin: Vec<u8> = GAMES.split(r"\xfc").map(str::as_bytes).collect::<Vec<_>>().join(&0xfc);
    for positions in [read_all(&text), read_all(text.replace('\n', "\r\n")), read_all(latin)] {
        let plies: Vec<_> = positions.iter().map(|position| position.ply).collect();
        assert_eq!(plies, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 0, 0, 1, 2, 0, 1, 2]);
        let fens: Vec<_> = positions.iter().map(|position| position.fen()).collect();
        assert_eq!(fens[9], "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQ1RK1 b kq - 0 5");
        assert_eq!(fens[12], "4k3/P7/8/8/8/8/8/4K3 w - - 150 70000");
        assert_eq!(fens[18], fens[15]);
        assert_eq!(fens[15], "2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 w - - 2 2");
        assert_eq!(positions[0].game.as_ref().unwrap().tag("Site").unwrap(), "M\u{fc}nchen");
        assert_eq!(positions[11].pawns, Pawns::from_bits(0x0800_f700, 0x00ff_0000_0000_0000));
    }
}

/// Checks that castling rights are read and written by the side of the king on which their rook stands.
#[test]
fn castling_rights_in_chess960() {
    let fen = |board: &str, rights: &str| {
        format!("{board}/pppppppp/8/8/8/8/PPPPPPPP/{} w {rights} - 0 1", board.to_uppercase())
    };
    let game = |fen: &str| format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n*");
    for (board, rights, written) in [
        ("1r2k1r1", "KQkq", "KQkq"),
        ("1r2k1r1", "GBgb", "KQkq"),
        ("rr2k1r1", "GAga", "KQkq"),
        // The inner rook cannot be named by its side.
        ("rr2k1r1", "GBgb", "GBgb"),
        ("r3krr1", "Ff", "Ff"),
        ("r3krr1", "KQk", "KQk"),
    ] {
        let positions = read_all(game(&fen(board, rights)));
        assert_eq!(positions[0].fen(), fen(board, written), "{board} {rights}");
    }
    // There is no rook on that side of the king.
    for rights in ["K", "k"] {
        let (_, _, mistake) = read_error(game(&fen("rr2k3", rights)));
        assert!(mistake.contains("is not a legal position"), "{mistake}");
    }
}

#[test]
fn invalid_games() {
    let position = "[FEN \"4k3/p7/8/8/8/8/P7/4K3 b - - 0 9\"]\n";
    let two_positions = [position, position, "9... a6 *"].concat();
    for (text, before, line, reason) in [
        ("1. d4 Nc6 2. e4 Ne5\n3. e5 *", 5, 3, "3. \"e5\" is illegal or ambiguous in r1bqkbnr"),
        ("1. Nc3 e5 2. e3 e4 3. Ne2", 5, 2, "3. \"Ne2\" is illegal or ambiguous"),
        // Boards write castling like this.
        ("1. Nf3 e5 2. g3 e4 3. Bh3 e3 4. Kh1", 7, 2, "4. \"Kh1\" is illegal or ambiguous"),
        ("1. e4 f6 2. Qh5+ --", 4, 2, "2... \"--\" is illegal or ambiguous"),
        ("1. e4 {\n\nno end", 2, 2, "this comment is not closed"),
        ("1. e4\n(1. d4\n(1. c4)", 2, 3, "this variation is not closed"),
        ("1. e4 )", 2, 2, "`)` without an open variation"),
        ("1. e4 \0", 2, 2, "unexpected character '\\0'"),
        ("1. a0", 1, 2, "1. \"a0\" is not a move"),
        ("1. e4 % e5", 2, 2, "unexpected character '%'"),
        ("[Event \"x\"", 0, 2, "the tag does not have the form [Name \"value\"]"),
        ("[Event x]", 0, 2, "the tag does not have the form"),
        ("[E-vent \"x\"]", 0, 2, "the tag does not have the form"),
        ("[\"x\"]", 0, 2, "the tag does not have the form"),
        ("[Event \"x\"] ]", 0, 2, "unexpected character ']'"),
        ("[Variant \"Atomic\"]", 0, 2, "the variant \"Atomic\" is not supported"),
        ("[VARIANT \"Chess 961\"]", 0, 2, "the variant \"Chess 961\" is not supported"),
        ("[FEN \"8/8/8/8\"]", 0, 2, "there are 4 ranks instead of 8"),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", 0, 2, "is not a legal position"),
        (&two_positions, 0, 3, "the game has a second tag FEN"),
        ("[Fen \"8/8/8/8\"]", 0, 2, "there are 4 ranks instead of 8"),
        ("[SETUP \"1\"]\n1. e4 *", 0, 1, "the game has the tag SetUp but no FEN"),
        ("[White \"\\\n\"]", 0, 2, "the tag does not have the form"),
        ("1. e4 \u{201c}", 2, 2, "unexpected character '\u{201c}'"),
        // Cut short.
        ("1. e4 e5\n2.", 3, 3, "the game ends between the number of a move and the move"),
        ("1. e4 e5 2. {...}\n[Event \"y\"]\n*", 3, 2, "the game ends between the number"),
        ("1. e4 e5 2. d4 1", 4, 2, "the game ends between the number"),
        ("", 0, 1, "the game has tags, but neither moves nor a result"),
    ] {
        let (found_before, found_line, mistake) = read_error(format!("[Event \"x\"]\n{text}"));
        assert!(mistake.contains(reason), "{text:?}: {mistake}");
        assert_eq!((found_before, found_line), (before, line), "{text:?}: {mistake}");
    }
}

/// Checks spellings of tags that are not those of the standard, and what a tag changes that says nothing.
#[test]
fn irregular_tags() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let with_fen = |tags: &str| (tags.replace("FEN", &format!("[fEn \"{fen}\"]")), fen);
    let mut games = vec![with_fen("[SetUp \"0\"]FEN"), with_fen("FEN[setup \"0\"]")];
    games.extend(["[SetUp \"0\"]", "[SetUp \"\"]", "[SetUp \"x\"]"].map(|tags| (tags.to_owned(), INITIAL)));
    games.push((format!("[FEN \"{}bm e4;\"]", &fen[..fen.len() - 3]), fen));
    let variants = "Chess,standard,NORMAL,From Position,Chess 960,Chess-960,Fischerandom,Fischer Random";
    games.extend(variants.split(',').map(|variant| with_fen(&format!("[vARIANT \"{variant}\"]FEN"))));
    for (tags, fen) in games {
        assert_eq!(read_all(format!("{tags} *"))[0].fen(), fen, "{tags}");
    }
}

/// Checks that each result ends a game, so moves without tags begin the next.
#[test]
fn results_end_games() {
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        let positions = read_all(format!("[A \"b\"]\n1. e4 {result} 1. d4 {result}\n\n1. c4 {result}"));
        let places: Vec<_> = positions.iter().map(|p| (p.ply, p.game.as_ref().unwrap().line())).collect();
        assert_eq!(places, [(0, 1), (1, 1), (0, 2), (1, 2), (0, 4), (1, 4)], "{result}");
    }
}

#[test]
fn games_have_numbers_and_tags() {
    let games: Vec<_> =
        // Of tags with one name, the first counts. Names in other cases are other tags.
        read_all(
            "[A \"b\"] 1. e4 * [WHITE \"x\"] [White \"a\\\\\"] [White \"y\"] [Black \"b \\\"c\\\"\"] 1-0\n\
             [White \"d\"] 1. d4",
        )
            .into_iter()
            .map(|position| {
                let game = position.game.expect("a game");
                let tag = |name| game.tag(name).map_or("-".to_owned(), Cow::into_owned);
                (game.number(), position.ply, tag("White"), tag("Black"))
            })
            .collect();
    let expected =
        [(1, 0, "-", "-"), (1, 1, "-", "-"), (2, 0, "a\\", "b \"c\""), (3, 0, "d", "-"), (3, 1, "d", "-")];
    assert_eq!(
        games,
        expected.map(|(game, ply, white, black)| (game, ply, white.to_owned(), black.to_owned()))
    );
    assert!(read_all(INITIAL)[0].game.is_none());
}

#[test]
fn pieces_match_the_fen() {
    for position in read_all("[A \"b\"] 1. Nf3 *").into_iter().chain(read_all(INITIAL)) {
        let [white, black] = position.pieces();
        assert_eq!([white, black].as_flattened().iter().map(|set| set.count()).sum::<u32>(), 32);
        assert!(white[5].contains(Square::E1) && black[3].contains(Square::A8), "{white:?} {black:?}");
        assert_eq!([white[0], black[0]], Side::ALL.map(|color| position.pawns.side(color).own()));
    }
}

/// Checks that reading continues after each bad game or line, and that games keep their numbers in the input.
#[test]
fn reading_continues_after_errors() {
    let good = "[Event \"x\"]\n\n1. e4 *\n\n";
    let games = [
        "[Event \"x\"]\n\n1. e4 e4 2. d4 *\n\n",
        "[Event \"x\"]\n[Variant \"Atomic\"]\n[White \"y\"]\n\n1. e4 e5 *\n\n",
        "[Event x]\n[White \"y\"]\n[Black \"y\"]\n\n1. e4 e5 0-1\n\n",
        "[Event \"x\"]\n[White y]\n[Black \"y\"]\n\n1. e4 e5 0-1\n\n",
        "[Event x]\n\n",
        "[Event \"x\"]\n\n1. e4 \0 e5\n\n",
        "[Event \"x\"]\n\n\0 1. e4 e5\n\n",
        "[Event \"x\"]\n\n1. e4 ) e5\n2. d4 d5\n\n",
        "1. e5 *\n",
    ];
    for bad in games {
        let text = format!("{good}{bad}{good}");
        let (positions, errors) = read_on(&text);
        let positions: Vec<_> =
            positions.iter().map(|p| (p.game.as_ref().expect("a game").number(), p.ply)).collect();
        assert_eq!(positions[..2], [(1, 0), (1, 1)], "{bad}");
        assert_eq!(positions[positions.len() - 2..], [(3, 0), (3, 1)], "{bad}: {positions:?}");
        assert_eq!(errors.len(), 1, "{bad}: {errors:?}");
    }
    let (positions, errors) = read_on(format!("{INITIAL}\nnonsense\n{INITIAL}\nx\n8/8\n{INITIAL}"));
    assert_eq!(positions.len(), 3);
    assert_eq!(errors.iter().map(|error| error.line.unwrap()).collect::<Vec<_>>(), [2, 4, 5]);
    // A bracket that is never closed costs one game.
    for bad in ["1. e4 { no end", "1. e4 (1. d4 {no} end", "1. e4 (1. d4 {no end"] {
        let (positions, errors) = read_on(format!("{good}[Event \"x\"]\n\n{bad}\n{good}{good}"));
        let games: Vec<_> =
            positions.iter().map(|position| position.game.as_ref().unwrap().number()).collect();
        assert_eq!((games, errors.len()), (vec![1, 1, 2, 2, 3, 3, 4, 4], 1), "{bad}");
        assert_eq!(errors[0].line, Some(7));
    }
    // A result ends a bad game, too.
    let (positions, errors) = read_on(format!("{good}1. e5 *\n1. e4 *\n"));
    let games: Vec<_> = positions.iter().map(|position| position.game.as_ref().unwrap().number()).collect();
    assert_eq!((games, errors.len()), (vec![1, 1, 2, 3, 3], 1));
    // An endless line ends the input.
    let endless = [INITIAL.as_bytes(), b"\n", &vec![b'8'; MAX_LINE + 1], b"\n", INITIAL.as_bytes()].concat();
    let (positions, errors) = read_on(endless);
    assert_eq!((positions.len(), errors.len()), (1, 1));
}

#[test]
fn lines_have_a_limit() {
    let line = |length: usize| format!("#{}\n{INITIAL}", " ".repeat(length - 2));
    assert_eq!(read_all(line(MAX_LINE)).len(), 1);
    assert_eq!(read_error(line(MAX_LINE + 1)).1, 1);
}

fn read_on(text: impl AsRef<[u8]>) -> (Vec<Position>, Vec<Error>) {
    let (positions, errors): (Vec<_>, Vec<_>) = read(text, None).into_iter().partition(Result::is_ok);
    (positions.into_iter().flatten().collect(), errors.into_iter().filter_map(Result::err).collect())
}

#[test]
fn texts_of_games_are_kept_as_written() {
    let games = [
        "[Event \"x\"]\r\n\r\n1. e4 {a comment} e5 (1... c5) 1-0",
        "[Event \"y\"] ; rest\n\n1. d4\n*",
        "[Event \"z\"]\n\n*",
        "[White \"z\"]\n\n1. c4 {no result} ;\n",
    ];
    // A comment before the tags belongs to no game, wherever the text is cut.
    let read: Vec<_> = read_all(games.join("\n% a comment\n"))
        .into_iter()
        .filter(|position| position.ply == 0)
        .map(|position| String::from_utf8(position.game.unwrap().text().to_vec()).unwrap())
        .collect();
    assert_eq!(read, games);
}

/// Checks that a game without a result ends at the next tag, even if this tag is invalid.
#[test]
fn an_invalid_tag_ends_a_game() {
    let (positions, errors) = read_on("[A \"b\"]\n1. e4\n[Event x]\n\n1. d4 *\n\n[C \"d\"]\n*");
    let games: Vec<_> = positions.into_iter().map(|position| position.game.unwrap()).collect();
    assert_eq!((games[0].plies(), games[0].text()), (2, &b"[A \"b\"]\n1. e4\n"[..]));
    let numbers: Vec<_> = games.iter().map(|game| game.number()).collect();
    assert_eq!((numbers, errors.len()), (vec![1, 1, 3], 1));
}

#[test]
fn names_of_files_decide_the_format() {
    for name in ["a.pgn", "a.PGN", "a.b.pgn.gz", "a.Pgn.ZST"] {
        assert_eq!(Format::of(name.as_ref()), Some(Format::Pgn), "{name}");
    }
    for name in ["pgn", "a.fen", "a.pgn.txt", "a.gz", "a.epd.zst", ""] {
        assert_eq!(Format::of(name.as_ref()), None, "{name}");
    }
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
    let mut signatures: Vec<(&[u8], &str)> = vec![
        (b"BZh9", "bzip2"),
        (b"\xfd7zXZ\0", "xz"),
        (b"PK\x03\x04", "zip"),
        (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    ];
    if cfg!(not(feature = "gzip")) {
        signatures.push((b"\x1f\x8b\x08\0", "gzip"));
    }
    if cfg!(not(feature = "zstd")) {
        signatures.push((b"\x28\xb5\x2f\xfd\0", "Zstandard"));
    }
    for (start, name) in signatures {
        let (before, line, reason) = read_error(start);
        assert_eq!((before, line), (0, 1));
        assert_eq!(reason, format!("cannot be read: it is compressed with {name}: decompress it first"));
    }
}

#[cfg(any(feature = "gzip", feature = "zstd"))]
fn compressed_input_is_read(compress: impl Fn(&[u8]) -> Vec<u8>) {
    let lines = format!("{INITIAL}\n").repeat(20_000);
    let whole = compress(lines.as_bytes());
    assert_eq!(read_all(&whole).len(), 20_000);
    // Several parts, like two concatenated files.
    let (first, second) = lines.as_bytes().split_at(777);
    assert_eq!(read_all([compress(first), compress(second)].concat()).len(), 20_000);
    let (_, line, reason) = read_error(compress(b"# a comment\nnonsense\n"));
    assert_eq!(line, 2, "{reason}");
    // A truncated file is an error.
    let (before, _, reason) = read_error(&whole[..whole.len() * 2 / 3]);
    assert!(before < 20_000 && reason.starts_with("cannot be read: "), "{before}: {reason}");
}

#[cfg(feature = "gzip")]
fn gzipped(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[cfg(feature = "gzip")]
#[test]
fn gzip() {
    compressed_input_is_read(gzipped);
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
        let input = Then(Cursor::new(gzipped(many_games().as_bytes())), end);
        let blocks = pawnfill_positions::blocks("test", input, None, 2).unwrap();
        let errors: Vec<_> = blocks.map(|_| ()).filter_map(Result::err).map(|error| error.reason).collect();
        assert_eq!(errors.concat(), expected);
    }
}

#[cfg(feature = "zstd")]
#[test]
fn zstd() {
    use structured_zstd::encoding::{CompressionLevel, compress_to_vec};
    compressed_input_is_read(|bytes| {
        // A frame without data is skipped.
        [b"\x50\x2a\x4d\x18\x03\0\0\0abc", &compress_to_vec(bytes, CompressionLevel::Fastest)[..]].concat()
    });
}

/// Checks that each game without a result at its end is counted, but no other.
#[test]
fn games_without_a_result() {
    for (text, expected) in [
        ("1. e4 *\n[A \"b\"]\n1. e4 1-0", 0),
        ("1. e4 *\n[A \"b\"]\n1. e4 $1", 1),
        ("1. e4\n[A \"b\"]\n1. e4 {2.}", 2),
        ("1. e4 *\n[A \"b\"]\n1. Ke4 2.", 0),
    ] {
        let blocks = pawnfill_positions::blocks("test", Cursor::new(text), Some(Format::Pgn), 1).unwrap();
        let numbers: u64 = blocks.map(|games| games.without_result()).map(Result::unwrap).sum();
        assert_eq!(numbers, expected, "{text}");
    }
}

/// Returns what the blocks of an input give in this many threads: the number and the runs of each game, and the errors.
fn in_threads(text: &[u8], threads: usize) -> (Vec<(u64, Vec<Run>)>, Vec<Error>) {
    let input = Cursor::new(text.to_vec());
    let blocks = pawnfill_positions::blocks("test", input, None, threads).unwrap();
    let (mut games, mut errors) = (Vec::new(), Vec::new());
    for part in blocks.map(|games| games.iter().collect::<Vec<_>>()) {
        match part {
            Ok(part) => {
                errors.extend(part.iter().filter_map(|game| game.error().cloned()));
                // A move with a mistake is none.
                let plies = |game: &Game| game.plies().saturating_sub(1) as usize;
                assert!(part.iter().all(|game| game.moves().count() == plies(game)));
                games.extend(part.into_iter().map(|game| (game.number(), game.runs().to_vec())));
            }
            Err(error) => errors.push(error),
        }
    }
    (games, errors)
}

/// Games of different lengths on several blocks, some of them with mistakes or brackets that are never closed.
fn many_games() -> String {
    let game = |number: usize| {
        let moves = "1. e4 e5 2. d4 exd4 3. c3 dxc3 ".repeat(1 + number % 3);
        let comment = "{a comment (with [brackets} ".repeat(number % 50);
        let end = ["*", "1-0", "", "{ open", "(1. d4 {", "1. Ke5"][number % 6];
        format!("[Event \"{number}\"]\n[Site \"x\"]\n\n{comment}\n{moves}{end}\n\n")
    };
    (0..3000).map(game).collect()
}

#[test]
fn threads_do_not_change_the_result() {
    let text = many_games();
    assert!(text.len() > 3 << 18, "several blocks");
    let (games, errors) = in_threads(text.as_bytes(), 1);
    assert_eq!(games.len(), 3000);
    assert!(games.iter().map(|(number, _)| *number).eq(1..=3000));
    assert!(errors.len() > 1000);
    assert_eq!(in_threads(text.as_bytes(), 3), (games, errors));
}

/// Checks that games and lines are the same if files with byte order marks were joined, also between blocks.
#[test]
fn byte_order_marks_begin_lines() {
    let (games, lines) = (many_games(), format!("# x\n{INITIAL}\n").repeat(10_000));
    for (text, starts) in
        [(&games, "[Event"), (&games, "[Event \"7"), (&games, "[Event \"1"), (&lines, "rn"), (&lines, "#")]
    {
        let marked = text.replace(starts, &format!("\u{feff}{starts}"));
        for threads in [1, 3] {
            assert_eq!(
                in_threads(marked.as_bytes(), threads),
                in_threads(text.as_bytes(), threads),
                "{starts}"
            );
        }
    }
    let text = "[White \"A\"]\n\n1. e4 {open\n\u{feff}[White \"B\"]\n[Black \"C\"]\n\n1. d4 *\n";
    let last = read_on(text).0.pop().unwrap().game.unwrap();
    assert_eq!((last.tag("White").as_deref(), last.tag("Black").as_deref()), (Some("B"), Some("C")));
}

#[cfg(feature = "zstd")]
#[test]
fn frames_in_threads() {
    use structured_zstd::encoding::{CompressionLevel, compress_to_vec};
    let text = many_games();
    let expected = in_threads(text.as_bytes(), 1);
    // The header of a short frame has another form.
    let (short, rest) = text.as_bytes().split_at(50);
    let frames: Vec<_> = std::iter::once(short)
        .chain(rest.chunks(100_000))
        .map(|part| {
            [b"\x50\x2a\x4d\x18\x01\0\0\0x", &compress_to_vec(part, CompressionLevel::Fastest)[..]].concat()
        })
        .collect();
    assert!(frames.len() > 8);
    let frames = frames.concat();
    for threads in [1, 3] {
        assert_eq!(in_threads(&frames, threads), expected);
        let (games, errors) = in_threads(&frames[..frames.len() - 10], threads);
        assert!(
            games.len() > 2000 && errors.last().unwrap().reason.starts_with("cannot be read: "),
            "{errors:?}"
        );
    }
    // The games before the place where a frame is cut off are not lost.
    let frame = compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
    let cut_off = &frame[..frame.len() - 10];
    assert_eq!(in_threads(cut_off, 1), in_threads(cut_off, 3));
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
            let (_, mistakes) = in_threads(&frame, threads);
            assert_eq!(mistakes.len(), errors);
            assert!(
                mistakes.iter().all(|error| error.reason.to_lowercase().contains("checksum")),
                "{mistakes:?}"
            );
        }
    }
}

/// Checks that a truncated file gives all games before the last line that was read, and an error.
#[cfg(feature = "gzip")]
#[test]
fn truncated_gzip() {
    let whole = gzipped(many_games().as_bytes());
    for threads in [1, 3] {
        let (games, errors) = in_threads(&whole[..whole.len() / 2], threads);
        assert!(games.len() > 1000, "{}", games.len());
        assert!(errors.last().unwrap().reason.starts_with("cannot be read: "), "{errors:?}");
    }
}

/// Checks every way to write a move, on the pawns alone and on a board.
#[test]
fn forms_of_moves() {
    let start = "[FEN \"r3k2r/1P1p4/8/4Pp2/pP6/8/P1p3P1/R3K1NR w KQkq f6 0 9\"]\n";
    for (moves, board) in [
        ("exf6 e.p.", "r3k2r/1P1p4/5P2/8/pP6/8/P1p3P1/R3K1NR"),
        ("exf6ep+", "r3k2r/1P1p4/5P2/8/pP6/8/P1p3P1/R3K1NR"),
        ("e5xf6 ep", "r3k2r/1P1p4/5P2/8/pP6/8/P1p3P1/R3K1NR"),
        ("e5:f6!?", "r3k2r/1P1p4/5P2/8/pP6/8/P1p3P1/R3K1NR"),
        ("ef6", "r3k2r/1P1p4/5P2/8/pP6/8/P1p3P1/R3K1NR"),
        ("-- d5 e5xd6", "r3k2r/1P6/3P4/5p2/pP6/8/P1p3P1/R3K1NR"),
        ("Z0 d5", "r3k2r/1P6/8/3pPp2/pP6/8/P1p3P1/R3K1NR"),
        ("Nf3 --", "r3k2r/1P1p4/8/4Pp2/pP6/5N2/P1p3P1/R3K2R"),
        ("bxa8Q+!? Kf7", "Q6r/3p1k2/8/4Pp2/pP6/8/P1p3P1/R3K1NR"),
        ("b8=q+", "rQ2k2r/3p4/8/4Pp2/pP6/8/P1p3P1/R3K1NR"),
        ("b7-b8(N)", "rN2k2r/3p4/8/4Pp2/pP6/8/P1p3P1/R3K1NR"),
        ("Pb7xa8/R+", "R3k2r/3p4/8/4Pp2/pP6/8/P1p3P1/R3K1NR"),
        ("bxa8=B", "B3k2r/3p4/8/4Pp2/pP6/8/P1p3P1/R3K1NR"),
        ("Ng1f3 0-0!", "r4rk1/1P1p4/8/4Pp2/pP6/5N2/P1p3P1/R3K2R"),
        ("g2-g4 f5xg4", "r3k2r/1P1p4/8/4P3/pP4p1/8/P1p5/R3K1NR"),
        ("Nh3 c1=Q", "r3k2r/1P1p4/8/4Pp2/pP6/7N/P5P1/R1q1K2R"),
        // Only the next move takes en passant, and this one takes a rook.
        ("Nf3 Rh6 Ng1 Rf6 exf6", "r3k3/1P1p4/5P2/5p2/pP6/8/P1p3P1/R3K1NR"),
        ("Rhxh8+", "r3k2R/1P1p4/8/4Pp2/pP6/8/P1p3P1/R3K1N1"),
    ] {
        let game = format!("{start}{moves} *");
        let last = read_all(&game).pop().unwrap();
        assert_eq!(last.fen().split(' ').next(), Some(board), "{moves}");
        assert!(last.fen().ends_with(&format!(" {}", 9 + last.ply / 2)), "{moves}");
        let (games, errors) = in_threads(game.as_bytes(), 1);
        assert_eq!(games[0].1.last().unwrap().pawns, last.pawns, "{moves}");
        assert_eq!(errors, [], "{moves}");
    }
}

/// Checks that the last move is shown with signs of check and mate, but without evaluations.
#[test]
fn moves_without_evaluations() {
    let fen = "[FEN \"4k3/P7/8/8/8/8/3QP3/R3K3 w Q - 0 1\"]";
    for (written, evaluations) in
        [(["e4", "a8=Q", "O-O-O"], &["", "!?", "+-", "/="][..]), (["Qd8+", "Qd7#", "Qd6++"], &["", "!", "?"])]
    {
        for (written, evaluation) in
            written.iter().flat_map(|one| evaluations.iter().map(move |two| (one, two)))
        {
            let positions = read_all(format!("{fen}\n1. {written}{evaluation} *"));
            assert_eq!(positions[1].last_move().unwrap(), *written, "{evaluation}");
        }
    }
}

/// Checks the mistakes that the pawns show without a board.
#[test]
fn mistakes_that_pawns_show() {
    for (moves, mistake) in [
        ("1. e5", "1. \"e5\" is impossible: no pawn can move there"),
        ("1. exd4", "1. \"exd4\" is impossible: no pawn can move there"),
        ("1. e4 e5 2. e5", "2. \"e5\" is impossible: a pawn is there"),
        ("1. Nd2", "1. \"Nd2\" is impossible: a pawn of the same color is there"),
        ("1. e3=Q", "1. \"e3=Q\" is impossible: a pawn promotes"),
        ("[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=K", "1. \"a8=K\""),
        ("1. Sf3", "1. \"Sf3\" is not a move; letters of other languages are not read: pieces are"),
        ("1. Jf3", "1. \"Jf3\" is not a move; letters of other languages are not read"),
        ("1. \u{2658}f3", "figurines are not read: pieces are written K, Q, R, B and N"),
        ("1. i4", "1. \"i4\" is not a move"),
        ("1. e9", "1. \"e9\" is not a move"),
        ("1. b1c3", "1. \"b1c3\" is impossible: no pawn can move there"),
        ("1. hxa4", "1. \"hxa4\" is impossible: no pawn can move there"),
        ("1. a3 e5 2. axh3", "2. \"axh3\" is impossible: no pawn can move there"),
        ("1. e4 e6 2. d3 e5 3. dxe4", "3. \"dxe4\" is impossible: a pawn is there"),
        ("1. e4 d5 2. exd5 e6 3. d4 e5 4. d5", "4. \"d5\" is impossible: a pawn is there"),
        ("1. e4 Nf6 2. d4 Nd5 3. Pxd5", "3. \"Pxd5\" is not a move"),
        ("1. e4 Nf6 2. d4 Nd5 3. dxd5", "3. \"dxd5\" is not a move"),
        (
            "[FEN \"4k3/8/8/8/8/4p3/4P3/4K3 b - - 0 40\"]\n40... Kd7 41. e4",
            "41. \"e4\" is impossible: no pawn can move there",
        ),
        (
            "[FEN \"4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1\"]\n1. e2e4",
            "1. \"e2e4\" is impossible: no pawn can move there",
        ),
        (
            "1. e4 e6 2. e5 d5 3. Nf3 Nf6 4. exd6 e4 5. a3",
            "4... \"e4\" is impossible: no pawn can move there",
        ),
    ] {
        let (_, errors) = in_threads(format!("[Event \"x\"]\n{moves}").as_bytes(), 1);
        assert!(errors.len() == 1 && errors[0].reason.starts_with(mistake), "{moves}: {errors:?}");
    }
}

/// Checks that games without tags are parted after a result, once they are as long as a single game may be.
#[test]
fn games_without_tags() {
    let comment = "a line\n".repeat(1 << 17);
    let text = format!("[A \"b\"]\n1. e4 {{1-0\n{comment}}} *\n")
        + &format!("1. e4 {{{comment}}}\ne5 1-0\n").repeat(19);
    assert!(text.len() > MAX_GAME);
    let (games, errors) = in_threads(text.as_bytes(), 1);
    assert_eq!(errors, []);
    assert!(games.iter().map(|(number, _)| *number).eq(1..=20));
    let numbers: Vec<_> =
        read_all(text).into_iter().map(|position| position.game.unwrap().number()).collect();
    assert_eq!((numbers.len(), numbers.last()), (2 + 19 * 3, Some(&20)));
}

/// Checks the limit on half-moves. Knights can move back and forth forever.
#[test]
fn endless_games() {
    let text = format!("[Event \"x\"]\n{}", "1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(6000));
    let (before, _, reason) = read_error(text);
    assert_eq!(before, 20_001);
    assert_eq!(reason, "the game has more than 20000 half-moves");
}

/// Generates the FEN of a random board, and its pawns.
fn any_placement() -> impl Strategy<Value = (String, Pawns)> {
    let pieces = prop::sample::select(b"........PPpp..nbrqkNBRQK".to_vec());
    prop::collection::vec(pieces, 64).prop_map(|mut symbols| {
        for edge in (0..8).chain(56..64) {
            symbols[edge] = no_pawn(symbols[edge]);
        }
        let ranks: Vec<String> = symbols.chunks(8).map(rank_of).collect();
        let pawns = |symbol| {
            symbols
                .iter()
                .enumerate()
                .filter(|&(_, &piece)| piece == symbol)
                .map(|(at, _)| 1_u64 << (at ^ 56))
                .sum()
        };
        (ranks.join("/"), Pawns::from_bits(pawns(b'P'), pawns(b'p')))
    })
}

fn no_pawn(symbol: u8) -> u8 {
    if symbol.eq_ignore_ascii_case(&b'p') { b'.' } else { symbol }
}

fn rank_of(symbols: &[u8]) -> String {
    let mut text: String = symbols.iter().map(|&symbol| char::from(symbol)).collect();
    for run in (1..=8).rev() {
        text = text.replace(&".".repeat(run), &run.to_string());
    }
    text
}

/// Generates a game of random legal moves with comments and other additions between them, and its positions.
fn any_game() -> impl Strategy<Value = (String, Vec<Board>)> {
    let between = prop::sample::select(vec![
        " ",
        "\n",
        "\r\n",
        " {[%eval 0.1]} ",
        " {two\nlines (} ",
        " $14 ",
        " (1. h4 {)} (a3) b6) ",
        " ; rest 1. a4\n",
        "!? ",
        "\n% escaped\n",
        " ! ",
    ]);
    prop::collection::vec((any::<prop::sample::Index>(), between, any::<bool>()), 0..120).prop_map(
        |choices| {
            let mut boards = vec![Board::default()];
            let mut text = String::from("[White \"a\"]\n\n");
            for (choice, between, numbered) in choices {
                let mut board = boards.last().unwrap().clone();
                let mut moves = Vec::new();
                board.generate_moves(|piece_moves| {
                    moves.extend(piece_moves);
                    false
                });
                if moves.is_empty() {
                    break;
                }
                let played = *choice.get(&moves);
                if numbered {
                    text += &format!("{}...", board.fullmove_number());
                }
                text += &format!("{}{between}", display_san_move(&board, played));
                board.play(played);
                boards.push(board);
            }
            (text + " *\n", boards)
        },
    )
}

/// Generates text similar to valid input: valid parts in any order, and sometimes arbitrary bytes.
fn nonsense() -> impl Strategy<Value = Vec<u8>> {
    let words = "8 / p P k w KQkq - e3 ; \" # bm\te4; [ ] FEN [FEN \"] \\ { } ( ) % $1 * 1-0 1. e4 e5 Nf3 O-O 0-0-0 exd5 \
                 e8=Q Qa1b2xc3+ -- ! \0 \u{feff} 8/8/8/8/8/8/8/8";
    let others = [&b" "[..], b"\n", b"\r\n", b"0 1", b"[FEN \"", b"\xff", INITIAL.as_bytes()];
    let pieces: Vec<&[u8]> = words.split(' ').map(str::as_bytes).chain(others).collect();
    let piece = prop_oneof![
        12 => prop::sample::select(pieces).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..8),
    ];
    let damaged_fen = (any_placement(), any::<prop::sample::Index>(), any::<u8>()).prop_map(
        |((placement, _), at, byte)| {
            let mut fen = format!("{placement} w KQkq e6 0 1\n").into_bytes();
            let at = at.index(fen.len());
            fen[at] = byte;
            fen
        },
    );
    prop_oneof![prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat()), damaged_fen]
}

proptest! {
    #[test]
    fn placements((fen, pawns) in any_placement()) {
        prop_assert_eq!(fen.parse::<Position>().map(|position| position.pawns), Ok(pawns));
    }

    #[test]
    fn random_games((text, boards) in any_game()) {
        let positions = read_all(&text);
        prop_assert_eq!(positions.len(), boards.len());
        let (games, errors) = in_threads(text.as_bytes(), 1);
        let pawns_alone = games[0].1.iter().flat_map(|run| run.plies.clone().map(|ply| (ply, run.pawns)));
        prop_assert!(errors.is_empty());
        prop_assert!(pawns_alone.eq(positions.iter().map(|position| (position.ply, position.pawns))));
        for ((position, board), ply) in positions.iter().zip(&boards).zip(0..) {
            let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
            prop_assert_eq!(position.fen(), board.to_string());
            prop_assert_eq!(position.pawns, Pawns::from_bits(pawns(Color::White), pawns(Color::Black)));
            prop_assert_eq!(position.ply, ply);
        }
    }

    /// Checks that every input gives positions or errors, and that all positions have their pawns on ranks 2 to 7.
    #[test]
    fn nothing_panics(bytes in nonsense()) {
        let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        for format in [None, Some(Format::Lines), Some(Format::Pgn)] {
            for result in read(&bytes, format) {
                match result {
                    Ok(position) => {
                        let pawns = position.pawns.white().own() | position.pawns.black().own();
                        prop_assert_eq!(pawns.bits() & 0xff00_0000_0000_00ff, 0);
                        prop_assert_eq!(position.fen().parse::<Position>().map(|again| again.pawns), Ok(position.pawns));
                    }
                    Err(error) => {
                        prop_assert!(error.line.is_some_and(|line| (1..=lines + 1).contains(&line)));
                        prop_assert!(!error.reason.is_empty() && error.reason.len() < 600);
                    }
                }
            }
        }
    }
}
