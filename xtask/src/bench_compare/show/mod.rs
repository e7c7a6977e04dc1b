//! The report in the forms that people and programs read. All of them are drawn from the [`Report`] alone.

mod advice;
mod csv;
mod html;
mod markdown;
mod plot;
mod terminal;

use pawnfill_benches::protocol::{Kind, Mode};

use super::report::{Cell, LEAST_NET, Report, Verdict};
use super::stats::median;

/// The form in which the report goes to standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// A table for the terminal
    Table,
    /// A table for forums and pull requests
    Markdown,
    /// Every cell, controls too, with all digits
    Csv,
    /// Everything, every sample too
    Json,
    /// A page with plots, in one file
    Html,
}

/// The report in a form.
pub(super) fn show(report: &Report, format: Format) -> anyhow::Result<String> {
    Ok(match format {
        Format::Table => terminal::show(report),
        Format::Markdown => markdown::show(report),
        Format::Csv => csv::show(report),
        Format::Json => serde_json::to_string(report)? + "\n",
        Format::Html => html::show(report),
    })
}

/// The comparisons of the two backends, without the controls.
fn comparisons(report: &Report) -> impl Iterator<Item = &Cell> {
    report.cells.iter().filter(|cell| cell.kind == Kind::Backends)
}

/// So many of something.
fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// The headings of the table.
fn header(report: &Report) -> Vec<String> {
    let [a, b] = &report.config.backends;
    let mut header = vec![
        "operation".to_owned(),
        "mode".to_owned(),
        format!("{a} ns"),
        format!("{b} ns"),
        format!("{b} / {a}"),
        "99 % interval".to_owned(),
        "Δ ns".to_owned(),
        "verdict".to_owned(),
    ];
    if counted(report) {
        header.extend([a, b].map(|backend| format!("{backend} instr.")));
    }
    header
}

/// The column of the verdict.
const VERDICT: usize = 7;

/// Does a column hold numbers? The first two and the verdict are words.
fn is_number(column: usize) -> bool {
    !matches!(column, 0 | 1 | VERDICT)
}

/// Were instructions counted?
fn counted(report: &Report) -> bool {
    report.cells.iter().any(|cell| cell.instructions.is_some())
}

/// A line of the table for each comparison.
fn rows(report: &Report) -> impl Iterator<Item = Vec<String>> {
    let counted = counted(report);
    comparisons(report).map(move |cell| {
        let cold = cell.mode.is_cold();
        let [a, b] = cell.shown();
        let digits = if cold || a.max(b) >= 100.0 { 1 } else { 2 };
        let [a, b] = [a, b].map(|ns| time(cell, ns, digits));
        let hot = |text: String| if cold { String::new() } else { text };
        let mut row = vec![
            cell.op.clone(),
            cell.mode.name().to_owned(),
            a,
            b,
            hot(format!("{:.2}", cell.ratio.point)),
            hot(format!("{:.3} … {:.3}", cell.ratio.lo, cell.ratio.hi)),
            format!("{:+.digits$}", cell.delta_ns.point),
            verdict(cell, &report.config.backends),
        ];
        if counted {
            let shown = |count: f64| format!("{count:.1}");
            row.extend(cell.instructions.map_or_else(Default::default, |counts| counts.map(shown)));
        }
        row
    })
}

/// A time of a cell, with so many digits.
fn time(cell: &Cell, ns: f64, digits: usize) -> String {
    if cell.unresolved(ns) { format!("<{LEAST_NET}") } else { format!("{ns:.digits$}") }
}

/// The verdict with how much, or why not.
fn verdict(cell: &Cell, backends: &[String; 2]) -> String {
    let word = cell.verdict.word(backends);
    let times = |ratio: f64| match cell.more() {
        Some(ns) => format!("{word}, +{ns:.0} ns"),
        None if ratio < 1.05 => format!("{word} {:.0} %", 100.0 * (ratio - 1.0)),
        None => format!("{word} {ratio:.1}x"),
    };
    match cell.verdict {
        Verdict::A => times(cell.ratio.point),
        Verdict::B => times(1.0 / cell.ratio.point),
        Verdict::Tie => format!("tie within {:.0} %", 100.0 * cell.margin),
        Verdict::Unclear => "unclear".to_owned(),
        Verdict::Disturbed | Verdict::Untrusted => format!("{word}: {}", cell.reason),
    }
}

