//! What the parent asks of a process that measures, and what it gets back.
//!
//! The plan is one line on standard input, which then stays open: when it closes, the process ends. Records are
//! lines on standard output that begin with [`MARK`]; any other line is the program's own.

use serde::{Deserialize, Serialize};

/// The variable that makes a program measure for a parent.
pub(crate) const CHILD: &str = "PAIRBENCH_CHILD";

/// What a line begins with if it is a record.
pub(crate) const MARK: &str = "pairbench: ";

/// How often a function is called when its instructions are counted.
pub(crate) const COUNTED: usize = 800;

/// In which surroundings a function runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Independent calls, everything in the first cache.
    Throughput,
    /// Each call waits for the one before, everything in the first cache.
    Latency,
    /// A chain of four calls with the tables in the second cache.
    L2,
    /// A chain of four calls with the tables evicted from the second cache.
    Evicted,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 4] = [Self::Throughput, Self::Latency, Self::L2, Self::Evicted];

    /// Returns the name on the command line and in JSON.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Throughput => "throughput",
            Self::Latency => "latency",
            Self::L2 => "l2",
            Self::Evicted => "evicted",
        }
    }

    /// Returns the name in tables.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::L2 => "tables in L2",
            Self::Evicted => "tables evicted",
            Self::Throughput | Self::Latency => self.id(),
        }
    }

    /// Tests if tables have to be fetched.
    #[must_use]
    pub const fn is_cold(self) -> bool {
        matches!(self, Self::L2 | Self::Evicted)
    }
}

/// The work of one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// Shuffles inputs and orders.
    pub(crate) seed: u64,
    pub(crate) task: Task,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    /// Say what can be compared, and check that the functions agree.
    Describe,
    /// Measure the cells in this order, each for so many nanoseconds, beside clones that do 5 % more.
    Measure { cells: Vec<Cell>, time: f64, slow: bool },
    /// Call the functions of each cell [`COUNTED`] times where instructions can be counted.
    Count { cells: Vec<Cell> },
}

/// A comparison in one mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) comparison: String,
    pub(crate) mode: Mode,
    /// The functions that are measured.
    pub(crate) functions: Vec<String>,
}

/// A line that a process writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Record {
    Facts(Facts),
    Comparison(ComparisonInfo),
    Disagreement(String),
    Sample(Sample),
    /// Everything was done.
    Done,
}

/// A comparison as `--list` shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparisonInfo {
    /// The name.
    pub name: String,
    /// The group in which it is shown.
    pub group: String,
    /// What times are given for.
    pub unit: String,
    /// What the functions compute.
    pub about: String,
    /// The modes in which it can be measured.
    pub modes: Vec<Mode>,
    /// Whether functions may branch on their input, so that a chain of calls is one of predictions, too.
    pub branches: bool,
    /// How many different inputs were given.
    pub inputs: usize,
    /// Tells inputs apart: a hash of how the first thousand of them are printed.
    pub digest: String,
    /// The functions.
    pub functions: Vec<FunctionInfo>,
}

/// A function of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionInfo {
    /// The name.
    pub name: String,
    /// The function that has the same code, if there is one.
    pub same_as: Option<String>,
}

/// Some rounds of a cell. Times are nanoseconds per unit.
///
/// The sides are the functions, each followed by its clone; then, if asked for, the clones that do 5 % more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The number of the cell in the plan.
    pub(crate) cell: usize,
    /// The time of each side: the median of the rounds, or in cold modes the mean of the middle half.
    pub(crate) times: Vec<f64>,
    /// The logarithm of each side's time divided by the geometric mean of all sides: the median of the rounds.
    pub(crate) logs: Vec<f64>,
    /// The time of the same loop without a function.
    pub(crate) floor: f64,
    /// How many rounds.
    pub(crate) rounds: usize,
    /// Nanoseconds of the sentinel, the worse of before and after.
    pub(crate) sentinel: f64,
}

/// The program that measures and the machine it runs on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// The processor.
    pub cpu: String,
    /// Bytes of the first cache, for data.
    pub l1d: usize,
    /// Bytes of the second cache.
    pub l2: usize,
    /// The operating system.
    pub os: String,
    /// The compiler.
    pub rustc: String,
    /// The target for which the program was compiled.
    pub target: String,
    /// The level of optimization, as in a profile.
    pub opt_level: String,
    /// Whether debug assertions are compiled in.
    pub debug_assertions: bool,
    /// The flags that the compiler was given.
    pub rustflags: String,
    /// The features of the target that the compiler could use.
    pub target_features: Vec<String>,
    /// Whether the barrier is one of registers, and not of memory.
    pub register_barrier: bool,
    /// The governor of the processor's frequency.
    pub governor: String,
    /// The load of the machine when the process began.
    pub load: String,
}
