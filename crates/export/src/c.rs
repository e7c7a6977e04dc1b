//! C and C++: writes a header.

use std::collections::HashSet;

use pawnfill::Color;
use pawnfill::pattern::Family;

use crate::graph::{Operation, Table};
use crate::program::{Field, Function, Group, Local, Program, Structure};
use crate::syntax::{Syntax, Text, list, wrapped};

/// The functions of one set or square that users may call. All others are details.
const STEPS: [&str; 10] = [
    "north",
    "south",
    "east",
    "west",
    "beside",
    "north_fill",
    "south_fill",
    "file_mask",
    "north_ray",
    "south_ray",
];

struct C<'a> {
    prefix: &'a str,
    /// The functions that users should not call.
    details: HashSet<&'a str>,
}

impl Syntax for C<'_> {
    const TYPES: [&'static str; 4] = ["uint64_t", "uint8_t", "int", "bool"];
    const LOGIC: [&'static str; 2] = ["&&", "||"];

    fn prefix(&self) -> &str {
        self.prefix
    }

    fn function_name(&self, name: &str) -> String {
        let detail = if self.details.contains(name) { "detail_" } else { "" };
        format!("{}{detail}{name}", self.prefix)
    }

    fn atom(&self, operation: Operation, operands: &[Text]) -> Option<String> {
        Some(match (operation, operands) {
            (Operation::Constant(bits), []) if bits < 0x1_0000 => format!("{bits:#x}ULL"),
            (Operation::Constant(bits), []) => format!("{bits:#018x}ULL"),
            (Operation::Number(number), []) => number.to_string(),
            (Operation::Mask(name), []) => format!("{}[square]", self.table_name(name)),
            (Operation::Load(Some(table), at), [a]) => {
                format!("{}[({} >> {at}) & 0xff]", self.table_name(file_table(table)), a.within(">>"))
            }
            (Operation::Count, [a]) => format!("{}count({})", self.prefix, a.text),
            (Operation::Files, [a]) => format!("{}(uint8_t, {})", self.macro_name("DETAIL_CAST"), a.text),
            (Operation::AbsDiff, [a, b]) => format!("{}detail_abs_diff({}, {})", self.prefix, a.text, b.text),
            _ => return None,
        })
    }
}

impl C<'_> {
    /// Returns the name of a macro.
    fn macro_name(&self, name: &str) -> String {
        self.prefix.to_uppercase() + name
    }

    fn table_name(&self, name: &str) -> String {
        format!("{}detail_{name}_table", self.prefix)
    }

    /// Returns the type, the name and the parameters of a function, after the macro that makes it inline.
    fn head(&self, function: &Function) -> String {
        let parameters = list(function.parameters, |name| {
            format!("{} {name}", if *name == "square" { "unsigned" } else { "uint64_t" })
        });
        let result = Self::TYPES[function.result as usize];
        format!("{} {result} {}({parameters})", self.macro_name("FN"), self.function_name(&function.name))
    }

    /// Returns the type, the name and the parameters of the function that chooses the color.
    fn head_by_color(&self, function: &Function, group: &Group, color: bool) -> String {
        let head = self
            .head(function)
            .replace(&self.function_name(&function.name), &(self.prefix.to_owned() + &group.name));
        if color { head.replacen('(', &format!("({}color color, ", self.prefix), 1) } else { head }
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
        let mut text = self.head(function) + " {\n";
        let value = format!("    return {};\n", self.term(&function.value).text);
        let body = self.locals(&function.locals) + &wrapped(&value, 8);
        for name in function.parameters {
            if !mentions(&body, name) {
                text += &format!("    (void){name};\n");
            }
        }
        // All other functions of a square call a mask.
        if function.parameters == ["square"] && function.table.is_some() {
            text += &format!("    {}(square < 64);\n", self.macro_name("ASSERT"));
        }
        text + &body + "}\n\n"
    }

    /// Returns the function that chooses a color, from White's.
    fn by_color(&self, function: &Function, group: &Group) -> String {
        let head = self.head_by_color(function, group, true);
        let arguments = function.parameters.join(", ");
        let [white, black] =
            ["white_", "black_"].map(|color| self.function_name(&(color.to_owned() + &group.name)));
        let is_white = self.macro_name("WHITE");
        format!(
            "{head} {{\n    return color == {is_white} ? {white}({arguments})\n        : {black}({arguments});\n}}\n\n"
        )
    }

    /// Returns the same function with the color as an argument of a template.
    fn template(&self, function: &Function, group: &Group) -> String {
        let prefix = self.prefix;
        format!(
            "template <{prefix}color color>\n{} {{\n    return {prefix}{}(color, {});\n}}\n\n",
            self.head_by_color(function, group, false),
            group.name,
            function.parameters.join(", ")
        )
    }

    fn table(&self, name: &str, entries: &[u64]) -> String {
        let mut text = format!(
            "{} uint64_t {}[{}] = {{\n",
            self.macro_name("DETAIL_TABLE"),
            self.table_name(name),
            entries.len()
        );
        for row in entries.chunks(4) {
            text += &format!("    {},\n", list(row, |bits| format!("{bits:#018x}ULL")));
        }
        text + "};\n\n"
    }

    /// Returns the types of a structure, and the declaration of its function.
    fn structure_types(&self, Structure { side, board, .. }: &Structure) -> String {
        let prefix = self.prefix;
        let fields = |fields: &[Field]| -> String {
            fields.iter().map(|(name, ty)| format!("    {} {name};\n", Self::TYPES[*ty as usize])).collect()
        };
        let mut text = String::new();
        let mut both = fields(board);
        if !side.is_empty() {
            text += &format!(
                "/** The sets of one side in a structure. */\ntypedef struct {prefix}side_structure_t {{\n{}}} {prefix}side_structure_t;\n\n",
                fields(side)
            );
            both =
                format!("    {prefix}side_structure_t white;\n    {prefix}side_structure_t black;\n{both}");
        }
        text + &format!(
            "/** Sets that are computed together. */\ntypedef struct {prefix}structure_t {{\n{both}}} {prefix}structure_t;\n\n\
             /** Computes the sets of a structure together, and their common parts once. */\n{};\n\n",
            self.structure_head()
        )
    }

    fn structure_head(&self) -> String {
        let prefix = self.prefix;
        format!(
            "{} {prefix}structure_t {prefix}structure(uint64_t white, uint64_t black)",
            self.macro_name("FN")
        )
    }

    fn structure(&self, Structure { locals, side, board }: &Structure) -> String {
        let prefix = self.prefix;
        let mut values: Vec<_> = Color::ALL
            .into_iter()
            .filter(|_| !side.is_empty())
            .map(|color| {
                let fields = list(side, |(name, _)| format!("{color}_{name}"));
                wrapped(&format!("        {{{fields}}}"), 9)
            })
            .collect();
        let fields = list(board, |(name, _)| (*name).to_owned());
        if !board.is_empty() {
            values.push(wrapped(&format!("        {fields}"), 8));
        }
        format!(
            "{} {{\n{}    const {prefix}structure_t structure = {{\n{}\n    }};\n    return structure;\n}}\n\n",
            self.structure_head(),
            self.locals(locals),
            values.join(",\n"),
        )
    }

    /// Returns the names by family, with those of both colors once.
    fn index(groups: &[&Group]) -> String {
        let mut families: Vec<Family> = Vec::new();
        for group in groups {
            if !families.contains(&group.family) {
                families.push(group.family);
            }
        }
        let line = |family: Family| {
            let names = groups.iter().filter(|group| group.family == family);
            let names = list(names, |group| group.name.clone());
            wrapped(&format!("{family:?}: {names}"), 2).replace('\n', "\n * ")
        };
        families.into_iter().map(|family| format!(" * {}\n", line(family))).collect()
    }
}

