//! Second step: checks every rule, turns the tree into plain data, and evaluates it.

use std::collections::HashSet;
use std::fmt;

use pawnfill_expression::grammar::{Comparison, Node, NodeKind};
use pawnfill_expression::text::suggest;
use pawnfill_expression::{FUNCTIONS, Function, Operator, Value, literal, literals};
use proc_macro2::{Ident, Span};
use syn::LitInt;

use crate::errors::Errors;
use crate::parse::{Head, Item, LENGTHS, ParsedBody, Type};
use crate::table::{Element, Index, Misfit, Table};

/// The maximum number of entries of all tables in one specification.
pub const MAX_ENTRIES: usize = 65_536;

const LITERALS: &str = "one of `a1` to `h8`, `file_a` to `file_h`, `rank_1` to `rank_8`, `light_squares`, \
                        `dark_squares`, `empty`, `full`, `white` and `black`";

/// An item with its table and the entries, if the table is valid.
pub(crate) struct Checked {
    pub(crate) head: Head,
    pub(crate) table: Option<(Table, Vec<u64>)>,
}

pub(crate) fn tables(items: Vec<Item>, errors: &mut Errors) -> Vec<Checked> {
    let mut names = HashSet::new();
    let mut entries: usize = 0;
    let check = |Item { head, body }| {
        // Tables under conditional compilation may share a name, because the compiler may keep only one of them.
        if !head.is_conditional() && !names.insert(head.name.clone()) {
            return errors.none(head.name.span(), format_args!("duplicate table name `{}`", head.name));
        }
        let sum = entries.saturating_add(head.ty.entries());
        if sum > MAX_ENTRIES {
            let message = format!("the tables have more than {MAX_ENTRIES} entries in total");
            errors.at(head.name.span(), message);
            return Some(Checked { head, table: None });
        }
        entries = sum;
        let table = body.and_then(|body| table(&head, &body, errors));
        Some(Checked { head, table })
    };
    items.into_iter().filter_map(check).collect()
}

fn describe(misfit: &Misfit, head: &Head) -> String {
    let at: String = misfit.at.iter().map(|index| format!("[{index}]")).collect();
    let value = match misfit.value {
        Some(Value::Number(number)) => number.to_string(),
        _ => "undefined".to_owned(),
    };
    format!("entry `{}{at}` is {value}, which does not fit `{}`", head.name, head.ty.element)
}

impl Type {
    /// Returns the number of entries of an array of this type. A length that does not fit counts as the maximum.
    pub(crate) fn entries(&self) -> usize {
        let length = |length: &LitInt| length.base10_parse().unwrap_or(usize::MAX);
        self.lengths.iter().map(length).fold(1, usize::saturating_mul)
    }
}

fn element(ty: &Type, errors: &mut Errors) -> Option<Element> {
    let span = ty.element.span();
    if ty.lengths.is_empty() {
        return errors.none(span, "expected an array such as `[u64; 64]`");
    }
    let element = [Element::U64, Element::U8].into_iter().find(|element| ty.element == element.name());
    element.or_else(|| errors.none(span, format_args!("entries must be `u64` or `u8`, not `{}`", ty.element)))
}

/// Returns the table of a body, and its entries.
fn table(head: &Head, body: &ParsedBody, errors: &mut Errors) -> Option<(Table, Vec<u64>)> {
    let ty = &head.ty;
    let element = element(ty, errors);
    let indices = indices(ty, body, errors);
    let names: Vec<String> = body.parameters.iter().map(Ident::to_string).collect();
    let first: Vec<_> = indices.iter().map(|index| index.and_then(|index| index.values().next())).collect();
    let mut scope =
        Scope { names: &names, values: &first, used: HashSet::new(), places: &body.places, errors };
    let value = scope.value(&body.expression)?;
    let used = scope.used;
    let indices: Vec<Index> = indices.into_iter().collect::<Option<_>>()?;
    for (position, name) in body.parameters.iter().enumerate() {
        if !used.contains(&position) && !names[position].starts_with('_') {
            errors.at(name.span(), format_args!("unused parameter `{name}`: use it, or name it `_{name}`"));
        }
    }
    let element = element?;
    let entries = match (element, value) {
        (Element::U64, Value::Set(_)) | (Element::U8, Value::Files(_) | Value::Number(_)) => {
            let table = Table { indices, element };
            let value = |at: &[Value]| {
                let values: Vec<_> = at.iter().copied().map(Some).collect();
                let (names, errors) = (&names, &mut Errors::default());
                let mut scope = Scope { names, values: &values, used: HashSet::new(), places: &[], errors };
                scope.value(&body.expression)
            };
            return match table.evaluate(value) {
                Ok(entries) => Some((table, entries)),
                Err(misfit) => errors.none(ty.element.span(), describe(&misfit, head)),
            };
        }
        (_, Value::Set(_)) => "use entries of type `u64`",
        (_, Value::Files(_) | Value::Number(_)) => "use entries of type `u8`",
        (_, Value::Color(_)) => "tables cannot store colors",
    };
    let message = format!("the expression is {}: {entries}", value.kind());
    errors.none(ty.element.span(), message)
}

