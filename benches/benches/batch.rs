//! Batches against one position at a time and against a plain copy: `cargo bench -p pawnfill-benches --bench batch`.
//!
//! `fold` adds the squares of the ten core sets up, `checksum` unites the sets and counts nothing, `store` writes ten
//! columns of boards, `copy` writes the same ten columns from others, `all-patterns` is every pattern of the list for
//! each side, one after the other. Each is run on positions that lie, with what is
//! written, in the first-level cache, in the second, and in memory. criterion prints the time for all positions of a
//! turn and, as `Kelem/s`, positions.
//!
//! What limits it, counted in the disassembly of one lane (`objdump -d` of this benchmark, functions `vectorize`; Rust
//! 1.95). None of these loops calls anything. Vector operations go to three ports with AVX2 and to two with AVX-512 on Intel.
//!
//! | loop | positions a turn | instructions | a position | vector operations | port limit, cycles a position |
//! |---|---:|---:|---:|---:|---:|
//! | `checksum`, avx2 | 4 | 104 | 26 | 85 | 7.1 |
//! | `checksum`, avx512 | 16 | 147 | 9.2 | 139 | 4.3 |
//! | `fold`, avx2 | 4 | 199 | 50 | 159 | 13.3 |
//! | `fold`, avx512 | 8 | 159 | 20 | 148 | 9.3 |
//! | `fold`, avx512-popcnt | 8 | 96 | 12 | 87 | 5.4 |
//! | `store`, avx2 | 4 | 145 | 36 | 131 | 10.9 |
//! | `store`, avx512 | 8 | 95 | 12 | 80 | 5.0 |
//!
//! From memory, a position is 16 bytes to read, and 80 to write for `store`: the copy beside it is that limit.

use std::hint::black_box;
use std::iter::zip;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};
use pawnfill::batch::{Batch, Cpu, Sets};
use pawnfill::{Backend, Bitboard, KoggeStone, Lookup, Pattern, Pawns, Value};
use pawnfill_benches::batch::{Columns, CoreSets, checksum, checksum_one_by_one};
use pawnfill_benches::corpus;

/// Where the positions lie, and how many fit with ten columns of output: 96 bytes each.
const PLACES: [(&str, usize); 3] = [("L1", 256), ("L2", 8 << 10), ("memory", 4 << 20)];

fn totals_one_by_one<B: Backend>(columns: &Columns) -> [u64; 10] {
    let mut totals = [0; 10];
    for (&white, &black) in zip(&columns.white, &columns.black) {
        // The barrier keeps the compiler from computing several positions side by side.
        let pawns: Pawns<Bitboard, B> = Pawns::new(black_box(white).into(), black_box(black).into());
        for (total, set) in zip(&mut totals, CoreSets.of(pawns)) {
            *total += u64::from(set.count());
        }
    }
    totals
}

fn write_one_by_one<B: Backend>(columns: &Columns, outputs: &mut [Vec<u64>; 10]) {
    for (row, (&white, &black)) in zip(&columns.white, &columns.black).enumerate() {
        let pawns: Pawns<Bitboard, B> = Pawns::new(black_box(white).into(), black_box(black).into());
        for (output, set) in zip(&mut *outputs, CoreSets.of(pawns)) {
            output[row] = set.bits();
        }
    }
}

fn slices(outputs: &mut [Vec<u64>; 10]) -> [&mut [u64]; 10] {
    outputs.each_mut().map(Vec::as_mut_slice)
}

/// Each instruction set with 1, 8 and 16 lanes.
fn for_each_cpu_and_width(
    group: &mut BenchmarkGroup<'_, WallTime>,
    place: &str,
    batch: Batch<'_>,
    mut work: impl Work,
) {
    for cpu in Cpu::available() {
        let batch = batch.on(cpu);
        let mut bench = |lanes: usize, run: &mut dyn FnMut()| {
            group.bench_function(BenchmarkId::new(format!("{cpu}-{lanes}"), place), |b| b.iter(&mut *run));
        };
        bench(1, &mut || work.run(black_box(batch.with_lanes::<1>())));
        bench(8, &mut || work.run(black_box(batch.with_lanes::<8>())));
        bench(16, &mut || work.run(black_box(batch.with_lanes::<16>())));
    }
}

/// What is done with a batch of any number of lanes.
trait Work {
    fn run<const N: usize>(&mut self, batch: Batch<'_, KoggeStone, N>);
}

struct SumUp;

impl Work for SumUp {
    fn run<const N: usize>(&mut self, batch: Batch<'_, KoggeStone, N>) {
        black_box(checksum(batch));
    }
}

struct Count;

impl Work for Count {
    fn run<const N: usize>(&mut self, batch: Batch<'_, KoggeStone, N>) {
        black_box(batch.totals(CoreSets));
    }
}

struct Store<'a>(&'a mut [Vec<u64>; 10]);

impl Work for Store<'_> {
    fn run<const N: usize>(&mut self, batch: Batch<'_, KoggeStone, N>) {
        batch.write(CoreSets, slices(self.0)).expect("columns of one length");
        black_box(&self.0);
    }
}

