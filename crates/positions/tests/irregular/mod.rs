//! Random games and records, written in the irregular ways that files have, with all that their
//! readers must find.

use std::collections::BTreeSet;
use std::io::{self, Cursor, Read};

use cozy_chess::util::{display_san_move, display_uci_move};
use cozy_chess::{Board, Color, File, Move, Piece, Rank};
use fastrand::Rng;
use pawnfill::{Color as Side, Pawns};
use pawnfill_positions::{Error, Format, Game, Position};

#[derive(Default)]
pub(super) struct SampleGame {
    /// From its first tag or move to its result, or to the next game.
    text: std::ops::Range<usize>,
    tags: Vec<(String, String)>,
    /// Its positions, each with the comments and glyphs after the move that led there.
    positions: Vec<(Shown, Notes)>,
    moves: Vec<Played>,
    has_result: bool,
}

#[derive(Clone, Default)]
struct Shown {
    board: Board,
    clock: u32,
    number: u32,
}

type Notes = (BTreeSet<u8>, Option<String>);

/// A move: its place in the input, its text without an evaluation, and its squares.
struct Played(std::ops::Range<usize>, String, String);

impl Shown {
    fn pawns(&self) -> Pawns {
        let pawns = Color::ALL.map(|color| self.board.colored_pieces(color, Piece::Pawn).0);
        Pawns::from_bits(pawns[0], pawns[1])
    }

    fn side(&self) -> Side {
        if self.board.side_to_move() == Color::White {
            Side::White
        } else {
            Side::Black
        }
    }

    /// Plays a move, or passes. The board counts as far as a byte.
    fn play(&mut self, played: Option<Move>) {
        self.number += u32::from(self.side() == Side::Black);
        match played {
            Some(played) => self.board.play(played),
            None => self.board = self.board.null_move().unwrap(),
        }
        self.clock = if self.board.halfmove_clock() == 0 {
            0
        } else {
            self.clock + 1
        };
    }

    /// Returns the FEN. A castling right is named by its file if a rook stands farther
    /// from its king.
    fn fen(&self) -> String {
        let by_files = format!("{:#}", self.board);
        let name = |letter: char| {
            let is_white = letter.is_ascii_uppercase();
            let color = if is_white { Color::White } else { Color::Black };
            let king = self.board.king(color).file() as u8;
            let rook = letter.to_ascii_lowercase() as u8 - b'a';
            let (outer, wing) = if rook > king {
                (rook + 1..8, 'k')
            } else {
                (0..rook, 'q')
            };
            let rooks = self.board.colored_pieces(color, Piece::Rook);
            let rooks = rooks & Rank::First.relative_to(color).bitboard();
            let is_inner = rooks
                .into_iter()
                .any(|one| outer.contains(&(one.file() as u8)));
            match (is_inner, is_white) {
                (true, _) => letter,
                (_, true) => wing.to_ascii_uppercase(),
                _ => wing,
            }
        };
        let fields = by_files.split(' ').enumerate();
        let fields = fields.map(|(number, field)| match (number, field) {
            (2, "-") | (0 | 1 | 3.., _) => field.to_owned(),
            (2, rights) => rights.chars().map(name).collect(),
        });
        self.counted(&fields.collect::<Vec<_>>().join(" "))
    }

    fn counted(&self, fen: &str) -> String {
        format!(
            "{} {} {}",
            fen.rsplitn(3, ' ').last().unwrap(),
            self.clock,
            self.number
        )
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.board.generate_moves(|of_piece| {
            moves.extend(of_piece);
            false
        });
        moves
    }

    fn is_castling(&self, played: Move) -> bool {
        self.board.color_on(played.to) == Some(self.board.side_to_move())
    }

    fn squares(&self, played: Option<Move>) -> String {
        let Some(played) = played else {
            return "0000".to_owned();
        };
        let is_usual =
            played.from.file() == File::E && [File::A, File::H].contains(&played.to.file());
        if is_usual {
            display_uci_move(&self.board, played).to_string()
        } else {
            played.to_string()
        }
    }
}

