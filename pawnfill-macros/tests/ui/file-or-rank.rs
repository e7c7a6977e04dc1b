pawnfill_macros::tables! {
    static A: [u64; 8] = |i| beside(i);
    static B: [u64; 8] = |rank_of_file| beside(rank_of_file);
}

fn main() {}
