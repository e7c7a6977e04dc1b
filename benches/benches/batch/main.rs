//! Compares batches with one position at a time and with a copy: `cargo bench -p pawnfill-benches --bench batch`.
//!
//! | work | meaning |
//! |---|---|
//! | `checksum` | computes the union of the ten sets |
//! | `checksum-lookup` | the same with `Lookup` |
//! | `fold` | adds up the squares of the ten sets |
//! | `store` | writes the ten sets, each to a column of boards |
//! | `fold-all` | adds up the squares of every pattern of the list, for each side, one pattern at a time |
//! | `store-all` | writes every pattern of the list, for each side, one pattern at a time |
//!
//! Each work runs one position at a time, and on each CPU with 1, 8 and 16 lanes. The data are in the first-level
//! cache, in the second-level cache, or in memory. The table also has a copy of the same bytes: of the written columns,
//! or of the positions if nothing is written.
//!
//! Cells have names such as `fold/avx512-8/L1`. A regular expression after `--` selects cells: `-- 'fold/.*/L1'`, or
//! `-- '/(copy|one-by-one|.*-1)/'` for one lane. All cells take six to ten minutes.
//!
//! The final table has nanoseconds and cycles per position. For the last two works, this is the time of all patterns
//! per position. After each sample, a chain of additions of one cycle each measures the clock. With 256 positions,
//! which fit in the first-level cache, each call takes 170 cycles to check that no columns overlap. A store of 64 bytes
//! that is not aligned to 64 bytes, as is possible in a `Vec`, needs two accesses to the cache.

mod table;
mod work;

use std::hint::black_box;
use std::iter::zip;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use pawnfill::batch::Cpu;
use pawnfill::{KoggeStone, Lookup};
use pawnfill_benches::batch::Columns;
use pawnfill_positions::embedded;

use table::{Measurement, SAMPLES, Samples, Table};
use work::{Checksum, Fold, FoldAll, Store, StoreAll, Work};

/// The place of the data, and their size in bytes.
const PLACES: [(&str, usize); 3] = [("L1", 24 << 10), ("L2", 768 << 10), ("memory", 288 << 20)];

/// Evaluates an expression for a batch with each number of lanes.
macro_rules! for_each_width {
    ($of:expr, |$batch:ident, $lanes:ident| $body:expr) => {
        for_each_width!($of, |$batch, $lanes| $body, 1 8 16)
    };
    ($of:expr, |$batch:ident, $lanes:ident| $body:expr, $($number:literal)*) => {$({
        let ($batch, $lanes) = ($of.with_lanes::<$number>(), $number);
        $body;
    })*};
}

fn main() {
    let mut criterion = Criterion::default()
        .sample_size(SAMPLES)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .nresamples(1000)
        .without_plots()
        .configure_from_args();
    let mut table = Table::default();
    measure::<Checksum<KoggeStone>>(&mut criterion, &mut table);
    measure::<Checksum<Lookup>>(&mut criterion, &mut table);
    measure::<Fold>(&mut criterion, &mut table);
    measure::<Store>(&mut criterion, &mut table);
    measure::<FoldAll>(&mut criterion, &mut table);
    measure::<StoreAll>(&mut criterion, &mut table);
    print!("{table}");
    criterion.final_summary();
}

/// Measures a work in every place and in every way.
fn measure<W: Work>(criterion: &mut Criterion, table: &mut Table) {
    let corpus = embedded::positions();
    for (place, bytes) in PLACES {
        let len = bytes / W::BYTES;
        let positions = Columns::cycled(&corpus, len);
        let mut written = vec![vec![0; len]; W::COLUMNS];
        if place == "L1" {
            assert_answers::<W>(&mut written, &positions);
        }
        let mut targets = vec![];
        let mut sources = written.clone();
        if sources.is_empty() {
            sources = vec![positions.white.clone(), positions.black.clone()];
            targets = sources.clone();
        }

        let mut group = criterion.benchmark_group(W::NAME);
        let elements = (len * W::RUNS) as u64 / W::parts() as u64;
        group.throughput(Throughput::Elements(elements.max(1))).sampling_mode(SamplingMode::Flat);
        let mut bench = |cpu: &str, lanes: Option<usize>, run: &mut dyn FnMut(&mut Vec<Vec<u64>>, usize)| {
            let name = lanes.map_or(cpu.to_owned(), |lanes| format!("{cpu}-{lanes}"));
            let mut samples = Samples::default();
            let mut runs = 0..;
            group.bench_function(BenchmarkId::new(name, place), |bencher| {
                bencher.iter_custom(|iterations| {
                    samples.time(iterations, || {
                        runs.by_ref().take(W::RUNS).for_each(|number| run(&mut written, number))
                    })
                });
            });
            let runs_a_position = W::parts() as f64 / W::RUNS as f64 / len as f64;
            table.rows.extend(samples.median().map(|(nanoseconds, clock)| Measurement {
                work: W::NAME,
                place,
                cpu: cpu.to_owned(),
                lanes,
                nanoseconds: nanoseconds * runs_a_position,
                clock,
            }));
        };
        bench("copy", None, &mut |written, _| {
            let written = if targets.is_empty() { written } else { &mut targets };
            zip(&mut *written, &sources)
                .for_each(|(target, source)| target.copy_from_slice(black_box(source)));
            black_box(written);
        });
        bench("one-by-one", None, &mut |written, run| {
            black_box(W::one_by_one(run, black_box(&positions), written));
            black_box(written);
        });
        for cpu in Cpu::available() {
            for_each_width!(positions.batch().with_cpu(cpu), |batch, lanes| {
                bench(cpu.name(), Some(lanes), &mut |written, run| {
                    black_box(W::batch(run, black_box(batch), written));
                    black_box(written);
                })
            });
        }
    }
}

/// Checks that every batch has the results of single positions.
fn assert_answers<W: Work>(written: &mut [Vec<u64>], positions: &Columns) {
    for run in 0..W::parts() {
        let expected = (W::one_by_one(run, positions, written), written.to_vec());
        for cpu in Cpu::available() {
            for_each_width!(positions.batch().with_cpu(cpu), |batch, lanes| {
                written.iter_mut().for_each(|column| column.fill(0));
                let results = (W::batch(run, batch, written), written.to_vec());
                assert!(results == expected, "{}, run {run}, {lanes} lanes on {cpu}", W::NAME);
            });
        }
    }
}
