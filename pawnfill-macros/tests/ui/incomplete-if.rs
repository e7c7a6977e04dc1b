pawnfill_macros::tables! {
    static A: [[u64; 64]; 2] = |color, sq| if color { north(sq) } else { south(sq) };
    static B: [[u64; 64]; 2] = |color, sq| if color == white { north(sq) };
    static C: [[u64; 64]; 2] = |color, sq| if color == white north(sq) else south(sq);
}

fn main() {}
