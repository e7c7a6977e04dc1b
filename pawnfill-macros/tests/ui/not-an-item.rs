pawnfill_macros::tables! {
    let A: [u64; 64] = |sq| north(sq);
    static B: [u64; 64] = |sq| south(sq);
    fn c() {}
}

fn main() {}
