//! Finds out which of two functions is faster on your machine, even if the machine is busy.
//!
//! pairbench runs the functions alternately on the same inputs, in several short processes. It also
//! runs a *clone* of every function: the same source, compiled to separate machine code. A
//! difference between a function and its clone shows how far the machine and pairbench can be
//! trusted. Every answer comes with such controls.
//!
//! # Comparing two functions
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
//! 4 of 4 rows decided; 0 of 8 controls declared different
//! fold against count: faster in 0 rows, slower in 2, same in 2
//!
//!         throughput     latency        tables in L2  tables evicted
//! parity  1.90x as long  1.39x as long  same          same
//!
//! The candidate's time divided by count's. same: within 3 % in throughput, 4.5 % in latency, 15 % or
//!   1.5 ns with tables in L2, 25 % or 4 ns with tables evicted, or up to twice that if controls
//!   differ. ?: undecided.
//! throughput: calls overlap; latency: each call waits for the last; tables in L2: they are fetched
//!   from there; tables evicted: they are fetched from beyond L2.
//! All processes had one layout. If a function calls code that is not inlined, differences of less than
//!   15 % may come from its address.
//! control: a function and its clone; fewer than 31 % are false (95 % confidence).
//! ```
//!
//! `cargo bench --bench parity -- --help` shows all options. The package has
//! another example, `memchr`.
//!
//! # Terms
//!
//! | term | meaning |
//! |---|---|
//! | *comparison* | two or more functions with the same results, and their inputs |
//! | *baseline*, *candidate* | the function that the others are compared with, and each of the others |
//! | *mode* | the conditions of the calls: `throughput`, `latency` (the *hot* modes), tables in L2 (`l2`), tables evicted (`evicted`; the *cold* modes) |
//! | *row* | the result for one candidate of one comparison in one mode |
//! | *unit* | one operation, for which times are given: a call, or a part of a whole program |
//! | *clone* | a second loop around a function: the same source, compiled to separate machine code |
//! | *control* | a function compared with its clone |
//! | *session* | several processes, whose measurements are judged together |
//! | *layout* | an order in which the linker puts the functions of a program |
//! | *noise bound* | the largest difference that the machine can cause between identical functions |
//! | *tolerance* | the largest difference that does not matter |
//! | *verdict* | *faster*, *slower*, *same*, *identical* (the same code), *undecided*, or *untrusted* (a control failed) |
//!
//! The page `docs/method.md` of the package explains how pairbench decides.
//!
//! # What the times are
//!
//! A ratio is the candidate's time divided by the baseline's: `1.25x as long`, or the other way
//! round `1.25x as fast`. In hot modes, times include the loop around the function, whose work
//! overlaps with the calls. In cold modes they exclude the loop, because it also spends most of its
//! time fetching data. Where a cold time is below a nanosecond, a ratio to it would mean nothing,
//! so the report shows the difference in nanoseconds.
//!
//! In cold modes, one call that is not timed fetches the code, and may fetch a part of the data.
//!
//! # Which functions can be compared
//!
//! * A function takes one [`Input`] by value and returns an [`Output`]. For several arguments, use
//!   pairs, arrays or your own type. All functions of a comparison must return equal results, which
//!   is checked before measuring.
//! * If functions take dozens of nanoseconds or more, call [`Comparison::long`]. The loop is then
//!   not unrolled and compiles faster.
//! * If functions do not branch on their input, call [`Comparison::without_branches`]. Inputs can
//!   then stay in the first-level cache. Otherwise every call gets fresh inputs, because processors
//!   learn the branches of repeated ones.
//! * If a function allocates, its time includes the allocation and dropping the result.
//! * If a function changes its argument, take an array by value. The times then include the copy.
//! * If a function has state, such as a buffer, put the state into a cell and borrow it:
//!
//!   ```
//!   use std::cell::RefCell;
//!   # use pairbench::Comparison;
//!
//!   fn digits(number: u64, buffer: &mut Vec<u8>) -> u64 {
//!       buffer.clear();
//!       buffer.extend(number.to_string().bytes());
//!       buffer.len() as u64
//!   }
//!
//!   let buffer = RefCell::new(Vec::new());
//!   let comparison = Comparison::new("digits", &[1, 22, 333])
//!       .function("new", |number| digits(number, &mut Vec::new()))
//!       .function("kept", |number| digits(number, &mut buffer.borrow_mut()));
//!   ```
//! * For a whole program, such as a search or a pass over a column, use [`Whole`]. It has one copy
//!   and no latency. Its clone is a second loop around the same code, so its controls detect less.
//! * If functions take milliseconds, use [`Whole`], too. Every process calls them several times,
//!   however short `--time` is.
//! * The code of a clone contains a different constant, so that linkers do not fold it with the
//!   original. If a linker does, the session ends with an error that names the function.
//! * On targets other than x86-64 and AArch64, values pass through memory instead of registers,
//!   which makes times too long. Reports mention it.
//!
//! # Exit codes
//!
//! | code | meaning |
//! |---|---|
//! | 0 | at least half of the rows are decided, and the controls agree |
//! | 2 | invalid arguments |
//! | 3 | nothing is decided, or the controls differ |
//! | 4 | functions disagree |
//! | 5 | the harness fails to build or to run |
//!
//! # Features
//!
//! * `cli`, on by default: the command line and [`main()`](fn@main), which is all that a bench
//!   target needs.
//! * Without features, only the code for measuring remains. Such a program calls [`child()`]; the
//!   program that starts it describes it with a [`Harness`](session::Harness) and calls
//!   [`Args::run`](cli::Args::run).

// They panic on a closed pipe.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod barrier;
#[cfg(feature = "cli")]
mod bounds;
mod child;
#[cfg(feature = "cli")]
pub mod cli;
mod clock;
#[cfg(feature = "cli")]
pub mod criterion;
mod facts;
#[cfg(feature = "cli")]
mod gate;
pub mod input;
mod kernel;
#[cfg(feature = "cli")]
mod options;
#[cfg(feature = "cli")]
pub mod programs;
mod protocol;
#[cfg(feature = "cli")]
pub mod report;
mod sampler;
#[cfg(feature = "cli")]
pub mod session;
mod stats;
mod suite;
#[cfg(feature = "cli")]
mod turns;
mod watch;

pub use barrier::{IN_REGISTERS, opaque};
pub use child::child;
#[cfg(feature = "cli")]
pub use cli::main;
pub use input::{Input, Link, Output};
pub use protocol::{ComparisonInfo, Description, Facts, FunctionInfo, Mode};
pub use suite::{Comparison, INPUTS, Measured, Suite, Whole};
