//! The formats of the table.

use std::io::{BufWriter, Write};
use std::path::Path;
#[cfg(feature = "parquet")]
use std::sync::Arc;

use anyhow::bail;
use clap::ValueEnum;

#[cfg(feature = "parquet")]
use super::arrow;
use super::column::{Cell, TableColumn};
use crate::output::Output;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Comma-separated values, with the names of the columns in the first line
    Csv,
    /// Apache Parquet (needs the feature `parquet`)
    Parquet,
}

impl TableFormat {
    /// Returns the requested format, or the one that belongs to the name of the output, and whether the output is
    /// compressed with gzip. They must not differ.
    pub(super) fn choose(asked: Option<Self>, output: &Path) -> anyhow::Result<(Self, bool)> {
        let name = output.display();
        let lower = name.to_string().to_ascii_lowercase();
        let (plain, compressed) = lower.strip_suffix(".gz").map_or((&*lower, false), |plain| (plain, true));
        let extension = Path::new(plain).extension().and_then(|end| end.to_str());
        if let Some(other @ ("zst" | "bz2" | "xz" | "zip")) = extension {
            bail!("{name}: writing .{other} is not supported: use .csv.gz, or compress the table afterwards");
        }
        let named = extension.and_then(|end| Self::from_str(end, true).ok());
        let is_regular = output != Path::new("-") && (output.is_file() || !output.exists());
        let format = match (asked, named) {
            (Some(asked), Some(named)) if asked != named => {
                bail!("the extension of {name} means {named:?}, but --format is {asked:?}")
            }
            (Some(format), _) | (None, Some(format)) => format,
            (None, None) if is_regular => {
                bail!("the extension of {name} names no format: use .csv, .csv.gz or .parquet, or --format")
            }
            (None, None) => Self::Csv,
        };
        if format == Self::Parquet && compressed {
            bail!("{name}: Parquet files are already compressed: leave out .gz");
        }
        if format == Self::Parquet && cfg!(not(feature = "parquet")) {
            bail!(
                "{name}: this program was built without the feature `parquet`; in a clone of the repository, run \
                 `cargo install --path crates/cli --features parquet`"
            );
        }
        Ok((format, compressed))
    }
}

/// A table in one of the formats.
pub(super) enum Table {
    Csv(BufWriter<Output>),
    #[cfg(feature = "parquet")]
    Parquet(Box<arrow::Writer>),
}

/// Rows of a table, which are encoded independently of those before.
pub(super) enum Rows {
    Csv(Box<csv::Writer<Vec<u8>>>),
    #[cfg(feature = "parquet")]
    Parquet(arrow::Rows),
}

impl Table {
    /// Begins a table.
    pub(super) fn create(
        format: TableFormat,
        columns: &[TableColumn],
        signed: bool,
        output: BufWriter<Output>,
    ) -> anyhow::Result<Self> {
        match format {
            #[cfg(feature = "parquet")]
            TableFormat::Parquet => Ok(Self::Parquet(Box::new(arrow::writer(columns, signed, output)?))),
            _ => {
                let _ = signed;
                let mut table = Self::Csv(output);
                let mut names = csv::Writer::from_writer(Vec::new());
                names.write_record(columns.iter().map(|column| &column.name))?;
                table.write(Rows::Csv(Box::new(names)))?;
                Ok(table)
            }
        }
    }

    /// Returns a function that begins rows, which can be made in any thread.
    pub(super) fn rows(&self) -> impl Fn() -> Rows + Send + Sync + use<> {
        #[cfg(feature = "parquet")]
        let schema = match self {
            Self::Csv(_) => None,
            Self::Parquet(writer) => Some(Arc::clone(writer.schema())),
        };
        move || {
            #[cfg(feature = "parquet")]
            if let Some(schema) = &schema {
                return Rows::Parquet(arrow::Rows::new(schema));
            }
            Rows::Csv(Box::new(csv::Writer::from_writer(Vec::new())))
        }
    }

    /// Writes rows after those before.
    pub(super) fn write(&mut self, rows: Rows) -> anyhow::Result<()> {
        match (self, rows) {
            (Self::Csv(output), Rows::Csv(rows)) => {
                Ok(output.write_all(&rows.into_inner().map_err(|error| error.into_error())?)?)
            }
            #[cfg(feature = "parquet")]
            (Self::Parquet(writer), Rows::Parquet(rows)) => Ok(writer.write(&rows.finish()?)?),
            #[cfg(feature = "parquet")]
            _ => bail!("the rows have another format than the table"),
        }
    }

    /// Completes the table, and replaces the old file.
    pub(super) fn finish(self) -> anyhow::Result<()> {
        let output = match self {
            Self::Csv(output) => output,
            #[cfg(feature = "parquet")]
            Self::Parquet(writer) => writer.into_inner()?,
        };
        output.into_inner().map_err(|error| error.into_error())?.finish()
    }
}

impl Rows {
    /// Adds a row.
    pub(super) fn add<'a>(
        &mut self,
        signed: bool,
        cells: impl Iterator<Item = Cell<'a>>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Csv(rows) => {
                let mut number = itoa::Buffer::new();
                for cell in cells {
                    match cell {
                        Cell::Text(text) => rows.write_field(&*text),
                        Cell::Date(date) => rows.write_field(date.to_string()),
                        Cell::Number(value) => rows.write_field(number.format(value)),
                        Cell::Set(set) if signed => rows.write_field(number.format(set.cast_signed())),
                        Cell::Set(set) => rows.write_field(number.format(set)),
                        Cell::Missing => rows.write_field(""),
                    }?;
                }
                Ok(rows.write_record(None::<&[u8]>)?)
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(rows) => rows.add(cells),
        }
    }
}
