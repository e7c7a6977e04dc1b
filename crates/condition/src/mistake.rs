//! What is wrong with a condition, and how it is shown.

use std::fmt;
use std::ops::Range;

/// A mistake in a condition, at a place of its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Mistake {
    /// The place, in bytes.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// Whether a name is unknown and similar to no other, so that a list of all names would help.
    pub is_nothing: bool,
    /// Texts that the user may have meant, the likeliest first. They may have mistakes, too.
    pub(crate) fixes: Vec<String>,
}

impl Mistake {
    /// Returns a mistake without a text that is meant.
    pub fn new(at: Range<usize>, message: impl fmt::Display) -> Self {
        Self {
            at,
            message: message.to_string(),
            is_nothing: false,
            fixes: Vec::new(),
        }
    }

    pub(crate) fn with_fixes(mut self, fixes: impl IntoIterator<Item = String>) -> Self {
        self.fixes.extend(fixes);
        self
    }
}

/// A condition that is not accepted.
#[derive(Debug)]
pub struct Refused {
    /// The condition.
    pub text: String,
    /// What is wrong.
    pub mistake: Mistake,
    /// A condition that may be meant.
    pub meant: Option<String>,
}

impl Refused {
    /// Returns a message that shows the text and marks the mistake. Where a name is similar to no
    /// other, these words say where all names are.
    #[must_use]
    pub fn message(&self, all_names: &str) -> String {
        let mut message = self.mistake.message.clone();
        if self.mistake.is_nothing {
            message += all_names;
        }
        if let Some(meant) = &self.meant {
            message += &format!("; did you mean `{meant}`?");
        }
        message + &marked(&self.text, &self.mistake.at)
    }
}

/// Returns the line with the mistake, and a mark below the mistake.
fn marked(text: &str, at: &Range<usize>) -> String {
    let start = text[..at.start].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    // Tabs stay, so that the mark stands below.
    let before = &text[start..at.start];
    let indent = before.replace(|c| c != '\t', " ");
    let end = at.end.min(start + line.len());
    let length = text.get(at.start..end).unwrap_or_default().chars().count();
    format!("\n  {line}\n  {indent}{}", "^".repeat(length.max(1)))
}
