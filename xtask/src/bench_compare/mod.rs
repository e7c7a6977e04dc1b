//! `cargo xtask bench-compare`: which backend is faster here.

mod environment;
mod harness;
mod report;
mod session;
#[allow(dead_code, reason = "the self-test needs what is not used yet")]
mod stats;
mod terminal;
mod verdict;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use pawnfill_benches::protocol::{Kind, Mode, Record};
use pawnfill_benches::{corpus, positions};
use regex::Regex;

use harness::{Disagreement, Harness};
use report::{Config, CorpusInfo, Margins, Report};
use session::Setup;

/// Tells which backend is faster on this machine and these positions.
///
/// Compares two backends operation by operation, in turns, on one core. Times are nanoseconds per operation.
/// Modes: thr (operations overlap) and lat (each waits for the last) run with everything in the first cache and are
/// the best case for tables; coldL1 (tables in the second cache) and coldL2 (tables evicted from it) are what an
/// engine that does much else may see.
///
/// Exit codes: 0 measured and trusted, whoever is faster; 1 --expect or --fail-if-slower is violated; 2 wrong arguments
/// or positions; 3 not trustworthy; 4 the backends disagree; 5 the harness does not build or fails.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The first backend
    #[arg(long, value_name = "BACKEND", default_value = "kogge-stone")]
    a: String,
    /// The second backend
    #[arg(long, value_name = "BACKEND", default_value = "lookup")]
    b: String,
    /// Only operations whose name matches this regular expression
    #[arg(long, value_name = "REGEX")]
    op: Option<Regex>,
    /// Only these modes: thr, lat, coldL1, coldL2
    #[arg(long, value_name = "MODE", value_delimiter = ',', value_parser = parse_mode)]
    mode: Vec<Mode>,
    /// FEN or EPD lines or PGN games to measure on, `-` for standard input [default: built-in games]
    #[arg(long, value_name = "PATH")]
    positions: Option<PathBuf>,
    /// Two processes, thr and lat only: under 15 seconds
    #[arg(long)]
    quick: bool,
    /// Seconds to measure
    #[arg(long, value_name = "S")]
    time: Option<f64>,
    /// Seconds after which disturbed cells are not measured again
    #[arg(long, value_name = "S", default_value_t = 90.0)]
    max_time: f64,
    /// Processes over which the samples are spread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=50))]
    processes: Option<u8>,
    /// Shuffles positions and cells
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Run on this core only; needs taskset
    #[arg(long, value_name = "CORE")]
    pin: Option<usize>,
    /// Where the JSON file goes [default: target/bench-compare/report.json]
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Show the operations and exit
    #[arg(long)]
    list: bool,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
    /// Further arguments of `cargo bench` when the harness is built
    #[arg(last = true, value_name = "CARGO ARGUMENTS")]
    cargo: Vec<String>,
}

fn parse_mode(text: &str) -> Result<Mode, String> {
    let found = Mode::ALL.iter().copied().find(|mode| mode.name() == text);
    found.ok_or_else(|| {
        format!("expected one of {}", Mode::ALL.iter().map(|mode| mode.name()).collect::<Vec<_>>().join(", "))
    })
}

/// What was asked for cannot be.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    let code = match compare(args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<Usage>() || error.is::<positions::Error>() {
                2
            } else if error.is::<Disagreement>() {
                4
            } else {
                5
            }
        }
    };
    Ok(ExitCode::from(code))
}

