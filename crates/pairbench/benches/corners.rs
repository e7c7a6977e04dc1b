//! Functions that are hard to compare: ones that allocate, are generic, do nothing, keep state or take 20 ms.

use std::cell::RefCell;
use std::ops::{Add, BitXor};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use pairbench::{Comparison, Suite};

/// Adds up the digits of a number in a new list.
fn collected(number: u64) -> u64 {
    let digits: Vec<u64> = number.to_string().bytes().map(|digit| u64::from(digit - b'0')).collect();
    digits.iter().sum()
}

fn counted(mut number: u64) -> u64 {
    let mut sum = 0;
    while number > 0 {
        sum += number % 10;
        number /= 10;
    }
    sum
}

/// Returns one bit of the sum, for any type of number.
fn low_bit<T: Copy + Add<Output = T> + BitXor<Output = T> + Into<u64>>(a: T, b: T, add: bool) -> u64 {
    let sum: T = if add { a + b } else { a ^ b };
    sum.into() & 1
}

/// Works for 20 ms.
fn work(_: u64) -> u64 {
    let start = Instant::now();
    while start.elapsed() < Duration::from_millis(20) {}
    20
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = (0..4096_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1).collect();
    let pairs: Vec<(u32, u32)> = numbers.iter().map(|&n| (n as u32 >> 1, (n >> 32) as u32 >> 1)).collect();
    let scratch = RefCell::new(Vec::new());
    let suite = Suite::new()
        .with(
            Comparison::new("allocation", &numbers)
                .long()
                .function("loop", counted)
                .function("list", collected),
        )
        .with(
            Comparison::new("generic", &pairs)
                .without_branches()
                .function("add", |(a, b): (u32, u32)| low_bit(a, b, true))
                .function("xor", |(a, b)| low_bit(a, b, false)),
        )
        .with(
            Comparison::new("nothing", &numbers)
                .without_branches()
                .function("a", |number: u64| number)
                .function("b", |number| number),
        )
        .with(
            // Closures that borrow their state are `Fn` and `Clone`.
            Comparison::new("state", &numbers)
                .long()
                .function("new", |n: u64| reversed(n, &mut Vec::new()))
                .function("kept", |n| {
                    let digits: &mut Vec<u8> = &mut scratch.borrow_mut();
                    digits.clear();
                    reversed(n, digits)
                }),
        )
        .with(Comparison::new("20 ms", &numbers).function("work", work).function("also", |n| work(n)));
    pairbench::main(&suite)
}

/// Reverses the bytes of a number through a list.
fn reversed(number: u64, list: &mut Vec<u8>) -> u64 {
    list.extend(number.to_le_bytes());
    list.iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}
