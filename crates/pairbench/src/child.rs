//! The child process, which measures for a parent.

use std::error::Error;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use crate::facts;
use crate::protocol::{CHILD, MARK, Plan, Record, Task};
use crate::sampler::{sample, turn};
use crate::suite::{Setting, Suite};
use crate::watch;

/// Measures for a parent process, if there is one.
///
/// A program that is only started by another program, such as a bench target of your own task runner, needs only this
/// function and no feature of this crate.
pub fn child(suite: &Suite) -> Option<ExitCode> {
    std::env::var_os(CHILD)?;
    Some(match serve(suite) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    })
}

fn serve(suite: &Suite) -> Result<(), Box<dyn Error>> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    let plan: Plan = serde_json::from_str(&line).map_err(|error| format!("cannot read the plan: {error}"))?;
    let lines = end_with_parent();
    let write = |record: Record| {
        let text = serde_json::to_string(&record)?;
        writeln!(std::io::stdout(), "{MARK}{text}")
    };
    let clock = Instant::now();
    let facts = facts::look();
    watch::limit(plan.limit);
    // A panic of a function is an error that names it.
    let work = || -> Result<(), Box<dyn Error>> {
        match &plan.task {
            Task::Describe => {
                write(Record::Description(Box::new(suite.describe(facts))))?;
            }
            Task::Measure { cells, time, turns } => {
                write(Record::Build(facts.build))?;
                for (number, cell) in cells.iter().enumerate() {
                    watch::doing(&format!("{} in mode {}", cell.comparison, cell.mode.id()));
                    let seed = plan.seed.wrapping_add(number as u64);
                    let setting = Setting { seed, l1d: facts.l1d, l2: facts.l2, clock: &clock };
                    let time = time * cell.mode.share();
                    if *turns > 0 {
                        lines.recv()?;
                    }
                    let mut sampler = suite.find(&cell.comparison)?.sampler(cell, &setting)?;
                    if *turns == 0 {
                        let samples = sample(&mut *sampler, &clock, number, time);
                        samples.into_iter().map(Record::Sample).try_for_each(write)?;
                        continue;
                    }
                    for left in (0..*turns).rev() {
                        write(Record::Sample(turn(&mut *sampler, &clock, number, time / *turns as f64)))?;
                        if left > 0 {
                            lines.recv()?;
                        }
                    }
                }
            }
        }
        Ok(write(Record::Done)?)
    };
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(format!("{} panicked", watch::what()).into()))
}

/// Ends this process when its parent ends, which closes standard input. Returns its lines,
/// each of which is a turn of this process.
fn end_with_parent() -> Receiver<()> {
    let (turn, turns) = channel();
    std::thread::spawn(move || {
        for _ in std::io::stdin().lines().map_while(Result::ok) {
            let _ = turn.send(());
        }
        std::process::exit(1);
    });
    turns
}
