//! The formats of the table.

use std::io::BufWriter;
use std::path::Path;

use anyhow::bail;
use pawnfill_positions::Position;

#[cfg(feature = "parquet")]
use super::arrow::{Arrow, Parquet};
use super::column::{Cell, TableColumn};
use crate::output::Output;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum TableFormat {
    /// Comma-separated values, with the names of the columns in the first line
    Csv,
    /// Apache Parquet (needs the feature `parquet`)
    Parquet,
    /// The Arrow IPC file format, also called Feather (needs the feature `parquet`)
    Arrow,
}

impl TableFormat {
    /// Returns the requested format, or the one that belongs to the name of the output. They must not differ.
    pub(crate) fn choose(asked: Option<Self>, output: &Path) -> anyhow::Result<Self> {
        let end = output.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        let named = match end.as_deref() {
            Some("csv") => Some(Self::Csv),
            Some("parquet") => Some(Self::Parquet),
            Some("arrow" | "feather" | "ipc") => Some(Self::Arrow),
            _ => None,
        };
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
pub(crate) struct Table {
    columns: Vec<TableColumn>,
    writer: Writer,
}

enum Writer {
    Csv(Box<csv::Writer<BufWriter<Output>>>),
    #[cfg(feature = "parquet")]
    Parquet(Box<Parquet>),
    #[cfg(feature = "parquet")]
    Arrow(Box<Arrow>),
}

impl Table {
    pub(crate) fn new(
        format: TableFormat,
        columns: Vec<TableColumn>,
        output: Output,
    ) -> anyhow::Result<Self> {
        let writer = match format {
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Writer::Parquet(Box::new(Parquet::new(&columns, output)?)),
            #[cfg(feature = "parquet")]
            TableFormat::Arrow => Writer::Arrow(Box::new(Arrow::new(&columns, output)?)),
            _ => {
                let mut csv = csv::Writer::from_writer(BufWriter::new(output));
                csv.write_record(columns.iter().map(|column| &column.name)).map_err(io_error)?;
                Writer::Csv(Box::new(csv))
            }
        };
        Ok(Self { columns, writer })
    }

    /// Writes a row for each position.
    pub(crate) fn write(&mut self, rows: &[Position]) -> anyhow::Result<()> {
        match &mut self.writer {
            Writer::Csv(csv) => {
                let mut number = itoa::Buffer::new();
                for position in rows {
                    for column in &self.columns {
                        match column.cell(position) {
                            Cell::Number(value) => csv.write_field(number.format(value)),
                            Cell::Text(text) => csv.write_field(&*text),
                            Cell::Missing => csv.write_field(""),
                        }
                        .map_err(io_error)?;
                    }
                    csv.write_record(None::<&[u8]>).map_err(io_error)?;
                }
                Ok(())
            }
            #[cfg(feature = "parquet")]
            Writer::Parquet(parquet) => parquet.write(&self.columns, rows),
            #[cfg(feature = "parquet")]
            Writer::Arrow(arrow) => arrow.write(&self.columns, rows),
        }
    }

    /// Completes the table, and replaces the old file.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self.writer {
            Writer::Csv(csv) => {
                let buffer = csv.into_inner().map_err(|error| anyhow::Error::from(error.into_error()))?;
                buffer.into_inner().map_err(|error| anyhow::Error::from(error.into_error()))?.finish()
            }
            #[cfg(feature = "parquet")]
            Writer::Parquet(parquet) => parquet.finish(),
            #[cfg(feature = "parquet")]
            Writer::Arrow(arrow) => arrow.finish(),
        }
    }
}

/// Returns the error of the output. Tables have no other errors.
fn io_error(error: csv::Error) -> anyhow::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => anyhow::anyhow!("cannot write the table: {other:?}"),
    }
}
