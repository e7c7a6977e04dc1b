pawnfill_macros::tables! {
    static A: [[u64; 64]; 64] = |sq, sq| north(sq);
}

fn main() {}
