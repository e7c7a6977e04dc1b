//! The advice for an engine in words: what a backend is worth, the line for its Cargo.toml, and
//! what it rests on.

use pairbench::Mode;
use pairbench::report::{self, Interval, Report, Row, Verdict};
use pairbench::session::Bound;
use pawnfill::{Backend as _, KoggeStone};

use super::POSITIONS_NOTE;
use super::rule::{self, Advice, ENGINE, Use};

const DEFAULT: &str = KoggeStone::NAME;

/// Returns the line of Cargo.toml that gives an engine this backend, until there is a release. It
/// is indented, so that a narrow terminal does not break it.
pub(super) fn manifest(backend: &str) -> String {
    let features = if backend == DEFAULT {
        String::new()
    } else {
        format!(", features = [\"{backend}\"]")
    };
    format!("  pawnfill = {{ path = \"../pawnfill/pawnfill\"{features} }}")
}

/// Returns a total in words, like those of a row.
fn words(total: Interval, mode: Mode) -> String {
    let Bound {
        noise, tolerance, ..
    } = Bound::new(mode);
    if total.is_within(tolerance.ln_1p()) {
        "same".to_owned()
    } else if total.lo > noise.ln_1p() || total.hi < -noise.ln_1p() {
        report::words(total.point.exp())
    } else {
        "?".to_owned()
    }
}

/// Returns a line with the totals of a use in all measured modes.
fn totals(of: &Use<'_>, backend: &str) -> String {
    let modes = Mode::ALL.into_iter().filter(|mode| of.has(*mode));
    let words = modes.map(|mode| {
        let mut rows = of
            .rows
            .iter()
            .filter(|row| row.candidate == backend && row.mode == mode);
        // A cold row may be the same by its nanoseconds, which a total does not have.
        let same = rows.all(|row| matches!(row.verdict, Verdict::Same | Verdict::Identical));
        let words = if same {
            "same".to_owned()
        } else {
            words(of.total(backend, mode), mode)
        };
        format!("{} {words}", mode.title())
    });
    format!(
        "* {}, {backend}: {}",
        of.name,
        words.collect::<Vec<_>>().join("; ")
    )
}

/// Returns what the whole search of the example engine says about all backends.
fn search(rows: &[Row]) -> Option<String> {
    let rows: Vec<_> = rows.iter().filter(|row| row.group == ENGINE).collect();
    let words: Vec<_> = rows
        .iter()
        .map(|row| format!("{} {}", row.candidate, row.words()))
        .collect();
    let all = match rows.iter().all(|row| row.words() == "same") {
        true => ", all backends are the same".to_owned(),
        false => format!(": {}", words.join(", ")),
    };
    (!rows.is_empty()).then(|| format!("For the whole search of the example engine{all}."))
}

/// Returns a table of uses and backends: what decides, each cell with its ratio.
fn table(uses: &[Use<'_>], backends: &[&str]) -> Vec<String> {
    let corner = "mean of all modes";
    let names = uses.iter().map(|of| of.name.len());
    let [first, other] = [names.fold(corner.len(), usize::max), "faster 0.00".len()];
    let mut titles = format!("  {corner:first$}");
    titles.extend(backends.iter().map(|backend| format!("  {backend:other$}")));
    let line = |of: &Use<'_>| {
        let cells = backends.iter().map(|backend| cell(backend, of, other));
        format!("  {:first$}{}", of.name, cells.collect::<String>())
    };
    let caption = format!("Without a measurement, use the default, {DEFAULT}. With its time as 1:");
    [caption, titles]
        .into_iter()
        .chain(uses.iter().map(line))
        .collect()
}

/// Returns a cell of the table, this wide.
fn cell(backend: &str, of: &Use<'_>, width: usize) -> String {
    let (verdict, ratio) = rule::verdict(backend, of);
    let word = match verdict {
        Verdict::Faster => "faster",
        Verdict::Slower => "slower",
        Verdict::Same => "same",
        _ => "?",
    };
    let text = ratio.map_or_else(|| word.to_owned(), |ratio| format!("{word} {ratio:.2}"));
    format!("  {}", report::colored(&format!("{text:width$}"), verdict))
}

