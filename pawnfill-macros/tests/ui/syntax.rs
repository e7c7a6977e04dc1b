pawnfill_macros::tables! {
    //! Masks.
    static A: [u64; 64] = |sq| sq;
}

pawnfill_macros::tables! {
    let B: [u64; 64] = |sq| north(sq);
    static C: [u64; 64] = |sq| south(sq);
    fn c() {}
    static mut D: [u64; 64] = |sq| north(sq);
    static E: [[u64; 64]; 2] = |color, sq| if color { north(sq) } else { south(sq) };
    static F: [[u64; 64]; 2] = |color, sq| if color == white { north(sq) };
    static G: [[u64; 64]; 2] = |color, sq| if color == white north(sq) else south(sq);
    static H: [u64; 64] = |sq| ;
    static I: [u64; 64] = |sq| north(sq) |;
    static J: [u64; 64] = |sq| north(sq) * south(sq);
    static K: [u64; 64] = |sq| (north(sq) south(sq));
    static L: [u64; 64] = |sq| "d4";
    static M: [u64; 64] = |sq| { north(sq) };
    static N: [u64; 64] = |sq| north(sq)
    static O: [u64; 64] = |sq| nroth(sq);
}

pawnfill_macros::tables! {
    static P: [u64; 64] = |sq| sq;
    static Q: [u64; 64] = |sq| north(sq)
}

fn main() {}
