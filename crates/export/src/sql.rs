//! SQL: writes macros for DuckDB.

use std::collections::HashMap;

use crate::graph::{Expression, Operation};
use crate::program::{Function, Local, Program, Structure, without_calls};
use crate::syntax::{Operators, Syntax, wrapped};
use crate::{c, list};

/// DuckDB expands calls, so functions with more operations than this are computed step by step.
const LIMIT: u64 = 100;

/// The operators of DuckDB, on `UBIGINT`.
const OPERATORS: Operators = Operators {
    types: [""; 5],
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
    ..c::OPERATORS
};

pub(crate) struct Sql<'a> {
    syntax: Syntax<'a>,
    /// The weights of expressions that are known.
    weights: HashMap<Expression, u64>,
}

impl<'a> Sql<'a> {
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
        let text: String = function
            .docs
            .iter()
            .map(|line| format!("-- {line}\n"))
            .collect();
        let definition = if let Some(entries) = &function.table {
            let entries = list(entries, u64::to_string);
            let value = format!(
                "CASE WHEN square < 0 OR square > 63 THEN error('a square is 0 to 63') \
                 ELSE list_extract([{entries}]::UBIGINT[], square + 1) END"
            );
            self.defined(function, &value)
        } else if self.weight(function.value) <= LIMIT {
            self.written_out(function)
        } else {
            // What a call costs.
            self.weights.insert(function.value, LIMIT / 8);
            self.subselects(function)
        };
        self.syntax.names.clear();
        text + &definition + "\n"
    }

    /// Returns the number of operations of an expression with all calls expanded, and every use of
    /// a part counted.
    fn weight(&mut self, expression: Expression) -> u64 {
        for part in expression.all() {
            let operands: u64 = part
                .operands()
                .iter()
                .map(|operand| self.weights[operand])
                .sum();
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
        for (name, _, term) in &function.locals {
            // Names of users have no two underscores.
            let local = format!("{}__{name}", function.name);
            text += &self.definition(&local, parameters, &self.syntax.term(term));
            let call = format!(
                "{}({})",
                self.syntax.function_name(&local),
                parameters.join(", ")
            );
            self.syntax.names.insert(name.clone(), call);
        }
        text + &self.defined(function, &self.syntax.term(&function.body))
    }

    /// Writes local names and arguments of calls as columns of subselects.
    fn subselects(&mut self, function: &Function) -> String {
        let (locals, value) = without_calls(function.value);
        // The columns need other names than the arguments, which the engine replaces.
        for &name in function.parameters {
            self.syntax
                .names
                .insert(name.to_owned(), format!("{name}_board"));
        }
        let boards = list(function.parameters, |name| {
            format!("{} AS {name}_board", self.syntax.board(name))
        });
        let query = self.query(&locals, &format!("FROM (SELECT {boards})"));
        let value = format!("(SELECT {}\n{query})", self.syntax.term(&value));
        self.defined(function, &value)
    }

    /// Returns a query with a column for each local name.
    fn query(&self, locals: &[Local], from: &str) -> String {
        levels(locals).iter().fold(from.to_owned(), |query, level| {
            let column = |(name, _, term): &Local| {
                format!(
                    "\n    {} AS {}",
                    self.syntax.term(term),
                    self.syntax.local(name)
                )
            };
            let columns: Vec<_> = level.iter().copied().map(column).collect();
            format!("FROM (SELECT *,{}\n{query})", columns.join(","))
        })
    }

    /// Writes the query that adds the fields of a structure to a table. Common parts are computed
    /// once, in subselects.
    ///
    /// The names of parts begin with the prefix. A column of the table with one of these names, or
    /// that of a field, is an error, because the query looks it up where the table and a row of
    /// these names have it.
    fn structure(&mut self, structure: &Structure) -> String {
        let prefix = self.syntax.prefix;
        let fields = structure.values(|side| side).join(", ");
        for (name, ..) in &structure.locals {
            if !fields.split(", ").any(|field| field == name) {
                self.syntax
                    .names
                    .insert(name.clone(), format!("{prefix}{name}"));
            }
        }
        let names: Vec<_> = structure
            .locals
            .iter()
            .map(|(name, ..)| self.syntax.local(name))
            .collect();
        let [computed, any] = [", ", " OR "].map(|between| names.join(between));
        let named = list(&names, |name| format!("false AS {name}"));
        let from = format!(
            "FROM (SELECT {prefix}table.*\nFROM query_table(positions) AS {prefix}table, (SELECT {named}) AS {prefix}names\n\
             WHERE NOT ({any}))"
        );
        let query = self.query(&structure.locals, &from);
        let text = format!(
            "-- Adds sets that are computed together to a table with the columns white and black. \
             A column with the name of one is ambiguous.\n\
             CREATE OR REPLACE MACRO {prefix}structure(positions) AS TABLE\n\
             SELECT * EXCLUDE ({computed}), {fields}\n{query};\n"
        );
        wrapped(&text, 4)
    }
}

