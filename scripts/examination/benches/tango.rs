//! Runs the functions in tango-bench. `--strip-baseline` and `--strip-candidate` select two of them.

use examination::{Kernel, Lookup, Mix, Scan, Search, Sort, VARIANTS, calls};
use tango_bench::{Benchmark, benchmark_fn, tango_benchmarks};

fn benchmarks<K: Kernel>() -> [Benchmark; 6] {
    let name = |variant: usize| format!("{}/{}", VARIANTS[variant].0, K::NAME);
    [
        benchmark_fn(name(0), |bencher| bencher.iter(calls::<K, 0>())),
        benchmark_fn(name(1), |bencher| bencher.iter(calls::<K, 1>())),
        benchmark_fn(name(2), |bencher| bencher.iter(calls::<K, 2>())),
        benchmark_fn(name(3), |bencher| bencher.iter(calls::<K, 3>())),
        benchmark_fn(name(4), |bencher| bencher.iter(calls::<K, 4>())),
        benchmark_fn(name(5), |bencher| bencher.iter(calls::<K, 5>())),
    ]
}

tango_benchmarks!(
    benchmarks::<Mix>(),
    benchmarks::<Lookup>(),
    benchmarks::<Search>(),
    benchmarks::<Sort>(),
    benchmarks::<Scan>()
);
