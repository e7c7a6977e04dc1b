//! Second step: checks every rule, turns the tree into plain data, and evaluates it.

use std::collections::HashSet;
use std::fmt;
use std::iter;
use std::mem::discriminant;

use pawnfill_expression::grammar::{Comparator, Node, NodeKind, Token};
use pawnfill_expression::text::suggest;
use pawnfill_expression::{Builtin, Constant, FUNCTIONS, Operator, literal, literals};
use proc_macro2::{Ident, Literal, Span};

use crate::errors::Errors;
use crate::parse::{Head, Item, LENGTHS, ParsedBody, Type};
use crate::table::{Element, Index, Table};

/// The maximum number of entries of all tables in one specification.
pub const MAX_ENTRIES: usize = 65_536;

const LITERALS: &str = "one of `a1` to `h8`, `file_a` to `file_h`, `rank_1` to `rank_8`, \
    `light_squares`, `dark_squares`, `empty`, `full`, `white` and `black`";

/// Returns the table of each item, or its head if the table is broken.
pub(crate) fn tables(items: Vec<Item>, errors: &mut Errors) -> Vec<Result<Table, Head>> {
    let (mut names, mut entries, mut tables) = (HashSet::new(), 0_usize, Vec::new());
    for Item { head, body } in items {
        // Tables under conditional compilation may share a name, because the compiler may keep only
        // one of them.
        if !head.is_conditional() && !names.insert(head.name.clone()) {
            errors.at(
                head.name.span(),
                format_args!("duplicate table name `{}`", head.name),
            );
            continue;
        }
        let sum = entries.saturating_add(head.ty.entries());
        if sum > MAX_ENTRIES {
            let message = format!("the tables have more than {MAX_ENTRIES} entries in total");
            errors.at(head.name.span(), message);
            tables.push(Err(head));
            continue;
        }
        entries = sum;
        tables.push(match body.and_then(|body| table(&head, &body, errors)) {
            Some((indices, element, entries)) => Ok(Table {
                head,
                indices,
                element,
                entries,
            }),
            None => Err(head),
        });
    }
    tables
}

impl Type {
    /// Returns the number of entries of an array of this type.
    pub(crate) fn entries(&self) -> usize {
        let mut entries = 1_usize;
        for (length, _) in &self.lengths {
            entries = entries.saturating_mul(*length);
        }
        entries
    }
}

fn element(ty: &Type, errors: &mut Errors) -> Option<Element> {
    let span = ty.element.span();
    if ty.lengths.is_empty() {
        return errors.none(span, "expected an array such as `[u64; 64]`");
    }
    for element in [Element::U64, Element::U8] {
        if ty.element == element.name() {
            return Some(element);
        }
    }
    let message = format!("entries must be `u64` or `u8`, not `{}`", ty.element);
    errors.none(span, message)
}

/// Returns the indices of a body, the type of its entries, and the entries.
fn table(
    head: &Head,
    body: &ParsedBody,
    errors: &mut Errors,
) -> Option<(Vec<Index>, Element, Vec<u64>)> {
    let ty = &head.ty;
    let element = element(ty, errors);
    let indices = indices(ty, body, errors);
    let names: Vec<String> = body.parameters.iter().map(Ident::to_string).collect();
    let first: Vec<_> = indices
        .iter()
        .map(|index| Some(index.as_ref()?.values()[0]))
        .collect();
    let value = Scope {
        names: &names,
        values: &first,
        places: &body.places,
        errors,
    }
    .value(&body.expression)?;
    let indices: Vec<Index> = indices.into_iter().collect::<Option<_>>()?;
    for (parameter, name) in body.parameters.iter().zip(&names) {
        if !body.tokens.contains(&Token::Name(name.clone())) && !name.starts_with('_') {
            let message = format!("unused parameter `{name}`: use it, or name it `_{name}`");
            errors.at(parameter.span(), message);
        }
    }
    let element = element?;
    let use_instead = match (element, value) {
        (Element::U64, Constant::Set(_))
        | (Element::U8, Constant::Files(_) | Constant::Number(_)) => {
            return match entries(&indices, &names, body) {
                Ok(entries) => Some((indices, element, entries)),
                Err(entry) => {
                    let message = format!(
                        "entry `{}{entry}, which does not fit `{}`",
                        head.name, ty.element
                    );
                    errors.none(ty.element.span(), message)
                }
            };
        }
        (_, Constant::Set(_)) => "use entries of type `u64`",
        (_, Constant::Files(_) | Constant::Number(_)) => "use entries of type `u8`",
        (_, Constant::Color(_)) => "tables cannot store colors",
    };
    errors.none(
        ty.element.span(),
        format!("the expression is {}: {use_instead}", value.kind()),
    )
}

