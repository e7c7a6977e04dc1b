//! The formats of the table.

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use memchr::{memchr_iter, memchr2};

use super::cell::Cell;
use super::column::TableColumn;
use super::field::{InGame, Place};
use crate::output::{Output, format};

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Comma-separated values, with the names of the columns in the first line
    Csv,
    /// Apache Parquet (needs the feature `parquet`)
    Parquet,
}

impl TableFormat {
    /// Returns the requested format, or the one that belongs to the name of the output, and whether
    /// the output is compressed with gzip. They must not differ.
    pub(super) fn choose(asked: Option<Self>, output: &Path) -> anyhow::Result<(Self, bool)> {
        let name = output.display();
        let lower = name.to_string().to_ascii_lowercase();
        let (plain, compressed) = lower
            .strip_suffix(".gz")
            .map_or((&*lower, false), |plain| (plain, true));
        let extension = Path::new(plain).extension().and_then(|end| end.to_str());
        if let Some(other @ ("zst" | "bz2" | "xz" | "zip")) = extension {
            bail!(
                "{name}: writing .{other} is not supported: use .csv.gz, or compress the table \
                 afterwards"
            );
        }
        let is_regular =
            output != Path::new("-") && (output.is_file() || output.is_dir() || !output.exists());
        let format = match format(asked, extension, output)? {
            Some(format) => format,
            None if is_regular => {
                bail!(
                    "the extension of {name} names no format: use .csv, .csv.gz or .parquet, or \
                     --format"
                )
            }
            None => Self::Csv,
        };
        if format == Self::Parquet && compressed {
            bail!("{name}: Parquet files are already compressed: leave out .gz");
        }
        if format == Self::Parquet && cfg!(not(feature = "parquet")) {
            bail!(
                "{name}: this program was built without the feature `parquet`; in a clone of the \
                 repository, run `cargo install --path games/cli --features parquet`"
            );
        }
        Ok((format, compressed))
    }
}

/// The compression of a Parquet file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Compression {
    /// Fast
    #[default]
    Snappy,
    /// Smaller files, written more slowly
    Gzip,
    None,
}

/// A table in one of the formats.
pub(super) trait Table: Sized {
    type Rows: Rows;

    /// Begins a table.
    fn create(
        columns: &[TableColumn],
        output: BufWriter<Output>,
        compression: Compression,
    ) -> anyhow::Result<Self>;

    /// Writes rows after those before, and keeps at most this many bytes of them in memory.
    fn write(&mut self, rows: Self::Rows, memory: usize) -> anyhow::Result<()>;

    /// Ends the table, and returns the output, which is not complete yet.
    fn finish(self) -> anyhow::Result<BufWriter<Output>>;
}

/// Rows of a table, which any thread can make without those before.
pub(super) trait Rows: Send + 'static {
    fn new(columns: &[TableColumn]) -> Self;

    /// Adds a row for each position of a game.
    fn add(&mut self, columns: &[TableColumn], of: InGame, places: &[Place]) -> anyhow::Result<()>;
}

pub(super) struct Csv(BufWriter<Output>);

impl Table for Csv {
    type Rows = Lines;

    fn create(
        columns: &[TableColumn],
        output: BufWriter<Output>,
        _: Compression,
    ) -> anyhow::Result<Self> {
        let names: Vec<_> = columns.iter().map(|column| &*column.name).collect();
        let mut table = Self(output);
        writeln!(table.0, "{}", names.join(","))?;
        Ok(table)
    }

    fn write(&mut self, Lines(lines): Lines, _: usize) -> anyhow::Result<()> {
        Ok(self.0.write_all(&lines)?)
    }

    fn finish(self) -> anyhow::Result<BufWriter<Output>> {
        Ok(self.0)
    }
}

/// Rows of a table of CSV, as they are written. With the crate `csv`, a table with FENs takes 1.13
/// times the instructions.
pub(super) struct Lines(Vec<u8>);

impl Rows for Lines {
    fn new(_: &[TableColumn]) -> Self {
        Self(Vec::new())
    }

    fn add(&mut self, columns: &[TableColumn], of: InGame, places: &[Place]) -> anyhow::Result<()> {
        let Self(lines) = self;
        // The texts before each column that differs between rows, with the place of its last cell,
        // and behind the last one.
        let (mut varying, mut constant) = (Vec::new(), Vec::new());
        for (index, column) in columns.iter().enumerate() {
            if index > 0 {
                constant.push(b',');
            }
            match column.of_game(of) {
                Some(cell) => write_cell(&mut constant, &cell)?,
                None => varying.push((std::mem::take(&mut constant), column, 0..0)),
            }
        }
        let mut last = None;
        for place in places {
            let start = lines.len();
            for (before, column, written) in &mut varying {
                lines.extend_from_slice(before);
                let cell = lines.len();
                if last == Some(place.pawns) && column.is_of_pawns() {
                    lines.extend_from_within(written.clone());
                } else {
                    write_cell(lines, &column.of_position(place))?;
                }
                *written = cell..lines.len();
            }
            last = Some(place.pawns);
            lines.extend_from_slice(&constant);
            // An empty line would be no row.
            if lines.len() == start {
                lines.extend_from_slice(b"\"\"");
            }
            lines.push(b'\n');
        }
        Ok(())
    }
}

fn write_cell(line: &mut Vec<u8>, cell: &Cell) -> anyhow::Result<()> {
    let mut number = itoa::Buffer::new();
    match cell {
        // Texts of cells are on one line.
        Cell::Text(text) if memchr2(b',', b'"', text.as_bytes()).is_some() => {
            let (text, mut start) = (text.as_bytes(), 0);
            line.push(b'"');
            // Quotation marks are written twice.
            for mark in memchr_iter(b'"', text) {
                line.extend_from_slice(&text[start..=mark]);
                start = mark;
            }
            line.extend_from_slice(&text[start..]);
            line.push(b'"');
        }
        Cell::Text(text) => line.extend_from_slice(text.as_bytes()),
        Cell::Date(date) => write!(line, "{date}")?,
        Cell::Number(value) => line.extend_from_slice(number.format(*value).as_bytes()),
        // Readers decide from the first rows that a column is of integers.
        Cell::Real(value) => write!(line, "{value:?}")?,
        Cell::Set(set) => line.extend_from_slice(number.format(*set).as_bytes()),
        Cell::Missing => {}
    }
    Ok(())
}
