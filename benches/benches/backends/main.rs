//! The harness: measures the cells of a plan with criterion and writes down every sample.
//!
//! `cargo xtask bench-compare` runs it several times and judges. Without a plan, `cargo bench` gives criterion's
//! absolute times, and `cargo test --benches` runs every kernel once and compares the backends.

mod answer;
#[cfg(feature = "batch")]
mod batch;
mod engine;
mod evaluation;
mod kernel;
mod rows;
mod sampler;

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use criterion::measurement::{Measurement, ValueFormatter};
use criterion::{Criterion, SamplingMode, Throughput};
#[cfg(feature = "hybrid")]
use pawnfill::Hybrid;
use pawnfill::{Backend, KoggeStone, Lookup, Pawns};
#[cfg(feature = "naive")]
use pawnfill_benches::naive::Naive;
use pawnfill_benches::protocol::{
    Caches, Corpus, DISAGREEMENT, Kind, Layout, PLAN_VARIABLE, Plan, Record, RowInfo, Sample,
};
use pawnfill_benches::{agreement, barrier};
use pawnfill_positions::embedded;

use crate::kernel::Kernels;
use crate::rows::{Row, Visitor};
use crate::sampler::{Compiled, Operation, Setting, sentinel};

fn main() -> ExitCode {
    let result = match std::env::var_os(PLAN_VARIABLE) {
        Some(path) => run_plan(path.as_ref()),
        None => run_plain(),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

/// What stands for a backend in the rows of batches, which compute as `KoggeStone` does.
const BATCH: &str = "batch";

/// Does something with the backend of a name.
macro_rules! for_backend {
    ($name:expr, $backend:ident => $body:expr) => {
        match $name {
            pawnfill::KoggeStone::NAME | crate::BATCH => {
                type $backend = pawnfill::KoggeStone;
                $body
            }
            pawnfill::Lookup::NAME => {
                type $backend = pawnfill::Lookup;
                $body
            }
            pawnfill::Hybrid::NAME => {
                type $backend = pawnfill::Hybrid;
                $body
            }
            pawnfill_benches::naive::Naive::NAME => {
                type $backend = pawnfill_benches::naive::Naive;
                $body
            }
            name => anyhow::bail!("there is no backend {name}"),
        }
    };
}
use for_backend;

/// Ends this process when whoever started it is gone, and with it the other end of standard input.
fn end_with_parent() {
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(1);
    });
}

