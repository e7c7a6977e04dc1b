//! Figures in words.

use super::{Report, Row, Summary, Verdict};

impl Row {
    /// Says in words what was found about the candidate: `13 % slower`, `3.3x as fast`, `same`.
    #[must_use]
    pub fn words(&self) -> String {
        let (Some(ratio), Some(delta)) = (self.ratio, self.delta_ns) else {
            return if self.verdict == Verdict::Identical { "same code".to_owned() } else { "?".to_owned() };
        };
        match self.verdict {
            Verdict::Same => "same".to_owned(),
            Verdict::Identical => "same code".to_owned(),
            Verdict::Undecided => "?".to_owned(),
            Verdict::Untrusted => "untrusted".to_owned(),
            Verdict::Faster | Verdict::Slower if self.is_unresolved() => {
                let word = if delta.point > 0.0 { "slower" } else { "faster" };
                format!("{:.0} ns {word}", delta.point.abs())
            }
            Verdict::Slower if ratio.point < 2.0 => format!("{} % slower", percent(ratio.point - 1.0)),
            Verdict::Slower => format!("{}x as long", times(ratio.point)),
            Verdict::Faster if ratio.point > 0.5 => format!("{} % faster", percent(1.0 / ratio.point - 1.0)),
            Verdict::Faster => format!("{}x as fast", times(1.0 / ratio.point)),
        }
    }

    /// Tests if a time is too short to be told from none, and to divide by.
    #[must_use]
    pub fn is_unresolved(&self) -> bool {
        let least = self.times.map_or(0.0, |times| times[0].min(times[1]) - self.floor);
        self.mode.is_cold() && least < 1.0
    }
}

fn percent(part: f64) -> String {
    if part < 0.0995 { format!("{:.1}", 100.0 * part) } else { format!("{:.0}", 100.0 * part) }
}

fn times(factor: f64) -> String {
    if factor < 9.95 { format!("{factor:.1}") } else { format!("{factor:.0}") }
}

impl Summary {
    /// Returns the first line of every report.
    #[must_use]
    pub fn line(&self) -> String {
        let check = format!(
            "{} of {} rows decided; self-check on {}: {} declared different",
            self.decided,
            self.rows,
            count(self.controls, "control"),
            self.failed_controls
        );
        if self.trusted { check } else { format!("nothing decided: {} ({check})", self.reason) }
    }
}

/// A number with its noun.
fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

impl Report {
    /// Returns one line for each candidate: in how many rows it is faster, slower and the same.
    #[must_use]
    pub fn answer(&self) -> Vec<String> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for row in &self.rows {
            let pair = (row.baseline.as_str(), row.candidate.as_str());
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        let line = |(baseline, candidate): (&str, &str)| {
            let number = |verdict| {
                let counted = |row: &&Row| {
                    row.baseline == baseline && row.candidate == candidate && row.verdict == verdict
                };
                self.rows.iter().filter(counted).count()
            };
            let [faster, slower, same] = [Verdict::Faster, Verdict::Slower, Verdict::Same].map(number);
            format!(
                "{candidate} against {baseline}: faster in {}, slower in {slower}, same in {same}",
                count(faster, "row")
            )
        };
        pairs.into_iter().map(line).collect()
    }
}
