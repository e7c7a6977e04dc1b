//! What a game and its positions have besides pawns and tags.

use std::borrow::Cow;

use pawnfill::{Bitboard, Color, Pawns};
use pawnfill_find::first_seconds;
use pawnfill_positions::{Date, Game, GameResult, Position, Tags};
use time::Month;

use super::cell::Cell;

/// A game of an input.
#[derive(Clone, Copy)]
pub(super) struct InGame<'a> {
    pub(super) file: &'a str,
    /// The number of games in the inputs before this one.
    pub(super) before: u64,
    pub(super) game: &'a Game,
    pub(super) tags: &'a Tags<'a>,
    /// The number of its positions before a mistake that is noticed.
    pub(super) positions: u32,
    pub(super) is_correct: bool,
}

/// A position of a game or a record, with all pieces if a column needs them.
pub(super) struct Place<'a> {
    pub(super) pawns: Pawns,
    pub(super) ply: Option<u32>,
    pub(super) position: Option<&'a Position>,
}

/// What is the same for all positions of a game.
#[derive(Clone, Copy)]
pub(super) enum GameField {
    Game,
    Player(Color),
    Date,
    Year,
    Result,
    Elo(Color),
    File,
    GameInFile,
    Line,
    Complete,
    Plies,
    WhiteScore,
}

impl GameField {
    pub(super) fn cell<'a>(self, of: InGame<'a>) -> Cell<'a> {
        let InGame { game, tags, .. } = of;
        let is_game = !game.is_record();
        match self {
            Self::Game if is_game => Cell::number(Some(of.before + game.number())),
            Self::GameInFile if is_game => Cell::number(Some(game.number())),
            Self::Plies if is_game => Cell::number(of.positions.checked_sub(1)),
            Self::Complete if is_game => {
                let is_complete = game.result().is_some() && of.is_correct;
                Cell::text(Some(if is_complete { "yes" } else { "no" }))
            }
            Self::Game | Self::GameInFile | Self::Plies | Self::Complete => Cell::Missing,
            Self::Player(color) => Cell::text(Some(&*tags.players[color as usize])),
            Self::Elo(color) => Cell::number(tags.ratings[color as usize]),
            Self::Date => whole_date(tags.date).map_or(Cell::Missing, Cell::Date),
            Self::Year => Cell::number(tags.date.map(|date| date.year)),
            Self::Result => Cell::text(tags.result.map(|result| result.to_string())),
            Self::WhiteScore => match game.labels() {
                Some(labels) => Cell::real(labels.white_score),
                None => Cell::real(white_score(tags.result)),
            },
            Self::File => Cell::text(Some(of.file)),
            Self::Line => Cell::number(Some(game.line())),
        }
    }
}

/// What a position has if the moves are played on a full board.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum PositionField {
    Fen,
    SideToMove,
    MoveNumber,
    LastMove,
    NextMove,
    NextUci,
    Material,
    Phase,
    Evaluation,
    Mate,
    Clock,
    Nags,
    Operations,
}

impl PositionField {
    pub(super) fn cell<'a>(self, of: &'a Position) -> Cell<'a> {
        if let Some(labels) = of.labels() {
            match self {
                Self::Evaluation => return Cell::real(labels.evaluation),
                Self::Mate => return Cell::number(labels.mate),
                Self::NextUci => return Cell::text(labels.next_uci.as_deref()),
                _ => {}
            }
        }
        match self {
            Self::Fen => match of.fen() {
                // It was written here, so nothing in it controls a terminal.
                Cow::Owned(fen) => Cell::Text(fen.into()),
                fen => Cell::text(Some(fen)),
            },
            Self::SideToMove => Cell::text(of.side_to_move().map(Color::name)),
            Self::MoveNumber => Cell::number(of.move_number()),
            Self::LastMove => Cell::text(of.last_move()),
            Self::NextMove => Cell::text(of.next_move().map(|(text, _)| text)),
            Self::NextUci => Cell::text(of.next_move().map(|(_, uci)| uci)),
            Self::Material => Cell::text(Some(material(of))),
            Self::Phase => Cell::number(Some(phase(of))),
            Self::Evaluation => Cell::real(pawns_ahead(of)),
            Self::Mate => Cell::number(mate(of)),
            Self::Clock => Cell::real(clock(of)),
            Self::Nags => {
                let nags: Vec<_> = of.nags().iter().map(|nag| format!("${nag}")).collect();
                Cell::text(Some(nags.join(" ")))
            }
            Self::Operations => Cell::text(Some(of.operations())),
        }
    }
}

