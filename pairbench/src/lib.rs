//! Tells which of two functions is faster, on your machine, even if it is busy.
//!
//! pairbench runs the functions in turns on the same inputs, in several short processes. Beside every function it runs
//! its *clone*: the same source as other machine code. Two clones take the same time, so a difference between them
//! shows how far the machine, and pairbench, can be trusted. No answer is given without such controls.
//!
//! # Compare two functions of your own
//!
//! ```no_run
#![doc = include_str!("../benches/parity.rs")]
//! ```
//!
//! Save this as `benches/parity.rs`, and add to `Cargo.toml`:
//!
//! ```toml
//! [dev-dependencies]
//! pairbench = "0.1"
//!
//! [[bench]]
//! name = "parity"
//! harness = false
//! ```
//!
//! Then `cargo bench --bench parity` prints, for example:
//!
//! ```text
//! 4 of 4 rows decided; self-check on 8 controls: 0 declared different
//! fold against count: faster in 0 rows, slower in 2, same in 2
//!
//!           throughput   latency      tables in L2  tables evicted
//! parity    95 % slower  87 % slower  same          same
//!
//! Compared with count. same: within 3 % (latency without branches 1.5 %); ?: undecided.
//! throughput: calls overlap; latency: each call waits for the last; tables: fetched from L2 or beyond.
//! ```
//!
//! `cargo bench --bench parity -- --help` shows all options: what is compared, for how long, and which reports are
//! written. The package has more examples: `sort`, `memchr` and `hashers`.
//!
//! # Words
//!
//! Reports, options and this documentation use one word for each thing.
//!
//! | word | meaning |
//! |---|---|
//! | *function* | what is compared: your code, under a name |
//! | *comparison* | two functions or more that do the same, and the inputs they are called with |
//! | *baseline*, *candidate* | the function that the others are compared with, and each of the others |
//! | *mode* | the surroundings: `throughput`, `latency`, tables in L2 (`l2`), tables evicted (`evicted`) |
//! | *row* | the result for one candidate of one comparison in one mode |
//! | *unit* | what times are given for: a call, or a part of what a whole program does |
//! | *group* | comparisons that are shown under one heading |
//! | *kernel* | the loop around a function in a mode |
//! | *clone* | the second kernel of a function, which is the same source as other machine code |
//! | *copy* | one of the places in a page of memory where the loop of a kernel lies |
//! | *side* | one kernel, as it is timed: all its copies, one after the other |
//! | *round* | all sides in a random order, and again in reverse on other inputs |
//! | *floor* | what the loop takes without a function |
//! | *sentinel* | a fixed loop beside the rounds, which takes longer while a neighbor shares the core |
//! | *cell* | one comparison in one mode, with all sides that a process measures |
//! | *sample* | some rounds of a cell in a process, of which the medians are kept |
//! | *session* | the processes whose samples are pooled and judged together |
//! | *look* | a judgment of what a session has so far; undecided cells are measured again, up to four looks |
//! | *control* | a function compared with its clone |
//! | *noise bound* | what the machine can do to two identical functions |
//! | *tolerance* | a difference below it does not matter |
//! | *verdict* | *faster*, *slower*, *same*, *identical* (the same code), *undecided*, or *untrusted* (a control failed) |
//!
//! The page `docs/method.md` of the package explains how verdicts are found, and how often they are wrong.
//!
//! # Which functions can be compared
//!
//! * A function takes one [`Input`] by value and returns an [`Output`]. Use pairs, arrays or a type of your own for
//!   several arguments. All functions of a comparison must return equal results; this is checked before anything is
//!   measured.
//! * A function that takes dozens of nanoseconds or more: call [`Comparison::long`]. The loop is not unrolled then,
//!   so that it compiles faster.
//! * A function that does not branch on its input: call [`Comparison::without_branches`]. Inputs can then stay in the
//!   first cache. Otherwise every call gets fresh inputs, since processors learn the branches of repeated ones.
//! * A function that allocates: its allocations are a part of its time, and so is dropping the result.
//! * A function that changes its argument: take an array by value, as the example `sort` does. The copy is then a
//!   part of both times.
//! * A whole program, such as a search or a pass over a column: use [`Whole`]. There is one copy and no latency. Its
//!   clone is a second function around the same code, so its controls see less than others.
//! * A function that takes milliseconds works, too. Its rounds are few, so give it more `--time`.
//! * Every function has a clone. Its code differs in a constant, so that linkers do not fold the two; if one does, the
//!   session ends with an error that names the function.
//! * On targets other than x86-64 and AArch64 values pass through memory instead of registers. Reports say so, because
//!   times are then too long.
//!
//! # Exit codes
//!
//! 0: at least half of the rows are decided, and the controls are in order. 1: `--expect` or `--fail-if-slower` is
//! violated. 2: wrong arguments. 3: nothing decided, or not trustworthy. 4: functions disagree. 5: the harness does
//! not build, or failed; what was measured before is shown.
//!
//! # Features
//!
//! * `cli`, on by default: the command line and [`main()`](fn@main). A bench target needs nothing else.
//! * `session`: starting processes, judging and reports without a command line.
//! * Without features, only what a process needs that measures for another program. It calls [`child()`], and the
//!   other program describes it by a [`Harness`](session::Harness) and calls [`Args::run`](cli::Args::run).

mod barrier;
#[cfg(feature = "session")]
mod bounds;
mod child;
#[cfg(feature = "cli")]
pub mod cli;
mod clock;
mod facts;
pub mod input;
mod kernel;
#[cfg(feature = "cli")]
mod outputs;
mod protocol;
#[cfg(feature = "session")]
pub mod report;
mod sampler;
#[cfg(feature = "session")]
pub mod session;
#[cfg(feature = "session")]
mod stats;
mod suite;

pub use barrier::{IN_REGISTERS, opaque};
pub use child::child;
#[cfg(feature = "cli")]
pub use cli::main;
pub use input::{Input, Link, Output};
pub use protocol::{ComparisonInfo, Facts, FunctionInfo, Mode};
pub use suite::{Comparison, Measured, Suite, Whole};
