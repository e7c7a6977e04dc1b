//! Compares pairbench with similar tools: runs comparisons, and prints tables of the results.

mod table;
mod tools;

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use examination::VARIANTS;
use tools::Tool;

const USAGE: &str = "\
usage: examination build [BUILDS [TOOL…]]         build the programs that `run` needs
       examination run RESULTS [BUILDS [TOOL…]]   run all comparisons, and append lines to RESULTS
       examination table RESULTS…                 print tables of RESULTS
       examination counts                         count the instructions of every function (needs valgrind)

BUILDS is the number of builds, 3 by default. `run` skips comparisons that are already in RESULTS.
TOOL is pairbench, criterion, tango, tango-core or zenbench (all five are the default), or zenbench-confirm.";

const KERNELS: [&str; 5] = ["mix", "lookup", "search", "sort", "scan"];

type Result<T> = std::result::Result<T, String>;

/// The verdict of a tool about a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Slower,
    Faster,
    Same,
    /// The tool gives no verdict.
    None,
}

impl Answer {
    const ALL: [(Self, &str); 4] =
        [(Self::Slower, "slower"), (Self::Faster, "faster"), (Self::Same, "same"), (Self::None, "none")];

    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, name)| name)
    }
}

/// A comparison of the baseline with a variant, by one tool in one build.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Case {
    tool: Tool,
    build: usize,
    kernel: String,
    variant: String,
}

/// The result of a comparison.
struct Outcome {
    comparison: Case,
    verdict: Answer,
    /// The candidate's time divided by the baseline's time.
    ratio: f64,
    seconds: f64,
}

impl Outcome {
    fn line(&self) -> String {
        let Case { tool, build, kernel, variant } = &self.comparison;
        let (verdict, ratio, seconds) = (self.verdict.name(), self.ratio, self.seconds);
        format!("{},{build},{kernel},{variant},{verdict},{ratio:.5},{seconds:.3}\n", tool.name())
    }

    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<_> = line.split(',').collect();
        let [tool, build, kernel, variant, verdict, ratio, seconds] = fields[..] else { return None };
        Some(Self {
            comparison: Case {
                tool: Tool::named(tool)?,
                build: build.parse().ok()?,
                kernel: kernel.to_owned(),
                variant: variant.to_owned(),
            },
            verdict: Answer::ALL.iter().find(|(_, name)| *name == verdict)?.0,
            ratio: ratio.parse().ok()?,
            seconds: seconds.parse().ok()?,
        })
    }
}

/// Reads outcomes. A missing file has none.
fn read(path: &Path) -> Result<Vec<Outcome>> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let parse = |(number, line)| {
        Outcome::parse(line).ok_or_else(|| {
            format!(
                "{}:{}: expected 7 fields: tool, build, kernel, variant, verdict, ratio, seconds",
                path.display(),
                number + 1
            )
        })
    };
    text.lines().enumerate().map(parse).collect()
}

/// Builds a bench target with its functions in a random order.
///
/// Each build is one sample of code placement. The linker must be LLD, the default for Linux on x86-64.
fn build(tool: Tool, number: usize) -> Result<()> {
    let executable = tool.executable(number);
    if executable.exists() {
        return Ok(());
    }
    eprintln!("building {}", executable.display());
    let shuffled = format!("link-arg=-Wl,--shuffle-sections=.text*={number}");
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--profile", "bench", "--message-format", "json", "--bench", tool.target()])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "--", "-C", &shuffled])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut built = messages.filter_map(|message| {
        let is_it = message["target"]["name"] == tool.target() && message["target"]["kind"][0] == "bench";
        is_it.then(|| message["executable"].as_str().map(str::to_owned))?
    });
    let built = built.next_back().ok_or("cargo built no executable for the bench target")?;
    let folder = executable.parent().ok_or("the executable has no parent folder")?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    fs::copy(&built, &executable).map_err(|error| format!("{built}: {error}"))?;
    Ok(())
}

/// Returns all comparisons in a random order, so that all tools run under the same conditions.
fn shuffled(builds: usize, tools: &[Tool]) -> Vec<Case> {
    let mut all = Vec::new();
    for build in 1..=builds {
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

fn build_all(builds: usize, tools: &[Tool]) -> Result<()> {
    (1..=builds).try_for_each(|number| tools.iter().try_for_each(|&tool| build(tool, number)))
}

fn run(results: &Path, builds: usize, tools: &[Tool]) -> Result<()> {
    let done: HashSet<_> = read(results)?.into_iter().map(|outcome| outcome.comparison).collect();
    build_all(builds, tools)?;
    let open = OpenOptions::new().create(true).append(true).open(results);
    let mut file = open.map_err(|error| format!("{}: {error}", results.display()))?;
    let left: Vec<_> =
        shuffled(builds, tools).into_iter().filter(|comparison| !done.contains(comparison)).collect();
    let total = left.len();
    for (number, comparison) in left.into_iter().enumerate() {
        let outcome = tools::compare(comparison)?;
        eprint!("{}/{total} {}", number + 1, outcome.line());
        file.write_all(outcome.line().as_bytes())
            .map_err(|error| format!("{}: {error}", results.display()))?;
    }
    Ok(())
}

/// Parses the number of builds and the tools.
fn options(given: &[&str]) -> Result<(usize, Vec<Tool>)> {
    let builds = given.first().map_or(Ok(3), |builds| builds.parse()).map_err(|_| USAGE)?;
    let tools = given.iter().skip(1).map(|name| Tool::named(name).ok_or(USAGE));
    let tools = tools.collect::<std::result::Result<Vec<_>, _>>()?;
    Ok((builds, if tools.is_empty() { Tool::DEFAULT.to_vec() } else { tools }))
}

fn answer(arguments: &[&str]) -> Result<()> {
    match *arguments {
        ["build", ref given @ ..] => {
            let (builds, tools) = options(given)?;
            build_all(builds, &tools)
        }
        ["run", results, ref given @ ..] => {
            let (builds, tools) = options(given)?;
            run(Path::new(results), builds, &tools)
        }
        ["table", ref files @ ..] if !files.is_empty() => files.iter().try_for_each(|file| {
            let path = Path::new(file);
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            print!("{}", table::of(&name, &read(path)?));
            Ok(())
        }),
        ["counts"] => {
            build(Tool::Pairbench, 1)?;
            tools::counts().map(|text| print!("{text}"))
        }
        _ => Err(USAGE.to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    answer(&arguments).map_or_else(
        |message| {
            eprintln!("{message}");
            ExitCode::from(2)
        },
        |()| ExitCode::SUCCESS,
    )
}
