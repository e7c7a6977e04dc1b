//! Tables as Parquet, for programs that analyze data.

use std::io::BufWriter;
use std::sync::Arc;

use anyhow::bail;
use arrow_array::RecordBatch;
use arrow_array::builder::{
    ArrayBuilder, Date32Builder, Int64Builder, StringBuilder, UInt64Builder, make_builder,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::column::{Cell, Source, TableColumn};
use crate::output::Output;

/// The Julian day of 1970-01-01, from which the dates of Arrow count.
const EPOCH: i32 = 2_440_588;

/// A Parquet file, and its schema.
pub(super) struct Writer {
    file: ArrowWriter<BufWriter<Output>>,
    schema: SchemaRef,
}

pub(super) fn writer(
    columns: &[TableColumn],
    signed: bool,
    output: BufWriter<Output>,
) -> anyhow::Result<Writer> {
    let field = |column: &TableColumn| {
        let set = if signed { DataType::Int64 } else { DataType::UInt64 };
        let (kind, may_be_missing) = match column.source {
            Source::Tag(_) | Source::SideToMove | Source::LastMove | Source::Operations => {
                (DataType::Utf8, true)
            }
            Source::File | Source::Fen => (DataType::Utf8, false),
            Source::Date => (DataType::Date32, true),
            Source::Game
            | Source::GameInFile
            | Source::Ply
            | Source::Elo(_)
            | Source::Year
            | Source::MoveNumber => (DataType::Int64, true),
            Source::Line | Source::Count(_) => (DataType::Int64, false),
            Source::Pawns(_) | Source::Pieces(_) | Source::Set(_) => (set, false),
        };
        Field::new(&column.name, kind, may_be_missing)
    };
    let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    Ok(Writer { file: ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties))?, schema })
}

impl Writer {
    pub(super) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    pub(super) fn write(&mut self, rows: &RecordBatch) -> anyhow::Result<()> {
        Ok(self.file.write(rows)?)
    }

    pub(super) fn into_inner(self) -> anyhow::Result<BufWriter<Output>> {
        Ok(self.file.into_inner()?)
    }
}

/// Rows, stored by column.
pub(super) struct Rows {
    schema: SchemaRef,
    columns: Vec<Box<dyn ArrayBuilder>>,
}

impl Rows {
    pub(super) fn new(schema: &SchemaRef) -> Self {
        let columns = schema.fields().iter().map(|field| make_builder(field.data_type(), 0)).collect();
        Self { schema: Arc::clone(schema), columns }
    }

    pub(super) fn add<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> anyhow::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            let column = column.as_any_mut();
            if let Some(column) = column.downcast_mut::<StringBuilder>() {
                column.append_option(if let Cell::Text(text) = cell { Some(text) } else { None });
            } else if let Some(column) = column.downcast_mut::<UInt64Builder>() {
                column.append_option(if let Cell::Set(set) = cell { Some(set) } else { None });
            } else if let Some(column) = column.downcast_mut::<Int64Builder>() {
                column.append_option(match cell {
                    Cell::Number(number) => Some(number),
                    Cell::Set(set) => Some(set.cast_signed()),
                    _ => None,
                });
            } else if let Some(column) = column.downcast_mut::<Date32Builder>() {
                let date =
                    if let Cell::Date(date) = cell { Some(date.to_julian_day() - EPOCH) } else { None };
                column.append_option(date);
            } else {
                bail!("a column has an unknown type");
            }
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> anyhow::Result<RecordBatch> {
        let columns = self.columns.iter_mut().map(|column| column.finish()).collect();
        Ok(RecordBatch::try_new(self.schema, columns)?)
    }
}
