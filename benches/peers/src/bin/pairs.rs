//! Compares pairs of pawns with Stockfish and with the loader of nnue-pytorch, on positions in the order of games.
//!
//! STOCKFISH is the folder `src` of a checkout, and NNUE_PYTORCH the folder `data_loader/cpp`:
//!
//! ```sh
//! STOCKFISH=… NNUE_PYTORCH=… cargo run --release --manifest-path benches/peers/Cargo.toml --bin pairs -- positions.fen
//! ```

use std::ffi::CString;
use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use pawnfill::pairs::{NnuePytorch, Numbering, Perspective, Stockfish};
use pawnfill::{Backend, Bitboard, Color, Pawns, Square, for_each_backend};

/// The pawns before and after a half-move, and the kings after it. As in `stockfish.cpp`.
#[repr(C)]
struct Step {
    before: [u64; 2],
    after: [u64; 2],
    kings: [u8; 2],
}

/// Declares functions of another program, and without it, functions that do nothing, with which CI checks this one.
macro_rules! functions {
    ($cfg:ident: $(fn $name:ident($($argument:ident: $type:ty),*) -> $out:ty;)*) => {
        // SAFETY: the file has functions with these names and types.
        #[cfg($cfg)]
        unsafe extern "C" {
            $(fn $name($($argument: $type),*) -> $out;)*
        }
        $(
            #[cfg(not($cfg))]
            unsafe fn $name($(_: $type),*) -> $out {
                Default::default()
            }
        )*
    };
}

functions! { stockfish:
    fn stockfish_active(step: &Step, color: i32, out: *mut u32) -> u32;
    fn stockfish_changed(step: &Step, out: *const *mut u32, lengths: *mut u32, one: i32) -> ();
    fn stockfish_loop_active(steps: *const Step, len: usize) -> u64;
    fn stockfish_loop_changed(steps: *const Step, len: usize) -> u64;
    fn stockfish_loop_both(steps: *const Step, len: usize) -> u64;
}
functions! { nnue_pytorch:
    fn nnue_pytorch_active(fen: *const std::ffi::c_char, color: i32, out: *mut u32) -> u32;
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
            Perspective::king_on_abcd(color, Square::from_index(self.kings[color.index()].into()))
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
    let pairs = after.write_new_pairs(before, numbering, views, out.each_mut().map(|out| &mut out[..]));
    out.map(|out| sorted(&out[..pairs.expect("a legal position has at most 96 pairs")]))
}

/// Returns `false` if an index differs.
fn equal(step: &Step, fen: &str) -> bool {
    let ([before, after], views) = (step.pawns(), step.views());
    let mut out = [[0_u32; SPACE]; 4];
    let mut is_equal = true;
    let active = written(after, Pawns::default(), Stockfish.offset(BASE), views);
    let loader = written(after, Pawns::default(), NnuePytorch, views);
    let record = CString::new(fen).expect("a FEN has no zero");
    for color in [0, 1] {
        // SAFETY: the lists fit.
        let len = unsafe { stockfish_active(step, color as i32, out[0].as_mut_ptr()) };
        is_equal &= cfg!(not(stockfish)) || sorted(&out[0][..len as usize]) == active[color];
        // SAFETY: the list fits.
        let len = unsafe { nnue_pytorch_active(record.as_ptr(), color as i32, out[0].as_mut_ptr()) };
        is_equal &= cfg!(not(nnue_pytorch)) || sorted(&out[0][..len as usize]) == loader[color];
    }
    let [removed, added] = [(before, after), (after, before)]
        .map(|(one, other)| written(one, other, Stockfish.offset(BASE), views));
    for one in [0, 1] {
        let (lists, mut lengths) = (out.each_mut().map(|list| list.as_mut_ptr()), [0; 4]);
        // SAFETY: the lists fit.
        unsafe { stockfish_changed(step, lists.as_ptr(), lengths.as_mut_ptr(), one) };
        let lists = [&removed[0], &added[0], &removed[1], &added[1]];
        let theirs = out.iter().zip(lengths).map(|(list, len)| sorted(&list[..len as usize]));
        is_equal &= cfg!(not(stockfish)) || theirs.eq(lists.into_iter().cloned());
    }
    is_equal
}

/// A list like Stockfish's.
struct List {
    indices: [u16; SPACE],
    len: usize,
}

impl List {
    const EMPTY: Self = Self { indices: [0; SPACE], len: 0 };

    #[inline(always)]
    fn push(&mut self, index: u32) {
        if let Some(slot) = self.indices.get_mut(self.len) {
            *slot = index as u16;
            self.len += 1;
        }
    }
}

