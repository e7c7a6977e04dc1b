//! Python: writes a module for NumPy arrays.

use pawnfill::Color;

use crate::go::pascal;
use crate::graph::Type;
use crate::program::{
    BOARDS, Field, Function, Local, Program, Record, STRUCTURE_ABOUT, Structure, Term,
};
use crate::syntax::{Operators, Syntax, wrapped};
use crate::{c, list};

const OPERATORS: Operators = Operators {
    types: ["Sets", "Files", "Numbers", "Truths", "SideStructure"],
    logic: ["&", "|"],
    not: "_not({a})",
    up: "_up({a}, {b})",
    count: "_count({a})",
    files: "_files({a})",
    abs_diff: "_abs_diff({a}, {b})",
    constant: |bits| {
        if bits < 0x1_0000 {
            format!("{bits:#x}")
        } else {
            format!("{bits:#018x}")
        }
    },
    ..c::OPERATORS
};

struct Python<'a>(Syntax<'a>);

impl Python<'_> {
    /// Returns a statement, on several lines if it is long.
    fn statement(start: &str, value: &str) -> String {
        let line = format!("    {start}{value}\n");
        if line.chars().count() <= 100 {
            return line;
        }
        format!(
            "    {start}(\n{}\n    )\n",
            wrapped(&format!("        {value}"), 8)
        )
    }

    fn locals(&self, parameters: &[&str], locals: &[Local]) -> String {
        let local = |(name, ty, term): &Local| {
            Self::statement(&format!("{name} = "), &self.value(parameters, *ty, term))
        };
        locals.iter().map(local).collect()
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
        let parameters = list(function.parameters, |name| {
            format!(
                "{name}: {}",
                if *name == "square" {
                    "Squares"
                } else {
                    "Boards"
                }
            )
        });
        let (name, result) = (
            self.0.function_name(&function.name),
            self.0.type_name(function.result),
        );
        let mut text = format!(
            "@_on_boards\ndef {name}({parameters}) -> {result}:\n{}",
            docs(&function.docs)
        );
        text += &self.locals(function.parameters, &function.locals);
        let value = self.value(function.parameters, function.result, &function.body);
        text + &Self::statement("return ", &value) + "\n\n"
    }

    /// Returns the function of both colors, from White's, that takes a position and a color.
    fn by_color(&self, function: &Function) -> String {
        let square = if function.parameters.contains(&"square") {
            [", square: int", ", square"]
        } else {
            [""; 2]
        };
        let result = if function.result == Type::Truth {
            "bool"
        } else {
            "int"
        };
        let [name, white, black] = ["", "white_", "black_"]
            .map(|color| self.0.function_name(&format!("{color}{}", function.bare)));
        format!(
            "def {name}(position: HasPawns, color: bool{}) -> {result}:\n{}    return _of_color(position, color, \"{white}\", \"{black}\"{})\n\n\n",
            square[0],
            docs(&function.about),
            square[1],
        )
    }

    fn structure(&self, structure: &Structure) -> String {
        // Integers have integers in their structure.
        let field = |Field { name, ty, .. }: &Field| match ty {
            Type::Side => format!("    {name}: SideStructure\n"),
            _ => format!("    {name}: Boards\n"),
        };
        let record = |Record {
                          name,
                          about,
                          fields,
                      }: &Record| {
            let fields: String = fields.iter().map(field).collect();
            format!(
                "class {}(_t.NamedTuple):\n    \"\"\"{about}\"\"\"\n\n{fields}\n\n",
                pascal(name)
            )
        };
        let types: String = structure.records().iter().map(record).collect();
        let value = structure
            .values(|side| format!("SideStructure({side})"))
            .join(", ");
        format!(
            "{types}@_on_boards\ndef {}(white: Boards, black: Boards) -> Structure:\n    \"\"\"{STRUCTURE_ABOUT}\"\"\"\n{}{}",
            self.0.function_name("structure"),
            self.locals(BOARDS, &structure.locals),
            wrapped(&format!("    return Structure({value})\n"), 8)
        )
    }
}

/// Returns a docstring.
fn docs(docs: &[String]) -> String {
    match docs {
        [summary, more @ ..] if !more.is_empty() => {
            format!(
                "    \"\"\"{summary}\n\n    {}\n    \"\"\"\n",
                more.join("\n    ")
            )
        }
        docs => format!("    \"\"\"{}\"\"\"\n", docs.concat()),
    }
}

/// The text before the patterns. The proof starts reading at its last line.
const PREAMBLE: &str = include_str!("preamble.py");

/// Writes a module.
pub(crate) fn emit(program: &Program, prefix: &str) -> String {
    let python = Python(Syntax::new(&OPERATORS, prefix));
    // The example and the formulas are only for exports with all functions.
    let mut text = match (
        PREAMBLE.split_once("\n>>> "),
        PREAMBLE.split_once("\n\nFormulas"),
    ) {
        (Some((before, _)), Some((_, after)))
            if program.structure.is_none() || !prefix.is_empty() =>
        {
            format!(
                "{}.\n\nFormulas{after}",
                before.trim_end().trim_end_matches(':')
            )
        }
        _ => PREAMBLE.to_owned(),
    };
    text += "\n\n";
    text.extend(
        program
            .functions
            .iter()
            .map(|function| python.function(function)),
    );
    if let Some(structure) = &program.structure {
        text += &(python.structure(structure) + "\n\n");
    }
    text += "# The patterns of a position and a color.\n\n\n";
    let white = program
        .functions
        .iter()
        .filter(|function| function.color == Some(Color::White));
    for function in white.filter(|function| !function.is_part() && program.is_of_both(function)) {
        let is_free = program
            .functions
            .iter()
            .all(|other| other.name != function.bare);
        if is_free && function.parameters != ["square"] {
            text += &python.by_color(function);
        }
    }
    text.trim_end().to_owned() + "\n"
}