fn group<'a>(c: &'a mut Criterion, name: &str, len: usize) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(len as u64)).sampling_mode(SamplingMode::Flat);
    group
}

fn checksums(c: &mut Criterion) {
    let positions = corpus::positions();
    for (place, len) in PLACES {
        let columns = Columns::cycled(&positions, len);
        let expected = checksum_one_by_one::<KoggeStone>(&columns);
        assert_eq!(checksum(columns.batch()), expected);
        assert_eq!(checksum(columns.batch().with_backend::<Lookup>()), expected);

        let mut group = group(c, "checksum", len);
        group.bench_function(BenchmarkId::new("one-by-one", place), |b| {
            b.iter(|| checksum_one_by_one::<KoggeStone>(black_box(&columns)));
        });
        group.bench_function(BenchmarkId::new("one-by-one-lookup", place), |b| {
            b.iter(|| checksum_one_by_one::<Lookup>(black_box(&columns)));
        });
        for cpu in Cpu::available() {
            let batch = columns.batch().with_backend::<Lookup>().on(cpu);
            group.bench_function(BenchmarkId::new(format!("{cpu}-1-lookup"), place), |b| {
                b.iter(|| checksum(black_box(batch)));
            });
        }
        for_each_cpu_and_width(&mut group, place, columns.batch(), SumUp);
    }
}

fn folds(c: &mut Criterion) {
    let positions = corpus::positions();
    for (place, len) in PLACES {
        let columns = Columns::cycled(&positions, len);
        assert_eq!(columns.batch().totals(CoreSets), totals_one_by_one::<KoggeStone>(&columns));

        let mut group = group(c, "fold", len);
        group.bench_function(BenchmarkId::new("one-by-one", place), |b| {
            b.iter(|| totals_one_by_one::<KoggeStone>(black_box(&columns)));
        });
        for_each_cpu_and_width(&mut group, place, columns.batch(), Count);
    }
}

fn stores(c: &mut Criterion) {
    let positions = corpus::positions();
    for (place, len) in PLACES {
        let columns = Columns::cycled(&positions, len);
        let mut expected: [Vec<u64>; 10] = std::array::from_fn(|_| vec![0; len]);
        let mut outputs = expected.clone();
        write_one_by_one::<KoggeStone>(&columns, &mut expected);
        columns.batch().write(CoreSets, slices(&mut outputs)).expect("columns of one length");
        assert_eq!(outputs, expected);

        let mut group = group(c, "store", len);
        group.bench_function(BenchmarkId::new("copy", place), |b| {
            b.iter(|| {
                for (output, source) in zip(&mut outputs, black_box(&expected)) {
                    output.copy_from_slice(source);
                }
                black_box(&outputs);
            });
        });
        group.bench_function(BenchmarkId::new("one-by-one", place), |b| {
            b.iter(|| write_one_by_one::<KoggeStone>(black_box(&columns), &mut outputs));
        });
        for_each_cpu_and_width(&mut group, place, columns.batch(), Store(&mut outputs));
    }
}

/// All columns of the list, each in a loop of its own.
fn patterns(c: &mut Criterion) {
    let positions = corpus::positions();
    let (place, len) = PLACES[0];
    let columns = Columns::cycled(&positions, len);
    let one_by_one = |pattern: &Pattern, color| {
        zip(&columns.white, &columns.black)
            .map(|(&white, &black)| {
                let pawns = Pawns::from_bits(black_box(white), black_box(black)).with_backend::<KoggeStone>();
                match pattern.of(pawns, color) {
                    Value::Set(set) => set.count(),
                    Value::Files(files) => files.count(),
                    Value::Number(number) => number,
                }
            })
            .map(u64::from)
            .sum::<u64>()
    };
    let totals = columns.batch().totals_of_patterns();
    assert!(totals.into_iter().all(|(pattern, color, total)| total == one_by_one(pattern, color)));

    let mut group = group(c, "all-patterns", len);
    group.bench_function(BenchmarkId::new("fold-one-by-one", place), |b| {
        b.iter(|| pawnfill::batch::columns().map(|(pattern, color)| one_by_one(pattern, color)).sum::<u64>());
    });
    let mut output = vec![0; len];
    for cpu in Cpu::available() {
        let batch = columns.batch().on(cpu);
        group.bench_function(BenchmarkId::new(format!("fold-{cpu}"), place), |b| {
            b.iter(|| black_box(batch).totals_of_patterns().map(|(.., total)| total).sum::<u64>());
        });
        group.bench_function(BenchmarkId::new(format!("store-{cpu}"), place), |b| {
            b.iter(|| {
                for (pattern, color) in pawnfill::batch::columns() {
                    batch.write_pattern(pattern, color, &mut output).expect("one place for each position");
                    black_box(&output);
                }
            });
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .without_plots();
    targets = checksums, folds, stores, patterns
}
criterion_main!(benches);
