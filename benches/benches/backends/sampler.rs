//! How one comparison is sampled.

use std::hint::black_box;
use std::time::Instant;

use anyhow::Context as _;
use fastrand::Rng;
use pawnfill::{KoggeStone, Pawns};
use pawnfill_benches::protocol::{COUNTED, Caches, Kind, Mode, Shape};

use crate::barrier::opaque;
use crate::kernel::{Copies, Input, Kernel, Kernels};
use crate::rows::{Nothing, Row};

/// How many inputs are kept, to take windows from.
pub(crate) const INPUTS: usize = 16_384;
/// How long one side of a quad should take, in nanoseconds.
const SIDE_NS: f64 = 40_000.0;
/// The operations of a visit to cold tables.
const VISIT: usize = 4;

/// What one call of a sampler has found, in nanoseconds per operation.
pub(crate) struct Finding {
    pub(crate) ratio: f64,
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) floor: f64,
}

/// Samples one cell.
pub(crate) trait Sampler {
    /// Compares the two kernels this many times.
    fn sample(&mut self, iterations: u64) -> Finding;

    /// Nanoseconds per operation of each copy of A and of B, where there are copies.
    fn layout(&mut self) -> Option<[Vec<f64>; 2]>;
}

/// A row with the kernels of all backends.
pub(crate) trait Operation {
    fn name(&self) -> &'static str;

    /// The hot modes in which it can be measured.
    fn modes(&self) -> &'static [Mode] {
        &[Mode::Throughput, Mode::Latency]
    }

    /// Does it [`COUNTED`] times with nothing, with A and with B, so that somebody else can count the instructions.
    fn count(&self, _setting: &Setting) -> anyhow::Result<()> {
        anyhow::bail!("the instructions of a whole program are not counted")
    }

    /// The sampler of a cell of this row.
    fn sampler(&self, mode: Mode, kind: Kind, setting: &Setting) -> anyhow::Result<Box<dyn Sampler>>;
}

/// What all cells of a process share.
pub(crate) struct Setting {
    pub(crate) backends: [String; 2],
    pub(crate) positions: Vec<Pawns>,
    pub(crate) caches: Caches,
    pub(crate) seed: u64,
}

/// The kernels of a row, one for each backend.
pub(crate) struct Compiled<R: Row> {
    pub(crate) kernels: Vec<Kernels<R::Input>>,
}

impl<R: Row> Compiled<R> {
    /// The kernels of A and of B.
    fn find(&self, setting: &Setting) -> anyhow::Result<[&Kernels<R::Input>; 2]> {
        let find = |name: &str| {
            let found = self.kernels.iter().find(|kernels| kernels.backend == name);
            found.with_context(|| format!("backend {name} is not compiled in"))
        };
        Ok([find(&setting.backends[0])?, find(&setting.backends[1])?])
    }

    /// The kernels of the same loop without an operation.
    fn nothing() -> Kernels<R::Input> {
        match R::SHAPE {
            Shape::Short => Kernels::new::<Nothing<R::Input, true>, KoggeStone>(),
            Shape::Long | Shape::Program => Kernels::new::<Nothing<R::Input, false>, KoggeStone>(),
        }
    }
}

/// The inputs of a kind from the positions, again and again.
fn inputs<I: Input>(setting: &Setting, rng: &mut Rng) -> Vec<I> {
    let positions = setting.positions.iter().cycle().take(INPUTS);
    positions.map(|&position| I::of(position, rng.u64(..))).collect()
}

/// The function that [`COUNTER`](pawnfill_benches::protocol::COUNTER) names.
#[inline(never)]
fn counted(run: &dyn Fn() -> u64) {
    // What comes after the call keeps it from becoming a jump, with which this function would be over.
    black_box(run());
}

