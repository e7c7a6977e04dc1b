//! The advice for an engine in words: what a backend is worth, the line for its Cargo.toml, and
//! what it rests on.

use pairbench::Mode;
use pairbench::report::{self, Interval, Report, Row, Verdict};
use pairbench::session::Bound;
use pawnfill::{Backend as _, KoggeStone};

use super::POSITIONS_NOTE;
use super::rule::{self, Advice, ENGINE, Use};

const DEFAULT: &str = KoggeStone::NAME;
pub(super) const MORE_TIME: &str = "Allow more --time, or wait until the machine is less busy.";
/// Why the times of the default are shown.
const SAME_MACHINE: &str = "If these differ much between sessions, another program uses the same \
    physical core, and ratios differ, too.";

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
    let mut all = Vec::new();
    for mode in Mode::ALL {
        let mut rows = of.of_backend(backend, mode).peekable();
        if rows.peek().is_none() {
            continue;
        }
        // A cold row may be the same by its nanoseconds, which a total does not have.
        let words = match rows.all(is_same) {
            true => "same".to_owned(),
            false => words(of.total(backend, mode), mode),
        };
        all.push(format!("{} {words}", mode.title()));
    }
    format!("* {}, {backend}: {}", of.name, all.join("; "))
}

fn is_same(row: &Row) -> bool {
    matches!(row.verdict, Verdict::Same | Verdict::Identical)
}

/// Returns what the whole search of the example engine says about all backends.
fn search(rows: &[Row]) -> Option<String> {
    let mut rows: Vec<_> = rows.iter().collect();
    rows.retain(|row| row.group == ENGINE);
    let mut all = Vec::new();
    for row in &rows {
        all.push(format!("{} {}", row.candidate, row.words()));
    }
    let all = match all.iter().all(|words| words.ends_with(" same")) {
        true => ", all backends are the same".to_owned(),
        false => format!(": {}", all.join(", ")),
    };
    (!rows.is_empty()).then(|| format!("For the whole search of the example engine{all}."))
}

/// Returns a table of uses and backends: what decides, each cell with its ratio.
fn table(uses: &[Use<'_>], backends: &[&str]) -> Vec<String> {
    let corner = "mean of all modes";
    let names = uses.iter().map(|of| of.name.len());
    let [first, other] = [names.fold(corner.len(), usize::max), "faster 0.00".len()];
    let mut titles = format!("  {corner:first$}");
    for backend in backends {
        titles += &format!("  {backend:other$}");
    }
    let caption = format!("Without a measurement, use the default, {DEFAULT}. With its time as 1:");
    let mut table = vec![caption, titles];
    for of in uses {
        let mut line = format!("  {:first$}", of.name);
        for backend in backends {
            line += &cell(backend, of, other);
        }
        table.push(line);
    }
    table
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
    let text = match ratio {
        Some(ratio) => format!("{word} {ratio:.2}"),
        None => word.to_owned(),
    };
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
            "It is open which is best: {}. {MORE_TIME}",
            open.join(" or ")
        ),
    }
}

/// Returns the single operation in hot code that a backend slows down most.
fn worst(backend: &str, uses: &[Use<'_>], rows: &[Row]) -> Option<String> {
    let mut worst = (0.0, None);
    for row in rule::hot(backend, uses, rows) {
        let ratio = row.ratio.map_or(0.0, |ratio| ratio.point);
        if ratio >= worst.0 {
            worst = (ratio, Some(row));
        }
    }
    let row = worst.1?;
    let words = report::words(row.ratio?.point);
    let (name, mode) = (&row.comparison, row.mode.title());
    Some(format!("* at worst, {backend}: {name} {words} ({mode})"))
}

/// Returns the times of the default, which show whether the machine is the same as
/// in another session.
fn times(uses: &[Use<'_>]) -> Option<String> {
    let mut times = Vec::new();
    for of in uses {
        let row = of.rows.iter().find(|row| row.mode == Mode::Throughput);
        if let Some((row, [time, _])) = row.and_then(|row| Some((row, row.times?))) {
            times.push(format!("{time:.1} ns for {}", row.comparison));
        }
    }
    let all = times.join(", ");
    let text = format!("Throughput of {DEFAULT} in this session: {all}. {SAME_MACHINE}");
    (!times.is_empty()).then_some(text)
}

/// Returns the advice: what a backend is worth, what to write, what it rests on, and when another
/// one is better.
pub(super) fn lines(report: &Report) -> Vec<String> {
    let mut lines = answer(report);
    let has_advice = !lines.is_empty();
    if !has_advice {
        lines = report.answer();
    }
    for (name, used) in &report.notes {
        if name == POSITIONS_NOTE {
            lines.push(format!("Measured with {used}."));
        }
    }
    if has_advice && report.facts.rustflags.is_empty() {
        lines.push(
            "For an engine with compiler flags, measure with them:\n\
             \x20 RUSTFLAGS=\"-C target-cpu=native\" cargo xtask bench-compare"
                .to_owned(),
        );
    }
    lines
}

/// Returns the advice, in the order of what decides: the rule's answer, what it rests on, and for
/// each single use, when another answer is better.
fn answer(report: &Report) -> Vec<String> {
    let (rows, uses) = (&report.rows, Use::all(&report.rows));
    if uses.is_empty() || rows.iter().any(|row| row.baseline != DEFAULT) {
        return Vec::new();
    }
    let backends = report.candidates();
    // The rule needs every mode of every use.
    let has_all = uses
        .iter()
        .all(|of| Mode::ALL.iter().all(|mode| of.has(*mode)));
    let mut lines = Vec::new();
    let mut best = None;
    if has_all {
        let advice = rule::advise(DEFAULT, &backends, &uses, rows);
        lines.extend(table(&uses, &backends));
        lines.push(decision(&advice));
        best = advice.backend();
        lines.extend(best.map(manifest));
    } else {
        lines.push("No advice, because it needs all modes.".to_owned());
    }
    lines.extend(search(rows));
    lines.push(format!(
        "All operations of a group together, compared with {DEFAULT}:"
    ));
    for of in &uses {
        for backend in &backends {
            lines.push(totals(of, backend));
        }
    }
    for backend in &backends {
        lines.extend(worst(backend, &uses, rows));
    }
    lines.extend(times(&uses));
    for of in &uses {
        if has_all {
            let own = rule::advise(DEFAULT, &backends, std::slice::from_ref(of), rows).backend();
            let own = own.filter(|_| own != best).map(manifest);
            lines.extend(own.map(|own| format!("If you only need {}:\n{own}", of.name)));
        }
        if let Some(best) = best
            && best != DEFAULT
            && of.total(best, Mode::Evicted).lo > Bound::new(Mode::Evicted).noise.ln_1p()
        {
            let name = of.name;
            lines.push(format!(
                "If tables are rarely in the cache, {DEFAULT} is better for {name}."
            ));
        }
    }
    lines
}

#[cfg(test)]
mod tests;
