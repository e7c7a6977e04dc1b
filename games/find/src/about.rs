//! What is written about a game and a run of matching positions.

use std::borrow::Cow;
use std::ops::Range;

use pawnfill::Color;
use pawnfill_expression::text::printable;
use pawnfill_positions::{Game, Position, Tags};
use serde::Serialize;

use crate::filter::last_move;

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
            about.result = result.map_or(Cow::default(), |result| result.to_string().into());
            about.date = date.map_or(Cow::default(), |date| date.to_string().into());
        }
        about
    }
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
        let plies = [run.plies.start, run.plies.end - 1];
        let [first_ply, last_ply] = plies.map(Some);
        let [first_move, last_move] = plies.map(|ply| Some(last_move(game, ply)));
        let side = run.side.map(Color::name);
        let (ply, fen) = (Some(shown.ply), shown.fen().into_owned());
        Self {
            part: run.part + 1,
            side,
            first_move,
            last_move,
            first_ply,
            last_ply,
            ply,
            fen,
        }
    }
}

/// Returns the moves that led to the positions of a run, with their numbers.
#[must_use]
pub fn text(game: &Game, run: &Run) -> String {
    let text = game.text();
    let first = run.plies.start.max(1);
    let moves = (first..run.plies.end)
        .zip(game.moves().skip(first as usize - 1))
        .map(|(ply, place)| {
            let half = game.plies_before().saturating_add(ply);
            let number = match (half % 2, ply == first) {
                (1, _) => format!("{}. ", half.div_ceil(2)),
                (_, true) => format!("{}... ", half / 2),
                _ => String::new(),
            };
            number + &printable(String::from_utf8_lossy(&text[place]))
        });
    moves.collect::<Vec<_>>().join(" ")
}

/// Returns the first and the last move of a run, and the side if the condition is about either.
#[must_use]
pub fn moves(game: &Game, run: &Run) -> String {
    let [first, last] = [run.plies.start, run.plies.end - 1].map(|ply| last_move(game, ply));
    let moves = if first == last {
        first.to_string()
    } else {
        format!("{first}-{last}")
    };
    let then = if run.part > 0 { "then " } else { "" };
    let side = run.side.map_or(String::new(), |side| format!(" {side}"));
    format!("{then}{moves}{side}")
}
