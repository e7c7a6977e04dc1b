//! C and C++: writes a header.

use std::collections::HashSet;

use pawnfill::Color;
use pawnfill::pattern::Family;

use crate::program::{Field, Function, Local, Program, Record, STRUCTURE_ABOUT, Structure};
use crate::syntax::{Operators, Syntax, wrapped};
use crate::{Language, digest, list};

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

/// The operators of C. Other languages differ in some of them.
pub(crate) const OPERATORS: Operators = Operators {
    types: [
        "uint64_t",
        "uint8_t",
        "int",
        "bool",
        "pawnfill_side_structure_t",
    ],
    board: "{a}",
    logic: ["&&", "||"],
    equality: ["==", "!="],
    not: "~{(a)}",
    xor: "^",
    up: "<<",
    count: "pawnfill_count({a})",
    files: "PAWNFILL_DETAIL_CAST(uint8_t, {a})",
    abs_diff: "pawnfill_detail_abs_diff({a}, {b})",
    constant: |bits| {
        if bits < 0x1_0000 {
            format!("{bits:#x}ULL")
        } else {
            format!("{bits:#018x}ULL")
        }
    },
    shift_fails: false,
};

/// Writes functions with the prefix `pawnfill_`.
struct C<'a>(Syntax<'a>);

impl C<'_> {
    fn head(&self, function: &Function) -> String {
        self.head_of(function, &self.0.function_name(&function.name), "")
    }

    /// Returns the type, the name and the parameters of a function, after the macro that
    /// makes it inline.
    fn head_of(&self, function: &Function, name: &str, color: &str) -> String {
        let parameters = list(function.parameters, |name| {
            format!(
                "{} {name}",
                if *name == "square" {
                    "unsigned"
                } else {
                    "uint64_t"
                }
            )
        });
        format!(
            "PAWNFILL_FN {} {name}({color}{parameters})",
            self.0.type_name(function.result)
        )
    }

    /// Returns the head of the function that chooses the color.
    fn head_by_color(&self, function: &Function) -> String {
        self.head_of(
            function,
            &format!("pawnfill_{}", function.bare),
            "pawnfill_color color, ",
        )
    }

    fn locals(&self, locals: &[Local]) -> String {
        let line = |(name, ty, term): &Local| {
            let line = format!(
                "    const {} {name} = {};\n",
                self.0.type_name(*ty),
                self.0.term(term)
            );
            wrapped(&line, 8)
        };
        locals.iter().map(line).collect()
    }

    fn function(&self, function: &Function) -> String {
        let value = format!("    return {};\n", self.0.term(&function.body));
        let body = self.locals(&function.locals) + &wrapped(&value, 8);
        let unused = function
            .parameters
            .iter()
            .filter(|name| !mentions(&body, name));
        let mut start: String = unused.map(|name| format!("    (void){name};\n")).collect();
        // All other functions of a square call a mask.
        if function.parameters == ["square"] && function.table.is_some() {
            start += "    PAWNFILL_ASSERT(square < 64);\n";
        }
        format!("{} {{\n{start}{body}}}\n\n", self.head(function))
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
        format!(
            "{}{by_color};\n{summary}{head};\n",
            docs(function, &function.about)
        )
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

    /// Returns a type of a structure.
    fn record(
        &self,
        Record {
            name,
            about,
            fields,
        }: &Record,
    ) -> String {
        let mut lines = String::new();
        for Field {
            name,
            ty,
            about,
            formula,
        } in fields
        {
            let formula = formula
                .as_ref()
                .map(|formula| format!(" Formula: `{}`", ascii(formula)));
            let (formula, ty) = (formula.unwrap_or_default(), self.0.type_name(*ty));
            lines += &format!("    /** {about}{formula} */\n    {ty} {name};\n");
        }
        format!(
            "/** {about} */\ntypedef struct pawnfill_{name}_t {{\n{lines}}} pawnfill_{name}_t;\n\n"
        )
    }

    fn structure(&self, structure: &Structure) -> String {
        let values = structure.values(|side| format!("{{{side}}}")).into_iter();
        let indent = |value: &str| if value.starts_with('{') { 9 } else { 8 };
        let values = values.map(|value| wrapped(&format!("        {value}"), indent(&value)));
        format!(
            "{STRUCTURE} {{\n{}    const pawnfill_structure_t structure = {{\n{}\n    }};\n    return structure;\n}}\n\n",
            self.locals(&structure.locals),
            values.collect::<Vec<_>>().join(",\n"),
        )
    }
}

