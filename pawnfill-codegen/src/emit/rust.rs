//! Tables as a Rust source.

use super::specification::{Specification, Table};

pub(super) fn render(specification: &Specification, header: &str) -> String {
    let items: String = specification.tables().iter().map(item).collect();
    format!("// {header}\n{items}")
}

fn item(table: &Table) -> String {
    let docs: String =
        table.docs().iter().map(|line| format!("/// {line}").trim_end().to_owned() + "\n").collect();
    let keywords = table.generated.keywords.replace("pub (", "pub(");
    let (name, ty) = (&table.generated.name, table.rust_type());
    let entries = table.nested(["[", "]"]);
    // The rows must not change when a project that copies the file formats it.
    format!("\n{docs}#[rustfmt::skip]\n{keywords} {name}: {ty} = {entries};\n")
}
