//! Reads a specification from a file and evaluates it.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use pawnfill_expression::text::is_control;
use proc_macro2::{LexError, TokenStream};
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
        let lines = mistakes.map(|mistake| {
            let start = mistake.span().start();
            format!("{file}:{}:{}: {mistake}", start.line, start.column + 1)
        });
        lines.collect::<Vec<_>>().join("\n")
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
        let unclosed = |error: LexError| {
            syn::Error::new(error.span(), "invalid Rust token, or unclosed bracket")
        };
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
        errors
            .all
            .map_or(Ok(()), |mistakes| Err(Error::Mistakes(mistakes)))
    }
}

impl Table {
    /// Returns the name without `r#`.
    pub(super) fn plain_name(&self) -> String {
        self.head.name.unraw().to_string()
    }

    /// Returns the CRC-32 of the entries in little-endian order.
    pub(super) fn digest(&self) -> u32 {
        let size = self.element.bytes();
        let bytes = self
            .entries
            .iter()
            .flat_map(|entry| entry.to_le_bytes().into_iter().take(size));
        crc32fast::hash(&bytes.collect::<Vec<_>>())
    }

    /// Returns the type in Rust.
    pub(super) fn rust_type(&self) -> String {
        let element = self.element.name();
        self.lengths()
            .iter()
            .rev()
            .fold(element, |inner, length| format!("[{inner}; {length}]"))
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * self.element.bytes()
    }

    /// Returns the lines of the documentation, without control characters.
    pub(super) fn doc_lines(&self) -> Vec<String> {
        let docs = self
            .head
            .attributes
            .iter()
            .filter_map(|attribute| doc.parse2(attribute.clone()).ok());
        docs.flat_map(|doc| {
            doc.lines()
                .map(|line| line.trim().replace(is_control, " "))
                .collect::<Vec<_>>()
        })
        .collect()
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
        let entries: Vec<String> = self
            .entries
            .iter()
            .map(|entry| format!("0x{entry:0digits$x}"))
            .collect();
        let entries = entries
            .chunks(per_line)
            .map(|line| line.join(", "))
            .collect();
        nested(&lengths, entries, |rows| {
            let rows = rows
                .iter()
                .map(|row| format!("    {},\n", row.replace('\n', "\n    ")));
            format!("{open}\n{}{close}", rows.collect::<String>())
        })
        .unwrap_or_default()
    }
}

/// Parses a line of the documentation.
fn doc(attribute: ParseStream) -> syn::Result<String> {
    attribute.step(|cursor| {
        cursor
            .ident()
            .filter(|(path, _)| path == "doc")
            .ok_or_else(|| cursor.error("expected `doc`"))
    })?;
    attribute.parse::<Token![=]>()?;
    Ok(attribute.parse::<LitStr>()?.value())
}
