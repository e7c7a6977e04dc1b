//! How often the method itself is wrong: sessions in which the right verdicts are known.

use std::time::Instant;

use pawnfill_benches::protocol::{Kind, Mode};

use super::harness::Harness;
use super::outcome::UNTRUSTED;
use super::report::{Cell, Verdict};
use super::session::{self, Setup};
use super::verdict::LEAST_NS;

/// So many control cells may get a verdict, and so many sessions may have one that does.
const FALSE_CELLS: f64 = 0.005;
const FALSE_RUNS: f64 = 0.05;
/// So many clones that do 5 % more must be found.
const FOUND: f64 = 0.95;
/// The part by which they do more.
const MORE: f64 = 0.05;

/// What was counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    runs: u32,
    false_runs: u32,
    controls: u32,
    false_controls: u32,
    slow: u32,
    found: u32,
    /// Slow clones of operations so short that what they do more is lost in what never matters.
    short: u32,
    /// Cells without a verdict because too few samples could be kept.
    disturbed: u32,
}

impl Counts {
    fn add(&mut self, cells: &[Cell]) {
        let before = self.false_controls;
        for cell in cells {
            match (cell.kind, cell.verdict) {
                (_, Verdict::Disturbed) => self.disturbed += 1,
                (Kind::ControlA | Kind::ControlB, verdict) => {
                    self.controls += 1;
                    self.false_controls += u32::from(matches!(verdict, Verdict::A | Verdict::B));
                }
                // No verdict is ever given on less than `LEAST_NS`, and nothing is measured without error.
                (Kind::SlowA | Kind::SlowB, _) if MORE * cell.ns.a < 2.0 * LEAST_NS => self.short += 1,
                // The clone is B, so A is the faster one.
                (Kind::SlowA | Kind::SlowB, verdict) => {
                    self.slow += 1;
                    self.found += u32::from(verdict == Verdict::A);
                }
                (Kind::Backends, _) => {}
            }
        }
        self.runs += 1;
        self.false_runs += u32::from(self.false_controls > before);
    }

    fn pass(&self) -> bool {
        let part = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
        self.controls > 0
            && part(self.false_controls, self.controls) <= FALSE_CELLS
            && part(self.false_runs, self.runs) <= FALSE_RUNS
            && part(self.found, self.slow) >= FOUND
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |part: u32, whole: u32| 100.0 * f64::from(part) / f64::from(whole.max(1));
        write!(
            f,
            "{} of {} control cells and {} of {} runs got a false verdict ({:.2} %, {:.1} %); {} of {} clones that are \
             5 % slower were found ({:.1} %); too short to tell 5 % apart: {}; disturbed: {}",
            self.false_controls,
            self.controls,
            self.false_runs,
            self.runs,
            percent(self.false_controls, self.controls),
            percent(self.false_runs, self.runs),
            self.found,
            self.slow,
            percent(self.found, self.slow),
            self.short,
            self.disturbed
        )
    }
}

/// Runs the sessions, a line for each, and the counts as the last line.
pub(super) fn run(harness: &mut Harness, setup: &Setup, sessions: u32) -> anyhow::Result<u8> {
    let mut counts = [Counts::default(); 3];
    for session in 0..sessions {
        let start = Instant::now();
        let setup = Setup {
            modes: vec![Mode::Throughput, Mode::Latency],
            kinds: vec![Kind::ControlA, Kind::ControlB, Kind::SlowA, Kind::SlowB],
            seed: setup.seed.wrapping_add(1000 * u64::from(session)),
            ..setup.clone()
        };
        let pool = session::measure(harness, &setup)?;
        let (cells, _) = session::judge_all(&pool, &setup);
        let of = |mode| cells.iter().filter(|cell| cell.mode == mode).cloned().collect::<Vec<_>>();
        counts[0].add(&of(Mode::Throughput));
        counts[1].add(&of(Mode::Latency));
        counts[2].add(&cells);
        let wrong = cells.iter().filter(|cell| {
            matches!(cell.kind, Kind::ControlA | Kind::ControlB)
                && matches!(cell.verdict, Verdict::A | Verdict::B)
        });
        let wrong: Vec<_> = wrong
            .map(|cell| {
                format!("{}/{}/{} {:.3}", cell.op, cell.mode.name(), cell.kind.name(), cell.ratio.point)
            })
            .collect();
        println!(
            "session {}/{sessions}: {:.0} s, false: {}",
            session + 1,
            start.elapsed().as_secs_f64(),
            if wrong.is_empty() { "none".to_owned() } else { wrong.join(", ") }
        );
        harness.clear()?;
    }
    let [thr, lat, all] = counts;
    println!("thr: {thr}");
    println!("lat: {lat}");
    println!("self-test {}: {all}", if all.pass() { "PASS" } else { "FAIL" });
    Ok(if all.pass() { 0 } else { UNTRUSTED })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        let good = Counts {
            runs: 100,
            false_runs: 5,
            controls: 1000,
            false_controls: 5,
            slow: 100,
            found: 95,
            short: 7,
            disturbed: 3,
        };
        assert!(good.pass());
        assert!(!Counts { false_runs: 6, ..good }.pass());
        assert!(!Counts { false_controls: 6, ..good }.pass());
        assert!(!Counts { found: 94, ..good }.pass());
        // Nothing measured proves nothing.
        assert!(!Counts::default().pass());
    }
}
