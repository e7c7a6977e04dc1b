//! What can be wrong with a selection.

use std::fmt;

use pawnfill_condition::Mistake;

/// Why a selection cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The prefix is empty, or no name.
    Prefix(String),
    /// Nothing has this name.
    Unknown {
        /// The name.
        name: String,
        /// What may be meant.
        hint: String,
    },
    /// Something else in the output has this name.
    Taken(String),
    /// A structure is about no square, but this is.
    AboutSquare(String),
    /// A definition cannot have its name.
    Name(Mistake),
    /// A definition has a mistake at a place of its text.
    Definition {
        /// The name of the definition.
        name: String,
        /// The mistake.
        mistake: Mistake,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prefix(prefix) => {
                write!(f, "`{prefix}` is not a valid prefix: it begins with a letter, such as `my_`")
            }
            Self::Unknown { name, hint } => write!(f, "unknown pattern `{name}`{hint}"),
            Self::Taken(name) => write!(f, "the name `{name}` is taken"),
            Self::AboutSquare(name) => write!(f, "`{name}` is about one square, and a structure has none"),
            Self::Name(mistake) => mistake.fmt(f),
            Self::Definition { name, mistake } => write!(f, "{name}: {mistake}"),
        }
    }
}
