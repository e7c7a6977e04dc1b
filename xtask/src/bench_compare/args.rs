//! The command line.

use std::path::PathBuf;
use std::str::FromStr;

use pawnfill_benches::protocol::Mode;
use regex::Regex;

use super::report::Margins;
use super::show::Format;

/// Tells which backend is faster on this machine and these positions
///
/// Compares two backends operation by operation, in turns, on one core. Times are nanoseconds per operation.
///
/// Modes: thr (operations overlap) and lat (each waits for the one before) run with everything in the first cache and
/// are the best case for tables; coldL1 (tables in the second cache) and coldL2 (tables evicted from it) are the worst.
///
/// Verdicts: the name of the faster backend, tie (equal within the margin), unclear (the interval straddles the
/// margin), disturbed (too few clean samples), untrusted (a kernel differed from its own clone).
///
/// Exit codes: 0 measured and trusted, whoever is faster; 1 --expect or --fail-if-slower is violated; 2 wrong arguments
/// or positions; 3 not trustworthy; 4 the backends disagree; 5 the harness does not build or fails.
///
/// Environment: RUSTFLAGS, CARGO_TARGET_DIR and CRITERION_HOME are honoured.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The first backend: kogge-stone, lookup, hybrid, naive, or batch, which does several positions at a time
    #[arg(long, value_name = "BACKEND", default_value = "kogge-stone", value_parser = BACKENDS)]
    pub(super) a: String,
    /// The second backend
    #[arg(long, value_name = "BACKEND", default_value = "lookup", value_parser = BACKENDS)]
    pub(super) b: String,
    /// One position after the other against several at a time: the same as `--b batch`
    #[arg(long, conflicts_with_all = ["b", "from", "spread"])]
    pub(super) batch: bool,
    /// The backend that is shown first and by which the other is divided [default: the first]
    #[arg(long, value_name = "BACKEND", value_parser = BACKENDS)]
    pub(super) reference: Option<String>,
    /// Only operations whose name matches this regular expression
    #[arg(long, value_name = "REGEX")]
    pub(super) op: Option<Regex>,
    /// Only these modes: thr, lat, coldL1, coldL2
    #[arg(long, value_name = "MODE", value_delimiter = ',', value_parser = mode)]
    pub(super) mode: Vec<Mode>,
    /// Only the hot modes, thr and lat
    #[arg(long, conflicts_with = "mode")]
    pub(super) no_cold: bool,
    /// FEN or EPD lines or PGN games to measure on, `-` for standard input [default: built-in games]
    #[arg(long, value_name = "PATH")]
    pub(super) positions: Option<PathBuf>,
    /// Two processes, thr and lat only: under 15 seconds
    #[arg(long)]
    pub(super) quick: bool,
    /// Seconds to measure [default: 40, or 9 with --quick, or 24 for each session of --self-test]
    #[arg(long, value_name = "S", value_parser = at_least_one)]
    pub(super) time: Option<f64>,
    /// Seconds after which disturbed cells are not measured again
    #[arg(long, value_name = "S", default_value = "90", value_parser = seconds)]
    pub(super) max_time: f64,
    /// Processes over which the samples are spread [default: 5, or 2 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=50))]
    pub(super) processes: Option<u8>,
    /// Differences that do not matter, in percent: thr=3,lat=1,cold=25
    #[arg(long, value_name = "MODE=PCT,…", default_value = "")]
    pub(super) margin: Margins,
    /// Shuffles positions and cells
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Count the instructions of each operation, too, which are the same in every run; needs valgrind
    #[arg(long, conflicts_with = "self_test")]
    pub(super) counts: bool,
    /// Run on this core only; needs taskset
    #[arg(long, value_name = "CORE")]
    pub(super) pin: Option<usize>,
    /// Calls of operations per evaluation: north_fill=2,is_passed=4
    #[arg(long, value_name = "OP=CALLS,…", value_delimiter = ',', value_parser = weight)]
    pub(super) mix: Vec<(String, f64)>,
    /// Fail unless the verdict is this, as in north_fill/thr:kogge-stone; may be given several times
    #[arg(long, value_name = "OP/MODE:VERDICT")]
    pub(super) expect: Vec<Expectation>,
    /// Fail if the second backend is surely slower than the first by more than this in some row
    #[arg(long, value_name = "PCT", value_parser = seconds)]
    pub(super) fail_if_slower: Option<f64>,
    /// Say what changed since an older JSON file of the same machine, flags and positions
    #[arg(long, value_name = "OLD.JSON")]
    pub(super) compare: Option<PathBuf>,
    /// Measure nothing; show a JSON file, with --op and --mode parts of it
    #[arg(long, value_name = "FILE", conflicts_with_all = MEASURING)]
    pub(super) from: Option<PathBuf>,
    /// Measure nothing; say how much the ratio of each row differs between JSON files of the same comparison
    #[arg(long, value_name = "FILE", num_args = 2.., conflicts_with = "from", conflicts_with_all = MEASURING)]
    pub(super) spread: Vec<PathBuf>,
    /// Run this many sessions of clones and of slower clones, and count the mistakes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) self_test: Option<u32>,
    /// What is printed
    #[arg(long, value_enum, default_value = "table")]
    pub(super) format: Format,
    /// Where the JSON file goes [default: report.json in the folder bench-compare of the target folder]
    #[arg(long, value_name = "FILE")]
    pub(super) json: Option<PathBuf>,
    /// Write a page with plots
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Write a table for forums and pull requests
    #[arg(long, value_name = "FILE")]
    pub(super) markdown: Option<PathBuf>,
    /// Write every cell with all digits
    #[arg(long, value_name = "FILE")]
    pub(super) csv: Option<PathBuf>,
    /// Show the operations and exit
    #[arg(long, conflicts_with = "self_test")]
    pub(super) list: bool,
    /// No progress
    #[arg(short, long)]
    pub(super) quiet: bool,
    /// Keep the files of the processes and of criterion, and say where they are
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Further arguments of `cargo bench` when the harness is built
    #[arg(last = true, value_name = "CARGO ARGUMENTS")]
    pub(super) cargo: Vec<String>,
}

