//! Decides if any position can meet a condition, and if all do, by computing it for all pawns at once.

use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use pawnfill::{Bitboard, SquareSet};
use pawnfill_codegen::condition::Condition;
use pawnfill_symbolic::{Bit, Symbolic, input};
use pawnfill_tables::{Expr, Operator};

use super::Query;
use super::evaluate::{self, Any, Operand};

/// The result for a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No position meets it. The text is the message.
    Never(String),
    /// Every position meets it.
    Always,
    /// Some positions meet it, or the answer is unknown.
    Sometimes,
}

/// A computation that runs beside the search.
pub(crate) struct Possible {
    answer: Receiver<Verdict>,
    known: Verdict,
}

impl Possible {
    /// Starts the computation. It runs in its own thread, because the diagrams of a condition may be large.
    pub(crate) fn ask(query: Query) -> Self {
        let (sender, answer) = channel();
        // The search may have ended already.
        thread::spawn(move || drop(sender.send(judge(&query))));
        Self { answer, known: Verdict::Sometimes }
    }

    /// Returns the answer, after waiting for it at most this long.
    pub(crate) fn verdict(&mut self, patience: Duration) -> &Verdict {
        if let Ok(verdict) = self.answer.recv_timeout(patience) {
            self.known = verdict;
        }
        &self.known
    }
}

fn judge(query: &Query) -> Verdict {
    let pawns = legal();
    let met = evaluate::met(&query.condition, query, pawns);
    if met == Some(Bit::from(false)) {
        Verdict::Never(format!("no position meets this condition: {}", reason(query, pawns)))
    } else if met == Some(Bit::from(true)) {
        Verdict::Always
    } else {
        Verdict::Sometimes
    }
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
    let sets: Option<Vec<Symbolic>> = parts
        .iter()
        .map(|part| match evaluate::value(part, query, pawns)? {
            Operand::Set(set) | Operand::Files(set) => Some(set),
            _ => None,
        })
        .collect();
    let sets = sets.unwrap_or_default();
    let is_empty = |set: Symbolic| set.0.iter().all(|&bit| bit == Bit::from(false));
    if let Some(part) = (0..sets.len()).find(|&part| is_empty(sets[part])) {
        return format!("`{}` is always empty", query.text(parts[part]));
    }
    for (second, &set) in sets.iter().enumerate() {
        if let Some(first) = sets[..second].iter().position(|&first| is_empty(first & set)) {
            let [first, second] = [first, second].map(|part| query.text(parts[part]));
            return format!("`{first}` and `{second}` never share a square");
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
