//! Tables for several positions at once, by gathers and permutes. `pawnfill/docs/search.md` has the results.
//!
//! ```sh
//! cargo bench -p pawnfill-benches --no-default-features --features search,batch --bench search_batch
//! ```
#![allow(unsafe_code, reason = "instructions of a CPU")]
#![allow(clippy::incompatible_msrv, reason = "feature `batch` needs Rust 1.89")]

#[cfg(target_arch = "x86_64")]
mod in_files;
#[cfg(target_arch = "x86_64")]
mod vector;

#[cfg(target_arch = "x86_64")]
fn main() -> std::process::ExitCode {
    x86::main()
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::process::ExitCode;

    use pairbench::{Comparison, Suite};
    use pawnfill::batch::{Lanes, Sets};
    use pawnfill::{Backend, Hybrid, KoggeStone, Lookup, Pawns, sets};
    use pawnfill_benches::batch::{Columns, TenSets, union};
    use pawnfill_positions::embedded;

    use super::in_files::{ByByte, InFiles};
    use super::vector::{Eight, Four, Vector};

    /// As many positions as fit into the first cache with room to spare.
    const BLOCK: usize = 256;

    /// White's and Black's pawns, one board per position.
    type Block = (&'static [u64], &'static [u64]);

    /// Returns the answers of a block, combined.
    #[inline(always)]
    fn block<B: Backend, V: Vector, const K: usize>(sets: impl Sets<K>, (white, black): Block) -> u64 {
        let mut sum = V::splat(pawnfill::Bitboard::EMPTY);
        let mut number = 0;
        while number < BLOCK {
            let next = number..number + V::LANES;
            let (white, black) = (V::read(&white[next.clone()]), V::read(&black[next]));
            sum = sum ^ union(sets.of(Pawns::<B, V>::new(white, black)));
            number += V::LANES;
        }
        sum.combined()
    }

    /// # Safety
    ///
    /// The CPU has these instructions.
    #[target_feature(enable = "avx2")]
    unsafe fn avx2<B: Backend, V: Vector, const K: usize>(sets: impl Sets<K>, boards: Block) -> u64 {
        block::<B, V, K>(sets, boards)
    }

    /// # Safety
    ///
    /// The CPU has these instructions.
    #[target_feature(enable = "avx512f,avx512bw,gfni")]
    unsafe fn avx512<B: Backend, V: Vector, const K: usize>(sets: impl Sets<K>, boards: Block) -> u64 {
        block::<B, V, K>(sets, boards)
    }

    /// # Safety
    ///
    /// There are no conditions. The other functions of this kind have one.
    unsafe fn one<B: Backend, V: Vector, const K: usize>(sets: impl Sets<K>, boards: Block) -> u64 {
        block::<B, V, K>(sets, boards)
    }

    /// Adds a comparison per instruction set of this machine.
    fn add<'a, const K: usize>(
        mut suite: Suite<'a>,
        name: &str,
        sets: impl Sets<K> + Copy + 'a,
        blocks: &[Block],
    ) -> Suite<'a> {
        macro_rules! comparison {
            ($cpu:literal $run:ident: $($variant:literal $backend:ty, $set:ty;)*) => {
                // SAFETY: the CPU has these instructions.
                suite = suite.with(Comparison::new(&format!("{name}, {}", $cpu), blocks).without_branches().long()
                    $(.function($variant, move |boards| unsafe { $run::<$backend, $set, K>(sets, boards) }))*)
            };
        }
        macro_rules! registers {
            ($cpu:literal $run:ident $set:ty) => {
                comparison!($cpu $run:
                    "steps" KoggeStone, $set;
                    "steps by the compiler" KoggeStone, Lanes<8>;
                    "gathers" Lookup, $set;
                    "gathers by the compiler" Lookup, Lanes<8>;
                    "gathers of neighbor files" Hybrid, $set;
                    "transposed, steps" KoggeStone, InFiles<$set>;
                    "transposed, permutes" ByByte, InFiles<$set>;
                )
            };
        }
        if is_x86_feature_detected!("avx2") {
            registers!("avx2" avx2 Four);
        }
        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("gfni")
        {
            registers!("avx512" avx512 Eight);
        }
        comparison!("one board" one:
            "steps" KoggeStone, Lanes<1>;
            "transposed, steps" KoggeStone, InFiles<Lanes<1>>;
            "transposed, loads of 8 bits" ByByte, InFiles<Lanes<1>>;
        );
        suite
    }

    pub(super) fn main() -> ExitCode {
        let games = embedded::positions();
        let Columns { white, black } = Columns::cycled(&games, games.len());
        let (white, black): (&[u64], &[u64]) = (white.leak(), black.leak());
        let blocks: Vec<Block> =
            std::iter::zip(white.chunks_exact(BLOCK), black.chunks_exact(BLOCK)).step_by(16).collect();
        let suite = Suite::new().group("batches", "block of 256 positions");
        let suite = add(suite, "isolated", sets!(|pawns| [pawns.white().isolated()]), &blocks);
        let suite = add(suite, "passed", sets!(|pawns| [pawns.white().passed()]), &blocks);
        let suite = add(suite, "ten_sets", TenSets, &blocks);
        pairbench::main(&suite)
    }
}