/// The backends that can be compared; those after the first two are compiled on request.
const BACKENDS: [&str; 5] = ["kogge-stone", "lookup", "hybrid", "naive", "batch"];

/// What decides how something is measured, and means nothing where nothing is.
const MEASURING: [&str; 16] = [
    "a",
    "b",
    "reference",
    "positions",
    "quick",
    "time",
    "max_time",
    "processes",
    "margin",
    "seed",
    "counts",
    "pin",
    "self_test",
    "json",
    "list",
    "cargo",
];

impl Args {
    /// The modes that are measured.
    pub(super) fn modes(&self) -> Vec<Mode> {
        match &self.mode[..] {
            [] if self.quick || self.no_cold || self.self_test.is_some() => {
                vec![Mode::Throughput, Mode::Latency]
            }
            [] => Mode::ALL.to_vec(),
            modes => modes.to_vec(),
        }
    }

    /// The files that are written, each with its option.
    pub(super) fn outputs(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        let all = [
            ("--json", &self.json),
            ("--html", &self.html),
            ("--markdown", &self.markdown),
            ("--csv", &self.csv),
        ];
        all.into_iter().filter_map(|(option, path)| Some((option, path.as_ref()?)))
    }

    /// The features of the harness that compile the backends asked for.
    pub(super) fn features(&self) -> Vec<&str> {
        [self.a.as_str(), &self.b].into_iter().filter(|name| BACKENDS[2..].contains(name)).collect()
    }
}

/// What --expect says of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expectation {
    pub(super) op: String,
    pub(super) mode: Mode,
    pub(super) verdict: String,
}

impl FromStr for Expectation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once(':').and_then(|(row, verdict)| Some((row.split_once('/')?, verdict)));
        let ((op, mode_name), verdict) = parts.ok_or("expected OP/MODE:VERDICT")?;
        if !BACKENDS.contains(&verdict) && !["tie", "unclear"].contains(&verdict) {
            return Err(format!("`{verdict}` is neither a backend nor tie nor unclear"));
        }
        Ok(Self { op: op.to_owned(), mode: mode(mode_name)?, verdict: verdict.to_owned() })
    }
}

impl FromStr for Margins {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut margins = Self { thr: 0.03, lat: 0.01, cold: 0.25 };
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (name, percent) = part.split_once('=').ok_or_else(|| format!("`{part}` is not MODE=PCT"))?;
            let margin = match name {
                "thr" => &mut margins.thr,
                "lat" => &mut margins.lat,
                "cold" => &mut margins.cold,
                _ => return Err(format!("`{name}` is none of thr, lat, cold")),
            };
            *margin = seconds(percent)? / 100.0;
        }
        Ok(margins)
    }
}

fn mode(text: &str) -> Result<Mode, String> {
    let found = Mode::ALL.iter().copied().find(|mode| mode.name() == text);
    found.ok_or_else(|| format!("`{text}` is none of thr, lat, coldL1, coldL2"))
}

/// A number that is not negative.
fn seconds(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let found = number.filter(|number| number.is_finite() && *number >= 0.0 && *number < 1e6);
    found.ok_or_else(|| format!("`{text}` is no number from 0 on"))
}

/// Less than a second tells nothing.
fn at_least_one(text: &str) -> Result<f64, String> {
    let found = seconds(text).ok().filter(|number| *number >= 1.0);
    found.ok_or_else(|| format!("`{text}` is no number from 1 on"))
}

fn weight(text: &str) -> Result<(String, f64), String> {
    let (op, calls) = text.split_once('=').ok_or_else(|| format!("`{text}` is not OP=CALLS"))?;
    Ok((op.to_owned(), seconds(calls)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations() {
        let expected = Expectation { op: "north_fill".into(), mode: Mode::Latency, verdict: "tie".into() };
        assert_eq!("north_fill/lat:tie".parse(), Ok(expected));
        for wrong in ["north_fill", "north_fill:tie", "north_fill/hot:tie", "north_fill/lat:fill", "a/lat"] {
            assert!(wrong.parse::<Expectation>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn margins() {
        assert_eq!("lat=2.5,thr=10".parse(), Ok(Margins { thr: 0.1, lat: 0.025, cold: 0.25 }));
        assert_eq!("".parse(), Ok(Margins { thr: 0.03, lat: 0.01, cold: 0.25 }));
        for wrong in ["thr", "thr=", "thr=-1", "thr=nan", "cold1=3", "thr=1;lat=2"] {
            assert!(wrong.parse::<Margins>().is_err(), "{wrong}");
        }
    }
}
