//! Runs each tool and reads its verdict.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Instant;

use examination::VARIANTS;
use serde_json::Value;

use crate::{Answer, Case, KERNELS, Outcome, Result};

/// The folder of the executables and their output.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/examination");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tool {
    Pairbench,
    Criterion,
    Tango,
    /// tango with both processes on one core, which is not its default.
    TangoCore,
    Zenbench,
    /// The strict mode of zenbench, with more processes and a check of the machine.
    ZenbenchConfirm,
}

impl Tool {
    /// The tools that also give verdicts on a busy machine.
    pub(crate) const DEFAULT: [Self; 5] =
        [Self::Pairbench, Self::Criterion, Self::Tango, Self::TangoCore, Self::Zenbench];

    pub(crate) const ALL: [Self; 6] = [
        Self::Pairbench,
        Self::Criterion,
        Self::Tango,
        Self::TangoCore,
        Self::Zenbench,
        Self::ZenbenchConfirm,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pairbench => "pairbench",
            Self::Criterion => "criterion",
            Self::Tango => "tango",
            Self::TangoCore => "tango-core",
            Self::Zenbench => "zenbench",
            Self::ZenbenchConfirm => "zenbench-confirm",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// Returns the name of the bench target.
    pub(crate) fn target(self) -> &'static str {
        match self {
            Self::TangoCore => Self::Tango.name(),
            Self::ZenbenchConfirm => Self::Zenbench.name(),
            _ => self.name(),
        }
    }

    pub(crate) fn executable(self, build: usize) -> PathBuf {
        [FOLDER, &format!("build{build}"), self.target()].iter().collect()
    }
}

/// Runs a comparison.
pub(crate) fn compare(comparison: Case) -> Result<Outcome> {
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
        Tool::Zenbench => zenbench(&comparison, false),
        Tool::ZenbenchConfirm => zenbench(&comparison, true),
    }?;
    Ok(Outcome { comparison, verdict, ratio, seconds: start.elapsed().as_secs_f64() })
}

fn output(command: &mut Command) -> Result<Output> {
    command.current_dir(FOLDER).output().map_err(|error| format!("{command:?}: {error}"))
}

/// Returns an error message with the output of a program.
fn strange(command: &Command, output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    format!("{command:?} ended with {}:\n{}{}", output.status, text(&output.stdout), text(&output.stderr))
}

/// Returns the verdict of pairbench in the mode that the other tools also measure: throughput.
fn pairbench(comparison: &Case) -> Result<(Answer, f64)> {
    let json = PathBuf::from(FOLDER).join("pairbench.json");
    let mut command = Command::new(Tool::Pairbench.executable(comparison.build));
    command
        .args(["--bench", "--quiet", "--mode", "throughput", "--time", "2"])
        .args(["--filter", &format!("^{}$", comparison.kernel), "--baseline", VARIANTS[0].0])
        .args(["--candidate", &comparison.variant])
        .arg("--json")
        .arg(&json);
    let output = output(&mut command)?;
    let report = std::fs::read_to_string(json).map_err(|_| strange(&command, &output))?;
    let report: Value = serde_json::from_str(&report).map_err(|error| error.to_string())?;
    let row = &report["rows"][0];
    let verdict = match row["verdict"].as_str() {
        Some("faster") => Answer::Faster,
        Some("slower") => Answer::Slower,
        Some("same") => Answer::Same,
        Some(_) => Answer::None,
        None => return Err(strange(&command, &output)),
    };
    Ok((verdict, row["ratio"]["point"].as_f64().unwrap_or(f64::NAN)))
}

/// Returns the verdict of criterion on the second of two runs. The first run is saved as the baseline.
fn criterion(comparison: &Case) -> Result<(Answer, f64)> {
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
        if output.status.success() { Ok(text) } else { Err(strange(&command, &output)) }
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
        found.ok_or_else(|| format!("the output of criterion has no known verdict:\n{text}"))?;
    // In "change: [−0.5 % +0.1 % +0.7 %]", the estimate is in the middle.
    let change = text.split_once("change: [").and_then(|(_, rest)| rest.split_whitespace().nth(1));
    let change = change
        .and_then(percent)
        .ok_or_else(|| format!("the output of criterion has no `change:`:\n{text}"))?;
    Ok((*verdict, 1.0 + change / 100.0))
}

/// Parses the number before a percent sign.
fn percent(text: &str) -> Option<f64> {
    text.split('%').next()?.replace('−', "-").parse().ok()
}

