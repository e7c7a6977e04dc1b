//! How one cell is sampled, round by round.
//!
//! In a round every side is timed in a random order, and then again in the reverse of it on other inputs, so that
//! slow changes of the machine cancel. The first and the last of four such sides are the quad A B B A.

use std::hint::black_box;
use std::ops::Range;

use fastrand::Rng;

use crate::clock::{Clock, sentinel};
use crate::kernel::{Kernel, Loops};
use crate::protocol::Sample;

/// How long one call of a copy should take, in nanoseconds.
///
/// Longer calls are interrupted more often, and what a call costs by itself is a larger part of a shorter one.
/// The copies of a kernel are called one after the other, so a side takes several times as long.
const CALL_NS: f64 = 5_000.0;
/// The same for long functions, whose code and branches have to be fetched and learned again in each call.
const LONG_CALL_NS: f64 = 20_000.0;
/// A side of a whole program is repeated until it takes this long.
const WHOLE_NS: f64 = 20_000.0;
/// The calls of a visit to cold tables.
const VISIT: usize = 4;
/// Samples of a cell in one process.
pub(crate) const SAMPLES: usize = 3;
/// Even where rounds take longer than the time of a sample, there are so many.
const LEAST_ROUNDS: usize = 2;
/// A clone that does 5 % more has one input more for each of these.
const MORE: usize = 20;

/// Measures the sides of a cell.
pub(crate) trait Sampler {
    /// Nanoseconds per operation of every side, and of the loop without a function if it is measured in rounds.
    fn round(&mut self) -> Vec<f64>;

    /// Nanoseconds per operation of the loop without a function, if rounds do not tell.
    fn floor(&self) -> Option<f64>;
}

/// Samples a cell for about this many nanoseconds.
pub(crate) fn sample(sampler: &mut dyn Sampler, clock: &dyn Clock, cell: usize, time: f64) -> Vec<Sample> {
    // The first round fetches code and inputs.
    sampler.round();
    let one = |_| {
        let before = sentinel(clock);
        let start = clock.now();
        let mut rounds = Vec::new();
        while rounds.len() < LEAST_ROUNDS || clock.now() - start < time / SAMPLES as f64 {
            rounds.push(sampler.round());
        }
        let sentinel = before.max(sentinel(clock));
        summarize(&rounds, sampler.floor(), cell, sentinel)
    };
    (0..SAMPLES).map(one).collect()
}

/// Makes a sample of rounds.
fn summarize(rounds: &[Vec<f64>], floor: Option<f64>, cell: usize, sentinel: f64) -> Sample {
    let column = |side: usize| rounds.iter().map(|times| times[side]).collect::<Vec<_>>();
    let sides = rounds[0].len() - usize::from(floor.is_none());
    let middle = |times: Vec<f64>| if floor.is_some() { median(times) } else { middle_half(times) };
    let log = |side: usize| {
        let centered = rounds.iter().map(|times| {
            let mean = times[..sides].iter().map(|time| time.ln()).sum::<f64>() / sides as f64;
            times[side].ln() - mean
        });
        median(centered.collect())
    };
    Sample {
        cell,
        times: (0..sides).map(|side| middle(column(side))).collect(),
        logs: (0..sides).map(log).collect(),
        floor: floor.unwrap_or_else(|| middle(column(sides))),
        rounds: rounds.len(),
        sentinel,
    }
}

/// A kernel of a function, as one of the sides that are timed.
#[derive(Clone, Copy)]
pub(crate) struct Side<'s, I> {
    pub(crate) loops: &'s dyn Loops<I>,
    pub(crate) kernel: Kernel,
    /// Does it do 5 % more than it says? This is a difference that has to be found.
    pub(crate) slow: bool,
}

impl<I> Side<'_, I> {
    fn run(&self, copy: usize, inputs: &[I]) {
        black_box(self.loops.run(self.kernel, copy, inputs, 0));
    }
}

/// A random part of so many inputs; all of them if there are not as many as the part should have.
fn window(inputs: usize, length: usize, rng: &mut Rng) -> Range<usize> {
    let length = length.min(inputs);
    let start = rng.usize(..=inputs - length);
    start..start + length
}

/// How often the copies are called, and with how many inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Calls {
    /// How many inputs each call is given.
    block: usize,
    /// How many calls each copy gets.
    count: usize,
}

impl Calls {
    /// As many as take [`CALL_NS`] or [`LONG_CALL_NS`], when an operation takes `ns` and a window has at most so many
    /// inputs.
    ///
    /// A block has whole turns of the unrolled loop, and 5 % of it has, too, unless that would take too long.
    fn new(ns: f64, unroll: usize, most: usize) -> Self {
        let time = if unroll > 1 { CALL_NS } else { LONG_CALL_NS };
        let wanted = (time / ns.max(1e-3)) as usize;
        let least = MORE * unroll;
        let fits = most * MORE / (MORE + 1);
        let grain = if wanted.min(fits) >= least { least } else { unroll };
        let block = (wanted.min(fits) / grain).max(1) * grain;
        Self { block, count: (wanted / block).max(1) }
    }

