//! The patterns as functions that call one another, independent of a language.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use pawnfill::pattern::{CONTACTS, Scope, Value, columns};
use pawnfill::{Backend, Color, KoggeStone, Lookup, Pawns, QUESTIONS, beside, east, north, south, west};

use crate::graph::{Expression, Node};
use crate::mask::{Mask, masks, record};

/// The type of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// A set of squares, 64 bits.
    Set,
    /// A set of files, 8 bits.
    Files,
    /// A number.
    Number,
    /// A truth value.
    Truth,
}

impl Type {
    fn of(expression: Expression) -> Self {
        match expression.node() {
            Node::IsEmpty(_) | Node::CountLe(..) => Self::Truth,
            Node::Count(_) | Node::Number(_) | Node::Multiply(..) | Node::AbsDiff(..) => Self::Number,
            Node::Files(_) => Self::Files,
            Node::And(a, _) | Node::Or(a, _) | Node::Xor(a, _) | Node::Not(a) => Self::of(a),
            _ => Self::Set,
        }
    }
}

/// An expression for writing, with names for its parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// An argument or a local name.
    Name(String),
    /// A call of another function.
    Call(String, Vec<Term>),
    /// An operation on terms, in the order of the operands.
    Operation(Node, Type, Vec<Term>),
}

/// A function that can be written in any language.
#[derive(Clone, Debug)]
pub struct Function {
    /// The name without a prefix, such as `white_passed`.
    pub name: String,
    /// The names of the arguments.
    pub parameters: &'static [&'static str],
    /// The type of its value.
    pub result: Type,
    /// A summary in one line.
    pub summary: String,
    /// The formula of a pattern or question.
    pub formula: Option<&'static str>,
    /// The page of a pattern.
    pub page: Option<&'static str>,
    /// The local names, in the order of computation.
    pub locals: Vec<(String, Type, Term)>,
    /// Its value.
    pub value: Term,
}

/// All functions of an export. Each comes after the functions that it calls.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The steps, fills and masks, each with shifts only, and with tables.
    pub helpers: Vec<[Function; 2]>,
    /// The tables of masks, by the name of the mask.
    pub tables: Vec<(&'static str, [u64; 64])>,
    /// The patterns and the questions.
    pub functions: Vec<Function>,
    /// The sets of a structure, computed together.
    pub structure: Option<Structure>,
}

/// The sets of a structure, computed together.
#[derive(Clone, Debug)]
pub struct Structure {
    /// The local names, including those of the fields, in the order of computation.
    pub locals: Vec<(String, Type, Term)>,
    /// The fields of each side.
    pub side: Vec<&'static str>,
    /// The fields of the board.
    pub board: Vec<&'static str>,
}

const SET: &[&str] = &["set"];
const SQUARE: &[&str] = &["square"];
pub(crate) const BOARDS: &[&str] = &["white", "black"];
const BOARDS_AND_SQUARE: &[&str] = &["white", "black", "square"];
/// The possible argument lists of functions.
pub(crate) const PARAMETERS: &[&[&str]] = &[SET, SQUARE, BOARDS, BOARDS_AND_SQUARE];

/// A function before its calls are resolved.
struct Entry {
    /// The name that selects it.
    group: &'static str,
    name: String,
    parameters: &'static [&'static str],
    summary: String,
    formula: Option<&'static str>,
    page: Option<&'static str>,
    value: Expression,
    /// The expression of the backend with tables.
    lookup: Expression,
}

impl Entry {
    fn helper(
        name: &'static str,
        parameters: &'static [&'static str],
        summary: &str,
        [value, lookup]: [Expression; 2],
    ) -> Self {
        Self {
            group: name,
            name: name.to_owned(),
            parameters,
            summary: summary.to_owned(),
            formula: None,
            page: None,
            value: value.simplified(),
            lookup: lookup.simplified(),
        }
    }
}

