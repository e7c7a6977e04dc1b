//! Compares the stable sort of the standard library with the unstable one.

use pairbench::{Comparison, Suite};

/// Compares the sorts of arrays of `N` random numbers, one array per call.
fn arrays<const N: usize>() -> Vec<[u32; N]> {
    let mut rng = fastrand::Rng::with_seed(1);
    (0..1000).map(|_| std::array::from_fn(|_| rng.u32(..))).collect()
}

/// Arrays are passed by value, so each call sorts a fresh copy, and both times include the copy.
fn sorts<const N: usize>(name: &str) -> Comparison<'static, [u32; N], [u32; N], 1> {
    let sorts = Comparison::new(name, arrays::<N>()).long();
    sorts
        .function("sort", |mut numbers: [u32; N]| {
            numbers.sort();
            numbers
        })
        .function("sort_unstable", |mut numbers: [u32; N]| {
            numbers.sort_unstable();
            numbers
        })
}

fn main() -> std::process::ExitCode {
    let suite = Suite::new().group("random numbers", "array");
    pairbench::main(
        &suite
            .with(sorts::<8>("8 numbers"))
            .with(sorts::<64>("64 numbers"))
            .with(sorts::<512>("512 numbers")),
    )
}
