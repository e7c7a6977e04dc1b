pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| north(sq, sq);
    static B: [u64; 64] = |sq| sq | front_span();
    static C: [u64; 64] = |sq| sq | north;
}

fn main() {}
