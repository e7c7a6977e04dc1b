//! C and C++: writes a header.

use std::collections::HashSet;

use pawnfill::Color;
use pawnfill::pattern::Family;

use crate::dialect::Dialect;
use crate::function::{Entry, Function, Local, Record, TERMS_ABOUT, Terms};
use crate::program::Program;
use crate::syntax::{Operators, Syntax, hexadecimal, wrapped};
use crate::{PREFIX, digest};

/// A header for C and C++.
pub static C: Dialect = Dialect {
    name: "c",
    about: "A header for C and C++",
    prefix: PREFIX,
    path: Some("c/pawnfill.h"),
    comment: ["/* ", " */"],
    is_package: false,
    has_structures: false,
    emit,
};

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

const OPERATORS: Operators = Operators {
    types: [
        "uint64_t",
        "uint8_t",
        "int",
        "bool",
        "pawnfill_side_terms_t",
    ],
    count: "pawnfill_count({a})",
    files: "PAWNFILL_DETAIL_CAST(uint8_t, {a})",
    abs_diff: "pawnfill_detail_abs_diff({a}, {b})",
    constant: |bits| hexadecimal(bits) + "ULL",
    ..Operators::BASE
};

/// Writes functions with the prefix `pawnfill_`.
struct Header<'a>(Syntax<'a>);

impl Header<'_> {
    fn head(&self, function: &Function) -> String {
        self.head_of(function, &self.0.function_name(&function.name), "")
    }

    /// Returns the type, the name and the parameters of a function, after the macro that
    /// makes it inline.
    fn head_of(&self, function: &Function, name: &str, color: &str) -> String {
        let result = self.0.type_name(function.result);
        let parameters = function.parameters.join(", uint64_t ");
        let parameters =
            format!("uint64_t {parameters}").replace("uint64_t square", "unsigned square");
        format!("PAWNFILL_FN {result} {name}({color}{parameters})")
    }

    /// Returns the head of the function that chooses the color.
    fn head_by_color(&self, function: &Function) -> String {
        let name = format!("pawnfill_{}", function.bare);
        self.head_of(function, &name, "pawnfill_color color, ")
    }

    fn locals(&self, locals: &[Local]) -> String {
        let mut text = String::new();
        for Local { name, ty, value } in locals {
            let (ty, value) = (self.0.type_name(*ty), self.0.term(value));
            text += &wrapped(&format!("    const {ty} {name} = {value};\n"), 8);
        }
        text
    }

    fn function(&self, function: &Function) -> String {
        let value = format!("    return {};\n", self.0.term(&function.body));
        let body = self.locals(&function.locals) + &wrapped(&value, 8);
        let mut text = format!("{} {{\n", self.head(function));
        for name in function.parameters {
            if !mentions(&body, name) {
                text += &format!("    (void){name};\n");
            }
        }
        if function.is_mask() {
            text += "    PAWNFILL_ASSERT(square < 64);\n";
        }
        text + &body + "}\n\n"
    }

    /// Returns the declaration of a pattern or question, together with those of the other forms
    /// that it has.
    fn declaration(&self, function: &Function, is_both: bool) -> String {
        let head = self.head(function);
        if !is_both {
            return format!("{}{head};\n\n", docs(function, &function.docs));
        }
        let summary = comment(&function.docs[..1]);
        if function.color == Some(Color::Black) {
            return format!("{summary}{head};\n\n");
        }
        let by_color = self.head_by_color(function);
        let docs = docs(function, &function.about);
        format!("{docs}{by_color};\n{summary}{head};\n")
    }

    /// Returns the function that chooses a color, from White's.
    fn by_color(&self, function: &Function) -> String {
        let head = self.head_by_color(function);
        let (name, arguments) = (&function.bare, function.parameters.join(", "));
        format!(
            "{head} {{\n    return color.is_black ? pawnfill_black_{name}({arguments})\n        \
             : pawnfill_white_{name}({arguments});\n}}\n\n"
        )
    }

    fn record(&self, record: &Record) -> String {
        let mut lines = String::new();
        for field in &record.fields {
            let mut about = field.about.clone();
            if let Some(formula) = &field.formula {
                about += &format!(" Formula: `{}`", ascii(formula));
            }
            let (ty, name) = (self.0.type_name(field.ty), &field.name);
            lines += &format!("    /** {about} */\n    {ty} {name};\n");
        }
        let Record { name, about, .. } = record;
        format!(
            "/** {about} */\ntypedef struct pawnfill_{name}_t {{\n{lines}}} pawnfill_{name}_t;\n\n"
        )
    }

    fn terms(&self, terms: &Terms) -> String {
        let mut values = Vec::new();
        for value in terms.values(["{", "}"]) {
            let indent = if value.starts_with('{') { 9 } else { 8 };
            values.push(wrapped(&format!("        {value}"), indent));
        }
        format!(
            "{TERMS} {{\n{}    const pawnfill_terms_t terms = {{\n{}\n    }};\n    \
             return terms;\n}}\n\n",
            self.locals(&terms.locals),
            values.join(",\n"),
        )
    }
}

/// The head of the function of several sets.
const TERMS: &str = "PAWNFILL_FN pawnfill_terms_t pawnfill_terms(uint64_t white, uint64_t black)";

