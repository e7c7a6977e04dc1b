//! Compares ten core sets with the functions of ToppleChess, on blocks of positions.
//!
//! TOPPLE is the folder of `pawns.h` in a checkout of <https://github.com/konsolas/ToppleChess>:
//!
//! ```sh
//! TOPPLE=… cargo run --release --manifest-path benches/peers/Cargo.toml -- --mode throughput --rows
//! ```

use std::io::Write as _;

use std::arch::asm;
use std::process::ExitCode;

use pairbench::{Comparison, Suite};
use pawnfill_batch::{Batch, Kernel};
use pawnfill::set::Lanes;
use pawnfill::{Backend, KoggeStone, Pawns, SquareSet, for_each_backend};
use pawnfill_positions::embedded;

/// As many positions as fit into the first cache with room to spare.
const BLOCK: usize = 256;

/// White's and Black's pawns, one board per position.
type Block = (&'static [u64], &'static [u64]);

// SAFETY: `topple.cpp` has functions with these names and types. Without it, nothing calls them.
unsafe extern "C" {
    fn topple_one_by_one(white: *const u64, black: *const u64, len: usize) -> u64;
    fn topple_loop(white: *const u64, black: *const u64, len: usize) -> u64;
}

/// Returns the ten sets combined. Topple's doubled pawns are only the front pawns, so
/// these are, too.
#[inline(always)]
fn ten_sets<B: Backend, S: SquareSet>(pawns: Pawns<B, S>) -> S {
    let (white, black) = (pawns.white(), pawns.black());
    white.passed()
        ^ black.passed()
        ^ white.isolated()
        ^ black.isolated()
        ^ white.in_front_of_own()
        ^ black.in_front_of_own()
        ^ white.backward()
        ^ black.backward()
        ^ pawns.open_files()
        ^ (white.half_open_files() | black.half_open_files())
}

fn one_by_one<B: Backend>((white, black): Block) -> u64 {
    std::iter::zip(white, black).fold(0, |sum, (&(mut white), &(mut black))| {
        // SAFETY: there is no instruction. The registers are opaque, so positions cannot be
        // combined in one instruction.
        unsafe {
            asm!("/* {0} {1} */", inout(reg) white, inout(reg) black, options(nostack, nomem))
        };
        sum ^ ten_sets(Pawns::<B>::new(white.into(), black.into())).bits()
    })
}

fn plain_loop((white, black): Block) -> u64 {
    std::iter::zip(white, black).fold(0, |sum, (&white, &black)| {
        sum ^ ten_sets(Pawns::<KoggeStone>::new(white.into(), black.into())).bits()
    })
}

struct Checksum(u64);

impl Kernel for Checksum {
    #[inline(always)]
    fn step<B: Backend, const N: usize>(&mut self, _: usize, pawns: Pawns<B, Lanes<N>>) {
        for board in ten_sets(pawns).boards() {
            self.0 ^= board;
        }
    }
}

fn batch((white, black): Block) -> u64 {
    Batch::new(white, black).map_or(0, |batch| batch.run(Checksum(0)).0)
}

fn main() -> ExitCode {
    if cfg!(not(topple)) {
        let _ = writeln!(
            std::io::stderr(),
            "error: set TOPPLE to the folder of ToppleChess that has pawns.h"
        );
        return ExitCode::from(2);
    }
    let games = embedded::positions();
    let (white, black): (Vec<u64>, Vec<u64>) = games
        .iter()
        .map(|pawns| (pawns.white().own().bits(), pawns.black().own().bits()))
        .unzip();
    let (white, black): (&[u64], &[u64]) = (white.leak(), black.leak());
    let blocks: Vec<Block> = std::iter::zip(white.chunks_exact(BLOCK), black.chunks_exact(BLOCK))
        .step_by(16)
        .collect();
    let mut ten_sets = Comparison::new("ten_sets", &blocks)
        .about("ten core sets of both colors, combined")
        .without_branches()
        .long()
        // SAFETY: both slices of a block have this length.
        .function("topple", |(w, b): Block| unsafe {
            topple_one_by_one(w.as_ptr(), b.as_ptr(), w.len())
        })
        // SAFETY: both slices of a block have this length.
        .function("topple-loop", |(w, b): Block| unsafe {
            topple_loop(w.as_ptr(), b.as_ptr(), w.len())
        });
    for_each_backend!(B => ten_sets = ten_sets.function(B::NAME, one_by_one::<B>));
    let ten_sets = ten_sets
        .function("kogge-stone-loop", plain_loop)
        .function("batch", batch);
    pairbench::main(
        &Suite::new()
            .group("ten sets", "block of 256 positions")
            .with(ten_sets),
    )
}