/// Returns the sentence before the line of Cargo.toml, or in place of it.
fn decision(advice: &Advice<'_>) -> String {
    match advice {
        Advice::Decided { best, equal } if !equal.is_empty() => {
            let equal = equal.join(" and ");
            format!("{best} and {equal} are equally good. Write the safe line in Cargo.toml:")
        }
        Advice::Decided { best: DEFAULT, .. } => {
            "No other backend is better. Write in Cargo.toml:".to_owned()
        }
        Advice::Decided { .. } => "Write in Cargo.toml:".to_owned(),
        Advice::Undecided(open) => format!(
            "It is open which is best: {}. Allow more --time, or wait until the machine is less busy.",
            open.join(" or ")
        ),
    }
}

/// Returns the single operation in hot code that a backend slows down most.
fn worst(backend: &str, uses: &[Use<'_>], rows: &[Row]) -> Option<String> {
    let ratio = |row: &&Row| row.ratio.map_or(0.0, |ratio| ratio.point);
    let worst = rule::hot(backend, uses, rows).max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
    let (name, mode) = (&worst.comparison, worst.mode.title());
    Some(format!(
        "* at worst, {backend}: {name} {} ({mode})",
        report::words(worst.ratio?.point)
    ))
}

/// Returns the times of the default, which show whether the machine is the same as
/// in another session.
fn times(uses: &[Use<'_>]) -> Option<String> {
    let first = |of: &Use<'_>| {
        let row = of.rows.iter().find(|row| row.mode == Mode::Throughput)?;
        Some(format!("{:.1} ns for {}", row.times?[0], row.comparison))
    };
    let times: Vec<_> = uses.iter().filter_map(first).collect();
    let compare = "If these differ much between sessions, another program uses the same physical core, and ratios differ, too.";
    (!times.is_empty()).then(|| {
        format!(
            "Throughput of {DEFAULT} in this session: {}. {compare}",
            times.join(", ")
        )
    })
}

/// Returns the advice: what a backend is worth, what to write, what it rests on, and when another
/// one is better.
pub(super) fn lines(report: &Report) -> Vec<String> {
    let mut lines = answer(report);
    let has_advice = !lines.is_empty();
    if !has_advice {
        lines = report.answer();
    }
    let positions = report.notes.iter().find(|(name, _)| name == POSITIONS_NOTE);
    lines.extend(positions.map(|(_, used)| format!("Measured with {used}.")));
    if has_advice && report.facts.rustflags.is_empty() {
        lines.push(
            "For an engine with compiler flags, measure with them:\n\
             \x20 RUSTFLAGS=\"-C target-cpu=native\" cargo xtask bench-compare"
                .to_owned(),
        );
    }
    lines
}

fn answer(report: &Report) -> Vec<String> {
    let (rows, uses) = (&report.rows, Use::all(&report.rows));
    if uses.is_empty() || rows.iter().any(|row| row.baseline != DEFAULT) {
        return Vec::new();
    }
    let backends = report.candidates();
    let mut lines = Vec::new();
    let all_modes = uses
        .iter()
        .all(|of| Mode::ALL.iter().all(|mode| of.has(*mode)));
    let advise = |uses: &[Use<'_>]| all_modes.then(|| rule::advise(DEFAULT, &backends, uses, rows));
    let choice = advise(&uses);
    match &choice {
        None => lines.push("No advice, because it needs all modes.".to_owned()),
        Some(advice) => {
            lines.extend(table(&uses, &backends));
            lines.push(decision(advice));
            lines.extend(advice.backend().map(manifest));
        }
    }
    lines.extend(search(rows));
    lines.push(format!(
        "All operations of a group together, compared with {DEFAULT}:"
    ));
    lines.extend(
        uses.iter()
            .flat_map(|of| backends.iter().map(|backend| totals(of, backend))),
    );
    lines.extend(
        backends
            .iter()
            .filter_map(|backend| worst(backend, &uses, rows)),
    );
    lines.extend(times(&uses));
    let best = choice.and_then(|advice| advice.backend());
    for of in &uses {
        let own = advise(std::slice::from_ref(of)).and_then(|advice| advice.backend());
        lines.extend(
            own.filter(|_| own != best)
                .map(|own| format!("If you only need {}:\n{}", of.name, manifest(own))),
        );
        let is_slow = |best: &&str| {
            of.total(best, Mode::Evicted).lo > Bound::new(Mode::Evicted).noise.ln_1p()
        };
        lines.extend(
            best.filter(|best| *best != DEFAULT)
                .filter(is_slow)
                .map(|_| {
                    format!(
                        "If tables are rarely in the cache, {DEFAULT} is better for {}.",
                        of.name
                    )
                }),
        );
    }
    lines
}

#[cfg(test)]
mod tests;
