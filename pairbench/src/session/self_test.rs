//! Measures how often the method is wrong, in sessions whose correct verdicts are known.

use std::fmt;

use super::{Description, Error, Explored, Harness, Options, Progress, explore, judge};
use crate::protocol::Mode;
use crate::report::{Control, Row, Verdict};

/// The counts of one mode, or of all modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sessions.
    pub sessions: usize,
    /// Sessions in which a control was declared different.
    pub false_sessions: usize,
    /// Controls.
    pub controls: usize,
    /// Controls that were declared different.
    pub false_controls: usize,
    /// Clones that do 5 % more work.
    pub slow: usize,
    /// Clones that do 5 % more work and were declared slower.
    pub found: usize,
    /// Rows.
    pub rows: usize,
    /// Rows that were decided.
    pub decided: usize,
    /// Rows that differ by more than twice their tolerance.
    pub clear: usize,
    /// Decided rows among these.
    pub clear_decided: usize,
}

impl Counts {
    /// The maximum fraction of controls that may be declared different.
    pub const FALSE_CONTROLS: f64 = 0.005;
    /// The minimum number of controls: even if none of fewer is false, the rate may be above
    /// [`FALSE_CONTROLS`](Self::FALSE_CONTROLS) (rule of three, 95 % confidence).
    pub const LEAST_CONTROLS: usize = 600;
    /// The maximum fraction of sessions in which a control may be declared different.
    pub const FALSE_SESSIONS: f64 = 0.05;
    /// The minimum fraction of slower clones that must be found.
    pub const FOUND: f64 = 0.95;
    /// The minimum fraction of rows that must be decided.
    pub const DECIDED: f64 = 0.90;
    /// The minimum fraction of clearly different rows that must be decided.
    pub const CLEAR_DECIDED: f64 = 0.95;

    fn add(&mut self, rows: &[Row], slow: &[Row], controls: &[Control]) {
        let count = |rows: &[Row], test: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| test(row)).count();
        let measured = |row: &Row| row.verdict != Verdict::Identical;
        let is_false = |control: &&Control| control.verdict.is_different();
        let wrong = controls.iter().filter(is_false).count();
        self.sessions += 1;
        self.false_sessions += usize::from(wrong > 0);
        self.controls += controls.len();
        self.false_controls += wrong;
        self.slow += slow.len();
        self.found += count(slow, &|row| row.verdict == Verdict::Slower);
        self.rows += count(rows, &measured);
        self.decided += count(rows, &|row| measured(row) && row.verdict.is_decided());
        self.clear += count(rows, &is_clear);
        self.clear_decided += count(rows, &|row| is_clear(row) && row.verdict.is_decided());
    }

    /// Returns `PASS`, or the reason why not.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match (self.is_within_limits(), self.controls >= Self::LEAST_CONTROLS) {
            (false, _) => "FAIL",
            (true, false) => "TOO FEW CONTROLS",
            (true, true) => "PASS",
        }
    }

    fn is_within_limits(&self) -> bool {
        let part = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        part(self.false_controls, self.controls) <= Self::FALSE_CONTROLS
            && part(self.false_sessions, self.sessions) <= Self::FALSE_SESSIONS
            && (self.slow == 0 || part(self.found, self.slow) >= Self::FOUND)
            && part(self.decided, self.rows) >= Self::DECIDED
            && (self.clear == 0 || part(self.clear_decided, self.clear) >= Self::CLEAR_DECIDED)
    }
}

