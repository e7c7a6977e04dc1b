//! Second step: checks every rule, and turns the tree into plain data.

use std::cell::Cell;
use std::collections::HashSet;

use pawnfill_tables::{Element, Expr, FUNCTIONS, Function, Index, Operator, Table, Value, literal, literals};
use proc_macro2::{Ident, Span};
use syn::LitInt;

use crate::errors::Errors;
use crate::parse::{Head, If, Item, LENGTHS, Node, ParsedBody, Type};

/// The maximum number of entries of all tables in one specification.
pub const MAX_ENTRIES: usize = 65_536;

/// The largest number that an expression may contain.
const MAX_NUMBER: i32 = 255;

const LITERALS: &str =
    "one of `a1` to `h8`, `file_a` to `file_h`, `rank_1` to `rank_8`, `empty`, `full`, `white` and `black`";

/// An item with its table, if the table is valid.
pub(crate) struct Checked {
    pub(crate) head: Head,
    pub(crate) table: Option<Table>,
}

pub(crate) fn tables(items: Vec<Item>, errors: &mut Errors) -> Vec<Checked> {
    let mut names = HashSet::new();
    let mut entries: usize = 0;
    let check = |Item { head, body }| {
        // Tables under conditional compilation may share a name, because the compiler may keep only one of them.
        if !head.is_conditional() && !names.insert(head.name.clone()) {
            errors.at(head.name.span(), format_args!("duplicate table name `{}`", head.name));
            return None;
        }
        let sum = entries.saturating_add(head.ty.entries());
        if sum > MAX_ENTRIES {
            errors.at(
                head.name.span(),
                format_args!("the tables have more than {MAX_ENTRIES} entries in total"),
            );
            return Some(Checked { head, table: None });
        }
        entries = sum;
        let table = body.and_then(|body| table(&head.ty, &body, errors));
        Some(Checked { head, table })
    };
    items.into_iter().filter_map(check).collect()
}

impl Type {
    /// Returns the number of entries of an array of this type. A length that does not fit counts as the maximum.
    pub(crate) fn entries(&self) -> usize {
        let length = |length: &LitInt| length.base10_parse().unwrap_or(usize::MAX);
        self.lengths.iter().map(length).fold(1, usize::saturating_mul)
    }
}

fn element(ty: &Type, errors: &mut Errors) -> Option<Element> {
    if ty.lengths.is_empty() {
        errors.at(ty.element.span(), "expected an array such as `[u64; 64]`");
        return None;
    }
    let element = [Element::U64, Element::U8].into_iter().find(|element| ty.element == element.name());
    if element.is_none() {
        let message = format_args!("entries must be `u64` or `u8`, not `{}`", ty.element);
        errors.at(ty.element.span(), message);
    }
    element
}

fn table(ty: &Type, body: &ParsedBody, errors: &mut Errors) -> Option<Table> {
    let element = element(ty, errors);
    let parameters = parameters(ty, body, errors);
    let checked = Scope { parameters: &parameters, names: &[], errors }.check(&body.expression);
    let (expression, value) = checked?;
    let indices: Vec<Index> = parameters.iter().map(|parameter| parameter.index).collect::<Option<_>>()?;
    for Parameter { name, used, .. } in &parameters {
        if !used.get() && !name.to_string().starts_with('_') {
            let message = format_args!("unused parameter `{name}`: use it, or name it `_{name}`");
            errors.at(name.span(), message);
        }
    }
    let element = element?;
    if !element.takes(value) {
        let entries = match value {
            Value::Set(_) => "use entries of type `u64`",
            Value::Files(_) | Value::Number(_) => "use entries of type `u8`",
            Value::Color(_) => "tables cannot store colors",
        };
        errors.at(ty.element.span(), format_args!("the expression is {}: {entries}", value.kind()));
        return None;
    }
    Some(Table { indices, element, body: expression })
}

/// A parameter of an expression.
struct Parameter {
    name: Ident,
    /// Its meaning, if it is known.
    index: Option<Index>,
    used: Cell<bool>,
}

/// Gives each parameter the meaning that its length in the type has.
fn parameters(ty: &Type, body: &ParsedBody, errors: &mut Errors) -> Vec<Parameter> {
    let (lengths, names) = (&ty.lengths, &body.parameters);
    let complete = lengths.len() == names.len();
    if !complete && !lengths.is_empty() {
        let message = format_args!(
            "the type has {}, so the expression needs {}, the outermost first, but {} named",
            counted(lengths.len(), "index", "indices"),
            counted(lengths.len(), "parameter", "parameters"),
            counted(names.len(), "is", "are"),
        );
        errors.at(body.bar, message);
    }
    let mut parameters: Vec<Parameter> = Vec::new();
    for (position, name) in names.iter().enumerate() {
        let length = lengths.get(position).filter(|_| complete);
        let mut index = length.and_then(|length| index(length, name, errors));
        let taken = if parameters.iter().any(|other| other.name == *name) {
            Some(format!("duplicate parameter name `{name}`"))
        } else if literal(&name.to_string()).is_some() || Function::named(&name.to_string()).next().is_some()
        {
            Some(format!("`{name}` is a predefined name: rename the parameter"))
        } else {
            None
        };
        if let Some(message) = taken {
            errors.at(name.span(), message);
            index = None;
        }
        parameters.push(Parameter { name: name.clone(), index, used: Cell::new(false) });
    }
    parameters
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
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
                errors.at(parameter.span(), message);
                None
            }
        },
        _ => {
            errors.at(length.span(), LENGTHS);
            None
        }
    }
}

