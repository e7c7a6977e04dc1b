//! Tables as Parquet, for programs that analyze data.

#[cfg(target_endian = "big")]
compile_error!(
    "the crate `parquet` writes numbers in the order of the machine, so its tables would be wrong on this one: build \
     without the feature `parquet`"
);

use std::io::BufWriter;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, Date32Builder, Float64Builder, Int64Builder, StringBuilder, StringDictionaryBuilder,
    UInt8Builder, UInt16Builder, UInt64Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::basic::{self, GzipLevel};
use parquet::file::properties::WriterProperties;

use super::column::{Cell, Kind, TableColumn};
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
            let kind = match column.kind {
                Kind::Text => DataType::Utf8,
                Kind::Word => DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into()),
                Kind::Date => DataType::Date32,
                Kind::Number => DataType::Int64,
                Kind::Tiny => DataType::UInt8,
                Kind::Small => DataType::UInt16,
                Kind::Real => DataType::Float64,
                Kind::Set => DataType::UInt64,
            };
            Field::new(&column.name, kind, true)
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
        Ok(Self { file: ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties))?, schema })
    }

    fn write(&mut self, Rows(columns): Rows, memory: usize) -> anyhow::Result<()> {
        let columns = columns.into_iter().map(Column::finish).collect();
        self.file.write(&RecordBatch::try_new(Arc::clone(&self.schema), columns)?)?;
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
pub(super) struct Rows(Vec<Column>);

enum Column {
    Text(StringBuilder),
    Word(StringDictionaryBuilder<Int32Type>),
    Date(Date32Builder),
    Number(Int64Builder),
    Tiny(UInt8Builder),
    Small(UInt16Builder),
    Real(Float64Builder),
    Set(UInt64Builder),
}

impl table::Rows for Rows {
    fn new(columns: &[TableColumn]) -> Self {
        let empty = |column: &TableColumn| match column.kind {
            Kind::Text => Column::Text(StringBuilder::new()),
            Kind::Word => Column::Word(StringDictionaryBuilder::new()),
            Kind::Date => Column::Date(Date32Builder::new()),
            Kind::Number => Column::Number(Int64Builder::new()),
            Kind::Tiny => Column::Tiny(UInt8Builder::new()),
            Kind::Small => Column::Small(UInt16Builder::new()),
            Kind::Real => Column::Real(Float64Builder::new()),
            Kind::Set => Column::Set(UInt64Builder::new()),
        };
        Self(columns.iter().map(empty).collect())
    }

    fn add(&mut self, column: usize, cell: &Cell) -> anyhow::Result<()> {
        match (&mut self.0[column], cell) {
            (Column::Text(column), Cell::Text(text)) => column.append_value(text),
            (Column::Date(column), Cell::Date(date)) => column.append_value(date.to_julian_day() - EPOCH),
            (Column::Word(column), Cell::Text(text)) => column.append_value(text),
            (Column::Number(column), Cell::Number(number)) => column.append_value(*number),
            (Column::Tiny(column), Cell::Number(number)) => column.append_value(u8::try_from(*number)?),
            (Column::Small(column), Cell::Number(number)) => column.append_value(u16::try_from(*number)?),
            (Column::Real(column), Cell::Real(number)) => column.append_value(*number),
            (Column::Set(column), Cell::Set(set)) => column.append_value(*set),
            (Column::Text(column), _) => column.append_null(),
            (Column::Word(column), _) => column.append_null(),
            (Column::Tiny(column), _) => column.append_null(),
            (Column::Small(column), _) => column.append_null(),
            (Column::Real(column), _) => column.append_null(),
            (Column::Date(column), _) => column.append_null(),
            (Column::Number(column), _) => column.append_null(),
            (Column::Set(column), _) => column.append_null(),
        }
        Ok(())
    }

    fn end_row(&mut self) -> anyhow::Result<()> {
        Ok(())
    }
}

impl Column {
    fn finish(mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match &mut self {
            Self::Text(column) => column,
            Self::Word(column) => column,
            Self::Tiny(column) => column,
            Self::Small(column) => column,
            Self::Real(column) => column,
            Self::Date(column) => column,
            Self::Number(column) => column,
            Self::Set(column) => column,
        };
        builder.finish()
    }
}
