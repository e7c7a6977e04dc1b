//! Tables as a header for C11 and C++17.

use super::specification::{Error, Specification};
use crate::table::Table;

/// Renders the header.
pub(super) fn render(specification: &Specification, header: &str) -> Result<String, Error> {
    specification.refuse(
        |table| !is_identifier(&table.plain_name()),
        |name| {
            format!("a table in C and C++ has a name in capitals, such as `ISLANDS`, not `{name}`")
        },
    )?;
    let guard = format!("TABLES_{:08X}_H", specification.digest);
    let items: String = specification.tables.iter().map(item).collect();
    Ok(format!(
        "{}#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n{items}\n#endif\n",
        comment(&[header.to_owned()])
    ))
}

/// Returns `true` if a table may have this name. No keyword and no name of `stdint.h` begins so,
/// except for its macros, such as `UINT8_MAX`, of which the compiler says that they are taken.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && !name.contains("__")
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

fn item(table: &Table) -> String {
    let ty = format!("uint{}_t", 8 * table.element.bytes());
    let lengths: String = table
        .lengths()
        .iter()
        .map(|length| format!("[{length}]"))
        .collect();
    let entries = table.rows(["{", "}"]);
    format!(
        "\n{}static const {ty} {}{lengths} = {entries};\n",
        comment(&table.comment()),
        table.plain_name()
    )
}

/// Returns a comment. No text can end it early.
fn comment(lines: &[String]) -> String {
    let lines: Vec<String> = lines
        .iter()
        .map(|line| line.replace("*/", "* /").replace("/*", "/ *"))
        .collect();
    match &lines[..] {
        [line] => format!("/* {line} */\n"),
        lines => {
            let lines: String = lines
                .iter()
                .map(|line| format!(" * {line}").trim_end().to_owned() + "\n")
                .collect();
            format!("/*\n{lines} */\n")
        }
    }
}
