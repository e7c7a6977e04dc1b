//! Samples a cell, round by round.
//!
//! A round times all sides in a random order, and then in reverse order on other inputs, so that slow changes of the
//! machine cancel.

use std::hint::black_box;
use std::ops::Range;

use fastrand::Rng;

use crate::clock::Clock;
use crate::kernel::{KernelId, Loops};
use crate::protocol::Sample;
use crate::stats::{median, middle_half};

/// The target time of one call of a copy, in nanoseconds.
///
/// Longer calls are interrupted more often. In shorter calls, the overhead of the call is a larger part.
/// The copies of a kernel are called one after the other, so a side takes several times as long.
const CALL_NS: f64 = 5_000.0;
/// The same for long functions. Each call must fetch their code and relearn their branches.
const LONG_CALL_NS: f64 = 20_000.0;
/// Timed calls per visit to cold tables.
const VISIT: usize = 4;
/// Samples of a hot cell per process.
pub(crate) const SAMPLES: usize = 3;
/// The nanoseconds after which the time of a side is known well enough to find the number of calls.
const LONG_ESTIMATE: f64 = 1_000_000.0;
/// The minimum number of rounds per sample, even if they exceed its time.
const LEAST_ROUNDS: usize = 2;

/// Measures the sides of a cell.
pub(crate) trait Sampler {
    /// Returns nanoseconds per unit of every side, and of the loop without a function if rounds measure it.
    fn round(&mut self) -> Vec<f64>;

    /// Returns nanoseconds per unit of the loop without a function, if rounds do not measure it.
    fn floor(&self) -> Option<f64>;
}

/// Samples a cell for about this many nanoseconds.
///
/// If rounds take long, there is only one sample, at worst of a single round.
pub(crate) fn sample(sampler: &mut dyn Sampler, clock: &dyn Clock, cell: usize, time: f64) -> Vec<Sample> {
    let start = clock.now();
    // The first round warms the caches.
    let first = sampler.round();
    let round = clock.now() - start;
    if round > time {
        return vec![summarize(&[first], sampler.floor(), cell)];
    }
    // Cold modes have few rounds, and one robust mean of all of them is steadier than several of a few.
    let is_cold = sampler.floor().is_none();
    let samples = if is_cold || round * (SAMPLES * LEAST_ROUNDS) as f64 > time { 1 } else { SAMPLES };
    (0..samples).map(|_| one_sample(sampler, clock, cell, time / samples as f64)).collect()
}

/// Takes one sample of about this many nanoseconds. Something else may have used the caches before.
pub(crate) fn turn(sampler: &mut dyn Sampler, clock: &dyn Clock, cell: usize, time: f64) -> Sample {
    sampler.round();
    one_sample(sampler, clock, cell, time)
}

fn one_sample(sampler: &mut dyn Sampler, clock: &dyn Clock, cell: usize, time: f64) -> Sample {
    let start = clock.now();
    let mut rounds = Vec::new();
    while rounds.len() < LEAST_ROUNDS || clock.now() - start < time {
        rounds.push(sampler.round());
    }
    summarize(&rounds, sampler.floor(), cell)
}

/// Combines rounds to a sample.
fn summarize(rounds: &[Vec<f64>], floor: Option<f64>, cell: usize) -> Sample {
    let column = |side: usize| rounds.iter().map(move |times| times[side]);
    let sides = rounds[0].len() - usize::from(floor.is_none());
    // Differences within a round are steadier than times, because its sides get the same inputs.
    let centers: Vec<f64> = rounds.iter().filter_map(|times| median(times.iter().copied())).collect();
    let center = middle_half(centers.iter().copied()).unwrap_or_default();
    let beside = |side| middle_half(column(side).zip(&centers).map(|(time, center)| time - center));
    let middle = |side| {
        if floor.is_some() { median(column(side)) } else { beside(side).map(|beside| center + beside) }
    };
    let log = |side: usize| {
        median(rounds.iter().map(|times| {
            let mean = times[..sides].iter().map(|time| time.ln()).sum::<f64>() / sides as f64;
            times[side].ln() - mean
        }))
    };
    Sample {
        cell,
        times: (0..sides).filter_map(middle).collect(),
        logs: (0..sides).filter_map(log).collect(),
        floor: floor.or_else(|| middle(sides)).unwrap_or_default(),
        rounds: rounds.len(),
    }
}

