pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| frontspan(sq);
    static B: [u64; 64] = |sq| king_attacks(sq);
    static C: [u64; 64] = |sq| d4(sq);
    static D: [u64; 64] = |sq| est(sq);
}

fn main() {}
