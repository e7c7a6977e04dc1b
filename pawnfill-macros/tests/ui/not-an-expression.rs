pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| ;
    static B: [u64; 64] = |sq| north(sq) |;
    static C: [u64; 64] = |sq| north(sq) * south(sq);
    static D: [u64; 64] = |sq| (north(sq) south(sq));
    static E: [u64; 64] = |sq| "d4";
    static F: [u64; 64] = |sq| { north(sq) };
}

fn main() {}
