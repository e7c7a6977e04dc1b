//! The search of `pawnfill find`: which positions of games meet a condition, or several in order,
//! and what is known about them. A [`Survey`] counts the results of these games instead.
//!
//! A part of the program `pawnfill`: any release may change its interface, so depend on
//! an exact version.
//!
//! A [`Search`] goes through some [`Games`](pawnfill_positions::Games), and returns their matches
//! and sums. It opens no file, starts no thread and prints nothing, so the same search runs in a
//! terminal and in a browser.

#![forbid(unsafe_code)]

mod about;
mod filter;
mod player;
mod repeated;
mod search;
mod statistics;

use pawnfill::{Color, Pawns};
use pawnfill_positions::embedded;

pub use about::{About, AboutRun, Run, moves, text};
pub use filter::{Duration, Filter, Material, Opening, Span, TimeControl, Words, first_seconds};
pub use player::{Outcome, Player, plain};
pub use repeated::{Identity, Repeats};
pub use search::{Match, NoAnswer, Part, Record, Search, Shown};
pub use statistics::{Counts, Key, Others, Row, Sums, Survey, Table};

/// Returns positions of games, for [`pawnfill_condition::ask`].
#[must_use]
pub fn examples() -> Vec<Pawns> {
    // Some of them are enough, and a large condition takes long.
    embedded::positions().into_iter().step_by(29).collect()
}

/// Returns the condition for the pawns of a FEN: all of them, and no others. It is written so that
/// it can be loosened by hand.
#[must_use]
pub fn skeleton(fen: &str) -> Option<String> {
    let placement = Pawns::from_fen(fen.trim())
        .ok()
        .filter(|_| fen.contains('/'))?;
    let of_color = Color::ALL.map(|color| {
        let pawns = placement.side(color).own();
        let (all, number) = (format!("{color}.pawns"), pawns.count());
        let squares: Vec<String> = pawns.squares().map(|square| square.to_string()).collect();
        match number {
            0 => format!("count({all}) == 0"),
            _ => format!(
                "count({all} & ({})) == {number} && count({all}) == {number}",
                squares.join(" | ")
            ),
        }
    });
    Some(of_color.join(" && "))
}