/// A side: a kernel of a function, as it is timed.
#[derive(Clone, Copy)]
pub(crate) struct TimedKernel<'s, I> {
    pub(crate) loops: &'s dyn Loops<I>,
    pub(crate) kernel: KernelId,
}

impl<I> TimedKernel<'_, I> {
    fn run(&self, copy: usize, inputs: &[I]) {
        black_box(self.loops.run(self.kernel, copy, inputs, 0));
    }
}

/// Returns a random range of this many inputs, or all inputs if there are fewer.
fn window(inputs: usize, length: usize, rng: &mut Rng) -> Range<usize> {
    let length = length.min(inputs);
    let start = rng.usize(..=inputs - length);
    start..start + length
}

/// The number of calls of the copies, and their inputs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Calls {
    /// The number of inputs per call.
    block: usize,
    /// The number of calls per copy.
    count: usize,
}

impl Calls {
    /// Returns the block that takes [`CALL_NS`] or [`LONG_CALL_NS`] if an input takes `ns` and a window has at most this many
    /// inputs.
    ///
    /// A block is a whole number of unrolled iterations.
    fn new(ns: f64, unroll: usize, most: usize) -> Self {
        let time = if unroll > 1 { CALL_NS } else { LONG_CALL_NS };
        let wanted = (time / ns.max(1e-3)) as usize;
        let block = (wanted.min(most) / unroll).max(1) * unroll;
        Self { block, count: (wanted / block).max(1) }
    }
}

/// Measures with everything in the caches.
pub(crate) struct Hot<'s, I> {
    sides: Vec<TimedKernel<'s, I>>,
    bed: Hotbed<'s, I>,
    calls: Calls,
    copies: usize,
    /// The time of a call without the function.
    empty: f64,
    floor: f64,
}

/// The settings of a hot cell.
pub(crate) struct Hotbed<'s, I> {
    pub(crate) inputs: &'s [I],
    pub(crate) unroll: usize,
    /// Whether each call gets new inputs. Functions without branches do not need them.
    pub(crate) fresh: bool,
    /// The units per input.
    pub(crate) units: f64,
    /// The bytes of the first-level cache.
    pub(crate) l1d: usize,
    pub(crate) clock: &'s dyn Clock,
    pub(crate) rng: Rng,
}

impl<'s, I> Hot<'s, I> {
    /// `nothing` is the loop without a function.
    pub(crate) fn new(
        sides: Vec<TimedKernel<'s, I>>,
        nothing: TimedKernel<'s, I>,
        bed: Hotbed<'s, I>,
    ) -> Self {
        let (unroll, inputs) = (bed.unroll, bed.inputs.len());
        let fits = (bed.l1d / 3 / size_of::<I>().max(1)).max(unroll);
        let most = if bed.fresh { inputs } else { fits.min(inputs) };
        let copies = nothing.kernel.shape.copies(unroll);
        let calls = Calls { block: unroll, count: 1 };
        let mut hot = Self { sides, bed, calls, copies, empty: 0.0, floor: 0.0 };
        // Estimates the time of an input, first with few inputs, then with as many as this suggests.
        for _ in 0..2 {
            let slowest = hot.sides.iter().map(|side| hot.least(side, hot.calls, 3)).fold(1.0, f64::max);
            let calls = Calls::new(slowest / hot.count(), unroll, most);
            if calls == std::mem::replace(&mut hot.calls, calls) {
                break;
            }
        }
        hot.empty = hot.least(&nothing, Calls { block: 0, ..hot.calls }, 9) / hot.copies as f64;
        hot.floor = hot.least(&nothing, hot.calls, 9) / (hot.count() * hot.bed.units);
        hot
    }

    /// Returns the smallest time of a side in this many tries, or fewer if they take long.
    fn least(&self, side: &TimedKernel<I>, calls: Calls, tries: usize) -> f64 {
        let start = self.bed.clock.now();
        let mut least = f64::INFINITY;
        for _ in 0..tries {
            least = least.min(self.time(side, calls, &vec![0..calls.block; self.copies]));
            if self.bed.clock.now() - start > LONG_ESTIMATE {
                break;
            }
        }
        least
    }

    /// Returns the number of inputs of a side.
    fn count(&self) -> f64 {
        (self.calls.block * self.calls.count * self.copies) as f64
    }

