pawnfill_macros::tables! {
    static A: [u64; 64] = |square| north(sqare);
    static B: [u64; 64] = |sq| sq | file_i;
    static C: [u64; 64] = |sq| sq & d9;
    static D: [[u64; 64]; 2] = |color, sq| front_span(sq, whit);
}

fn main() {}
