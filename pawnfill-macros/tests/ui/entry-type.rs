pawnfill_macros::tables! {
    static A: [u32; 64] = |sq| north(sq);
    static B: [Bitboard; 64] = |sq| north(sq);
}

fn main() {}
