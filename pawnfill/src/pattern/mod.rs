//! The patterns, grouped as the literature groups them, and the one list of them.

pub(crate) mod attack;
pub(crate) mod file;
pub(crate) mod fill;
pub(crate) mod freedom;
pub(crate) mod island;
pub(crate) mod lever;
pub(crate) mod list;
pub(crate) mod multiple;
pub(crate) mod neighbour;
pub(crate) mod query;
pub(crate) mod span;

pub use list::{Family, Kind, PATTERNS, Pattern, Scope, Value};
