//! The calls that read a table of CSV with the types of its columns.

use std::fmt;

use clap::ValueEnum;

use super::cell::CellKind;
use super::column::TableColumn;

/// A program that reads tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reader {
    Duckdb,
    Polars,
    Pandas,
    Pyarrow,
}

/// A call of a reader, for a file and columns.
pub(super) struct Call<'a> {
    pub(super) reader: Reader,
    pub(super) file: &'a str,
    pub(super) columns: &'a [TableColumn],
}

impl Reader {
    /// Returns the type of a cell.
    fn cell(self, kind: CellKind) -> &'static str {
        use CellKind::{Date, Files, Number, Real, Set, Small, Text, Word};
        let types = match kind {
            Text | Word => [
                "'VARCHAR'",
                "polars.String",
                "\"string\"",
                "pyarrow.string()",
            ],
            Date => ["'DATE'", "polars.Date", "\"string\"", "pyarrow.date32()"],
            Number => ["'BIGINT'", "polars.Int64", "\"Int64\"", "pyarrow.int64()"],
            Small => ["'INTEGER'", "polars.Int32", "\"Int32\"", "pyarrow.int32()"],
            Real => [
                "'DOUBLE'",
                "polars.Float64",
                "\"float64\"",
                "pyarrow.float64()",
            ],
            Set | Files => [
                "'UBIGINT'",
                "polars.UInt64",
                "\"UInt64\"",
                "pyarrow.uint64()",
            ],
        };
        types[self as usize]
    }

    /// Returns a text in quotation marks.
    fn quoted(self, text: &str) -> String {
        match self {
            Self::Duckdb => format!("'{}'", text.replace('\'', "''")),
            // The escapes of a JSON text are those of Python.
            _ => serde_json::Value::from(text).to_string(),
        }
    }
}

impl fmt::Display for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let file = self.reader.quoted(self.file);
        let (mut types, mut dates) = (String::new(), Vec::new());
        for column in self.columns {
            let name = self.reader.quoted(&column.name);
            types += &format!("    {name}: {},\n", self.reader.cell(column.kind));
            if column.kind == CellKind::Date {
                dates.push(name);
            }
        }
        match self.reader {
            Reader::Duckdb => {
                let types = types.trim_end().trim_end_matches(',');
                let options = "auto_detect = false, header = true";
                write!(
                    f,
                    "FROM read_csv({file}, {options}, columns = {{\n{types}\n}});"
                )
            }
            Reader::Polars => {
                write!(f, "polars.read_csv({file}, schema_overrides={{\n{types}}})")
            }
            // A player may be called NA or None.
            Reader::Pandas => write!(
                f,
                "pandas.read_csv({file}, keep_default_na=False, na_values=[\"\"], \
                 parse_dates=[{}], dtype={{\n{types}}})",
                dates.join(", ")
            ),
            Reader::Pyarrow => write!(
                f,
                "pyarrow.csv.read_csv({file}, convert_options=pyarrow.csv.ConvertOptions(\
                 null_values=[\"\"], strings_can_be_null=True, column_types={{\n{types}}}))"
            ),
        }
    }
}
