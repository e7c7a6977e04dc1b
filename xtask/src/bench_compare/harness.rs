//! Builds the harness and runs it, one short process after the other.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context as _, bail};
use cargo_metadata::Message;
use pawnfill_benches::protocol::{COUNTER, CellId, DISAGREEMENT, PLAN_VARIABLE, Plan, Record, Sample};

/// The backends do not agree, so there is nothing to compare.
#[derive(Debug)]
pub(super) struct Disagreement(String);

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Disagreement {}

const VALGRIND: &str = "valgrind";

/// Is there a simulator that counts instructions?
pub(super) fn can_count() -> Result<(), String> {
    let found = Command::new(VALGRIND).arg("--version").output().map_err(|error| error.to_string());
    let found =
        found.and_then(|found| if found.status.success() { Ok(()) } else { Err(found.status.to_string()) });
    found.map_err(|error| format!("{VALGRIND}, which counts instructions, cannot be started: {error}"))
}

/// The instructions in a file of callgrind.
fn total(path: &Path) -> anyhow::Result<u64> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("callgrind did not count each call of {COUNTER}: {}", path.display()))?;
    total_in(&text).with_context(|| format!("{}: no total", path.display()))
}

fn total_in(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
}

/// Where this command keeps its files, and the program it runs.
pub(super) struct Harness {
    program: PathBuf,
    /// The folder of this run.
    pub(super) folder: PathBuf,
    pinned: Option<usize>,
    processes: usize,
}