/// Returns the steps, the fills and the masks. Equal expressions in patterns are written as calls of these functions.
fn helpers(masks: &[Mask]) -> Vec<Entry> {
    let set = Expression::argument("set");
    let step =
        |name, summary, step: fn(Expression) -> Expression| Entry::helper(name, SET, summary, [step(set); 2]);
    macro_rules! fill {
        ($name:ident, $summary:literal) => {
            Entry::helper(stringify!($name), SET, $summary, [KoggeStone::$name(set), Lookup::$name(set)])
        };
    }
    let mut helpers = vec![
        step("north", "One step north.", north),
        step("south", "One step south.", south),
        step("east", "One step east; squares of the h file leave the board.", east),
        step("west", "One step west; squares of the a file leave the board.", west),
        step("beside", "The squares beside the set.", beside),
        fill!(north_fill, "The set and all squares north of it on its files."),
        fill!(south_fill, "The set and all squares south of it on its files."),
        fill!(file_fill, "Every square of each file on which the set has a square."),
        fill!(file_set, "The files on which the set has a square, as squares of rank 1."),
        fill!(file_span, "The squares with a square of the set elsewhere on their file."),
        fill!(north_span, "All squares strictly north of some square of the set."),
        fill!(south_span, "All squares strictly south of some square of the set."),
    ];
    helpers.extend(masks.iter().map(|mask| {
        let table = Expression::new(Node::Mask(mask.name));
        // A single load is not shorter than a single shift.
        let lookup = if matches!(mask.value.node(), Node::Moved(..)) { mask.value } else { table };
        Entry::helper(mask.name, SQUARE, mask.summary, [mask.value, lookup])
    }));
    helpers
}

/// Returns the patterns, the contacts in each direction, and the questions about a square.
fn entries(masks: &[Mask]) -> Vec<Entry> {
    let pawns = Pawns::<KoggeStone, _>::new(Expression::argument("white"), Expression::argument("black"));
    let mut entries = Vec::new();
    let mut entry = |group, name: String, scope, about: &str, formula, page, value: Expression| {
        let value = value.simplified();
        let (summary, parameters) = (summary(about, scope), parameters(value));
        entries.push(Entry { group, name, parameters, summary, formula, page, value, lookup: value });
    };
    for column in columns() {
        let pattern = column.pattern();
        let (Value::Set(value) | Value::Files(value) | Value::Number(value)) = column.of(pawns);
        let (formula, page) = (Some(pattern.formula), Some(pattern.source_url));
        entry(pattern.name, column.to_string(), column.scope(), pattern.about, formula, page, value);
    }
    for (class, color) in CONTACTS.iter().flat_map(|class| Color::ALL.map(|color| (class, color))) {
        let contacts = class.of(pawns, color);
        for (direction, value) in [("east", contacts.east), ("west", contacts.west)] {
            let name = format!("{color}_{}_{direction}", class.name);
            let about = format!("Returns the friendly pawns in `{}` to the {direction}.", class.levers);
            entry(class.name, name, Scope::Side(color), &about, None, None, value);
        }
    }
    for (question, color) in QUESTIONS.iter().flat_map(|question| Color::ALL.map(|color| (question, color))) {
        let Some(value) = record(question, color, masks) else { continue };
        let name = format!("{color}_{}", question.name);
        entry(question.name, name, Scope::Side(color), question.about, Some(question.formula), None, value);
    }
    entries
}

/// Returns the arguments that an expression depends on.
fn parameters(expression: Expression) -> &'static [&'static str] {
    let nodes: HashSet<_> = expression.all().into_iter().map(Expression::node).collect();
    let on_square = nodes.iter().any(|node| matches!(node, Node::Mask(_)));
    let on_boards = nodes.iter().any(|node| matches!(node, Node::Argument(_)));
    match (on_boards, on_square) {
        (true, true) => BOARDS_AND_SQUARE,
        (false, true) => SQUARE,
        _ => BOARDS,
    }
}

/// Returns a summary with the colors of the pawns.
fn summary(about: &str, scope: Scope) -> String {
    match scope {
        Scope::Board => about.to_owned(),
        Scope::Side(color) => {
            let [own, enemy] = [color, color.opponent()].map(|color| format!("{} pawn", color.name()));
            let articles = about
                .replace("a friendly pawn", &format!("a {own}"))
                .replace("an enemy pawn", &format!("a {enemy}"));
            articles.replace("friendly pawn", &own).replace("enemy pawn", &enemy)
        }
    }
}