    /// How many inputs a slow clone is given more.
    fn more(self) -> usize {
        if self.block % MORE == 0 { self.block / MORE } else { 0 }
    }
}

/// Everything in the caches.
pub(crate) struct Hot<'s, I> {
    pub(crate) sides: Vec<Side<'s, I>>,
    inputs: &'s [I],
    calls: Calls,
    copies: usize,
    /// Does each call get other inputs? Without branches that could be learned, it need not.
    fresh: bool,
    /// What a call without an operation takes.
    empty: f64,
    floor: f64,
    clock: &'s dyn Clock,
    rng: Rng,
}

/// What a hot cell is measured on.
pub(crate) struct Hotbed<'s, I> {
    pub(crate) inputs: &'s [I],
    pub(crate) unroll: usize,
    pub(crate) fresh: bool,
    /// Bytes of the first cache.
    pub(crate) l1d: usize,
    pub(crate) clock: &'s dyn Clock,
    pub(crate) rng: Rng,
}

impl<'s, I> Hot<'s, I> {
    /// `nothing` is the loop without a function.
    pub(crate) fn new(sides: Vec<Side<'s, I>>, nothing: Side<'s, I>, bed: Hotbed<'s, I>) -> Self {
        let Hotbed { inputs, unroll, fresh, l1d, clock, rng } = bed;
        let shape = nothing.kernel.shape;
        let fits = (l1d / 3 / size_of::<I>().max(1)).max(unroll);
        let most = if fresh { inputs.len() } else { fits.min(inputs.len()) };
        let mut hot = Self {
            sides,
            inputs,
            calls: Calls { block: unroll, count: 1 },
            copies: nothing.loops.copies(shape),
            fresh,
            empty: 0.0,
            floor: 0.0,
            clock,
            rng,
        };
        let least = |hot: &Self, side: &Side<I>, times: usize| {
            let time = |_| hot.time(side, &vec![0..hot.calls.block + hot.calls.more(); hot.copies]);
            (0..times).map(time).fold(f64::INFINITY, f64::min)
        };
        // Roughly how long an operation takes, first with few inputs and then with as many as seem right.
        for _ in 0..2 {
            let slowest = hot.sides.iter().map(|side| least(&hot, side, 3)).fold(1.0, f64::max);
            hot.calls = Calls::new(slowest / hot.operations(), unroll, most);
        }
        let calls = hot.calls;
        // Where a call takes so long that it gets few inputs, 5 % of them is nothing.
        hot.sides.retain(|side| !side.slow || calls.more() > 0);
        hot.calls.block = 0;
        hot.empty = least(&hot, &nothing, 9) / hot.copies as f64;
        hot.calls = calls;
        hot.floor = least(&hot, &nothing, 9) / hot.operations();
        hot
    }

    /// How many operations a side does.
    fn operations(&self) -> f64 {
        (self.calls.block * self.calls.count * self.copies) as f64
    }

    /// The inputs of each copy, for one side or several.
    fn draw(&mut self) -> Vec<Range<usize>> {
        let length = self.calls.block + self.calls.more();
        let first = window(self.inputs.len(), length, &mut self.rng);
        let mut next =
            |_| if self.fresh { window(self.inputs.len(), length, &mut self.rng) } else { first.clone() };
        (0..self.copies).map(&mut next).collect()
    }

    /// Nanoseconds for all calls of a side, if every copy took as long as the middle half of the copies.
    ///
    /// Some copies lie badly, and take up to a quarter longer. Their mean would depend on how many do.
    fn time(&self, side: &Side<I>, windows: &[Range<usize>]) -> f64 {
        let more = if side.slow { self.calls.more() } else { 0 };
        let time = |(copy, window): (usize, &Range<usize>)| {
            let inputs = &self.inputs[window.clone()][..self.calls.block + more];
            // One call after the other, since the first one of a copy has to fetch its code.
            let start = self.clock.now();
            for _ in 0..self.calls.count {
                side.run(copy, black_box(inputs));
            }
            self.clock.now() - start - self.empty
        };
        self.copies as f64 * middle_half(windows.iter().enumerate().map(time).collect())
    }
}

