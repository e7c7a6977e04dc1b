//! What users select.

use std::sync::Arc;

use pawnfill::pattern::{CONTACTS, PATTERNS, QUESTIONS};
use pawnfill_condition::Definition;

use crate::definitions::KNOWN;

/// What to write, for both colors, with the functions that it calls.
///
/// An empty selection means every function, and the sets of [`pawnfill::Terms`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Selection<'a> {
    /// Names of patterns, of questions about a square, of classes of contacts, or of functions,
    /// such as `passed`, `is_passed`, `loose_contacts` or `white_passed`; of structures, and of
    /// what engines mean by a pattern, such as `iqp` and `ethereal.candidates`; or a definition,
    /// such as `weak = own.isolated | own.backward`, in the language of
    /// [conditions](pawnfill_condition).
    pub patterns: &'a [&'a str],
    /// Patterns, structures and definitions that one function computes together.
    pub terms: &'a [&'a str],
    /// What names begin with, instead of the [prefix](crate::Dialect::prefix) of the language.
    pub prefix: Option<&'a str>,
    /// The structures that definitions may name, if they are not only the known ones.
    pub names: &'a [Arc<Definition>],
    /// Whether a definition that joins or negates only sets is a truth value, and not a mistake.
    pub conditions: bool,
}

impl Selection<'_> {
    /// Returns the names that can be selected.
    #[must_use]
    pub fn names() -> Vec<String> {
        let mut names = Vec::new();
        names.extend(PATTERNS.iter().map(|pattern| pattern.name.to_owned()));
        names.extend(CONTACTS.iter().map(|class| class.name.to_owned()));
        names.extend(QUESTIONS.iter().map(|question| question.name.to_owned()));
        names.extend(KNOWN.iter().map(|(name, _)| name.clone()));
        names
    }

    pub(crate) fn is_everything(&self) -> bool {
        self.patterns.is_empty() && self.terms.is_empty()
    }

    /// Returns the command that writes it.
    pub(crate) fn command(&self, language: &str) -> String {
        let mut command = format!("pawnfill export patterns --language {language}");
        for (option, items) in [("pattern", self.patterns), ("terms", self.terms)] {
            let items = items.join(",");
            let words: Vec<_> = items.split_whitespace().collect();
            let items = words.join(" ");
            if !items.is_empty() {
                let quote = if items.chars().all(is_plain) { "" } else { "'" };
                command += &format!(" --{option} {quote}{items}{quote}");
            }
        }
        if let Some(prefix) = self.prefix {
            command += &format!(" --prefix {prefix}");
        }
        command + if self.conditions { " --condition" } else { "" }
    }
}

/// Returns `true` if a shell passes a character on as it is.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || ",._".contains(c)
}
