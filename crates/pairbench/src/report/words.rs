//! Figures as text.

use super::{Interval, LEAST_NET, Report, Row, Summary, Verdict};
use crate::options::unique;

impl Row {
    /// Returns the result for the candidate in words: `1.13x as long`, `3.3x as fast`, `same`.
    #[must_use]
    pub fn words(&self) -> String {
        match (self.verdict, self.ratio.zip(self.delta_ns)) {
            (Verdict::Identical, _) => "same code".to_owned(),
            (Verdict::Undecided, _) | (_, None) => "?".to_owned(),
            (Verdict::Same, _) => "same".to_owned(),
            (Verdict::Untrusted, _) => "untrusted".to_owned(),
            (_, Some((ratio, _))) if !self.is_unresolved() => words(ratio.point),
            (Verdict::Faster, Some((_, delta))) => format!("{:.0} ns faster", delta.point.abs()),
            (Verdict::Slower, Some((_, delta))) => format!("{:.0} ns slower", delta.point.abs()),
        }
    }

    /// Returns the times of baseline and candidate. Their quotient is the ratio.
    pub(super) fn nanoseconds(&self) -> [String; 2] {
        let Some(times) = self.times else {
            return Default::default();
        };
        times.map(|time| match time < LEAST_NET && self.mode.is_cold() {
            true => "<1".to_owned(),
            false => format!("{time:.2}"),
        })
    }

    /// Returns the ratio and its interval, or nothing if it is unknown or means nothing.
    pub(super) fn interval(&self) -> String {
        match self.ratio {
            Some(ratio) if !self.is_unresolved() => ratio.text(3),
            _ => String::new(),
        }
    }

    /// Returns the result in words with all notes.
    pub(super) fn explained(&self) -> String {
        let words = match self.verdict {
            Verdict::Faster if !self.is_unresolved() => "faster".to_owned(),
            Verdict::Slower if !self.is_unresolved() => "slower".to_owned(),
            _ => self.words(),
        };
        if self.reason.is_empty() {
            words
        } else {
            format!("{words}: {}", self.reason)
        }
    }

    /// Returns `true` if a time is indistinguishable from zero, so that dividing by
    /// it means nothing.
    #[must_use]
    pub fn is_unresolved(&self) -> bool {
        let times = self.times.unwrap_or([f64::INFINITY; 2]);
        self.mode.is_cold() && times.iter().any(|time| *time < LEAST_NET)
    }
}

impl Interval {
    /// Returns the point, and the interval behind it, with this many digits.
    pub(crate) fn text(self, digits: usize) -> String {
        let Self { lo, point, hi } = self;
        format!("{point:.digits$} ({lo:.digits$} … {hi:.digits$})")
    }
}

/// Returns a ratio in words: `1.13x as long`, `3.3x as fast`.
#[must_use]
pub fn words(ratio: f64) -> String {
    if ratio < 1.0 {
        format!("{}x as fast", factor(1.0 / ratio))
    } else {
        format!("{}x as long", factor(ratio))
    }
}

/// Returns a factor with as many places as matter.
fn factor(factor: f64) -> String {
    match factor {
        _ if factor < 1.995 => format!("{factor:.2}"),
        _ if factor < 9.95 => format!("{factor:.1}"),
        _ => format!("{factor:.0}"),
    }
}

/// Returns a number with one decimal place if it rounds to less than ten, and without otherwise.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    if text.len() > "9.9".len() {
        format!("{number:.0}")
    } else {
        text
    }
}

impl Summary {
    /// Returns the first line of every report.
    #[must_use]
    pub fn line(&self) -> String {
        let Self {
            rows,
            decided,
            controls,
            ..
        } = self;
        let failed = self.failed_controls;
        let mut check = format!(
            "{decided} of {rows} rows decided; {failed} of {controls} controls declared different"
        );
        let open = rows - decided;
        if 10 * open > *rows {
            check += &format!(
                "; {open} rows stay open: allow more --time, or wait until the machine is less busy"
            );
        }
        if self.trusted {
            check
        } else {
            format!("nothing decided: {} ({check})", self.reason)
        }
    }
}

impl Report {
    /// Returns a line per candidate with the number of rows in which it is faster, slower
    /// and the same.
    #[must_use]
    pub fn answer(&self) -> Vec<String> {
        let names = |row: &Row| (row.baseline.clone(), row.candidate.clone());
        let mut lines = Vec::new();
        for pair in unique(self.rows.iter().map(names)) {
            let (mut faster, mut slower, mut same) = (0, 0, 0);
            for row in self.rows.iter().filter(|row| names(row) == pair) {
                match row.verdict {
                    Verdict::Faster => faster += 1,
                    Verdict::Slower => slower += 1,
                    Verdict::Same => same += 1,
                    _ => {}
                }
            }
            let (baseline, candidate) = pair;
            let rows = if faster == 1 { "row" } else { "rows" };
            lines.push(format!(
                "{candidate} against {baseline}: faster in {faster} {rows}, \
                 slower in {slower}, same in {same}"
            ));
        }
        let against = self.notes.iter().filter(|(name, _)| name == "against");
        lines.extend(against.map(|(_, words)| words.clone()));
        lines
    }
}
