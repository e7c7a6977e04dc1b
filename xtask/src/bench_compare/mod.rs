//! `cargo xtask bench-compare`: which backend is faster here.
//!
//! [`harness`] builds and runs the benchmark, [`session`] spreads the work over processes and judges what comes back by
//! [`stats`] and [`verdict`], [`show`](mod@show) draws the [`report`], [`outcome`] makes an exit code of it.
//! `benches/MEASURING.md` tells why all this is needed.

mod args;
mod environment;
mod harness;
mod outcome;
mod report;
mod self_test;
mod session;
mod show;
mod stats;
#[cfg(test)]
mod tests;
mod verdict;

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use anyhow::Context as _;
use pawnfill::Pawns;
use pawnfill_benches::protocol::{Corpus, Kind, Mode, Record, RowInfo};
use pawnfill_positions::{self as positions, embedded};

pub(crate) use args::Args;
use args::Expectation;
use harness::{Disagreement, Harness};
use outcome::{DISAGREEMENT, FAILURE, USAGE};
use report::{Config, CorpusInfo, Report};
use session::Setup;
use show::{Format, show};

/// What was asked for cannot be.
#[derive(Debug)]
struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

pub(crate) fn run(mut args: Args) -> anyhow::Result<ExitCode> {
    if args.batch {
        args.b = "batch".to_owned();
    }
    let code = compare(&args).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        exit_code(&error)
    });
    Ok(ExitCode::from(code))
}

/// The exit code of an error.
fn exit_code(error: &anyhow::Error) -> u8 {
    if error.is::<Usage>() || error.is::<positions::Error>() {
        USAGE
    } else if error.is::<Disagreement>() {
        DISAGREEMENT
    } else {
        FAILURE
    }
}

fn compare(args: &Args) -> anyhow::Result<u8> {
    // Everything that can be wrong in what was given is found before anything is built or measured.
    let old = args.compare.as_deref().map(read_report).transpose()?;
    check_outputs(args)?;
    if let Some(path) = &args.from {
        let mut report = read_report(path)?;
        narrow(&mut report, args)?;
        let holds = |op: &str, mode: Option<Mode>| {
            report.cells.iter().any(|cell| cell.op == op && mode.is_none_or(|mode| mode == cell.mode))
        };
        check_names(args, &report.config.backends, holds)?;
        if !args.mix.is_empty() {
            report.mix = Some(outcome::mix(&report, &args.mix));
        }
        return finish(args, report, old.as_ref());
    }
    if !args.spread.is_empty() {
        let reports: Vec<_> = args.spread.iter().map(|path| read_report(path)).collect::<Result<_, _>>()?;
        let lines = outcome::spread(&reports).map_err(|reason| Usage(format!("--spread: {reason}")))?;
        lines.iter().for_each(|line| println!("{line}"));
        return Ok(0);
    }
    let backends = backends(args)?;
    let modes = args.modes();
    check_names(args, &backends, |_, mode| mode.is_none_or(|mode| modes.contains(&mode)))?;
    if args.counts {
        harness::can_count().map_err(|reason| Usage(format!("--counts: {reason}")))?;
        if !modes.contains(&Mode::Throughput) {
            return Err(
                Usage("--counts: only operations that are measured in mode thr are counted".into()).into()
            );
        }
    }
    let given = args.positions.as_deref().map(read_positions).transpose()?;

    let mut harness = Harness::build(&args.features(), &args.cargo, args.pin)?;
    let result = measure(args, &mut harness, backends, given);
    if args.verbose {
        eprintln!("files of the processes and of criterion: {}", harness.folder.display());
    } else {
        harness.remove();
    }
    match result? {
        Measured::Report(mut report) => {
            if !args.mix.is_empty() {
                report.mix = Some(outcome::mix(&report, &args.mix));
            }
            let default = harness.folder.with_file_name("report.json");
            let kept = keep(&report, args.json.as_deref(), &default);
            let code = finish(args, *report, old.as_ref())?;
            kept.map(|()| code)
        }
        Measured::Done(code) => Ok(code),
    }
}

/// The two backends, the reference first.
fn backends(args: &Args) -> anyhow::Result<[String; 2]> {
    let (a, b) = (args.a.clone(), args.b.clone());
    if a == b {
        return Err(Usage(format!("{a} against itself: its controls are in every run anyway")).into());
    }
    match &args.reference {
        Some(reference) if *reference == b => Ok([b, a]),
        Some(reference) if *reference != a => {
            Err(Usage(format!("the reference {reference} is neither {a} nor {b}")).into())
        }
        _ => Ok([a, b]),
    }
}

enum Measured {
    Report(Box<Report>),
    Done(u8),
}

