//! Compares maps that use the hasher of the standard library and the hasher of the compiler.
//!
//! Hashes depend on the hasher, so the comparison checks the answers of the maps.

use std::collections::HashMap;

use pairbench::{Comparison, Suite};
use rustc_hash::FxHashMap;

fn main() -> std::process::ExitCode {
    let mut rng = fastrand::Rng::with_seed(1);
    let numbers: Vec<u64> = (0..1000).map(|_| rng.u64(..)).collect();
    let words: Vec<String> = numbers.iter().map(|number| format!("{number:x}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();

    let standard: HashMap<u64, u32> = numbers.iter().copied().zip(0..).collect();
    let fx: FxHashMap<u64, u32> = numbers.iter().copied().zip(0..).collect();
    let by_number = Comparison::new("numbers", &numbers)
        .long()
        .function("SipHash", |number| standard.get(&number).copied())
        .function("FxHash", |number| fx.get(&number).copied());

    let standard: HashMap<&str, u32> = words.iter().copied().zip(0..).collect();
    let fx: FxHashMap<&str, u32> = words.iter().copied().zip(0..).collect();
    let by_word = Comparison::new("words", &words)
        .long()
        .function("SipHash", |word| standard.get(word).copied())
        .function("FxHash", |word| fx.get(word).copied());

    pairbench::main(&Suite::new().group("look up in a map of 1000", "key").with(by_number).with(by_word))
}