impl Program {
    /// Returns the functions of these patterns and questions for both colors, and the functions that they call.
    ///
    /// An empty selection means all of them, and also includes the structure.
    ///
    /// # Errors
    ///
    /// Returns a message if a name is unknown.
    pub fn new(selection: &[&str]) -> Result<Self, String> {
        // A new thread has an empty graph, so the order of operands does not depend on earlier records.
        let record = || Self::record(selection);
        std::thread::scope(|scope| scope.spawn(record).join())
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    fn record(selection: &[&str]) -> Result<Self, String> {
        let masks = masks();
        let helpers = helpers(&masks);
        let mut entries = entries(&masks);
        if let Some(unknown) = selection.iter().find(|&&name| entries.iter().all(|entry| entry.group != name))
        {
            return Err(format!("unknown pattern `{unknown}`"));
        }
        entries.splice(0..0, shared(&entries));
        let mut writer = Writer::new(&helpers, &entries, false);
        for entry in &entries {
            if selection.contains(&entry.group) || (selection.is_empty() && !entry.group.is_empty()) {
                writer.write(entry);
            }
        }
        let structure = selection.is_empty().then(|| writer.structure());
        let Writer { functions, mut called, .. } = writer;
        // Both backends have the same functions, even if only one calls them.
        let [plain, lookup] = loop {
            let both = [false, true].map(|lookup| {
                let mut writer = Writer::new(&helpers, &[], lookup);
                helpers
                    .iter()
                    .filter(|helper| called.contains(&helper.name))
                    .for_each(|helper| writer.write(helper));
                writer.functions
            });
            let known = called.len();
            called.extend(both.iter().flatten().map(|function| function.name.clone()));
            if called.len() == known {
                break both;
            }
        };
        let find = |functions: &[Function], name: &str| {
            functions.iter().find(|function| function.name == name).cloned()
        };
        let pairs = helpers
            .iter()
            .filter_map(|helper| Some([find(&plain, &helper.name)?, find(&lookup, &helper.name)?]));
        let pairs = pairs.collect();
        let tables = masks.iter().map(|mask| (mask.name, mask.table)).collect();
        Ok(Self { helpers: pairs, tables, functions, structure })
    }
}

/// Returns the long common parts of several patterns, which the library computes in private functions.
///
/// Their names cannot be recorded. A test fails if another part with more than ten operations is common to two functions.
fn shared(entries: &[Entry]) -> Vec<Entry> {
    let mut shared = Vec::new();
    let mut entry = |name: String, color: Color, about: &str, value: Expression| {
        shared.push(Entry {
            group: "",
            name: format!("{color}_{name}"),
            parameters: BOARDS,
            summary: summary(about, Scope::Side(color)),
            formula: None,
            page: None,
            value,
            lookup: value,
        });
    };
    let node = |name: &str| entries.iter().find(|entry| entry.name == name).map(|entry| entry.value.node());
    for color in Color::ALL {
        for side in ["east", "west"] {
            // Exactly one of the two chains continues.
            if let Some(Node::And(_, one)) = node(&format!("{color}_half_mute_chain_contacts_{side}"))
                && let Node::Xor(own, enemy) = one.node()
            {
                for (whose, pawn, chain) in [("own", "a friendly", own), ("enemy", "an enemy", enemy)] {
                    let about = format!(
                        "Returns the friendly pawns in contact to the {side} whose diagonal row of contacts {pawn} pawn continues."
                    );
                    entry(format!("{whose}_chain_goes_on_{side}"), color, &about, chain);
                }
            }
        }
        if let Some(Node::And(_, more)) = node(&format!("{color}_fakers")) {
            let about = "Returns the squares with more enemy pawns strictly ahead on the neighbor files than friendly pawns level or behind.";
            entry("more_sentries_than_helpers".to_owned(), color, about, more);
        }
    }
    shared
}

/// Writes functions. Each comes after the functions that it calls.
struct Writer<'a> {
    /// The helpers, the largest first, because it replaces most.
    helpers: Vec<&'a Entry>,
    names: HashMap<Expression, &'a Entry>,
    lookup: bool,
    written: HashSet<&'a str>,
    called: HashSet<String>,
    functions: Vec<Function>,
}

