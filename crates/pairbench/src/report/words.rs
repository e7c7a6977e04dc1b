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
        let text = |time: f64| match time {
            _ if self.mode.is_cold() && time < LEAST_NET => "<1".to_owned(),
            _ => format!("{time:.2}"),
        };
        self.times.map(|times| times.map(text)).unwrap_or_default()
    }

    /// Returns the ratio and its interval, or nothing if it is unknown or means nothing.
    pub(super) fn interval(&self) -> String {
        let ratio = self.ratio.filter(|_| !self.is_unresolved());
        ratio.map(|ratio| ratio.text(3)).unwrap_or_default()
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
        self.mode.is_cold()
            && self
                .times
                .is_some_and(|times| times.iter().any(|time| *time < LEAST_NET))
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
            failed_controls,
            controls,
            ..
        } = self;
        let mut check = format!(
            "{decided} of {rows} rows decided; {failed_controls} of {controls} controls declared different"
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
        let pairs = unique(self.rows.iter().map(|row| (&row.baseline, &row.candidate)));
        let mut lines = Vec::new();
        for (baseline, candidate) in pairs {
            let rows = self
                .rows
                .iter()
                .filter(|row| (&row.baseline, &row.candidate) == (baseline, candidate));
            let number = |verdict| rows.clone().filter(|row| row.verdict == verdict).count();
            let [faster, slower, same] =
                [Verdict::Faster, Verdict::Slower, Verdict::Same].map(number);
            let rows = if faster == 1 { "row" } else { "rows" };
            lines.push(format!(
                "{candidate} against {baseline}: faster in {faster} {rows}, slower in {slower}, same in {same}"
            ));
        }
        let against = self.notes.iter().filter(|(name, _)| name == "against");
        lines.extend(against.map(|(_, words)| words.clone()));
        lines
    }
}
