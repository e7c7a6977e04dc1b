pawnfill_macros::tables! {
    static A: [u8; 64] = |sq| count(sq) + 256;
    static B: [u8; 256] = |files| files >> 1u8;
    static C: [u8; 256] = |files| files >> 99999999999999999999;
    static D: [u8; 256] = |files| files >> 1.5;
}

fn main() {}
