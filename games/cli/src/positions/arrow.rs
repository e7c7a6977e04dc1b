//! Tables as Parquet, for programs that analyze data.

#[cfg(target_endian = "big")]
compile_error!(
    "the crate `parquet` writes numbers in the order of the machine, so its tables would be \
     wrong on this one: build without the feature `parquet`"
);

use std::io::BufWriter;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Date32Builder, Float64Builder, Int32Builder, Int64Builder, StringBuilder,
    StringDictionaryBuilder, UInt64Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{self, GzipLevel};
use parquet::file::properties::WriterProperties;

use super::cell::{Cell, CellKind};
use super::column::TableColumn;
use super::field::{InGame, Place};
use super::table::{self, Compression, Table};
use crate::output::Output;

/// The Julian day of 1970-01-01, from which the dates of Arrow count.
const EPOCH: i32 = 2_440_588;

/// The most rows of a row group. Databases read several groups in parallel.
const ROWS: usize = 1 << 18;

/// A Parquet file, and its schema.
pub(super) struct Parquet {
    file: ArrowWriter<BufWriter<Output>>,
    schema: SchemaRef,
}

impl Table for Parquet {
    type Rows = Rows;

    fn create(
        columns: &[TableColumn],
        output: BufWriter<Output>,
        compression: Compression,
    ) -> anyhow::Result<Self> {
        let mut fields = Vec::new();
        for column in columns {
            let kind = ArrowColumn::new(column).finish().data_type().clone();
            fields.push(Field::new(&column.name, kind, true));
        }
        let schema = Arc::new(Schema::new(fields));
        let compression = match compression {
            Compression::Snappy => basic::Compression::SNAPPY,
            Compression::Gzip => basic::Compression::GZIP(GzipLevel::default()),
            Compression::None => basic::Compression::UNCOMPRESSED,
        };
        let properties = WriterProperties::builder()
            .set_compression(compression)
            .set_max_row_group_row_count(Some(ROWS))
            .build();
        Ok(Self {
            file: ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties))?,
            schema,
        })
    }

    fn write(&mut self, Rows(columns): Rows, memory: usize) -> anyhow::Result<()> {
        let columns = columns.into_iter().map(ArrowColumn::finish).collect();
        self.file
            .write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)?;
        if self.file.memory_size() > memory {
            self.file.flush()?;
        }
        Ok(())
    }

    fn finish(self) -> anyhow::Result<BufWriter<Output>> {
        Ok(self.file.into_inner()?)
    }
}

/// Rows, stored by column.
pub(super) struct Rows(Vec<ArrowColumn>);

enum ArrowColumn {
    Text(StringBuilder),
    Word(StringDictionaryBuilder<Int32Type>),
    Date(Date32Builder),
    Number(Int64Builder),
    Small(Int32Builder),
    Real(Float64Builder),
    Set(UInt64Builder),
}

impl table::Rows for Rows {
    fn new(columns: &[TableColumn]) -> Self {
        Self(columns.iter().map(ArrowColumn::new).collect())
    }

    fn add(&mut self, columns: &[TableColumn], of: InGame, places: &[Place]) -> anyhow::Result<()> {
        for (column, cells) in columns.iter().zip(&mut self.0) {
            match column.of_game(of) {
                Some(cell) => cells.add(&cell, places.len())?,
                None => {
                    for place in places {
                        cells.add(&column.of_position(place), 1)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl ArrowColumn {
    fn new(column: &TableColumn) -> Self {
        match column.kind {
            CellKind::Text => Self::Text(StringBuilder::new()),
            CellKind::Word => Self::Word(StringDictionaryBuilder::new()),
            CellKind::Date => Self::Date(Date32Builder::new()),
            CellKind::Number => Self::Number(Int64Builder::new()),
            CellKind::Small => Self::Small(Int32Builder::new()),
            CellKind::Real => Self::Real(Float64Builder::new()),
            CellKind::Set | CellKind::Files => Self::Set(UInt64Builder::new()),
        }
    }

    /// Adds a cell this many times.
    fn add(&mut self, cell: &Cell, times: usize) -> anyhow::Result<()> {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.append_value_n(text, times),
            (Self::Word(column), Cell::Text(text)) => column.append_n(text, times).map(drop)?,
            (Self::Number(column), Cell::Number(number)) => column.append_value_n(*number, times),
            (Self::Small(column), Cell::Number(number)) => {
                column.append_value_n(i32::try_from(*number)?, times)
            }
            (Self::Date(column), Cell::Date(date)) => {
                column.append_value_n(date.to_julian_day() - EPOCH, times)
            }
            (Self::Real(column), Cell::Real(number)) => column.append_value_n(*number, times),
            (Self::Set(column), Cell::Set(set)) => column.append_value_n(*set, times),
            (Self::Text(column), _) => column.append_nulls(times),
            (Self::Word(column), _) => column.append_nulls(times),
            (Self::Number(column), _) => column.append_nulls(times),
            (Self::Small(column), _) => column.append_nulls(times),
            (Self::Date(column), _) => column.append_nulls(times),
            (Self::Real(column), _) => column.append_nulls(times),
            (Self::Set(column), _) => column.append_nulls(times),
        }
        Ok(())
    }

    fn finish(mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match &mut self {
            Self::Text(column) => column,
            Self::Word(column) => column,
            Self::Small(column) => column,
            Self::Real(column) => column,
            Self::Date(column) => column,
            Self::Number(column) => column,
            Self::Set(column) => column,
        };
        builder.finish()
    }
}
