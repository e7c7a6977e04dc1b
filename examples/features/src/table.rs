//! The columns of the table, and the two formats in which it is written.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt8Array, UInt64Array};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Schema};
use pawnfill::Pawns;
use pawnfill::batch::Batch;
use pawnfill::pattern::columns;
use rayon::prelude::*;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// Comma-separated values with a head line.
    Csv,
    /// The Arrow IPC file format, also called Feather.
    Arrow,
}

impl Format {
    /// The format by the end of the file's name.
    pub(crate) fn of(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("arrow" | "feather" | "ipc") => Self::Arrow,
            _ => Self::Csv,
        }
    }
}

/// Some positions, in columns.
#[derive(Default)]
pub(crate) struct Rows {
    white: Vec<u64>,
    black: Vec<u64>,
}

impl Rows {
    pub(crate) fn clear(&mut self) {
        self.white.clear();
        self.black.clear();
    }

    pub(crate) fn push(&mut self, pawns: Pawns) {
        self.white.push(pawns.white().own().bits());
        self.black.push(pawns.black().own().bits());
    }

    pub(crate) fn len(&self) -> usize {
        self.white.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.white.is_empty()
    }

    /// The counts of every pattern, a column each; the columns are shared out among the processors.
    pub(crate) fn features(&self) -> Vec<Vec<u8>> {
        let batch = Batch::new(&self.white, &self.black).expect("each push adds to both");
        let columns: Vec<_> = columns().collect();
        let counts = columns.into_par_iter().map(|column| {
            let mut counts = vec![0; self.len()];
            batch.count_pattern(column, &mut counts).expect("a place for each position");
            counts
        });
        counts.collect()
    }
}

/// The pawns themselves, before the features.
const PAWNS: [&str; 2] = ["white_pawns", "black_pawns"];

/// A table that is being written.
pub(crate) enum Table {
    Csv(Box<csv::Writer<Box<dyn Write>>>),
    Arrow(Box<FileWriter<Box<dyn Write>>>),
}

impl Table {
    pub(crate) fn new(format: Format, output: Box<dyn Write>) -> anyhow::Result<Self> {
        Ok(match format {
            Format::Csv => {
                let mut csv = csv::Writer::from_writer(output);
                csv.write_record(PAWNS.map(str::to_owned).into_iter().chain(columns().map(|column| column.to_string())))?;
                Self::Csv(Box::new(csv))
            }
            Format::Arrow => {
                let pawns = PAWNS.map(|name| Field::new(name, DataType::UInt64, false));
                let features = columns().map(|column| Field::new(column.to_string(), DataType::UInt8, false));
                let schema = Schema::new(pawns.into_iter().chain(features).collect::<Vec<_>>());
                Self::Arrow(Box::new(FileWriter::try_new(output, &schema)?))
            }
        })
    }

    pub(crate) fn write(&mut self, rows: &Rows, features: Vec<Vec<u8>>) -> anyhow::Result<()> {
        match self {
            Self::Csv(csv) => {
                let mut number = itoa::Buffer::new();
                for (i, pawns) in rows.white.iter().zip(&rows.black).enumerate() {
                    for board in [pawns.0, pawns.1] {
                        csv.write_field(number.format(*board))?;
                    }
                    for column in &features {
                        csv.write_field(number.format(column[i]))?;
                    }
                    csv.write_record(None::<&[u8]>)?;
                }
            }
            Self::Arrow(arrow) => {
                let pawns = [&rows.white, &rows.black];
                let pawns = pawns.map(|boards| Arc::new(UInt64Array::from(boards.clone())) as ArrayRef);
                let features =
                    features.into_iter().map(|counts| Arc::new(UInt8Array::from(counts)) as ArrayRef);
                let arrays = pawns.into_iter().chain(features).collect();
                arrow.write(&RecordBatch::try_new(Arc::clone(arrow.schema()), arrays)?)?;
            }
        }
        Ok(())
    }

    /// Writes what is still to be written.
    pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
        match self {
            Self::Csv(csv) => csv.flush()?,
            Self::Arrow(arrow) => arrow.finish()?,
        }
        Ok(())
    }
}
