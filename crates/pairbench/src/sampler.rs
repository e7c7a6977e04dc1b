//! Samples a cell, round by round.
//!
//! A round times all sides in a random order, and then in reverse order on other inputs, so that
//! slow changes of the machine cancel.

use std::hint::black_box;
use std::iter::zip;
use std::ops::Range;

use fastrand::Rng;

use crate::clock::Clock;
use crate::kernel::Side;
use crate::protocol::Sample;
use crate::stats::{median, middle_half};

/// The target time of one call of a copy, in nanoseconds.
///
/// Longer calls are interrupted more often. In shorter calls, the overhead of the call is a
/// larger part. The copies of a kernel are called one after the other, so a side takes several
/// times as long.
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
pub(crate) struct Sampler<'s> {
    /// Returns nanoseconds per unit of every side, and at the end of the loop without a function.
    pub(crate) round: Box<dyn FnMut() -> Vec<f64> + 's>,
    pub(crate) is_cold: bool,
    pub(crate) clock: &'s dyn Clock,
}

impl Sampler<'_> {
    /// Takes samples for about this many nanoseconds.
    ///
    /// If rounds take long, there is only one sample, at worst of a single round.
    pub(crate) fn samples(&mut self, time: f64) -> Vec<Sample> {
        let start = self.clock.now();
        // The first round warms the caches.
        let first = (self.round)();
        let round = self.clock.now() - start;
        if round > time {
            return vec![self.summarize(&[first])];
        }
        // Cold modes have few rounds, and one robust mean of all of them is steadier than several
        // of a few.
        let is_one = self.is_cold || round * (SAMPLES * LEAST_ROUNDS) as f64 > time;
        let count = if is_one { 1 } else { SAMPLES };
        let mut samples = Vec::new();
        for _ in 0..count {
            samples.push(self.sample(time / count as f64));
        }
        samples
    }

    /// Takes one sample of about this many nanoseconds. Something else may have used
    /// the caches before.
    pub(crate) fn turn(&mut self, time: f64) -> Sample {
        (self.round)();
        self.sample(time)
    }

    fn sample(&mut self, time: f64) -> Sample {
        let start = self.clock.now();
        let mut rounds = Vec::new();
        while rounds.len() < LEAST_ROUNDS || self.clock.now() - start < time {
            rounds.push((self.round)());
        }
        self.summarize(&rounds)
    }

    /// Combines rounds to a sample.
    ///
    /// Differences within a round are steadier than times, because its sides get the same inputs.
    /// So in cold modes, the time of a side is the center of all rounds and a robust mean of how far
    /// the side is from the center of each round.
    fn summarize(&self, rounds: &[Vec<f64>]) -> Sample {
        let mut centers = Vec::new();
        for times in rounds {
            centers.extend(median(times.iter().copied()));
        }
        let center = middle_half(centers.iter().copied()).unwrap_or_default();
        let mut sample = Sample {
            rounds: rounds.len(),
            ..Sample::default()
        };
        let sides = rounds[0].len() - 1;
        for side in 0..=sides {
            let times = rounds.iter().map(|times| times[side]);
            let time = if self.is_cold {
                let from_center = zip(times, &centers).map(|(time, center)| time - center);
                center + middle_half(from_center).unwrap_or_default()
            } else {
                median(times).unwrap_or_default()
            };
            if side == sides {
                sample.floor = time;
                break;
            }
            sample.times.push(time);
            let logs = rounds.iter().map(|times| log(&times[..sides], side));
            sample.logs.extend(median(logs));
        }
        sample
    }
}

/// Returns the logarithm of a side's time divided by the geometric mean of all sides.
fn log(times: &[f64], side: usize) -> f64 {
    let sum: f64 = times.iter().map(|time| time.ln()).sum();
    times[side].ln() - sum / times.len() as f64
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
    /// Returns the block that takes [`CALL_NS`] or [`LONG_CALL_NS`] if an input takes `ns` and a
    /// window has at most this many inputs.
    ///
    /// A block is a whole number of unrolled iterations.
    fn new(ns: f64, unroll: usize, most: usize) -> Self {
        let time = if unroll > 1 { CALL_NS } else { LONG_CALL_NS };
        let wanted = (time / ns.max(1e-3)) as usize;
        let block = (wanted.min(most) / unroll).max(1) * unroll;
        Self {
            block,
            count: (wanted / block).max(1),
        }
    }
}

/// What a cell measures.
pub(crate) struct Bed<'s, I> {
    /// The functions, each followed by its clone, and at the end the loop without a function.
    pub(crate) sides: Vec<Side<'s, I>>,
    pub(crate) inputs: &'s [I],
    pub(crate) clock: &'s dyn Clock,
    pub(crate) rng: Rng,
}

impl<I> Bed<'_, I> {
    /// Returns this many sides in a random order.
    fn order(&mut self, sides: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..sides).collect();
        self.rng.shuffle(&mut order);
        order
    }
}

/// Measures with everything in the caches.
pub(crate) struct Hot<'s, I> {
    bed: Bed<'s, I>,
    /// Whether each call gets new inputs. Functions without branches do not need them.
    fresh: bool,
    /// The units per input.
    units: f64,
    calls: Calls,
    copies: usize,
    /// The time of a call without the function.
    empty: f64,
    floor: f64,
}

