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
    /// The types of sets, files, numbers and truth values.
    const TYPES: [&'static str; 4];
    /// The operators `and` and `or` of truth values.
    const LOGIC: [&'static str; 2];
    /// The operators of equality and inequality.
    const EQUALITY: [&'static str; 2] = ["==", "!="];
    /// The operator of a rotation, which consists of two shifts. In C and Python it is in parentheses of its own, or
    /// compilers do not see what the two shifts are.
    const ROTATION: &'static str = "rotation";

    /// What the names of functions begin with.
    fn prefix(&self) -> &str;

    /// Writes the name of a function.
    fn function_name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix())
    }

    /// Writes an argument or a local name.
    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    /// Writes constants and the operations that are functions, casts or tables in this language.
    fn atom(&self, operation: Operation, operands: &[Text]) -> Option<String>;

    /// Writes a shift toward h8.
    fn up(&self, set: &Text, n: u32) -> Text {
        Text::with("<<", set, n)
    }

    /// Writes a shift toward a1.
    fn down(&self, set: &Text, n: u32) -> Text {
        Text::with(">>", set, n)
    }

    /// Writes an operation on operands.
    fn operation(&self, operation: Operation, ty: Type, operands: &[Text]) -> Text {
        if let Some(atom) = self.atom(operation, operands) {
            return Text::atom(atom);
        }
        let is_truth = ty == Type::Truth;
        let [and, or] = if is_truth { Self::LOGIC } else { ["&", "|"] };
        let [equal, unequal] = Self::EQUALITY;
        let constant = |bits| self.operation(Operation::Constant(bits), Type::Set, &[]);
        let count = |set| self.operation(Operation::Count, Type::Number, std::slice::from_ref(set));
        match (operation, operands) {
            (Operation::Number(number), []) => Text::atom(number.to_string()),
            (Operation::Moved(Move::FromA1, bits), []) => Text::with("<<", &constant(bits), "square"),
            (Operation::Moved(Move::FromH8, bits), []) => Text::with(">>", &constant(bits), "(63 - square)"),
            (Operation::Moved(Move::ToFile, bits), []) => Text::with("<<", &constant(bits), "(square & 7)"),
            (Operation::And, [a, b]) => Text::infix(and, [a, b]),
            (Operation::Or, [a, b]) => Text::infix(or, [a, b]),
            (Operation::Xor, [a, b]) => Text::infix("^", [a, b]),
            (Operation::Not, [a]) if a.operator == equal => a.negated(equal, unequal),
            (Operation::Not, [a]) if !is_truth => Text::atom(format!("~{}", a.within("~"))),
            (Operation::Up(n), [a]) => self.up(a, n),
            (Operation::Down(n), [a]) => self.down(a, n),
            (Operation::RotateUp(n), [a]) => {
                let shifts = Text::infix("|", [&self.up(a, n), &self.down(a, 64 - n)]);
                Text { operator: Self::ROTATION, ..shifts }
            }
            (Operation::Multiply, [a, b]) => Text::infix("*", [a, b]),
            (Operation::IsEmpty, [a]) => Text::with(equal, a, 0),
            (Operation::CountLe, [a, b]) => Text::infix("<=", [&count(a), &count(b)]),
            // Names are terms of their own, and all other operations are atoms. A proof cannot read an empty term.
            _ => Text::atom(String::new()),
        }
    }

    /// Writes a term.
    fn term(&self, term: &Term) -> Text {
        match term {
            Term::Name(name) => Text::atom(self.name(name)),
            Term::Call(name, arguments) => {
                let arguments = list(arguments, |argument| self.term(argument).text);
                Text::atom(format!("{}({arguments})", self.function_name(name)))
            }
            Term::Operation(operation, ty, operands) => {
                let operands: Vec<_> = operands.iter().map(|operand| self.term(operand)).collect();
                self.operation(*operation, *ty, &operands)
            }
        }
    }
}

/// Returns the texts of some items with commas between them.
pub(crate) fn list<I>(items: impl IntoIterator<Item = I>, text: impl FnMut(I) -> String) -> String {
    items.into_iter().map(text).collect::<Vec<_>>().join(", ")
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