/// Gives each parameter the meaning that its length in the type has, if it is known.
fn indices(ty: &Type, body: &ParsedBody, errors: &mut Errors) -> Vec<Option<Index>> {
    let (lengths, names) = (&ty.lengths, &body.parameters);
    let complete = lengths.len() == names.len();
    if !complete && !lengths.is_empty() {
        let (lengths, names) = (lengths.len(), names.len());
        let message = "expected a parameter for each length of the type, the outermost first";
        errors.at(body.bar, format_args!("{message}: {lengths} instead of {names}"));
    }
    let meaning = |(position, name): (usize, &Ident)| {
        let length = lengths.get(position).filter(|_| complete);
        let index = length.and_then(|length| index(length, name, errors));
        let text = name.to_string();
        if names[..position].contains(name) {
            return errors.none(name.span(), format_args!("duplicate parameter name `{name}`"));
        }
        if literal(&text).is_some() || Function::named(&text).next().is_some() {
            return errors
                .none(name.span(), format_args!("`{name}` is a predefined name: rename the parameter"));
        }
        index
    };
    names.iter().enumerate().map(meaning).collect()
}

/// Returns the kind of index for an array of this length.
fn index(length: &LitInt, parameter: &Ident, errors: &mut Errors) -> Option<Index> {
    let name = parameter.to_string();
    match length.base10_parse::<u64>() {
        Ok(64) => Some(Index::Square),
        Ok(256) => Some(Index::Files),
        Ok(2) => Some(Index::Color),
        Ok(8) => match (name.contains("file"), name.contains("rank")) {
            (true, false) => Some(Index::File),
            (false, true) => Some(Index::Rank),
            _ => {
                let message = "a length of 8 means files or ranks: the name of the parameter must contain `file` or `rank`";
                errors.none(parameter.span(), message)
            }
        },
        _ => errors.none(length.span(), LENGTHS),
    }
}

/// Checks an expression by evaluating it. Only the kinds of values decide about mistakes, so those for the first index are all.
///
/// The code that evaluates operators and functions is therefore the only definition of the kinds that they accept.
struct Scope<'a> {
    /// The parameters.
    names: &'a [String],
    /// Their values, of which those without a meaning have none.
    values: &'a [Option<Value>],
    /// The positions of the parameters in the expression.
    used: HashSet<usize>,
    /// The place of each token.
    places: &'a [Span],
    errors: &'a mut Errors,
}

