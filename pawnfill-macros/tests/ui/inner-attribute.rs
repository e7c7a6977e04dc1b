pawnfill_macros::tables! {
    //! Masks.
    static A: [u64; 64] = |sq| sq;
}

fn main() {}