/// Measures what a plan asks for.
fn run_plan(path: &std::path::Path) -> anyhow::Result<ExitCode> {
    end_with_parent();
    let plan: Plan = serde_json::from_slice(&std::fs::read(path)?).context("the plan")?;
    let mut records = BufWriter::new(File::create(&plan.records)?);
    let mut write = |record: &Record| -> anyhow::Result<()> {
        serde_json::to_writer(&mut records, record)?;
        records.write_all(b"\n")?;
        Ok(records.flush()?)
    };

    let mut positions = read_positions(&plan)?;
    if plan.cells.is_empty() {
        let [a, b] = &plan.backends;
        let agreed = for_backend!(a.as_str(), A => for_backend!(b.as_str(), B => agreement::check::<A, B>(&positions)));
        if let Err(difference) = agreed {
            eprintln!("error: the backends disagree: {difference}");
            return Ok(ExitCode::from(DISAGREEMENT as u8));
        }
        let mut list = List(Vec::new());
        if plan.backends.iter().any(|name| name == BATCH) {
            #[cfg(feature = "batch")]
            list.0.push(batch::info());
        } else {
            rows::visit(&mut list);
            list.0.push(engine::info());
        }
        for row in list.0 {
            write(&Record::Row(row))?;
        }
    }
    let given = positions.len();
    positions = embedded::distinct(&positions);
    write(&Record::Corpus(Corpus {
        positions: given,
        distinct: positions.len(),
        barrier: barrier::IN_REGISTERS,
    }))?;
    fastrand::Rng::with_seed(plan.seed).shuffle(&mut positions);

    let operations = operations();
    let setting = Setting { backends: plan.backends, positions, caches: plan.caches, seed: plan.seed };
    let find = |op: &str| {
        let found = operations.iter().find(|operation| operation.name() == op);
        found.with_context(|| format!("there is no row {op}"))
    };
    if plan.count {
        plan.cells.iter().try_for_each(|cell| find(&cell.op)?.count(&setting))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut criterion = Criterion::default()
        .with_measurement(Ratio)
        .configure_from_args()
        .without_plots()
        .output_directory(&plan.criterion)
        .save_baseline(plan.baseline)
        .sample_size(plan.sampling.samples)
        .nresamples(1001)
        .warm_up_time(Duration::from_secs_f64(plan.sampling.warm_up))
        .measurement_time(Duration::from_secs_f64(plan.sampling.measurement));
    for (number, cell) in plan.cells.iter().enumerate() {
        let mut sampler = find(&cell.op)?.sampler(cell.mode, cell.kind, &setting)?;
        let mut samples = Vec::new();
        let mut group = criterion.benchmark_group(&cell.op);
        group.sampling_mode(SamplingMode::Flat);
        group.bench_function(format!("{}-{}", cell.mode.name(), cell.kind.name()), |bencher| {
            bencher.iter_custom(|iterations| {
                let before = sentinel();
                let found = sampler.sample(iterations);
                let sentinel = before.max(sentinel());
                let (ratio, a, b, floor) = (found.ratio, found.a, found.b, found.floor);
                samples.push(Sample { cell: number, ratio, a, b, floor, iterations, sentinel });
                ratio * iterations as f64
            });
        });
        group.finish();
        // What came before the last ones was warming up.
        for sample in &samples[samples.len() - plan.sampling.samples..] {
            write(&Record::Sample(*sample))?;
        }
        if let Some([a, b]) = sampler.layout() {
            write(&Record::Layout(Layout { cell: number, a, b }))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Criterion's absolute times of every row and backend, or one run of each under `cargo test`.
fn run_plain() -> anyhow::Result<ExitCode> {
    let positions = embedded::distinct(&embedded::positions());
    agreement::check::<KoggeStone, Lookup>(&positions)?;
    let operations = operations();
    let backends = [KoggeStone::NAME, Lookup::NAME];
    let setting = Setting {
        backends: backends.map(str::to_owned),
        positions,
        caches: Caches { l1d: 32 << 10, l2: 1 << 20 },
        seed: 0,
    };
    let mut criterion = Criterion::default().configure_from_args();
    for operation in &operations {
        for &mode in operation.modes() {
            let mut group = criterion.benchmark_group(format!("{}/{}", operation.name(), mode.name()));
            group.throughput(Throughput::Elements(1));
            let sampler = operation.sampler(mode, Kind::Backends, &setting)?;
            let sampler = RefCell::new(sampler);
            for (side, backend) in backends.into_iter().enumerate() {
                group.bench_function(backend, |bencher| {
                    bencher.iter_custom(|iterations| {
                        let found = sampler.borrow_mut().sample(1);
                        let time = [found.a, found.b][side];
                        Duration::from_secs_f64(time * 1e-9 * iterations as f64)
                    });
                });
            }
        }
    }
    criterion.final_summary();
    Ok(ExitCode::SUCCESS)
}

/// Every row with its kernels.
fn operations() -> Vec<Box<dyn Operation>> {
    let mut compile = Compile(Vec::new());
    rows::visit(&mut compile);
    compile.0.push(Box::new(engine::Engine));
    #[cfg(feature = "batch")]
    compile.0.push(Box::new(batch::BatchTenSets));
    compile.0
}

/// Compiles the kernels of every row.
struct Compile(Vec<Box<dyn Operation>>);

impl Visitor for Compile {
    fn row<R: Row>(&mut self) {
        let kernels = vec![
            Kernels::new::<R, KoggeStone>(),
            Kernels::new::<R, Lookup>(),
            #[cfg(feature = "hybrid")]
            Kernels::new::<R, Hybrid>(),
            #[cfg(feature = "naive")]
            Kernels::new::<R, Naive>(),
        ];
        self.0.push(Box::new(Compiled::<R> { kernels }));
    }
}

/// Describes every row.
struct List(Vec<RowInfo>);

impl Visitor for List {
    fn row<R: Row>(&mut self) {
        self.0.push(RowInfo {
            name: R::NAME.into(),
            group: R::GROUP.into(),
            unit: R::UNIT.into(),
            about: R::ABOUT.into(),
            shape: R::SHAPE,
        });
    }
}

/// Criterion measures how many times as long as A B takes.
struct Ratio;

impl Measurement for Ratio {
    type Intermediate = ();
    type Value = f64;

    fn start(&self) {}

    fn end(&self, (): ()) -> f64 {
        unreachable!("ratios are measured by quads")
    }

    fn add(&self, first: &f64, second: &f64) -> f64 {
        first + second
    }

    fn zero(&self) -> f64 {
        0.0
    }

    fn to_f64(&self, value: &f64) -> f64 {
        *value
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self
    }
}

impl ValueFormatter for Ratio {
    fn scale_values(&self, _typical: f64, _values: &mut [f64]) -> &'static str {
        "x"
    }

    fn scale_throughputs(
        &self,
        _typical: f64,
        _throughput: &Throughput,
        _values: &mut [f64],
    ) -> &'static str {
        "x"
    }

    fn scale_for_machines(&self, _values: &mut [f64]) -> &'static str {
        "x"
    }
}

fn read_positions(plan: &Plan) -> anyhow::Result<Vec<Pawns>> {
    let Some(path) = &plan.positions else { return Ok(embedded::positions()) };
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let (pairs, rest) = bytes.as_chunks::<16>();
    anyhow::ensure!(!pairs.is_empty() && rest.is_empty(), "{}: not pairs of numbers", path.display());
    let pawns = |pair: &[u8; 16]| {
        let both = u128::from_le_bytes(*pair);
        Pawns::from_bits(both as u64, (both >> 64) as u64)
    };
    Ok(pairs.iter().map(pawns).collect())
}