/// The form of an expression in a function: an operation or a call.
enum View<'a> {
    Operation,
    Call(&'a Entry),
    Helper(&'a Entry, Option<Expression>),
}

impl<'a> Writer<'a> {
    fn new(helpers: &'a [Entry], entries: &'a [Entry], lookup: bool) -> Self {
        let mut largest: Vec<&Entry> = helpers.iter().collect();
        largest.sort_by_key(|helper| Reverse(if lookup { helper.lookup } else { helper.value }.all().len()));
        let mut names = HashMap::new();
        for entry in entries {
            names.entry(entry.value).or_insert(entry);
        }
        let (written, called, functions) = (HashSet::new(), HashSet::new(), Vec::new());
        Self { helpers: largest, names, lookup, written, called, functions }
    }

    /// Writes a function after those that it calls, unless it is written already.
    fn write(&mut self, entry: &'a Entry) {
        if !self.written.insert(&entry.name) {
            return;
        }
        let value = if self.lookup { entry.lookup } else { entry.value };
        let (mut uses, mut order) = (HashMap::new(), Vec::new());
        self.visit(Some(entry), value, &mut uses, &mut order);
        for &expression in &order {
            self.callee(Some(entry), expression);
        }
        let own = entry.name.split('_').next().unwrap_or_default();
        let mut local = HashMap::new();
        let mut locals = Vec::new();
        for expression in order {
            let view = self.view(Some(entry), expression);
            let is_atom = matches!(view, View::Operation) && expression.node().operands().is_empty();
            if expression == value || uses[&expression] < 2 || is_atom {
                continue;
            }
            let name = match view {
                // A local name must not shadow a function in Python.
                View::Call(callee) => match callee.name.strip_prefix(own) {
                    Some(rest) => rest.trim_start_matches('_').to_owned(),
                    None => format!("{}_", callee.name),
                },
                _ => format!("t{}", locals.len() + 1),
            };
            locals.push((name.clone(), Type::of(expression), self.term(Some(entry), expression, &local)));
            local.insert(expression, name);
        }
        self.functions.push(Function {
            name: entry.name.clone(),
            parameters: entry.parameters,
            result: Type::of(value),
            summary: entry.summary.clone(),
            formula: entry.formula,
            page: entry.page,
            locals,
            value: self.term(Some(entry), value, &local),
        });
    }

    /// Writes or records the function that an expression calls.
    fn callee(&mut self, within: Option<&Entry>, expression: Expression) {
        match self.view(within, expression) {
            View::Operation => {}
            View::Call(callee) => self.write(callee),
            View::Helper(callee, _) if self.names.is_empty() => self.write(callee),
            View::Helper(callee, _) => {
                self.called.insert(callee.name.clone());
            }
        }
    }

    /// Writes the structure. It calls no pattern, so common parts are computed once.
    fn structure(&mut self) -> Structure {
        let pawns = Pawns::<KoggeStone, _>::new(Expression::argument("white"), Expression::argument("black"));
        let columns: Vec<_> = pawns.structure().columns().collect();
        let fields: Vec<_> =
            columns.iter().map(|(column, set)| (column.to_string(), set.simplified())).collect();
        let (mut uses, mut order) = (HashMap::new(), Vec::new());
        for (_, set) in &fields {
            self.visit(None, *set, &mut uses, &mut order);
        }
        let (mut local, mut locals) = (HashMap::new(), Vec::new());
        for expression in order {
            self.callee(None, expression);
            let field = fields.iter().find(|(_, set)| *set == expression).map(|(name, _)| name);
            if expression.node().operands().is_empty() || (field.is_none() && uses[&expression] < 2) {
                continue;
            }
            let name = match (field, self.names.get(&expression)) {
                (Some(name), _) => name.clone(),
                (None, Some(entry)) => entry.name.clone(),
                (None, None) => format!("t{}", locals.len() + 1),
            };
            locals.push((name.clone(), Type::Set, self.term(None, expression, &local)));
            local.insert(expression, name);
        }
        let names = |scope| {
            let columns = columns.iter().filter(move |(column, _)| column.scope() == scope);
            columns.map(|(column, _)| column.pattern().name).collect()
        };
        Structure { locals, side: names(Scope::Side(Color::White)), board: names(Scope::Board) }
    }

    /// Counts the uses of each expression in a function, and lists the expressions, operands first.
    fn visit(
        &self,
        within: Option<&Entry>,
        expression: Expression,
        uses: &mut HashMap<Expression, u32>,
        order: &mut Vec<Expression>,
    ) {
        let count = uses.entry(expression).or_default();
        *count += 1;
        if *count > 1 {
            return;
        }
        match self.view(within, expression) {
            View::Operation => {
                for operand in expression.node().operands() {
                    self.visit(within, operand, uses, order);
                }
            }
            View::Helper(_, Some(set)) => self.visit(within, set, uses, order),
            View::Call(_) | View::Helper(_, None) => {}
        }
        order.push(expression);
    }

    /// A structure (`within` is `None`) calls no patterns.
    fn view(&self, within: Option<&Entry>, expression: Expression) -> View<'a> {
        let name = within.map_or("", |entry| &entry.name);
        if let (Some(_), Some(entry)) = (within, self.names.get(&expression))
            && entry.name != name
            && !matches!(expression.node(), Node::Mask(_) | Node::Argument(_))
        {
            return View::Call(entry);
        }
        for helper in self.helpers.iter().filter(|helper| helper.name != name) {
            let value = if self.lookup { helper.lookup } else { helper.value };
            let mut set = None;
            if helper.parameters == SQUARE {
                if expression.node() == Node::Mask(helper.group) {
                    return View::Helper(helper, None);
                }
            } else if matches(value, expression, &mut set) {
                return View::Helper(helper, set);
            }
        }
        View::Operation
    }

    fn term(
        &self,
        within: Option<&Entry>,
        expression: Expression,
        local: &HashMap<Expression, String>,
    ) -> Term {
        let argument = |&name: &&str| Term::Name(name.to_owned());
        let term = |operand: Expression| match local.get(&operand) {
            Some(name) => Term::Name(name.clone()),
            None => self.term(within, operand, local),
        };
        match (self.view(within, expression), expression.node()) {
            (_, Node::Argument(name)) => Term::Name(name.to_owned()),
            (View::Call(callee), _) => {
                Term::Call(callee.name.clone(), callee.parameters.iter().map(argument).collect())
            }
            (View::Helper(callee, set), _) => {
                let argument = set.map_or_else(|| Term::Name("square".to_owned()), term);
                Term::Call(callee.name.clone(), vec![argument])
            }
            (View::Operation, node) => {
                Term::Operation(node, Type::of(expression), node.operands().into_iter().map(term).collect())
            }
        }
    }
}

