//! The row of a whole engine: nanoseconds per node of its search.

use std::hint::black_box;
use std::time::Instant;

use anyhow::ensure;
use fastrand::Rng;
use pawnfill::Backend as _;
use pawnfill_benches::protocol::{Kind, Mode, RowInfo, Shape};

use crate::for_backend;
use crate::sampler::{Finding, Operation, Sampler, Setting, median};

/// How deep it searches: a few milliseconds.
const DEPTH: u8 = 2;

pub(crate) struct Engine;

pub(crate) fn info() -> RowInfo {
    RowInfo {
        name: "engine".into(),
        group: "engine".into(),
        unit: "node".into(),
        about: "the search of the example engine, which evaluates pawns at every leaf".into(),
        shape: Shape::Program,
    }
}

impl Operation for Engine {
    fn name(&self) -> &'static str {
        "engine"
    }

    fn modes(&self) -> &'static [Mode] {
        &[Mode::Throughput]
    }

    fn sampler(&self, mode: Mode, kind: Kind, setting: &Setting) -> anyhow::Result<Box<dyn Sampler>> {
        ensure!(mode == Mode::Throughput, "the engine is measured in throughput only");
        let [a, b] = &setting.backends;
        let names = match kind {
            Kind::Backends => [a, b],
            Kind::ControlA => [a, a],
            Kind::ControlB => [b, b],
            Kind::SlowA | Kind::SlowB => anyhow::bail!("there is no slower engine"),
        };
        let mut sides = [pawnfill_engine::bench::<pawnfill::Auto> as fn(u8) -> u64; 2];
        for (side, name) in sides.iter_mut().zip(names) {
            *side = for_backend!(name.as_str(), B => pawnfill_engine::bench::<B>);
        }
        let [nodes, others] = sides.map(|side| side(DEPTH));
        ensure!(nodes == others, "the engine searches {nodes} nodes with {a}, {others} with {b}");
        Ok(Box::new(Search { sides, nodes, rng: Rng::with_seed(setting.seed) }))
    }
}

/// Searches in turns, A B B A or the reverse.
struct Search {
    sides: [fn(u8) -> u64; 2],
    nodes: u64,
    rng: Rng,
}

impl Sampler for Search {
    fn sample(&mut self, iterations: u64) -> Finding {
        let mut times = [const { Vec::new() }; 2];
        for _ in 0..iterations {
            let mut quad = [0.0; 2];
            let first = self.rng.usize(..2);
            for side in [first, 1 - first, 1 - first, first] {
                let start = Instant::now();
                black_box(self.sides[side](black_box(DEPTH)));
                quad[side] += start.elapsed().as_nanos() as f64 / (2 * self.nodes) as f64;
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
