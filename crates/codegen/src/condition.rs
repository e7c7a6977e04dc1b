//! Conditions: expressions over names from the caller, compared and combined.
//!
//! A condition is written in the language of `tables!`. A set of squares is a condition, which is met if the set is
//! not empty. A number is a condition, which is met if it is not 0. `&&`, `||` and `!` combine conditions, and
//! comparisons make conditions of values.

use crate::tables::{Expr, Value};
use proc_macro2::{Span, TokenStream};

use crate::errors::Errors;
pub use crate::parse::Comparison;
use crate::parse::{self, Infix, Node};
use crate::validate::Scope;

/// A condition, as plain data.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The set is not empty, or the number is not 0.
    Any(Expr),
    /// The condition is not met.
    Not(Box<Condition>),
    /// Both are met.
    And(Box<[Condition; 2]>),
    /// At least one is met.
    Or(Box<[Condition; 2]>),
    /// Two values compare like this.
    Compare(Comparison, Box<[Expr; 2]>),
}

/// Parses a condition over names, each given with an arbitrary value of its kind.
///
/// In the expressions, [`Expr::Parameter`] is the position of a name.
///
/// ```
/// use pawnfill_codegen::condition::{Condition, condition};
/// use pawnfill_codegen::tables::Value;
///
/// let names = [("white.passed".to_owned(), Value::Set(0))];
/// let found = condition("white.passed & rank_7 && !(white.passed & rank_6)".parse()?, &names)?;
/// assert!(matches!(found, Condition::And(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns all mistakes, each with its token.
pub fn condition(condition: TokenStream, names: &[(String, Value)]) -> syn::Result<Condition> {
    let mut errors = Errors::default();
    let node = parse::condition(condition)?;
    let condition = Scope::of_names(names, &mut errors).condition(&node);
    match (condition, errors.all) {
        (Some(condition), None) => Ok(condition),
        (_, errors) => {
            Err(errors.unwrap_or_else(|| syn::Error::new(Span::call_site(), "this is not a condition")))
        }
    }
}

impl Scope<'_> {
    fn condition(&mut self, node: &Node) -> Option<Condition> {
        match node {
            Node::Not(_, operand) => Some(Condition::Not(Box::new(self.condition(operand)?))),
            Node::Binary(Infix::Compare(comparison), span, sides) => self.compare(*comparison, *span, sides),
            Node::Binary(infix @ (Infix::And | Infix::Or), _, sides) => {
                let [left, right] = sides.each_ref().map(|side| self.condition(side));
                let sides = Box::new([left?, right?]);
                Some(if *infix == Infix::And { Condition::And(sides) } else { Condition::Or(sides) })
            }
            _ => match self.check(node)? {
                (_, Value::Color(_)) => {
                    let message =
                        "a color is not a condition: use one of its patterns, such as `white.passed`";
                    self.errors.none(node.span(), message)
                }
                (expression, _) => Some(Condition::Any(expression)),
            },
        }
    }

    fn compare(&mut self, comparison: Comparison, span: Span, sides: &[Node; 2]) -> Option<Condition> {
        let [left, right] = sides.each_ref().map(|side| self.check(side));
        let ((left, x), (right, y)) = (left?, right?);
        let are_numbers = matches!((x, y), (Value::Number(_), Value::Number(_)));
        if !x.same_kind(y) {
            return self.errors.none(span, format_args!("{} cannot equal {}", x.kind(), y.kind()));
        }
        if !are_numbers && !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            return self
                .errors
                .none(span, format_args!("only numbers can be compared like this, not {}", x.kind()));
        }
        Some(Condition::Compare(comparison, Box::new([left, right])))
    }
}