const SIGNS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];
const NEWLINE: &str = "\n|\r\n";
const REST: &str = "2.|{|}|(|)|[A \"b\"]|1-0|*|e4|$1|\"|;|%";
const COMMENT: &str = "x|2.|(|)|\"|[|]|;|%|1-0|*|1. e4|$1|[A \"b\"]|\\|\u{e9}|{|!?|\n[%clk 0:05:00]|\r\n% x|\n)|\n1/2-1/2|\n; x|\
                       [%evalx 1]|\n\nx";
struct Writer {
    rng: Rng,
    out: Vec<u8>,
}

impl Writer {
    fn one_in(&mut self, number: usize) -> bool {
        self.rng.usize(..number) == 0
    }

    fn any<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.rng.usize(..of.len())].clone()
    }

    fn pick<'a>(&mut self, of: &'a str) -> &'a str {
        self.any(&of.split('|').collect::<Vec<_>>())
    }

    fn write(&mut self, text: impl AsRef<[u8]>) {
        self.out.extend_from_slice(text.as_ref());
    }

    fn put(&mut self, of: &str) {
        let text = self.pick(of);
        self.write(text);
    }

    fn words(&mut self, words: &str) {
        for _ in 0..self.rng.usize(..6) {
            self.put(words);
            self.write(" ");
        }
    }

    fn comment(&mut self, notes: &mut Notes) {
        self.write("{");
        self.words(COMMENT);
        if self.one_in(3) {
            let value = self.pick("0.35|#-3|-1.2,20|0");
            let command = self
                .pick("[%eval VALUE]|[%eval  VALUE ] ")
                .replace("VALUE", value);
            self.write(command);
            notes.1.get_or_insert(value.to_owned());
        }
        self.words(COMMENT);
        let length = if self.one_in(60) {
            self.rng.usize(..12_000)
        } else {
            0
        };
        self.write("long ".repeat(length) + "}");
    }

    fn variation(&mut self, depth: usize) {
        self.write("(");
        for _ in 0..self.rng.usize(..6) {
            self.put("d4 |12.\n|3...Nf6 |O-O |d4!?|$3|-- |e8=Q+ |exd6 e.p. |; ) {\n|\n% ) (\n|{ ) [%eval 1] }|{( \n}");
            if depth < 4 && self.one_in(6) {
                self.variation(depth + 1);
            }
        }
        self.write(")");
    }

    fn between(&mut self, notes: &mut Notes, is_after_move: bool) {
        while self.one_in(2) {
            self.put("| |\n|\r\n|\t|\n\n| \n  ");
            let glyph = self.rng.u8(..);
            match self.rng.usize(..6) {
                0 => self.comment(notes),
                1 => {
                    self.put("; |;|\n%|\r\n% ");
                    self.words(REST);
                    self.put(NEWLINE);
                }
                2 if is_after_move => {
                    self.write(format!(" {} ", SIGNS[usize::from(glyph % 6)]));
                    notes.0.insert(glyph % 6 + 1);
                }
                2 | 3 => {
                    self.write(format!("${glyph} "));
                    notes.0.insert(glyph);
                }
                _ => self.variation(0),
            }
        }
        self.put(" |\n|\r\n|\t |  ");
    }

    /// Returns a move without the sign of check, in one of the forms that programs write.
    fn san(&mut self, shown: &Shown, played: Move) -> String {
        let san = display_san_move(&shown.board, played).to_string();
        let san = san.trim_end_matches(['+', '#']);
        match self.rng.usize(..8) {
            0 => san.replace('O', "0"),
            1 => san.replace('x', ":"),
            2 => san.replace('x', ""),
            3 => san.replace('=', ""),
            4 => san.replace('=', "/"),
            _ => san.to_owned(),
        }
    }

    fn choose(&mut self, shown: &Shown) -> Option<Option<Move>> {
        if self.one_in(20) && shown.board.null_move().is_some() {
            return Some(None);
        }
        let (moves, kind) = (shown.legal_moves(), self.rng.usize(..3));
        let is_chosen = |played: &Move| {
            let is_pawn = shown.board.piece_on(played.from) == Some(Piece::Pawn);
            let is_rare =
                is_pawn && played.from.file() != played.to.file() || played.promotion.is_some();
            [is_rare || shown.is_castling(*played), is_pawn, true][kind]
        };
        let chosen: Vec<_> = moves.iter().copied().filter(is_chosen).collect();
        let of = if chosen.is_empty() { moves } else { chosen };
        (!of.is_empty()).then(|| Some(self.any(&of)))
    }

    fn number(&mut self, shown: &Shown, made: &mut SampleGame) {
        // A line with `1.` may begin another game.
        let is_reply = shown.number == 1 && shown.side() == Side::Black;
        let forms = if is_reply {
            "N...|N... |N ... |"
        } else {
            "N.|N. |N...|N... |N |N ... |"
        };
        let number = self.pick(forms).replace('N', &shown.number.to_string());
        self.write(&number);
        if number.ends_with(' ') {
            self.between(&mut made.positions.last_mut().unwrap().1, false);
        }
    }

    /// Writes a move, and what follows it. Returns `false` if there is none.
    fn play(&mut self, shown: &mut Shown, made: &mut SampleGame) -> bool {
        let Some(played) = self.choose(shown) else {
            return false;
        };
        self.number(shown, made);
        let text = match played {
            Some(played) => self.san(shown, played),
            None => self.pick("--|Z0").to_owned(),
        };
        let squares = shown.squares(played);
        shown.play(played);
        let (mut notes, start) = (Notes::default(), self.out.len());
        let check = match shown.board.checkers().is_empty() {
            true => "",
            false => self.pick("|+|#|++"),
        };
        let san = text + check;
        self.write(&san);
        match self.rng.usize(..12) {
            sign @ 0..6 => {
                self.write(SIGNS[sign]);
                notes.0.insert(sign as u8 + 1);
            }
            6 if check.is_empty() => {
                let (sign, number) = self.any(&[("+-", Some(18)), ("=", Some(10)), ("/=", None)]);
                self.write(sign);
                notes.0.extend(number);
            }
            _ => {}
        }
        made.moves.push(Played(start..self.out.len(), san, squares));
        self.between(&mut notes, true);
        made.positions.push((shown.clone(), notes));
        true
    }

    fn tag(&mut self, name: &str, value: Option<&str>) -> (Vec<u8>, (String, String)) {
        let words = "a| |[b]|{|}|\"|\\|;|%|(|\u{fc}|1-0|*|?|,|']";
        let value = value.map_or_else(
            || (0..self.rng.usize(..5)).map(|_| self.pick(words)).collect(),
            str::to_owned,
        );
        let written = value.replace('\\', "\\\\").replace('"', "\\\"");
        let text = self
            .pick("[N \"V\"]|[ N\t \"V\" ]")
            .replace('N', name)
            .replace('V', &written);
        // Texts that are not UTF-8 are ISO 8859-1.
        let is_latin = text.contains('\u{fc}') && self.one_in(2);
        let bytes = if is_latin {
            text.chars().map(|one| one as u8).collect()
        } else {
            text.into_bytes()
        };
        (bytes, (name.to_owned(), value))
    }

    fn tags(&mut self, start: Option<&Shown>, begins_line: bool, made: &mut SampleGame) {
        let mut tags = Vec::new();
        for _ in 0..self.rng.usize(..5) {
            let name = self.pick("White|Black|WHITE|Site|X_1|result|Result|ECO");
            tags.push(self.tag(name, None));
        }
        if let Some(start) = start {
            let fen = if self.one_in(2) {
                start.fen()
            } else {
                start.counted(&format!("{:#}", start.board))
            };
            let fen = fen + self.pick("|| bm e4;");
            let name = self.pick("FEN|fEn");
            tags.push(self.tag(name, Some(&fen)));
            let value = self
                .pick("Chess|standard|NORMAL|From Position|Chess 960|chess-960|Fischerandom|Fischer Random");
            if self.one_in(2) {
                tags.push(self.tag("vARIANT", Some(value)));
            }
        }
        let is_set_up = start.is_some() || self.one_in(3);
        if is_set_up && self.one_in(2) {
            let (name, value) = (
                self.pick("SetUp|SETUP"),
                self.pick(if start.is_some() { "1|0|" } else { "0||x" }),
            );
            tags.push(self.tag(name, Some(value)));
        }
        self.rng.shuffle(&mut tags);
        if tags.is_empty() || self.one_in(2) {
            tags.insert(0, self.tag("Event", Some("x")));
        }
        made.tags = tags.iter().map(|(_, tag)| tag.clone()).collect();
        let mut texts: Vec<_> = tags.into_iter().map(|(text, _)| text).collect();
        // Quotes in a value may have no backslash, except before moves.
        for text in texts
            .iter_mut()
            .rev()
            .skip(1)
            .filter(|text| text.windows(2).any(|two| two == b"\\\""))
        {
            if self.one_in(3) && !text.windows(2).any(|two| two == b"\\\\") {
                text.retain(|&byte| byte != b'\\');
            }
        }
        for (index, text) in texts.iter().enumerate() {
            let separators = match begins_line {
                _ if index == 0 => "",
                false => " ||\t",
                // Below a blank line, a tag that was seen begins a game.
                true if made.tags[..index]
                    .iter()
                    .any(|tag| tag.0 == made.tags[index].0) =>
                {
                    " ||\n|\r\n"
                }
                true => " ||\t| ; {\n| ;[A \"b\"] 1-0\r\n|\n|\r\n|\n|\r\n|\n\n|\r\n \r\n",
            };
            self.put(separators);
            self.write(text);
        }
    }

    fn start(&mut self) -> Shown {
        let (rooks, rights) = self
            .pick("rr2k1r1 GBgb|rr2k1r1 GAga|r3krr1 Ff|r3krr1 Ga")
            .split_once(' ')
            .unwrap();
        let pieces = rooks.to_uppercase();
        let two_rooks = format!("{rooks}/pppppppp/8/8/8/8/PPPPPPPP/{pieces} w {rights} - 0 1");
        let board = match self.rng.usize(..5) {
            0 => Board::from_fen(&two_rooks, true).unwrap(),
            1 | 2 => Board::chess960_startpos(self.rng.u32(..960)),
            3 => "r3k2r/1P1p4/8/4Pp2/pP6/8/P1p3P1/R3K1NR w KQkq f6 0 9"
                .parse()
                .unwrap(),
            _ => "4k2r/P2p1ppp/8/2P5/1p3n2/8/P1PP2Pp/R3K3 b Qk - 0 9"
                .parse()
                .unwrap(),
        };
        let mut shown = Shown {
            board,
            clock: 0,
            number: 1,
        };
        for _ in 0..self.rng.usize(..12) {
            let Some(played) = self.choose(&shown) else {
                break;
            };
            shown.play(played);
        }
        (shown.clock, shown.number) = (self.rng.u32(..150), self.any(&[1, 2, 9, 40, 70_000]));
        shown
    }

    /// Writes a game below one with or without a result, if there is one.
    fn game(&mut self, above: Option<bool>) -> SampleGame {
        let (mut made, is_free) = (SampleGame::default(), above == Some(true));
        let has_tags = !is_free || !self.one_in(8);
        let before = match is_free {
            true if has_tags && self.one_in(4) => {
                "\n{[A \"b\"] 1. e4}\n|\n; {\r\n|\n% ( {\n|\r\n\n%\n| {a\n[b\n}\n"
            }
            true if has_tags => " |\n|\r\n|\n\n|\r\n\r\n|\n \n",
            true => "\n\n|\r\n\r\n|\n \n",
            false if above.is_none() => "",
            false => "\n|\r\n|\n\n\n",
        };
        self.put(before);
        let begins_line = has_tags && self.out.last().is_none_or(|&byte| byte == b'\n');
        if begins_line && self.one_in(8) {
            self.write("\u{feff}");
        }
        made.text.start = self.out.len();
        let (start, mut notes) = (
            (has_tags && !self.one_in(3)).then(|| self.start()),
            Notes::default(),
        );
        if has_tags {
            self.tags(start.as_ref(), begins_line, &mut made);
            self.put(if begins_line {
                "\n|\n\n|\r\n\r\n| "
            } else {
                "\n\n| "
            });
            self.between(&mut notes, false);
        }
        let mut shown = start.unwrap_or_else(|| Shown {
            number: 1,
            ..Shown::default()
        });
        made.positions.push((shown.clone(), notes));
        // A result without tags and moves is the one above again.
        let length = self.any(&[usize::from(!has_tags), 5, 20, 60]);
        while made.moves.len() < length && self.play(&mut shown, &mut made) {}
        // Without moves, a game must have a result.
        made.has_result = !has_tags || made.moves.is_empty() || !self.one_in(5);
        self.put(if made.has_result {
            "1-0|0-1|1/2-1/2|*"
        } else {
            ""
        });
        made.text.end = self.out.len();
        made
    }
}

