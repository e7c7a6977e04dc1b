//! Runs each tool and reads its verdict.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use clap::ValueEnum;
use examination::VARIANTS;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Answer, Case, KERNELS, Outcome};

/// The folder of the executables and their output.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/examination");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Tool {
    Pairbench,
    Criterion,
    Tango,
    /// tango with both processes on one core, which is not its default
    TangoCore,
    Zenbench,
}

impl Tool {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Returns the name of the bench target.
    pub(crate) fn target(self) -> String {
        self.name().trim_end_matches("-core").to_owned()
    }

    pub(crate) fn executable(self, build: usize) -> PathBuf {
        [FOLDER, &format!("build{build}"), &self.target()].iter().collect()
    }
}

/// Runs a comparison.
pub(crate) fn compare(comparison: Case) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let (verdict, ratio) = match comparison.tool {
        Tool::Pairbench => pairbench(&comparison),
        Tool::Criterion => criterion(&comparison),
        Tool::Tango => tango(&comparison, Command::new(comparison.tool.executable(comparison.build))),
        Tool::TangoCore => {
            let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
            let mut command = Command::new("taskset");
            command.args(["--cpu-list", &(cores - 1).to_string()]);
            command.arg(comparison.tool.executable(comparison.build));
            tango(&comparison, command)
        }
        Tool::Zenbench => zenbench(&comparison),
    }?;
    Ok(Outcome { comparison, verdict, ratio, seconds: start.elapsed().as_secs_f64() })
}

fn output(command: &mut Command) -> anyhow::Result<Output> {
    command.current_dir(FOLDER).output().with_context(|| format!("{command:?}"))
}

/// Returns a description of a program and its output, for errors.
fn strange(command: &Command, output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{command:?} ended with {}:\n{}{}", output.status, text(&output.stdout), text(&output.stderr))
}

/// Returns the verdict and the ratio for a change in percent.
fn judged(is_significant: bool, change: f64) -> (Answer, Option<f64>) {
    let verdict = match (is_significant, change > 0.0) {
        (true, true) => Answer::Slower,
        (true, false) => Answer::Faster,
        (false, _) => Answer::None,
    };
    (verdict, Some(1.0 + change / 100.0))
}

/// Runs pairbench in the mode that the other tools also measure, throughput, and returns the rows of its report.
fn rows(build: usize, arguments: &[&str]) -> anyhow::Result<Vec<Value>> {
    let json = PathBuf::from(FOLDER).join("pairbench.json");
    let mut command = Command::new(Tool::Pairbench.executable(build));
    command.args(["--bench", "--quiet", "--mode", "throughput"]).args(arguments).arg("--json").arg(&json);
    let output = output(&mut command)?;
    let report = std::fs::read(json).with_context(|| strange(&command, &output))?;
    let report: Value = serde_json::from_slice(&report)?;
    report["rows"].as_array().cloned().with_context(|| strange(&command, &output))
}

/// Returns the verdict of pairbench.
fn pairbench(comparison: &Case) -> anyhow::Result<(Answer, Option<f64>)> {
    let filter = format!("^{}$", comparison.kernel);
    let functions = ["--baseline", VARIANTS[0].0, "--candidate", &comparison.variant];
    let rows = rows(comparison.build, &[&["--time", "2", "--filter", &filter], &functions[..]].concat())?;
    let row = rows.first().context("the report of pairbench has no row")?;
    ensure!(row["verdict"].is_string(), "the row of pairbench has no verdict: {row}");
    // All other words mean that there is no verdict.
    let verdict = Answer::deserialize(&row["verdict"]).unwrap_or(Answer::None);
    Ok((verdict, row["ratio"]["point"].as_f64()))
}

