//! The patterns, grouped as the literature groups them, and the one list of them.
//!
//! A pattern that belongs to a side is a method of [`SideView`](crate::SideView), one of the board a method
//! of [`Pawns`](crate::Pawns), and each is a line of [`PATTERNS`]. Its docs tell, in this order:
//!
//! * what it is, and its formula in the notation of [`PATTERNS`], written for White;
//! * what it costs: operations on sets (`and`, `or`, `xor`, complement, shift, rotation, count of squares), each
//!   distinct one counted once, and entries read from tables, whose addresses are not counted. A test counts them on
//!   the graph of the expression. Sets that are computed together share what they have in common; see
//!   [`Structure`](crate::Structure);
//! * a position with the set drawn beside it, which is a test as well;
//! * what is easily mistaken, and what happens at the edges of the board;
//! * the page of the Chess Programming Wiki that describes it, or comes nearest to it.
//!
//! Every pattern has a value for any two sets, legal or not: the one of its formula. There are no errors.

pub(crate) mod attack;
pub(crate) mod file;
pub(crate) mod fill;
pub(crate) mod freedom;
pub(crate) mod island;
pub(crate) mod lever;
pub(crate) mod list;
pub(crate) mod multiple;
pub(crate) mod neighbor;
pub(crate) mod query;
pub(crate) mod span;

pub use list::{Family, Kind, PATTERNS, Pattern, Scope, Value};
