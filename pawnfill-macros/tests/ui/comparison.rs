pawnfill_macros::tables! {
    static A: [[u64; 64]; 2] = |color, sq| if color == sq { north(sq) } else { south(sq) };
    static B: [[u64; 64]; 2] = |color, sq| if color != white { north(sq) } else { file_set(sq) };
}

fn main() {}
