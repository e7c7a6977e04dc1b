pawnfill_macros::tables! {
    static A: [u8; 64] = |sq| count(sq) + 256;
    static B: [u8; 256] = |files| files >> 1u8;
    static C: [u8; 256] = |files| files >> 99999999999999999999;
    static D: [u8; 256] = |files| files >> 1.5;
    static E: [u64; 256] = |files| files | d4;
    static F: [u64; 64] = |sq| sq << 8;
    static G: [u8; 64] = |sq| !count(sq);
    static H: [u64; 64] = |sq| sq + d4;
    static I: [u8; 256] = |files| files & 1;
    static J: [[u64; 64]; 2] = |color, sq| if color == sq { north(sq) } else { south(sq) };
    static K: [[u64; 64]; 2] = |color, sq| if color != white { north(sq) } else { file_set(sq) };
}

fn main() {}
