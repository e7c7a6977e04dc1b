//! What the verdicts mean for an engine that depends on the crate.

use super::{comparisons, count, is_hot};
use crate::bench_compare::report::{Cell, Report, Verdict};

/// What an engine may want, and the groups of rows that stand for it.
const USES: [(&str, &[&str]); 4] = [
    ("Sets of a whole position", &["sets", "patterns", "whole positions"]),
    ("Questions about single squares and pawns", &["squares", "pawn by pawn"]),
    ("The example engine as a whole", &["engine"]),
    ("Many positions at once", &["batch"]),
];

/// How a dependent engine gets a backend.
fn how(backend: &str) -> &'static str {
    match backend {
        "kogge-stone" => "`pawnfill = \"0.1\"`",
        "lookup" => "`pawnfill = { version = \"0.1\", features = [\"lookup\"] }`",
        "hybrid" => {
            "`pawnfill = { version = \"0.1\", features = [\"lookup\"] }` and `Pawns::with_backend::<Hybrid>()`"
        }
        "batch" => "`pawnfill = { version = \"0.1\", features = [\"batch\"] }`",
        _ => "nothing: it is a baseline",
    }
}

/// Paragraphs, none if nothing can be trusted.
pub(super) fn lines(report: &Report) -> Vec<String> {
    if !report.selfcheck.pass {
        return vec![
            "The self-check failed, so there is no advice. Run again on a quieter machine.".to_owned(),
        ];
    }
    let mut lines: Vec<_> = USES.iter().filter_map(|(use_, groups)| advise(report, use_, groups)).collect();
    lines.push(
        "Nanoseconds per operation are not nodes per second: an evaluation does much else, and what is saved here \
         is a small part of it. Weigh the rows by your own numbers of calls with --mix."
            .to_owned(),
    );
    lines.push(
        "The compiler's flags decide as much as the backend. Run again with those of your engine, for example \
         RUSTFLAGS=\"-C target-cpu=native\" cargo xtask bench-compare."
            .to_owned(),
    );
    lines
}

/// What one use should choose.
fn advise(report: &Report, use_: &str, groups: &[&str]) -> Option<String> {
    let [a, b] = &report.config.backends;
    let number = |hot: bool, verdict: Verdict| {
        let counted = |cell: &&Cell| {
            is_hot(cell.mode) == hot && cell.verdict == verdict && groups.contains(&cell.group.as_str())
        };
        comparisons(report).filter(counted).count()
    };
    let part = |hot: bool| {
        let [first, second, ties] =
            [Verdict::A, Verdict::B, Verdict::Tie].map(|verdict| number(hot, verdict));
        (first, second, ties)
    };
    let (hot, cold) = (part(true), part(false));
    let decided = |(first, second, ties): (usize, usize, usize)| first + second + ties;
    if decided(hot) + decided(cold) == 0 {
        return None;
    }
    let mut text = format!("{use_}:");
    for (name, (first, second, ties)) in
        [("with everything in the first cache", hot), ("with cold tables", cold)]
    {
        if decided((first, second, ties)) > 0 {
            let rows = count(first, "row");
            let ties = if ties == 1 { "1 is a tie".to_owned() } else { format!("{ties} are ties") };
            text += &format!(" {name}, {a} is faster in {rows}, {b} in {second}, {ties};");
        }
    }
    text.pop();
    text += ". ";
    let wins = |(first, second, _): (usize, usize, usize)| match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(a),
        std::cmp::Ordering::Less => Some(b),
        std::cmp::Ordering::Equal => None,
    };
    text += &match (wins(hot), wins(cold)) {
        (Some(hot), Some(cold)) if hot != cold => format!(
            "It depends: {hot} ({}) if these calls are frequent enough to keep the tables in the first cache, {cold} \
             ({}) if not.",
            how(hot),
            how(cold)
        ),
        (Some(winner), _) | (None, Some(winner)) => format!("Write {}.", how(winner)),
        (None, None) => format!("Neither is ahead; write what is simpler, {}.", how(a)),
    };
    Some(text)
}
