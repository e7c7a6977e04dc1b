//! Writes terms as text: the parts that all languages share.

use crate::graph::{Move, Operation};
use crate::program::{Term, Type};

/// A term as text, with its outermost operator. An atom has none.
pub(crate) struct Text {
    pub(crate) text: String,
    operator: &'static str,
}

impl Text {
    pub(crate) fn atom(text: String) -> Self {
        Self { text, operator: "" }
    }

    /// Returns two operands with an operator between them.
    pub(crate) fn infix(operator: &'static str, [a, b]: [&Self; 2]) -> Self {
        Self { text: format!("{} {operator} {}", a.within(operator), b.within(operator)), operator }
    }

    /// Returns an operand and a number with an operator between them.
    pub(crate) fn with(operator: &'static str, a: &Self, number: impl std::fmt::Display) -> Self {
        Self { text: format!("{} {operator} {number}", a.within(operator)), operator }
    }

    /// Returns the negation of a comparison as another comparison.
    pub(crate) fn negated(&self, operator: &'static str, by: &'static str) -> Self {
        Self { text: self.text.replacen(&format!(" {operator} "), &format!(" {by} "), 1), operator: by }
    }

    /// Returns the text as an operand: in parentheses, unless it is an atom or continues a chain of the same operator.
    pub(crate) fn within(&self, operator: &str) -> String {
        const ASSOCIATIVE: &[&str] = &["&", "|", "^", "*", "&&", "||", "AND", "OR"];
        if self.operator.is_empty() || (self.operator == operator && ASSOCIATIVE.contains(&operator)) {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }
}

/// A language for terms.
pub(crate) trait Syntax {
    /// Writes an argument or a local name.
    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    /// What the names of functions begin with.
    fn prefix(&self) -> &str;

    /// Writes the call of a function.
    fn call(&self, name: &str, arguments: &[String]) -> String {
        format!("{}{name}({})", self.prefix(), arguments.join(", "))
    }

    /// Writes an operation on operands.
    fn operation(&self, operation: Operation, ty: Type, operands: &[Text]) -> Text;

    /// Writes a term.
    fn term(&self, term: &Term) -> Text {
        match term {
            Term::Name(name) => Text::atom(self.name(name)),
            Term::Call(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.term(argument).text).collect();
                Text::atom(self.call(name, &arguments))
            }
            Term::Operation(operation, ty, operands) => {
                let operands: Vec<_> = operands.iter().map(|operand| self.term(operand)).collect();
                self.operation(*operation, *ty, &operands)
            }
        }
    }
}

/// Writes an operation that has the same operators in C and Python, or returns `None` for other operations.
pub(crate) fn common(
    operation: Operation,
    ty: Type,
    operands: &[Text],
    hexadecimal: impl Fn(u64) -> Text,
) -> Option<Text> {
    Some(match (operation, operands) {
        (Operation::Constant(bits), _) => hexadecimal(bits),
        (Operation::Moved(Move::FromA1, bits), _) => Text::with("<<", &hexadecimal(bits), "square"),
        (Operation::Moved(Move::FromH8, bits), _) => Text::with(">>", &hexadecimal(bits), "(63 - square)"),
        (Operation::Moved(Move::ToFile, bits), _) => Text::with("<<", &hexadecimal(bits), "(square & 7)"),
        (Operation::And, [a, b]) => Text::infix("&", [a, b]),
        (Operation::Or, [a, b]) => Text::infix("|", [a, b]),
        (Operation::Xor, [a, b]) => Text::infix("^", [a, b]),
        (Operation::Not, [a]) if ty == Type::Truth => a.negated("==", "!="),
        (Operation::Not, [a]) => Text::atom(format!("~{}", a.within("~"))),
        (Operation::Up(n), [a]) => Text::with("<<", a, n),
        (Operation::Down(n), [a]) => Text::with(">>", a, n),
        // In parentheses of their own, or compilers do not see what the two shifts are.
        (Operation::RotateUp(n), [a]) => {
            let shifts = [Text::with("<<", a, n), Text::with(">>", a, 64 - n)];
            Text { operator: "rotation", ..Text::infix("|", shifts.each_ref()) }
        }
        (Operation::Multiply, [a, b]) => Text::infix("*", [a, b]),
        (Operation::IsEmpty, [a]) => Text::with("==", a, 0),
        _ => return None,
    })
}

/// Breaks long lines before operators and after commas.
pub(crate) fn wrapped(lines: &str, indent: usize) -> String {
    const WIDTH: usize = 110;
    // Keep the arguments `white, black` on one line, and mark the places where a line may break.
    let mut marked = lines.replace("(white, ", "(white,\u{a0}").replace(", ", ", \0");
    for operator in ["&", "|", "^", "&&", "||"] {
        marked = marked.replace(&format!(" {operator} "), &format!(" \0{operator} "));
    }
    let mut text = String::new();
    for line in marked.split_inclusive('\n') {
        let mut column = 0;
        for word in line.split('\0') {
            if column + word.trim_end().len() > WIDTH && column > 0 {
                text.truncate(text.trim_end().len());
                text.push('\n');
                text.push_str(&" ".repeat(indent));
                column = indent;
            }
            text.push_str(word);
            column += word.len();
        }
    }
    text.replace('\u{a0}', " ")
}
