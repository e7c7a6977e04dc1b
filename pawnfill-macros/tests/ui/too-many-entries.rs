pawnfill_macros::tables! {
    static A: [[u64; 256]; 256] = |a, b| file_fill(a & b);
    static B: [u64; 64] = |sq| north(sq);
    static C: [[[[[[[[[u64; 256]; 256]; 256]; 256]; 256]; 256]; 256]; 256]; 256] = |a, b, c, d, e, f, g, h, i| a;
}

fn main() {}
