//! Tables as a header for C11.

use pawnfill_tables::Element;

use super::nested;
use super::specification::{Specification, Table};

const KEYWORDS: &[&str] = &[
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum",
    "extern", "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return",
    "short", "signed", "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void",
    "volatile", "while",
];

/// The header, or a line for each name that C does not allow.
pub(super) fn render(specification: &Specification, header: &str) -> Result<String, String> {
    let forbidden = specification.tables.iter().filter(|table| !is_identifier(&table.name));
    let mistakes: Vec<String> = forbidden
        .map(|table| specification.at(table.generated.span, format_args!("`{}` is no name in C", table.name)))
        .collect();
    if !mistakes.is_empty() {
        return Err(mistakes.join("\n"));
    }
    let guard = format!("TABLES_{:08X}_H", specification.digest);
    let items: String = specification.tables.iter().map(item).collect();
    Ok(format!(
        "{}#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n{items}\n#endif\n",
        comment(&[header.to_owned()])
    ))
}

fn is_identifier(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') && !KEYWORDS.contains(&name)
}

fn item(table: &Table) -> String {
    let ty = match table.generated.table.element {
        Element::U64 => "uint64_t",
        Element::U8 => "uint8_t",
    };
    let lengths: String = table.lengths().iter().map(|length| format!("[{length}]")).collect();
    let entries = nested(&table.lengths(), &table.hexadecimal(), ["{", "}"], table.per_line(), 0);
    format!("\n{}static const {ty} {}{lengths} = {entries};\n", comment(&table.docs()), table.name)
}

/// A comment that no text can end early.
fn comment(lines: &[String]) -> String {
    let lines: Vec<String> =
        lines.iter().map(|line| line.replace("*/", "* /").replace("/*", "/ *")).collect();
    match &lines[..] {
        [line] => format!("/* {line} */\n"),
        lines => {
            let lines: String =
                lines.iter().map(|line| format!(" * {line}").trim_end().to_owned() + "\n").collect();
            format!("/*\n{lines} */\n")
        }
    }
}
