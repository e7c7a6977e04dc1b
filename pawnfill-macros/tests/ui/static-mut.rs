pawnfill_macros::tables! {
    static mut A: [u64; 64] = |sq| north(sq);
}

fn main() {}
