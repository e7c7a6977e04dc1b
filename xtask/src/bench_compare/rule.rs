//! The rule that chooses a backend, which the method of pairbench states in a paragraph.
//!
//! All values are logarithms of a backend's time divided by the default's.

use std::cmp::Ordering;

use pairbench::Mode;
use pairbench::report::{Interval, Row, Verdict};

/// The uses of an engine, which count alike: a name, and the group of operations
/// that represents it.
const USES: [(&str, &str); 3] = [
    ("whole positions", "whole positions"),
    ("questions about single pawns", "pawn by pawn"),
    ("pairs as inputs of a network", "pawn pairs"),
];
/// The group of the example engine, whose whole search counts as one operation.
pub(super) const ENGINE: &str = "engine";

/// No operation may take longer by this factor in hot code.
const HARM: f64 = 1.15;
/// A backend other than the default must save this factor.
const SAVING: f64 = 1.02;
/// Backends are equal within this factor.
const EQUAL: f64 = 1.05;

/// Returns how much a mode counts: evicted tables are rare, and measured least exactly.
fn weight(mode: Mode) -> f64 {
    if mode == Mode::Evicted { 1.0 } else { 2.0 }
}

const SAME: Interval = Interval {
    lo: 0.0,
    point: 0.0,
    hi: 0.0,
};
const UNKNOWN: Interval = Interval {
    lo: f64::NEG_INFINITY,
    point: 0.0,
    hi: f64::INFINITY,
};
/// Cold times are differences, so noise can make them negative.
const LEAST: f64 = 0.05;

/// The answer of the rule.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Advice<'n> {
    /// The best backend, and others that are equally good and less safe.
    Decided { best: &'n str, equal: Vec<&'n str> },
    /// Each of these may be the best.
    Undecided(Vec<&'n str>),
}

impl<'n> Advice<'n> {
    pub(super) fn backend(&self) -> Option<&'n str> {
        match self {
            Self::Decided { best, .. } => Some(best),
            Self::Undecided(_) => None,
        }
    }
}

/// What the rule knows about a backend.
#[derive(Clone, Copy, Debug)]
struct Standing<'n> {
    backend: &'n str,
    is_default: bool,
    /// The mean over uses and modes, and for others than the default what they must save.
    cost: Interval,
    /// The largest value of an operation in hot code.
    harm: Interval,
}

impl<'n> Standing<'n> {
    fn default(backend: &'n str) -> Self {
        Self {
            backend,
            is_default: true,
            cost: SAME,
            harm: SAME,
        }
    }

    fn new(backend: &'n str, uses: &[Use<'_>], rows: &[Row]) -> Self {
        let cost = cost(backend, uses).map(|log| log + SAVING.ln());
        let harm = hot(backend, uses, rows).map(log).reduce(worst);
        Self {
            backend,
            is_default: false,
            cost,
            harm: harm.unwrap_or(UNKNOWN),
        }
    }

    fn is_harmless(&self) -> bool {
        self.harm.hi <= HARM.ln()
    }

    /// Returns `true` if this one is better at the ends of both intervals.
    fn beats(&self, other: &Self) -> bool {
        self.is_harmless() && self.cost.hi < other.cost.lo
    }

    /// Returns `true` if this one is not worse at the ends of both intervals.
    fn equals(&self, other: &Self) -> bool {
        self.backend == other.backend || self.cost.hi - other.cost.lo <= EQUAL.ln()
    }

    /// Compares how safe backends are: first the smallest worst loss, then the default, then the
    /// lowest cost.
    fn by_safety(&self, other: &Self) -> Ordering {
        let losses = self.loss().total_cmp(&other.loss());
        losses
            .then(other.is_default.cmp(&self.is_default))
            .then(self.cost.point.total_cmp(&other.cost.point))
    }

    fn loss(&self) -> f64 {
        self.harm.point.max(0.0)
    }
}