/// Tests if an expression is a helper applied to a set.
fn matches(template: Expression, expression: Expression, set: &mut Option<Expression>) -> bool {
    if let Node::Argument(_) = template.node() {
        return *set.get_or_insert(expression) == expression;
    }
    let (template, found) = (template.node(), expression.node());
    let (wanted, given) = (template.operands(), found.operands());
    let blank = |node: Node| node.map(|_| expression);
    if blank(template) != blank(found) {
        return false;
    }
    let before = *set;
    let mut all = |given: &mut dyn Iterator<Item = &Expression>| {
        *set = before;
        std::iter::zip(&wanted, given).all(|(&wanted, &given)| matches(wanted, given, set))
    };
    let commutes = matches!(template, Node::And(..) | Node::Or(..) | Node::Xor(..));
    all(&mut given.iter()) || (commutes && all(&mut given.iter().rev()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of operations and calls of a term, and records it for each operation.
    fn length(term: &Term, locals: &HashMap<&str, u64>, lengths: &mut HashMap<Node, u64>) -> u64 {
        let mut sum = |terms: &[Term]| {
            terms.iter().fold(1, |sum: u64, term| sum.saturating_add(length(term, locals, lengths)))
        };
        match term {
            Term::Name(name) => locals.get(name.as_str()).copied().unwrap_or(0),
            Term::Call(_, arguments) => sum(arguments),
            Term::Operation(node, _, operands) => {
                let length = sum(operands);
                lengths.insert(*node, length);
                length
            }
        }
    }

    #[test]
    fn long_common_parts_are_functions() {
        let program = Program::new(&[]).unwrap();
        // Operations on equal expressions are equal nodes.
        let mut first: HashMap<Node, &str> = HashMap::new();
        let mut longest = 0;
        for function in &program.functions {
            let (mut locals, mut lengths) = (HashMap::new(), HashMap::new());
            for (name, _, term) in &function.locals {
                let length = length(term, &locals, &mut lengths);
                locals.insert(name.as_str(), length);
            }
            length(&function.value, &locals, &mut lengths);
            for (node, length) in lengths {
                let first = *first.entry(node).or_insert(&function.name);
                if first != function.name {
                    assert!(
                        length <= 10,
                        "{first} and {} share {length} operations: name them in `shared`",
                        function.name
                    );
                    longest = longest.max(length);
                }
            }
        }
        assert!(longest > 0, "no part is common to two functions");
    }
}
