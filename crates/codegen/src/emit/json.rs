//! Tables as JSON.

use serde::Serialize;
use serde_json::Value;

use super::specification::Specification;
use crate::expand::nested;
use crate::table::{Element, Table};

#[derive(Serialize)]
struct Document<'a> {
    comment: &'a str,
    tables: Vec<JsonTable>,
}

#[derive(Serialize)]
struct JsonTable {
    name: String,
    doc: String,
    #[serde(rename = "type")]
    ty: String,
    index: Vec<&'static str>,
    bytes: usize,
    crc32: String,
    entries: Value,
}

pub(super) fn render(specification: &Specification, header: &str) -> String {
    let tables = specification.tables.iter().map(table).collect();
    let document = Document {
        comment: header,
        tables,
    };
    // This fails only for maps with other keys than strings, and there are none.
    serde_json::to_string_pretty(&document).expect("a document without maps") + "\n"
}

fn table(table: &Table) -> JsonTable {
    let entry = |entry: &u64| match table.element {
        Element::U64 => Value::from(format!("0x{entry:016x}")),
        Element::U8 => Value::from(*entry),
    };
    let entries = table.entries.iter().map(entry).collect();
    JsonTable {
        name: table.plain_name(),
        doc: table.doc_lines().join("\n"),
        ty: table.rust_type(),
        index: table.indices.iter().map(|index| index.name()).collect(),
        bytes: table.bytes(),
        crc32: format!("{:08x}", table.digest()),
        entries: nested(&table.lengths(), entries, |row| Value::from(row.to_vec()))
            .unwrap_or_default(),
    }
}
