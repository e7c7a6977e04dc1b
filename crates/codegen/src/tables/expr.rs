//! Expressions as plain data.

use crate::grammar::Operator;
use crate::tables::function::Function;
use crate::tables::value::Value;

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// The same value at every index.
    Constant(Value),
    /// A parameter, by its position.
    Parameter(usize),
    /// The complement of a set of squares or files.
    Not(Box<Expr>),
    /// Two expressions and the operator between them.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A function and its arguments.
    Call(&'static Function, Vec<Expr>),
    /// One of two expressions, depending on whether two values are equal.
    If {
        /// The two values.
        equal: Box<[Expr; 2]>,
        /// The expression if they are equal.
        then: Box<Expr>,
        /// The expression if they differ.
        otherwise: Box<Expr>,
    },
}

impl Expr {
    /// Returns the value for some parameters.
    ///
    /// It is `None` if a parameter is missing, or if an operator or a function does not accept the kinds of its operands.
    /// Only the kinds of the parameters decide if there is a value, never their values.
    #[must_use]
    pub fn evaluate(&self, parameters: &[Value]) -> Option<Value> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Parameter(position) => parameters.get(*position).copied(),
            Self::Not(operand) => operand.evaluate(parameters)?.complement(),
            Self::Binary(operator, left, right) => {
                operator.apply(left.evaluate(parameters)?, right.evaluate(parameters)?)
            }
            Self::Call(function, arguments) => {
                let values: Option<Vec<_>> =
                    arguments.iter().map(|argument| argument.evaluate(parameters)).collect();
                function.apply(&values?)
            }
            Self::If { equal, then, otherwise } => {
                let [left, right] = &**equal;
                let (left, right) = (left.evaluate(parameters)?, right.evaluate(parameters)?);
                let (then, otherwise) = (then.evaluate(parameters)?, otherwise.evaluate(parameters)?);
                let fits = left.same_kind(right) && then.same_kind(otherwise);
                fits.then_some(if left == right { then } else { otherwise })
            }
        }
    }
}
