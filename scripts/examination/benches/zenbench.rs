//! Runs the functions in zenbench: for each variant of a kernel, a group with the baseline and this variant.

use examination::{Kernel, Lookup, Mix, Scan, Search, Sort, VARIANTS, calls};
use zenbench::Suite;

fn pair<K: Kernel, const VARIANT: usize>(suite: &mut Suite) {
    let candidate = VARIANTS[VARIANT].0;
    suite.group(format!("{}-{candidate}", K::NAME), |group| {
        let mut call = calls::<K, 0>();
        group.bench(VARIANTS[0].0, move |bencher| bencher.iter(&mut call));
        let mut call = calls::<K, VARIANT>();
        group.bench(candidate, move |bencher| bencher.iter(&mut call));
    });
}

fn pairs<K: Kernel>(suite: &mut Suite) {
    pair::<K, 1>(suite);
    pair::<K, 2>(suite);
    pair::<K, 3>(suite);
    pair::<K, 4>(suite);
    pair::<K, 5>(suite);
}

zenbench::main!(pairs::<Mix>, pairs::<Lookup>, pairs::<Search>, pairs::<Sort>, pairs::<Scan>);
