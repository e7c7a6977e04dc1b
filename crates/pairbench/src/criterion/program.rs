//! A program with criterion benches, one of which measures in a process.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use serde::Deserialize;
use whole_file::TemporaryFolder;

use crate::session::{Error, Harness};

/// The arguments for many short samples of one bench.
const SHORT: [&str; 9] = [
    "--warm-up-time",
    "0.02",
    "--measurement-time",
    "0.06",
    "--sample-size",
    "60",
    "--nresamples",
    "1000",
    "--noplot",
];

/// A program in its package.
pub(super) struct Program<'h> {
    pub(super) harness: &'h Harness,
    pub(super) folder: &'h Path,
}

/// The samples that criterion writes.
#[derive(Deserialize)]
struct Samples {
    iters: Vec<f64>,
    times: Vec<f64>,
}

impl Program<'_> {
    /// Returns the names of the benches.
    pub(super) fn list(&self) -> Result<Vec<String>, Error> {
        let mut command = Command::new(self.harness.program());
        let output = self.run(command.args(["--bench", "--list"]))?;
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        let names = output
            .lines()
            .filter_map(|line| line.strip_suffix(": benchmark"));
        Ok(names.map(str::to_owned).collect())
    }

    /// Returns the program itself.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, Error> {
        std::fs::read(self.harness.program()).map_err(|error| self.failed(&error.to_string()))
    }

    /// Measures a bench in a process with this number. Returns the lowest time of an iteration, and
    /// the seconds of the process.
    pub(super) fn measure(&self, name: &str, number: usize) -> Result<(f64, f64), Error> {
        let failed = |error: std::io::Error| self.failed(&error.to_string());
        let home = TemporaryFolder::create(&std::env::temp_dir(), "pairbench").map_err(failed)?;
        let start = Instant::now();
        let mut command = Command::new(self.harness.layout(number));
        command.args(["--bench", "--exact", name]).args(SHORT);
        self.run(command.env("CRITERION_HOME", home.path()))?;
        let seconds = start.elapsed().as_secs_f64();
        // Criterion ends with success even if it knows no bench of this name.
        match floor(home.path()) {
            Some(floor) => Ok((floor, seconds)),
            None => Err(self.failed(&format!("`{name}` measured nothing"))),
        }
    }

    /// Runs a process as `cargo bench` does.
    fn run(&self, command: &mut Command) -> Result<Output, Error> {
        command
            .current_dir(self.folder)
            .env("CARGO_MANIFEST_DIR", self.folder);
        let output = command.output();
        let output = output.map_err(|error| self.failed(&error.to_string()))?;
        if output.status.success() {
            return Ok(output);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(self.failed(&format!("{}\n{}", output.status, said.trim())))
    }

    fn failed(&self, why: &str) -> Error {
        Error::Harness(format!("{}: {why}", self.harness.program().display()))
    }
}

/// Returns the lowest time of an iteration of the only bench in a folder of criterion.
fn floor(folder: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(samples(folder)?).ok()?;
    let Samples { times, iters } = serde_json::from_str(&text).ok()?;
    let mut least: Option<f64> = None;
    for (time, count) in times.into_iter().zip(iters) {
        let time = time / count;
        if time > 0.0 && least.is_none_or(|least| time < least) {
            least = Some(time);
        }
    }
    least
}

/// Returns the file with the samples of the only bench in a folder of criterion.
fn samples(folder: &Path) -> Option<PathBuf> {
    let file = folder.join("new/sample.json");
    if file.exists() {
        return Some(file);
    }
    let mut entries = std::fs::read_dir(folder).ok()?.flatten();
    entries.find_map(|entry| samples(&entry.path()))
}
