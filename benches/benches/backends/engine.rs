//! The row of a whole engine: nanoseconds per node of its search.

use std::hint::black_box;

use anyhow::ensure;
use pawnfill::Backend as _;
use pawnfill_benches::protocol::{Kind, Mode, RowInfo, Shape};

use crate::for_backend;
use crate::sampler::{Operation, Sampler, Setting, Whole};

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
        let mut searches = [pawnfill_engine::bench::<pawnfill::Auto> as fn(u8) -> u64; 2];
        for (search, name) in searches.iter_mut().zip(names) {
            *search = for_backend!(name.as_str(), B => pawnfill_engine::bench::<B>);
        }
        let [nodes, others] = searches.map(|search| search(DEPTH));
        ensure!(nodes == others, "the engine searches {nodes} nodes with {a}, {others} with {b}");
        let sides = searches.map(|search| -> Box<dyn FnMut()> {
            Box::new(move || {
                black_box(search(black_box(DEPTH)));
            })
        });
        Ok(Box::new(Whole::new(sides, nodes as f64, setting.seed)))
    }
}