/// Where the report was made, line by line.
fn facts(report: &Report) -> [(&'static str, String); 9] {
    let (env, corpus, config) = (&report.env, &report.corpus, &report.config);
    let or_none = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
    [
        ("CPU", format!("{}, {} KiB L1d, {} KiB L2", env.cpu, env.caches.l1d >> 10, env.caches.l2 >> 10)),
        ("system", format!("{}, load {}", env.os, env.load_before)),
        ("compiler", format!("{}, {}", env.rustc, env.target)),
        (
            "flags",
            format!("{}; target-cpu {}; profile {}", or_none(&env.rustflags), env.target_cpu, env.profile),
        ),
        ("CPU features", env.target_features.join(" ")),
        ("commit", env.git.clone()),
        (
            "positions",
            format!(
                "{}: {}, {}, digest {}",
                corpus.source,
                corpus.counts.positions,
                count(corpus.counts.distinct, "different pawn structure"),
                corpus.digest
            ),
        ),
        (
            "measured",
            format!(
                "{} of {}, {:.0} s, seed {}",
                if config.processes == 1 {
                    "1 process".to_owned()
                } else {
                    format!("{} processes", config.processes)
                },
                count(config.samples, "sample"),
                report.duration_s,
                config.seed
            ),
        ),
        (
            "barrier",
            if corpus.counts.barrier {
                "registers".to_owned()
            } else {
                "memory: all times are too long".to_owned()
            },
        ),
    ]
}

/// What the controls say.
fn self_check(report: &Report) -> String {
    let check = &report.selfcheck;
    format!(
        "{}, {} declared different, worst {:.1} % thr, {:.1} % lat: {}; {:.0} % of the samples kept",
        count(check.cells, "control"),
        check.failed,
        100.0 * check.worst_thr,
        100.0 * check.worst_lat,
        if check.pass { "PASS" } else { "FAIL" },
        100.0 * check.kept_fraction,
    )
}

/// What has to be known to read the figures.
fn notes(report: &Report) -> Vec<String> {
    let mut notes = vec![
        format!("ns per operation. {}", floors(report)),
        "Hot rows (thr, lat) are the best case for tables; coldL1 (tables in the second cache) and coldL2 (tables \
         evicted from it) the worst: an engine is in between."
            .to_owned(),
    ];
    if report.corpus.counts.distinct < 4096 {
        notes.push(format!(
            "Only {}: predictors learn what they see again, and code with branches looks up to twice as fast as it \
             is.",
            count(report.corpus.counts.distinct, "different pawn structure")
        ));
    }
    if let Some(mix) = &report.mix {
        for (mode, delta) in &mix.delta_ns {
            let [a, b] = &report.config.backends;
            notes.push(format!(
                "mix, {}: {b} takes {:+.2} ns per evaluation against {a} ({:+.2} … {:+.2})",
                mode.name(),
                delta.point,
                delta.lo,
                delta.hi
            ));
        }
    }
    if counted(report) {
        notes.push(
            "Instructions are per operation in thr, less those of the same loop without an operation. They are the \
             same in every run, and tell little about time."
                .to_owned(),
        );
    }
    let undecided: Vec<_> = comparisons(report)
        .filter(|cell| matches!(cell.verdict, Verdict::Unclear | Verdict::Disturbed | Verdict::Untrusted))
        .map(|cell| format!("{} {}", cell.op, cell.mode.name()))
        .collect();
    if !undecided.is_empty() {
        notes.push(format!("not decided: {}", undecided.join(", ")));
    }
    notes
}

/// What the loop itself takes, and in which times it is.
fn floors(report: &Report) -> String {
    let floor = |mode: &Mode| {
        // A whole program has no loop around it.
        let floors = comparisons(report).filter(|cell| cell.mode == *mode && cell.ns.floor > 0.0);
        Some(format!("{:.2} ns in {}", median(floors.map(|cell| cell.ns.floor))?, mode.name()))
    };
    let of = |cold: bool| -> Vec<String> {
        report.config.modes.iter().filter(|mode| mode.is_cold() == cold).filter_map(floor).collect()
    };
    let [hot, cold] = [of(false), of(true)].map(|parts| parts.join(" and "));
    let mut text = String::new();
    if !hot.is_empty() {
        text += &format!("Hot times, and the ratios of them, hold the loop, which itself takes {hot}.");
    }
    if !cold.is_empty() {
        let space = if hot.is_empty() { "" } else { " " };
        text += &format!("{space}Cold times are without it, {cold}.");
    }
    text
}

/// Are the operations of this mode done with everything in the first cache?
fn is_hot(mode: Mode) -> bool {
    !mode.is_cold()
}
