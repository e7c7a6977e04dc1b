//! A function that an expression may use.

use crate::constant::Constant;
use crate::sets::Id;

/// A function of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name. Functions may share a name if their arguments differ in kind.
    pub name: &'static str,
    /// What it does. Functions with the same name do the same.
    pub id: Id,
    /// A sentence about its value.
    pub doc: &'static str,
    /// The kinds of its arguments. A color is White by default.
    pub(crate) takes: &'static str,
    /// The kind of its value, the name of a variant of [`Constant`].
    pub(crate) gives: &'static str,
    pub(crate) of: fn(&[Constant]) -> Option<Constant>,
}

impl Builtin {
    /// Returns the name with its arguments and the kind of its value.
    #[must_use]
    pub fn signature(&self) -> String {
        format!(
            "{}({}) -> {}",
            self.name,
            self.takes,
            self.gives.to_lowercase()
        )
    }

    /// Returns the value for some arguments, or `None` if their number or kinds are wrong.
    #[must_use]
    pub fn apply(&self, arguments: &[Constant]) -> Option<Constant> {
        (self.of)(arguments)
    }
}