/// Returns the verdict of tango: if it marks the difference as significant.
fn tango(comparison: &Case, mut command: Command) -> Result<(Answer, f64)> {
    command
        .args(["compare", "--bench", "--time", "1", "--filter", &comparison.kernel])
        .args(["--strip-baseline", &format!("{}/*", VARIANTS[0].0)])
        .args(["--strip-candidate", &format!("{}/*", comparison.variant)]);
    let output = output(&mut command)?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A line is "scan   [ 6.3 us ... 6.6 us ]   +4.76%*". The star marks a significant difference.
    let difference = text.split_whitespace().last().unwrap_or_default();
    let number = percent(difference).ok_or_else(|| strange(&command, &output))?;
    let verdict = match (difference.ends_with('*'), number > 0.0) {
        (true, true) => Answer::Slower,
        (true, false) => Answer::Faster,
        (false, _) => Answer::None,
    };
    Ok((verdict, 1.0 + number / 100.0))
}

/// Returns the verdict of zenbench: if it marks the difference as significant, or the verdict of its strict mode.
fn zenbench(comparison: &Case, confirm: bool) -> Result<(Answer, f64)> {
    let mut command = Command::new(Tool::Zenbench.executable(comparison.build));
    let group = format!("{}-{}", comparison.kernel, comparison.variant);
    // A run that was stopped would otherwise keep its place in the queue, and all later runs would fail.
    let queue = PathBuf::from(FOLDER).join("zenbench-queue");
    let _ = std::fs::remove_dir_all(&queue);
    std::fs::create_dir_all(&queue).map_err(|error| format!("{}: {error}", queue.display()))?;
    command.env("ZENBENCH_COORDINATION_DIR", &queue);
    command.args(["--bench", "--format=json", &format!("--group={group}")]);
    if confirm {
        command.args(["--mode=confirm", "--workload-id=examination"]);
    }
    let output = output(&mut command)?;
    let report: Value = serde_json::from_slice(&output.stdout).map_err(|_| strange(&command, &output))?;
    if confirm {
        // If the machine was too busy, the row is missing or has one of the words without a verdict.
        let row = &report["process_comparisons"][0];
        let verdict = match row["verdict"].as_str() {
            Some("regression") => Answer::Slower,
            Some("improvement") => Answer::Faster,
            Some("equivalent") => Answer::Same,
            Some("non_inferior" | "inconclusive" | "invalid") | None => Answer::None,
            Some(_) => return Err(strange(&command, &output)),
        };
        return Ok((verdict, row["estimate_pct"].as_f64().map_or(f64::NAN, |change| 1.0 + change / 100.0)));
    }
    let comparisons = report["comparisons"].as_array();
    let found = comparisons.and_then(|all| all.iter().find(|one| one["group_name"] == group.as_str()));
    let analysis = found.map_or(&Value::Null, |found| &found["analyses"][0][2]);
    let change = analysis["pct_change"].as_f64().ok_or_else(|| strange(&command, &output))?;
    let verdict = match (analysis["significant"].as_bool(), change > 0.0) {
        (Some(true), true) => Answer::Slower,
        (Some(true), false) => Answer::Faster,
        _ => Answer::None,
    };
    Ok((verdict, 1.0 + change / 100.0))
}

/// Returns a table of the instructions of each function, relative to the baseline.
pub(crate) fn counts() -> Result<String> {
    let mut text = String::from("| kernel |");
    for (name, _) in VARIANTS {
        let _ = write!(text, " {name} |");
    }
    text += "\n|---|---|---|---|---|---|---|\n";
    let json = PathBuf::from(FOLDER).join("counts.json");
    let mut command = Command::new(Tool::Pairbench.executable(1));
    command
        .args(["--bench", "--quiet", "--mode", "throughput", "--time", "1", "--counts", "--json"])
        .arg(&json);
    let output = output(&mut command)?;
    let report = std::fs::read_to_string(json).map_err(|_| strange(&command, &output))?;
    let report: Value = serde_json::from_str(&report).map_err(|error| error.to_string())?;
    let rows = report["rows"].as_array().ok_or("the report of pairbench has no rows")?;
    for kernel in KERNELS {
        let counts: Vec<_> = rows.iter().filter(|row| row["comparison"] == kernel).collect();
        let count = |row: &Value, side: usize| row["instructions"][side].as_f64().unwrap_or(f64::NAN);
        let base = counts.first().map_or(f64::NAN, |row| count(row, 0));
        let _ = write!(text, "| {kernel} | {base:.0} |");
        for row in counts {
            let _ = write!(text, " {:+.2} % |", (count(row, 1) / base - 1.0) * 100.0);
        }
        text.push('\n');
    }
    Ok(text)
}
