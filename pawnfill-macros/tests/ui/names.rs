pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| frontspan(sq);
    static B: [u64; 64] = |sq| king_attacks(sq);
    static C: [u64; 64] = |sq| d4(sq);
    static D: [u64; 64] = |sq| est(sq);
    static E: [u64; 64] = |square| north(sqare);
    static F: [u64; 64] = |sq| sq | file_i;
    static G: [u64; 64] = |sq| sq & d9;
    static H: [[u64; 64]; 2] = |color, sq| front_span(sq, whit);
}

pawnfill_macros::tables! {
    static I: [u64; 64] = |sq| north(sq);
    static J: [u64; 64] = |sq| east(sq);
    const I: [u8; 256] = |files| files;
}

fn main() {}
