//! Python: writes a module for NumPy arrays.

use pawnfill::{Bitboard, Color, Pawns};
use pawnfill_condition::{Definition, Query, structures};

use crate::dialect::Dialect;
use crate::function::{BOARDS, Function, Local, Record, TERMS_ABOUT, Term, Terms};
use crate::graph::Type;
use crate::program::Program;
use crate::syntax::{Operators, Syntax, pascal, wrapped};

/// A module for NumPy.
pub static PYTHON: Dialect = Dialect {
    name: "python",
    about: "A module for NumPy",
    prefix: "",
    path: Some("python/pawnfill/__init__.py"),
    comment: ["# ", ""],
    is_package: false,
    has_structures: true,
    emit,
};

const OPERATORS: Operators = Operators {
    types: ["Sets", "Files", "Numbers", "Truths", "SideTerms"],
    logic: ["&", "|"],
    not: "_not({a})",
    up: "_up({a}, {b})",
    count: "_count({a})",
    files: "_files({a})",
    abs_diff: "_abs_diff({a}, {b})",
    ..Operators::BASE
};

struct Module<'a>(Syntax<'a>);

impl Module<'_> {
    fn locals(&self, parameters: &[&str], locals: &[Local]) -> String {
        let mut text = String::new();
        for Local { name, ty, value } in locals {
            let value = self.value(parameters, *ty, value);
            text += &statement(&format!("{name} = "), &value);
        }
        text
    }

    /// Writes a value. One that depends on no board is one for each position, too.
    fn value(&self, parameters: &[&str], ty: Type, term: &Term) -> String {
        let text = self.0.term(term);
        match ty {
            _ if parameters != BOARDS || !term.names().is_empty() => text,
            Type::Number => format!("{text} + _count(white & 0x0)"),
            _ => format!("{text} | white & 0x0"),
        }
    }

    fn function(&self, function: &Function) -> String {
        let parameters = format!("{}: Boards", function.parameters.join(": Boards, "));
        let parameters = parameters.replace("square: Boards", "square: Squares");
        let name = self.0.function_name(&function.name);
        let result = self.0.type_name(function.result);
        let docs = docs(&function.docs);
        let locals = self.locals(function.parameters, &function.locals);
        let value = self.value(function.parameters, function.result, &function.body);
        let value = statement("return ", &value);
        format!("@_on_boards\ndef {name}({parameters}) -> {result}:\n{docs}{locals}{value}\n\n")
    }

    /// Returns the function of both colors, from White's, that takes a position and a color.
    fn by_color(&self, function: &Function) -> String {
        let [parameter, argument] = match function.is_about_square() {
            true => [", square: Square", ", square"],
            false => [""; 2],
        };
        let result = match function.result {
            Type::Truth => "bool",
            _ => "int",
        };
        let bare = &function.bare;
        let name = self.0.function_name(bare);
        let white = self.0.function_name(&format!("white_{bare}"));
        let black = self.0.function_name(&format!("black_{bare}"));
        format!(
            "def {name}(position: HasPawns, color: bool{parameter}) -> {result}:\n{}    \
             return _of_color(position, color, \"{white}\", \"{black}\"{argument})\n\n\n",
            docs(&function.about),
        )
    }

    fn terms(&self, terms: &Terms) -> String {
        let mut text: String = terms.records().iter().map(record).collect();
        let name = self.0.function_name("terms");
        let locals = self.locals(BOARDS, &terms.locals);
        text += &format!(
            "@_on_boards\ndef {name}(white: Boards, black: Boards) -> Terms:\n    \
             \"\"\"{TERMS_ABOUT}\"\"\"\n{locals}"
        );
        let values = terms.values(["SideTerms(", ")"]).join(", ");
        text + &wrapped(&format!("    return Terms({values})\n"), 8)
    }
}

/// Returns a class. Integers have integers in theirs.
fn record(record: &Record) -> String {
    let mut fields = String::new();
    for field in &record.fields {
        let ty = match field.ty {
            Type::Side => "SideTerms",
            _ => "Value",
        };
        fields += &format!("    {}: {ty}\n", field.name);
    }
    let (name, about) = (pascal(record.name), record.about);
    format!("class {name}(_t.NamedTuple):\n    \"\"\"{about}\"\"\"\n\n{fields}\n\n")
}

