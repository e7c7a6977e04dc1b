//! The tables of results.

use std::fmt::Write as _;

use clap::ValueEnum as _;

use crate::tools::Tool;
use crate::{Answer, Outcome};

/// Returns the results of each tool as Markdown.
pub(crate) fn of(name: &str, outcomes: &[Outcome]) -> String {
    let mut text = format!(
        "{name}:\n\n| tool | identical: false verdicts | identical: *same* | slower by 2 %: found | by 5 %: found \
         | by 10 %: found | slower: *faster* | decided | seconds per comparison |\n|---|---|---|---|---|---|---|---|---|\n"
    );
    let tools: Vec<_> = Tool::value_variants()
        .iter()
        .map(|&tool| (tool, select(outcomes, |one| one.comparison.tool == tool)))
        .collect();
    for (tool, all) in tools.iter().filter(|(_, all)| !all.is_empty()) {
        let of = |start: &str| select(all.iter().copied(), |one| one.comparison.variant.starts_with(start));
        let share = |of: &[&Outcome], verdicts: &[Answer]| {
            format!("{} of {}", of.iter().filter(|one| verdicts.contains(&one.verdict)).count(), of.len())
        };
        let cells = [
            tool.name(),
            share(&of("same"), &[Answer::Slower, Answer::Faster]),
            share(&of("same"), &[Answer::Same]),
            share(&of("slow2"), &[Answer::Slower]),
            share(&of("slow5"), &[Answer::Slower]),
            share(&of("slow10"), &[Answer::Slower]),
            share(&of("slow"), &[Answer::Faster]),
            share(all, &[Answer::Slower, Answer::Faster, Answer::Same]),
            format!("{:.1}", all.iter().map(|one| one.seconds).sum::<f64>() / all.len() as f64),
        ];
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text += "\n| median ratio (worst) | same | slow2 | slow5 | slow10 |\n|---|---|---|---|---|\n";
    for (tool, all) in tools.iter().filter(|(_, all)| !all.is_empty()) {
        let _ = write!(text, "| {} |", tool.name());
        for (start, expected) in [("same", 1.0), ("slow2", 1.02), ("slow5", 1.05), ("slow10", 1.1)] {
            let of = select(all.iter().copied(), |one| one.comparison.variant.starts_with(start));
            let mut ratios: Vec<f64> = of.iter().filter_map(|one| one.ratio).collect();
            ratios.sort_by(f64::total_cmp);
            let off = |ratio: &&f64| (*ratio / expected).ln().abs();
            let worst = ratios.iter().max_by(|a, b| off(a).total_cmp(&off(b)));
            let (median, worst) = (ratios.get(ratios.len() / 2), worst);
            let _ = match (median, worst) {
                (Some(median), Some(worst)) => write!(text, " {median:.3} ({worst:.3}) |"),
                _ => write!(text, " |"),
            };
        }
        text.push('\n');
    }
    text.push('\n');
    text
}

fn select<'o>(
    outcomes: impl IntoIterator<Item = &'o Outcome>,
    keep: impl Fn(&Outcome) -> bool,
) -> Vec<&'o Outcome> {
    outcomes.into_iter().filter(|one| keep(one)).collect()
}
