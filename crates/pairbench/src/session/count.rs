//! Counts instructions in a simulator. The counts repeat exactly.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::{Error, Harness, Options, cells, code_of};
use crate::protocol::{COUNTED, Cell, Description, Mode, Plan, Task};
use crate::report::Report;

const VALGRIND: &str = "valgrind";
/// The function in which instructions are counted.
const COUNTER: &str = "pairbench::suite::counted";

/// Instructions per call by comparison and function, without the loop.
#[derive(Debug, Default)]
pub(crate) struct Instructions(BTreeMap<(String, String), f64>);

impl Instructions {
    /// Counts the instructions with callgrind, a tool of valgrind. Whole programs are skipped.
    ///
    /// Returns an error if valgrind is missing or the process fails.
    pub(crate) fn count(
        harness: &Harness,
        description: &Description,
        options: &Options,
    ) -> Result<Self, Error> {
        let status = Command::new(VALGRIND).arg("--version").stdout(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            return Err(Error::Usage(format!("--counts requires {VALGRIND}, which cannot be started")));
        }
        // Whole programs have no latency.
        let comparisons = description.comparisons.iter().filter(|info| info.modes.contains(&Mode::Latency));
        let options = Options { modes: vec![Mode::Throughput], ..options.clone() };
        let cells = cells(comparisons, &options);
        let folder = Folder::new()
            .map_err(|error| Error::Harness(format!("cannot make a folder for callgrind: {error}")))?;
        let counts = folder.path.path().join("counts");
        let wrapper = [
            VALGRIND,
            "--tool=callgrind",
            "--cache-sim=no",
            "--branch-sim=no",
            &format!("--callgrind-out-file={}", counts.display()),
            &format!("--toggle-collect={COUNTER}"),
            &format!("--dump-after={COUNTER}"),
        ];
        // The simulator is slow, so the process may take any time.
        let plan = Plan { seed: options.seed, limit: f64::MAX, task: Task::Count { cells: cells.clone() } };
        harness.execute(&wrapper.map(OsString::from), &plan, &mut |_| ())?;
        Self::read(&cells, |number| total(&counts.with_extension(number.to_string())))
    }

    /// Reads the counts in the order of the calls: per cell the empty loop, then each function.
    fn read(cells: &[Cell], count: impl Fn(usize) -> Result<u64, Error>) -> Result<Self, Error> {
        let mut instructions = BTreeMap::new();
        let mut number = 1;
        for cell in cells {
            let nothing = count(number)?;
            for function in &cell.functions {
                number += 1;
                let per_call = (count(number)? as f64 - nothing as f64) / COUNTED as f64;
                instructions.insert((cell.comparison.clone(), function.clone()), per_call);
            }
            number += 1;
        }
        Ok(Self(instructions))
    }

    /// Adds the counts to the rows of mode throughput.
    pub(crate) fn add_to(&self, report: &mut Report) {
        for row in report.rows.iter_mut().filter(|row| row.mode == Mode::Throughput) {
            let Some(info) = report.comparisons.iter().find(|info| info.name == row.comparison) else {
                continue;
            };
            let count = |name: &str| self.0.get(&(info.name.clone(), code_of(info, name))).copied();
            row.instructions = count(&row.baseline)
                .zip(count(&row.candidate))
                .map(|(baseline, candidate)| [baseline, candidate]);
        }
    }
}

/// Returns the instructions in an output file of callgrind.
fn total(path: &Path) -> Result<u64, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        Error::Harness(format!("callgrind did not count each call of {COUNTER}: {}: {error}", path.display()))
    })?;
    total_in(&text).ok_or_else(|| Error::Harness(format!("{}: the line `totals` is missing", path.display())))
}

fn total_in(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
}

/// A folder that is removed when it is dropped, even if this process is killed.
struct Folder {
    path: tempfile::TempDir,
    /// Removes the folder when its input closes, which happens when this process ends.
    _guard: Option<Child>,
}

impl Folder {
    fn new() -> std::io::Result<Self> {
        let path = tempfile::tempdir()?;
        let script = "trap '' INT TERM HUP; echo; cat > /dev/null; rm -rf -- \"$0\"";
        let mut guard = Command::new("sh");
        guard.args(["-c", script]).arg(path.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut guard = guard.spawn().ok();
        // Until it has written a line, signals end it, too.
        if let Some(ready) = guard.as_mut().and_then(|guard| guard.stdout.as_mut()) {
            let _ = ready.read_exact(&mut [0]);
        }
        Ok(Self { path, _guard: guard })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{ComparisonInfo, FunctionInfo};
    use crate::report::Verdict;
    use crate::report::tests::{report, row};

    #[test]
    fn the_total_of_callgrind() {
        assert_eq!(total_in("events: Ir\nsummary: 9226\n\nfn=(1) f\n88 9\ntotals: 9226\n"), Some(9226));
        assert_eq!(total_in("events: Ir\nsummary: 9226\n"), None);
    }

    #[test]
    fn instructions_are_those_beside_the_loop() {
        let cell = |name: &str| Cell {
            comparison: name.to_owned(),
            mode: Mode::Throughput,
            functions: vec!["a".to_owned(), "b".to_owned()],
            one_by_one: false,
        };
        // The empty loop, a and b, twice.
        let counts = [1000, 1000 + 9 * 800, 1000 + 36 * 800, 500, 500, 500 + 800];
        let read = Instructions::read(&[cell("x"), cell("y")], |number| Ok(counts[number - 1])).unwrap();
        let per_call: Vec<_> = read.0.into_values().collect();
        assert_eq!(per_call, [9.0, 36.0, 0.0, 1.0]);
    }

    #[test]
    fn rows_get_the_instructions_of_their_functions() {
        let counted = |name: &str, of: &str, count| ((name.to_owned(), of.to_owned()), count);
        let counted = Instructions(BTreeMap::from([
            counted("x", "old", 1.0),
            counted("x", "new", 2.0),
            counted("y", "old", 3.0),
            counted("y", "new", 4.0),
        ]));
        let function = |name: &str, same_as: Option<&str>| FunctionInfo {
            name: name.to_owned(),
            same_as: same_as.map(str::to_owned),
        };
        let functions = [function("old", None), function("new", None), function("same", Some("new"))];
        let info = |name: &str, functions: &[FunctionInfo]| ComparisonInfo {
            name: name.to_owned(),
            functions: functions.to_vec(),
            ..ComparisonInfo::default()
        };
        let row = |name: &str, candidate: &str, mode| row("", name, candidate, mode, 1.0, Verdict::Same);
        let rows = vec![
            row("x", "new", Mode::Throughput),
            row("y", "new", Mode::Throughput),
            row("y", "same", Mode::Throughput),
            row("x", "same", Mode::Throughput),
            row("x", "new", Mode::Latency),
        ];
        let comparisons = vec![info("x", &functions[..2]), info("y", &functions)];
        let mut report = Report { comparisons, ..report(rows, Vec::new()) };
        counted.add_to(&mut report);
        let expected = [Some([1.0, 2.0]), Some([3.0, 4.0]), Some([3.0, 4.0]), None, None];
        let shown: Vec<_> = report.rows.iter().map(|row| row.instructions).collect();
        assert_eq!(shown, expected);
    }
}
