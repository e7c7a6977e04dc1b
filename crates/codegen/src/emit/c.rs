//! Tables as a header for C11 and C++17.

use super::specification::{Error, Specification};
use crate::table::Table;

/// Renders the header.
pub(super) fn render(specification: &Specification, header: &str) -> Result<String, Error> {
    specification.refuse(has_other_name, |name| {
        format!("a table in C and C++ has a name in capitals, such as `ISLANDS`, not `{name}`")
    })?;
    let guard = format!("TABLES_{:08X}_H", specification.digest);
    let items: String = specification.tables.iter().map(item).collect();
    Ok(format!(
        "{}#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n{items}\n#endif\n",
        comment(&[header.to_owned()])
    ))
}

/// Returns `true` if a table cannot have its name. No keyword and no name of `stdint.h` is in
/// capitals, except for its macros, such as `UINT8_MAX`, of which the compiler says that they are
/// taken.
fn has_other_name(table: &Table) -> bool {
    let name = table.plain_name();
    let is_capital = |c: char| c.is_ascii_uppercase();
    let is_other = |c: char| !(is_capital(c) || c.is_ascii_digit() || c == '_');
    !name.starts_with(is_capital) || name.contains("__") || name.contains(is_other)
}

fn item(table: &Table) -> String {
    let ty = format!("uint{}_t", 8 * table.element.bytes());
    let mut name = table.plain_name();
    for length in table.lengths() {
        name += &format!("[{length}]");
    }
    let entries = table.rows(["{", "}"]);
    format!(
        "\n{}static const {ty} {name} = {entries};\n",
        comment(&table.comment())
    )
}

/// Returns a comment. No text can end it early.
fn comment(lines: &[String]) -> String {
    let mut comment = "/*\n".to_owned();
    for line in lines {
        let line = line.replace("*/", "* /").replace("/*", "/ *");
        if lines.len() == 1 {
            return format!("/* {line} */\n");
        }
        comment += format!(" * {line}").trim_end();
        comment += "\n";
    }
    comment + " */\n"
}
