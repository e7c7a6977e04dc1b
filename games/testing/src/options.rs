//! The options of the questions, each with values and what they mean.

use cozy_chess::{Board, Color, Piece};

use crate::games::{SampleGame, last_move};

/// A value of an option.
#[derive(Clone, Copy, Debug)]
pub struct SampleValue {
    /// The name of the option.
    pub option: &'static str,
    pub text: &'static str,
    pub meaning: &'static Meaning,
}

/// What is to be so.
#[derive(Debug)]
pub enum Meaning {
    /// The first condition holds in so many positions in a row.
    Lasts(usize),
    /// The positions of a match are such.
    At(fn(&Board) -> bool),
    /// The game is such.
    Game(fn(&SampleGame) -> bool),
    /// A side of the game is such.
    Side(fn(&SampleGame, usize) -> bool),
    /// A side has one of these names.
    Plays(&'static [&'static str]),
}

use Meaning::{At, Game, Lasts, Plays, Side};

/// All options with their values.
pub const MEANINGS: &[(&str, &[(&str, Meaning)])] = &[
    (
        "for",
        &[
            ("1", Lasts(2)),
            ("3 moves", Lasts(6)),
            ("8plies", Lasts(8)),
            ("2plies", Lasts(2)),
        ],
    ),
    (
        "moves",
        &[
            ("10-20", At(|board| (10..=20).contains(&last_move(board)))),
            ("7", At(|board| last_move(board) == 7)),
            ("-5", At(|board| last_move(board) <= 5)),
            ("25-", At(|board| last_move(board) >= 25)),
        ],
    ),
    (
        "player",
        &[
            ("hou", Plays(&["Hou, Yifan", "Hou,Y"])),
            ("Kramnik, V", Plays(&["Kramnik,V", "Kramnik, Vladimir"])),
            (
                "Nobody;qi guo;houska",
                Plays(&["Guo, Qi", "Houska, Jovanka"]),
            ),
        ],
    ),
    (
        "as",
        &[
            ("white", Side(|_, side| side == 0)),
            ("black", Side(|_, side| side == 1)),
        ],
    ),
    (
        "result",
        &[
            (
                "won",
                Side(|game, side| game.result == ["1-0", "0-1"][side]),
            ),
            (
                "lost",
                Side(|game, side| game.result == ["0-1", "1-0"][side]),
            ),
            ("drawn", Game(|game| game.result == "1/2-1/2")),
            ("1-0", Game(|game| game.result == "1-0")),
            ("0-1", Game(|game| game.result == "0-1")),
            ("1/2-1/2", Game(|game| game.result == "1/2-1/2")),
        ],
    ),
    (
        "elo",
        &[
            ("-2600", Game(|game| game.are_rated(0, 2600))),
            ("2500-2600", Game(|game| game.are_rated(2500, 2600))),
        ],
    ),
    (
        "year",
        &[
            ("1999", Game(|game| game.year == Some(1999))),
            (
                "-1999",
                Game(|game| game.year.is_some_and(|year| year <= 1999)),
            ),
            (
                "1999-",
                Game(|game| game.year.is_some_and(|year| year >= 1999)),
            ),
        ],
    ),
    (
        "pieces",
        &[
            ("-12", At(|board| number(board) <= 12)),
            ("11-13", At(|board| (11..=13).contains(&number(board)))),
        ],
    ),
    (
        "material",
        &[
            (
                "QRRBBNvQRRBBNN",
                At(|board| has(board, [1, 2, 2, 1], [2, 2, 2, 1])),
            ),
            (
                "KBvN,BBNNQRvrrqnnb",
                At(|board| {
                    has(board, [0, 1, 0, 0], [1, 0, 0, 0]) || has(board, [2, 2, 1, 1], [2, 1, 2, 1])
                }),
            ),
        ],
    ),
    (
        "eco",
        &[
            ("C10-C19", Game(|game| game.eco_and_event[0] == "C11")),
            ("D", Game(|game| game.eco_and_event[0] == "D35")),
            ("A,C1,D36", Game(|game| game.eco_and_event[0] == "C11")),
            ("D35", Game(|game| game.eco_and_event[0] == "D35")),
        ],
    ),
    (
        "event",
        &[
            ("OPE", Game(|game| game.eco_and_event[1] == "Open")),
            ("cup", Game(|game| game.eco_and_event[1] == "Cup")),
        ],
    ),
    (
        "time-control",
        &[
            ("bullet", Game(|game| game.time_control == "10+0.1")),
            ("blitz", Game(|game| game.time_control == "180+2")),
            (
                "correspondence",
                Game(|game| ["1/86400", "1 in 5 days"].contains(&game.time_control)),
            ),
            (
                "1 in 5 days",
                Game(|game| game.time_control == "1 in 5 days"),
            ),
            ("rapid", Game(|game| game.time_control == "600")),
            (
                "classical",
                Game(|game| game.time_control == "40/7200:1800"),
            ),
            ("600", Game(|game| game.time_control == "600")),
        ],
    ),
    (
        "opponent-elo",
        &[
            ("-2600", Side(|game, side| game.is_rated(1 - side, 0, 2600))),
            (
                "2600-",
                Side(|game, side| game.is_rated(1 - side, 2600, u32::MAX)),
            ),
        ],
    ),
];

impl SampleGame {
    fn is_rated(&self, side: usize, least: u32, most: u32) -> bool {
        self.ratings[side].is_some_and(|rating| (least..=most).contains(&rating))
    }

    fn are_rated(&self, least: u32, most: u32) -> bool {
        self.is_rated(0, least, most) && self.is_rated(1, least, most)
    }
}

/// Returns the numbers of knights, bishops, rooks and queens of both sides.
fn pieces(board: &Board) -> [[u32; 4]; 2] {
    [Color::White, Color::Black].map(|color| {
        let kinds = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        kinds.map(|piece| board.colored_pieces(color, piece).len())
    })
}

fn number(board: &Board) -> u32 {
    pieces(board).as_flattened().iter().sum()
}

fn has(board: &Board, one: [u32; 4], other: [u32; 4]) -> bool {
    [[one, other], [other, one]].contains(&pieces(board))
}
