//! Positions in, a table of pawn features out: a row for each position, a column for the count of each pattern.
//!
//! ```sh
//! cargo run --release --manifest-path examples/features/Cargo.toml -- games.pgn features.arrow
//! zcat positions.fen.gz | cargo run --release --manifest-path examples/features/Cargo.toml -- - > features.csv
//! ```
//!
//! Memory does not grow with the input: so many positions are read, computed and written at a time.

mod table;

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Parser;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use pawnfill_positions::{self as positions, Positions};

use table::{Format, Rows, Table};

/// Writes a table of pawn features: a row for each position, a column for the count of each pattern and side.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// FEN or EPD lines, or PGN games; `-` is standard input.
    positions: PathBuf,
    /// The table, which must not exist yet; `-` is standard output.
    #[arg(default_value = "-")]
    table: PathBuf,
    /// How the table is written [default: by the end of its name, else CSV].
    #[arg(long)]
    format: Option<Format>,
    /// Replace the table if it exists.
    #[arg(long)]
    force: bool,
    /// So many positions at a time.
    #[arg(long, default_value_t = 1 << 16, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the table has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> anyhow::Result<()> {
    let progress = ProgressBar::new_spinner();
    let mut positions = open(&args.positions, &progress)?;
    let format = args.format.unwrap_or_else(|| Format::of(&args.table));
    let mut table = Table::new(format, create(&args.table, args.force)?)?;

    let mut times = Times::default();
    let mut rows = Rows::default();
    let mut error = None;
    while error.is_none() {
        times.parsing.measure(|| {
            rows.clear();
            for position in positions.by_ref().take(args.rows as usize) {
                match position {
                    Ok(position) => rows.push(position.pawns),
                    Err(why) => error = Some(why),
                }
            }
        });
        if rows.is_empty() {
            break;
        }
        let features = times.computing.measure(|| rows.features());
        times.writing.measure(|| table.write(&rows, features))?;
        times.positions += rows.len() as u64;
    }
    times.writing.measure(|| table.finish())?;
    progress.finish_and_clear();

    if times.positions > 0 {
        eprint!("{times}");
    }
    match error {
        None => Ok(()),
        Some(error) => {
            let before = HumanCount(times.positions);
            Err(anyhow::Error::from(error).context(format!("the table ends after {before} positions")))
        }
    }
}

/// The positions of a file or of standard input, of which the progress bar sees every byte.
fn open(path: &Path, progress: &ProgressBar) -> anyhow::Result<Positions> {
    let (name, input, len): (_, Box<dyn Read>, _) = if path == Path::new("-") {
        ("standard input".to_owned(), Box::new(io::stdin()), None)
    } else {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| name.clone())?;
        let len = file.metadata().ok().filter(|data| data.is_file()).map(|data| data.len());
        (name, Box::new(file), len)
    };
    if let Some(len) = len {
        progress.set_length(len);
        progress.set_style(ProgressStyle::with_template(
            "{wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left",
        )?);
    } else {
        progress.set_style(ProgressStyle::with_template("{spinner} {bytes}, {bytes_per_sec}")?);
    }
    Ok(positions::read(&name, BufReader::new(progress.wrap_read(input)), None))
}

fn create(path: &Path, force: bool) -> anyhow::Result<Box<dyn Write>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufWriter::new(io::stdout())));
    }
    let file = if force { File::create(path) } else { File::create_new(path) };
    let hint = if path.exists() && !force { "--force replaces it: " } else { "" };
    let file = file.with_context(|| format!("{hint}{}", path.display()))?;
    Ok(Box::new(BufWriter::new(file)))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(broken)
            || matches!(cause.downcast_ref::<csv::Error>().map(csv::Error::kind), Some(csv::ErrorKind::Io(e)) if broken(e))
    })
}

/// What took how long.
#[derive(Default)]
struct Times {
    positions: u64,
    parsing: Stopwatch,
    computing: Stopwatch,
    writing: Stopwatch,
}

#[derive(Default)]
struct Stopwatch(Duration);

impl Stopwatch {
    fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0 += start.elapsed();
        result
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} positions", HumanCount(self.positions))?;
        for (what, time) in
            [("parsing", &self.parsing), ("computing", &self.computing), ("writing", &self.writing)]
        {
            let seconds = time.0.as_secs_f64();
            let rate = (self.positions as f64 / seconds.max(1e-9)) as u64;
            writeln!(
                f,
                "{what:>9} {seconds:8.3} s, {:>13} positions a second",
                HumanCount(rate).to_string()
            )?;
        }
        Ok(())
    }
}
