//! Conditions: expressions over names from the caller, compared and combined.
//!
//! A condition is written in the language of `tables!`. A set of squares is a condition, which is met if the set is
//! not empty. A number is a condition, which is met if it is not 0. `&&`, `||` and `!` combine conditions, and
//! comparisons make conditions of values.

use pawnfill_tables::{Expr, Value};
use proc_macro2::{Span, TokenStream};

use crate::errors::Errors;
pub use crate::parse::Comparison;
use crate::parse::{self, Logic, Node};
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
/// use pawnfill_tables::Value;
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
    let condition = Checker { names, errors: &mut errors }.check(&node);
    match (condition, errors.all) {
        (Some(condition), None) => Ok(condition),
        (_, errors) => {
            Err(errors.unwrap_or_else(|| syn::Error::new(Span::call_site(), "this is not a condition")))
        }
    }
}

struct Checker<'a> {
    names: &'a [(String, Value)],
    errors: &'a mut Errors,
}

impl Checker<'_> {
    fn check(&mut self, node: &Node) -> Option<Condition> {
        match node {
            Node::Not(_, operand) => Some(Condition::Not(Box::new(self.check(operand)?))),
            Node::Logic(Logic::Compare(comparison), span, sides) => self.compare(*comparison, *span, sides),
            Node::Logic(logic, _, sides) => {
                let [left, right] = sides.each_ref().map(|side| self.check(side));
                let sides = Box::new([left?, right?]);
                Some(if *logic == Logic::And { Condition::And(sides) } else { Condition::Or(sides) })
            }
            _ => match self.value(node)? {
                (_, Value::Color(_)) => {
                    let message =
                        "a color is not a condition: use one of its patterns, such as `white.passed`";
                    self.errors.at(node.span(), message);
                    None
                }
                (expression, _) => Some(Condition::Any(expression)),
            },
        }
    }

    fn value(&mut self, node: &Node) -> Option<(Expr, Value)> {
        Scope::of_names(self.names, self.errors).check(node)
    }

    fn compare(&mut self, comparison: Comparison, span: Span, sides: &[Node; 2]) -> Option<Condition> {
        let [left, right] = sides.each_ref().map(|side| self.value(side));
        let ((left, x), (right, y)) = (left?, right?);
        let are_numbers = matches!((x, y), (Value::Number(_), Value::Number(_)));
        if !x.same_kind(y) {
            self.errors.at(span, format_args!("{} cannot equal {}", x.kind(), y.kind()));
            return None;
        }
        if !are_numbers && !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
            self.errors.at(span, format_args!("only numbers can be compared like this, not {}", x.kind()));
            return None;
        }
        Some(Condition::Compare(comparison, Box::new([left, right])))
    }
}
