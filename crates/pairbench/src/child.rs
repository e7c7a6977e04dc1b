//! The child process, which measures for a parent.

use std::error::Error;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::Instant;

use fastrand::Rng;

use crate::facts;
use crate::protocol::{CHILD, Facts, MARK, Plan, Record, Sample};
use crate::suite::Suite;
use crate::watch;

/// Measures for a parent process, if there is one.
///
/// A program that is only started by another program, such as a bench target of your own task
/// runner, needs only this function and no feature of this crate.
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
    let plan: Plan =
        serde_json::from_str(&line).map_err(|error| format!("cannot read the plan: {error}"))?;
    let lines = end_with_parent();
    let facts = facts::look();
    watch::limit(plan.limit);
    // A panic of a function is an error that names it.
    catch_unwind(AssertUnwindSafe(|| work(suite, &plan, facts, &lines)))
        .unwrap_or_else(|_| Err(format!("{} panicked", watch::what()).into()))
}

fn work(
    suite: &Suite,
    plan: &Plan,
    facts: Facts,
    turns: &Receiver<()>,
) -> Result<(), Box<dyn Error>> {
    let clock = Instant::now();
    if plan.cells.is_empty() {
        write(Record::Description(Box::new(suite.describe(facts.clone()))))?;
    }
    for (number, cell) in plan.cells.iter().enumerate() {
        watch::doing(&format!("{} in mode {}", cell.comparison, cell.mode.id()));
        let time = plan.time * cell.mode.share();
        if plan.turns > 0 {
            turns.recv()?;
        }
        let rng = Rng::with_seed(plan.seed.wrapping_add(number as u64));
        let mut sampler = suite
            .find(&cell.comparison)?
            .sampler(cell, &facts, &clock, rng)?;
        let write = |sample| {
            write(Record::Sample(Sample {
                cell: number,
                ..sample
            }))
        };
        if plan.turns == 0 {
            sampler.samples(time).into_iter().try_for_each(write)?;
        }
        for left in (0..plan.turns).rev() {
            write(sampler.turn(time / plan.turns as f64))?;
            if left > 0 {
                turns.recv()?;
            }
        }
    }
    Ok(write(Record::Done(facts.build))?)
}

fn write(record: Record) -> std::io::Result<()> {
    let text = serde_json::to_string(&record)?;
    writeln!(std::io::stdout(), "{MARK}{text}")
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
