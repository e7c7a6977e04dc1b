//! Writes the patterns of [`pawnfill`] in other languages: C and C++, Go, Python, the SQL of
//! DuckDB, and WebAssembly.
//!
//! A part of the program `pawnfill`: any release may change its interface, so depend on
//! an exact version.
//!
//! The patterns are generic over a trait, so they also run on a graph of expressions. [`emit`]
//! writes that graph as text. Other patterns, fills and steps within it become calls, so the text
//! looks handwritten:
//!
//! ```
//! use pawnfill_export::{Language, Selection, emit};
//!
//! let selection = Selection { patterns: &["front_passed"], ..Selection::default() };
//! let header = emit(Language::C, &selection).expect("the pattern exists");
//! assert!(header.contains(
//!     "return pawnfill_white_passed(white, black) & ~pawnfill_white_behind_own(white, black);"
//! ));
//! ```
//!
//! The tests parse the texts and decode the module, and prove that each function equals the
//! library's for all 2<sup>128</sup> pairs of boards.

use std::sync::Arc;

mod c;
mod error;
mod go;
pub mod graph;
#[cfg(feature = "javascript")]
mod javascript;
mod mask;
mod own;
mod program;
mod python;
mod reserved;
mod rewrite;
mod sql;
mod syntax;
#[cfg(feature = "javascript")]
mod wasm;

pub use error::Error;
#[cfg(feature = "javascript")]
pub use javascript::{javascript, packed, shortened, typescript};
pub use own::definitions;
use pawnfill::pattern::{CONTACTS, PATTERNS, QUESTIONS};
use pawnfill_condition::Definition;
use program::Program;

/// An output language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// A header for C and C++.
    C,
    /// A package for Go. The prefix is its name.
    Go,
    /// A module for NumPy.
    Python,
    /// Macros for DuckDB.
    DuckDb,
}

impl Language {
    /// Returns the default prefix of functions.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        if let Self::Python = self {
            ""
        } else {
            "pawnfill_"
        }
    }
}

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
    pub structure: &'a [&'a str],
    /// What names begin with, instead of the [prefix](Language::prefix) of the language.
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
        let patterns = PATTERNS.iter().map(|pattern| pattern.name);
        let contacts = CONTACTS.iter().map(|class| class.name);
        let names = patterns
            .chain(contacts)
            .chain(QUESTIONS.iter().map(|question| question.name));
        names
            .map(str::to_owned)
            .chain(own::KNOWN.iter().map(|(name, _)| name.clone()))
            .collect()
    }

    fn is_everything(&self) -> bool {
        self.patterns.is_empty() && self.structure.is_empty()
    }

    /// Returns the command that writes it.
    fn command(&self, language: &str) -> String {
        let mut command = format!("pawnfill export patterns --language {language}");
        for (option, names) in [("pattern", self.patterns), ("structure", self.structure)] {
            if !names.is_empty() {
                let names = names
                    .join(",")
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                let is_plain = |c: char| c.is_ascii_alphanumeric() || ",._".contains(c);
                let quote = if names.chars().all(is_plain) { "" } else { "'" };
                command += &format!(" --{option} {quote}{names}{quote}");
            }
        }
        self.prefix
            .iter()
            .for_each(|prefix| command += &format!(" --prefix {prefix}"));
        command += if self.conditions { " --condition" } else { "" };
        command
    }
}

/// Returns the texts of some items with commas between them.
fn list<I>(items: impl IntoIterator<Item = I>, text: impl FnMut(I) -> String) -> String {
    items.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Writes the selected patterns.
///
/// # Errors
///
/// A name is unknown, a definition has a mistake, or the prefix is empty or not a name.
pub fn emit(language: Language, selection: &Selection) -> Result<String, Error> {
    let prefix = selection.prefix.unwrap_or(language.prefix());
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let is_name = |c: char| is_letter(c) || c.is_ascii_digit() || c == '_';
    // Languages reserve names that begin with an underscore, and C++ those with two of them.
    let is_valid = prefix.starts_with(is_letter)
        && prefix.chars().all(is_name)
        && !prefix.contains("__")
        // The name of a package.
        && !(language == Language::Go && reserved::is_reserved(prefix.trim_end_matches('_')));
    if !is_valid && prefix != language.prefix() {
        return Err(Error::Prefix(prefix.to_owned()));
    }
    graph::on_empty_graph(|| {
        let program = Program::new(selection)?;
        let (name, text, [open, close]) = match language {
            Language::C => ("c", c::emit(&program, prefix), ["/* ", " */"]),
            Language::Go => ("go", go::emit(&program, prefix), ["// ", ""]),
            Language::Python => ("python", python::emit(&program, prefix), ["# ", ""]),
            Language::DuckDb => ("sql", sql::emit(&program, prefix), ["-- ", ""]),
        };
        Ok(noticed(&text, selection, name, [open, close]))
    })
}

/// Returns a text after a comment that says which command wrote it.
fn noticed(text: &str, selection: &Selection, language: &str, [open, close]: [&str; 2]) -> String {
    let (command, digest, version) = (
        selection.command(language),
        digest(text),
        env!("CARGO_PKG_VERSION"),
    );
    format!(
        "{open}@generated by `{command}`, version {version}, crc32 {digest} of the lines below. Do not edit.{close}\n\
         {open}SPDX-License-Identifier: MIT OR Apache-2.0{close}\n{text}"
    )
}

/// Writes the patterns of a selection as a WebAssembly module, or all of them if there are none.
///
/// The module exports a function for each of them and each color, such as `white_passed`, and
/// needs no imports. Boards and sets are `i64`. A square, a number, a byte of files and a truth
/// value are `i32`.
///
/// ```
/// use pawnfill_export::{Selection, module};
///
/// let selection = Selection { patterns: &["passed", "is_passed"], ..Selection::default() };
/// let module = module(&selection).expect("the patterns exist");
/// assert!(module.starts_with(b"\0asm"));
/// ```
///
/// # Errors
///
/// A name is unknown, or a definition has a mistake.
#[cfg(feature = "javascript")]
pub fn module(selection: &Selection) -> Result<Vec<u8>, Error> {
    graph::on_empty_graph(|| wasm::emit(selection))
}

/// Returns `true` if a text is what [`emit`] wrote, so that nothing is lost if it is replaced.
#[must_use]
pub fn is_unedited(text: &str) -> bool {
    let text = text.replace('\r', "");
    let mut parts = text.splitn(3, '\n');
    let [Some(first), Some(_), Some(rest)] = [parts.next(), parts.next(), parts.next()] else {
        return false;
    };
    first.contains("@generated by `")
        && first.contains(&format!(" crc32 {} of the lines below", digest(rest)))
}

fn digest(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}
