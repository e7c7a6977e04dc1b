pawnfill_macros::tables! {
    static A: [u8; 64] = |sq| count(north_ray(sq)) + 250;
    static B: [[u8; 64]; 64] = |a, b| count(north_ray(a)) - count(north_ray(b));
}

fn main() {}
