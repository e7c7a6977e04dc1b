//! Tables as a Rust source.

use super::specification::Specification;
use crate::generate::Generated;

pub(super) fn render(specification: &Specification, header: &str) -> String {
    let items: String = specification.tables.iter().map(item).collect();
    format!("// {header}\n{items}")
}

fn item(table: &Generated) -> String {
    let docs: String =
        table.comment().iter().map(|line| format!("/// {line}").trim_end().to_owned() + "\n").collect();
    let keywords = table.keywords.replace("pub (", "pub(");
    let (name, ty) = (&table.name, table.rust_type());
    let entries = table.rows(["[", "]"]);
    // The rows must not change when a project that copies the file formats it.
    format!("\n{docs}#[rustfmt::skip]\n{keywords} {name}: {ty} = {entries};\n")
}
