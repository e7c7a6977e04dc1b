//! Reads a specification from a file and evaluates it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use pawnfill_expression::text::is_control;
use proc_macro2::{Ident, LexError, TokenStream};
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{LitStr, Token};

use crate::errors::Errors;
use crate::expand::nested;
use crate::source;
use crate::table::{Element, Table};

/// The maximum length of a specification, in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// Why a specification cannot be read or written.
#[derive(Debug)]
pub enum Error {
    /// The file cannot be read.
    Read(io::Error),
    /// The file is longer than [`MAX_BYTES`].
    TooLong,
    /// There is no table.
    Empty,
    /// There are mistakes, each at a place of the text.
    Mistakes(syn::Error),
}

impl Error {
    /// Returns a line for each mistake, with its place in a file of this name.
    #[must_use]
    pub fn lines(&self, file: &str) -> String {
        let mistakes = match self {
            Self::Read(error) => return format!("cannot read {file}: {error}"),
            Self::TooLong => return format!("{file} is longer than {MAX_BYTES} bytes"),
            Self::Empty => return format!("{file} contains no table"),
            Self::Mistakes(mistakes) => mistakes.clone().into_iter(),
        };
        let mut lines = Vec::new();
        for mistake in mistakes {
            let start = mistake.span().start();
            lines.push(format!(
                "{file}:{}:{}: {mistake}",
                start.line,
                start.column + 1
            ));
        }
        lines.join("\n")
    }
}

/// A specification, read from a file and evaluated.
#[derive(Clone, Debug)]
pub struct Specification {
    /// The name of the file.
    pub(super) label: String,
    /// The CRC-32 of the text, which shows every change.
    pub(super) digest: u32,
    /// The tables in order, at least one.
    pub tables: Vec<Table>,
}

impl Specification {
    /// Reads and evaluates a file. The label is its name in what is written.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file cannot be read, or all mistakes in it.
    pub fn read(path: &Path, label: &str) -> Result<Self, Error> {
        let file = File::open(path).map_err(Error::Read)?;
        let mut text = String::new();
        // Reading stops one byte after the limit, because a device may be endless.
        let length = file
            .take(MAX_BYTES + 1)
            .read_to_string(&mut text)
            .map_err(Error::Read)?;
        if length as u64 > MAX_BYTES {
            return Err(Error::TooLong);
        }
        Self::parse(&text, label)
    }

    /// Evaluates a text, like [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// Returns all mistakes.
    pub fn parse(text: &str, label: &str) -> Result<Self, Error> {
        // The line endings of the platform do not matter.
        let text = text.replace("\r\n", "\n");
        let tokens = text.parse::<TokenStream>().map_err(unclosed);
        let tables = tokens
            .and_then(source::specification)
            .and_then(crate::generate)
            .map_err(Error::Mistakes)?;
        let specification = Self {
            label: label.to_owned(),
            digest: crc32fast::hash(text.as_bytes()),
            tables,
        };
        specification.refuse(
            |table| table.head.is_conditional(),
            |name| format!("only the compiler can decide the `cfg` of `{name}`"),
        )?;
        if specification.tables.is_empty() {
            return Err(Error::Empty);
        }
        Ok(specification)
    }

    /// Reports some tables as mistakes, if there are any.
    pub(super) fn refuse(
        &self,
        is_refused: impl Fn(&Table) -> bool,
        message: impl Fn(&str) -> String,
    ) -> Result<(), Error> {
        let mut errors = Errors::default();
        for table in self.tables.iter().filter(|table| is_refused(table)) {
            errors.at(table.head.name.span(), message(&table.plain_name()));
        }
        match errors.all {
            Some(mistakes) => Err(Error::Mistakes(mistakes)),
            None => Ok(()),
        }
    }
}

impl Table {
    /// Returns the name without `r#`.
    pub(super) fn plain_name(&self) -> String {
        self.head.name.unraw().to_string()
    }

    /// Returns the CRC-32 of the entries in little-endian order.
    pub(super) fn digest(&self) -> u32 {
        let mut bytes = Vec::new();
        for entry in &self.entries {
            bytes.extend_from_slice(&entry.to_le_bytes()[..self.element.bytes()]);
        }
        crc32fast::hash(&bytes)
    }

    /// Returns the type in Rust.
    pub(super) fn rust_type(&self) -> String {
        let mut ty = self.element.name();
        for length in self.lengths().iter().rev() {
            ty = format!("[{ty}; {length}]");
        }
        ty
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * self.element.bytes()
    }

    /// Returns the lines of the documentation, without control characters.
    pub(super) fn doc_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for attribute in &self.head.attributes {
            for line in doc.parse2(attribute.clone()).unwrap_or_default().lines() {
                lines.push(line.trim().replace(is_control, " "));
            }
        }
        lines
    }

    /// Returns the lines of the documentation. The last one has index, size and digest.
    pub(super) fn comment(&self) -> Vec<String> {
        let mut docs = self.doc_lines();
        if !docs.is_empty() {
            docs.push(String::new());
        }
        let indices: Vec<&str> = self.indices.iter().map(|index| index.name()).collect();
        let (indices, bytes, digest) = (indices.join(", "), self.bytes(), self.digest());
        docs.push(format!(
            "Index: {indices}. {bytes} bytes, crc32 {digest:08x}."
        ));
        docs
    }

    /// Returns the entries as nested rows, a level per index, in the brackets of the language.
    pub(super) fn rows(&self, [open, close]: [&str; 2]) -> String {
        let (digits, per_line) = match self.element {
            Element::U64 => (16, 4),
            Element::U8 => (2, 16),
        };
        let mut lengths = self.lengths();
        let innermost = lengths.pop().unwrap_or(1);
        // All lengths are powers of two, so lines are full.
        let per_line = per_line.min(innermost);
        lengths.push(innermost / per_line);
        let mut lines = Vec::new();
        for entries in self.entries.chunks(per_line) {
            let entries: Vec<_> = entries
                .iter()
                .map(|entry| format!("0x{entry:0digits$x}"))
                .collect();
            lines.push(entries.join(", "));
        }
        let row = |rows: &[String]| format!("{open}\n{}{close}", indented(rows));
        nested(&lengths, lines, row).unwrap_or_default()
    }
}

fn unclosed(error: LexError) -> syn::Error {
    syn::Error::new(error.span(), "invalid Rust token, or unclosed bracket")
}

fn indented(rows: &[String]) -> String {
    let mut text = String::new();
    for row in rows {
        text += &format!("    {},\n", row.replace('\n', "\n    "));
    }
    text
}

/// Parses a line of the documentation.
fn doc(attribute: ParseStream) -> syn::Result<String> {
    let path: Ident = attribute.parse()?;
    if path != "doc" {
        return Err(attribute.error("expected `doc`"));
    }
    attribute.parse::<Token![=]>()?;
    Ok(attribute.parse::<LitStr>()?.value())
}