/// Returns the name of a table of files.
fn file_table(table: Table) -> &'static str {
    match table {
        Table::Files => "files",
        Table::BesideFiles => "beside_files",
    }
}

/// Returns `true` if a name occurs as a word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| word == name)
}

/// Writes a formula with the operators of C.
fn ascii(formula: &str) -> String {
    let clause = |clause: &str| {
        for (from, to) in [(" = ∅", " == 0"), (" ≠ ∅", " != 0")] {
            if let Some(set) = clause.strip_suffix(from) {
                return if set.contains(' ') { format!("({set}){to}") } else { format!("{set}{to}") };
            }
        }
        clause.to_owned()
    };
    let clauses: Vec<_> = formula.split(" and ").map(clause).collect();
    let signs = [
        ("∖ ", "& ~"),
        ("∩", "&"),
        ("∪", "|"),
        ("⊕", "^"),
        ("¬", "~"),
        ("≤", "<="),
        ("≥", ">="),
        ("·", "*"),
        ("²", " squared"),
        ("−", "-"),
        ("–", "-"),
    ];
    signs.iter().fold(clauses.join(" and "), |text, (sign, ascii)| text.replace(sign, ascii))
}

/// Returns a comment for documentation tools.
fn comment(lines: &[String]) -> String {
    match lines {
        [line] => format!("/** {line} */\n"),
        lines => format!("/**\n{} */\n", lines.iter().map(|line| format!(" * {line}\n")).collect::<String>()),
    }
    .replace(" * \n", " *\n")
}

/// Returns the comment of a pattern or question.
fn docs(function: &Function, docs: &[String]) -> String {
    let mut lines: Vec<String> = docs.first().cloned().into_iter().collect();
    if let Some(formula) = docs.get(1) {
        lines.extend([String::new(), format!("Formula: `{}`", ascii(formula))]);
    }
    lines.extend(docs.get(2).map(|page| format!("@see {page}")));
    if function.parameters.contains(&"square") {
        lines.push("@pre square < 64".to_owned());
    }
    comment(&lines)
}

