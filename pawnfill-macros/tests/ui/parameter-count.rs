pawnfill_macros::tables! {
    static A: [u64; 64] = |color, sq| front_span(sq, color);
    static B: [[u64; 64]; 2] = |sq| north(sq);
}

fn main() {}
