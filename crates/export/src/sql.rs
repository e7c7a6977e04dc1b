//! SQL: writes macros for DuckDB.

use std::collections::HashMap;

use crate::PREFIX;
use crate::dialect::Dialect;
use crate::function::{Function, Local, Terms};
use crate::graph::{Expression, Operation};
use crate::program::Program;
use crate::syntax::{Operators, Syntax, wrapped};
use crate::writer::without_calls;

/// Macros for DuckDB.
pub static SQL: Dialect = Dialect {
    name: "sql",
    about: "Macros for DuckDB",
    prefix: PREFIX,
    path: Some("sql/pawnfill.sql"),
    comment: ["-- ", ""],
    is_package: false,
    has_structures: true,
    emit,
};

/// DuckDB expands calls, so functions with more operations than this are computed step by step.
const LIMIT: u64 = 100;

/// The operators of DuckDB, on `UBIGINT`.
const OPERATORS: Operators = Operators {
    // Readers of CSV infer a signed type, with which operators return wider and negative numbers.
    // Only integers have an operator `|`, so numbers that may have lost squares, such as doubles,
    // remain errors.
    board: "({a} | 0)::UBIGINT",
    logic: ["AND", "OR"],
    equality: ["=", "<>"],
    xor: "xor({a}, {b})",
    count: "CAST(bit_count({a}) AS INTEGER)",
    files: "CAST({(a)} & 255::UBIGINT AS UTINYINT)",
    abs_diff: "abs({(a)} - {(b)})",
    constant: |bits| format!("{bits}::UBIGINT"),
    shift_fails: true,
    ..Operators::BASE
};

struct Script<'a> {
    syntax: Syntax<'a>,
    /// The weights of expressions that are known.
    weights: HashMap<Expression, u64>,
}

impl<'a> Script<'a> {
    fn definition(&self, name: &str, parameters: &[&str], value: &str) -> String {
        let (name, parameters) = (self.syntax.function_name(name), parameters.join(", "));
        let head = format!("CREATE OR REPLACE MACRO {name}({parameters}) AS");
        let line = format!("{head} {value};\n");
        if line.len() <= 110 && !line.trim_end().contains('\n') {
            return line;
        }
        wrapped(&format!("{head}\n    {value};\n"), 4)
    }

    /// Returns the definition of a function with this value.
    fn defined(&self, function: &Function, value: &str) -> String {
        self.definition(&function.name, function.parameters, value)
    }

    fn function(&mut self, function: &'a Function) -> String {
        let docs = function.docs.join("\n-- ");
        let definition = if let Some(entries) = &function.table {
            self.defined(function, &entry_of_square(entries))
        } else if self.weight(function.value) <= LIMIT {
            self.written_out(function)
        } else {
            // What a call costs.
            self.weights.insert(function.value, LIMIT / 8);
            self.subselects(function)
        };
        self.syntax.names.clear();
        format!("-- {docs}\n{definition}\n")
    }

    /// Returns the number of operations of an expression with all calls expanded, and every use of
    /// a part counted.
    fn weight(&mut self, expression: Expression) -> u64 {
        for part in expression.all() {
            let operands: u64 = part.operands().iter().map(|of| self.weights[of]).sum();
            self.weights.entry(part).or_insert(match part.operation() {
                Operation::Argument(_) => 0,
                Operation::RotateUp(_) => 1 + 2 * operands,
                _ => 1 + operands,
            });
        }
        self.weights[&expression]
    }

    /// Writes local names as separate functions.
    fn written_out(&mut self, function: &Function) -> String {
        let parameters = function.parameters;
        let mut text = String::new();
        for Local { name, value, .. } in &function.locals {
            // Names of users have no two underscores.
            let local = format!("{}__{name}", function.name);
            text += &self.definition(&local, parameters, &self.syntax.term(value));
            let call = self.syntax.function_name(&local);
            let call = format!("{call}({})", parameters.join(", "));
            self.syntax.names.insert(name.clone(), call);
        }
        text + &self.defined(function, &self.syntax.term(&function.body))
    }

