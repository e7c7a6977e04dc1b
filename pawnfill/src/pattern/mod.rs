//! The patterns, grouped as the literature groups them, and the lists of them.
//!
//! A pattern of a side is a method of [`SideView`](crate::SideView), and a pattern of the board a method of
//! [`Pawns`](crate::Pawns). Each is a line of [`PATTERNS`], from which everything that is done with all of them is
//! driven. [`QUESTIONS`] lists what is asked of one square, and [`CONTACTS`] the classes of contacts.
//!
//! The docs of a method say, in this order:
//!
//! * what it returns, its formula for White, and the page of the Chess Programming Wiki that names it or comes
//!   nearest;
//! * a position with the set drawn beside it, which is a test as well;
//! * what is easily mistaken, and what happens at the edges of the board.
//!
//! [`docs::costs`](crate::docs::costs) lists what each costs.
//!
//! Every pattern has a value for any two sets, legal or not: the value of its formula. There are no errors.

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
pub(crate) mod texts;

pub use column::{Column, PATTERNS, Pattern, columns};
pub use contacts::{CONTACTS, ContactClass, Contacts};
pub use kind::{Answer, AnswerKind, Family, Kind, Scope, Value};
pub use question::{QUESTIONS, Question};