fn compare(args: Args) -> anyhow::Result<u8> {
    let given = args.positions.as_deref().map(read_positions).transpose()?;
    let source =
        args.positions.as_ref().map_or("built-in games".to_owned(), |path| path.display().to_string());
    let pawns = given.clone().unwrap_or_else(corpus::positions);
    if args.a == args.b {
        return Err(Usage(format!(
            "{} cannot be compared with itself; its controls are in every run",
            args.a
        ))
        .into());
    }
    let mut features = Vec::new();
    for backend in [&args.a, &args.b] {
        match backend.as_str() {
            "kogge-stone" | "lookup" => {}
            "hybrid" | "naive" => features.push(backend.as_str()),
            other => {
                return Err(Usage(format!(
                    "there is no backend {other}; expected kogge-stone, lookup, hybrid or naive"
                ))
                .into());
            }
        }
    }
    let mut harness = Harness::build(&features, &args.cargo, args.pin)?;
    let started = SystemTime::now();
    let start = Instant::now();
    let env = environment::look(args.pin);

    let modes = match (args.mode.is_empty(), args.quick) {
        (false, _) => args.mode.clone(),
        (true, true) => vec![Mode::Throughput, Mode::Latency],
        (true, false) => Mode::ALL.to_vec(),
    };
    let positions = given.map(|given| write_positions(&harness, &given)).transpose()?;
    let mut setup = Setup {
        backends: [args.a.clone(), args.b.clone()],
        rows: Vec::new(),
        modes,
        kinds: vec![Kind::Backends, Kind::ControlA, Kind::ControlB],
        margins: Margins { thr: 0.03, lat: 0.01, cold: 0.25 },
        processes: args.processes.map_or(if args.quick { 2 } else { 5 }, usize::from),
        time: Duration::from_secs_f64(args.time.unwrap_or(if args.quick { 10.0 } else { 45.0 })),
        max_time: Duration::from_secs_f64(args.max_time),
        seed: args.seed,
        positions,
        caches: env.caches,
        quiet: args.quiet,
    };

    // A process without cells compares the backends, and lists the rows.
    let mut counts = None;
    for record in
        harness.run(session::plan(&setup, Vec::new(), args.seed, session::LEAST_TIME), |_| ())?.records
    {
        match record {
            Record::Row(row) => setup.rows.push(row),
            Record::Corpus(corpus) => counts = Some(corpus),
            Record::Sample(_) | Record::Layout(_) => {}
        }
    }
    if let Some(op) = &args.op {
        setup.rows.retain(|row| op.is_match(&row.name));
        if setup.rows.is_empty() {
            return Err(Usage(format!("no operation matches {op}; --list shows them")).into());
        }
    }
    if args.list {
        for row in &setup.rows {
            println!("{:18} {:15} ns per {:9} {}", row.name, row.group, row.unit, row.about);
        }
        return Ok(0);
    }

    let pool = session::measure(&mut harness, &setup)?;
    let (cells, selfcheck) = session::judge_all(&pool, &setup);
    let report = Report {
        schema: report::SCHEMA.to_owned(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        started: started.duration_since(SystemTime::UNIX_EPOCH)?.as_secs(),
        duration_s: start.elapsed().as_secs_f64(),
        command: std::env::args().skip(1).collect(),
        env,
        corpus: CorpusInfo {
            source,
            digest: digest(&pawns),
            counts: counts.context("the harness told no counts")?,
        },
        config: Config {
            reference: args.a.clone(),
            backends: setup.backends,
            modes: setup.modes,
            processes: setup.processes,
            samples: session::SAMPLES,
            seed: args.seed,
            margins: setup.margins,
        },
        selfcheck,
        cells,
        mix: None,
    };
    let default = harness.folder.with_file_name("report.json");
    let path = args.json.unwrap_or(default);
    std::fs::write(&path, serde_json::to_string(&report)?).with_context(|| path.display().to_string())?;
    std::fs::remove_dir_all(&harness.folder)?;
    print!("{}", terminal::show(&report));
    eprintln!("everything above and every sample: {}", path.display());
    Ok(if report.selfcheck.pass { 0 } else { 3 })
}

fn read_positions(path: &std::path::Path) -> anyhow::Result<Vec<pawnfill::Pawns>> {
    let read: Result<Vec<_>, _> =
        positions::open(path)?.map(|position| position.map(|position| position.pawns)).collect();
    let read = read?;
    if read.is_empty() {
        return Err(Usage(format!("{}: no position", path.display())).into());
    }
    Ok(read)
}

/// The positions as the harness reads them.
fn write_positions(harness: &Harness, positions: &[pawnfill::Pawns]) -> anyhow::Result<PathBuf> {
    let path = harness.folder.join("positions");
    std::fs::write(&path, bytes(positions))?;
    Ok(path)
}

fn bytes(positions: &[pawnfill::Pawns]) -> Vec<u8> {
    let both = |pawns: &pawnfill::Pawns| {
        [pawns.white().own(), pawns.black().own()].map(|set| set.bits().to_le_bytes())
    };
    positions.iter().flat_map(both).flatten().collect()
}

/// FNV-1a, 64 bits.
fn digest(positions: &[pawnfill::Pawns]) -> String {
    let hash = bytes(positions).iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