/// Returns the names by family, with those of both colors once.
fn index(public: &[&Function]) -> String {
    let mut lines = String::new();
    for family in Family::ALL.iter().copied().map(Some).chain([None]) {
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        for function in public {
            if function.family == family && seen.insert(&function.bare) {
                names.push(&*function.bare);
            }
        }
        if names.is_empty() {
            continue;
        }
        let title = family.map_or_else(|| "Definitions".to_owned(), |family| format!("{family:?}"));
        let line = wrapped(&format!("{title}: {}", names.join(", ")), 2);
        lines += &format!(" * {}\n", line.replace('\n', "\n * "));
    }
    lines
}

/// Returns `true` if a name occurs as a word.
fn mentions(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .any(|word| word == name)
}

/// Writes a formula with the operators of C.
fn ascii(formula: &str) -> String {
    let clauses: Vec<_> = formula.split(" and ").map(compared).collect();
    let mut text = clauses.join(" and ");
    for (sign, ascii) in [
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
    ] {
        text = text.replace(sign, ascii);
    }
    text
}

/// Writes an equation with the empty set as one with zero.
fn compared(clause: &str) -> String {
    for (from, to) in [(" = ∅", " == 0"), (" ≠ ∅", " != 0")] {
        if let Some(set) = clause.strip_suffix(from) {
            return if set.contains(' ') {
                format!("({set}){to}")
            } else {
                format!("{set}{to}")
            };
        }
    }
    clause.to_owned()
}

/// Returns a comment for documentation tools.
fn comment(lines: &[String]) -> String {
    if let [line] = lines {
        return format!("/** {line} */\n");
    }
    let text = format!("/**\n * {}\n */\n", lines.join("\n * "));
    text.replace(" * \n", " *\n")
}

/// Returns the comment of a pattern or question.
fn docs(function: &Function, docs: &[String]) -> String {
    let mut lines = vec![docs[0].clone()];
    if let Some(formula) = docs.get(1) {
        lines.extend([String::new(), format!("Formula: `{}`", ascii(formula))]);
    }
    if let Some(page) = docs.get(2) {
        lines.push(format!("@see {page}"));
    }
    if function.is_about_square() {
        lines.push("@pre square < 64".to_owned());
    }
    comment(&lines)
}

/// How the functions of the patterns are called.
const NAMES: &str = " * A pattern NAME of one side has these forms, and a pattern of the board only the last:
 *
 *     pawnfill_white_NAME(white, black)
 *     pawnfill_black_NAME(white, black)
 *     pawnfill_NAME(color, white, black)     with PAWNFILL_WHITE or PAWNFILL_BLACK
 *     pawnfill_NAME(white, black)            of the board
 *
 * Of north_fill and south_fill, only the first two forms exist: pawnfill_north_fill(set) fills any set.
 *
 * Functions about one square have a square as the last argument, which is less than 64.
 *
";

/// The header around the functions.
const PREAMBLE: &str = include_str!("preamble.h");

fn is_step(function: &Entry) -> bool {
    STEPS.contains(&&*function.name)
}

fn is_detail(function: &Entry) -> bool {
    function.is_part() && !is_step(function)
}

/// Returns `true` if there is a form that takes a color. A function of a set may have its name.
fn is_by_color(function: &Function, program: &Program) -> bool {
    program.is_of_both(function) && !STEPS.contains(&&*function.bare)
}

/// Writes a header for C from C99, and C++ from C++14.
fn emit(program: &Program, prefix: &str) -> String {
    let mut header = Header(Syntax::new(&OPERATORS, PREFIX));
    for function in &program.functions {
        if is_detail(function) {
            let name = format!("detail_{}", function.name);
            header.0.functions.insert(&function.name, name);
        }
    }
    let mut public: Vec<_> = program.public().collect();
    public.sort_by_key(|function| function.place);
    let body = body(&header, program, &public);
    let text = PREAMBLE
        .replace("{version}", env!("CARGO_PKG_VERSION"))
        .replace("{names}", if public.is_empty() { " *\n" } else { NAMES })
        .replace("{index}", &index(&public))
        .replace("{declarations}", &declarations(&header, program, &public))
        .replace("{body}", &body);
    prefixed(&text, prefix).replace("{digest}", &digest(&body))
}

/// Returns what users call: types, declarations and comments.
fn declarations(header: &Header, program: &Program, public: &[&Function]) -> String {
    let mut text = String::new();
    for function in &program.functions {
        if is_step(function) {
            let comment = comment(&function.docs);
            text += &format!("{comment}{};\n\n", header.head(function));
        }
    }
    for function in public {
        text += &header.declaration(function, is_by_color(function, program));
    }
    if let Some(terms) = &program.terms {
        for record in terms.records() {
            text += &header.record(&record);
        }
        text += &format!("/** {TERMS_ABOUT} */\n{TERMS};\n\n");
    }
    text
}

/// Returns what they call.
fn body(header: &Header, program: &Program, public: &[&Function]) -> String {
    let mut text = String::new();
    for function in &program.functions {
        if is_detail(function) {
            text += &comment(&function.docs);
        }
        text += &header.function(function);
    }
    if let Some(terms) = &program.terms {
        text += &header.terms(terms);
    }
    for function in public {
        if function.color == Some(Color::White) && is_by_color(function, program) {
            text += &header.by_color(function);
        }
    }
    text
}

/// Returns the header with another prefix. Its guard and its version have a longer one, because
/// `SIRIUS_H` may be a macro of the engine.
fn prefixed(text: &str, prefix: &str) -> String {
    let upper = prefix.to_uppercase();
    let macros = if prefix == PREFIX {
        upper.clone()
    } else {
        format!("{upper}PAWNFILL_")
    };
    text.replace("PAWNFILL_", &upper)
        .replace("pawnfill_", prefix)
        .replace("{macros}", &macros)
}
