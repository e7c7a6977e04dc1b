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

mod counts;
mod filter;
mod found;
mod key;
mod names;
mod player;
mod repeated;
mod run;
mod scores;
mod search;
mod survey;
mod table;
mod values;

use pawnfill::{Color, Pawns};
use pawnfill_positions::embedded;

pub use counts::Counts;
pub use filter::{Asks, Filter, FilterOption, OPTIONS};
pub use found::{Match, Part, Record};
pub use key::Key;
pub use names::Others;
pub use player::plain;
pub use repeated::{Identity, Repeats};
pub use run::{About, AboutRun, Run, moves, text};
pub use scores::{Row, sort, summary};
pub use search::{NoAnswer, Search, Shown};
pub use survey::Survey;
pub use table::Table;
pub use values::first_seconds;

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
    if !fen.contains('/') {
        return None;
    }
    let placement = Pawns::from_fen(fen.trim()).ok()?;
    let mut conditions = Vec::new();
    for color in Color::ALL {
        let pawns = placement.side(color).own();
        let squares: Vec<String> = pawns.squares().map(|square| square.to_string()).collect();
        let (squares, number) = (squares.join(" | "), pawns.count());
        if number > 0 {
            conditions.push(format!("count({color}.pawns & ({squares})) == {number}"));
        }
        conditions.push(format!("count({color}.pawns) == {number}"));
    }
    Some(conditions.join(" && "))
}
