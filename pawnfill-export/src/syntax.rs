//! Writes terms as text: the parts that all languages share.

use crate::graph::{Move, Node};
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
    fn operation(&self, node: Node, ty: Type, operands: &[Text]) -> Text;

    /// Writes a term.
    fn term(&self, term: &Term) -> Text {
        match term {
            Term::Name(name) => Text::atom(self.name(name)),
            Term::Call(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.term(argument).text).collect();
                Text::atom(self.call(name, &arguments))
            }
            Term::Operation(node, ty, operands) => {
                let operands: Vec<_> = operands.iter().map(|operand| self.term(operand)).collect();
                self.operation(*node, *ty, &operands)
            }
        }
    }
}

/// Writes an operation that has the same operators in C and Python, or returns `None` for other operations.
pub(crate) fn common(
    node: Node,
    ty: Type,
    operands: &[Text],
    hexadecimal: impl Fn(u64) -> Text,
) -> Option<Text> {
    Some(match (node, operands) {
        (Node::Constant(bits), _) => hexadecimal(bits),
        (Node::Moved(Move::FromA1, bits), _) => Text::with("<<", &hexadecimal(bits), "square"),
        (Node::Moved(Move::FromH8, bits), _) => Text::with(">>", &hexadecimal(bits), "(63 - square)"),
        (Node::Moved(Move::ToFile, bits), _) => Text::with("<<", &hexadecimal(bits), "(square & 7)"),
        (Node::And(..), [a, b]) => Text::infix("&", [a, b]),
        (Node::Or(..), [a, b]) => Text::infix("|", [a, b]),
        (Node::Xor(..), [a, b]) => Text::infix("^", [a, b]),
        (Node::Not(_), [a]) if ty == Type::Truth => a.negated("==", "!="),
        (Node::Not(_), [a]) => Text::atom(format!("~{}", a.within("~"))),
        (Node::Up(n, _), [a]) => Text::with("<<", a, n),
        (Node::Down(n, _), [a]) => Text::with(">>", a, n),
        // In parentheses of their own, or compilers do not see what the two shifts are.
        (Node::RotateUp(n, _), [a]) => {
            let shifts = [Text::with("<<", a, n), Text::with(">>", a, 64 - n)];
            Text { operator: "rotation", ..Text::infix("|", shifts.each_ref()) }
        }
        (Node::Multiply(..), [a, b]) => Text::infix("*", [a, b]),
        (Node::IsEmpty(_), [a]) => Text::with("==", a, 0),
        _ => return None,
    })
}

/// Breaks long lines before operators and after commas.
pub(crate) fn wrapped(lines: &str, indent: usize) -> String {
    const WIDTH: usize = 110;
    let mut text = String::new();
    // Keep the arguments `white, black` on one line.
    let lines = lines.replace("(white, ", "(white,\u{a0}");
    for line in lines.split_inclusive('\n') {
        let mut column = 0;
        for word in line.split_inclusive(", ").flat_map(split_before_operators) {
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

fn split_before_operators(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(at) =
        [" & ", " | ", " ^ ", " && ", " || "].iter().filter_map(|operator| rest.find(operator)).min()
    {
        let (word, after) = rest.split_at(at + 1);
        words.push(word);
        rest = after;
    }
    words.push(rest);
    words
}