/// Checks an expression by evaluating it for the first index.
///
/// The code that evaluates operators and functions is therefore the only definition of the kinds that they accept.
pub(crate) struct Scope<'a> {
    parameters: &'a [Parameter],
    /// The names that a condition may use. A condition has no parameters, so their positions take the place of parameters.
    names: &'a [(String, Value)],
    errors: &'a mut Errors,
}

/// An expression and a value of its kind, or `None` after a reported error.
type Typed = Option<(Expr, Value)>;

impl<'a> Scope<'a> {
    /// The scope of a condition.
    pub(crate) fn of_names(names: &'a [(String, Value)], errors: &'a mut Errors) -> Self {
        Self { parameters: &[], names, errors }
    }

    pub(crate) fn check(&mut self, node: &Node) -> Typed {
        match node {
            Node::Name(name) => self.name(name),
            Node::Member(owner, name) => self.member(owner, name),
            Node::Logic(_, span, _) => {
                self.errors.at(*span, "expected a set of squares, a file set or a number, found a condition");
                None
            }
            Node::Number(number) => self.number(number),
            Node::Not(span, operand) => {
                let (operand, value) = self.check(operand)?;
                let message = || format!("`!` takes a set of squares or a file set, not {}", value.kind());
                let complement = self.or_error(value.complement(), *span, message)?;
                Some((Expr::Not(Box::new(operand)), complement))
            }
            Node::Binary(operator, span, sides) => {
                let [left, right] = sides.each_ref().map(|side| self.check(side));
                let ((left, x), (right, y)) = (left?, right?);
                let value = self.or_error(operator.apply(x, y), *span, || operands(*operator, x, y))?;
                Some((Expr::Binary(*operator, Box::new(left), Box::new(right)), value))
            }
            Node::Call(name, arguments) => self.call(name, arguments),
            Node::If(choice) => self.choice(choice),
        }
    }

    /// Returns the expression for a name of a condition.
    fn named(&self, name: &str) -> Typed {
        let position = self.names.iter().position(|(known, _)| known == name)?;
        Some((Expr::Parameter(position), self.names[position].1))
    }

    fn member(&mut self, owner: &Ident, name: &Ident) -> Typed {
        let text = format!("{owner}.{name}");
        let found = self.named(&text);
        if found.is_none() {
            let is_owner =
                |(known, _): &&(String, Value)| known.split_once('.').is_some_and(|(of, _)| owner == of);
            if self.names.iter().any(|known| is_owner(&known)) {
                let known = self.names.iter().map(|(known, _)| known.clone());
                let hint = nearest(&text, known).map(|nearest| format!("; did you mean {nearest}?"));
                self.errors
                    .at(name.span(), format_args!("unknown pattern `{text}`{}", hint.unwrap_or_default()));
            } else {
                self.errors.at(
                    owner.span(),
                    format_args!("unknown side `{owner}`: patterns belong to `white` or `black`"),
                );
            }
        }
        found
    }

    fn name(&mut self, name: &Ident) -> Typed {
        if let Some(position) = self.parameters.iter().position(|parameter| parameter.name == *name) {
            let parameter = &self.parameters[position];
            parameter.used.set(true);
            return Some((Expr::Parameter(position), parameter.index?.value(0)));
        }
        let text = name.to_string();
        if let Some(named) = self.named(&text) {
            return Some(named);
        }
        if let Some(value) = literal(&text) {
            return Some((Expr::Constant(value), value));
        }
        let sides =
            self.names.iter().filter(|(known, _)| known.split_once('.').is_some_and(|(_, of)| of == text));
        let sides: Vec<_> = sides.map(|(known, _)| format!("`{known}`")).collect();
        if !sides.is_empty() {
            self.errors
                .at(name.span(), format_args!("`{name}` is a pattern of one side: {}", sides.join(" or ")));
            return None;
        }
        if let Some(function) = Function::named(&text).next() {
            self.errors.at(name.span(), format_args!("`{name}` is a function: {}", function.signature()));
            return None;
        }
        let names = self.names.iter().map(|(known, _)| known.clone());
        let known = self
            .parameters
            .iter()
            .map(|parameter| parameter.name.to_string())
            .chain(literals().map(|(name, _)| name));
        let what = if self.names.is_empty() { "a parameter" } else { "a pattern such as `white.passed`" };
        let message = match nearest(&text, known.chain(names)) {
            Some(nearest) => format!("unknown name `{name}`; did you mean {nearest}?"),
            None => format!("unknown name `{name}`: expected {what} or {LITERALS}"),
        };
        self.errors.at(name.span(), message);
        None
    }

