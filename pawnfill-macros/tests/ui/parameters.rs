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
    static L: [u64; 64] = |sq| north(sq, sq);
    static M: [u64; 64] = |sq| sq | front_span();
    static N: [u64; 64] = |sq| sq | north;
    static O: [u64; 256] = |files| north(files);
    static P: [[u64; 64]; 64] = |a, b| front_span(a, b);
    static Q: [u64; 2] = |color| east(color);
    static R: [[u64; 64]; 2] = |color, sq| north(sq, color);
}

fn main() {}
