pawnfill_macros::tables! {
    static A: [u64; 65] = |sq| north(sq);
    static B: [[u64; 64]; 3] = |color, sq| front_span(sq, color);
}

fn main() {}