impl Harness {
    /// Builds it in the profile `bench`; cargo shows its progress.
    pub(super) fn build(
        features: &[&str],
        cargo_arguments: &[String],
        pinned: Option<usize>,
    ) -> anyhow::Result<Self> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
        let mut child = Command::new(cargo)
            .args(["bench", "--package", "pawnfill-benches", "--bench", "backends", "--no-run"])
            .args(["--manifest-path", manifest, "--message-format", "json-render-diagnostics"])
            .args(["--no-default-features", "--features", &features.join(",")])
            .args(cargo_arguments)
            .stdout(Stdio::piped())
            .spawn()
            .context("cargo cannot be started")?;
        let output = std::io::BufReader::new(child.stdout.take().expect("it is piped"));
        let mut program = None;
        for message in Message::parse_stream(output) {
            if let Message::CompilerArtifact(artifact) = message?
                && artifact.target.name == "backends"
            {
                program = artifact.executable.map(PathBuf::from);
            }
        }
        if !child.wait()?.success() {
            bail!("the harness does not build");
        }
        let program = program.context("cargo built no harness")?;
        let target = program.ancestors().nth(3).context("the harness is not in a target folder")?;
        let folder = target.join("bench-compare").join(std::process::id().to_string());
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        Ok(Self { program, folder, pinned, processes: 0 })
    }

    /// Runs one process, and says how many samples there are while it runs.
    pub(super) fn run(&mut self, mut plan: Plan, progress: impl Fn(usize)) -> anyhow::Result<Vec<Record>> {
        self.execute(self.command(), &mut plan, progress)?;
        let text = std::fs::read_to_string(&plan.records)?;
        let records: Result<Vec<Record>, _> = text.lines().map(serde_json::from_str).collect();
        let records = records.context("the records of the harness")?;
        for (number, cell) in plan.cells.iter().enumerate() {
            let samples = records.iter().filter_map(|record| match record {
                Record::Sample(sample) if sample.cell == number => Some(*sample),
                _ => None,
            });
            cross_check(&plan, cell, &samples.collect::<Vec<_>>())?;
        }
        Ok(records)
    }

    /// Runs one process under callgrind: the instructions with nothing, with A and with B for each cell of the plan.
    pub(super) fn count(&mut self, mut plan: Plan) -> anyhow::Result<Vec<[u64; 3]>> {
        let counts = self.folder.join("callgrind");
        let mut command = Command::new(VALGRIND);
        command
            .args(["--tool=callgrind", "--cache-sim=no", "--branch-sim=no"])
            .arg(format!("--callgrind-out-file={}", counts.display()))
            .arg(format!("--toggle-collect={COUNTER}"))
            .arg(format!("--dump-after={COUNTER}"))
            .arg(&self.program);
        self.execute(command, &mut plan, |_| ())?;
        let file = |number: usize| counts.with_file_name(format!("callgrind.{number}"));
        let read = |number| total(&file(number));
        let cell = |cell| Ok([read(3 * cell + 1)?, read(3 * cell + 2)?, read(3 * cell + 3)?]);
        (0..plan.cells.len()).map(cell).collect()
    }

    /// Runs one process to its end.
    fn execute(
        &mut self,
        mut command: Command,
        plan: &mut Plan,
        progress: impl Fn(usize),
    ) -> anyhow::Result<()> {
        let name = format!("round{}", self.processes);
        self.processes += 1;
        let file = |extension| self.folder.join(&name).with_extension(extension);
        (plan.baseline, plan.records) = (name.clone(), file("records"));
        if std::env::var_os("CRITERION_HOME").is_none() {
            plan.criterion = self.folder.join("criterion");
        }
        let (plan_file, log) = (file("plan"), file("log"));
        std::fs::write(&plan_file, serde_json::to_vec(&plan)?)?;
        std::fs::write(&plan.records, "")?;

        let output = std::fs::File::create(&log)?;
        let mut child = command
            .arg("--bench")
            .env(PLAN_VARIABLE, &plan_file)
            // It ends when this end of the pipe closes, however this process ends.
            .stdin(Stdio::piped())
            .stdout(output.try_clone()?)
            .stderr(output)
            .spawn()
            .with_context(|| command.get_program().display().to_string())?;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            std::thread::sleep(Duration::from_millis(100));
            progress(std::fs::read(&plan.records)?.iter().filter(|&&byte| byte == b'\n').count());
        };
        check(status, &log)
    }

    /// Removes the files of all processes.
    pub(super) fn clear(&self) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.is_dir() {
                std::fs::remove_dir_all(&path)?;
            } else if path.file_name().is_some_and(|name| name != "positions") {
                std::fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// Removes the folder of this run; what is left of it does no harm.
    pub(super) fn remove(&self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    fn command(&self) -> Command {
        match self.pinned {
            None => Command::new(&self.program),
            Some(core) => {
                let mut command = Command::new("taskset");
                command.arg("--cpu-list").arg(core.to_string()).arg(&self.program);
                command
            }
        }
    }
}

/// Turns the exit of the harness into an error that shows the end of what it wrote.
fn check(status: ExitStatus, log: &Path) -> anyhow::Result<()> {
    if status.success() {
        return Ok(());
    }
    let text = std::fs::read_to_string(log)?;
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let end = lines[lines.len().saturating_sub(5)..].join("\n");
    if status.code() == Some(DISAGREEMENT) {
        let message = lines.last().copied().unwrap_or_default();
        return Err(Disagreement(message.trim_start_matches("error: ").to_owned()).into());
    }
    bail!("the harness failed ({status}):\n{end}")
}

/// Criterion's own file of a cell must tell the same ratios as the harness.
fn cross_check(plan: &Plan, cell: &CellId, samples: &[Sample]) -> anyhow::Result<()> {
    #[derive(serde::Deserialize)]
    struct Criterion {
        iters: Vec<f64>,
        times: Vec<f64>,
    }

    if samples.len() != plan.sampling.samples {
        bail!("{cell}: {} samples instead of {}", samples.len(), plan.sampling.samples);
    }
    let id = format!("{}-{}", cell.mode.name(), cell.kind.name());
    let path = plan.criterion.join(&cell.op).join(id).join(&plan.baseline).join("sample.json");
    let text = std::fs::read(&path).with_context(|| path.display().to_string())?;
    let criterion: Criterion = serde_json::from_slice(&text).with_context(|| path.display().to_string())?;
    let ratios = criterion.times.iter().zip(&criterion.iters).map(|(time, iterations)| time / iterations);
    if !ratios.zip(samples).all(|(ratio, sample)| (ratio / sample.ratio - 1.0).abs() < 1e-9) {
        bail!("{}: criterion's samples are not those of the harness", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_callgrind() {
        assert_eq!(total_in("events: Ir\nsummary: 9226\n\nfn=(1) f\n88 9\ntotals: 9226\n"), Some(9226));
        assert_eq!(total_in("events: Ir\nsummary: 9226\n"), None);
    }
}
