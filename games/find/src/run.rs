//! What is written about a game and a run of matching positions.

use std::borrow::Cow;
use std::ops::Range;

use pawnfill::Color;
use pawnfill_expression::text::printable;
use pawnfill_positions::{Game, Position, Tags};
use serde::Serialize;

/// Consecutive positions of a game that match.
pub struct Run {
    /// The number of the condition, from 0.
    pub part: usize,
    /// The side that meets a condition about either side.
    pub side: Option<Color>,
    /// The half-moves since the first position of the game.
    pub plies: Range<u32>,
}

/// What is written about a game, or about a record, which has only a FEN.
#[derive(Default, Serialize)]
pub struct About<'a> {
    /// The name of the input.
    pub file: Cow<'a, str>,
    /// The number of the game in the input.
    pub game_in_file: Option<u64>,
    /// The tag `White`.
    pub white: Cow<'a, str>,
    /// The tag `Black`.
    pub black: Cow<'a, str>,
    /// The tag `Event`.
    pub event: Cow<'a, str>,
    /// The date, with `??` for what is not known.
    pub date: Cow<'a, str>,
    /// The result.
    pub result: Cow<'a, str>,
    /// The tag `Link` or `Site`, which is the address of the game on many sites.
    pub site: Cow<'a, str>,
}

impl<'a> About<'a> {
    /// Collects what is known. No text has characters that control a terminal.
    #[must_use]
    pub fn new(file: &'a str, game: Option<&'a Game>) -> Self {
        let mut about = Self {
            file: printable(file),
            ..Self::default()
        };
        if let Some(game) = game {
            let Tags {
                players: [white, black],
                event,
                address,
                result,
                date,
                ..
            } = game.known();
            about.game_in_file = Some(game.number());
            [about.white, about.black, about.event, about.site] =
                [white, black, event, address].map(printable);
            about.result = shown(result);
            about.date = shown(date);
        }
        about
    }
}

/// Returns what is known as a text.
fn shown(known: Option<impl ToString>) -> Cow<'static, str> {
    known
        .as_ref()
        .map_or_else(String::new, ToString::to_string)
        .into()
}

/// A run of matching positions. A record is one without numbers.
#[derive(Default, Serialize)]
pub struct AboutRun {
    /// The number of the condition, from 1: that of `--then` is 2.
    pub part: usize,
    /// The name of the side, if the condition is about either.
    pub side: Option<&'static str>,
    /// The number of the last move before the first position, which is 0 at the start.
    pub first_move: Option<u32>,
    /// The same for the last position.
    pub last_move: Option<u32>,
    /// The half-moves between the first position of the game and that of the run.
    pub first_ply: Option<u32>,
    /// The same for the last position.
    pub last_ply: Option<u32>,
    /// The half-moves between the first position of the game and the one that is shown.
    pub ply: Option<u32>,
    /// The position that is shown.
    pub fen: String,
}

impl AboutRun {
    /// Describes a run.
    #[must_use]
    pub fn new(game: &Game, run: &Run, shown: &Position) -> Self {
        let (first, last) = (run.plies.start, run.plies.end - 1);
        Self {
            part: run.part + 1,
            side: run.side.map(Color::name),
            first_move: Some(last_move(game, first)),
            last_move: Some(last_move(game, last)),
            first_ply: Some(first),
            last_ply: Some(last),
            ply: Some(shown.ply),
            fen: shown.fen().into_owned(),
        }
    }
}

/// Returns the moves that led to the positions of a run, with their numbers.
#[must_use]
pub fn text(game: &Game, run: &Run) -> String {
    let first = run.plies.start.max(1);
    let mut text = String::new();
    let moves = game.moves().skip(first as usize - 1);
    for (ply, place) in (first..run.plies.end).zip(moves) {
        let half = game.plies_before().saturating_add(ply);
        if ply > first {
            text.push(' ');
        }
        if half % 2 == 1 {
            text += &format!("{}. ", half.div_ceil(2));
        } else if ply == first {
            text += &format!("{}... ", half / 2);
        }
        text += &printable(String::from_utf8_lossy(&game.text()[place]));
    }
    text
}

/// Returns the first and the last move of a run, and the side if the condition is about either.
#[must_use]
pub fn moves(game: &Game, run: &Run) -> String {
    let first = last_move(game, run.plies.start);
    let last = last_move(game, run.plies.end - 1);
    let then = if run.part > 0 { "then " } else { "" };
    let mut moves = format!("{then}{first}");
    if first != last {
        moves += &format!("-{last}");
    }
    if let Some(side) = run.side {
        moves += &format!(" {side}");
    }
    moves
}

/// Returns the number of the last move before a position, which is 0 at the start.
fn last_move(game: &Game, ply: u32) -> u32 {
    game.plies_before().saturating_add(ply).saturating_add(1) / 2
}