/// The head of the function that computes a structure.
const STRUCTURE: &str =
    "PAWNFILL_FN pawnfill_structure_t pawnfill_structure(uint64_t white, uint64_t black)";

/// Returns the names by family, with those of both colors once.
fn index(public: &[&Function]) -> String {
    let mut lines = String::new();
    for family in Family::ALL.iter().copied().map(Some).chain([None]) {
        let mut names: Vec<_> = public
            .iter()
            .filter(|function| function.family == family)
            .map(|function| &*function.bare)
            .collect();
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(*name));
        let family =
            family.map_or_else(|| "Definitions".to_owned(), |family| format!("{family:?}"));
        let line = wrapped(&format!("{family}: {}", names.join(", ")), 2).replace('\n', "\n * ");
        lines += &if names.is_empty() {
            String::new()
        } else {
            format!(" * {line}\n")
        };
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
    signs
        .iter()
        .fold(clauses.join(" and "), |text, (sign, ascii)| {
            text.replace(sign, ascii)
        })
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
    match lines {
        [line] => format!("/** {line} */\n"),
        lines => format!(
            "/**\n{} */\n",
            lines
                .iter()
                .map(|line| format!(" * {line}\n"))
                .collect::<String>()
        ),
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

/// Writes a header for C from C99, and C++ from C++14.
pub(crate) fn emit(program: &Program, prefix: &str) -> String {
    let is_step = |function: &Function| STEPS.contains(&function.name.as_str());
    let is_detail = |function: &Function| function.is_part() && !is_step(function);
    let mut c = C(Syntax::new(&OPERATORS, "pawnfill_"));
    let details = program
        .functions
        .iter()
        .filter(|function| is_detail(function));
    c.0.functions = details
        .map(|function| (&*function.name, format!("detail_{}", function.name)))
        .collect();
    let about = |function: &Function| {
        if is_detail(function) {
            comment(&function.docs)
        } else {
            String::new()
        }
    };

    let mut public: Vec<_> = program
        .functions
        .iter()
        .filter(|function| !function.is_part())
        .collect();
    public.sort_by_key(|function| function.place);

    // A function of a set may have the name.
    let is_both =
        |function: &Function| program.is_of_both(function) && !STEPS.contains(&&*function.bare);

    // What users call: types, declarations and comments.
    let mut declarations = String::new();
    for function in program
        .functions
        .iter()
        .filter(|function| is_step(function))
    {
        declarations += &format!("{}{};\n\n", comment(&function.docs), c.head(function));
    }
    for function in &public {
        declarations += &c.declaration(function, is_both(function));
    }

    // What they call.
    let mut body: String = program
        .functions
        .iter()
        .map(|function| about(function) + &c.function(function))
        .collect();
    if let Some(structure) = &program.structure {
        declarations.extend(structure.records().iter().map(|record| c.record(record)));
        declarations += &format!("/** {STRUCTURE_ABOUT} */\n{STRUCTURE};\n\n");
        body += &c.structure(structure);
    }
    let both = public
        .iter()
        .filter(|function| function.color == Some(Color::White) && is_both(function));
    body.extend(both.map(|function| c.by_color(function)));

    let text = PREAMBLE
        .replace("{version}", env!("CARGO_PKG_VERSION"))
        .replace("{names}", if public.is_empty() { " *\n" } else { NAMES })
        .replace("{index}", &index(&public))
        .replace("{declarations}", &declarations)
        .replace("{body}", &body);
    prefixed(&text, prefix).replace("{digest}", &digest(&body))
}

/// Returns the header with another prefix. Its guard and its version have a longer one, because
/// `SIRIUS_H` may be a macro of the engine.
fn prefixed(text: &str, prefix: &str) -> String {
    let upper = prefix.to_uppercase();
    let macros = if prefix == Language::C.prefix() {
        upper.clone()
    } else {
        format!("{upper}PAWNFILL_")
    };
    text.replace("PAWNFILL_", &upper)
        .replace("pawnfill_", prefix)
        .replace("{macros}", &macros)
}
