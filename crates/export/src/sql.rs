//! SQL: writes macros for DuckDB and functions for Spark.

use std::collections::{HashMap, HashSet};

use crate::graph::{Expression, Operation, Type};
use crate::program::{Function, Local, Program, Structure, Term};
use crate::syntax::{Operators, Syntax, wrapped};
use crate::{c, list};

/// Engines expand calls, so functions with more operations than this are computed step by step. Spark also resolves each call
/// again in each definition that reaches it.
const LIMIT: u64 = 100;

/// A dialect of SQL.
pub(crate) struct Dialect {
    operators: Operators,
    about: &'static str,
    /// What makes a function, and what it returns if it has a type.
    create: &'static str,
    returns: fn(&str) -> String,
    /// The entry of a list of constants for the square.
    list: [&'static str; 2],
    entry: fn(u64) -> String,
    /// Makes the structure of a table, from its name after the prefix.
    structure: [&'static str; 3],
    step_by_step: fn(&mut Sql, &Function) -> String,
}

/// Macros on `UBIGINT`.
pub(crate) const DUCKDB: Dialect = Dialect {
    operators: Operators {
        types: [""; 5],
        // Readers of CSV infer a signed type, with which operators return wider and negative numbers. Only integers
        // have an operator `|`, so numbers that may have lost squares, such as doubles, remain errors.
        board: "({a} | 0)::UBIGINT",
        xor: "xor({a}, {b})",
        down: ">>",
        files: "CAST({(a)} & 255::UBIGINT AS UTINYINT)",
        constant: |bits| format!("{bits}::UBIGINT"),
        shift_fails: true,
        ..SPARK.operators
    },
    about: "An integer of any type that is not negative",
    create: "MACRO",
    returns: |_| "AS".to_owned(),
    list: ["list_extract([", "]::UBIGINT[], square + 1)"],
    entry: |bits| bits.to_string(),
    structure: [
        "-- Adds sets that are computed together to a table with the columns white and black.\n\
         CREATE OR REPLACE MACRO ",
        "structure(positions) AS TABLE\nSELECT * EXCLUDE",
        "FROM query_table(positions)",
    ],
    step_by_step: |sql, function| sql.subselects(function),
};

/// Functions on `BIGINT`, whose bits are those of the board.
pub(crate) const SPARK: Dialect = Dialect {
    operators: Operators {
        types: ["BIGINT", "SMALLINT", "INT", "BOOLEAN", ""],
        logic: ["AND", "OR"],
        equality: ["=", "<>"],
        down: ">>>",
        count: "CAST(bit_count({a}) AS INTEGER)",
        files: "CAST({(a)} & 255L AS SMALLINT)",
        abs_diff: "abs({(a)} - {(b)})",
        constant: |bits| format!("{}L", bits as i64),
        rotation: "|",
        ..c::OPERATORS
    },
    about: "A BIGINT, whose sign bit is h8,",
    create: "TEMPORARY FUNCTION",
    returns: |ty| format!("RETURNS {ty} RETURN"),
    list: ["element_at(array(", "), square + 1)"],
    entry: |bits| format!("{}L", bits as i64),
    structure: [
        "-- The table positions with the columns white and black, and sets that are computed together.\n\
         CREATE OR REPLACE TEMPORARY VIEW ",
        "structure AS\nSELECT * EXCEPT",
        "FROM positions",
    ],
    step_by_step: |sql, function| sql.lambdas(function),
};

pub(crate) struct Sql<'a> {
    dialect: &'static Dialect,
    syntax: Syntax<'a>,
    /// The weights of expressions that are known.
    weights: HashMap<Expression, u64>,
}

impl<'a> Sql<'a> {
    fn definition(&self, name: &str, parameters: &[&str], result: Type, value: &str) -> String {
        let parameters = list(parameters, |name| {
            let ty = self.syntax.type_name(if *name == "square" { Type::Number } else { Type::Set });
            format!("{name} {ty}").trim_end().to_owned()
        });
        let (name, create) = (self.syntax.function_name(name), self.dialect.create);
        let returns = (self.dialect.returns)(self.syntax.type_name(result));
        let head = format!("CREATE OR REPLACE {create} {name}({parameters}) {returns}");
        let line = format!("{head} {value};\n");
        if line.len() <= 110 && !line.trim_end().contains('\n') {
            return line;
        }
        wrapped(&format!("{head}\n    {value};\n"), 4)
    }

