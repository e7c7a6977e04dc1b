//! Games that are made up: random legal moves, which pawns make more often than pieces.

use cozy_chess::{Board, Color, Move, Piece};
use fastrand::Rng;

use crate::conditions::CONDITIONS;

#[derive(Clone)]
pub struct SampleGame {
    pub names: [&'static str; 2],
    pub ratings: [Option<u32>; 2],
    pub result: &'static str,
    pub year: Option<u32>,
    /// The tags `ECO` and `Event`.
    pub eco_and_event: [&'static str; 2],
    pub time_control: &'static str,
    pub site: &'static str,
    pub moves: Vec<String>,
    /// Whether a mistake follows.
    pub is_bad: bool,
    pub boards: Vec<Board>,
    /// Whether the boards meet each condition, by color.
    pub met: Vec<[Vec<bool>; 2]>,
}

const NAMES: [&str; 9] = [
    "?",
    "Hou, Yifan",
    "Houska, Jovanka",
    "Zhou, Jianchao",
    "Hou,Y",
    "Kramnik,V",
    "Kramnik, Vladimir",
    "Guo, Qi",
    "Ivanchuk, V",
];

/// Returns the number of the last move before a position.
pub fn last_move(board: &Board) -> u32 {
    u32::from(board.fullmove_number()) - u32::from(board.side_to_move() == Color::White)
}

pub fn games(number: usize) -> Vec<SampleGame> {
    let mut rng = Rng::with_seed(1);
    let mut games: Vec<SampleGame> = Vec::new();
    while games.len() < number {
        // Some games begin in the middle of others, and some come again, often with the same names.
        let other = (!games.is_empty() && rng.usize(..4) == 0).then(|| rng.choice(&games).unwrap());
        let is_again = other.is_some() && rng.bool();
        let (boards, moves) = match other {
            Some(game) if is_again => (game.boards.clone(), game.moves.clone()),
            Some(game) => played(rng.choice(&game.boards).unwrap().clone(), &mut rng.fork()),
            None => played(Board::default(), &mut rng.fork()),
        };
        let again = other
            .filter(|_| is_again && rng.usize(..3) > 0)
            .map(|game| (game.names, game.result));
        let names = again.map_or_else(
            || [0; 2].map(|_| rng.choice(NAMES).unwrap()),
            |(names, _)| names,
        );
        let met: Vec<[Vec<bool>; 2]> = CONDITIONS
            .iter()
            .map(|condition| {
                [Color::White, Color::Black].map(|side| {
                    boards
                        .iter()
                        .map(|board| (condition.is_met)(board, side))
                        .collect()
                })
            })
            .collect();
        // Rows about the third condition differ from the usual.
        let results = if met[2][0].contains(&true) {
            ["1-0"; 5]
        } else {
            ["1-0", "0-1", "1/2-1/2", "0-1", "*"]
        };
        games.push(SampleGame {
            names,
            ratings: [0; 2].map(|_| {
                rng.choice([None, Some(2500), Some(2600), Some(2730)])
                    .unwrap()
            }),
            result: again.map_or_else(|| rng.choice(results).unwrap(), |(_, result)| result),
            year: rng
                .choice([None, Some(1998), Some(1999), Some(2001)])
                .unwrap(),
            eco_and_event: [
                rng.choice(["C11", "D35", ""]).unwrap(),
                rng.choice(["Cup", "?", "Open"]).unwrap(),
            ],
            time_control: rng
                .choice([
                    "",
                    "-",
                    "180+2",
                    "10+0.1",
                    "600",
                    "40/7200:1800",
                    "1/86400",
                    "1 in 5 days",
                ])
                .unwrap(),
            site: rng
                .choice([
                    "",
                    "Oslo",
                    "Bergen",
                    "https://example.org/1",
                    "https://example.org/2",
                ])
                .unwrap(),
            met,
            moves,
            is_bad: rng.usize(..20) == 0,
            boards,
        });
    }
    games
}

/// Plays from a board, and returns all boards and the moves.
fn played(start: Board, rng: &mut Rng) -> (Vec<Board>, Vec<String>) {
    let (mut boards, mut moves) = (vec![start], Vec::new());
    for ply in 0..rng.usize(..120) {
        let mut board = boards[ply].clone();
        let (mut of_pawns, mut of_pieces) = (Vec::new(), Vec::new());
        board.generate_moves(|of| {
            if of.piece == Piece::Pawn {
                &mut of_pawns
            } else {
                &mut of_pieces
            }
            .extend(of);
            false
        });
        let steps = if of_pieces.is_empty() || rng.usize(..3) > 0 {
            of_pawns
        } else {
            of_pieces
        };
        let Some(step) = rng.choice(steps) else { break };
        moves.push(written(&board, step));
        board.play(step);
        boards.push(board);
    }
    (boards, moves)
}

fn written(board: &Board, step: Move) -> String {
    // A king that castles goes to its rook.
    if board.colors(board.side_to_move()).has(step.to) {
        return if step.to > step.from { "O-O" } else { "O-O-O" }.to_owned();
    }
    let piece = board.piece_on(step.from).unwrap();
    let letter = if piece == Piece::Pawn {
        String::new()
    } else {
        piece.to_string().to_uppercase()
    };
    let promoted = step.promotion.map_or(String::new(), |to| {
        format!("={}", to.to_string().to_uppercase())
    });
    format!("{letter}{}{}{promoted}", step.from, step.to)
}

impl SampleGame {
    /// Returns the game as PGN, with words after its moves. The mistake of a bad game is a move
    /// that is none, or only illegal.
    pub fn text(&self, is_illegal: bool, after: impl Fn(usize) -> String) -> String {
        let mut text = match self.year {
            // The other tag stands for a year that is missing.
            Some(year @ 1998) => format!("[Date \"????.??.??\"]\n[UTCDate \"{year}.02.01\"]\n"),
            Some(year) => format!(
                "[Date \" {year}.??.??\"]\n[UTCDate \"{}.02.01\"]\n",
                year + 1
            ),
            None => "[Date \"?\"]\n".to_owned(),
        };
        let [eco, event] = self.eco_and_event;
        text += &format!(
            "[Result \"{}\"]\n[ECO \"{eco}\"]\n[Event \"{event}\"]\n",
            self.result
        );
        text += &format!(
            "[Site \"{}\"]\n[TimeControl \"{}\"]\n",
            self.site, self.time_control
        );
        for (color, (name, rating)) in ["White", "Black"]
            .iter()
            .zip(self.names.iter().zip(self.ratings))
        {
            text += &format!("[{color} \"{name}\"]\n");
            // A rating of 0 is none.
            let rating = rating.or((eco == "C11").then_some(0));
            text += &rating.map_or(String::new(), |rating| {
                format!("[{color}Elo \"{rating} \"]\n")
            });
        }
        if self.boards[0] != Board::default() {
            text += &format!("[SetUp \"1\"]\n[FEN \"{}\"]\n", self.boards[0]);
        }
        text += "\n";
        for (number, step) in self.moves.iter().enumerate() {
            text += &format!("{step}{} ", after(number + 1));
        }
        let mut empty = (!self.boards.last().unwrap().occupied()).into_iter();
        let mistake = match (self.is_bad, empty.next(), empty.next()) {
            (true, Some(from), Some(to)) if is_illegal => format!("N{from}{to} "),
            (is_bad, ..) => if is_bad { "e9 " } else { "" }.to_owned(),
        };
        format!("{text}{mistake}{}\n\n", self.result)
    }
}
