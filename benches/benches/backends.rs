//! Measures every operation with every backend: `cargo bench -p pawnfill-benches --bench backends`.
//!
//! Criterion shows absolute times. To find out which backend is faster, run
//! `cargo xtask bench-compare`.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pawnfill::{Backend, Pawns, for_each_backend};
use pawnfill_benches::operations::{self, Operation, Visitor};
use pawnfill_positions::embedded;

struct Measuring<'a>(&'a mut Criterion, Vec<Pawns>);

impl Visitor for Measuring<'_> {
    fn visit<O: Operation>(&mut self) {
        let inputs = operations::inputs::<O>(&self.1);
        let mut group = self.0.benchmark_group(O::NAME);
        group.throughput(Throughput::Elements(inputs.len() as u64));
        let mut of = |name: &str, run: fn(&[O::Input])| {
            group.bench_function(name, |bencher| bencher.iter(|| run(&inputs)));
        };
        for_each_backend!(B => of(B::NAME, each::<O, B>));
    }
}

fn each<O: Operation, B: Backend>(inputs: &[O::Input]) {
    for &input in inputs {
        black_box(O::run::<B>(black_box(input)));
    }
}

fn all(criterion: &mut Criterion) {
    operations::visit(&mut Measuring(
        criterion,
        embedded::distinct(&embedded::positions()),
    ));
}

criterion_group!(benches, all);
criterion_main!(benches);
