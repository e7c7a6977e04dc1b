pawnfill_macros::tables! {
    static D: [[u64; 256]; 256] = |a, b| file_fill(a & b);
    static E: [u64; 64] = |sq| north(sq);
    static F: [[[[[[[[[u64; 256]; 256]; 256]; 256]; 256]; 256]; 256]; 256]; 256] = |a, b, c, d, e, f, g, h, i| a;
}

fn main() {}
