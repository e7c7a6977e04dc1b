//! The patterns, grouped as in the literature, and the lists of them.
//!
//! A pattern of a side is a method of [`SideView`](crate::SideView), and a pattern of the board is
//! a method of
//! [`Pawns`](crate::Pawns). [`PATTERNS`] lists all of them, for code that handles every pattern.
//! [`QUESTIONS`] lists the questions about one square, and [`CONTACTS`] the classes of contacts.
//!
//! The docs of a method have, in this order:
//!
//! * its value, its formula for White, and the page of the Chess Programming Wiki that defines it
//!   or is closest;
//! * a position with the set drawn beside it, which is also a test;
//! * common misunderstandings, and the edges of the board.
//!
//! [`docs::costs`](crate::docs::costs) lists the cost of each pattern.
//!
//! Every pattern has a value for any two sets, legal or not: the value of its formula. There
//! are no errors.
//!
//! [`Value`], [`Answer`] and [`Contacts`] are exhaustive, so only a breaking release extends them.

pub(crate) mod attack;
pub(crate) mod by_square;
pub(crate) mod column;
pub(crate) mod contacts;
pub(crate) mod file;
pub(crate) mod fill;
pub(crate) mod freedom;
pub(crate) mod island;
pub(crate) mod kind;
pub(crate) mod lever;
pub(crate) mod list;
pub(crate) mod multiple;
pub(crate) mod neighbor;
pub(crate) mod pages;
pub(crate) mod question;
pub(crate) mod span;
pub(crate) mod words;

pub use column::{Column, Family, PATTERNS, Pattern, columns};
pub use contacts::{CONTACTS, ContactClass, Contacts};
pub use kind::{Answer, Kind, Scope, Value};
pub use question::{QUESTIONS, Question};
pub use words::{WORDS, Word};
