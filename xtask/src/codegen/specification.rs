//! A specification, read from a file and evaluated.

use std::fs;
use std::path::Path;

use pawnfill_codegen::Generated;
use pawnfill_tables::Element;
use proc_macro2::{Span, TokenStream};

pub(super) struct Specification {
    /// What errors call the file.
    label: String,
    /// Of the text, so that every change of it shows.
    pub(super) digest: u32,
    pub(super) tables: Vec<Table>,
}

pub(super) struct Table {
    /// The name without `r#`.
    pub(super) name: String,
    pub(super) generated: Generated,
    /// Of the entries in little-endian order.
    pub(super) digest: u32,
}

impl Specification {
    /// Reads the file; on failure a line for each mistake.
    pub(super) fn read(path: &Path, label: &str) -> Result<Self, String> {
        let text =
            fs::read_to_string(path).map_err(|error| format!("error: cannot read {label}: {error}"))?;
        Self::parse(&text, label)
    }

    pub(super) fn parse(text: &str, label: &str) -> Result<Self, String> {
        // The line ends of the platform make no difference.
        let digest = crc32fast::hash(text.replace("\r\n", "\n").as_bytes());
        let mut specification = Self { label: label.to_owned(), digest, tables: Vec::new() };
        let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
            specification.at(error.span(), "this is no Rust token, or a bracket is not closed")
        })?;
        let generated = pawnfill_codegen::generate(pawnfill_codegen::specification(tokens))
            .map_err(|errors| lines(errors.into_iter().map(|error| specification.at(error.span(), error))))?;
        let conditional = generated.iter().filter(|table| table.conditional);
        let conditional = lines(conditional.map(|table| {
            let message = format!("only the compiler can decide the `cfg` of `{}`", table.name);
            specification.at(table.span, message)
        }));
        if !conditional.is_empty() {
            return Err(conditional);
        }
        if generated.is_empty() {
            return Err(format!("error: {label} specifies no table"));
        }
        specification.tables = generated.into_iter().map(Table::new).collect();
        Ok(specification)
    }

    /// The message with the place it is about.
    pub(super) fn at(&self, span: Span, message: impl std::fmt::Display) -> String {
        let start = span.start();
        format!("error: {}:{}:{}: {message}", self.label, start.line, start.column + 1)
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

    /// The type in Rust.
    pub(super) fn rust_type(&self) -> String {
        let element = self.generated.table.element.name().to_owned();
        self.lengths().iter().rev().fold(element, |inner, length| format!("[{inner}; {length}]"))
    }

    pub(super) fn bytes(&self) -> usize {
        self.generated.entries.len() * self.generated.table.element.bytes()
    }

    /// The lines of the documentation, the last of which tells index, size and digest.
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

    /// Each entry in hexadecimal digits, as C and Rust both read them.
    pub(super) fn hexadecimal(&self) -> Vec<String> {
        let digits = self.generated.table.element.bytes() * 2;
        self.generated.entries.iter().map(|entry| format!("0x{entry:0digits$x}")).collect()
    }

    /// How many entries fit on a line.
    pub(super) fn per_line(&self) -> usize {
        match self.generated.table.element {
            Element::U64 => 4,
            Element::U8 => 16,
        }
    }
}

fn lines(messages: impl Iterator<Item = String>) -> String {
    messages.collect::<Vec<_>>().join("\n")
}
