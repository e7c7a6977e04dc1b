//! The protocol between the parent and the processes that measure.
//!
//! The plan is one line on standard input, which then stays open; the process ends when it
//! closes. Records are the lines on standard output that begin with [`MARK`]. Other lines belong
//! to the program.

use serde::{Deserialize, Serialize};

/// The environment variable that makes a program measure for a parent.
pub(crate) const CHILD: &str = "PAIRBENCH_CHILD";

/// The beginning of every record.
pub(crate) const MARK: &str = "pairbench: ";

/// The conditions under which a function runs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Mode {
    /// Independent calls, with everything in the first-level cache.
    #[default]
    Throughput,
    /// Calls that each wait for the previous result, with everything in the first-level cache.
    Latency,
    /// A chain of four calls, with the tables in the second-level cache.
    L2,
    /// A chain of four calls, with the tables evicted from the second-level cache.
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

    /// Returns the time of a cell in this mode, relative to the others: evicting tables takes most
    /// of it.
    pub(crate) const fn share(self) -> f64 {
        if matches!(self, Self::Evicted) {
            3.0
        } else {
            1.0
        }
    }

    /// Returns `true` if the tables are outside the first-level cache.
    #[must_use]
    pub const fn is_cold(self) -> bool {
        matches!(self, Self::L2 | Self::Evicted)
    }
}

/// The work of one process.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Plan {
    /// The number of the process. Each process can be another layout of the program.
    #[serde(skip)]
    #[cfg_attr(
        not(feature = "cli"),
        expect(dead_code, reason = "only the parent reads it")
    )]
    pub(crate) process: usize,
    /// Shuffles inputs and orders.
    pub(crate) seed: u64,
    /// The seconds after which the process gives up.
    pub(crate) limit: f64,
    /// What to measure, in this order. If nothing, the process describes the comparisons, and
    /// checks that the functions agree.
    pub(crate) cells: Vec<Cell>,
    /// The nanoseconds for each cell, times the share of its mode.
    pub(crate) time: f64,
    /// If not zero, this many samples of a cell each begin with a line of standard input.
    pub(crate) turns: usize,
}

/// A comparison in one mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Cell {
    pub(crate) comparison: String,
    pub(crate) mode: Mode,
    /// The functions that are measured.
    pub(crate) functions: Vec<String>,
}

/// A message of a process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Record {
    Description(Box<Description>),
    Sample(Sample),
    /// The plan is complete, by this program: [`Facts::build`].
    Done(String),
}

/// The comparisons of a harness.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Description {
    /// The comparisons, in display order.
    pub comparisons: Vec<ComparisonInfo>,
    /// The program and the machine.
    pub facts: Facts,
    /// The number of layouts of the program, or 0 if they are unknown.
    #[serde(default)]
    pub(crate) layouts: usize,
    /// A hash of the results of each comparison for all inputs.
    #[serde(default)]
    pub(crate) results: Vec<String>,
    /// What is wrong with the comparisons.
    pub(crate) mistakes: Vec<String>,
    /// How functions disagree.
    pub(crate) disagreements: Vec<String>,
}

/// The description of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComparisonInfo {
    /// The name.
    pub name: String,
    /// The group that lists it.
    pub group: String,
    /// The unit of times.
    pub unit: String,
    /// A description of what the functions compute.
    pub about: String,
    /// The modes in which it can be measured.
    pub modes: Vec<Mode>,
    /// Whether functions may branch on their input, so that chains of calls also wait
    /// for branch predictions.
    pub branches: bool,
    /// Whether functions are so long that a part of their code may not be inlined.
    #[serde(default)]
    pub long: bool,
    /// The number of inputs that are used, before they are repeated.
    pub inputs: usize,
    /// The functions.
    pub functions: Vec<FunctionInfo>,
}

/// A function of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FunctionInfo {
    /// The name.
    pub name: String,
    /// The function with the same code, if there is one.
    pub same_as: Option<String>,
}

impl FunctionInfo {
    /// Returns a function with its own code.
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            same_as: None,
        }
    }
}

/// Some rounds of a cell. Times are nanoseconds per unit.
///
/// The sides are the functions, each followed by its clone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    /// The number of the cell in the plan.
    pub(crate) cell: usize,
    /// The time of each side: the median of the rounds, or the mean of their middle half
    /// in cold modes.
    pub(crate) times: Vec<f64>,
    /// The logarithm of each side's time divided by the geometric mean of all sides: the median of
    /// the rounds.
    pub(crate) logs: Vec<f64>,
    /// The time of the same loop without a function.
    pub(crate) floor: f64,
    /// The number of rounds.
    pub(crate) rounds: usize,
}

/// The program that measures and the machine it runs on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Facts {
    /// A hash of the program's file.
    pub build: String,
    /// The processor.
    pub cpu: String,
    /// The bytes of the first-level data cache.
    pub l1d: usize,
    /// The bytes of the second-level cache.
    pub l2: usize,
    /// The operating system.
    pub os: String,
    /// The compiler.
    pub rustc: String,
    /// The target for which the program was compiled.
    pub target: String,
    /// Whether debug assertions are enabled.
    pub debug_assertions: bool,
    /// The flags of the compiler.
    pub rustflags: String,
    /// Whether the barrier keeps values in registers, and not in memory.
    pub register_barrier: bool,
    /// The load of the machine when the process started.
    pub load: String,
}