impl<'s, I> Hot<'s, I> {
    /// `unroll` is the number of inputs per iteration of a loop, and `l1d` the bytes of the
    /// first-level cache.
    pub(crate) fn new(bed: Bed<'s, I>, unroll: usize, fresh: bool, units: f64, l1d: usize) -> Self {
        let (inputs, nothing) = (bed.inputs.len(), bed.sides.len() - 1);
        let fits = (l1d / 3 / size_of::<I>().max(1)).max(unroll);
        let most = if fresh { inputs } else { fits.min(inputs) };
        let copies = bed.sides[nothing].len();
        let calls = Calls {
            block: unroll,
            count: 1,
        };
        let mut hot = Self {
            bed,
            fresh,
            units,
            calls,
            copies,
            empty: 0.0,
            floor: 0.0,
        };
        hot.estimate(unroll, most);
        let empty = Calls {
            block: 0,
            ..hot.calls
        };
        hot.empty = hot.least(nothing, empty, 9) / hot.copies as f64;
        hot.floor = hot.least(nothing, hot.calls, 9) / (hot.count() * hot.units);
        hot
    }

    /// Finds the number of calls by the slowest side. With few inputs, its time is known badly, so
    /// it is measured again with as many as this suggests.
    fn estimate(&mut self, unroll: usize, most: usize) {
        for _ in 0..2 {
            let mut slowest: f64 = 1.0;
            for side in 0..self.bed.sides.len() - 1 {
                slowest = slowest.max(self.least(side, self.calls, 3));
            }
            let calls = Calls::new(slowest / self.count(), unroll, most);
            if calls == std::mem::replace(&mut self.calls, calls) {
                break;
            }
        }
    }

    /// Returns the smallest time of a side in this many tries, or fewer if they take long.
    fn least(&self, side: usize, calls: Calls, tries: usize) -> f64 {
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
        let mut windows: Vec<Range<usize>> = Vec::new();
        for _ in 0..self.copies {
            windows.push(match windows.first() {
                Some(first) if !self.fresh => first.clone(),
                _ => window(self.bed.inputs.len(), self.calls.block, &mut self.bed.rng),
            });
        }
        windows
    }

    /// Returns the nanoseconds of all calls of a side if every copy took as long as the middle half
    /// of the copies.
    ///
    /// Badly placed copies take up to a quarter longer, and their number would change the mean.
    fn time(&self, side: usize, calls: Calls, windows: &[Range<usize>]) -> f64 {
        let Bed {
            sides,
            inputs,
            clock,
            ..
        } = &self.bed;
        let mut times = Vec::new();
        for (copy, window) in zip(&sides[side], windows) {
            let inputs = &inputs[window.clone()][..calls.block];
            // The calls of a copy follow one another, since the first has to fetch the code.
            let start = clock.now();
            for _ in 0..calls.count {
                black_box(copy(black_box(inputs)));
            }
            times.push(clock.now() - start - self.empty);
        }
        self.copies as f64 * middle_half(times).unwrap_or_default()
    }

    pub(crate) fn round(&mut self) -> Vec<f64> {
        let mut order = self.bed.order(self.bed.sides.len() - 1);
        let mut times = vec![0.0; order.len()];
        for _ in 0..2 {
            let windows = self.draw();
            for &side in &order {
                times[side] += self.time(side, self.calls, &windows);
            }
            order.reverse();
        }
        let units = 2.0 * self.count() * self.units;
        for time in &mut times {
            *time = (*time / units).max(1e-3);
        }
        times.push(self.floor);
        times
    }
}

/// Measures with tables that must be fetched: before each visit, a walk through memory evicts them.
pub(crate) struct Cold<'s, I> {
    pub(crate) bed: Bed<'s, I>,
    /// Evicts tables from the caches.
    pub(crate) evict: Box<dyn FnMut() + 's>,
}

impl<I: Copy> Cold<'_, I> {
    /// Returns the nanoseconds of one visit.
    fn visit(&mut self, side: usize, window: Range<usize>) -> f64 {
        let Bed {
            sides,
            inputs,
            clock,
            ..
        } = &self.bed;
        let run = |inputs: &[I]| black_box(sides[side][0](inputs));
        let mut inputs = inputs[window].to_vec();
        run(&inputs);
        (self.evict)();
        // Many processors also evict code with the data. A first call, which is not timed, fetches
        // it again.
        let (first, visit) = black_box(&mut inputs).split_at(1);
        let mut time = 0.0;
        for inputs in [first, visit] {
            let start = clock.now();
            run(inputs);
            time = clock.now() - start;
        }
        time
    }

    pub(crate) fn round(&mut self) -> Vec<f64> {
        let order = self.bed.order(self.bed.sides.len());
        let mut times = vec![0.0; order.len()];
        // All sides fetch the same parts of the tables.
        let window = window(self.bed.inputs.len(), 1 + VISIT, &mut self.bed.rng);
        let calls = window.len().saturating_sub(1).max(1);
        for side in order {
            times[side] = self.visit(side, window.clone()) / calls as f64;
        }
        times
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
    memory
        .iter()
        .step_by(LINE)
        .fold(0, |sum, word| crate::barrier::opaque(*word) + sum)
}

#[cfg(test)]
mod tests;
