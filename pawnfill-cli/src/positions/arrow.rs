//! Tables for programs that analyze data: Arrow and Parquet.

use std::io::BufWriter;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt8Array, UInt64Array};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use pawnfill_positions::Position;

use super::column::{Cell, ColumnKind, TableColumn};
use crate::output::Output;

/// A file of the Arrow IPC format.
pub(crate) struct Arrow(FileWriter<BufWriter<Output>>);

/// A file of Apache Parquet.
pub(crate) struct Parquet(ArrowWriter<BufWriter<Output>>);

impl Arrow {
    pub(crate) fn new(columns: &[TableColumn], output: Output) -> anyhow::Result<Self> {
        Ok(Self(FileWriter::try_new(BufWriter::new(output), &schema(columns))?))
    }

    pub(crate) fn write(&mut self, columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<()> {
        Ok(self.0.write(&batch(columns, rows)?)?)
    }

    pub(crate) fn finish(self) -> anyhow::Result<()> {
        into_place(self.0.into_inner()?)
    }
}

impl Parquet {
    pub(crate) fn new(columns: &[TableColumn], output: Output) -> anyhow::Result<Self> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let schema = Arc::new(schema(columns));
        Ok(Self(ArrowWriter::try_new(BufWriter::new(output), schema, Some(properties))?))
    }

    pub(crate) fn write(&mut self, columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<()> {
        Ok(self.0.write(&batch(columns, rows)?)?)
    }

    pub(crate) fn finish(self) -> anyhow::Result<()> {
        into_place(self.0.into_inner()?)
    }
}

fn into_place(output: BufWriter<Output>) -> anyhow::Result<()> {
    output.into_inner().map_err(|error| error.into_error())?.finish()
}

fn schema(columns: &[TableColumn]) -> Schema {
    let field = |column: &TableColumn| {
        let (kind, may_be_missing) = match column.kind {
            ColumnKind::Text => (DataType::Utf8, true),
            ColumnKind::Number => (DataType::UInt64, true),
            ColumnKind::Set => (DataType::UInt64, false),
            ColumnKind::Count => (DataType::UInt8, false),
        };
        Field::new(&column.name, kind, may_be_missing)
    };
    Schema::new(columns.iter().map(field).collect::<Vec<_>>())
}

fn batch(columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<RecordBatch> {
    let array = |column: &TableColumn| -> ArrayRef {
        let cells = rows.iter().map(|position| column.cell(position));
        match column.kind {
            ColumnKind::Text => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
                Cell::Text(text) => Some(text),
                _ => None,
            }))),
            ColumnKind::Number | ColumnKind::Set => Arc::new(UInt64Array::from_iter(cells.map(number))),
            ColumnKind::Count => Arc::new(UInt8Array::from_iter(
                cells.map(|cell| number(cell).and_then(|count| count.try_into().ok())),
            )),
        }
    };
    Ok(RecordBatch::try_new(Arc::new(schema(columns)), columns.iter().map(array).collect())?)
}

fn number(cell: Cell) -> Option<u64> {
    match cell {
        Cell::Number(number) => Some(number),
        _ => None,
    }
}