    /// Writes local names and arguments of calls as columns of subselects.
    fn subselects(&mut self, function: &Function) -> String {
        let (locals, value) = without_calls(function.value);
        // The columns need other names than the arguments, which the engine replaces.
        let mut boards = Vec::new();
        for &name in function.parameters {
            let column = format!("{name}_board");
            self.syntax.names.insert(name.to_owned(), column);
            boards.push(format!("{} AS {name}_board", self.syntax.board(name)));
        }
        let query = self.query(&locals, &format!("FROM (SELECT {})", boards.join(", ")));
        let value = format!("(SELECT {}\n{query})", self.syntax.term(&value));
        self.defined(function, &value)
    }

    /// Returns a query with a column for each local name.
    fn query(&self, locals: &[Local], from: &str) -> String {
        let mut query = from.to_owned();
        for level in levels(locals) {
            let mut columns = Vec::new();
            for Local { name, value, .. } in level {
                let (value, name) = (self.syntax.term(value), self.syntax.local(name));
                columns.push(format!("\n    {value} AS {name}"));
            }
            query = format!("FROM (SELECT *,{}\n{query})", columns.join(","));
        }
        query
    }

    /// Writes the query that adds the terms to a table. Common parts are computed once, in
    /// subselects.
    ///
    /// The names of parts begin with the prefix. A column of the table with one of these names, or
    /// that of a field, is an error, because the query looks it up where the table and a row of
    /// these names have it.
    fn terms(&mut self, terms: &Terms) -> String {
        let prefix = self.syntax.prefix;
        let fields = terms.values(["", ""]).join(", ");
        let mut names = Vec::new();
        for Local { name, .. } in &terms.locals {
            if !fields.split(", ").any(|field| field == name) {
                let of_part = format!("{prefix}{name}");
                self.syntax.names.insert(name.clone(), of_part);
            }
            names.push(self.syntax.local(name));
        }
        let named = format!("false AS {}", names.join(", false AS "));
        let from = format!(
            "FROM (SELECT {prefix}table.*\n\
             FROM query_table(positions) AS {prefix}table, (SELECT {named}) AS {prefix}names\n\
             WHERE NOT ({}))",
            names.join(" OR ")
        );
        let query = self.query(&terms.locals, &from);
        let text = format!(
            "-- Adds sets that are computed together to a table with the columns white and black. \
             A column with the name of one is ambiguous.\n\
             CREATE OR REPLACE MACRO {prefix}terms(positions) AS TABLE\n\
             SELECT * EXCLUDE ({}), {fields}\n{query};\n",
            names.join(", ")
        );
        wrapped(&text, 4)
    }
}

/// Returns the entry of a table for the square.
fn entry_of_square(entries: &[u64; 64]) -> String {
    let entries = entries.map(|entry| entry.to_string()).join(", ");
    format!(
        "CASE WHEN square < 0 OR square > 63 THEN error('a square is 0 to 63') \
         ELSE list_extract([{entries}]::UBIGINT[], square + 1) END"
    )
}

/// The text before the patterns. The proof starts reading at its last line.
const PREAMBLE: &str = include_str!("preamble.sql");

/// Writes a script that defines the macros.
fn emit(program: &Program, prefix: &str) -> String {
    let mut script = Script {
        syntax: Syntax::new(&OPERATORS, prefix),
        weights: HashMap::new(),
    };
    let mut ranks = "placement".to_owned();
    for n in 1..9 {
        ranks = format!("replace({ranks}, '{n}', '{}')", ".".repeat(n));
    }
    let mut text = PREAMBLE
        .replace("{prefix}", prefix)
        .replace("{ranks}", &ranks);
    for function in &program.functions {
        text += &script.function(function);
    }
    if let Some(terms) = &program.terms {
        text += &script.terms(terms);
    }
    text.trim_end().to_owned() + "\n"
}

/// Groups the local names in as few levels as possible. Each needs only names of earlier levels.
fn levels(locals: &[Local]) -> Vec<Vec<&Local>> {
    let mut levels: Vec<Vec<&Local>> = Vec::new();
    for local in locals {
        let names = local.value.names();
        let is_needed = |of: &&Local| names.contains(&&*of.name);
        let needed = levels.iter().rposition(|level| level.iter().any(is_needed));
        let level = needed.map_or(0, |level| level + 1);
        if level == levels.len() {
            levels.push(Vec::new());
        }
        levels[level].push(local);
    }
    levels
}