    fn number(&mut self, number: &LitInt) -> Typed {
        let value =
            number.base10_parse().ok().filter(|value| number.suffix().is_empty() && *value <= MAX_NUMBER);
        match value.map(Value::Number) {
            Some(value) => Some((Expr::Constant(value), value)),
            None => {
                self.errors.at(
                    number.span(),
                    format_args!("numbers must be between 0 and {MAX_NUMBER}, without a suffix"),
                );
                None
            }
        }
    }

    fn call(&mut self, name: &Ident, arguments: &[Node]) -> Typed {
        // `passed(white)` is `white.passed`.
        if let [Node::Name(color)] = arguments
            && let Some(named) = self.named(&format!("{color}.{name}"))
        {
            return Some(named);
        }
        let checked: Vec<Typed> = arguments.iter().map(|argument| self.check(argument)).collect();
        let text = name.to_string();
        let functions: Vec<&'static Function> = Function::named(&text).collect();
        if functions.is_empty() {
            let known = FUNCTIONS.iter().map(|function| function.name.to_owned());
            let hint =
                nearest(&text, known).map(|nearest| format!("; did you mean {nearest}?")).unwrap_or_default();
            self.errors.at(name.span(), format_args!("unknown function `{name}`{hint}"));
            return None;
        }
        let (arguments, values): (Vec<Expr>, Vec<Value>) =
            checked.into_iter().collect::<Option<Vec<_>>>()?.into_iter().unzip();
        let matching = functions.iter().find_map(|function| Some((function, function.apply(&values)?)));
        if let Some((function, value)) = matching {
            return Some((Expr::Call(function, arguments), value));
        }
        let signatures: Vec<String> =
            functions.iter().map(|function| format!("`{}`", function.signature())).collect();
        let given = match &values[..] {
            [] => "called without arguments".to_owned(),
            values => {
                format!(
                    "called with {}",
                    values.iter().map(|value| value.kind()).collect::<Vec<_>>().join(", ")
                )
            }
        };
        self.errors.at(name.span(), format_args!("wrong arguments for {}: {given}", signatures.join(" or ")));
        None
    }

    fn choice(&mut self, choice: &If) -> Typed {
        let [left, right] = choice.sides.each_ref().map(|side| self.check(side));
        let [first, second] = choice.branches.each_ref().map(|branch| self.check(branch));
        let ((left, x), (right, y)) = (left?, right?);
        let message = || format!("{} cannot equal {}", x.kind(), y.kind());
        let sides = self.or_error(x.same_kind(y).then_some([left, right]), choice.comparison, message)?;
        let ((first, p), (second, q)) = (first?, second?);
        let message = || format!("the branches have different kinds: {} and {}", p.kind(), q.kind());
        let branches = self.or_error(p.same_kind(q).then_some([first, second]), choice.otherwise, message)?;
        let [then, otherwise] = branches.map(Box::new);
        let (then, otherwise) = if choice.equal { (then, otherwise) } else { (otherwise, then) };
        Some((Expr::If { equal: Box::new(sides), then, otherwise }, p))
    }

    /// Reports an error if there is no value.
    fn or_error<T>(&mut self, value: Option<T>, span: Span, message: impl FnOnce() -> String) -> Option<T> {
        if value.is_none() {
            self.errors.at(span, message());
        }
        value
    }
}

/// Returns the error message for wrong operands.
fn operands(operator: Operator, left: Value, right: Value) -> String {
    let takes = match operator {
        Operator::Or | Operator::And | Operator::Xor => "takes two sets of squares or two file sets",
        Operator::Minus => "takes two sets of squares, two file sets or two numbers",
        Operator::Plus => "takes two numbers",
        Operator::East | Operator::West => {
            "moves a file set by a number (for squares, use `east` and `west`)"
        }
    };
    format!("`{}` {takes}, not {} and {}", operator.symbol(), left.kind(), right.kind())
}

/// Returns the known names that are most similar, unless there are none or too many.
fn nearest(name: &str, known: impl IntoIterator<Item = String>) -> Option<String> {
    let mut distances: Vec<(usize, String)> =
        known.into_iter().map(|known| (strsim::osa_distance(name, &known), known)).collect();
    distances.sort();
    distances.dedup();
    let least = distances.first()?.0;
    distances.retain(|&(distance, _)| distance == least);
    let names: Vec<String> = distances.into_iter().map(|(_, known)| format!("`{known}`")).collect();
    (least <= 1.max(name.len() / 4) && names.len() <= 2).then(|| names.join(" or "))
}
