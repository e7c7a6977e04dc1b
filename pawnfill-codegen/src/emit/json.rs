//! Tables as JSON.

use pawnfill_tables::Element;
use serde::Serialize;
use serde_json::Value;

use super::specification::{self, Specification};

#[derive(Serialize)]
struct Document<'a> {
    comment: &'a str,
    tables: Vec<JsonTable<'a>>,
}

#[derive(Serialize)]
struct JsonTable<'a> {
    name: &'a str,
    doc: String,
    #[serde(rename = "type")]
    ty: String,
    index: Vec<&'static str>,
    bytes: usize,
    crc32: String,
    entries: Value,
}

pub(super) fn render(specification: &Specification, header: &str) -> String {
    let tables = specification.tables().iter().map(table).collect();
    let document = Document { comment: header, tables };
    // This fails only for maps with other keys than strings, and there are none.
    serde_json::to_string_pretty(&document).expect("a document without maps") + "\n"
}

fn table(table: &specification::Table) -> JsonTable<'_> {
    let generated = &table.generated;
    let entry = |entry: &u64| match generated.table.element {
        Element::U64 => Value::from(format!("0x{entry:016x}")),
        Element::U8 => Value::from(*entry),
    };
    JsonTable {
        name: &table.name,
        doc: generated.docs.iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n"),
        ty: table.rust_type(),
        index: generated.table.indices.iter().map(|index| index.name()).collect(),
        bytes: table.bytes(),
        crc32: format!("{:08x}", table.digest),
        entries: nested(&table.lengths(), generated.entries.iter().map(entry).collect()),
    }
}

fn nested(lengths: &[usize], entries: Vec<Value>) -> Value {
    // The innermost index varies fastest, so rows are made from the inside out.
    let rows = lengths.iter().skip(1).rev().fold(entries, |entries, &length| {
        entries.chunks(length).map(|row| Value::from(row.to_vec())).collect()
    });
    Value::from(rows)
}
