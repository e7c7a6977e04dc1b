//! Decides if any position can meet a condition, by computing it for all pawns at once.

use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::bail;
use pawnfill::{Bitboard, SquareSet};
use pawnfill_codegen::condition::Condition;
use pawnfill_codegen::tables::{Expr, Operator};
use pawnfill_symbolic::{Symbolic, input};

use super::Query;
use super::evaluate::{self, Any, Operand};

/// A computation that runs beside the search. Its answer is the reason why no position meets the condition, if it knows
/// one.
pub(crate) struct Possible(Receiver<Option<String>>);

impl Possible {
    /// Starts the computation. It runs in its own thread, because the diagrams of a condition may be large.
    pub(crate) fn ask(query: Query) -> Self {
        let (sender, answer) = channel();
        // The search may have ended already.
        thread::spawn(move || drop(sender.send(judge(&query))));
        Self(answer)
    }

    /// Returns an error if no position meets the condition, after waiting at most this long for the answer.
    pub(crate) fn check(&self, patience: Duration) -> anyhow::Result<()> {
        match self.0.recv_timeout(patience) {
            Ok(Some(reason)) => bail!("no position meets this condition: {reason}"),
            _ => Ok(()),
        }
    }
}

fn judge(query: &Query) -> Option<String> {
    let pawns = legal();
    let met = evaluate::met(&query.condition, query, pawns)?;
    is_empty(met).then(|| reason(query, pawns))
}

/// Tests if the set is empty for all pawns.
fn is_empty(set: Symbolic) -> bool {
    set == Symbolic::splat(Bitboard::EMPTY)
}

/// Returns all possible pawns: none on rank 1 or 8, and at most one per square.
fn legal() -> Any<Symbolic> {
    let [white, black] = input();
    let inner = Symbolic::splat(Bitboard::from_bits(0x00ff_ffff_ffff_ff00));
    Any::new(white & inner, black & inner & !white)
}

/// Returns the reason why no position meets the condition: its smallest contradictory parts.
fn reason(query: &Query, pawns: Any<Symbolic>) -> String {
    let Condition::Any(expression) = &query.condition else {
        return "its parts contradict one another".to_owned();
    };
    let mut parts = Vec::new();
    factors(expression, &mut parts);
    let with_set = |part| match evaluate::value(part, query, pawns)? {
        Operand::Set(set) => Some((part, set)),
        _ => None,
    };
    let sets: Vec<(&Expr, Symbolic)> = parts.into_iter().filter_map(with_set).collect();
    if let Some((part, _)) = sets.iter().find(|(_, set)| is_empty(*set)) {
        return format!("`{}` is always empty", query.text(part));
    }
    for (place, &(second, set)) in sets.iter().enumerate() {
        if let Some((first, _)) = sets[..place].iter().find(|(_, first)| is_empty(*first & set)) {
            return format!("`{}` and `{}` never share a square", query.text(first), query.text(second));
        }
    }
    format!("`{}` is always empty", query.text(expression))
}

/// Returns the sets that `&` combines.
fn factors<'a>(expression: &'a Expr, parts: &mut Vec<&'a Expr>) {
    match expression {
        Expr::Binary(Operator::And, left, right) => {
            factors(left, parts);
            factors(right, parts);
        }
        other => parts.push(other),
    }
}
