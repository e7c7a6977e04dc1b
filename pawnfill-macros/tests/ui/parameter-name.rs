pawnfill_macros::tables! {
    static A: [u64; 64] = |e4| north(e4);
    static B: [u64; 64] = |count| north(count);
}

fn main() {}