/// The text before the patterns. The proof starts reading at its last line.
const PREAMBLE: &str = "--
-- White comes first in every call.
-- An integer of any type that is not negative is a board in which a1 is bit 0, b1 is bit 1 and h8 is bit 63.
-- A square is a number from 0, a1, to 63, h8. A set of files is a number in which the a-file is bit 0.
-- Formulas are written for White: P are the friendly pawns, Q the enemy pawns, N, S, E and W one step, Nfill, Sfill
-- and F fills to the north, to the south and both, U all squares. For Black, north and south are exchanged.

-- The number of squares of a set.
CREATE OR REPLACE MACRO {prefix}count(set) AS CAST(bit_count((set | 0)::UBIGINT) AS INTEGER);

-- The pawns of a FEN: its ranks with as many dots as a number has empty files, and each turned around, because the last
-- bit of a number is a1.
CREATE OR REPLACE MACRO {prefix}fen_pawns(fen, pawn) AS (SELECT CASE
    WHEN ranks IS NULL THEN NULL
    WHEN NOT regexp_full_match(ranks, '[pnbrqkPNBRQK.]{8}(/[pnbrqkPNBRQK.]{8}){7}')
        OR regexp_matches(placement, '[0-9]{2}|[.]|^[^/]*[pP]|[pP][^/]*$')
        THEN error('not a placement of pieces: ' || placement)
    ELSE translate(array_to_string(list_reverse(string_split(reverse(ranks), '/')), ''),
        pawn || replace('pnbrqkPNBRQK.', pawn, ''), '1000000000000')::BIT::UBIGINT END
FROM (SELECT placement, {ranks} AS ranks
FROM (SELECT regexp_extract(fen, '^[^[:space:]]*') AS placement)));

CREATE OR REPLACE MACRO {prefix}white_pawns(fen) AS {prefix}fen_pawns(fen, 'P');

CREATE OR REPLACE MACRO {prefix}black_pawns(fen) AS {prefix}fen_pawns(fen, 'p');

-- The patterns.

";

/// Writes a script that defines the macros.
pub(crate) fn emit(program: &Program, prefix: &str) -> String {
    let mut sql = Sql {
        syntax: Syntax::new(&OPERATORS, prefix),
        weights: HashMap::new(),
    };
    let empty = |text: String, n| format!("replace({text}, '{n}', '{}')", ".".repeat(n));
    let ranks = (1..9).fold("placement".to_owned(), empty);
    let mut text = PREAMBLE
        .replace("{prefix}", prefix)
        .replace("{ranks}", &ranks);
    text.extend(
        program
            .functions
            .iter()
            .map(|function| sql.function(function)),
    );
    text += &program
        .structure
        .as_ref()
        .map(|structure| sql.structure(structure))
        .unwrap_or_default();
    text.trim_end().to_owned() + "\n"
}

/// Groups the local names in as few levels as possible. Each needs only names of earlier levels.
fn levels(locals: &[Local]) -> Vec<Vec<&Local>> {
    let mut levels: Vec<Vec<&Local>> = Vec::new();
    for local in locals {
        let names = local.2.names();
        let needed = levels.iter().rposition(|level| {
            level
                .iter()
                .any(|(name, ..)| names.contains(&name.as_str()))
        });
        let level = needed.map_or(0, |level| level + 1);
        if level == levels.len() {
            levels.push(Vec::new());
        }
        levels[level].push(local);
    }
    levels
}
