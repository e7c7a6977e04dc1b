//! What `bench-compare` asks of a harness process, and what it gets back.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The variable that holds the path of the [`Plan`] of a process.
pub const PLAN_VARIABLE: &str = "PAWNFILL_BENCH_PLAN";

/// The exit code of a harness in which two backends disagree.
pub const DISAGREEMENT: i32 = 4;

/// How often an operation is done when its instructions are counted.
pub const COUNTED: usize = 800;

/// The function in which instructions are counted: with nothing, with A and with B, cell after cell.
pub const COUNTER: &str = "backends::sampler::counted";

/// The work of one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Shuffles the inputs and the order of the cells.
    pub seed: u64,
    /// The two backends, A and B.
    pub backends: [String; 2],
    /// White and black pawns as pairs of little-endian numbers of eight bytes; the built-in positions if absent.
    pub positions: Option<PathBuf>,
    /// What to measure, in this order. If nothing, the backends are compared and the rows listed.
    pub cells: Vec<CellId>,
    /// Do the operation of each cell [`COUNTED`] times where instructions can be counted, and measure nothing.
    pub count: bool,
    /// How criterion samples a cell.
    pub sampling: Sampling,
    /// The sizes of the caches in bytes.
    pub caches: Caches,
    /// Where criterion keeps its files, and under which name the samples of this process.
    pub criterion: PathBuf,
    /// The name of this process among criterion's baselines.
    pub baseline: String,
    /// Where the [`Record`]s go, one JSON object a line.
    pub records: PathBuf,
}

/// How criterion samples a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sampling {
    /// Seconds before the first sample.
    pub warm_up: f64,
    /// Seconds of all samples together.
    pub measurement: f64,
    /// The number of samples.
    pub samples: usize,
}

/// The sizes of the caches in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caches {
    /// The first level, data.
    pub l1d: usize,
    /// The second level.
    pub l2: usize,
}

/// One comparison: an operation, in one mode, of two kernels.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CellId {
    /// The name of the row.
    pub op: String,
    /// The mode.
    pub mode: Mode,
    /// What is compared.
    pub kind: Kind,
}

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.op, self.mode.name(), self.kind.name())
    }
}

/// Declares an enum whose variants have names on the command line and in JSON.
macro_rules! named {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $($(#[$doc])* #[serde(rename = $text)] $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name on the command line and in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

named! {
    /// In which surroundings an operation runs.
    Mode {
        /// Independent operations, everything in the first cache.
        Throughput = "thr",
        /// Each operation waits for the one before, everything in the first cache.
        Latency = "lat",
        /// A chain of four operations with the tables in the second cache.
        ColdL1 = "coldL1",
        /// A chain of four operations with the tables evicted from the second cache.
        ColdL2 = "coldL2",
    }
}

impl Mode {
    /// Do the tables have to be fetched?
    #[must_use]
    pub const fn is_cold(self) -> bool {
        matches!(self, Self::ColdL1 | Self::ColdL2)
    }
}

named! {
    /// Which two kernels a cell compares.
    Kind {
        /// The two backends.
        Backends = "ab",
        /// Backend A and its clone: the same source, other machine code.
        ControlA = "aa_a",
        /// Backend B and its clone.
        ControlB = "aa_b",
        /// Backend A and a clone with 5 % more positions to do.
        SlowA = "slow_a",
        /// Backend B and a clone with 5 % more positions to do.
        SlowB = "slow_b",
    }
}

named! {
    /// How the time of an operation can be measured.
    Shape {
        /// So short that the loop around it has to be unrolled to see through it, and without a branch.
        Short = "short",
        /// Long enough to be seen, with branches, or too large to be unrolled.
        Long = "long",
        /// A whole program: throughput alone, and only one copy of it.
        Program = "program",
    }
}

/// A line that a harness process writes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// One criterion sample.
    Sample(Sample),
    /// What was found out about a cell beside its samples.
    Layout(Layout),
    /// The inputs that were measured.
    Corpus(Corpus),
    /// A row that can be measured.
    Row(RowInfo),
}

/// One criterion sample of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// The number of the cell in the plan.
    pub cell: usize,
    /// Median over the quads of B's time divided by A's.
    pub ratio: f64,
    /// Nanoseconds per operation of A.
    pub a: f64,
    /// Nanoseconds per operation of B.
    pub b: f64,
    /// Nanoseconds per operation of the kernel without an operation.
    pub floor: f64,
    /// Quads, or visits of each side.
    pub iterations: u64,
    /// Nanoseconds of the sentinel, the worse of before and after.
    pub sentinel: f64,
}

/// Nanoseconds per operation of each of the copies of A and B.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The number of the cell in the plan.
    pub cell: usize,
    /// The copies of A.
    pub a: Vec<f64>,
    /// The copies of B.
    pub b: Vec<f64>,
}

/// What was measured on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corpus {
    /// All positions that were given.
    pub positions: usize,
    /// Different pawn structures among them.
    pub distinct: usize,
    /// Whether the barrier is one of registers.
    pub barrier: bool,
}

/// A row as `--list` shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowInfo {
    /// The name.
    pub name: String,
    /// The group.
    pub group: String,
    /// What is counted as one operation.
    pub unit: String,
    /// What the operation computes.
    pub about: String,
    /// How its time can be measured.
    pub shape: Shape,
}
