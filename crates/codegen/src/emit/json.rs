//! Tables as JSON.

use serde::Serialize;
use serde_json::Value;

use super::specification::Specification;
use crate::expand::nested;
use crate::generate::Generated;
use crate::table::Element;

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
    let tables = specification.tables.iter().map(table).collect();
    let document = Document { comment: header, tables };
    // This fails only for maps with other keys than strings, and there are none.
    serde_json::to_string_pretty(&document).expect("a document without maps") + "\n"
}

fn table(generated: &Generated) -> JsonTable<'_> {
    let entry = |entry: &u64| match generated.table.element {
        Element::U64 => Value::from(format!("0x{entry:016x}")),
        Element::U8 => Value::from(*entry),
    };
    let entries = generated.entries.iter().map(entry).collect();
    JsonTable {
        name: generated.plain_name(),
        doc: generated.doc_lines().join("\n"),
        ty: generated.rust_type(),
        index: generated.table.indices.iter().map(|index| index.name()).collect(),
        bytes: generated.bytes(),
        crc32: format!("{:08x}", generated.digest()),
        entries: nested(&generated.table.lengths(), entries, |row| Value::from(row.to_vec()))
            .unwrap_or_default(),
    }
}
