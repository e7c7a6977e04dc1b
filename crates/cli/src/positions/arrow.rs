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

use super::column::{Cell, Source, TableColumn};
use super::table::{Table, TableFormat, finish};
use crate::output::Output;

/// Begins a table of one of these formats.
pub(super) fn create(
    format: TableFormat,
    columns: &[TableColumn],
    output: BufWriter<Output>,
) -> anyhow::Result<Box<dyn Table>> {
    let schema = schema(columns);
    if format == TableFormat::Arrow {
        return Ok(Box::new(FileWriter::try_new(output, &schema)?));
    }
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    Ok(Box::new(ArrowWriter::try_new(output, Arc::new(schema), Some(properties))?))
}

impl Table for FileWriter<BufWriter<Output>> {
    fn write(&mut self, columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<()> {
        Ok(self.write(&batch(columns, rows)?)?)
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        finish(self.into_inner()?)
    }
}

impl Table for ArrowWriter<BufWriter<Output>> {
    fn write(&mut self, columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<()> {
        Ok(self.write(&batch(columns, rows)?)?)
    }

    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        finish(self.into_inner()?)
    }
}

fn schema(columns: &[TableColumn]) -> Schema {
    let field = |column: &TableColumn| {
        let (kind, may_be_missing) = match column.source {
            Source::Tag(_) | Source::Fen => (DataType::Utf8, true),
            Source::Game | Source::Ply => (DataType::UInt64, true),
            Source::Pawns(_) | Source::Set(_) => (DataType::UInt64, false),
            Source::Count(_) => (DataType::UInt8, false),
        };
        Field::new(&column.name, kind, may_be_missing)
    };
    Schema::new(columns.iter().map(field).collect::<Vec<_>>())
}

fn batch(columns: &[TableColumn], rows: &[Position]) -> anyhow::Result<RecordBatch> {
    let array = |column: &TableColumn| -> ArrayRef {
        let cells = rows.iter().map(|position| column.cell(position));
        match column.source {
            Source::Tag(_) | Source::Fen => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
                Cell::Text(text) => Some(text),
                _ => None,
            }))),
            Source::Count(_) => Arc::new(UInt8Array::from_iter(
                cells.map(|cell| number(cell).and_then(|count| count.try_into().ok())),
            )),
            _ => Arc::new(UInt64Array::from_iter(cells.map(number))),
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
