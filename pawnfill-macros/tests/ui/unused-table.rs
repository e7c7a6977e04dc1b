#![deny(dead_code)]

pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| north(sq);
}

fn main() {}
