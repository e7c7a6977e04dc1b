//! The search of `pawnfill find`: which positions of games meet a condition, or several in order, and what is known about
//! them. A [`Survey`] counts the results of these games instead.
//!
//! A [`Search`] goes through some [`Games`](pawnfill_positions::Games), and returns their matches and sums. It opens no
//! file, starts no thread and prints nothing, so the same search runs in a terminal and in a browser.

#![forbid(unsafe_code)]

mod about;
mod filter;
mod player;
mod search;
mod statistics;

use pawnfill::Pawns;
use pawnfill_positions::embedded;

pub use about::{About, AboutRun, Run, moves, text};
pub use filter::{Duration, Filter, Material, Span, Unique};
pub use player::{Outcome, Player, plain};
pub use search::{Match, NoAnswer, Part, Search, Shown};
pub use statistics::{Counts, Key, Row, Survey, Table};

/// Returns positions of games, for [`pawnfill_condition::ask`].
#[must_use]
pub fn examples() -> Vec<Pawns> {
    // Some of them are enough, and a large condition takes long.
    embedded::positions().into_iter().step_by(29).collect()
}
