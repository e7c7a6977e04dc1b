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
        let table = body.and_then(|body| table(&head.ty, &body, errors));
        let table = table.and_then(|(table, value)| match table.evaluate(value) {
            Ok(entries) => Some((table, entries)),
            Err(misfit) => errors.none(head.ty.element.span(), describe(&misfit, &head)),
        });
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

fn table(ty: &Type, body: &ParsedBody, errors: &mut Errors) -> Option<(Table, Evaluate)> {
    let element = element(ty, errors);
    let indices = indices(ty, body, errors);
    let parameters = body.parameters.iter().zip(&indices);
    let names =
        parameters.map(|(name, index)| (name.to_string(), index.and_then(|index| index.values().next())));
    let mut scope = Scope { names: names.collect(), used: HashSet::new(), places: &body.places, errors };
    let (evaluate, value) = scope.check(&body.expression)?;
    let used = scope.used;
    let indices: Vec<Index> = indices.into_iter().collect::<Option<_>>()?;
    for (position, name) in body.parameters.iter().enumerate() {
        if !used.contains(&position) && !name.to_string().starts_with('_') {
            let message = format!("unused parameter `{name}`: use it, or name it `_{name}`");
            errors.at(name.span(), message);
        }
    }
    let element = element?;
    let entries = match (element, value) {
        (Element::U64, Value::Set(_)) | (Element::U8, Value::Files(_) | Value::Number(_)) => {
            return Some((Table { indices, element }, evaluate));
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

/// Checks an expression by evaluating it for the first index.
///
/// The code that evaluates operators and functions is therefore the only definition of the kinds that they accept.
struct Scope<'a> {
    /// The parameters, and a value of the kind that each has, if it is known.
    names: Vec<(String, Option<Value>)>,
    /// The positions of the parameters in the expression.
    used: HashSet<usize>,
    /// The place of each token.
    places: &'a [Span],
    errors: &'a mut Errors,
}

/// Returns the value of an expression for the parameters. Only their kinds decide if there is one.
type Evaluate = Box<dyn Fn(&[Value]) -> Option<Value>>;

/// An expression and a value of its kind, or `None` after a reported error.
type Typed = Option<(Evaluate, Value)>;

fn constant(value: Value) -> Typed {
    Some((Box::new(move |_| Some(value)), value))
}

impl Scope<'_> {
    /// Reports a mistake at a token, in the place of a value.
    fn none<T>(&mut self, at: usize, message: impl fmt::Display) -> Option<T> {
        let place = self.places.get(at).copied().unwrap_or_else(Span::call_site);
        self.errors.none(place, message)
    }

    fn check(&mut self, node: &Node) -> Typed {
        match &node.kind {
            NodeKind::Name(name) => self.name(name, node.at),
            NodeKind::Number(Some(number)) => constant(Value::Number((*number).into())),
            NodeKind::Number(None) => {
                self.none(node.at, "numbers must be between 0 and 255, without a suffix")
            }
            NodeKind::Not(operand) | NodeKind::Complement(operand) => {
                let (operand, value) = self.check(operand)?;
                let message = || format!("`!` takes a set of squares or a file set, not {}", value.kind());
                let complement = value.complement().or_else(|| self.none(node.at, message()))?;
                Some((Box::new(move |at| operand(at)?.complement()), complement))
            }
            NodeKind::Chain(operands, operators) => {
                // All of them are checked before one is missing.
                let mut operands: Vec<Typed> = operands.iter().map(|operand| self.check(operand)).collect();
                let rest = operands.split_off(1);
                rest.into_iter().zip(operators).fold(operands.pop()?, |left, (right, &(operator, at))| {
                    let ((left, x), (right, y)) = (left?, right?);
                    let value = operator.apply(x, y);
                    let value = value.or_else(|| self.none(at, wrong_operands(operator, x, y)))?;
                    Some((Box::new(move |at| operator.apply(left(at)?, right(at)?)), value))
                })
            }
            NodeKind::Call(name, arguments) => self.call(name, node.at, arguments),
            NodeKind::If { test, branches, otherwise } => self.choice(test, branches, *otherwise),
        }
    }

    fn name(&mut self, name: &str, at: usize) -> Typed {
        if let Some(position) = self.names.iter().position(|(known, _)| known == name) {
            self.used.insert(position);
            let value = self.names[position].1?;
            return Some((Box::new(move |at| at.get(position).copied()), value));
        }
        if let Some(value) = literal(name) {
            return constant(value);
        }
        let message = if let Some(function) = Function::named(name).next() {
            format!("`{name}` is a function: {}", function.signature())
        } else {
            let names = self.names.iter().map(|(name, _)| name.clone());
            match suggest(name, literals().map(|(name, _)| name).chain(names)) {
                none if none.is_empty() => {
                    format!("unknown name `{name}`: expected a parameter or {LITERALS}")
                }
                hint => format!("unknown name `{name}`{hint}"),
            }
        };
        self.none(at, message)
    }

    fn call(&mut self, name: &str, at: usize, arguments: &[Node]) -> Typed {
        let checked: Vec<Typed> = arguments.iter().map(|argument| self.check(argument)).collect();
        let functions: Vec<&'static Function> = Function::named(name).collect();
        if functions.is_empty() {
            let hint = suggest(name, FUNCTIONS.iter().map(|function| function.name));
            return self.none(at, format_args!("unknown function `{name}`{hint}"));
        }
        let (arguments, values): (Vec<Evaluate>, Vec<Value>) =
            checked.into_iter().collect::<Option<Vec<_>>>()?.into_iter().unzip();
        let matching = functions.iter().find_map(|&function| Some((function, function.apply(&values)?)));
        if let Some((function, value)) = matching {
            let evaluate: Evaluate = Box::new(move |at| {
                function.apply(&arguments.iter().map(|argument| argument(at)).collect::<Option<Vec<_>>>()?)
            });
            return Some((evaluate, value));
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

    fn choice(&mut self, test: &Node, branches: &[Node; 2], otherwise: usize) -> Typed {
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
        let [left, right] = [&sides[0], &sides[1]].map(|side| self.check(side));
        let [first, second] = branches.each_ref().map(|branch| self.check(branch));
        let ((left, x), (right, y)) = (left?, right?);
        if !x.same_kind(y) {
            return self.none(at, format_args!("{} cannot equal {}", x.kind(), y.kind()));
        }
        let ((first, p), (second, q)) = (first?, second?);
        if !p.same_kind(q) {
            let message = format!("the branches have different kinds: {} and {}", p.kind(), q.kind());
            return self.none(otherwise, message);
        }
        let evaluate: Evaluate =
            Box::new(move |at| if (left(at)? == right(at)?) == is_equal { first(at) } else { second(at) });
        Some((evaluate, p))
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
