pawnfill_macros::tables! {
    static A: [u8; 64] = |sq| north(sq);
    static B: [u64; 256] = |files| !files;
    static C: [u64; 64] = |sq| count(north_ray(sq));
    static D: [u8; 2] = |color| color;
}

fn main() {}
