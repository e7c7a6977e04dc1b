//! Compares the patterns with handwritten code, and a structure with its sets computed one by one.
//!
//! `cargo bench -p pawnfill-benches --bench abstraction`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pawnfill::{Backend, Bitboard, Pawns, for_each_backend};
use pawnfill_benches::ten_sets::{by_hand, by_patterns};
use pawnfill_positions::embedded;

/// One way to compute something.
type Way<T> = (String, fn(Pawns) -> T);

fn ten_sets_by_hand(pawns: Pawns) -> [u64; 10] {
    by_hand(pawns.white().own().bits(), pawns.black().own().bits())
}

fn ten_sets_by_patterns<B: Backend>(pawns: Pawns) -> [u64; 10] {
    by_patterns::<B>(pawns.white().own().bits(), pawns.black().own().bits())
}

/// Returns the union of all sets of a structure, for comparing different ways.
fn structure_together<B: Backend>(pawns: Pawns) -> Bitboard {
    let structure = black_box(pawns.with_backend::<B>().structure());
    structure.sets().fold(Bitboard::EMPTY, |sum, set| sum ^ set)
}

/// Returns one set of a structure. The compiler skips the others.
#[inline(never)]
fn set<B: Backend, const N: usize>(pawns: Pawns) -> Bitboard {
    pawns.with_backend::<B>().structure().sets().nth(N).unwrap_or_default()
}

/// Returns the same union, computed one by one.
fn structure_apart<B: Backend>(pawns: Pawns) -> Bitboard {
    macro_rules! sets {
        ($($n:literal)*) => {
            Bitboard::EMPTY $(^ set::<B, $n>(pawns))*
        };
    }
    sets!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22)
}

/// Measures all ways on every structure of the corpus, after comparing their results.
fn compare<T: PartialEq + std::fmt::Debug>(criterion: &mut Criterion, name: &str, ways: &[Way<T>]) {
    let positions = embedded::distinct(&embedded::positions());
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(positions.len() as u64));
    for (way, compute) in ways {
        for &pawns in &positions {
            assert_eq!(compute(pawns), ways[0].1(pawns), "{way} of\n{pawns}");
        }
        group.bench_function(way, |bencher| {
            bencher.iter(|| {
                for &pawns in &positions {
                    black_box(compute(pawns));
                }
            });
        });
    }
    group.finish();
}

fn ten_sets(criterion: &mut Criterion) {
    let mut ways: Vec<Way<_>> = vec![("by hand".to_owned(), ten_sets_by_hand)];
    for_each_backend!(B => ways.push((format!("with patterns, {}", B::NAME), ten_sets_by_patterns::<B>)));
    compare(criterion, "ten_sets", &ways);
}

fn structure(criterion: &mut Criterion) {
    let mut ways: Vec<Way<_>> = Vec::new();
    for_each_backend!(B => {
        ways.push((format!("together, {}", B::NAME), structure_together::<B>));
        ways.push((format!("one by one, {}", B::NAME), structure_apart::<B>));
    });
    compare(criterion, "structure", &ways);
}

criterion_group!(benches, ten_sets, structure);
criterion_main!(benches);
