pawnfill_macros::tables! {
    static A: [u32; 64] = |sq| north(sq);
    static B: [Bitboard; 64] = |sq| north(sq);
    static C: [u64; 65] = |sq| north(sq);
    static D: [[u64; 64]; 3] = |color, sq| front_span(sq, color);
    static E: u64 = |sq| north(sq);
    static F: &[u64] = |sq| north(sq);
    static G: [u64; N] = |sq| north(sq);
    static H: [u64] = |sq| north(sq);
    static I: Vec<u64> = |sq| north(sq);
}

fn main() {}
