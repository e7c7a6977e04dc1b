//! Compares pairs of pawns with Stockfish and with the loader of nnue-pytorch, on positions in the
//! order of games.
//!
//! STOCKFISH is the folder `src` of a checkout, NNUE_PYTORCH the folder `data_loader/cpp`, and
//! POSITIONS a file:
//!
//! ```sh
//! export STOCKFISH=… NNUE_PYTORCH=… POSITIONS=positions.fen
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin pairs -- --mode throughput
//! ```

use std::error::Error;
use std::ffi::{CString, c_char};
use std::hint::black_box;
use std::io::Write as _;
use std::process::ExitCode;

use pairbench::{Comparison, Suite};
use pawnfill::pairs::{Triangular, Numbering, Perspective, FileMajor};
use pawnfill::{Backend, Bitboard, Color, Pawns, Square, for_each_backend};

/// The pawns before and after a half-move, and the kings after it. As in `stockfish.cpp`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Step {
    before: [u64; 2],
    after: [u64; 2],
    kings: [u8; 2],
}

// SAFETY: `stockfish.cpp` and `nnue_pytorch.cpp` have functions with these names and types. Without
// a file, nothing calls its functions.
unsafe extern "C" {
    fn stockfish_active(step: &Step, color: i32, out: *mut u32) -> u32;
    fn stockfish_changed(step: &Step, out: *const *mut u32, lengths: *mut u32, one: i32);
    fn stockfish_loop_active(steps: *const Step, len: usize) -> u64;
    fn stockfish_loop_changed(steps: *const Step, len: usize) -> u64;
    fn stockfish_loop_both(steps: *const Step, len: usize) -> u64;
    fn nnue_pytorch_active(fen: *const c_char, color: i32, out: *mut u32) -> u32;
}

/// What Stockfish adds.
const BASE: u32 = 59_808;
/// The longest list of Stockfish.
const SPACE: usize = 256;

impl Step {
    fn pawns<B: Backend>(&self) -> [Pawns<B>; 2] {
        [self.before, self.after].map(|[white, black]| Pawns::new(white.into(), black.into()))
    }

    fn views(&self) -> [Perspective; 2] {
        Color::ALL.map(|color| {
            Perspective::king_on_abcd(color, Square::from_index_wrapping(self.kings[color.index()].into()))
        })
    }
}

fn sorted(indices: &[u32]) -> Vec<u32> {
    let mut indices = indices.to_vec();
    indices.sort_unstable();
    indices
}

/// Returns what the library writes, sorted.
fn written<N: Numbering>(
    after: Pawns,
    before: Pawns,
    numbering: N,
    views: [Perspective; 2],
) -> [Vec<u32>; 2] {
    let mut out = [[0; SPACE]; 2];
    let pairs = after.write_new_pairs(
        before,
        numbering,
        views,
        out.each_mut().map(|out| &mut out[..]),
    );
    out.map(|out| sorted(&out[..pairs.expect("a legal position has at most 96 pairs")]))
}

/// Returns `false` if an index differs.
fn equal(step: &Step, fen: &str) -> bool {
    let ([before, after], views) = (step.pawns(), step.views());
    let mut out = [[0_u32; SPACE]; 4];
    let mut is_equal = true;
    let record = CString::new(fen).expect("a FEN has no zero");
    for color in [0, 1] {
        if cfg!(stockfish) {
            let active = written(after, Pawns::default(), FileMajor.offset(BASE), views);
            // SAFETY: the list fits.
            let len = unsafe { stockfish_active(step, color as i32, out[0].as_mut_ptr()) };
            is_equal &= sorted(&out[0][..len as usize]) == active[color];
        }
        if cfg!(nnue_pytorch) {
            let loader = written(after, Pawns::default(), Triangular, views);
            // SAFETY: the list fits.
            let len =
                unsafe { nnue_pytorch_active(record.as_ptr(), color as i32, out[0].as_mut_ptr()) };
            is_equal &= sorted(&out[0][..len as usize]) == loader[color];
        }
    }
    if cfg!(stockfish) {
        let [removed, added] = [(before, after), (after, before)]
            .map(|(one, other)| written(one, other, FileMajor.offset(BASE), views));
        for one in [0, 1] {
            let (lists, mut lengths) = (out.each_mut().map(|list| list.as_mut_ptr()), [0; 4]);
            // SAFETY: the lists fit.
            unsafe { stockfish_changed(step, lists.as_ptr(), lengths.as_mut_ptr(), one) };
            let lists = [&removed[0], &added[0], &removed[1], &added[1]];
            let theirs = out
                .iter()
                .zip(lengths)
                .map(|(list, len)| sorted(&list[..len as usize]));
            is_equal &= theirs.eq(lists.into_iter().cloned());
        }
    }
    is_equal
}

/// A list like Stockfish's.
struct List {
    indices: [u16; SPACE],
    len: usize,
}

impl List {
    #[inline(always)]
    fn push(&mut self, index: u32) {
        if let Some(slot) = self.indices.get_mut(self.len) {
            *slot = index as u16;
            self.len += 1;
        }
    }
}

