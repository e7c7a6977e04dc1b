//! C and C++: writes a header.

use crate::graph::Operation;
use crate::program::{Function, Local, Program, Structure};
use crate::syntax::{Syntax, Text, list, wrapped};

struct C<'a> {
    prefix: &'a str,
}

impl Syntax for C<'_> {
    const TYPES: [&'static str; 4] = ["uint64_t", "uint8_t", "unsigned", "bool"];
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

impl C<'_> {
    /// Returns the name of a macro.
    fn macro_name(&self, name: &str) -> String {
        self.prefix.to_uppercase() + name
    }

    fn locals(&self, locals: &[Local]) -> String {
        let line = |(name, ty, term): &Local| {
            wrapped(
                &format!("    const {} {name} = {};\n", Self::TYPES[*ty as usize], self.term(term).text),
                8,
            )
        };
        locals.iter().map(line).collect()
    }

    fn function(&self, function: &Function) -> String {
        let mut text = match &function.docs[..] {
            [line] => format!("/* {line} */\n"),
            lines => format!("/*\n * {}\n */\n", lines.join("\n * ")),
        };
        let parameters = list(function.parameters, |name| {
            format!("{} {name}", if *name == "square" { "unsigned" } else { "uint64_t" })
        });
        let (head, result) = (self.macro_name("FN"), Self::TYPES[function.result as usize]);
        text += &format!("{head} {result} {}{}({parameters}) {{\n", self.prefix, function.name);
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
            text += &format!("    {},\n", list(row, |bits| format!("{bits:#018x}ULL")));
        }
        text + "};\n\n"
    }

    fn structure(&self, Structure { locals, side, board }: &Structure) -> String {
        let prefix = self.prefix;
        let sides = ["white", "black"].map(|color| {
            let fields = list(side, |name| format!("{color}_{name}"));
            wrapped(&format!("        {{{fields}}},\n"), 9)
        });
        format!(
            "/* The sets of one side in a structure. */
struct {prefix}side_structure {{
    uint64_t {};
}};

/* The sets of a typical evaluation. */
struct {prefix}structure {{
    struct {prefix}side_structure white, black;
    uint64_t {};
}};

/* Computes the sets of a typical evaluation together, and their common parts once. */
{} struct {prefix}structure {prefix}structure(uint64_t white, uint64_t black) {{
{}    const struct {prefix}structure structure = {{
{}        {}
    }};
    return structure;
}}

",
            side.join(";\n    uint64_t "),
            board.join(";\n    uint64_t "),
            self.macro_name("FN"),
            self.locals(locals),
            sides.concat(),
            board.join(", ")
        )
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
        if let Some(entries) = &table.table {
            tables += &c.table(&format!("{}_table", table.name), entries);
        }
    }
    for function in &program.functions {
        body += &c.function(function);
    }
    if let Some(structure) = &program.structure {
        body += &c.structure(structure);
    }
    if in_tables {
        let files =
            c.table("files", &(0..256).map(|files| 0x0101_0101_0101_0101 * files).collect::<Vec<_>>());
        let files = format!("/* The squares of each set of files. */\n{files}");
        text += &format!("#ifdef {lookup}\n\n{files}{tables}#endif\n\n");
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
