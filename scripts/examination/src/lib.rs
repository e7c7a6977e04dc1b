//! The functions that every tool measures: five kernels, each as a baseline, two identical clones and three slower
//! clones.
//!
//! A call of a kernel does one step per item of a block. The slower clones do 2 %, 5 % and 10 % more steps.

use std::hint::black_box;

/// A measured function: a loop over steps.
pub trait Kernel: 'static {
    /// The input of a step.
    type Item: Copy + std::fmt::Debug + Send + Sync + 'static;
    /// The name.
    const NAME: &'static str;
    /// The number of steps per call of the baseline: a multiple of 100, so that 2 % is a whole number.
    const STEPS: usize;

    /// Returns a random item.
    fn item(random: &mut Random) -> Self::Item;

    /// Returns the sum after a step.
    fn step(sum: u64, item: &Self::Item) -> u64;
}

/// The functions of a kernel: their names, and their numbers of steps in percent of the baseline.
pub const VARIANTS: [(&str, usize); 6] =
    [("base", 100), ("same1", 100), ("same2", 100), ("slow2", 102), ("slow5", 105), ("slow10", 110)];

/// Returns a function of a kernel, which takes a block. Blocks have enough items for the slowest function.
///
/// The functions differ only in a constant. Without it, the compiler would merge them.
pub fn function<K: Kernel, const VARIANT: usize>() -> impl Fn(&'static [K::Item]) + Copy + Send + 'static {
    // If the compiler knew the number of steps, it could unroll the loops differently.
    let steps = black_box(K::STEPS * VARIANTS[VARIANT].1 / 100);
    move |block| {
        let start = 0x5eed_0000 + VARIANT as u64;
        black_box(block[..steps].iter().fold(start, |sum, item| K::step(sum, item)));
    }
}

/// Returns the same function without arguments. Each call uses the next block.
pub fn calls<K: Kernel, const VARIANT: usize>() -> impl FnMut() + Send + 'static {
    let function = function::<K, VARIANT>();
    let mut blocks = blocks::<K>().iter().cycle();
    move || {
        if let Some(block) = blocks.next() {
            function(black_box(block));
        }
    }
}

/// Returns the blocks of a kernel.
///
/// They are the same in every process, and too many for the processor to learn their branches.
pub fn blocks<K: Kernel>() -> &'static [&'static [K::Item]] {
    const BYTES: usize = 1 << 19;
    let mut random = Random(1);
    let steps = K::STEPS * VARIANTS[VARIANTS.len() - 1].1 / 100;
    let block = |_| &*(0..steps).map(|_| K::item(&mut random)).collect::<Vec<_>>().leak();
    (0..BYTES / (steps * size_of::<K::Item>())).map(block).collect::<Vec<_>>().leak()
}

/// Multiplies and shifts a number. Steps overlap.
pub struct Mix;

impl Kernel for Mix {
    type Item = u64;
    const NAME: &'static str = "mix";
    const STEPS: usize = 400;

    fn item(random: &mut Random) -> u64 {
        random.next()
    }

    #[inline(always)]
    fn step(sum: u64, &item: &u64) -> u64 {
        sum.wrapping_add(mixed(item))
    }
}

/// Loads the index of the next load. Each step waits for the last.
pub struct Lookup;

impl Kernel for Lookup {
    type Item = u64;
    const NAME: &'static str = "lookup";
    const STEPS: usize = 400;

    fn item(random: &mut Random) -> u64 {
        random.next()
    }

    #[inline(always)]
    fn step(sum: u64, &item: &u64) -> u64 {
        static TABLE: [u64; 1024] = table();
        TABLE[((sum ^ item) % 1024) as usize]
    }
}

/// Finds a letter in a short list. Branches are mispredicted.
pub struct Search;

impl Kernel for Search {
    type Item = u8;
    const NAME: &'static str = "search";
    const STEPS: usize = 100;

    fn item(random: &mut Random) -> u8 {
        b'a' + (random.next() % 26) as u8
    }

    #[inline(always)]
    fn step(sum: u64, item: &u8) -> u64 {
        let place = black_box(b"etaoinshrdlcumwf").iter().position(|letter| letter == item);
        sum + place.unwrap_or(16) as u64
    }
}

/// Sorts sixteen numbers by insertion.
pub struct Sort;

impl Kernel for Sort {
    type Item = [u32; 16];
    const NAME: &'static str = "sort";
    const STEPS: usize = 100;

    fn item(random: &mut Random) -> [u32; 16] {
        std::array::from_fn(|_| random.next() as u32)
    }

    #[inline(always)]
    fn step(sum: u64, item: &[u32; 16]) -> u64 {
        let mut numbers = *item;
        for end in 1..numbers.len() {
            let number = numbers[end];
            let mut place = end;
            while place > 0 && numbers[place - 1] > number {
                numbers[place] = numbers[place - 1];
                place -= 1;
            }
            numbers[place] = number;
        }
        sum + u64::from(numbers[8])
    }
}

/// Adds the numbers in a line of text.
pub struct Scan;

impl Kernel for Scan {
    type Item = [u8; 32];
    const NAME: &'static str = "scan";
    const STEPS: usize = 100;

    fn item(random: &mut Random) -> [u8; 32] {
        std::array::from_fn(|_| match random.next() % 5 {
            0 => b' ',
            _ => b'0' + (random.next() % 10) as u8,
        })
    }

    #[inline(always)]
    fn step(sum: u64, item: &[u8; 32]) -> u64 {
        let (total, last) = item.iter().fold((sum, 0), |(total, number), &byte| match byte {
            b' ' => (total + number, 0),
            digit => (total, number * 10 + u64::from(digit - b'0')),
        });
        total + last
    }
}

/// A generator of random numbers, which are the same in every process.
pub struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }
}

const fn mixed(mut number: u64) -> u64 {
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

const fn table() -> [u64; 1024] {
    let mut table = [0; 1024];
    let mut index = 0;
    while index < table.len() {
        table[index] = mixed(index as u64 + 1);
        index += 1;
    }
    table
}