impl<R: Row> Operation for Compiled<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn count(&self, setting: &Setting) -> anyhow::Result<()> {
        let [a, b] = self.find(setting)?;
        let nothing = Self::nothing();
        let inputs = inputs(setting, &mut Rng::with_seed(setting.seed));
        for kernels in [&nothing, a, b] {
            counted(&|| kernels.throughput[0][0](&inputs[..COUNTED]));
        }
        Ok(())
    }

    fn sampler(&self, mode: Mode, kind: Kind, setting: &Setting) -> anyhow::Result<Box<dyn Sampler>> {
        let [first, second] = self.find(setting)?;
        let (a, b, clone, slow) = match kind {
            Kind::Backends => (first, second, 0, false),
            Kind::ControlA => (first, first, 1, false),
            Kind::ControlB => (second, second, 1, false),
            // The same code, so that what is found is the work and not where a clone lies.
            Kind::SlowA => (first, first, 0, true),
            Kind::SlowB => (second, second, 0, true),
        };
        let mut rng = Rng::with_seed(setting.seed);
        let inputs = inputs(setting, &mut rng);
        let floor = Self::nothing();
        let hot = |[a, b, nothing]: [Copies<R::Input>; 3]| -> Box<dyn Sampler> {
            let side = |copies, slow| Side { copies, slow };
            let sides = [side(a, false), side(b, slow), side(nothing, false)];
            Box::new(Hot::new(R::SHAPE, sides, inputs.clone(), setting.caches.l1d, rng.clone()))
        };
        Ok(match mode {
            Mode::Throughput => hot([a.throughput[0], b.throughput[clone], floor.throughput[0]]),
            Mode::Latency => hot([a.latency[0], b.latency[clone], floor.latency[0]]),
            Mode::ColdL1 => {
                let visits = [floor.visit, a.visit, b.visit];
                Box::new(Cold::new(visits, inputs.clone(), setting.caches.l1d * 3 / 2, rng.clone()))
            }
            Mode::ColdL2 => {
                let visits = [floor.visit, a.visit, b.visit];
                Box::new(Cold::new(visits, inputs.clone(), setting.caches.l2 * 2, rng.clone()))
            }
        })
    }
}

/// One side of a quad: the copies of a kernel, each called as often as the others.
#[derive(Clone, Copy)]
struct Side<I> {
    copies: Copies<I>,
    /// Does 5 % more operations than it says: a difference that has to be found.
    slow: bool,
}

/// What the copies of a side are called with.
#[derive(Clone, Copy)]
struct Calls {
    /// How many inputs, a multiple of 160, so that 5 % of them are whole turns of the unrolled loop.
    block: usize,
    /// How many calls, a multiple of 8.
    count: usize,
    /// Does each call get the block after the last one's, or all the same?
    onward: bool,
}

impl Calls {
    const BLOCK: usize = 160;

    /// As many calls as take [`SIDE_NS`], when an operation takes `ns`.
    ///
    /// What does not branch may see the same inputs again, and they stay in the first cache. The blocks are long,
    /// since every end of a loop may be predicted wrongly, which is as expensive as dozens of operations.
    /// Where there are branches to be learned, all inputs are fresh.
    fn new(shape: Shape, ns: f64, fits: usize) -> Self {
        let most = if shape == Shape::Short { fits } else { INPUTS / 9 };
        let blocks = |operations: f64| (operations as usize).min(most) / Self::BLOCK;
        let block = Self::BLOCK * blocks(SIDE_NS / 8.0 / ns).max(1);
        let rounds = (SIDE_NS / 8.0 / ns / block as f64).round().max(1.0) as usize;
        match shape {
            Shape::Short => Self { block, count: 8 * rounds, onward: false },
            Shape::Long | Shape::Program => Self { block, count: 8, onward: true },
        }
    }

    /// How many inputs a side needs.
    fn window(self) -> usize {
        let blocks = if self.onward { self.count } else { 1 };
        blocks * self.block + self.block / 20
    }

    fn operations(self) -> f64 {
        (self.count * self.block) as f64
    }
}