pub(super) fn games(seed: u64) -> (Vec<SampleGame>, Vec<u8>) {
    let mut writer = Writer {
        rng: Rng::with_seed(seed),
        out: Vec::new(),
    };
    writer.write(["", "\u{feff}# x\r\n\n", "\n# [\n\u{feff}"][seed as usize % 3]);
    let mut made = Vec::<SampleGame>::new();
    for _ in 0..200 {
        let game = writer.game(made.last().map(|last| last.has_result));
        if let Some(last) = made.last_mut().filter(|last| !last.has_result) {
            last.text.end = game.text.start;
        }
        made.push(game);
    }
    (made, writer.out)
}

/// Gives its bytes in pieces of any length, and is interrupted, as by signals.
struct InPieces(Cursor<Vec<u8>>, Rng);

impl Read for InPieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = if self.0.position() < 20 {
            3
        } else {
            1 << self.1.u32(10..18)
        };
        let length = buffer.len().min(1 + self.1.usize(..most));
        match self.1.usize(..4) {
            0 => Err(io::ErrorKind::Interrupted.into()),
            _ => self.0.read(&mut buffer[..length]),
        }
    }
}

pub(super) fn parse(
    input: &[u8],
    format: Option<Format>,
    threads: usize,
) -> (Vec<Game>, u64, Vec<Error>) {
    let pieces = InPieces(
        Cursor::new(input.to_vec()),
        Rng::with_seed(input.len() as u64),
    );
    let blocks = pawnfill_positions::blocks("test", pieces, format, threads).unwrap();
    let (blocks, errors): (Vec<_>, Vec<_>) =
        blocks.map(std::sync::Arc::clone).partition(Result::is_ok);
    let blocks: Vec<_> = blocks.into_iter().flatten().collect();
    let games: Vec<_> = blocks.iter().flat_map(|games| games.iter()).collect();
    assert_eq!(
        blocks.iter().map(|games| games.count()).sum::<u64>(),
        games.len() as u64
    );
    let notes = blocks
        .iter()
        .flat_map(|games| games.notes().iter().collect::<Vec<_>>());
    let without_result = notes
        .filter(|(note, _)| note.starts_with("without a result"))
        .map(|of| of.1)
        .sum();
    (
        games,
        without_result,
        errors.into_iter().filter_map(Result::err).collect(),
    )
}