#[inline(never)]
fn active<B: Backend>(steps: &[Step]) -> u64 {
    let mut list = List::EMPTY;
    steps
        .iter()
        .map(|step| {
            list.len = 0;
            let [_, after] = step.pawns::<B>();
            after.each_pair(Stockfish.offset(BASE), [step.views()[0]], |[index]| list.push(index));
            black_box(&mut list);
            list.len as u64
        })
        .sum()
}

#[inline(never)]
fn changed<B: Backend>(steps: &[Step]) -> u64 {
    let mut lists = [List::EMPTY; 2];
    steps
        .iter()
        .map(|step| {
            lists.iter_mut().for_each(|list| list.len = 0);
            let [before, after] = step.pawns::<B>();
            let [removed, added] = &mut lists;
            after.each_new_pair(before, Stockfish.offset(BASE), [step.views()[0]], |[index]| {
                added.push(index)
            });
            before.each_new_pair(after, Stockfish.offset(BASE), [step.views()[0]], |[index]| {
                removed.push(index)
            });
            black_box(&mut lists);
            lists.iter().map(|list| list.len as u64).sum::<u64>()
        })
        .sum()
}

#[inline(never)]
fn both<B: Backend>(steps: &[Step]) -> u64 {
    let mut lists = [List::EMPTY; 4];
    steps
        .iter()
        .map(|step| {
            lists.iter_mut().for_each(|list| list.len = 0);
            let [before, after] = step.pawns::<B>();
            let [removed, other_removed, added, other_added] = &mut lists;
            after.each_new_pair(before, Stockfish.offset(BASE), step.views(), |[index, other]| {
                added.push(index);
                other_added.push(other);
            });
            before.each_new_pair(after, Stockfish.offset(BASE), step.views(), |[index, other]| {
                removed.push(index);
                other_removed.push(other);
            });
            black_box(&mut lists);
            lists.iter().map(|list| list.len as u64).sum::<u64>()
        })
        .sum()
}

/// Returns the median time of this function divided by that of the other, of pairs in turns.
fn ratio(mut ours: impl FnMut() -> u64, mut theirs: impl FnMut() -> u64) -> f64 {
    let seconds = |run: &mut dyn FnMut() -> u64| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_secs_f64()
    };
    let mut ratios: Vec<_> = (0..201).map(|_| seconds(&mut ours) / seconds(&mut theirs)).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ratios.len() / 2]
}

fn run(path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let (mut steps, mut differ): (Vec<Step>, u32) = (Vec::new(), 0);
    let mut before = [0; 2];
    for position in pawnfill_positions::open(Path::new(path))? {
        let position = position?;
        let pieces = position.pieces();
        let after = pieces.map(|side| side[0].bits());
        let king =
            |side: &[Bitboard; 6]| side[5].first().map(|square| square as u8).ok_or("a king is missing");
        let step = Step { before, after, kings: [king(&pieces[0])?, king(&pieces[1])?] };
        if !equal(&step, &position.fen()) {
            differ += 1;
            writeln!(out, "different: {}", position.fen())?;
        }
        before = after;
        steps.push(step);
    }
    writeln!(out, "{} positions, {differ} with a different index", steps.len())?;
    if differ > 0 {
        return Err("an index is different".into());
    }
    steps.retain(|step| step.before != step.after);
    // A block that stays in the cache.
    let block = &steps[..steps.len().min(2_000)];
    writeln!(out, "{} positions after moves of pawns, time divided by that of Stockfish:", block.len())?;
    for_each_backend!(B => {
        // SAFETY: the slice has this length.
        let a = ratio(|| active::<B>(block), || unsafe { stockfish_loop_active(block.as_ptr(), block.len()) });
        // SAFETY: the slice has this length.
        let c = ratio(|| changed::<B>(block), || unsafe { stockfish_loop_changed(block.as_ptr(), block.len()) });
        // SAFETY: the slice has this length.
        let b = ratio(|| both::<B>(block), || unsafe { stockfish_loop_both(block.as_ptr(), block.len()) });
        writeln!(out, "{}: active {a:.2}, changed {c:.2}, changed for both {b:.2}", B::NAME)?;
    });
    Ok(())
}

fn main() -> ExitCode {
    let result = match std::env::args().nth(1) {
        Some(path) if cfg!(any(stockfish, nnue_pytorch)) => run(&path),
        _ => Err("set STOCKFISH or NNUE_PYTORCH, and name a file of positions in game order".into()),
    };
    if let Err(error) = result {
        let _ = writeln!(std::io::stderr(), "error: {error}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
