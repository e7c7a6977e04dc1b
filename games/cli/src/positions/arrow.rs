//! Tables as Parquet, for programs that analyze data.

#[cfg(target_endian = "big")]
compile_error!(
    "the crate `parquet` writes numbers in the order of the machine, so its tables would be wrong on this one: build \
     without the feature `parquet`"
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

use super::column::{CellKind, TableCell, TableColumn};
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
        let field = |column: &TableColumn| {
            Field::new(
                &column.name,
                ArrowColumn::new(column).finish().data_type().clone(),
                true,
            )
        };
        let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
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

    fn add(&mut self, column: usize, cell: &TableCell) -> anyhow::Result<()> {
        let text = if let TableCell::Text(text) = cell {
            Some(text)
        } else {
            None
        };
        let number = if let TableCell::Number(number) = cell {
            Some(*number)
        } else {
            None
        };
        match (&mut self.0[column], cell) {
            (ArrowColumn::Text(column), _) => column.append_option(text),
            (ArrowColumn::Word(column), _) => column.append_option(text),
            (ArrowColumn::Number(column), _) => column.append_option(number),
            (ArrowColumn::Small(column), _) => {
                column.append_option(number.map(i32::try_from).transpose()?)
            }
            (ArrowColumn::Date(column), TableCell::Date(date)) => {
                column.append_value(date.to_julian_day() - EPOCH)
            }
            (ArrowColumn::Real(column), TableCell::Real(number)) => column.append_value(*number),
            (ArrowColumn::Set(column), TableCell::Set(set)) => column.append_value(*set),
            (ArrowColumn::Date(column), _) => column.append_null(),
            (ArrowColumn::Real(column), _) => column.append_null(),
            (ArrowColumn::Set(column), _) => column.append_null(),
        }
        Ok(())
    }

    fn end_row(&mut self) -> anyhow::Result<()> {
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