    /// Returns the definition of a function with this value.
    fn defined(&self, function: &Function, value: &str) -> String {
        self.definition(&function.name, function.parameters, function.result, value)
    }

    fn function(&mut self, function: &'a Function) -> String {
        let text: String = function.docs.iter().map(|line| format!("-- {line}\n")).collect();
        let definition = if let Some(entries) = &function.table {
            let [start, end] = self.dialect.list;
            let entries = list(entries, |&bits| (self.dialect.entry)(bits));
            self.defined(function, &format!("{start}{entries}{end}"))
        } else if self.weight(function.value) <= LIMIT {
            self.written_out(function)
        } else {
            // What a call costs.
            self.weights.insert(function.value, LIMIT / 8);
            (self.dialect.step_by_step)(self, function)
        };
        self.syntax.names.clear();
        text + &definition + "\n"
    }

    /// Returns the number of operations of an expression with all calls expanded, and every use of a part counted.
    fn weight(&mut self, expression: Expression) -> u64 {
        if let Some(&known) = self.weights.get(&expression) {
            return known;
        }
        let operands: u64 = expression.operands().into_iter().map(|operand| self.weight(operand)).sum();
        let weight = match expression.operation() {
            Operation::Argument(_) => 0,
            Operation::RotateUp(_) => 1 + 2 * operands,
            _ => 1 + operands,
        };
        self.weights.insert(expression, weight);
        weight
    }

    /// Writes local names as separate functions.
    fn written_out(&mut self, function: &Function) -> String {
        let parameters = function.parameters;
        let mut text = String::new();
        for (name, ty, term) in &function.locals {
            let local = format!("{}_{name}", function.name);
            text += &self.definition(&local, parameters, *ty, &self.syntax.term(term));
            let call = format!("{}({})", self.syntax.function_name(&local), parameters.join(", "));
            self.syntax.names.insert(name.clone(), call);
        }
        text + &self.defined(function, &self.syntax.term(&function.body))
    }

    /// Writes local names and arguments of calls as columns of subselects.
    fn subselects(&mut self, function: &Function) -> String {
        let (locals, value) = without_calls(function.value);
        // The columns need other names than the arguments, which the engine replaces.
        for &name in function.parameters {
            self.syntax.names.insert(name.to_owned(), format!("{name}_board"));
        }
        let boards = list(function.parameters, |name| format!("{} AS {name}_board", self.syntax.board(name)));
        let query = self.query(&locals, &format!("FROM (SELECT {boards})"));
        let value = format!("(SELECT {}\n{query})", self.syntax.term(&value));
        self.defined(function, &value)
    }

    /// Writes local names as fields of a struct. In each step, a lambda function makes the next struct.
    ///
    /// The optimizer replaces columns of subselects with their values, but not fields. It does not allow calls in a
    /// lambda function.
    fn lambdas(&mut self, function: &Function) -> String {
        let (locals, value) = without_calls(function.value);
        let levels = levels(&locals);
        let parameters = || function.parameters.iter().copied();
        let field = |name: &str, value: &str| format!("'{name}', {value}");
        let fields = list(parameters(), |name| field(name, name));
        // After the word `struct`, Spark does not parse a shift to the right.
        let mut text = format!("array_repeat(named_struct({fields}), 1)");
        for name in parameters().chain(locals.iter().map(|(name, ..)| name.as_str())) {
            self.syntax.names.insert(name.to_owned(), format!("s.{name}"));
        }
        let mut known: Vec<&str> = parameters().collect();
        for (number, level) in levels.iter().enumerate() {
            let later = levels[number + 1..].iter().flatten().map(|(.., term)| term).chain([&value]);
            let later: HashSet<_> = later.flat_map(Term::names).collect();
            known.retain(|name| later.contains(name));
            let kept = known.iter().map(|name| field(name, &format!("s.{name}")));
            let made = level.iter().map(|(name, _, term)| field(name, &self.syntax.term(term)));
            let fields = list(kept.chain(made), |field| field);
            text = format!("transform({text},\n    s -> named_struct({fields}))");
            known.extend(level.iter().map(|(name, ..)| name.as_str()));
        }
        let value = format!("element_at(transform({text},\n    s -> {}), 1)", self.syntax.term(&value));
        self.defined(function, &value)
    }