/// The header around the functions.
const PREAMBLE: &str = include_str!("preamble.h");

/// Writes a header for C from C99, and C++ from C++14.
///
/// With the macro `PAWNFILL_LOOKUP`, or `LOOKUP` after another prefix, the header reads fills and masks from tables.
pub(crate) fn emit(program: &Program, prefix: &str) -> String {
    let helpers = program.helpers.iter().map(|[plain, _]| plain);
    let is_detail =
        |function: &&Function| function.group.is_none() && !STEPS.contains(&function.name.as_str());
    let details = helpers.clone().chain(&program.functions).filter(is_detail);
    let c = C { prefix, details: details.map(|function| function.name.as_str()).collect() };

    let mut public: Vec<(&Function, &Group)> =
        program.functions.iter().filter_map(|function| Some((function, function.group.as_ref()?))).collect();
    public.sort_by_key(|(_, group)| group.place);
    // White's functions, if Black's are written, too, and no function of a set has the name.
    let is_of = |color, name: &str, group: &Group| group.color == Some(color) && group.name == name;
    let both: Vec<_> = public
        .iter()
        .filter(|(_, group)| group.color == Some(Color::White) && !STEPS.contains(&group.name.as_str()))
        .filter(|(_, group)| public.iter().any(|(_, other)| is_of(Color::Black, &group.name, other)))
        .copied()
        .collect();
    let mut index: Vec<&Group> = Vec::new();
    for (_, group) in &public {
        if !index.iter().any(|known| known.name == group.name) {
            index.push(group);
        }
    }

    // What users call: types, declarations and comments.
    let mut declarations = String::new();
    for function in helpers.filter(|function| STEPS.contains(&function.name.as_str())) {
        declarations += &format!("{}{};\n\n", comment(&function.docs), c.head(function));
    }
    for (function, group) in &public {
        let is_in = |color| both.iter().any(|(_, white)| is_of(color, &white.name, group));
        if is_in(Color::White) {
            declarations += &docs(function, &group.docs);
            declarations += &format!("{};\n", c.head_by_color(function, group, true));
        }
        declarations += &if is_in(Color::White) || is_in(Color::Black) {
            comment(&function.docs[..1])
        } else {
            docs(function, &function.docs)
        };
        declarations += &format!("{};\n", c.head(function));
        declarations += if is_in(Color::White) { "" } else { "\n" };
    }
    if let Some(structure) = &program.structure {
        declarations += &c.structure_types(structure);
    }

    // What they call.
    let (mut body, mut tables) = (String::new(), String::new());
    for [plain, table] in &program.helpers {
        let [plain_text, table_text] = [plain, table].map(|function| c.function(function));
        let about = if is_detail(&plain) { comment(&plain.docs) } else { String::new() };
        if plain_text == table_text {
            body += &(about + &plain_text);
            continue;
        }
        body += &format!(
            "{about}#ifndef {lookup}\n{}#else\n{}#endif\n\n",
            plain_text.trim_end().to_owned() + "\n",
            table_text.trim_end().to_owned() + "\n",
            lookup = c.macro_name("LOOKUP")
        );
        if let Some(entries) = &table.table {
            tables += &c.table(&table.name, entries);
        }
    }
    let file_tables =
        Table::ALL.into_iter().filter(|table| mentions(&body, &c.table_name(file_table(*table))));
    let file_tables: String = file_tables.map(|table| c.table(file_table(table), &table.entries())).collect();
    tables = file_tables + &tables;
    for function in &program.functions {
        if is_detail(&function) {
            body += &comment(&function.docs);
        }
        body += &c.function(function);
    }
    if let Some(structure) = &program.structure {
        body += &c.structure(structure);
    }
    if mentions(&body, &format!("{prefix}detail_abs_diff")) {
        let absolute = format!(
            "/** The absolute difference. */
{} int {prefix}detail_abs_diff(int a, int b) {{
    return a > b ? a - b : b - a;
}}

",
            c.macro_name("FN")
        );
        body = absolute + &body;
    }
    let choices: String = both.iter().map(|(function, group)| c.by_color(function, group)).collect();
    let templates: String = both.iter().map(|(function, group)| c.template(function, group)).collect();

    if !tables.is_empty() {
        tables = format!("#ifdef {}\n\n{tables}#endif\n\n", c.macro_name("LOOKUP"));
    }
    PREAMBLE
        .replace("PAWNFILL_", &c.macro_name(""))
        .replace("pawnfill_", prefix)
        .replace("{version}", env!("CARGO_PKG_VERSION"))
        .replace("{index}", &C::index(&index))
        .replace("{declarations}", &declarations)
        .replace("{tables}", &tables)
        .replace("{body}", &(body + &choices))
        .replace("{templates}", &templates)
}
