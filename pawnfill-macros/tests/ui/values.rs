pawnfill_macros::tables! {
    static A: [u8; 64] = |sq| north(sq);
    static B: [u64; 256] = |files| !files;
    static C: [u64; 64] = |sq| count(north_ray(sq));
    static D: [u8; 2] = |color| color;
    static E: [u8; 64] = |sq| count(north_ray(sq)) + 250;
    static F: [[u8; 64]; 64] = |a, b| count(north_ray(a)) - count(north_ray(b));
}

fn main() {}
