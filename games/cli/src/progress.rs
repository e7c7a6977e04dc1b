//! What is said on standard error: how far an input is read, and what is wrong in it.

use std::fmt::Display;
use std::io::{self, Write as _};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use pawnfill_expression::text::printable;
use pawnfill_positions::{Error, NoteCounts};

/// The number of bad lines and games that are described. The others are usually only counted.
const DESCRIBED: u64 = 10;

/// What was read of an input, with a progress bar if standard error is a terminal.
pub(crate) struct Progress {
    /// The name of the input in messages.
    pub(crate) name: String,
    pub(crate) bar: ProgressBar,
    /// The number of positions so far.
    read: u64,
    skipped: u64,
    /// The number of skipped lines and games to describe.
    described: u64,
    notes: NoteCounts,
    /// Whether the input ended early.
    is_cut: bool,
}

impl Progress {
    /// The progress of an input, which is not shown yet.
    pub(crate) fn new(name: String, describe_all: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        bar.set_style(style("{spinner} {bytes}, {msg}"));
        let described = if describe_all { u64::MAX } else { DESCRIBED };
        Self {
            name,
            bar,
            read: 0,
            skipped: 0,
            described,
            notes: NoteCounts::default(),
            is_cut: false,
        }
    }

    pub(crate) fn show(&self) {
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
    }

    /// Counts positions and games with a note, and reports the progress.
    pub(crate) fn count(&mut self, positions: u64, notes: &NoteCounts) {
        self.read += positions;
        self.notes.add(notes);
        if !self.bar.is_hidden() {
            self.bar.set_message(self.rate());
        }
    }

    /// Counts a bad line or game, and describes the first ones.
    pub(crate) fn skip(&mut self, error: &Error) {
        self.skipped += 1;
        let more = if self.skipped == self.described {
            " (further ones are only counted)"
        } else {
            ""
        };
        if self.skipped <= self.described {
            self.bar
                .suspend(|| say(format_args!("skipped: {error}{more}")));
        }
    }

    /// Describes the error with which the input ends early.
    pub(crate) fn cut(&mut self, error: &Error) {
        say(error);
        self.is_cut = true;
    }

    /// Reports the number of positions, the speed with a note, and the numbers of skipped lines and
    /// games, and of games with a note. An input without positions is an error.
    pub(crate) fn finish(self, note: &str) -> Result<(), Error> {
        self.bar.finish_and_clear();
        let Self { name, skipped, .. } = &self;
        if self.read == 0 && *skipped == 0 && !self.is_cut {
            return Err(empty(name));
        }
        let positions = counted(self.read, "position");
        let (seconds, rate) = (self.bar.elapsed().as_secs_f64(), self.rate());
        say(format_args!(
            "{name}: {positions} in {seconds:.2} s, {rate}{note}"
        ));
        if *skipped > 0 {
            let what = if *skipped == 1 {
                "line or game"
            } else {
                "lines or games"
            };
            let skipped = HumanCount(*skipped);
            say(format_args!("{name}: skipped {skipped} bad {what}"));
        }
        let labels = self.notes.labels();
        let what = if labels.is_some() { "line" } else { "game" };
        if let Some(labels) = labels {
            say(format_args!("{name}: {labels}"));
        }
        for (note, games) in self.notes.iter() {
            say(format_args!("{name}: {} {note}", counted(games, what)));
        }
        Ok(())
    }

    fn rate(&self) -> String {
        rate(self.read, self.bar.elapsed().as_secs_f64())
    }
}

pub(crate) fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template")
}

fn rate(positions: u64, seconds: f64) -> String {
    let rate = positions as f64 / seconds.max(1e-6);
    format!("{} positions per second", HumanCount(rate as u64))
}

/// Returns the error of an input without positions.
pub(crate) fn empty(name: &str) -> Error {
    Error {
        source: name.into(),
        line: None,
        reason: "no positions found".to_owned(),
    }
}

/// Returns a number with what it counts.
pub(crate) fn counted(number: u64, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {what}{s}", HumanCount(number))
}

/// Writes a line to standard error. A closed pipe is ignored.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", printable(line.to_string()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_per_second() {
        assert_eq!(rate(5000, 4.0), "1,250 positions per second");
        assert_eq!(rate(3, 0.0), "3,000,000 positions per second");
    }
}
