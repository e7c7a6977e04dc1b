//! Runs the functions in pairbench: one comparison per kernel. The command line selects two of its functions.

use examination::{Kernel, Lookup, Mix, Scan, Search, Sort, VARIANTS, blocks, function};
use pairbench::{Comparison, Measured, Suite};

fn comparison<K: Kernel>() -> Measured<'static> {
    Comparison::new(K::NAME, blocks::<K>())
        .long()
        .function(VARIANTS[0].0, function::<K, 0>())
        .function(VARIANTS[1].0, function::<K, 1>())
        .function(VARIANTS[2].0, function::<K, 2>())
        .function(VARIANTS[3].0, function::<K, 3>())
        .function(VARIANTS[4].0, function::<K, 4>())
        .function(VARIANTS[5].0, function::<K, 5>())
        .into()
}

fn main() -> std::process::ExitCode {
    let suite = Suite::new()
        .with(comparison::<Mix>())
        .with(comparison::<Lookup>())
        .with(comparison::<Search>())
        .with(comparison::<Sort>())
        .with(comparison::<Scan>());
    pairbench::main(&suite)
}
