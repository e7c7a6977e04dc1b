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
/// A clone that does 5 % more work gets one more input for this many.
const MORE: usize = 20;

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
    let sample = |_| {
        let start = clock.now();
        let mut rounds = Vec::new();
        while rounds.len() < LEAST_ROUNDS || clock.now() - start < time / samples as f64 {
            rounds.push(sampler.round());
        }
        summarize(&rounds, sampler.floor(), cell)
    };
    (0..samples).map(sample).collect()
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
    /// Whether it does 5 % more work, a difference that must be found.
    pub(crate) slow: bool,
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
    /// A block is a whole number of unrolled iterations. So are 5 % of it, unless that would take too long.
    fn new(ns: f64, unroll: usize, most: usize) -> Self {
        let time = if unroll > 1 { CALL_NS } else { LONG_CALL_NS };
        let wanted = (time / ns.max(1e-3)) as usize;
        let least = MORE * unroll;
        let fits = most * MORE / (MORE + 1);
        let grain = if wanted.min(fits) >= least { least } else { unroll };
        let block = (wanted.min(fits) / grain).max(1) * grain;
        Self { block, count: (wanted / block).max(1) }
    }

    /// Returns the number of additional inputs of a slow clone.
    fn more(self) -> usize {
        if self.block.is_multiple_of(MORE) { self.block / MORE } else { 0 }
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
        // Long calls get few inputs, and 5 % of these round to zero.
        let more = hot.calls.more();
        hot.sides.retain(|side| !side.slow || more > 0);
        hot.empty = hot.least(&nothing, Calls { block: 0, ..hot.calls }, 9) / hot.copies as f64;
        hot.floor = hot.least(&nothing, hot.calls, 9) / (hot.count() * hot.bed.units);
        hot
    }

    /// Returns the smallest time of a side in this many tries, or fewer if they take long.
    fn least(&self, side: &TimedKernel<I>, calls: Calls, tries: usize) -> f64 {
        let start = self.bed.clock.now();
        let mut least = f64::INFINITY;
        for _ in 0..tries {
            least = least.min(self.time(side, calls, &vec![0..calls.block + calls.more(); self.copies]));
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
        let length = self.calls.block + self.calls.more();
        let Hotbed { inputs, fresh, rng, .. } = &mut self.bed;
        let first = window(inputs.len(), length, rng);
        let mut next = |_| if *fresh { window(inputs.len(), length, rng) } else { first.clone() };
        (0..self.copies).map(&mut next).collect()
    }

    /// Returns the nanoseconds of all calls of a side if every copy took as long as the middle half of the copies.
    ///
    /// Badly placed copies take up to a quarter longer, and their number would change the mean.
    fn time(&self, side: &TimedKernel<I>, calls: Calls, windows: &[Range<usize>]) -> f64 {
        let more = if side.slow { calls.more() } else { 0 };
        let time = |(copy, window): (usize, &Range<usize>)| {
            let inputs = &self.bed.inputs[window.clone()][..calls.block + more];
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
        // A slow clone runs the code of another side, and would profit from inputs that this code has just seen.
        for side in self.sides.iter_mut().filter(|side| side.slow) {
            side.kernel.clone = self.bed.rng.usize(..2);
        }
        for turn in 0..2 {
            let windows = [self.draw(), self.draw()];
            for &side in &order {
                let timed = &self.sides[side];
                times[side] += self.time(timed, self.calls, &windows[usize::from(timed.slow)]);
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
mod tests {
    use std::cell::{Cell, RefCell};
    use std::collections::BTreeSet;

    use super::*;
    use crate::kernel::Loop;

    /// A clock that advances only when work is done.
    #[derive(Default)]
    struct Fake {
        now: Cell<f64>,
        /// The calls, in order, and `None` for an eviction.
        log: RefCell<Vec<Option<Call>>>,
        /// The growth of all times, as a fraction per nanosecond since the start.
        drift: f64,
    }

    #[derive(Clone, Debug, PartialEq)]
    struct Call {
        name: &'static str,
        clone: usize,
        copy: usize,
        inputs: Vec<u16>,
    }

    impl Fake {
        fn work(&self, time: f64, call: Option<Call>) {
            let now = self.now.get();
            self.now.set(now + time * (1.0 + self.drift * now));
            self.log.borrow_mut().push(call);
        }

        /// Returns the calls of a round.
        fn calls(&self, sampler: &mut dyn Sampler) -> Vec<Call> {
            self.log.take();
            sampler.round();
            self.log.take().into_iter().flatten().collect()
        }

        /// Returns the number of sides that come first in some of forty rounds.
        fn first_sides(&self, sampler: &mut dyn Sampler) -> usize {
            let first = |_| self.calls(sampler).remove(0);
            (0..40).map(first).map(|call| (call.name, call.clone)).collect::<BTreeSet<_>>().len()
        }
    }

    impl Clock for Fake {
        fn now(&self) -> f64 {
            self.now.get()
        }
    }

    /// A function of known cost.
    struct Known<'c> {
        clock: &'c Fake,
        name: &'static str,
        /// Nanoseconds per input of each copy.
        costs: [f64; 4],
        /// Nanoseconds per call.
        fixed: f64,
    }

    impl Loops<u16> for Known<'_> {
        fn run(&self, kernel: KernelId, copy: usize, inputs: &[u16], mask: u64) -> u64 {
            assert_eq!(mask, 0);
            let time = self.fixed + self.costs[copy] * inputs.len() as f64;
            let call = Call { name: self.name, clone: kernel.clone, copy, inputs: inputs.to_vec() };
            self.clock.work(time, Some(call));
            0
        }

        fn clones_differ(&self, _shape: Loop) -> bool {
            true
        }
    }

    fn side<'s>(loops: &'s Known<'s>, shape: Loop, clone: usize, slow: bool) -> TimedKernel<'s, u16> {
        TimedKernel { loops, kernel: KernelId { shape, clone }, slow }
    }

    fn bed<'s>(inputs: &'s [u16], clock: &'s Fake, fresh: bool) -> Hotbed<'s, u16> {
        Hotbed { inputs, unroll: 8, fresh, units: 1.0, l1d: 32 << 10, clock, rng: Rng::with_seed(1) }
    }

    /// A takes 2 ns and B takes 3 ns, each with its clone. The last clone is 5 % slower. The loop takes ½ ns.
    fn with_hot<R>(clock: &Fake, fresh: bool, costs: [[f64; 4]; 2], test: impl FnOnce(Hot<u16>) -> R) -> R {
        let known = |name, costs| Known { clock, name, costs, fixed: 40.0 };
        let [a, b] = costs;
        let (a, b, nothing) = (known("a", a), known("b", b), known("nothing", [0.5; 4]));
        let side = |loops, clone, slow| side(loops, Loop::Throughput, clone, slow);
        let sides = [(&a, 0, false), (&a, 1, false), (&b, 0, false), (&b, 1, false), (&b, 1, true)]
            .map(|(loops, clone, slow)| side(loops, clone, slow));
        let inputs: Vec<_> = (0..4096).collect();
        test(Hot::new(sides.to_vec(), side(&nothing, 0, false), bed(&inputs, clock, fresh)))
    }

    const COSTS: [[f64; 4]; 2] = [[2.0; 4], [3.0; 4]];

    fn is_near(time: f64, expected: f64) -> bool {
        (time - expected).abs() < 1e-9
    }

    #[test]
    fn times_are_those_of_the_functions() {
        for fresh in [false, true] {
            let clock = Fake::default();
            let samples = with_hot(&clock, fresh, COSTS, |mut hot| sample(&mut hot, &clock, 7, 1e6));
            assert_eq!(samples.len(), SAMPLES);
            for sample in &samples {
                let expected = [2.0, 2.0, 3.0, 3.0, 3.15];
                assert!(sample.times.iter().zip(expected).all(|(&a, b)| is_near(a, b)), "{sample:?}");
                assert!(is_near(sample.logs[2] - sample.logs[0], 1.5_f64.ln()), "{sample:?}");
                assert!(is_near(sample.logs[4] - sample.logs[3], 1.05_f64.ln()), "{sample:?}");
                assert!(is_near(sample.floor, 0.5) && sample.cell == 7 && sample.rounds > 2, "{sample:?}");
            }
        }
    }

    #[test]
    fn a_sample_has_the_rounds_that_fit_in_its_time() {
        struct Rounds<'c>(&'c Fake);
        impl Sampler for Rounds<'_> {
            fn round(&mut self) -> Vec<f64> {
                self.0.work(10.0, None);
                vec![1.0, 4.0]
            }

            fn floor(&self) -> Option<f64> {
                Some(0.0)
            }
        }
        // A round takes 10 ns. Three samples need two rounds each.
        for (time, expected) in [(9.0, vec![1]), (59.0, vec![6]), (60.0, vec![2; 3]), (91.0, vec![4; 3])] {
            let clock = Fake::default();
            let samples = sample(&mut Rounds(&clock), &clock, 0, time);
            assert_eq!(samples.iter().map(|sample| sample.rounds).collect::<Vec<_>>(), expected);
            // Logarithms are relative to the geometric mean, which is 2.
            let logs = &samples[0].logs;
            assert!(is_near(logs[0], -(2.0_f64.ln())) && is_near(logs[1], 2.0_f64.ln()), "{logs:?}");
        }
    }

    #[test]
    fn few_inputs_are_repeated() {
        let clock = Fake::default();
        let known = |name, cost| Known { clock: &clock, name, costs: [cost; 4], fixed: 40.0 };
        let (a, nothing) = (known("a", 2.0), known("nothing", 0.5));
        let inputs: Vec<u16> = (0..64).collect();
        let [a, nothing] = [&a, &nothing].map(|loops| side(loops, Loop::Throughput, 0, false));
        let mut hot = Hot::new(vec![a], nothing, bed(&inputs, &clock, true));
        assert!(hot.calls.count > 1, "{:?}", hot.calls);
        assert!(is_near(hot.round()[0], 2.0) && is_near(hot.floor, 0.5), "{:?}", hot.floor);
    }

    #[test]
    fn a_machine_that_becomes_slower_changes_no_ratio() {
        // During a round, all work becomes 1 % slower.
        let clock = Fake { drift: 1e-7, ..Fake::default() };
        let sample =
            with_hot(&clock, true, [[2.0; 4]; 2], |mut hot| sample(&mut hot, &clock, 0, 1e7).remove(2));
        assert!(sample.logs[..4].iter().all(|log| (log - sample.logs[0]).abs() < 1e-4), "{sample:?}");
    }

    #[test]
    fn a_copy_that_lies_badly_does_not_count() {
        let costs = [[2.0, 2.0, 2.0, 2.5], [3.0, 1.0, 3.0, 3.0]];
        let times = with_hot(&Fake::default(), true, costs, |mut hot| hot.round());
        assert!(is_near(times[0], 2.0) && is_near(times[2], 3.0), "{times:?}");
    }

    #[test]
    fn a_round_is_mirrored_on_other_inputs() {
        let clock = Fake::default();
        let calls = with_hot(&clock, true, COSTS, |mut hot| clock.calls(&mut hot));
        let (first, second) = calls.split_at(calls.len() / 2);
        let order = |calls: &[Call]| -> Vec<_> {
            let of_side = calls.iter().filter(|call| call.copy == 0);
            of_side.map(|call| (call.name, call.clone, call.inputs.len())).collect()
        };
        let mirrored: Vec<_> = order(second).into_iter().rev().collect();
        assert_eq!((order(first), mirrored.len()), (mirrored, 5));
        // Sides that are not slow share their inputs within each half of a round, and get others in the other half.
        let short = calls.iter().map(|call| call.inputs.len()).min();
        let inputs = |calls: &[Call], copy: usize| {
            let is_it = |call: &&Call| call.copy == copy && Some(call.inputs.len()) == short;
            let distinct: BTreeSet<_> = calls.iter().filter(is_it).map(|call| call.inputs.clone()).collect();
            assert_eq!(distinct.len(), 1);
            distinct
        };
        for copy in 0..4 {
            assert_ne!(inputs(first, copy), inputs(second, copy));
        }
        // The slow clone runs the code of another side, and gets inputs that this code has not seen.
        let slow = first.iter().find(|call| call.copy == 0 && Some(call.inputs.len()) > short).unwrap();
        assert!(inputs(first, 0).iter().all(|inputs| !slow.inputs.starts_with(inputs)));
        // Each copy gets fresh inputs.
        assert_ne!(inputs(first, 0), inputs(first, 1));
    }

    #[test]
    fn every_side_comes_first_in_some_round() {
        let clock = Fake::default();
        assert_eq!(with_hot(&clock, true, COSTS, |mut hot| clock.first_sides(&mut hot)), 4);
    }

    #[test]
    fn no_window_is_larger_than_the_inputs() {
        // With one-byte inputs, a window of 17,136 was once cut from 16,384 inputs, and the process panicked.
        for inputs in [64, 65, 100, 1000, 4097, 16_384] {
            for unroll in [1, 8] {
                for ns in [1e-4, 0.01, 0.25, 1.0, 30.0, 1e4, 1e9] {
                    let calls = Calls::new(ns, unroll, inputs);
                    assert!(calls.block > 0 && calls.count > 0, "{calls:?}");
                    assert!(calls.block + calls.more() <= inputs, "{calls:?}, {ns} ns, by {unroll}");
                    assert_eq!((calls.block % unroll, calls.more() % unroll), (0, 0), "{calls:?}");
                }
            }
        }
        let mut rng = Rng::with_seed(1);
        for (inputs, length) in [(1, 1), (1, 9), (10, 9), (10, 10), (16_384, 17_136)] {
            let window = window(inputs, length, &mut rng);
            assert!(window.end <= inputs && window.len() == length.min(inputs));
        }
    }

    #[test]
    fn tables_are_evicted_before_each_visit_is_timed() {
        let clock = Fake::default();
        let known = |name, cost| Known { clock: &clock, name, costs: [cost; 4], fixed: 8.0 };
        let (a, b, nothing) = (known("a", 20.0), known("b", 30.0), known("nothing", 0.0));
        let sides = [(&a, 0), (&a, 1), (&b, 0), (&b, 1), (&nothing, 0)];
        let inputs: Vec<_> = (0..4096).collect();
        let mut cold = Cold {
            sides: sides.map(|(loops, clone)| side(loops, Loop::Visit, clone, false)).to_vec(),
            inputs: &inputs,
            evict: Box::new(|| clock.work(1e5, None)),
            clock: &clock,
            rng: Rng::with_seed(1),
        };
        // Eight nanoseconds per call are two for each of four inputs.
        assert_eq!(cold.round(), [22.0, 22.0, 32.0, 32.0, 2.0]);
        let log = clock.log.take();
        assert_eq!(log.len(), 5 * 4);
        for visit in log.chunks(4) {
            let inputs = |number: usize| visit[number].as_ref().map(|call| call.inputs.clone());
            // The tables are read before they are evicted, and the code is fetched by one call that is not timed.
            let [Some(all), None, Some(first), Some(timed)] = [0, 1, 2, 3].map(inputs) else {
                panic!("an eviction at the wrong time")
            };
            assert_eq!((first.len(), timed.len(), [first, timed].concat()), (1, VISIT, all.clone()));
            assert!(log[0].as_ref().is_some_and(|call| call.inputs == all), "a round has the same inputs");
        }
        // No side always has what another one left in the caches.
        assert_eq!(clock.first_sides(&mut cold), 5);
        let sample = sample(&mut cold, &clock, 0, 1e7).remove(0);
        assert_eq!((sample.times, sample.floor), (vec![22.0, 22.0, 32.0, 32.0], 2.0));
    }

    #[test]
    fn a_walk_touches_every_line() {
        assert_eq!(touch_lines(&[1; 1024]), 128);
        let mut memory = vec![0; 1024];
        memory[1016] = 1;
        assert_eq!(touch_lines(&memory), 1);
        walk(4096)();
    }

    #[test]
    fn a_long_call_is_repeated_alone_and_its_time_is_that_of_a_unit() {
        // Calls are repeated until the slowest function takes 20 µs. Without 20 of them, none can be added.
        for (cost, calls, sides) in [(100_000.0, 1, 2), (5_000.0, 4, 2), (500.0, 40, 3)] {
            let clock = Fake::default();
            let known = |name, cost| Known { clock: &clock, name, costs: [cost; 4], fixed: 0.0 };
            let (a, b, nothing) = (known("a", cost), known("b", cost / 2.0), known("nothing", 0.0));
            let visit = |loops, slow| side(loops, Loop::Visit, 0, slow);
            let inputs: Vec<_> = (0..4096).collect();
            let bed = Hotbed { unroll: 1, units: 10.0, ..bed(&inputs, &clock, true) };
            let all = vec![visit(&a, false), visit(&b, false), visit(&b, true)];
            let mut hot = Hot::new(all, visit(&nothing, false), bed);
            clock.log.take();
            let times = hot.round();
            assert!(is_near(times[0], cost / 10.0) && is_near(times[1], cost / 20.0), "{times:?}");
            assert_eq!((hot.calls.block * hot.calls.count, times.len()), (calls, sides));
            assert_eq!(clock.log.borrow().len(), 2 * sides * hot.calls.count);
        }
    }
}