fn measure(
    args: &Args,
    harness: &mut Harness,
    backends: [String; 2],
    given: Option<Vec<Pawns>>,
) -> anyhow::Result<Measured> {
    let (started, start) = (SystemTime::now(), Instant::now());
    let env = environment::look(args.pin);
    let time = if args.self_test.is_some() {
        24.0
    } else if args.quick {
        9.0
    } else {
        40.0
    };
    let mut setup = Setup {
        backends,
        rows: Vec::new(),
        modes: args.modes(),
        kinds: vec![Kind::Backends, Kind::ControlA, Kind::ControlB],
        margins: args.margin,
        processes: args.processes.map_or(if args.quick { 2 } else { 5 }, usize::from),
        time: Duration::from_secs_f64(args.time.unwrap_or(time)),
        max_time: Duration::from_secs_f64(args.max_time),
        seed: args.seed,
        positions: None,
        caches: env.caches,
        quiet: args.quiet,
    };
    let source =
        args.positions.as_ref().map_or("built-in games".to_owned(), |path| path.display().to_string());
    let pawns = match given {
        Some(given) => {
            let path = harness.folder.join("positions");
            std::fs::write(&path, bytes(&given)).with_context(|| path.display().to_string())?;
            setup.positions = Some(path);
            given
        }
        None => embedded::positions(),
    };
    let positions = ask(harness, &mut setup)?;
    check_names(args, &setup.backends, |op, mode| {
        let measured = |row: &RowInfo| {
            row.name == op
                && mode.is_none_or(|mode| setup.modes.contains(&mode) && session::has_mode(row, mode))
        };
        setup.rows.iter().any(measured) && args.op.as_ref().is_none_or(|asked| asked.is_match(op))
    })?;
    if let Some(op) = &args.op {
        setup.rows.retain(|row| op.is_match(&row.name));
        if setup.rows.is_empty() {
            return Err(Usage(format!("no operation matches {op}; --list shows them")).into());
        }
    }
    if args.counts && session::countable(&setup).next().is_none() {
        return Err(
            Usage("--counts: whole programs are not counted, and there is nothing else".into()).into()
        );
    }
    if args.list {
        for row in &setup.rows {
            println!("{:18} {:15} ns per {:9} {}", row.name, row.group, row.unit, row.about);
        }
        return Ok(Measured::Done(0));
    }
    if let Some(sessions) = args.self_test {
        return self_test::run(harness, &setup, sessions).map(Measured::Done);
    }

    // Counted first: what cannot be counted is found out before anything is measured in vain.
    let counts = if args.counts { session::count(harness, &setup)? } else { session::Counts::new() };
    let pool = session::measure(harness, &setup)?;
    let (mut cells, selfcheck) = session::judge_all(&pool, &setup);
    for cell in &mut cells {
        if cell.kind == Kind::Backends && cell.mode == Mode::Throughput {
            cell.instructions = counts.get(&cell.op).copied();
        }
    }
    Ok(Measured::Report(Box::new(Report {
        schema: report::SCHEMA.to_owned(),
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        started: started.duration_since(SystemTime::UNIX_EPOCH)?.as_secs(),
        duration_s: start.elapsed().as_secs_f64(),
        command: std::env::args().skip(1).collect(),
        env,
        corpus: CorpusInfo { source, digest: digest(&pawns), counts: positions },
        config: Config {
            reference: setup.backends[0].clone(),
            backends: setup.backends,
            modes: setup.modes,
            processes: setup.processes,
            samples: session::SAMPLES,
            seed: args.seed,
            margins: args.margin,
        },
        selfcheck,
        cells,
        mix: None,
    })))
}

/// Runs a process without cells, which compares the answers of the backends in all positions and lists the rows.
fn ask(harness: &mut Harness, setup: &mut Setup) -> anyhow::Result<Corpus> {
    let plan = session::plan(setup, Vec::new(), setup.seed, session::LEAST_TIME);
    let mut counts = None;
    for record in harness.run(plan, |_| ())? {
        match record {
            Record::Row(row) => setup.rows.push(row),
            Record::Corpus(corpus) => counts = Some(corpus),
            Record::Sample(_) | Record::Layout(_) => {}
        }
    }
    counts.context("the harness counted no positions")
}

