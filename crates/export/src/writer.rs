//! Makes functions that call one another of expressions.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use pawnfill::Color;

use crate::function::{BOARDS, Entry, Function, Local, Term, Terms};
use crate::graph::{Expression, Operation, Type};
use crate::rewrite::{choices, shared};

/// Writes functions. Each comes after the functions that it calls.
pub(crate) struct Writer<'a> {
    /// The helpers, the largest first, because it replaces most.
    helpers: Vec<&'a Entry>,
    names: HashMap<Expression, &'a Entry>,
    written: HashSet<&'a str>,
    pub(crate) functions: Vec<Function>,
}

/// What an expression consists of: the arguments of the function that it calls, or its operands.
struct Parts<'a> {
    callee: Option<&'a Entry>,
    operands: Vec<Expression>,
}

/// The expressions of a function, operands first, and how often each is used.
#[derive(Default)]
struct Uses {
    order: Vec<Expression>,
    counts: HashMap<Expression, u32>,
}

/// The local names of a function.
#[derive(Default)]
struct Named {
    locals: Vec<Local>,
    names: HashMap<Expression, String>,
}

/// An expression with the name that it must have, if there is one.
type Output = (Option<String>, Expression);

impl<'a> Writer<'a> {
    pub(crate) fn new(helpers: &'a [Entry], entries: &'a [Entry]) -> Self {
        let mut largest: Vec<&Entry> = helpers.iter().collect();
        largest.sort_by_key(|helper| Reverse(helper.value.all().len()));
        let mut names = HashMap::new();
        for entry in entries {
            let operation = entry.value.operation();
            if !matches!(operation, Operation::Mask(_) | Operation::Argument(_)) {
                names.entry(entry.value).or_insert(entry);
            }
        }
        Self {
            helpers: largest,
            names,
            written: HashSet::new(),
            functions: Vec::new(),
        }
    }

    /// Writes a function after those that it calls, unless it is written already.
    pub(crate) fn write(&mut self, entry: &'a Entry) {
        if !self.written.insert(&entry.name) {
            return;
        }
        let Named { locals, names } = self.named(Some(entry), &[(None, entry.value)]);
        let body = self.term(Some(entry), entry.value, &names);
        self.functions.push(Function {
            entry: entry.clone(),
            locals,
            body,
        });
    }

    /// Returns the function of these fields together. It calls no pattern, so common parts are
    /// computed once.
    pub(crate) fn terms(&mut self, fields: Vec<Entry>) -> Terms {
        let values = shared(fields.iter().map(|entry| entry.value).collect());
        let names = fields.iter().map(|entry| Some(entry.name.clone()));
        let outputs: Vec<Output> = names.zip(values).collect();
        let locals = sooner(self.named(None, &outputs).locals);
        Terms { locals, fields }
    }

    /// Names the outputs and all parts that are used more than once, after writing the functions
    /// that they call.
    ///
    /// An argument needs no other name, and neither does what is used once: it stands where it is
    /// used. Parts come before what they are parts of, so each name is known where it is read.
    fn named(&mut self, within: Option<&'a Entry>, outputs: &[Output]) -> Named {
        let mut uses = Uses::default();
        for (_, output) in outputs {
            self.count(within, *output, &mut uses);
        }
        for &part in &uses.order {
            if let Some(callee) = self.parts(within, part).callee {
                self.write(callee);
            }
        }
        let mut named = Named::default();
        for part in uses.order {
            let parts = self.parts(within, part);
            if parts.callee.is_none() && parts.operands.is_empty() {
                continue;
            }
            let output = outputs.iter().find(|(_, output)| *output == part);
            match output.and_then(|(name, _)| name.clone()) {
                Some(name) => self.add_local(within, name, part, &mut named),
                None if uses.counts[&part] > 1 => {
                    let name = self.local_name(within, part, named.locals.len() + 1);
                    self.add_local(within, name, part, &mut named);
                }
                None => {}
            }
        }
        self.name_equals(within, outputs, &mut named);
        named
    }

    /// Names the outputs that are only an argument, or equal to another output.
    fn name_equals(&self, within: Option<&Entry>, outputs: &[Output], named: &mut Named) {
        for (name, output) in outputs {
            let Some(name) = name else { continue };
            if named.locals.iter().any(|local| local.name == *name) {
                continue;
            }
            let value = match named.names.get(output) {
                Some(equal) => Term::Name(equal.clone()),
                None => self.term(within, *output, &named.names),
            };
            named.locals.push(Local {
                name: name.clone(),
                ty: Type::from_expression(*output),
                value,
            });
        }
    }

    fn add_local(&self, within: Option<&Entry>, name: String, of: Expression, named: &mut Named) {
        named.locals.push(Local {
            name: name.clone(),
            ty: Type::from_expression(of),
            value: self.term(within, of, &named.names),
        });
        named.names.insert(of, name);
    }

