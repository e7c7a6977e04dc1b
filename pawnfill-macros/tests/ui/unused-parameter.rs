pawnfill_macros::tables! {
    static A: [[u64; 64]; 2] = |color, sq| front_span(sq);
    static B: [[u64; 64]; 2] = |_color, sq| front_span(sq);
}

fn main() {}
