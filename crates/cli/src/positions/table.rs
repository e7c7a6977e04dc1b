//! The formats of the table.

use std::io::BufWriter;
use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use pawnfill_positions::Position;

use super::column::{Cell, TableColumn};
use crate::output::Output;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Comma-separated values, with the names of the columns in the first line
    Csv,
    /// Apache Parquet (needs the feature `parquet`)
    Parquet,
    /// The Arrow IPC file format, also called Feather (needs the feature `parquet`)
    #[value(aliases = ["feather", "ipc"])]
    Arrow,
}

impl TableFormat {
    /// Returns the requested format, or the one that belongs to the name of the output. They must not differ.
    pub(crate) fn choose(asked: Option<Self>, output: &Path) -> anyhow::Result<Self> {
        let end = output.extension().map(|end| end.to_string_lossy());
        let named = end.and_then(|end| Self::from_str(&end, true).ok());
        let name = output.display();
        let is_regular = output != Path::new("-") && (output.is_file() || !output.exists());
        let format = match (asked, named) {
            (Some(asked), Some(named)) if asked != named => {
                bail!("the extension of {name} means {named:?}, but --format is {asked:?}")
            }
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) if is_regular => {
                bail!("the extension of {name} names no format: use .csv, .parquet or .arrow, or --format")
            }
            (None, None) => Self::Csv,
        };
        if format != Self::Csv && cfg!(not(feature = "parquet")) {
            bail!(
                "{name}: writing {format:?} requires the feature `parquet`: \
                 cargo install pawnfill-cli --features parquet"
            );
        }
        Ok(format)
    }
}

/// A table, written row by row.
pub(crate) trait Table {
    /// Writes a row for each position.
    fn write(&mut self, columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<()>;

    /// Completes the table, and replaces the old file.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

/// Begins a table of comma-separated values.
pub(super) fn csv(columns: &[TableColumn], output: BufWriter<Output>) -> anyhow::Result<Box<dyn Table>> {
    let mut csv = csv::Writer::from_writer(output);
    csv.write_record(columns.iter().map(|column| &column.name)).map_err(io_error)?;
    Ok(Box::new(csv))
}

impl Table for csv::Writer<BufWriter<Output>> {
    fn write(&mut self, columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<()> {
        let mut number = itoa::Buffer::new();
        for position in rows {
            for column in columns {
                match column.cell(position) {
                    Cell::Number(value) => self.write_field(number.format(value)),
                    Cell::Text(text) => self.write_field(&*text),
                    Cell::Missing => self.write_field(""),
                }
                .map_err(io_error)?;
            }
            self.write_record(None::<&[u8]>).map_err(io_error)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        finish(self.into_inner().map_err(|error| error.into_error())?)
    }
}

/// Completes the output below a table.
pub(super) fn finish(output: BufWriter<Output>) -> anyhow::Result<()> {
    output.into_inner().map_err(|error| error.into_error())?.finish()
}

/// Returns the error of the output. Tables have no other errors.
fn io_error(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => anyhow::anyhow!("cannot write the table: {other:?}"),
    }
}