/// Returns the mean over uses and modes.
fn cost(backend: &str, uses: &[Use<'_>]) -> Interval {
    let mut totals = Vec::new();
    for of in uses {
        totals.extend(Mode::ALL.map(|mode| (weight(mode), of.total(backend, mode))));
    }
    mean(totals)
}

/// Returns what the rule sees in a backend for one use, and its ratio unless nothing is known.
pub(super) fn verdict(backend: &str, of: &Use<'_>) -> (Verdict, Option<f64>) {
    let cost = cost(backend, std::slice::from_ref(of));
    let verdict = if cost.hi < -SAVING.ln() {
        Verdict::Faster
    } else if cost.lo > SAVING.ln() {
        Verdict::Slower
    } else if cost.is_within(EQUAL.ln()) {
        Verdict::Same
    } else {
        Verdict::Undecided
    };
    let is_known = cost.lo.is_finite() && cost.hi.is_finite();
    (verdict, is_known.then(|| cost.point.exp()))
}

/// Returns the advice for these uses.
pub(super) fn advise<'n>(
    default: &'n str,
    backends: &[&'n str],
    uses: &[Use<'_>],
    rows: &[Row],
) -> Advice<'n> {
    let default = Standing::default(default);
    let mut all = vec![default];
    for backend in backends {
        all.push(Standing::new(backend, uses, rows));
    }
    let mut left = all.clone();
    left.retain(|one| one.harm.lo <= HARM.ln() && !all.iter().any(|other| other.beats(one)));
    left.sort_by(Standing::by_safety);
    for best in &left {
        // Another backend must be better than the default, and none may be better than it.
        let is_good = best.is_default || best.beats(&default);
        if is_good && left.iter().all(|other| best.equals(other)) {
            let equal = left.iter().filter(|other| other.backend != best.backend);
            return Advice::Decided {
                best: best.backend,
                equal: names(equal.filter(|other| other.equals(best))),
            };
        }
    }
    Advice::Undecided(names(&left))
}

fn names<'n: 's, 's>(standings: impl IntoIterator<Item = &'s Standing<'n>>) -> Vec<&'n str> {
    standings.into_iter().map(|one| one.backend).collect()
}

/// Returns the operations of these uses and the whole search, in hot code with a backend.
pub(super) fn hot<'r>(
    backend: &str,
    uses: &[Use<'r>],
    rows: &'r [Row],
) -> impl Iterator<Item = &'r Row> {
    let mut hot: Vec<&Row> = Vec::new();
    for of in uses {
        hot.extend(&of.rows);
    }
    hot.extend(rows.iter().filter(|row| row.group == ENGINE));
    hot.retain(|row| row.candidate == backend && !row.mode.is_cold());
    hot.into_iter()
}

fn worst(a: Interval, b: Interval) -> Interval {
    Interval {
        lo: a.lo.max(b.lo),
        point: a.point.max(b.point),
        hi: a.hi.max(b.hi),
    }
}

/// Returns the value of a row in hot code.
fn log(row: &Row) -> Interval {
    known(row, row.ratio.map(|ratio| ratio.map(f64::ln)))
}

/// Returns a logarithm or a difference of a row, as far as it is certain.
fn known(row: &Row, value: Option<Interval>) -> Interval {
    match (row.verdict, value) {
        (Verdict::Identical, _) => SAME,
        (Verdict::Untrusted, _) | (_, None) => UNKNOWN,
        (_, Some(value)) => value,
    }
}

/// Returns the weighted mean of independent values: the squares of their errors add up.
fn mean(values: impl IntoIterator<Item = (f64, Interval)>) -> Interval {
    let [mut weights, mut point, mut below, mut above] = [0.0_f64; 4];
    for (weight, value) in values {
        weights += weight;
        point += weight * value.point;
        below += (weight * (value.point - value.lo)).powi(2);
        above += (weight * (value.hi - value.point)).powi(2);
    }
    Interval {
        point,
        lo: point - below.sqrt(),
        hi: point + above.sqrt(),
    }
    .map(|sum| sum / weights)
}

/// The rows of one use.
pub(super) struct Use<'r> {
    /// Its name, or that of its only operation.
    pub(super) name: &'r str,
    pub(super) rows: Vec<&'r Row>,
}

impl<'r> Use<'r> {
    /// Returns the uses of which operations were measured.
    pub(super) fn all(rows: &'r [Row]) -> Vec<Self> {
        let mut uses = Vec::new();
        for (name, group) in USES {
            let mut rows: Vec<_> = rows.iter().collect();
            rows.retain(|row| row.group == group);
            let Some(first) = rows.first() else {
                continue;
            };
            let only = &first.comparison;
            let is_only = rows.iter().all(|row| row.comparison == *only);
            uses.push(Self {
                name: if is_only { only } else { name },
                rows,
            });
        }
        uses
    }

    /// Returns `true` if it was measured in this mode.
    pub(super) fn has(&self, mode: Mode) -> bool {
        self.rows.iter().any(|row| row.mode == mode)
    }

    /// Returns the total of its operations: the mean in hot code, so that long operations do not
    /// hide short ones, and of the sums of the times in cold code, where tables are loaded once.
    pub(super) fn total(&self, backend: &str, mode: Mode) -> Interval {
        let rows: Vec<_> = self.of_backend(backend, mode).collect();
        if !mode.is_cold() {
            return mean(rows.iter().map(|row| (1.0, log(row))));
        }
        let mut time = 0.0;
        for row in &rows {
            time += row.times.map_or(0.0, |[default, _]| default);
        }
        let mean = mean(rows.iter().map(|row| (1.0, known(row, row.delta_ns))));
        let share = rows.len() as f64 / time.max(1.0);
        mean.map(|mean| (1.0 + mean * share).max(LEAST).ln())
    }

    /// Returns its rows of a backend in a mode.
    pub(super) fn of_backend(&self, backend: &str, mode: Mode) -> impl Iterator<Item = &'r Row> {
        let rows = self.rows.iter().copied();
        rows.filter(move |row| row.candidate == backend && row.mode == mode)
    }
}

#[cfg(test)]
pub(super) mod tests;
