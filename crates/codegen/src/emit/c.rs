//! Tables as a header for C11 and C++17.

use crate::tables::Element;

use super::specification::Specification;
use crate::generate::Generated;

/// The keywords of C up to C23 and of C++ up to C++20, and macros that compilers define without an underscore.
const TAKEN: &str = "
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t char8_t
    class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue
    decltype default delete do double dynamic_cast else enum explicit export extern false float for friend
    goto i386 if inline int linux long main mutable namespace new noexcept not not_eq nullptr operator or
    or_eq private protected public register reinterpret_cast requires restrict return short signed sizeof
    static static_assert static_cast struct switch template this thread_local throw true try typedef typeid
    typename typeof typeof_unqual union unix unsigned using virtual void volatile wchar_t while xor xor_eq";

/// Renders the header.
pub(super) fn render(specification: &Specification, header: &str) -> Result<String, String> {
    specification.refuse(
        |table| !is_identifier(table.plain_name()),
        |name| format!("a table in C and C++ cannot be named `{name}`"),
    )?;
    let guard = format!("TABLES_{:08X}_H", specification.digest);
    let items: String = specification.tables.iter().map(item).collect();
    Ok(format!(
        "{}#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n{items}\n#endif\n",
        comment(&[header.to_owned()])
    ))
}

/// Returns `true` if a table may have this name: neither the languages nor `stdint.h` use or reserve it.
fn is_identifier(name: &str) -> bool {
    let ends = |suffixes: &[&str]| suffixes.iter().any(|suffix| name.ends_with(suffix));
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    let standard = (starts(&["int", "uint"]) && ends(&["_t"]))
        || (starts(&["INT", "UINT", "PTRDIFF", "SIG_ATOMIC", "SIZE", "WCHAR", "WINT"])
            && ends(&["_C", "_MAX", "_MIN", "_WIDTH"]));
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !name.starts_with('_')
        && !name.contains("__")
        && !standard
        && !TAKEN.split_whitespace().any(|taken| taken == name)
}

fn item(table: &Generated) -> String {
    let ty = match table.table.element {
        Element::U64 => "uint64_t",
        Element::U8 => "uint8_t",
    };
    let lengths: String = table.table.lengths().iter().map(|length| format!("[{length}]")).collect();
    let entries = table.rows(["{", "}"]);
    format!("\n{}static const {ty} {}{lengths} = {entries};\n", comment(&table.comment()), table.plain_name())
}

/// Returns a comment. No text can end it early.
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
