pawnfill_macros::tables! {
    static A: u64 = |sq| north(sq);
}

fn main() {}
