//! The child process, which measures for a parent.

use std::error::Error;
use std::io::{BufRead as _, Write as _};
use std::process::ExitCode;
use std::time::Instant;

use crate::facts;
use crate::protocol::{CHILD, Description, MARK, Plan, Record, Task};
use crate::sampler::sample;
use crate::suite::{Setting, Suite};

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
    std::io::stdin().lock().read_line(&mut line)?;
    let plan: Plan = serde_json::from_str(&line).map_err(|error| format!("cannot read the plan: {error}"))?;
    end_with_parent();
    let write = |record: Record| {
        let text = serde_json::to_string(&record)?;
        writeln!(std::io::stdout(), "{MARK}{text}")
    };
    let facts = facts::look();
    match &plan.task {
        Task::Describe => {
            let comparisons = suite.infos().collect();
            let all = suite.comparisons.iter();
            let disagreements = all.filter_map(|measured| measured.code.disagreement()).collect();
            let description = Description { comparisons, facts, disagreements };
            write(Record::Description(Box::new(description)))?;
        }
        Task::Measure { cells, time, slow } => {
            let clock = Instant::now();
            for (number, cell) in cells.iter().enumerate() {
                let seed = plan.seed.wrapping_add(number as u64);
                let setting = Setting { seed, l1d: facts.l1d, l2: facts.l2, slow: *slow, clock: &clock };
                let mut sampler = suite.find(&cell.comparison)?.sampler(cell, &setting)?;
                let samples = sample(&mut *sampler, &clock, number, *time);
                samples.into_iter().map(Record::Sample).try_for_each(write)?;
            }
        }
        Task::Count { cells } => {
            cells.iter().try_for_each(|cell| suite.find(&cell.comparison)?.count(cell))?;
        }
    }
    Ok(write(Record::Done)?)
}

/// Ends this process when its parent ends, which closes standard input.
fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(1);
    });
}