    /// Returns the name of a part: that of its pattern without the color of the function, or one
    /// with its number.
    fn local_name(&self, within: Option<&Entry>, part: Expression, number: usize) -> String {
        let Some(callee) = self.names.get(&part) else {
            return format!("t{number}");
        };
        let rest = within.and_then(|within| without_color(&callee.name, &within.name));
        match rest {
            Some(rest) if self.helpers.iter().all(|helper| helper.name != rest) => rest.to_owned(),
            // A local name must not shadow a function in Python.
            _ => format!("{}_", rest.unwrap_or(&callee.name)),
        }
    }

    /// Counts the uses of each expression in a function, and lists the expressions, operands first.
    fn count(&self, within: Option<&Entry>, expression: Expression, uses: &mut Uses) {
        let count = uses.counts.entry(expression).or_default();
        *count += 1;
        if *count > 1 {
            return;
        }
        for part in self.parts(within, expression).operands {
            self.count(within, part, uses);
        }
        uses.order.push(expression);
    }

    /// Returns the function that an expression calls, and the arguments, or only the operands.
    ///
    /// Patterns come first, because their names say more than those of fills and masks. A function
    /// never calls itself, and terms (`within` is `None`) call no patterns.
    fn parts(&self, within: Option<&Entry>, expression: Expression) -> Parts<'a> {
        if let (Some(within), Some(&callee)) = (within, self.names.get(&expression))
            && callee.name != within.name
        {
            return Parts::call(callee, None);
        }
        for &helper in &self.helpers {
            if within.is_some_and(|within| within.name == helper.name) {
                continue;
            }
            if matches!(expression.operation(), Operation::Mask(name) if name == helper.name) {
                return Parts::call(helper, None);
            }
            if let Some(chosen) = choices(helper.value, expression, &HashMap::new()).pop() {
                return Parts::call(helper, chosen.into_values().next());
            }
        }
        Parts {
            callee: None,
            operands: expression.operands(),
        }
    }

    pub(crate) fn term(
        &self,
        within: Option<&Entry>,
        expression: Expression,
        names: &HashMap<Expression, String>,
    ) -> Term {
        let Parts { callee, operands } = self.parts(within, expression);
        let mut terms = Vec::new();
        for part in operands {
            terms.push(match names.get(&part) {
                Some(name) => Term::Name(name.clone()),
                None => self.term(within, part, names),
            });
        }
        match (callee, expression.operation()) {
            (Some(callee), _) => Term::Call(callee.name.clone(), terms),
            (None, Operation::Argument(name)) => Term::Name(name.to_owned()),
            (None, operation) => {
                Term::Operation(operation, Type::from_expression(expression), terms)
            }
        }
    }
}

impl<'a> Parts<'a> {
    /// Returns a call on a set, or on the parameters of the function.
    fn call(callee: &'a Entry, set: Option<Expression>) -> Self {
        let parameters = callee.parameters.iter().copied();
        Self {
            callee: Some(callee),
            operands: match set {
                Some(set) => vec![set],
                None => parameters.map(Expression::argument).collect(),
            },
        }
    }
}

/// Returns the rest of a name that starts with the same color as another name.
fn without_color<'n>(name: &'n str, other: &str) -> Option<&'n str> {
    for color in Color::ALL {
        let start = format!("{color}_");
        if other.starts_with(&start) {
            return name.strip_prefix(&start);
        }
    }
    None
}

/// Returns the parts of an expression that are used more than once, with local names, and its term
/// without calls.
pub(crate) fn without_calls(value: Expression) -> (Vec<Local>, Term) {
    let mut writer = Writer::new(&[], &[]);
    let Named { locals, names } = writer.named(None, &[(None, value)]);
    (locals, writer.term(None, value, &names))
}

/// Moves each value that no other needs to the first place where its parts are known, so that fewer
/// values wait in registers.
fn sooner(locals: Vec<Local>) -> Vec<Local> {
    let mut needed = HashSet::new();
    for local in &locals {
        needed.extend(local.value.names().into_iter().map(str::to_owned));
    }
    let (parts, mut results): (Vec<_>, Vec<_>) = locals
        .into_iter()
        .partition(|local| needed.contains(&local.name));
    let mut known: HashSet<String> = BOARDS.iter().copied().map(str::to_owned).collect();
    let mut ordered = extract_known(&mut results, &known);
    for part in parts {
        known.insert(part.name.clone());
        ordered.push(part);
        ordered.extend(extract_known(&mut results, &known));
    }
    ordered
}

/// Removes the values whose parts are known.
fn extract_known(results: &mut Vec<Local>, known: &HashSet<String>) -> Vec<Local> {
    let is_known = |result: &mut Local| {
        result
            .value
            .names()
            .iter()
            .all(|&name| known.contains(name))
    };
    results.extract_if(.., is_known).collect()
}