impl<I> Sampler for Hot<'_, I> {
    fn round(&mut self) -> Vec<f64> {
        let mut order: Vec<_> = (0..self.sides.len()).collect();
        self.rng.shuffle(&mut order);
        let mut times = vec![0.0; self.sides.len()];
        // A slow clone is the code of a clone that runs anyway; it would profit from inputs that code has just seen.
        for side in self.sides.iter_mut().filter(|side| side.slow) {
            side.kernel.clone = self.rng.usize(..2);
        }
        for turn in 0..2 {
            let windows = [self.draw(), self.draw()];
            for &side in &order {
                let timed = &self.sides[side];
                times[side] += self.time(timed, &windows[usize::from(timed.slow)]);
            }
            if turn == 0 {
                order.reverse();
            }
        }
        let operations = 2.0 * self.operations();
        times.iter().map(|time| (time / operations).max(1e-3)).collect()
    }

    fn floor(&self) -> Option<f64> {
        Some(self.floor)
    }
}

/// Tables that have to be fetched: before each visit, memory is walked that pushes them out.
pub(crate) struct Cold<'s, I> {
    /// The sides, and the loop without a function as the last.
    pub(crate) sides: Vec<Side<'s, I>>,
    pub(crate) inputs: &'s [I],
    /// Pushes tables out of caches.
    pub(crate) evict: Box<dyn FnMut() + 's>,
    pub(crate) clock: &'s dyn Clock,
    pub(crate) rng: Rng,
}

impl<I: Copy> Cold<'_, I> {
    /// Nanoseconds of one visit.
    fn visit(&mut self, side: usize) -> f64 {
        let side = self.sides[side];
        let window = window(self.inputs.len(), VISIT, &mut self.rng);
        let mut inputs = self.inputs[window].to_vec();
        // The code is to be there, only the data is not.
        side.run(0, &inputs);
        (self.evict)();
        black_box(&mut inputs);
        let start = self.clock.now();
        side.run(0, &inputs);
        self.clock.now() - start
    }
}

impl<I: Copy> Sampler for Cold<'_, I> {
    fn round(&mut self) -> Vec<f64> {
        let mut order: Vec<_> = (0..self.sides.len()).collect();
        self.rng.shuffle(&mut order);
        let mut times = vec![0.0; self.sides.len()];
        for side in order {
            times[side] = self.visit(side) / VISIT.min(self.inputs.len()) as f64;
        }
        times
    }

    fn floor(&self) -> Option<f64> {
        None
    }
}

/// Returns what evicts by a walk through this many bytes.
pub(crate) fn walk(bytes: usize) -> impl FnMut() {
    let memory = vec![1_u64; bytes / size_of::<u64>()];
    move || {
        black_box(touch_lines(black_box(&memory)));
    }
}

/// Reads a word of each line of memory, and returns the sum.
fn touch_lines(memory: &[u64]) -> u64 {
    const LINE: usize = 64 / size_of::<u64>();
    memory.iter().step_by(LINE).fold(0, |sum, word| crate::barrier::opaque(*word) + sum)
}

/// Whole programs in turns.
pub(crate) struct WholeSampler<'s> {
    sides: Vec<Box<dyn Fn() + 's>>,
    /// How many operations a call does.
    operations: f64,
    /// How many calls make a side.
    calls: usize,
    clock: &'s dyn Clock,
    rng: Rng,
}

impl<'s> WholeSampler<'s> {
    pub(crate) fn new(
        sides: Vec<Box<dyn Fn() + 's>>,
        operations: f64,
        clock: &'s dyn Clock,
        rng: Rng,
    ) -> Self {
        let mut sampler = Self { sides, operations, calls: 1, clock, rng };
        let time = |side: usize| (0..2).map(|_| sampler.time(side)).fold(f64::INFINITY, f64::min);
        let slowest = (0..sampler.sides.len()).map(time).fold(1.0, f64::max);
        sampler.calls = (WHOLE_NS / slowest).ceil() as usize;
        sampler
    }

    fn time(&self, side: usize) -> f64 {
        let start = self.clock.now();
        for _ in 0..self.calls {
            self.sides[side]();
        }
        self.clock.now() - start
    }
}

impl Sampler for WholeSampler<'_> {
    fn round(&mut self) -> Vec<f64> {
        let mut order: Vec<_> = (0..self.sides.len()).collect();
        self.rng.shuffle(&mut order);
        let mut times = vec![0.0; self.sides.len()];
        for &side in order.iter().chain(order.iter().rev()) {
            times[side] += self.time(side) / (2.0 * self.operations * self.calls as f64);
        }
        times.iter().map(|time| time.max(1e-3)).collect()
    }

    fn floor(&self) -> Option<f64> {
        Some(0.0)
    }
}

/// The median; the mean of the middle two of an even number.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { f64::midpoint(values[half - 1], values[half]) }
}

/// The mean of the middle half: as steady as the median, and finer than the step of the clock.
fn middle_half(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let quarter = values.len() / 4;
    let middle = &values[quarter..values.len() - quarter];
    middle.iter().sum::<f64>() / middle.len() as f64
}