fn whole_date(date: Option<Date>) -> Option<time::Date> {
    let Date { year, month, day } = date?;
    let month = Month::try_from(month?).ok()?;
    time::Date::from_calendar_date(year.into(), month, day?).ok()
}

fn white_score(result: Option<GameResult>) -> Option<f64> {
    Some(f64::from(result?.half_points()?) / 2.0)
}

fn material(of: &Position) -> String {
    let [white, black] = of.placement().pieces().map(pieces);
    format!("{white}v{black}")
}

fn pieces([_, knights, bishops, rooks, queens, _]: [Bitboard; 6]) -> String {
    let mut names = String::new();
    for (piece, set) in [("Q", queens), ("R", rooks), ("B", bishops), ("N", knights)] {
        names += &piece.repeat(set.count() as usize);
    }
    names
}

/// Returns 1 for each knight and bishop, 2 for each rook and 4 for each queen, but 24 at most.
fn phase(of: &Position) -> u32 {
    let mut phase = 0;
    for [_, knights, bishops, rooks, queens, _] in of.placement().pieces() {
        phase += knights.count() + bishops.count() + 2 * rooks.count() + 4 * queens.count();
    }
    phase.min(24)
}

/// Returns the value of the command `eval` without the depth that may follow it, and whether it is
/// in centipawns, as between two integers.
fn evaluation(of: &Position) -> Option<(String, bool)> {
    let value = of.command("eval")?;
    let (score, depth) = match value.split_once(',') {
        None => (value.trim(), ""),
        Some((score, rest)) => (score.trim(), rest.split(',').next()?.trim()),
    };
    let are_integers = [score, depth]
        .iter()
        .all(|part| part.parse::<i64>().is_ok());
    Some((score.to_owned(), are_integers))
}

fn pawns_ahead(of: &Position) -> Option<f64> {
    let (score, in_centipawns) = evaluation(of)?;
    let score = score
        .parse::<f64>()
        .ok()
        .filter(|score| score.is_finite())?;
    Some(if in_centipawns { score / 100.0 } else { score })
}

/// Returns the moves of `#-3`, `-#3` or `-M3`.
fn mate(of: &Position) -> Option<i64> {
    let (score, _) = evaluation(of)?;
    let (sign, moves) = score.split_once(['#', 'M'])?;
    if !matches!(sign, "" | "+" | "-") {
        return None;
    }
    format!("{sign}{moves}").parse().ok()
}

fn clock(of: &Position) -> Option<f64> {
    let value = of.command("clk").filter(|_| !has_hours(of));
    seconds(&value?)
}

/// Returns `true` if the first clock of the game has two parts and would be less than a tenth of
/// its time control as minutes and seconds, so that they are probably hours and minutes.
pub(super) fn has_hours(of: &Position) -> bool {
    of.game.as_ref().and_then(begins_low).unwrap_or_default()
}

fn begins_low(game: &Game) -> Option<bool> {
    let text = String::from_utf8_lossy(game.text());
    let (first, _) = text.split_once("[%clk ")?.1.split_once(']')?;
    let all = first_seconds(&game.known().time_control)?;
    Some(first.split(':').count() == 2 && seconds(first.trim())? < all / 10.0)
}

/// Returns the seconds of a clock such as `-0:00:05.5`.
fn seconds(value: &str) -> Option<f64> {
    let (sign, value) = match value.strip_prefix('-') {
        Some(value) => (-1.0, value),
        None => (1.0, value),
    };
    let is_clock = |c: char| c.is_ascii_digit() || ":.".contains(c);
    if value.split(':').count() > 3 || !value.chars().all(is_clock) {
        return None;
    }
    let mut seconds = 0.0;
    for part in value.split(':') {
        seconds = seconds * 60.0 + part.parse::<f64>().ok()?;
    }
    Some(sign * seconds)
}
