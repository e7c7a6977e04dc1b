pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| north(sq);
    static B: [u64; 64] = |sq| east(sq);
    const A: [u8; 256] = |files| files;
}

fn main() {}
