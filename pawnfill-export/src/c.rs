//! C and C++: writes a header.

use crate::graph::Operation;
use crate::program::{Function, Local, Program, Structure, Type};
use crate::syntax::{Syntax, Text, wrapped};

struct C<'a> {
    prefix: &'a str,
}

impl Syntax for C<'_> {
    const LOGIC: [&'static str; 2] = ["&&", "||"];

    fn prefix(&self) -> &str {
        self.prefix
    }

    fn atom(&self, operation: Operation, operands: &[Text]) -> Option<String> {
        let prefix = self.prefix;
        Some(match (operation, operands) {
            (Operation::Constant(bits), []) if bits < 0x1_0000 => format!("{bits:#x}ULL"),
            (Operation::Constant(bits), []) => format!("{bits:#018x}ULL"),
            (Operation::Number(number), []) => format!("{number}u"),
            (Operation::Mask(name), []) => format!("{prefix}{name}_table[square]"),
            // Only fills are written with loads, and they read only the table of the files.
            (Operation::Load(_, at), [a]) => format!("{prefix}files[({} >> {at}) & 0xff]", a.within(">>")),
            (Operation::Count, [a]) => format!("{prefix}count({})", a.text),
            (Operation::Files, [a]) => format!("(uint8_t){}", a.within("cast")),
            (Operation::AbsDiff, [a, b]) => format!("{prefix}abs_diff({}, {})", a.text, b.text),
            _ => return None,
        })
    }
}

fn type_name(ty: Type) -> &'static str {
    match ty {
        Type::Set => "uint64_t",
        Type::Files => "uint8_t",
        Type::Number => "unsigned",
        Type::Truth => "bool",
    }
}

impl C<'_> {
    /// Returns the name of a macro.
    fn macro_name(&self, name: &str) -> String {
        self.prefix.to_uppercase() + name
    }

    fn locals(&self, locals: &[Local]) -> String {
        let line = |(name, ty, term): &Local| {
            wrapped(&format!("    const {} {name} = {};\n", type_name(*ty), self.term(term).text), 8)
        };
        locals.iter().map(line).collect()
    }

    fn function(&self, function: &Function) -> String {
        let mut text = match &function.docs[..] {
            [line] => format!("/* {line} */\n"),
            lines => format!("/*\n * {}\n */\n", lines.join("\n * ")),
        };
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .map(|&name| format!("{} {name}", if name == "square" { "unsigned" } else { "uint64_t" }))
            .collect();
        text += &format!(
            "{} {} {}{}({}) {{\n",
            self.macro_name("FN"),
            type_name(function.result),
            self.prefix,
            function.name,
            parameters.join(", ")
        );
        let value = format!("    return {};\n", self.term(&function.value).text);
        let body = self.locals(&function.locals) + &wrapped(&value, 8);
        for name in function.parameters {
            if !mentions(&body, name) {
                text += &format!("    (void){name};\n");
            }
        }
        text + &body + "}\n\n"
    }

    fn table(&self, name: &str, entries: &[u64]) -> String {
        let mut text =
            format!("{} uint64_t {}{name}[{}] = {{\n", self.macro_name("TABLE"), self.prefix, entries.len());
        for row in entries.chunks(4) {
            let row: Vec<_> = row.iter().map(|bits| format!("{bits:#018x}ULL")).collect();
            text += &format!("    {},\n", row.join(", "));
        }
        text + "};\n\n"
    }

    fn structure(&self, Structure { locals, side, board }: &Structure) -> String {
        let prefix = self.prefix;
        let mut text = "/* The sets of one side in a structure. */\n".to_owned();
        text += &format!(
            "struct {prefix}side_structure {{\n    uint64_t {};\n}};\n\n",
            side.join(";\n    uint64_t ")
        );
        text += "/* The sets of a typical evaluation. */\n";
        text += &format!(
            "struct {prefix}structure {{\n    struct {prefix}side_structure white, black;\n    uint64_t {};\n}};\n\n",
            board.join(";\n    uint64_t ")
        );
        text += "/* Computes the sets of a typical evaluation together, and their common parts once. */\n";
        text += &format!(
            "{} struct {prefix}structure {prefix}structure(uint64_t white, uint64_t black) {{\n",
            self.macro_name("FN")
        );
        text += &self.locals(locals);
        text += &format!("    const struct {prefix}structure structure = {{\n");
        for color in ["white", "black"] {
            let fields: Vec<_> = side.iter().map(|name| format!("{color}_{name}")).collect();
            text += &wrapped(&format!("        {{{}}},\n", fields.join(", ")), 9);
        }
        text += &format!("        {}\n    }};\n    return structure;\n}}\n\n", board.join(", "));
        text
    }
}

