//! Writes terms as text, with a table of operators for each language.

use std::collections::HashMap;

use crate::function::Term;
use crate::graph::{Move, Operation, Type};

/// How a language spells types and operations.
///
/// An operation is an operator between its operands, or a template in which `{a}` and `{b}` are the
/// operands, which `{(a)}` and `{(b)}` write in parentheses unless they are atoms.
pub(crate) struct Operators {
    /// The types of sets, files, numbers, truth values and sides.
    pub(crate) types: [&'static str; 5],
    /// An argument with a board as an operand, cast if the language lets users pass other types.
    pub(crate) board: &'static str,
    /// The operators `and` and `or` of truth values. Those of sets are `&` and `|` everywhere.
    pub(crate) logic: [&'static str; 2],
    /// Equality and inequality.
    pub(crate) equality: [&'static str; 2],
    /// The complement of a set, as a template.
    pub(crate) not: &'static str,
    pub(crate) xor: &'static str,
    /// A shift toward h8.
    pub(crate) up: &'static str,
    pub(crate) count: &'static str,
    pub(crate) files: &'static str,
    pub(crate) abs_diff: &'static str,
    pub(crate) constant: fn(u64) -> String,
    /// Whether a shift toward h8 fails if a bit leaves the word, so that these bits must
    /// be cleared first.
    pub(crate) shift_fails: bool,
}

impl Operators {
    /// The operators of C, which most languages have.
    pub(crate) const BASE: Self = Self {
        types: [""; 5],
        board: "{a}",
        logic: ["&&", "||"],
        equality: ["==", "!="],
        not: "~{(a)}",
        xor: "^",
        up: "<<",
        count: "",
        files: "",
        abs_diff: "",
        constant: hexadecimal,
        shift_fails: false,
    };
}

/// Returns a constant in hexadecimal, with all its digits if it is a mask.
pub(crate) fn hexadecimal(bits: u64) -> String {
    if bits < 0x1_0000 {
        format!("{bits:#x}")
    } else {
        format!("{bits:#018x}")
    }
}

/// Returns a name as Go exports it, such as `WhitePassed`.
pub(crate) fn pascal(name: &str) -> String {
    let mut pascal = String::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        pascal += &part[..1].to_uppercase();
        pascal += &part[1..];
    }
    pascal
}

/// A term as text, with its outermost operator. An atom has none.
struct Text {
    text: String,
    operator: &'static str,
}

impl Text {
    fn atom(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            operator: "",
        }
    }

    fn number(number: u32) -> Self {
        Self::atom(number.to_string())
    }

    /// Returns an operation on one operand.
    fn unary(template: &'static str, a: &Self) -> Self {
        Self::binary(template, a, a)
    }

    /// Returns an operation on two operands.
    fn binary(spelling: &'static str, a: &Self, b: &Self) -> Self {
        if spelling.contains('{') {
            let text = spelling.replace("{a}", &a.text).replace("{b}", &b.text);
            let text = text.replace("{(a)}", &a.within(""));
            return Self::atom(text.replace("{(b)}", &b.within("")));
        }
        Self {
            text: format!("{} {spelling} {}", a.within(spelling), b.within(spelling)),
            operator: spelling,
        }
    }

    /// Returns the text as an operand: in parentheses, unless it is an atom or continues a chain of
    /// the same operator.
    fn within(&self, operator: &str) -> String {
        const ASSOCIATIVE: &[&str] = &["&", "|", "^", "*", "&&", "||", "AND", "OR"];
        if self.operator.is_empty()
            || (self.operator == operator && ASSOCIATIVE.contains(&operator))
        {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }
}

/// A language with the names of the functions that are written.
pub(crate) struct Syntax<'a> {
    pub(crate) operators: &'static Operators,
    /// What the names of functions begin with.
    pub(crate) prefix: &'a str,
    /// Replacements of the names of functions.
    pub(crate) functions: HashMap<&'a str, String>,
    /// Replacements of local names.
    pub(crate) names: HashMap<String, String>,
}

impl<'a> Syntax<'a> {
    pub(crate) fn new(operators: &'static Operators, prefix: &'a str) -> Self {
        Self {
            operators,
            prefix,
            functions: HashMap::new(),
            names: HashMap::new(),
        }
    }

    /// Returns the name of a type.
    pub(crate) fn type_name(&self, ty: Type) -> &'static str {
        self.operators.types[ty as usize]
    }

    pub(crate) fn function_name(&self, name: &str) -> String {
        format!(
            "{}{}",
            self.prefix,
            self.functions.get(name).map_or(name, String::as_str)
        )
    }

    /// Returns a local name.
    pub(crate) fn local(&self, name: &str) -> String {
        self.names.get(name).map_or(name, String::as_str).to_owned()
    }

    /// Returns an argument with a board as an operand.
    pub(crate) fn board(&self, name: &str) -> String {
        self.operators.board.replace("{a}", name)
    }