    /// Returns the inputs of each copy, for one side or several.
    fn draw(&mut self) -> Vec<Range<usize>> {
        let length = self.calls.block;
        let Hotbed { inputs, fresh, rng, .. } = &mut self.bed;
        let first = window(inputs.len(), length, rng);
        let mut next = |_| if *fresh { window(inputs.len(), length, rng) } else { first.clone() };
        (0..self.copies).map(&mut next).collect()
    }

    /// Returns the nanoseconds of all calls of a side if every copy took as long as the middle half of the copies.
    ///
    /// Badly placed copies take up to a quarter longer, and their number would change the mean.
    fn time(&self, side: &TimedKernel<I>, calls: Calls, windows: &[Range<usize>]) -> f64 {
        let time = |(copy, window): (usize, &Range<usize>)| {
            let inputs = &self.bed.inputs[window.clone()][..calls.block];
            // The calls of a copy follow one another, since the first has to fetch the code.
            let start = self.bed.clock.now();
            for _ in 0..calls.count {
                side.run(copy, black_box(inputs));
            }
            self.bed.clock.now() - start - self.empty
        };
        self.copies as f64 * middle_half(windows.iter().enumerate().map(time)).unwrap_or_default()
    }
}

impl<I> Sampler for Hot<'_, I> {
    fn round(&mut self) -> Vec<f64> {
        let mut order: Vec<_> = (0..self.sides.len()).collect();
        self.bed.rng.shuffle(&mut order);
        let mut times = vec![0.0; self.sides.len()];
        for turn in 0..2 {
            let windows = self.draw();
            for &side in &order {
                times[side] += self.time(&self.sides[side], self.calls, &windows);
            }
            if turn == 0 {
                order.reverse();
            }
        }
        let units = 2.0 * self.count() * self.bed.units;
        times.iter().map(|time| (time / units).max(1e-3)).collect()
    }

    fn floor(&self) -> Option<f64> {
        Some(self.floor)
    }
}

/// Measures with tables that must be fetched: before each visit, a walk through memory evicts them.
pub(crate) struct Cold<'s, I> {
    /// The sides; the last one is the loop without a function.
    pub(crate) sides: Vec<TimedKernel<'s, I>>,
    pub(crate) inputs: &'s [I],
    /// Evicts tables from the caches.
    pub(crate) evict: Box<dyn FnMut() + 's>,
    pub(crate) clock: &'s dyn Clock,
    pub(crate) rng: Rng,
}

impl<I: Copy> Cold<'_, I> {
    /// Returns the nanoseconds of one visit.
    fn visit(&mut self, side: usize, window: Range<usize>) -> f64 {
        let side = self.sides[side];
        let mut inputs = self.inputs[window].to_vec();
        side.run(0, &inputs);
        (self.evict)();
        // Many processors also evict code with the data. A first call, which is not timed, fetches it again.
        let (first, visit) = black_box(&mut inputs).split_at(1);
        let mut time = 0.0;
        for inputs in [first, visit] {
            let start = self.clock.now();
            side.run(0, inputs);
            time = self.clock.now() - start;
        }
        time
    }
}

impl<I: Copy> Sampler for Cold<'_, I> {
    fn round(&mut self) -> Vec<f64> {
        let mut order: Vec<_> = (0..self.sides.len()).collect();
        self.rng.shuffle(&mut order);
        let mut times = vec![0.0; self.sides.len()];
        // All sides fetch the same parts of the tables.
        let window = window(self.inputs.len(), 1 + VISIT, &mut self.rng);
        let calls = window.len().saturating_sub(1).max(1);
        for side in order {
            times[side] = self.visit(side, window.clone()) / calls as f64;
        }
        times
    }

    fn floor(&self) -> Option<f64> {
        None
    }
}

/// Returns a function that evicts tables by a walk through this many bytes.
pub(crate) fn walk(bytes: usize) -> impl FnMut() {
    let memory = vec![1_u64; bytes / size_of::<u64>()];
    move || {
        black_box(touch_lines(black_box(&memory)));
    }
}

/// Reads one word per cache line, and returns the sum.
fn touch_lines(memory: &[u64]) -> u64 {
    const LINE: usize = 64 / size_of::<u64>();
    memory.iter().step_by(LINE).fold(0, |sum, word| crate::barrier::opaque(*word) + sum)
}

#[cfg(test)]
mod tests;
