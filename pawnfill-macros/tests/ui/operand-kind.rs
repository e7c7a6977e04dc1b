pawnfill_macros::tables! {
    static A: [u64; 256] = |files| files | d4;
    static B: [u64; 64] = |sq| sq << 8;
    static C: [u8; 64] = |sq| !count(sq);
    static D: [u64; 64] = |sq| sq + d4;
    static E: [u8; 256] = |files| files & 1;
}

fn main() {}