    /// Writes a term.
    pub(crate) fn term(&self, term: &Term) -> String {
        self.operand(term).text
    }

    /// Writes an operand. If it is an argument, it is cast.
    fn operand(&self, term: &Term) -> Text {
        match term {
            Term::Name(name) if ["white", "black", "set"].contains(&name.as_str()) => {
                Text::atom(self.names.get(name).unwrap_or(&self.board(name)))
            }
            _ => self.text(term),
        }
    }

    fn text(&self, term: &Term) -> Text {
        match term {
            Term::Name(name) => Text::atom(self.names.get(name).unwrap_or(name)),
            Term::Call(name, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|term| self.text(term).text).collect();
                let name = self.function_name(name);
                Text::atom(format!("{name}({})", arguments.join(", ")))
            }
            Term::Operation(operation, ty, operands) => {
                let is_of_counts = matches!(operation, Operation::CountLe | Operation::CountGt);
                let write = if is_of_counts {
                    Self::counted
                } else {
                    Self::operand
                };
                let operands: Vec<_> = operands.iter().map(|term| write(self, term)).collect();
                self.operation(*operation, *ty, &operands)
            }
        }
    }

    /// Writes the count of a set, which is compared with another, or with a number.
    fn counted(&self, term: &Term) -> Text {
        match term {
            Term::Operation(Operation::Constant(bits), ..) => Text::number(bits.count_ones()),
            _ => Text::unary(self.operators.count, &self.operand(term)),
        }
    }

    fn constant(&self, bits: u64) -> Text {
        Text::atom((self.operators.constant)(bits))
    }

    /// Writes a shift toward h8.
    fn up(&self, a: &Text, n: u32) -> Text {
        if self.operators.shift_fails {
            let kept = Text::binary("&", a, &self.constant(u64::MAX >> n));
            return Text::binary("<<", &kept, &Text::number(n));
        }
        Text::binary(self.operators.up, a, &Text::number(n))
    }

    /// Writes a constant that is moved to the square.
    fn moved(&self, how: Move, bits: u64) -> Text {
        let up = self.operators.up;
        let (shift, text, operator) = match how {
            Move::FromA1 => (up, "square", ""),
            Move::FromH8 => (">>", "63 - square", "-"),
            Move::ToFile => (up, "square & 7", "&"),
        };
        let text = text.to_owned();
        Text::binary(shift, &self.constant(bits), &Text { text, operator })
    }

    /// Writes an operation on operands.
    fn operation(&self, operation: Operation, ty: Type, operands: &[Text]) -> Text {
        let spelling = self.operators;
        let [equal, unequal] = spelling.equality;
        let is_truth = ty == Type::Truth;
        let [and, or] = if is_truth { spelling.logic } else { ["&", "|"] };
        match (operation, operands) {
            (Operation::Constant(bits), []) => self.constant(bits),
            (Operation::Number(n), []) => Text::number(n),
            (Operation::Moved(how, bits), []) => self.moved(how, bits),
            (Operation::And, [a, b]) => Text::binary(and, a, b),
            (Operation::Or, [a, b]) => Text::binary(or, a, b),
            (Operation::Xor, [a, b]) => Text::binary(spelling.xor, a, b),
            (Operation::Not, [a]) => Text::unary(spelling.not, a),
            (Operation::Up(n), [a]) => self.up(a, n),
            (Operation::Down(n), [a]) => down(a, n),
            // In parentheses of its own, or compilers do not see what the two shifts are.
            (Operation::RotateUp(n), [a]) => Text {
                operator: "rotation",
                ..Text::binary("|", &self.up(a, n), &down(a, 64 - n))
            },
            (Operation::Count, [a]) => Text::unary(spelling.count, a),
            (Operation::Files, [a]) => Text::unary(spelling.files, a),
            (Operation::Multiply, [a, b]) => Text::binary("*", a, b),
            (Operation::AbsDiff, [a, b]) => Text::binary(spelling.abs_diff, a, b),
            (Operation::IsEmpty, [a]) => Text::binary(equal, a, &Text::number(0)),
            (Operation::IsNotEmpty, [a]) => Text::binary(unequal, a, &Text::number(0)),
            (Operation::CountLe, [a, b]) => Text::binary("<=", a, b),
            (Operation::CountGt, [a, b]) => Text::binary(">", a, b),
            // Names are terms of their own. A proof cannot read an empty term.
            _ => Text::atom(""),
        }
    }
}

/// Writes a shift toward a1.
fn down(a: &Text, n: u32) -> Text {
    Text::binary(">>", a, &Text::number(n))
}

/// Breaks long lines before operators and after commas.
pub(crate) fn wrapped(lines: &str, indent: usize) -> String {
    const WIDTH: usize = 110;
    // Keep the arguments `white, black` on one line, and mark the places where a line may break.
    let mut marked = lines
        .replace("(white, ", "(white,\u{a0}")
        .replace(", ", ", \0");
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
