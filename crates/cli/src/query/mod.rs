//! Conditions over the patterns of a position.

mod evaluate;
mod possible;

use pawnfill::pattern::{Column, Kind, columns};
use pawnfill::{Bitboard, Color, File, Pawns};
use pawnfill_codegen::condition::{Condition, condition};
use pawnfill_codegen::tables::{Expr, Value, literals};

use crate::choice;
pub(crate) use possible::Possible;

/// The meaning of a name.
#[derive(Clone, Copy)]
enum Named {
    Column(Column),
    Pawns(Color),
    Set(Bitboard),
}

impl Named {
    /// Returns an arbitrary value of its kind.
    fn sample(self) -> Value {
        match self {
            Self::Column(column) => match column.pattern().kind {
                Kind::Set => Value::Set(0),
                Kind::Files => Value::Files(0),
                Kind::Number => Value::Number(0),
            },
            Self::Pawns(_) | Self::Set(_) => Value::Set(0),
        }
    }
}

/// Returns every name that a condition may use: patterns, pawns and files.
fn names() -> Vec<(String, Named)> {
    let patterns = columns().map(|column| (choice::name(column), Named::Column(column)));
    let pawns = Color::ALL.map(|color| (format!("{color}.pawns"), Named::Pawns(color)));
    let files = File::ALL.map(|file| (file.name().to_owned(), Named::Set(file.bitboard())));
    patterns.chain(pawns).chain(files).collect()
}

/// A parsed condition.
#[derive(Clone)]
pub(crate) struct Query {
    condition: Condition,
    names: Vec<(String, Named)>,
}

impl Query {
    /// Parses a condition. The error shows the text and marks the mistake.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let names = names();
        let samples: Vec<_> = names.iter().map(|(name, named)| (name.clone(), named.sample())).collect();
        let tokens = text.parse().map_err(|_| {
            anyhow::anyhow!("the condition contains an invalid character or an unclosed bracket:\n  {text}")
        })?;
        // The line of the condition, and a mark below the mistake.
        let pointed = |line: usize, start: usize, end: usize| {
            let line = text.lines().nth(line.checked_sub(1)?)?;
            let marks = "^".repeat(end.saturating_sub(start).max(1));
            Some(format!("\n  {line}\n  {:1$}{marks}", "", start))
        };
        let condition = condition(tokens, &samples).map_err(|errors| {
            let errors = errors.into_iter().map(|error| {
                let (start, end) = (error.span().start(), error.span().end());
                let place = pointed(start.line, start.column, end.column);
                format!("{error}{}", place.unwrap_or_default())
            });
            anyhow::anyhow!(errors.collect::<Vec<_>>().join("\nerror: "))
        })?;
        Ok(Self { condition, names })
    }

    pub(crate) fn is_met(&self, pawns: Pawns) -> bool {
        evaluate::met(&self.condition, self, pawns.with_backend()) == Some(Bitboard::FULL)
    }

    /// Returns the set that the condition tests, if it is a single set.
    pub(crate) fn set(&self, pawns: Pawns) -> Option<Bitboard> {
        let Condition::Any(expression) = &self.condition else { return None };
        match evaluate::value(expression, self, pawns.with_backend())? {
            evaluate::Operand::Set(set) => Some(set),
            _ => None,
        }
    }

    /// Returns the text of an expression.
    fn text(&self, expression: &Expr) -> String {
        match expression {
            Expr::Parameter(position) => self.names[*position].0.clone(),
            Expr::Constant(value) => {
                let name = literals().find(|(_, known)| known == value).map(|(name, _)| name);
                name.unwrap_or_else(|| match value {
                    Value::Number(number) => number.to_string(),
                    value => value.kind().to_owned(),
                })
            }
            Expr::Not(operand) => format!("!{}", self.text(operand)),
            Expr::Binary(operator, left, right) => {
                format!("({} {} {})", self.text(left), operator.symbol(), self.text(right))
            }
            Expr::Call(function, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|argument| self.text(argument)).collect();
                format!("{}({})", function.name, arguments.join(", "))
            }
            Expr::If { .. } => "if …".to_owned(),
        }
    }
}