/// Finds operations, modes and backends in --mix and --expect that are not compared.
///
/// `measured` says whether an operation is, in this mode or in any.
fn check_names(
    args: &Args,
    backends: &[String; 2],
    measured: impl Fn(&str, Option<Mode>) -> bool,
) -> Result<(), Usage> {
    for (number, (op, _)) in args.mix.iter().enumerate() {
        if !measured(op, None) {
            return Err(Usage(format!("--mix: operation {op} is not measured; --list shows the operations")));
        }
        if args.mix[..number].iter().any(|(before, _)| before == op) {
            return Err(Usage(format!("--mix: operation {op} is given twice")));
        }
    }
    for Expectation { op, mode, verdict } in &args.expect {
        if !measured(op, None) {
            return Err(Usage(format!(
                "--expect: operation {op} is not measured; --list shows the operations"
            )));
        }
        if !measured(op, Some(*mode)) {
            return Err(Usage(format!("--expect: {op} is not measured in mode {}", mode.name())));
        }
        if !["tie", "unclear"].contains(&verdict.as_str()) && !backends.contains(verdict) {
            let [a, b] = backends;
            return Err(Usage(format!("--expect: {a} and {b} are compared, not {verdict}")));
        }
    }
    Ok(())
}

/// Finds files that could not be written in the end, before anything is measured in vain.
fn check_outputs(args: &Args) -> Result<(), Usage> {
    for (number, (option, path)) in args.outputs().enumerate() {
        let wrong = |why: &str| Usage(format!("{option} {}: {why}", path.display()));
        if args.outputs().take(number).any(|(_, before)| before == path) {
            return Err(wrong("the file is given twice"));
        }
        let was_there = path.exists();
        let opened = std::fs::OpenOptions::new().append(true).create(true).open(path);
        opened.map_err(|error| wrong(&error.to_string()))?;
        if !was_there {
            let _ = std::fs::remove_file(path);
        }
    }
    Ok(())
}

/// Writes down what was measured: where it was asked for, and if that fails, where it always can be.
fn keep(report: &Report, asked: Option<&Path>, default: &Path) -> anyhow::Result<()> {
    let text = show(report, Format::Json)?;
    let mut path = asked.unwrap_or(default);
    let written = write(path, &text);
    if written.is_err() {
        write(default, &text)?;
        path = default;
    }
    eprintln!("everything and every sample: {}", path.display());
    written
}

/// Leaves of a report the operations and modes that are asked for.
fn narrow(report: &mut Report, args: &Args) -> Result<(), Usage> {
    report.cells.retain(|cell| {
        let cold = !matches!(cell.mode, Mode::Throughput | Mode::Latency);
        args.op.as_ref().is_none_or(|op| op.is_match(&cell.op))
            && (args.mode.is_empty() || args.mode.contains(&cell.mode))
            && !(args.no_cold && cold)
    });
    if report.cells.is_empty() {
        return Err(Usage("the report has no operation of that name and mode".to_owned()));
    }
    Ok(())
}

/// Shows a report in all forms asked for, first where nothing can fail.
fn finish(args: &Args, report: Report, old: Option<&Report>) -> anyhow::Result<u8> {
    print!("{}", show(&report, args.format)?);
    let changes = old.map_or(Ok(Vec::new()), |old| outcome::changes(old, &report));
    let changes = changes.map_err(|reason| Usage(format!("--compare: {reason}")))?;
    if args.format == Format::Table && !changes.is_empty() {
        println!("\nratios before and now\n{}", changes.join("\n"));
    } else {
        changes.iter().for_each(|line| eprintln!("{line}"));
    }
    let files = [(&args.html, Format::Html), (&args.markdown, Format::Markdown), (&args.csv, Format::Csv)];
    for (path, format) in files {
        if let Some(path) = path {
            write(path, &show(&report, format)?)?;
        }
    }
    let (code, messages) = outcome::code(&report, &args.expect, args.fail_if_slower);
    messages.iter().for_each(|message| eprintln!("error: {message}"));
    Ok(code)
}

fn read_report(path: &Path) -> anyhow::Result<Report> {
    let text = std::fs::read(path).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
    let report: Report =
        serde_json::from_slice(&text).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
    if report.schema != report::SCHEMA {
        return Err(Usage(format!(
            "{}: the form is {}, not {}",
            path.display(),
            report.schema,
            report::SCHEMA
        ))
        .into());
    }
    Ok(report)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

fn read_positions(path: &Path) -> anyhow::Result<Vec<Pawns>> {
    let read = positions::open(path)?.map(|position| position.map(|position| position.pawns));
    let read: Vec<_> = read.collect::<Result<_, _>>()?;
    if read.is_empty() {
        return Err(Usage(format!("{}: there is no position", path.display())).into());
    }
    Ok(read)
}

/// The positions as the harness reads them: white, then black, eight bytes each.
fn bytes(positions: &[Pawns]) -> Vec<u8> {
    let both = |pawns: &Pawns| [pawns.white().own(), pawns.black().own()].map(|set| set.bits().to_le_bytes());
    positions.iter().flat_map(both).flatten().collect()
}

/// FNV-1a, 64 bits.
fn digest(positions: &[Pawns]) -> String {
    let hash = bytes(positions).iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
