//! Tables as Parquet, for programs that analyze data.

#[cfg(target_endian = "big")]
compile_error!(
    "the crate `parquet` writes numbers in the order of the machine, so its tables would be \
     wrong on this one: build without the feature `parquet`"
);

use std::collections::VecDeque;
use std::io::BufWriter;
use std::mem;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::Context as _;
use arrow_array::builder::{
    ArrayBuilder, Date32Builder, Float64Builder, Int32Builder, Int64Builder, StringBuilder,
    StringDictionaryBuilder, UInt64Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{Array as _, ArrayRef, RecordBatch};
use arrow_schema::{Field, Schema, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::basic::{self, GzipLevel};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;

use super::cell::{Cell, CellKind};
use super::column::TableColumn;
use super::field::{InGame, Place};
use super::table::{self, Compression, Table};
use crate::output::Output;

/// The Julian day of 1970-01-01, from which the dates of Arrow count.
const EPOCH: i32 = 2_440_588;

/// The rows of a row group, or a few more. Databases read several groups in parallel.
const ROWS: usize = 1 << 18;

/// The most row groups that other threads encode at once.
const ENCODING: usize = 4;

/// The columns of a row group, as they are written.
type Encoded = parquet::errors::Result<Vec<ArrowColumnChunk>>;

/// A Parquet file, whose row groups are encoded in other threads.
pub(super) struct Parquet {
    file: SerializedFileWriter<BufWriter<Output>>,
    encoders: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    /// The rows of the next group, with their number and their size in bytes.
    next: (Vec<RecordBatch>, usize, usize),
    encoding: VecDeque<JoinHandle<Encoded>>,
}

impl Parquet {
    /// Begins to encode the next row group.
    fn encode(&mut self) -> anyhow::Result<()> {
        let (batches, ..) = mem::take(&mut self.next);
        let group = self.file.flushed_row_groups().len() + self.encoding.len();
        let columns = self.encoders.create_column_writers(group)?;
        let encode = move || encoded(&batches, columns);
        let encode = thread::Builder::new().spawn(encode);
        self.encoding
            .push_back(encode.context("cannot start a thread")?);
        if self.encoding.len() > ENCODING {
            self.append()?;
        }
        Ok(())
    }

    /// Writes the first row group that is encoded. Returns `false` if there is none.
    fn append(&mut self) -> anyhow::Result<bool> {
        let Some(first) = self.encoding.pop_front() else {
            return Ok(false);
        };
        let chunks = first.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        let mut group = self.file.next_row_group()?;
        for chunk in chunks {
            chunk.append_to_row_group(&mut group)?;
        }
        group.close()?;
        Ok(true)
    }
}

fn encoded(batches: &[RecordBatch], columns: Vec<ArrowColumnWriter>) -> Encoded {
    let mut chunks = Vec::new();
    for (index, mut column) in columns.into_iter().enumerate() {
        for batch in batches {
            for leaf in compute_leaves(batch.schema_ref().field(index), batch.column(index))? {
                column.write(&leaf)?;
            }
        }
        chunks.push(column.close()?);
    }
    Ok(chunks)
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
            .build();
        let writer = ArrowWriter::try_new(output, Arc::clone(&schema), Some(properties))?;
        let (file, encoders) = writer.into_serialized_writer()?;
        Ok(Self {
            file,
            encoders,
            schema,
            next: Default::default(),
            encoding: VecDeque::new(),
        })
    }

    fn write(&mut self, Rows(columns): Rows, memory: usize) -> anyhow::Result<()> {
        let columns = columns.into_iter().map(ArrowColumn::finish).collect();
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns)?;
        let (batches, rows, bytes) = &mut self.next;
        *rows += batch.num_rows();
        *bytes += batch.get_array_memory_size();
        batches.push(batch);
        if *rows >= ROWS || *bytes > memory {
            self.encode()?;
        }
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<BufWriter<Output>> {
        if self.next.1 > 0 {
            self.encode()?;
        }
        while self.append()? {}
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
