pawnfill_macros::tables! {
    static A: &[u64] = |sq| north(sq);
    static B: [u64; N] = |sq| north(sq);
    static C: [u64] = |sq| north(sq);
    static D: Vec<u64> = |sq| north(sq);
}

fn main() {}
