//! Compares pairbench with similar tools: runs comparisons, and prints tables of the results.

mod table;
mod tools;

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context as _;
use clap::{Parser, ValueEnum};
use examination::VARIANTS;
use serde::{Deserialize, Serialize};
use tools::Tool;

/// Compare pairbench with similar tools
#[derive(Parser)]
enum Arguments {
    /// Build the programs that `run` needs
    Build(Selection),
    /// Run all comparisons that are not in RESULTS yet, and append a line of JSON for each
    Run {
        results: PathBuf,
        #[command(flatten)]
        selection: Selection,
    },
    /// Print tables of RESULTS
    Table {
        #[arg(required = true)]
        results: Vec<PathBuf>,
    },
    /// Count the instructions of every function (needs valgrind)
    Counts,
}

#[derive(clap::Args)]
struct Selection {
    /// The number of builds
    #[arg(default_value_t = 3)]
    builds: usize,
    #[arg(value_enum, default_values_t = Tool::value_variants())]
    tools: Vec<Tool>,
}

const KERNELS: [&str; 5] = ["mix", "lookup", "search", "sort", "scan"];

/// The verdict of a tool about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answer {
    Slower,
    Faster,
    Same,
    /// The tool gives no verdict.
    None,
}

/// A comparison of the baseline with a variant, by one tool in one build.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Case {
    tool: Tool,
    build: usize,
    kernel: String,
    variant: String,
}

/// The result of a comparison.
#[derive(Serialize, Deserialize)]
struct Outcome {
    #[serde(flatten)]
    comparison: Case,
    verdict: Answer,
    /// The candidate's time divided by the baseline's time, if the tool measured it.
    ratio: Option<f64>,
    seconds: f64,
}

/// Reads outcomes. A missing file has none.
fn read(path: &Path) -> anyhow::Result<Vec<Outcome>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let parse =
        |(line, number)| serde_json::from_str(line).with_context(|| format!("{}:{number}", path.display()));
    text.lines().zip(1..).map(parse).collect()
}

/// Builds a bench target with its functions in a random order.
///
/// Each build is one sample of code placement. The linker must be LLD, the default for Linux on x86-64.
fn build(tool: Tool, number: usize) -> anyhow::Result<()> {
    let executable = tool.executable(number);
    if executable.exists() {
        return Ok(());
    }
    eprintln!("building {}", executable.display());
    let shuffled = format!("link-arg=-Wl,--shuffle-sections=.text*={number}");
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--profile", "bench", "--message-format", "json", "--bench", &tool.target()])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "--", "-C", &shuffled])
        .stderr(Stdio::inherit())
        .output()
        .context("cargo")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut built = messages.filter_map(|message| {
        let is_it = message["target"]["name"] == tool.target() && message["target"]["kind"][0] == "bench";
        is_it.then(|| message["executable"].as_str().map(str::to_owned))?
    });
    let built = built.next_back().context("cargo built no executable for the bench target")?;
    let folder = executable.parent().context("the executable has no parent folder")?;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::copy(&built, &executable).context(built)?;
    Ok(())
}

/// Returns all comparisons in a random order, so that all tools run under the same conditions.
fn shuffled(Selection { builds, tools }: &Selection) -> Vec<Case> {
    let mut all = Vec::new();
    for build in 1..=*builds {
        for kernel in KERNELS {
            for (variant, _) in &VARIANTS[1..] {
                for &tool in tools {
                    let (kernel, variant) = (kernel.to_owned(), (*variant).to_owned());
                    all.push(Case { tool, build, kernel, variant });
                }
            }
        }
    }
    let mut state = 1_u64;
    for last in (1..all.len()).rev() {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        all.swap(last, (state >> 33) as usize % (last + 1));
    }
    all
}

fn build_all(Selection { builds, tools }: &Selection) -> anyhow::Result<()> {
    (1..=*builds).try_for_each(|number| tools.iter().try_for_each(|&tool| build(tool, number)))
}

fn run(results: &Path, selection: &Selection) -> anyhow::Result<()> {
    let done: HashSet<_> = read(results)?.into_iter().map(|outcome| outcome.comparison).collect();
    build_all(selection)?;
    let mut left = shuffled(selection);
    left.retain(|comparison| !done.contains(comparison));
    let total = left.len();
    let open = OpenOptions::new().create(true).append(true).open(results);
    let mut file = open.with_context(|| results.display().to_string())?;
    for (comparison, number) in left.into_iter().zip(1..) {
        let line = serde_json::to_string(&tools::compare(comparison)?)? + "\n";
        eprint!("{number}/{total} {line}");
        file.write_all(line.as_bytes()).with_context(|| results.display().to_string())?;
    }
    Ok(())
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse() {
        Arguments::Build(selection) => build_all(&selection),
        Arguments::Run { results, selection } => run(&results, &selection),
        Arguments::Table { results } => results.iter().try_for_each(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            print!("{}", table::of(&name, &read(path)?));
            Ok(())
        }),
        Arguments::Counts => {
            build(Tool::Pairbench, 1)?;
            tools::counts().map(|text| print!("{text}"))
        }
    }
}