/// Tests if a name occurs as a word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

/// Writes a header for C11 and C++17.
///
/// With the macro `PAWNFILL_LOOKUP`, or `LOOKUP` after another prefix, the header reads fills and masks from tables.
pub(crate) fn emit(program: &Program, prefix: &str) -> String {
    let c = C { prefix };
    let [guard, function_macro, table_macro, lookup, no_builtin] =
        ["H", "FN", "TABLE", "LOOKUP", "NO_BUILTIN"].map(|name| c.macro_name(name));
    let mut text = format!(
        "/*
 * White comes first in every call. A board is a uint64_t in which a1 is bit 0, b1 is bit 1 and h8 is bit 63.
 * Formulas are written for White: P are the friendly pawns, Q the enemy pawns, N, S, E and W one step, Nfill, Sfill
 * and F fills to the north, to the south and both, U all squares. For Black, north and south are exchanged.
 *
 * Define {lookup} before the include to read fills and masks from tables. The results are the same.
 */
#ifndef {guard}
#define {guard}

#include <stdint.h>
#ifdef __cplusplus
#define {function_macro} constexpr
#define {table_macro} inline constexpr
#else
#include <stdbool.h>
#define {function_macro} static inline
#define {table_macro} static const
#endif

"
    );
    let mut body = String::new();
    let mut tables = String::new();
    let mut in_tables = false;
    for [plain, table] in &program.helpers {
        let [plain_text, table_text] = [plain, table].map(|function| c.function(function));
        if plain_text == table_text {
            body += &plain_text;
            continue;
        }
        in_tables = true;
        body += &format!("#ifndef {lookup}\n{plain_text}#else\n{table_text}#endif\n\n");
        if let Some((name, entries)) = program.tables.iter().find(|(name, _)| *name == table.name) {
            tables += &c.table(&format!("{name}_table"), entries);
        }
    }
    for function in &program.functions {
        body += &c.function(function);
    }
    if let Some(structure) = &program.structure {
        body += &c.structure(structure);
    }
    if in_tables {
        let files: Vec<_> = (0..256).map(|files| 0x0101_0101_0101_0101 * files).collect();
        let files = c.table("files", &files);
        text +=
            &format!("#ifdef {lookup}\n\n/* The squares of each set of files. */\n{files}{tables}#endif\n\n");
    }
    if mentions(&body, &format!("{prefix}count")) {
        text += &format!(
            "/* The number of squares. */
{function_macro} unsigned {prefix}count(uint64_t set) {{
#if (defined(__GNUC__) || defined(__clang__)) && !defined({no_builtin})
    return (unsigned)__builtin_popcountll(set);
#else
    const uint64_t twos = set - ((set >> 1) & 0x5555555555555555ULL);
    const uint64_t fours = (twos & 0x3333333333333333ULL) + ((twos >> 2) & 0x3333333333333333ULL);
    const uint64_t bytes = (fours + (fours >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
    return (unsigned)((bytes * 0x0101010101010101ULL) >> 56);
#endif
}}

"
        );
    }
    if mentions(&body, &format!("{prefix}abs_diff")) {
        text += &format!(
            "/* The absolute difference. */
{function_macro} unsigned {prefix}abs_diff(unsigned a, unsigned b) {{
    return a > b ? a - b : b - a;
}}

"
        );
    }
    text + &body + &format!("#endif /* {guard} */\n")
}