type Way = fn(&[u8]) -> Vec<u8>;

/// The ways to compress, with what may stand before and after.
pub(super) const WAYS: &[(Way, &[u8], &[u8])] = &[
    (<[u8]>::to_vec, b"", b""),
    #[cfg(feature = "gzip")]
    (gzip, b"", b"\0\0\0"),
    #[cfg(feature = "zstd")]
    (zstd, b"\x5a\x2a\x4d\x18\x03\0\0\0abc", b""),
];

#[cfg(feature = "gzip")]
fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    io::Write::write_all(&mut encoder, text).unwrap();
    encoder.finish().unwrap()
}

#[cfg(feature = "zstd")]
fn zstd(text: &[u8]) -> Vec<u8> {
    use structured_zstd::encoding::{CompressionLevel, FrameCompressor};
    let mut encoder: FrameCompressor = FrameCompressor::new(CompressionLevel::Fastest);
    encoder.set_content_checksum(true);
    encoder.compress_independent_frame(text)
}

pub(super) fn packed(input: &[u8]) -> Vec<Vec<u8>> {
    // The header of a short frame has another form.
    let (short, rest) = input.split_at(50);
    let parts = || std::iter::once(short).chain(rest.chunks(1 + input.len() / 5));
    let all = |(way, before, after): &(Way, &[u8], &[u8])| {
        parts()
            .flat_map(|part| [before, &way(part)[..], after].concat())
            .collect()
    };
    WAYS.iter().map(all).collect()
}

