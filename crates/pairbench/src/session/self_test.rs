//! Measures how often the method is wrong, in sessions whose correct verdicts are known.

use std::fmt;
use std::ops::RangeInclusive;

use super::judge::Judged;
use super::{Error, Options, Session, Setup, explore};
use crate::protocol::Mode;
use crate::report::{Row, Verdict};

/// The minimum number of controls: even if none of fewer is false, the rate may be above 0.5 % (rule of three, 95 %
/// confidence).
const LEAST_CONTROLS: usize = 600;

/// A number of cases among others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(super) part: usize,
    pub(super) whole: usize,
}

impl Rate {
    fn add(&mut self, cases: impl IntoIterator<Item = bool>) {
        for is_it in cases {
            self.part += usize::from(is_it);
            self.whole += 1;
        }
    }

    fn fraction(self) -> f64 {
        self.part as f64 / self.whole.max(1) as f64
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} ({:.2} %)", self.part, self.whole, 100.0 * self.fraction())
    }
}

/// The counts of one mode. A mode that fails cannot hide behind others, so there are no sums over modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Controls that were declared different.
    pub(super) false_controls: Rate,
    /// Clones that do 5 % more work and were declared slower.
    pub(super) found: Rate,
    /// Rows that were decided.
    pub(super) decided: Rate,
    /// Twins that were declared different.
    pub(super) false_twins: Rate,
    /// Twins that were decided.
    pub(super) twins_decided: Rate,
}

impl Counts {
    /// Returns the rates with their names and limits.
    fn rates(&self) -> [(&'static str, Rate, RangeInclusive<f64>); 5] {
        [
            ("false controls", self.false_controls, 0.0..=0.005),
            ("5 % slower clones found", self.found, 0.95..=1.0),
            ("rows decided", self.decided, 0.9..=1.0),
            ("false twins", self.false_twins, 0.0..=0.005),
            ("twins decided", self.twins_decided, 0.95..=1.0),
        ]
    }

    fn add(&mut self, judged: &Judged, mode: Mode) {
        let rows = judged.rows.iter().filter(|row| row.mode == mode && row.verdict != Verdict::Identical);
        let slow = judged.slow.iter().filter(|row| row.mode == mode);
        let twins = judged.twins.iter().filter(|row| row.mode == mode);
        let controls = judged.controls.iter().filter(|control| control.mode == mode);
        self.false_controls.add(controls.map(|control| control.verdict.is_different()));
        self.found.add(slow.map(|row| row.verdict == Verdict::Slower));
        self.decided.add(rows.map(|row| row.verdict.is_decided()));
        self.false_twins.add(twins.clone().map(|row| row.verdict.is_different()));
        self.twins_decided.add(twins.map(|row| row.verdict.is_decided()));
    }

    /// Returns `PASS`, or the reason why not.
    pub(crate) fn word(&self) -> &'static str {
        let mut rates = self.rates().into_iter();
        if !rates.all(|(_, rate, limits)| rate.whole == 0 || limits.contains(&rate.fraction())) {
            "FAIL"
        } else if self.false_twins.whole == 0 {
            "NO TWINS (compile with the feature `twins`)"
        } else if self.false_controls.whole.min(self.false_twins.whole) < LEAST_CONTROLS {
            "TOO FEW CONTROLS"
        } else {
            "PASS"
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rates = self.rates().map(|(name, rate, _)| format!("{name} {rate}"));
        f.write_str(&rates.join(", "))
    }
}

/// Runs sessions with twins, and clones that do 5 % more work, and counts the wrong verdicts of each mode. Passes a line
/// on after each session.
///
/// Returns an error if a session or `on_line` fails.
pub(crate) fn self_test(
    setup: Setup<'_>,
    sessions: u32,
    on_line: &mut dyn FnMut(String) -> Result<(), Error>,
) -> Result<Vec<(Mode, Counts)>, Error> {
    let options = setup.options;
    let modes = Mode::ALL.into_iter().filter(|mode| options.modes.contains(mode));
    let mut counts: Vec<_> = modes.map(|mode| (mode, Counts::default())).collect();
    for session in 0..sessions {
        let seed = options.seed.wrapping_add(1000 * u64::from(session));
        let options = Options { seed, ..options.clone() };
        let Session { judged, processes, .. } = explore(Setup { options: &options, ..setup }, true)?;
        for (mode, counts) in &mut counts {
            counts.add(&judged, *mode);
        }
        let wrong = wrong_verdicts(&judged);
        on_line(format!("session {}/{sessions}, {processes} processes: {wrong}", session + 1))?;
    }
    Ok(counts)
}

/// Names the controls, slower clones, twins and rows whose verdicts are not the correct ones.
fn wrong_verdicts(judged: &Judged) -> String {
    let name = |row: &Row| format!("{}/{}/{}", row.comparison, row.mode.id(), row.baseline);
    let ratio = |row: &Row| row.ratio.map_or(f64::NAN, |ratio| ratio.point);
    let different = judged.controls.iter().filter(|control| control.verdict.is_different());
    let different = different.map(|row| format!("{} differs from its clone ({:.3})", name(row), ratio(row)));
    let missed = judged.slow.iter().filter(|row| row.verdict != Verdict::Slower);
    let missed = missed.map(|row| format!("5 % slower clone of {} not found ({:.3})", name(row), ratio(row)));
    let twins = judged.twins.iter().filter(|row| row.verdict != Verdict::Same);
    let twins = twins.map(|row| format!("twin of {} {} ({:.3})", name(row), row.verdict.id(), ratio(row)));
    let undecided = judged.rows.iter().filter(|row| !row.verdict.is_decided());
    let undecided = undecided.map(|row| format!("{} undecided", row.name()));
    let wrong: Vec<_> = different.chain(missed).chain(twins).chain(undecided).collect();
    if wrong.is_empty() { "nothing wrong".to_owned() } else { wrong.join(", ") }
}
