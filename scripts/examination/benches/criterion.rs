//! Runs the functions in criterion, in its most common use: the same benchmark before and after a change.
//!
//! The environment variable `VARIANT` selects the function.

use criterion::{Bencher, Criterion};
use examination::{Kernel, Lookup, Mix, Scan, Search, Sort, calls};

fn benchmark<K: Kernel>(criterion: &mut Criterion, variant: &str) {
    let mut call: Box<dyn FnMut(&mut Bencher)> = match variant {
        "base" => timed(calls::<K, 0>()),
        "same1" => timed(calls::<K, 1>()),
        "same2" => timed(calls::<K, 2>()),
        "slow2" => timed(calls::<K, 3>()),
        "slow5" => timed(calls::<K, 4>()),
        "slow10" => timed(calls::<K, 5>()),
        other => panic!("unknown VARIANT: {other}"),
    };
    criterion.bench_function(K::NAME, |bencher| call(bencher));
}

fn timed(mut call: impl FnMut() + 'static) -> Box<dyn FnMut(&mut Bencher)> {
    Box::new(move |bencher| bencher.iter(&mut call))
}

fn main() {
    let variant = std::env::var("VARIANT").expect("VARIANT is set");
    let mut criterion = Criterion::default().configure_from_args();
    benchmark::<Mix>(&mut criterion, &variant);
    benchmark::<Lookup>(&mut criterion, &variant);
    benchmark::<Search>(&mut criterion, &variant);
    benchmark::<Sort>(&mut criterion, &variant);
    benchmark::<Scan>(&mut criterion, &variant);
    criterion.final_summary();
}
