//! Compares the patterns with handwritten code, and a structure with its sets computed one by one.
//!
//! `cargo bench -p pawnfill-benches --bench abstraction`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pawnfill::{Backend, Bitboard, Pawns, Square, for_each_backend};
use pawnfill_benches::{by_hand, by_patterns};
use pawnfill_positions::embedded;

/// One way to compute something.
type Way<T> = (String, fn(Pawns) -> T);

/// The squares of the kings, which the positions do not have.
const KINGS: (Square, Square) = (Square::G1, Square::C8);

fn bits(pawns: Pawns) -> (u64, u64) {
    (pawns.white().own().bits(), pawns.black().own().bits())
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

/// Compares functions with the patterns, in each backend, with the same by hand.
macro_rules! by_hand {
    ($($name:ident |$pawns:ident| $by_hand:expr, $by_patterns:expr;)*) => {$(
        fn $name(criterion: &mut Criterion) {
            let mut ways: Vec<Way<_>> = vec![("by hand".to_owned(), |$pawns| $by_hand)];
            for_each_backend!(B => ways.push((format!("with patterns, {}", B::NAME), |pawns| {
                let $pawns = pawns.with_backend::<B>();
                $by_patterns
            })));
            compare(criterion, stringify!($name), &ways);
        }
    )*};
}

by_hand! {
    ten_sets |pawns| {
        let (white, black) = bits(pawns);
        by_hand::ten_sets(white, black)
    }, by_patterns::ten_sets(pawns).map(u64::from);
    engine |pawns| {
        let (white, black) = bits(pawns);
        by_hand::engine(white, black)
    }, by_patterns::engine(pawns).map(|side| side.map(u64::from));
    king_pawns |pawns| {
        let (white, black) = bits(pawns);
        by_hand::king_pawns(white, black, KINGS.0, KINGS.1)
    }, by_patterns::king_pawns(pawns, KINGS.0, KINGS.1).map(|side| side.map(u64::from));
}

fn structure(criterion: &mut Criterion) {
    let mut ways: Vec<Way<_>> = Vec::new();
    ways.push(("by hand".to_owned(), |pawns| {
        let (white, black) = bits(pawns);
        black_box(by_hand::structure(white, black)).into_iter().fold(0, |sum, set| sum ^ set).into()
    }));
    for_each_backend!(B => {
        ways.push((format!("together, {}", B::NAME), structure_together::<B>));
        ways.push((format!("one by one, {}", B::NAME), structure_apart::<B>));
    });
    compare(criterion, "structure", &ways);
}

criterion_group!(benches, ten_sets, structure, engine, king_pawns);
criterion_main!(benches);
