pawnfill_macros::tables! {
    static A: [u64; 256] = |files| north(files);
    static B: [[u64; 64]; 64] = |a, b| front_span(a, b);
    static C: [u64; 2] = |color| east(color);
    static D: [[u64; 64]; 2] = |color, sq| north(sq, color);
}

fn main() {}