    /// Returns a query with a column for each local name.
    fn query(&self, locals: &[Local], from: &str) -> String {
        levels(locals).iter().fold(from.to_owned(), |query, level| {
            let column = |(name, _, term): &Local| format!("\n    {} AS {name}", self.syntax.term(term));
            let columns: Vec<_> = level.iter().copied().map(column).collect();
            format!("FROM (SELECT *,{}\n{query})", columns.join(","))
        })
    }

    /// Writes the query that adds the fields of a structure to a table. Common parts are computed once, in subselects.
    fn structure(&self, structure: &Structure) -> String {
        let (sides, board) = structure.names();
        let fields = list(sides.into_iter().chain(board), |field| field);
        let computed = list(&structure.locals, |(name, ..)| name.clone());
        let ([create, select, from], prefix) = (self.dialect.structure, self.syntax.prefix);
        let query = self.query(&structure.locals, from);
        wrapped(&format!("{create}{prefix}{select} ({computed}), {fields}\n{query};\n"), 4)
    }
}

/// Writes a script that defines the functions.
pub(crate) fn emit(program: &Program, dialect: &'static Dialect, prefix: &str) -> String {
    let syntax = Syntax::new(&dialect.operators, prefix);
    let mut sql = Sql { dialect, syntax, weights: HashMap::new() };
    let mut text = format!(
        "--
-- White comes first in every call.
-- {} is a board in which a1 is bit 0, b1 is bit 1 and h8 is bit 63.
-- A square is a number from 0, a1, to 63, h8. A set of files is a number in which the a-file is bit 0.
-- Formulas are written for White: P are the friendly pawns, Q the enemy pawns, N, S, E and W one step, Nfill, Sfill
-- and F fills to the north, to the south and both, U all squares. For Black, north and south are exchanged.

",
        dialect.about
    );
    text.extend(program.all().map(|function| sql.function(function)));
    text += &program.structure.as_ref().map(|structure| sql.structure(structure)).unwrap_or_default();
    text.trim_end().to_owned() + "\n"
}

/// Groups the local names in as few levels as possible. Each needs only names of earlier levels.
fn levels(locals: &[Local]) -> Vec<Vec<&Local>> {
    let mut levels: Vec<Vec<&Local>> = Vec::new();
    for local in locals {
        let names = local.2.names();
        let needed =
            levels.iter().rposition(|level| level.iter().any(|(name, ..)| names.contains(&name.as_str())));
        let level = needed.map_or(0, |level| level + 1);
        if level == levels.len() {
            levels.push(Vec::new());
        }
        levels[level].push(local);
    }
    levels
}

/// Returns the parts of an expression that are used more than once, with local names, and its term without calls.
fn without_calls(value: Expression) -> (Vec<Local>, Term) {
    let parts = value.all();
    let mut uses: HashMap<Expression, u32> = HashMap::new();
    for operand in parts.iter().flat_map(|part| part.operands()) {
        *uses.entry(operand).or_default() += 1;
    }
    let (mut locals, mut terms) = (Vec::new(), HashMap::<_, Term>::new());
    for &part in &parts {
        let operands: Vec<Term> = part.operands().iter().map(|operand| terms[operand].clone()).collect();
        let is_local = uses.get(&part).is_some_and(|&uses| uses > 1) && !operands.is_empty();
        let mut term = match part.operation() {
            Operation::Argument(name) => Term::Name(name.to_owned()),
            operation => Term::Operation(operation, Type::of(part), operands),
        };
        if is_local {
            let name = format!("t{}", locals.len() + 1);
            locals.push((name.clone(), Type::of(part), std::mem::replace(&mut term, Term::Name(name))));
        }
        terms.insert(part, term);
    }
    (locals, terms[&value].clone())
}