/// Returns the verdict of criterion on the second of two runs. The first run is saved as the baseline.
fn criterion(comparison: &Case) -> anyhow::Result<(Answer, Option<f64>)> {
    let run = |variant: &str, baseline: &str| {
        let mut command = Command::new(Tool::Criterion.executable(comparison.build));
        command
            .args([
                "--bench",
                "--noplot",
                "--warm-up-time",
                "0.3",
                "--measurement-time",
                "1",
                baseline,
                "before",
            ])
            .args(["--exact", &comparison.kernel])
            .env("VARIANT", variant)
            .env("CRITERION_HOME", [FOLDER, "criterion"].iter().collect::<PathBuf>());
        let output = output(&mut command)?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        ensure!(output.status.success(), strange(&command, &output));
        Ok(text)
    };
    run(VARIANTS[0].0, "--save-baseline")?;
    let text = run(&comparison.variant, "--baseline")?;
    let sentences = [
        ("Performance has regressed.", Answer::Slower),
        ("Performance has improved.", Answer::Faster),
        ("No change in performance detected.", Answer::Same),
        ("Change within noise threshold.", Answer::Same),
    ];
    let found = sentences.iter().find(|(sentence, _)| text.contains(sentence));
    let (_, verdict) =
        found.with_context(|| format!("the output of criterion has no known verdict:\n{text}"))?;
    // In "change: [−0.5 % +0.1 % +0.7 %]", the estimate is in the middle.
    let change = text.split_once("change: [").and_then(|(_, rest)| rest.split_whitespace().nth(1));
    let change = change.and_then(percent);
    let change = change.with_context(|| format!("the output of criterion has no `change:`:\n{text}"))?;
    Ok((*verdict, Some(1.0 + change / 100.0)))
}

/// Parses the number before a percent sign.
fn percent(text: &str) -> Option<f64> {
    text.split('%').next()?.replace('−', "-").parse().ok()
}

/// Returns the verdict of tango: if it marks the difference as significant.
fn tango(comparison: &Case, mut command: Command) -> anyhow::Result<(Answer, Option<f64>)> {
    command
        .args(["compare", "--bench", "--time", "1", "--filter", &comparison.kernel])
        .args(["--strip-baseline", &format!("{}/*", VARIANTS[0].0)])
        .args(["--strip-candidate", &format!("{}/*", comparison.variant)]);
    let output = output(&mut command)?;
    let text = String::from_utf8_lossy(&output.stdout);
    // A line is "scan   [ 6.3 us ... 6.6 us ]   +4.76%*". The star marks a significant difference.
    let difference = text.split_whitespace().last().unwrap_or_default();
    let change = percent(difference).with_context(|| strange(&command, &output))?;
    Ok(judged(difference.ends_with('*'), change))
}

/// Returns the verdict of zenbench: if it marks the difference as significant.
fn zenbench(comparison: &Case) -> anyhow::Result<(Answer, Option<f64>)> {
    let mut command = Command::new(Tool::Zenbench.executable(comparison.build));
    let group = format!("{}-{}", comparison.kernel, comparison.variant);
    // A run that was stopped would otherwise keep its place in the queue, and all later runs would fail.
    let queue = PathBuf::from(FOLDER).join("zenbench-queue");
    let _ = std::fs::remove_dir_all(&queue);
    std::fs::create_dir_all(&queue).with_context(|| queue.display().to_string())?;
    command.env("ZENBENCH_COORDINATION_DIR", &queue);
    command.args(["--bench", "--format=json", &format!("--group={group}")]);
    let output = output(&mut command)?;
    let report: Value = serde_json::from_slice(&output.stdout).with_context(|| strange(&command, &output))?;
    let comparisons = report["comparisons"].as_array();
    let found = comparisons.and_then(|all| all.iter().find(|one| one["group_name"] == group.as_str()));
    let analysis = found.map_or(&Value::Null, |found| &found["analyses"][0][2]);
    let change = analysis["pct_change"].as_f64().with_context(|| strange(&command, &output))?;
    Ok(judged(analysis["significant"] == true, change))
}

/// Returns a table of the instructions of each function, relative to the baseline.
pub(crate) fn counts() -> anyhow::Result<String> {
    let mut text = String::from("| kernel |");
    for (name, _) in VARIANTS {
        write!(text, " {name} |")?;
    }
    text += "\n|---|---|---|---|---|---|---|\n";
    let rows = rows(1, &["--time", "1", "--counts"])?;
    for kernel in KERNELS {
        let counts: Vec<_> = rows.iter().filter(|row| row["comparison"] == kernel).collect();
        let count = |row: &Value, side: usize| row["instructions"][side].as_f64().unwrap_or(f64::NAN);
        let base = counts.first().map_or(f64::NAN, |row| count(row, 0));
        write!(text, "| {kernel} | {base:.0} |")?;
        for row in counts {
            write!(text, " {:+.2} % |", (count(row, 1) / base - 1.0) * 100.0)?;
        }
        text.push('\n');
    }
    Ok(text)
}