/// Tests if a row differs by more than twice its tolerance, both in time and in ratio.
pub(super) fn is_clear(row: &Row) -> bool {
    let ratio = row.ratio.is_some_and(|ratio| ratio.point.ln().abs() > 2.0 * row.bound.tolerance.ln_1p());
    ratio && row.delta_ns.is_some_and(|delta| delta.point.abs() > 2.0 * row.bound.tolerance_ns)
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |part: usize, whole: usize| {
            let percent = 100.0 * part as f64 / whole.max(1) as f64;
            format!("{part} of {whole} ({percent:.2} %)")
        };
        write!(
            f,
            "false controls {}, false sessions {}, 5 % slower clones found {}, rows decided {}, clear rows decided {}",
            of(self.false_controls, self.controls),
            of(self.false_sessions, self.sessions),
            of(self.found, self.slow),
            of(self.decided, self.rows),
            of(self.clear_decided, self.clear)
        )
    }
}

/// Runs sessions with clones that do 5 % more work, and counts the wrong verdicts. Passes a line on after each session.
///
/// # Errors
///
/// Returns an error if a session or `on_line` fails.
pub fn self_test(
    harness: &Harness,
    description: &Description,
    options: &Options,
    sessions: u32,
    progress: &dyn Fn(Progress),
    on_line: &mut dyn FnMut(String) -> Result<(), Error>,
) -> Result<Vec<(String, Counts)>, Error> {
    let explore = |options: &Options| explore(harness, description, options, true, progress);
    count(explore, description, options, sessions, on_line)
}

/// Counts in sessions that `explore` runs.
pub(super) fn count(
    mut explore: impl FnMut(&Options) -> Result<Explored, Error>,
    description: &Description,
    options: &Options,
    sessions: u32,
    on_line: &mut dyn FnMut(String) -> Result<(), Error>,
) -> Result<Vec<(String, Counts)>, Error> {
    let mut counts: Vec<_> =
        options.modes.iter().map(|mode| (mode.id().to_owned(), Counts::default())).collect();
    counts.push(("all".to_owned(), Counts::default()));
    for session in 0..sessions {
        let options =
            Options { seed: options.seed.wrapping_add(1000 * u64::from(session)), ..options.clone() };
        let explored = explore(&options)?;
        if let Some(error) = explored.failure {
            return Err(error);
        }
        let rows = judge::rows(&explored.pool, description, &options);
        let slow = judge::slow_rows(&explored.pool, description, &options);
        let controls = judge::controls(&explored.pool, description, &options);
        for (name, counts) in &mut counts {
            let of = |mode: Mode| name == "all" || mode.id() == name;
            let rows_of = |rows: &[Row]| rows.iter().filter(|row| of(row.mode)).cloned().collect::<Vec<_>>();
            let controls: Vec<_> = controls.iter().filter(|control| of(control.mode)).cloned().collect();
            counts.add(&rows_of(&rows), &rows_of(&slow), &controls);
        }
        on_line(line(session + 1, sessions, explored.processes, &rows, &slow, &controls))?;
    }
    Ok(counts)
}

/// Describes the wrong verdicts of a session.
fn line(number: u32, of: u32, processes: usize, rows: &[Row], slow: &[Row], controls: &[Control]) -> String {
    let name =
        |comparison: &str, mode: Mode, function: &str| format!("{comparison}/{}/{function}", mode.id());
    let mut wrong = Vec::new();
    for control in controls.iter().filter(|control| control.verdict.is_different()) {
        let name = name(&control.comparison, control.mode, &control.function);
        wrong.push(format!("{name} differs from its clone ({:.3})", control.ratio.point));
    }
    for row in slow.iter().filter(|row| row.verdict != Verdict::Slower) {
        let ratio = row.ratio.map_or(f64::NAN, |ratio| ratio.point);
        wrong.push(format!(
            "5 % slower clone of {} not found ({ratio:.3})",
            name(&row.comparison, row.mode, &row.baseline)
        ));
    }
    for row in rows.iter().filter(|row| !row.verdict.is_decided()) {
        wrong.push(format!("{} undecided", name(&row.comparison, row.mode, &row.candidate)));
    }
    let wrong = if wrong.is_empty() { "nothing wrong".to_owned() } else { wrong.join(", ") };
    format!("session {number}/{of}, {processes} processes: {wrong}")
}
