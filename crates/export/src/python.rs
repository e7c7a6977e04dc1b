//! Python: writes a module for NumPy arrays.

use crate::go::pascal;
use crate::program::{Field, Function, Local, Program, Record, STRUCTURE_ABOUT, Structure};
use crate::syntax::{Operators, Syntax, wrapped};
use crate::{c, list};

const OPERATORS: Operators = Operators {
    types: ["Sets", "Files", "Numbers", "Truths", "SideStructure"],
    logic: ["&", "|"],
    count: "_count({a})",
    files: "_files({a})",
    abs_diff: "_abs_diff({a}, {b})",
    constant: |bits| if bits < 0x1_0000 { format!("{bits:#x}") } else { format!("{bits:#018x}") },
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
        format!("    {start}(\n{}\n    )\n", wrapped(&format!("        {value}"), 8))
    }

    fn locals(&self, locals: &[Local]) -> String {
        let local = |(name, _, term): &Local| Self::statement(&format!("{name} = "), &self.0.term(term));
        locals.iter().map(local).collect()
    }

    fn function(&self, function: &Function) -> String {
        let parameters = list(function.parameters, |name| {
            format!("{name}: {}", if *name == "square" { "Squares" } else { "Boards" })
        });
        let result = self.0.type_name(function.result);
        let mut text =
            format!("@_on_boards\ndef {}({parameters}) -> {result}:\n", self.0.function_name(&function.name));
        text += &match &function.docs[..] {
            [summary, more @ ..] if !more.is_empty() => {
                format!("    \"\"\"{summary}\n\n    {}\n    \"\"\"\n", more.join("\n    "))
            }
            docs => format!("    \"\"\"{}\"\"\"\n", docs.concat()),
        };
        text += &self.locals(&function.locals);
        text + &Self::statement("return ", &self.0.term(&function.body)) + "\n\n"
    }

    fn structure(&self, structure: &Structure) -> String {
        let field = |field: &Field| format!("    {}: {}\n", field.name, self.0.type_name(field.ty));
        let record = |Record { name, about, fields }: &Record| {
            let fields: String = fields.iter().map(field).collect();
            format!("class {}(NamedTuple):\n    \"\"\"{about}\"\"\"\n\n{fields}\n\n", pascal(name))
        };
        let types: String = structure.records().iter().map(record).collect();
        let (sides, board) = structure.names();
        let sides = sides.iter().map(|side| format!("SideStructure({side})"));
        let value = format!("Structure({})", list(sides.chain(board), |value| value));
        format!(
            "{types}@_on_boards\ndef {}(white: Boards, black: Boards) -> Structure:\n    \"\"\"{STRUCTURE_ABOUT}\"\"\"\n{}{}",
            self.0.function_name("structure"),
            self.locals(&structure.locals),
            wrapped(&format!("    return {value}\n"), 8)
        )
    }
}

/// The text before the patterns. The proof starts reading at its last line.
const PREAMBLE: &str = include_str!("preamble.py");

/// Writes a module.
pub(crate) fn emit(program: &Program, prefix: &str) -> String {
    let python = Python(Syntax::new(&OPERATORS, prefix));
    // The example and the formulas are only for exports with all functions.
    let mut text = match (PREAMBLE.split_once("\n>>> "), PREAMBLE.split_once("\n\nFormulas")) {
        (Some((before, _)), Some((_, after))) if program.structure.is_none() || !prefix.is_empty() => {
            format!("{}.\n\nFormulas{after}", before.trim_end().trim_end_matches(':'))
        }
        _ => PREAMBLE.to_owned(),
    };
    text += "\n\n";
    text.extend(program.all().map(|function| python.function(function)));
    if let Some(structure) = &program.structure {
        text += &python.structure(structure);
    }
    text.trim_end().to_owned() + "\n"
}
