pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| north(sq)
    static B: [u64; 64] = |sq| nroth(sq);
}

fn main() {}
