pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| sq;
    static B: [u64; 64] = |sq| north(sq)
}

fn main() {}