impl<I: Input> Side<I> {
    /// Nanoseconds for all calls, if every copy took as long as the middle half of the copies.
    ///
    /// Some copies lie badly, and take up to a quarter longer. Their mean would depend on how many do.
    #[inline(never)]
    fn time(&self, window: &[I], calls: Calls) -> f64 {
        let length = if self.slow { calls.block + calls.block / 20 } else { calls.block };
        let step = if calls.onward { calls.block } else { 0 };
        let rounds = calls.count / self.copies.len();
        let mut times = [0.0; 8];
        for (number, (copy, time)) in self.copies.iter().zip(&mut times).enumerate() {
            // One after the other, since the first call of a copy has to fetch its code.
            let start = Instant::now();
            for call in number * rounds..(number + 1) * rounds {
                black_box(copy(&window[call * step..][..length]));
            }
            *time = start.elapsed().as_nanos() as f64;
        }
        8.0 * middle_half(times)
    }
}

/// Everything in the caches: quads A B B A, over windows that differ from quad to quad.
struct Hot<I> {
    a: Side<I>,
    b: Side<I>,
    inputs: Vec<I>,
    calls: Calls,
    /// What a side without operations takes.
    empty: f64,
    floor: f64,
    rng: Rng,
}

impl<I: Input> Hot<I> {
    fn new(shape: Shape, [a, b, nothing]: [Side<I>; 3], inputs: Vec<I>, l1d: usize, rng: Rng) -> Self {
        let least =
            |side: &Side<I>, calls| (0..15).map(|_| side.time(&inputs, calls)).fold(f64::INFINITY, f64::min);
        let once = Calls { block: Calls::BLOCK, count: 8, onward: true };
        let slower = least(&a, once).max(least(&b, once)).max(1.0) / once.operations();
        let calls = Calls::new(shape, slower, l1d / 3 / size_of::<I>());
        let empty = least(&nothing, Calls { block: 0, ..calls });
        let floor = (least(&nothing, calls) - empty) / calls.operations();
        Self { a, b, inputs, calls, empty, floor, rng }
    }

    /// Nanoseconds per operation of A and of B in one quad.
    fn quad(&mut self) -> (f64, f64) {
        let mirrored = self.rng.bool();
        let (first, second) = if mirrored { (self.b, self.a) } else { (self.a, self.b) };
        let length = self.calls.window();
        let mut window = || &self.inputs[self.rng.usize(..=self.inputs.len() - length)..][..length];
        let (p, q) = (window(), window());
        let time = |side: Side<I>, window| side.time(window, self.calls) - self.empty;
        let (before, inner) = (time(first, p), time(second, p));
        let (inner, outer) = (inner + time(second, q), before + time(first, q));
        let (a, b) = if mirrored { (inner, outer) } else { (outer, inner) };
        let operations = 2.0 * self.calls.operations();
        ((a / operations).max(1e-3), (b / operations).max(1e-3))
    }
}

impl<I: Input> Sampler for Hot<I> {
    fn sample(&mut self, iterations: u64) -> Finding {
        let quads: Vec<_> = (0..iterations).map(|_| self.quad()).collect();
        Finding {
            ratio: median(quads.iter().map(|(a, b)| b / a)),
            a: median(quads.iter().map(|quad| quad.0)),
            b: median(quads.iter().map(|quad| quad.1)),
            floor: self.floor,
        }
    }

    fn layout(&mut self) -> Option<[Vec<f64>; 2]> {
        let window = &self.inputs[..Calls::BLOCK * 4];
        Some([self.a, self.b].map(|side| {
            let least = |copy: &Kernel<I>| {
                let time = |_| {
                    let start = Instant::now();
                    black_box(copy(window));
                    start.elapsed().as_nanos() as f64
                };
                (0..5).map(time).fold(f64::INFINITY, f64::min) / window.len() as f64
            };
            side.copies.iter().map(least).collect()
        }))
    }
}

/// Tables that have to be fetched: before each visit, memory is walked that pushes them out.
struct Cold<I> {
    /// Nothing, A, B.
    visits: [Kernel<I>; 3],
    inputs: Vec<I>,
    memory: Vec<u64>,
    rng: Rng,
}