/// Checks a game without a board, and on one if asked.
fn check(
    made: &SampleGame,
    input: &[u8],
    line: impl Fn(usize) -> u64,
    game: &Game,
    on_board: bool,
) {
    let text = &input[made.text.clone()];
    let place = format!(
        "game {}, line {}: {}",
        game.number(),
        game.line(),
        String::from_utf8_lossy(text)
    );
    assert_eq!(
        (game.line(), game.is_record()),
        (line(made.text.start), false),
        "{place}"
    );
    // The blanks above a game without tags, and a byte order mark below, may belong to it.
    let bare = |text: &[u8]| {
        text.strip_suffix(b"\xef\xbb\xbf")
            .unwrap_or(text)
            .trim_ascii_start()
            .to_vec()
    };
    assert_eq!(
        bare(game.text()).escape_ascii().to_string(),
        bare(text).escape_ascii().to_string()
    );
    let pawns: Vec<_> = made
        .positions
        .iter()
        .map(|(shown, _)| shown.pawns())
        .collect();
    let found = game
        .runs()
        .iter()
        .flat_map(|run| run.plies.clone().map(|ply| (ply, run.pawns)));
    assert!(found.eq((0..).zip(pawns.iter().copied())), "{place}");
    let runs = pawns.chunk_by(|one, two| one == two).count();
    assert_eq!(
        (game.runs().len(), game.plies() as usize),
        (runs, pawns.len()),
        "{place}"
    );
    assert_eq!(
        (game.error(), game.result().is_some()),
        (None, made.has_result),
        "{place}"
    );
    let (first, _) = &made.positions[0];
    assert_eq!(
        game.plies_before(),
        2 * (first.number - 1) + u32::from(first.side() == Side::Black),
        "{place}"
    );
    assert!(
        game.tags().eq(made
            .tags
            .iter()
            .map(|(name, value)| (name.into(), value.into()))),
        "{place}"
    );
    let is_known = |value: &str| value.contains(|one| !"?*. ".contains(one));
    let first_of = |name: &str| {
        let known = made.tags.iter().filter(|tag| is_known(&tag.1));
        let same = known.clone().filter(|tag| tag.0 == name);
        let any = known.filter(|tag| tag.0.eq_ignore_ascii_case(name));
        same.chain(any).map(|tag| &*tag.1).next()
    };
    assert!(
        made.tags
            .iter()
            .all(|(name, _)| game.known().get(name).map(|value| &**value) == first_of(name)),
        "{place}"
    );
    let begin = made.text.start + game.text().trim_ascii_start().len() - game.text().len();
    let places = game
        .moves()
        .map(|place| begin + place.start..begin + place.end);
    assert!(
        places.eq(made.moves.iter().map(|played| played.0.clone())),
        "{place}"
    );
    if !on_board {
        return;
    }
    let (positions, mistake) = game.played();
    assert_eq!(
        (positions.len(), mistake),
        (made.positions.len(), None),
        "{place}"
    );
    for (ply, (position, (shown, notes))) in positions.iter().zip(&made.positions).enumerate() {
        let (fen, place) = (shown.fen(), format!("ply {ply} of {place}"));
        let placement = position.placement().to_string();
        assert_eq!(
            (&*position.fen(), fen.split(' ').next()),
            (&*fen, Some(&*placement)),
            "{place}"
        );
        assert_eq!(
            (position.pawns, position.ply as usize),
            (shown.pawns(), ply),
            "{place}"
        );
        let turn = (position.side_to_move(), position.move_number());
        assert_eq!(turn, (Some(shown.side()), Some(shown.number)), "{place}");
        let last = ply.checked_sub(1).map(|last| &*made.moves[last].1);
        let next = made
            .moves
            .get(ply)
            .map(|next| (next.1.as_str().into(), next.2.clone()));
        assert_eq!(
            (position.last_move().as_deref(), position.next_move()),
            (last, next),
            "{place}"
        );
        assert_eq!(
            (position.nags(), position.command("eval")),
            *notes,
            "{place}"
        );
    }
}