/// Returns the entry for each index, the innermost fastest, or the index and the value of the first
/// that does not fit.
fn entries(indices: &[Index], names: &[String], body: &ParsedBody) -> Result<Vec<u64>, String> {
    let parameters: Vec<_> = indices.iter().map(|index| index.values()).collect();
    let length = parameters.iter().map(Vec::len).product();
    let mut entries = Vec::new();
    for number in 0..length {
        let at = places(number, &parameters);
        let values: Vec<_> = iter::zip(&parameters, &at)
            .map(|(of, &at)| Some(of[at]))
            .collect();
        let errors = &mut Errors::default();
        let value = Scope {
            names,
            values: &values,
            places: &[],
            errors,
        }
        .value(&body.expression);
        entries.push(match value {
            Some(Constant::Set(set)) => set,
            Some(Constant::Files(files)) => files.into(),
            Some(Constant::Number(number @ 0..=255)) => number as u64,
            Some(Constant::Number(number)) => {
                let at: String = at.iter().map(|index| format!("[{index}]")).collect();
                return Err(format!("{at}` is {number}"));
            }
            Some(Constant::Color(_)) | None => return Err("` has no value".to_owned()),
        });
    }
    Ok(entries)
}

/// Returns the index of each parameter for an entry.
fn places(mut number: usize, parameters: &[Vec<Constant>]) -> Vec<usize> {
    let mut places = Vec::new();
    for values in parameters.iter().rev() {
        places.push(number % values.len());
        number /= values.len();
    }
    places.reverse();
    places
}

/// Gives each parameter the meaning that its length in the type has, if it is known.
fn indices(ty: &Type, body: &ParsedBody, errors: &mut Errors) -> Vec<Option<Index>> {
    let (lengths, names) = (&ty.lengths, &body.parameters);
    let complete = lengths.len() == names.len();
    if !complete && !lengths.is_empty() {
        let (lengths, names) = (lengths.len(), names.len());
        let message = "expected a parameter for each length of the type, the outermost first";
        errors.at(
            body.bar,
            format_args!("{message}: {lengths} instead of {names}"),
        );
    }
    let mut indices = Vec::new();
    for (position, name) in names.iter().enumerate() {
        let length = lengths.get(position).filter(|_| complete);
        let mut index = length.and_then(|length| index(length, name, errors));
        let text = name.to_string();
        if names[..position].contains(name) {
            index = errors.none(
                name.span(),
                format_args!("duplicate parameter name `{name}`"),
            );
        } else if literal(&text).is_some() || Builtin::named(&text).next().is_some() {
            let message = format!("`{name}` is a predefined name: rename the parameter");
            index = errors.none(name.span(), message);
        }
        indices.push(index);
    }
    indices
}

/// Returns the kind of index for an array of this length.
fn index(
    (length, token): &(usize, Literal),
    parameter: &Ident,
    errors: &mut Errors,
) -> Option<Index> {
    let name = parameter.to_string();
    match length {
        64 => Some(Index::Square),
        256 => Some(Index::Files),
        2 => Some(Index::Color),
        8 => match (name.contains("file"), name.contains("rank")) {
            (true, false) => Some(Index::File),
            (false, true) => Some(Index::Rank),
            _ => {
                let message = "a length of 8 means files or ranks: the name of the parameter must \
                               contain `file` or `rank`";
                errors.none(parameter.span(), message)
            }
        },
        _ => errors.none(token.span(), LENGTHS),
    }
}

