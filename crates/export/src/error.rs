//! What can be wrong with a selection.

use pawnfill_condition::Mistake;

/// Why a selection cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The prefix is empty, or no name.
    #[error("`{0}` is not a valid prefix: it begins with a letter, such as `my_`")]
    Prefix(String),
    /// Nothing has this name.
    #[error("unknown pattern `{name}`{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// What may be meant.
        hint: String,
    },
    /// Something else in the output has this name.
    #[error("the name `{0}` is taken")]
    Taken(String),
    /// Terms are about no square, but this is.
    #[error("`{0}` is about one square, and terms have none")]
    AboutSquare(String),
    /// A definition cannot have its name.
    #[error(transparent)]
    Name(Mistake),
    /// A definition has a mistake at a place of its text.
    #[error("{name}: {mistake}")]
    Definition {
        /// The name of the definition.
        name: String,
        /// The mistake.
        mistake: Mistake,
    },
}