#[test]
fn games_are_read_as_written() {
    for seed in 0..4 {
        let (made, input) = games(seed);
        let lines: Vec<_> = (0..input.len()).filter(|&at| input[at] == b'\n').collect();
        let line = |at: usize| 1 + lines.partition_point(|&end| end < at) as u64;
        let format = input.starts_with(b"[").then_some(Format::Pgn);
        let unfinished = made.iter().filter(|made| !made.has_result).count() as u64;
        // Lines may end with a carriage return.
        let is_lone =
            |at: usize| seed == 3 && input[at] == b'\n' && (at == 0 || input[at - 1] != b'\r');
        let written = |at: usize| if is_lone(at) { b'\r' } else { input[at] };
        let written: Vec<u8> = (0..input.len()).map(written).collect();
        for (threads, packed) in in_threads(&written) {
            let (games, without_result, errors) = parse(&packed, format, threads);
            for (made, game) in made.iter().zip(&games) {
                check(made, &input, line, game, threads == 1 && packed == written);
            }
            assert!(games.iter().map(Game::number).eq(1..=made.len() as u64));
            if packed != written {
                // The games before a cut are not lost.
                let (cut, _, errors) = parse(&packed[..packed.len() - 10], None, threads);
                let is_same = |(one, two): (&Game, &Game)| {
                    two.text().starts_with(one.text().trim_ascii_end())
                };
                assert!(cut.len() > made.len() / 2 && cut.iter().zip(&games).all(is_same));
                assert!(
                    errors.len() == 1 && errors[0].reason.starts_with("cannot be read: "),
                    "{errors:?}"
                );
            }
            assert_eq!((without_result, errors), (unfinished, vec![]));
        }
        let known = |result: Result<Position, Error>| {
            result.map(|one| (one.game.unwrap().number(), one.ply, one.pawns))
        };
        let (games, ..) = parse(&input, format, 1);
        let read = pawnfill_positions::read("test", Cursor::new(input), format).map(known);
        assert!(read.eq(games.iter().flat_map(Game::positions).map(known)));
    }
}

fn in_threads(input: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    packed(input)
        .into_iter()
        .flat_map(|packed| [(1, packed.clone()), (3, packed)])
}
