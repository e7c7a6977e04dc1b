//! Python: writes a module for NumPy arrays.

use crate::graph::Operation;
use crate::program::{Function, Local, Program, Structure, Type};
use crate::syntax::{Syntax, Text, common, wrapped};

struct Python<'a> {
    prefix: &'a str,
}

impl Syntax for Python<'_> {
    fn prefix(&self) -> &str {
        self.prefix
    }

    fn operation(&self, operation: Operation, ty: Type, operands: &[Text]) -> Text {
        let constant = |bits: u64| {
            Text::atom(if bits < 0x1_0000 { format!("{bits:#x}") } else { format!("{bits:#018x}") })
        };
        let count = |set: &Text| Text::atom(format!("_count({})", set.text));
        match (operation, operands) {
            (Operation::Number(number), _) => Text::atom(number.to_string()),
            (Operation::Count, [a]) => count(a),
            (Operation::Files, [a]) => Text::atom(format!("_files({})", a.text)),
            (Operation::AbsDiff, [a, b]) => Text::atom(format!("_abs_diff({}, {})", a.text, b.text)),
            (Operation::CountLe, [a, b]) => Text::infix("<=", [&count(a), &count(b)]),
            // Python has no tables.
            _ => common(operation, ty, operands, constant).unwrap_or_else(|| Text::atom("None".to_owned())),
        }
    }
}

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
        locals
            .iter()
            .map(|(name, _, term)| Self::statement(&format!("{name} = "), &self.term(term).text))
            .collect()
    }

    fn function(&self, function: &Function) -> String {
        let result = match function.result {
            Type::Set => "Sets",
            Type::Files => "Files",
            Type::Number => "Numbers",
            Type::Truth => "Truths",
        };
        let parameters: Vec<_> = function
            .parameters
            .iter()
            .map(|&name| format!("{name}: {}", if name == "square" { "Squares" } else { "Boards" }))
            .collect();
        let mut text = format!(
            "@_on_boards\ndef {}{}({}) -> {result}:\n",
            self.prefix,
            function.name,
            parameters.join(", ")
        );
        text += &match &function.docs[..] {
            [summary, more @ ..] if !more.is_empty() => {
                format!("    \"\"\"{summary}\n\n    {}\n    \"\"\"\n", more.join("\n    "))
            }
            docs => format!("    \"\"\"{}\"\"\"\n", docs.concat()),
        };
        text += &self.locals(&function.locals);
        text + &Self::statement("return ", &self.term(&function.value).text) + "\n\n"
    }

    fn structure(&self, Structure { locals, side, board }: &Structure) -> String {
        let prefix = self.prefix;
        let fields =
            |names: &[&str]| names.iter().map(|name| format!("    {name}: Sets\n")).collect::<String>();
        let values =
            |color: &str| side.iter().map(|name| format!("{color}_{name}")).collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "class SideStructure(NamedTuple):
    \"\"\"The sets of one side in a structure.\"\"\"

{}

class Structure(NamedTuple):
    \"\"\"The sets of a typical evaluation.\"\"\"

    white: SideStructure
    black: SideStructure
{}

@_on_boards
def {prefix}structure(white: Boards, black: Boards) -> Structure:
    \"\"\"Computes the sets of a typical evaluation together, and their common parts once.\"\"\"
",
            fields(side),
            fields(board)
        );
        text += &self.locals(locals);
        text += &wrapped(&format!("    white_side = SideStructure({})\n", values("white")), 8);
        text += &wrapped(&format!("    black_side = SideStructure({})\n", values("black")), 8);
        text + &format!("    return Structure(white_side, black_side, {})\n", board.join(", "))
    }
}

/// The text before the patterns. The proof starts reading at its last line.
const PREAMBLE: &str = include_str!("preamble.py");

/// Writes a module.
pub(crate) fn emit(program: &Program, prefix: &str) -> String {
    let python = Python { prefix };
    // The example and the formulas are only for exports with all functions.
    let mut text = match (PREAMBLE.split_once("\n>>> "), PREAMBLE.split_once("\n\nFormulas")) {
        (Some((before, _)), Some((_, after))) if program.structure.is_none() || !prefix.is_empty() => {
            format!("{}.\n\nFormulas{after}", before.trim_end().trim_end_matches(':'))
        }
        _ => PREAMBLE.to_owned(),
    };
    text += "\n\n";
    for [plain, _] in &program.helpers {
        text += &python.function(plain);
    }
    for function in &program.functions {
        text += &python.function(function);
    }
    if let Some(structure) = &program.structure {
        text += &python.structure(structure);
    }
    text.trim_end().to_owned() + "\n"
}