impl Scope<'_> {
    /// Reports a mistake at a token, in the place of a value.
    fn none<T>(&mut self, at: usize, message: impl fmt::Display) -> Option<T> {
        let place = self.places.get(at).copied().unwrap_or_else(Span::call_site);
        self.errors.none(place, message)
    }

    /// Returns the value of an expression, or `None` after a reported mistake.
    fn value(&mut self, node: &Node) -> Option<Value> {
        match &node.kind {
            NodeKind::Name(name) => self.name(name, node.at),
            NodeKind::Number(Some(number)) => Some(Value::Number((*number).into())),
            NodeKind::Number(None) => {
                self.none(node.at, "numbers must be between 0 and 255, without a suffix")
            }
            NodeKind::Not(operand) | NodeKind::Complement(operand) => {
                let value = self.value(operand)?;
                let message = || format!("`!` takes a set of squares or a file set, not {}", value.kind());
                value.complement().or_else(|| self.none(node.at, message()))
            }
            NodeKind::Chain(operands, operators) => {
                // All of them are checked before one is missing.
                let values: Vec<_> = operands.iter().map(|operand| self.value(operand)).collect();
                values[1..].iter().zip(operators).fold(values[0], |left, (&right, &(operator, at))| {
                    let (left, right) = (left?, right?);
                    let message = || wrong_operands(operator, left, right);
                    operator.apply(left, right).or_else(|| self.none(at, message()))
                })
            }
            NodeKind::Call(name, arguments) => self.call(name, node.at, arguments),
            NodeKind::If { test, branches, otherwise } => self.choice(test, branches, *otherwise),
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Option<Value> {
        if let Some(position) = self.names.iter().position(|known| known == name) {
            self.used.insert(position);
            return self.values[position];
        }
        if let Some(value) = literal(name) {
            return Some(value);
        }
        let message = if let Some(function) = Function::named(name).next() {
            format!("`{name}` is a function: {}", function.signature())
        } else {
            match suggest(name, literals().map(|(name, _)| name).chain(self.names.iter().cloned())) {
                none if none.is_empty() => {
                    format!("unknown name `{name}`: expected a parameter or {LITERALS}")
                }
                hint => format!("unknown name `{name}`{hint}"),
            }
        };
        self.none(at, message)
    }

    fn call(&mut self, name: &str, at: usize, arguments: &[Node]) -> Option<Value> {
        let values: Vec<_> = arguments.iter().map(|argument| self.value(argument)).collect();
        let functions: Vec<&Function> = Function::named(name).collect();
        if functions.is_empty() {
            let hint = suggest(name, FUNCTIONS.iter().map(|function| function.name));
            return self.none(at, format_args!("unknown function `{name}`{hint}"));
        }
        let values: Vec<Value> = values.into_iter().collect::<Option<_>>()?;
        if let Some(value) = functions.iter().find_map(|function| function.apply(&values)) {
            return Some(value);
        }
        let signatures: Vec<String> =
            functions.iter().map(|function| format!("`{}`", function.signature())).collect();
        let kinds: Vec<_> = values.iter().map(|value| value.kind()).collect();
        let given = if kinds.is_empty() {
            "without arguments".to_owned()
        } else {
            format!("with {}", kinds.join(", "))
        };
        let message = format!("wrong arguments for {}: called {given}", signatures.join(" or "));
        self.none(at, message)
    }

    fn choice(&mut self, test: &Node, branches: &[Node; 2], otherwise: usize) -> Option<Value> {
        let comparison = match &test.kind {
            NodeKind::Chain(sides, operators) => match operators[0] {
                (Operator::Compare(Comparison::Equal), at) => Some((sides, true, at)),
                (Operator::Compare(Comparison::NotEqual), at) => Some((sides, false, at)),
                _ => None,
            },
            _ => None,
        };
        let Some((sides, is_equal, at)) = comparison else {
            return self.none(test.tokens.end, "expected `==` or `!=`");
        };
        let [left, right] = [&sides[0], &sides[1]].map(|side| self.value(side));
        let [first, second] = branches.each_ref().map(|branch| self.value(branch));
        let (left, right) = (left?, right?);
        if !left.same_kind(right) {
            return self.none(at, format_args!("{} cannot equal {}", left.kind(), right.kind()));
        }
        let (first, second) = (first?, second?);
        if !first.same_kind(second) {
            let (first, second) = (first.kind(), second.kind());
            let message = format!("the branches have different kinds: {first} and {second}");
            return self.none(otherwise, message);
        }
        Some(if (left == right) == is_equal { first } else { second })
    }
}

/// Returns the error message for wrong operands.
fn wrong_operands(operator: Operator, left: Value, right: Value) -> String {
    let takes = match operator {
        Operator::Or | Operator::And | Operator::Xor => "takes two sets of squares or two file sets",
        Operator::Minus => "takes two sets of squares, two file sets or two numbers",
        Operator::Plus => "takes two numbers",
        Operator::East | Operator::West => {
            "moves a file set by a number (for squares, use `east` and `west`)"
        }
        Operator::Any | Operator::All | Operator::Compare(_) => {
            return format!(
                "`{}` has no meaning here: tables compare in `if … == …` and `if … != …`",
                operator.symbol()
            );
        }
    };
    format!("`{}` {takes}, not {} and {}", operator.symbol(), left.kind(), right.kind())
}