/// Returns a statement, on several lines if it is long.
fn statement(start: &str, value: &str) -> String {
    let line = format!("    {start}{value}\n");
    if line.chars().count() <= 100 {
        return line;
    }
    let lines = wrapped(&format!("        {value}"), 8);
    format!("    {start}(\n{lines}\n    )\n")
}

/// Returns a docstring.
fn docs(docs: &[String]) -> String {
    let text = docs.join("\n    ");
    if docs.len() < 2 {
        return format!("    \"\"\"{text}\"\"\"\n");
    }
    let text = text.replacen('\n', "\n\n", 1);
    format!("    \"\"\"{text}\n    \"\"\"\n")
}

/// The text before the patterns. The proof starts reading at its last line.
const PREAMBLE: &str = include_str!("preamble.py");

const PATTERNS: &str = "# The patterns.";

const FACTS: &str = include_str!("facts.py");

/// Writes a module.
fn emit(program: &Program, prefix: &str) -> String {
    let python = Module(Syntax::new(&OPERATORS, prefix));
    let mut text = preamble(program.is_everything && prefix.is_empty());
    text = text.replacen("{version}", env!("CARGO_PKG_VERSION"), 1);
    text += "\n\n";
    for function in &program.functions {
        text += &python.function(function);
    }
    if let Some(terms) = &program.terms {
        text += &(python.terms(terms) + "\n\n");
    }
    text += "# The patterns of a position and a color.\n\n\n";
    for function in program.public() {
        let is_white = function.color == Some(Color::White);
        let is_free = program
            .functions
            .iter()
            .all(|other| other.name != function.bare);
        let is_on_boards = function.parameters != ["square"];
        if is_white && program.is_of_both(function) && is_free && is_on_boards {
            text += &python.by_color(function);
        }
    }
    let names: Vec<String> = text.lines().filter_map(public).collect();
    let names = wrapped(&format!("    {}", names.concat()), 4);
    let text = text.replacen("    \"{all}\",", names.trim_end(), 1);
    text.trim_end().to_owned() + "\n"
}

/// Returns the name of a function or class that users see, for a list.
fn public(line: &str) -> Option<String> {
    let name = line.strip_prefix("def ").or(line.strip_prefix("class "))?;
    let (name, _) = name.split_once('(')?;
    (!name.starts_with('_')).then(|| format!("\"{name}\", "))
}

/// Returns the text before the patterns. The example and the formulas are only for exports with all
/// functions.
fn preamble(is_everything: bool) -> String {
    let example = PREAMBLE.split_once("\n>>> ");
    let formulas = PREAMBLE.split_once("\n\nFormulas");
    match (example, formulas) {
        (Some((before, _)), Some((_, after))) if !is_everything => {
            let before = before.trim_end().trim_end_matches(':');
            format!("{before}.\n\nFormulas{after}")
        }
        _ => PREAMBLE.replace(PATTERNS, &(facts() + PATTERNS)),
    }
}

/// Returns the functions that say facts in words, which need everything.
fn facts() -> String {
    let mut rows = String::new();
    for of in structures() {
        let title = of.line("title").unwrap_or(&of.name);
        let title = title.split(',').next().unwrap_or(title);
        let drawn = Color::ALL.map(|color| named(&of, color));
        let flipped = [drawn[1], drawn[0]].map(Bitboard::flip_vertical);
        let [white, black] = match of.side() {
            Color::White => [drawn, flipped],
            Color::Black => [flipped, drawn],
        }
        .map(|sets| sets.map(|set| (OPERATORS.constant)(set.bits())).join(", "));
        rows += &format!(
            "    \"{}\": (\"{title}\", {{\"white\": ({white}), \"black\": ({black})}}),\n",
            of.name
        );
    }
    FACTS.replacen("    \"{structures}\"\n", &rows, 1)
}

/// Returns the squares on which a structure, as it is drawn, has pawns of a color.
fn named(of: &Definition, color: Color) -> Bitboard {
    let pawns = format!("{color}.pawns & ");
    let mut named = Bitboard::EMPTY;
    for part in of.text.split(" && ").filter(|part| !part.starts_with('!')) {
        let squares = part
            .split(&pawns)
            .nth(1)
            .and_then(|rest| rest.split(')').next());
        let squares = squares.map(|squares| squares.trim_start_matches('('));
        let query = squares.and_then(|squares| Query::parse(squares, &[]).ok());
        let set = query.and_then(|query| query.set(Pawns::default()));
        named |= set.unwrap_or_default();
    }
    named
}