/// Checks an expression by evaluating it. Only the kinds of values decide about mistakes, so those
/// for the first index are all.
///
/// The code that evaluates operators and functions is therefore the only definition of the kinds
/// that they accept.
struct Scope<'a> {
    /// The parameters.
    names: &'a [String],
    /// Their values, of which those without a meaning have none.
    values: &'a [Option<Constant>],
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
    fn value(&mut self, node: &Node) -> Option<Constant> {
        match &node.kind {
            NodeKind::Name(name) => self.name(name, node.at),
            NodeKind::Number(Some(number)) => Some(Constant::Number((*number).into())),
            NodeKind::Number(None) => self.none(
                node.at,
                "numbers must be between 0 and 255, without a suffix",
            ),
            NodeKind::Not(operand) | NodeKind::Complement(operand) => {
                let value = self.value(operand)?;
                if let Some(complement) = value.complement() {
                    return Some(complement);
                }
                let kind = value.kind();
                let message = format!("`!` takes a set of squares or a file set, not {kind}");
                self.none(node.at, message)
            }
            NodeKind::Chain(operands, operators) => {
                // All of them are checked before one is missing.
                let values = self.values(operands);
                let mut left = values[0]?;
                for (&right, &(operator, at)) in iter::zip(&values[1..], operators) {
                    let right = right?;
                    let Some(value) = operator.apply(left, right) else {
                        return self.none(at, wrong_operands(operator, left, right));
                    };
                    left = value;
                }
                Some(left)
            }
            NodeKind::Call(name, arguments) => self.call(name, node.at, arguments),
            NodeKind::If {
                test,
                branches,
                otherwise,
            } => self.choice(test, branches, *otherwise),
        }
    }

    fn values(&mut self, nodes: &[Node]) -> Vec<Option<Constant>> {
        nodes.iter().map(|node| self.value(node)).collect()
    }

    fn name(&mut self, name: &str, at: usize) -> Option<Constant> {
        if let Some(position) = self.names.iter().position(|known| known == name) {
            return self.values[position];
        }
        if let Some(value) = literal(name) {
            return Some(value);
        }
        if let Some(function) = Builtin::named(name).next() {
            let signature = function.signature();
            return self.none(at, format_args!("`{name}` is a function: {signature}"));
        }
        let mut known = self.names.to_vec();
        for (literal, _) in literals() {
            known.push(literal);
        }
        let mut hint = suggest("", name, known);
        if hint.is_empty() {
            hint = format!(": expected a parameter or {LITERALS}");
        }
        self.none(at, format_args!("unknown name `{name}`{hint}"))
    }

    fn call(&mut self, name: &str, at: usize, arguments: &[Node]) -> Option<Constant> {
        let values = self.values(arguments);
        let functions: Vec<&Builtin> = Builtin::named(name).collect();
        if functions.is_empty() {
            let hint = suggest("", name, FUNCTIONS.iter().map(|function| function.name));
            return self.none(at, format_args!("unknown function `{name}`{hint}"));
        }
        let values: Vec<Constant> = values.into_iter().collect::<Option<_>>()?;
        let mut signatures = Vec::new();
        for function in functions {
            if let Some(value) = function.apply(&values) {
                return Some(value);
            }
            signatures.push(format!("`{}`", function.signature()));
        }
        let kinds: Vec<_> = values.into_iter().map(Constant::kind).collect();
        let given = if kinds.is_empty() {
            "without arguments".to_owned()
        } else {
            format!("with {}", kinds.join(", "))
        };
        let message = format!(
            "wrong arguments for {}: called {given}",
            signatures.join(" or ")
        );
        self.none(at, message)
    }

    fn choice(&mut self, test: &Node, branches: &[Node; 2], otherwise: usize) -> Option<Constant> {
        let comparison = match &test.kind {
            NodeKind::Chain(sides, operators) => match operators[0] {
                (Operator::Compare(Comparator::Equal), at) => Some((sides, true, at)),
                (Operator::Compare(Comparator::NotEqual), at) => Some((sides, false, at)),
                _ => None,
            },
            _ => None,
        };
        let Some((sides, is_equal, at)) = comparison else {
            return self.none(test.tokens.end, "expected `==` or `!=`");
        };
        // All of them are checked before one is missing.
        let (left, right) = (self.value(&sides[0]), self.value(&sides[1]));
        let (first, second) = (self.value(&branches[0]), self.value(&branches[1]));
        let (left, right) = (left?, right?);
        if discriminant(&left) != discriminant(&right) {
            return self.none(
                at,
                format_args!("{} cannot equal {}", left.kind(), right.kind()),
            );
        }
        let (first, second) = (first?, second?);
        if discriminant(&first) != discriminant(&second) {
            let (first, second) = (first.kind(), second.kind());
            let message = format!("the branches have different kinds: {first} and {second}");
            return self.none(otherwise, message);
        }
        Some(if (left == right) == is_equal {
            first
        } else {
            second
        })
    }
}

/// Returns the error message for wrong operands.
fn wrong_operands(operator: Operator, left: Constant, right: Constant) -> String {
    let takes = match operator {
        Operator::Or | Operator::And | Operator::Xor => {
            "takes two sets of squares or two file sets"
        }
        Operator::Minus => "takes two sets of squares, two file sets or two numbers",
        Operator::Plus => "takes two numbers",
        Operator::East | Operator::West => {
            "moves a file set by a number (for squares, use `east` and `west`)"
        }
        Operator::LogicalOr | Operator::LogicalAnd | Operator::Compare(_) => {
            return format!(
                "`{}` has no meaning here: tables compare in `if … == …` and `if … != …`",
                operator.symbol()
            );
        }
    };
    format!(
        "`{}` {takes}, not {} and {}",
        operator.symbol(),
        left.kind(),
        right.kind()
    )
}
