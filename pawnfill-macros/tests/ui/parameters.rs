pawnfill_macros::tables! {
    static A: [u64; 64] = |color, sq| front_span(sq, color);
    static B: [[u64; 64]; 2] = |sq| north(sq);
    static C: [u64; 64] = |e4| north(e4);
    static D: [u64; 64] = |count| north(count);
    static E: [[u64; 64]; 64] = |sq, sq| north(sq);
    static F: [u64; 64] = north(d4);
    static G: [u64; 64] = || north(d4);
    static H: [[u64; 64]; 2] = |color, sq| front_span(sq);
    static I: [[u64; 64]; 2] = |_color, sq| front_span(sq);
    static J: [u64; 8] = |i| beside(i);
    static K: [u64; 8] = |rank_of_file| beside(rank_of_file);
}

fn main() {}
