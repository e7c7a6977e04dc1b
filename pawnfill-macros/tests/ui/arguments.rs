pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| north(sq, sq);
    static B: [u64; 64] = |sq| sq | front_span();
    static C: [u64; 64] = |sq| sq | north;
    static D: [u64; 256] = |files| north(files);
    static E: [[u64; 64]; 64] = |a, b| front_span(a, b);
    static F: [u64; 2] = |color| east(color);
    static G: [[u64; 64]; 2] = |color, sq| north(sq, color);
}

fn main() {}