impl<I: Input> Cold<I> {
    fn new(visits: [Kernel<I>; 3], inputs: Vec<I>, bytes: usize, rng: Rng) -> Self {
        Self { visits, inputs, memory: vec![1; bytes / 8], rng }
    }

    /// Nanoseconds of one visit.
    fn visit(&mut self, kernel: Kernel<I>) -> f64 {
        let start = self.rng.usize(..=self.inputs.len() - VISIT);
        let mut inputs = [self.inputs[start]; VISIT];
        inputs.copy_from_slice(&self.inputs[start..start + VISIT]);
        // The code is to be there, only the data is not.
        black_box(kernel(&inputs));
        let line = 64 / size_of::<u64>();
        black_box(self.memory.iter().step_by(line).fold(0, |sum, word| sum ^ opaque(*word)));
        black_box(&mut inputs);
        let start = Instant::now();
        black_box(kernel(&inputs));
        start.elapsed().as_nanos() as f64
    }
}

impl<I: Input> Sampler for Cold<I> {
    fn sample(&mut self, iterations: u64) -> Finding {
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..iterations.max(3) {
            let mut order = [0, 1, 2];
            self.rng.shuffle(&mut order);
            for side in order {
                let time = self.visit(self.visits[side]);
                times[side].push(time);
            }
        }
        let [floor, a, b] = times.map(|times| middle_half(times) / VISIT as f64);
        Finding { ratio: b / a.max(1e-3), a, b, floor }
    }

    fn layout(&mut self) -> Option<[Vec<f64>; 2]> {
        None
    }
}

/// Two whole programs in turns, A B B A or B A A B.
pub(crate) struct Whole {
    sides: [Box<dyn FnMut()>; 2],
    /// How many operations a side does.
    operations: f64,
    rng: Rng,
}

impl Whole {
    pub(crate) fn new(sides: [Box<dyn FnMut()>; 2], operations: f64, seed: u64) -> Self {
        Self { sides, operations, rng: Rng::with_seed(seed) }
    }
}

impl Sampler for Whole {
    fn sample(&mut self, iterations: u64) -> Finding {
        let mut times = [const { Vec::new() }; 2];
        for _ in 0..iterations {
            let mut quad = [0.0; 2];
            let first = self.rng.usize(..2);
            for side in [first, 1 - first, 1 - first, first] {
                let start = Instant::now();
                self.sides[side]();
                quad[side] += start.elapsed().as_nanos() as f64 / (2.0 * self.operations);
            }
            times[0].push(quad[0]);
            times[1].push(quad[1]);
        }
        let ratio = median(times[0].iter().zip(&times[1]).map(|(a, b)| b / a));
        let [a, b] = times.map(|times| median(times.into_iter()));
        Finding { ratio, a, b, floor: 0.0 }
    }

    fn layout(&mut self) -> Option<[Vec<f64>; 2]> {
        None
    }
}

/// The median; the mean of the middle two of an even number.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 { values[half] } else { f64::midpoint(values[half - 1], values[half]) }
}

/// The mean of the middle half: as steady as the median, and finer than the step of the clock.
fn middle_half(mut values: impl AsMut<[f64]>) -> f64 {
    let values = values.as_mut();
    values.sort_by(f64::total_cmp);
    let quarter = values.len() / 4;
    let middle = &values[quarter..values.len() - quarter];
    middle.iter().sum::<f64>() / middle.len() as f64
}

/// Nanoseconds of a fixed piece of arithmetic that keeps the core busy: longer when a neighbor shares the core.
pub(crate) fn sentinel() -> f64 {
    let start = Instant::now();
    let mut chains = [1, 2, 3, 4_u64];
    for turn in 0..20_000 {
        for chain in &mut chains {
            *chain = opaque(*chain ^ turn).wrapping_add(turn);
        }
    }
    black_box(chains);
    start.elapsed().as_nanos() as f64
}