/// Steps that stay in the cache.
type Block = &'static [Step];

/// Returns the number of indices in the lists of all steps.
#[inline(always)]
fn count<B: Backend, const L: usize>(
    steps: Block,
    fill: impl Fn([Pawns<B>; 2], [Perspective; 2], &mut [List; L]),
) -> u64 {
    let mut lists = [const {
        List {
            indices: [0; SPACE],
            len: 0,
        }
    }; L];
    let mut sum = 0;
    for step in steps {
        lists.iter_mut().for_each(|list| list.len = 0);
        fill(step.pawns(), step.views(), &mut lists);
        sum += black_box(&mut lists)
            .iter()
            .map(|list| list.len as u64)
            .sum::<u64>();
    }
    sum
}

fn active<B: Backend>(steps: Block) -> u64 {
    count::<B, 1>(steps, |[_, after], [white, _], [list]| {
        after.each_pair(FileMajor.offset(BASE), [white], |[index]| list.push(index));
    })
}

fn changed<B: Backend>(steps: Block) -> u64 {
    count::<B, 2>(steps, |[before, after], [white, _], [removed, added]| {
        after.each_new_pair(before, FileMajor.offset(BASE), [white], |[index]| {
            added.push(index)
        });
        before.each_new_pair(after, FileMajor.offset(BASE), [white], |[index]| {
            removed.push(index)
        });
    })
}

fn changed_of_both<B: Backend>(steps: Block) -> u64 {
    count::<B, 4>(
        steps,
        |[before, after], views, [removed, other_removed, added, other_added]| {
            after.each_new_pair(before, FileMajor.offset(BASE), views, |[index, other]| {
                added.push(index);
                other_added.push(other);
            });
            before.each_new_pair(after, FileMajor.offset(BASE), views, |[index, other]| {
                removed.push(index);
                other_removed.push(other);
            });
        },
    )
}

/// Reads the steps of a file, each with the FEN after it.
fn read() -> Result<Vec<(Step, String)>, Box<dyn Error>> {
    let path = std::env::var_os("POSITIONS").filter(|_| cfg!(any(stockfish, nnue_pytorch)));
    let path = path.ok_or(
        "set STOCKFISH or NNUE_PYTORCH, and POSITIONS to a file of positions in game order",
    )?;
    let (mut steps, mut before) = (Vec::new(), [0; 2]);
    for position in pawnfill_positions::open(path.as_ref())? {
        let position = position?;
        let pieces = position.placement().0;
        let after = pieces.map(|side| side[0].bits());
        let king = |side: &[Bitboard; 6]| {
            side[5]
                .first()
                .map(|square| square as u8)
                .ok_or("a king is missing")
        };
        let kings = [king(&pieces[0])?, king(&pieces[1])?];
        steps.push((
            Step {
                before,
                after,
                kings,
            },
            position.fen().into_owned(),
        ));
        before = after;
    }
    Ok(steps)
}

fn run() -> Result<ExitCode, Box<dyn Error>> {
    let read = read()?;
    let (steps, fens): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    let steps: Block = steps.leak();
    let moves: Vec<_> = steps
        .iter()
        .filter(|step| step.before != step.after)
        .copied()
        .collect();
    let blocks: Vec<Block> = moves.leak().chunks(256).collect();
    let compare = |name, about| Comparison::new(name, &blocks).about(about).long();
    let mut all = compare("active", "the indices of all pairs");
    let mut one = compare("changed", "the indices that a move of a pawn changes");
    let mut both = compare("changed_of_both", "the same indices for both perspectives");
    if cfg!(stockfish) {
        // SAFETY: the slices have these lengths.
        all = all.function("stockfish", |of: Block| unsafe {
            stockfish_loop_active(of.as_ptr(), of.len())
        });
        one = one.function("stockfish", |of: Block| unsafe {
            stockfish_loop_changed(of.as_ptr(), of.len())
        });
        both = both.function("stockfish", |of: Block| unsafe {
            stockfish_loop_both(of.as_ptr(), of.len())
        });
    }
    for_each_backend!(B => {
        all = all.function(B::NAME, active::<B>);
        one = one.function(B::NAME, changed::<B>);
        both = both.function(B::NAME, changed_of_both::<B>);
    });
    let suite = Suite::new()
        .group("pairs of pawns", "block of 256 moves")
        .with(all)
        .with(one)
        .with(both);
    if let Some(code) = pairbench::child(&suite) {
        return Ok(code);
    }
    if let Some((_, fen)) = steps
        .iter()
        .zip(&fens)
        .find(|(step, fen)| !equal(step, fen))
    {
        return Err(format!("an index is different: {fen}").into());
    }
    Ok(pairbench::main(&suite))
}

fn main() -> ExitCode {
    run().unwrap_or_else(|error| {
        let _ = writeln!(std::io::stderr(), "error: {error}");
        ExitCode::FAILURE
    })
}
