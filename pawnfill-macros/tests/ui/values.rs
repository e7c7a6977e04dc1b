pawnfill_macros::tables! {
    static A: [u32; 64] = |sq| north(sq);
    static B: [Bitboard; 64] = |sq| north(sq);
    static C: [u64; 65] = |sq| north(sq);
    static D: [[u64; 64]; 3] = |color, sq| front_span(sq, color);
    static E: u64 = |sq| north(sq);
    static F: &[u64] = |sq| north(sq);
    static G: [u64; N] = |sq| north(sq);
    static H: [u64] = |sq| north(sq);
    static I: Vec<u64> = |sq| north(sq);
    static J: [u8; 64] = |sq| north(sq);
    static K: [u64; 256] = |files| !files;
    static L: [u64; 64] = |sq| count(north_ray(sq));
    static M: [u8; 2] = |color| color;
    static N: [u8; 64] = |sq| count(north_ray(sq)) + 250;
    static O: [[u8; 64]; 64] = |a, b| count(north_ray(a)) - count(north_ray(b));
    static P: [u8; 64] = |sq| count(sq) + 256;
    static Q: [u8; 256] = |files| files >> 1u8;
    static R: [u8; 256] = |files| files >> 99999999999999999999;
    static S: [u8; 256] = |files| files >> 1.5;
    static T: [u64; 256] = |files| files | d4;
    static U: [u64; 64] = |sq| sq << 8;
    static V: [u8; 64] = |sq| !count(sq);
    static W: [u64; 64] = |sq| sq + d4;
    static X: [u8; 256] = |files| files & 1;
    static Y: [[u64; 64]; 2] = |color, sq| if color == sq { north(sq) } else { south(sq) };
    static Z: [[u64; 64]; 2] = |color, sq| if color != white { north(sq) } else { file_set(sq) };
}

fn main() {}
