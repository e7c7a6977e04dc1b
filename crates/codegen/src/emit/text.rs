//! A list of the tables: name, type, size and digest.

use super::specification::Specification;

pub(super) fn render(specification: &Specification, header: &str) -> String {
    let tables = &specification.tables;
    let name =
        tables.iter().map(|table| table.plain_name().chars().count()).max().unwrap_or(0).max("total".len());
    let ty = tables.iter().map(|table| table.rust_type().len()).max().unwrap_or(0);
    let mut text = format!("# {header}\n{:name$}  {:ty$}  {:>8}  crc32\n", "name", "type", "bytes");
    for table in tables {
        let row = (table.plain_name(), table.rust_type(), table.bytes(), table.digest());
        text += &format!("{:name$}  {:ty$}  {:>8}  {:08x}\n", row.0, row.1, row.2, row.3);
    }
    let total: usize = tables.iter().map(|table| table.bytes()).sum();
    text + &format!("{:name$}  {:ty$}  {total:>8}\n", "total", "")
}
