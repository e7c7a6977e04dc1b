//! Tables as a Rust source.

use quote::quote;

use super::specification::Specification;
use crate::parse::Head;
use crate::table::Table;

pub(super) fn render(specification: &Specification, header: &str) -> String {
    let items: String = specification.tables.iter().map(item).collect();
    format!("// {header}\n{items}")
}

fn item(table: &Table) -> String {
    let mut docs = String::new();
    for line in table.comment() {
        docs += format!("/// {line}").trim_end();
        docs += "\n";
    }
    let Head {
        visibility,
        keyword,
        name,
        ..
    } = &table.head;
    let keywords = quote!(#visibility #keyword)
        .to_string()
        .replace("pub (", "pub(");
    let ty = table.rust_type();
    let entries = table.rows(["[", "]"]);
    // The rows must not change when a project that copies the file formats it.
    format!("\n{docs}#[rustfmt::skip]\n{keywords} {name}: {ty} = {entries};\n")
}
