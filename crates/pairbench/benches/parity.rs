//! Compares two ways to test if the number of ones in a word is odd.

use pairbench::{Comparison, Suite};

fn fold(mut word: u64) -> u64 {
    for shift in [32, 16, 8, 4, 2, 1] {
        word ^= word >> shift;
    }
    word & 1
}

fn main() -> std::process::ExitCode {
    let words: Vec<u64> = (0..4096)
        .map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .collect();
    let parity = Comparison::new("parity", &words)
        .about("is the number of ones odd")
        .without_branches()
        .function("count", |word: u64| u64::from(word.count_ones() % 2))
        .function("fold", fold);
    pairbench::main(&Suite::new().with(parity))
}
