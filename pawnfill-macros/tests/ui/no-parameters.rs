pawnfill_macros::tables! {
    static A: [u64; 64] = north(d4);
    static B: [u64; 64] = || north(d4);
}

fn main() {}
