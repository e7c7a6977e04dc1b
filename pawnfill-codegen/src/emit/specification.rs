//! Reads a specification from a file and evaluates it.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use pawnfill_tables::Element;
use proc_macro2::{LexError, Span, TokenStream};

use crate::generate::{self, Generated};
use crate::source;

/// The maximum length of a specification, in bytes.
pub const MAX_BYTES: u64 = 1 << 20;

/// The mistakes in a specification: a line for each, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes(String);

impl Mistakes {
    fn new(lines: impl IntoIterator<Item = String>) -> Self {
        Self(lines.into_iter().collect::<Vec<_>>().join("\n"))
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Mistakes {}

/// A specification, read from a file and evaluated.
#[derive(Clone, Debug)]
pub struct Specification {
    label: String,
    digest: u32,
    tables: Vec<Table>,
}

/// A table of a specification.
#[derive(Clone, Debug)]
pub struct Table {
    /// The name without `r#`.
    pub(super) name: String,
    pub(super) generated: Generated,
    /// The CRC-32 of the entries in little-endian order.
    pub(super) digest: u32,
}

impl Specification {
    /// Reads and evaluates a file. The label is its name in mistakes.
    ///
    /// # Errors
    ///
    /// Returns the reason why the file cannot be read, or all mistakes in it.
    pub fn read(path: &Path, label: &str) -> Result<Self, Mistakes> {
        let unreadable = |error| Mistakes(format!("cannot read {label}: {error}"));
        let file = File::open(path).map_err(unreadable)?;
        let mut text = String::new();
        // Reading stops one byte after the limit, because a device may be endless.
        let length = file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
        if length as u64 > MAX_BYTES {
            return Err(Mistakes(format!("{label} is longer than {MAX_BYTES} bytes")));
        }
        Self::parse(&text, label)
    }

    /// Evaluates a text. The label is its name in mistakes.
    ///
    /// # Errors
    ///
    /// Returns all mistakes, each with its line and column.
    pub fn parse(text: &str, label: &str) -> Result<Self, Mistakes> {
        // The line endings of the platform do not matter.
        let text = text.replace("\r\n", "\n");
        let mut specification =
            Self { label: label.to_owned(), digest: crc32fast::hash(text.as_bytes()), tables: Vec::new() };
        let tokens: TokenStream = text.parse().map_err(|error: LexError| {
            let message = "invalid Rust token, or unclosed bracket";
            Mistakes(specification.at(error.span(), message))
        })?;
        let generated = source::specification(tokens).and_then(generate::generate).map_err(|errors| {
            Mistakes::new(errors.into_iter().map(|error| specification.at(error.span(), &error)))
        })?;
        let tables: Vec<Table> = generated.into_iter().map(Table::new).collect();
        specification.refuse(tables.iter().filter(|table| table.generated.conditional), |name| {
            format!("only the compiler can decide the `cfg` of `{name}`")
        })?;
        if tables.is_empty() {
            return Err(Mistakes(format!("{label} contains no table")));
        }
        specification.tables = tables;
        Ok(specification)
    }

    /// Returns the name of the file in mistakes.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Returns the CRC-32 of the text, which shows every change.
    #[must_use]
    pub fn digest(&self) -> u32 {
        self.digest
    }

    /// Returns the tables in order, at least one.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Reports these tables as mistakes, if there are any.
    pub(super) fn refuse<'a>(
        &self,
        tables: impl Iterator<Item = &'a Table>,
        message: impl Fn(&str) -> String,
    ) -> Result<(), Mistakes> {
        let line = |table: &Table| self.at(table.generated.span, message(&table.name));
        let lines: Vec<String> = tables.map(line).collect();
        if lines.is_empty() { Ok(()) } else { Err(Mistakes::new(lines)) }
    }

    /// Returns the message with its place.
    fn at(&self, span: Span, message: impl fmt::Display) -> String {
        let start = span.start();
        format!("{}:{}:{}: {message}", self.label, start.line, start.column + 1)
    }
}

impl Table {
    fn new(generated: Generated) -> Self {
        let size = generated.table.element.bytes();
        let mut hasher = crc32fast::Hasher::new();
        generated.entries.iter().for_each(|entry| hasher.update(&entry.to_le_bytes()[..size]));
        let name = generated.name.trim_start_matches("r#").to_owned();
        Self { name, digest: hasher.finalize(), generated }
    }

    pub(super) fn lengths(&self) -> Vec<usize> {
        self.generated.table.indices.iter().map(|index| index.len()).collect()
    }

    /// Returns the type in Rust.
    pub(super) fn rust_type(&self) -> String {
        let element = self.generated.table.element.name().to_owned();
        self.lengths().iter().rev().fold(element, |inner, length| format!("[{inner}; {length}]"))
    }

    pub(super) fn bytes(&self) -> usize {
        self.generated.entries.len() * self.generated.table.element.bytes()
    }

    /// Returns the lines of the documentation. The last one has index, size and digest.
    pub(super) fn docs(&self) -> Vec<String> {
        let lines = self.generated.docs.iter().flat_map(|doc| doc.lines());
        let mut docs: Vec<String> = lines.map(|line| line.trim().replace(char::is_control, " ")).collect();
        if !docs.is_empty() {
            docs.push(String::new());
        }
        let indices: Vec<&str> = self.generated.table.indices.iter().map(|index| index.name()).collect();
        docs.push(format!(
            "Index: {}. {} bytes, crc32 {:08x}.",
            indices.join(", "),
            self.bytes(),
            self.digest
        ));
        docs
    }

    /// Returns the entries as nested rows, a level per index, in the brackets of the language.
    pub(super) fn nested(&self, brackets: [&str; 2]) -> String {
        let (digits, per_line) = match self.generated.table.element {
            Element::U64 => (16, 4),
            Element::U8 => (2, 16),
        };
        let entries: Vec<String> =
            self.generated.entries.iter().map(|entry| format!("0x{entry:0digits$x}")).collect();
        nested(&self.lengths(), &entries, brackets, per_line, 0)
    }
}

fn nested(
    lengths: &[usize],
    entries: &[String],
    [open, close]: [&str; 2],
    per_line: usize,
    indent: usize,
) -> String {
    let pad = " ".repeat(indent);
    let rows: Vec<String> = match lengths {
        [_, inner @ ..] if !inner.is_empty() => {
            let rows = entries.chunks(inner.iter().product());
            rows.map(|row| nested(inner, row, [open, close], per_line, indent + 4)).collect()
        }
        _ => entries.chunks(per_line).map(|line| line.join(", ")).collect(),
    };
    let lines: String = rows.iter().map(|row| format!("{pad}    {row},\n")).collect();
    format!("{open}\n{lines}{pad}{close}")
}
