pawnfill_macros::tables! {
    static A: [u64; 64] = |sq| sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq | sq;
    static B: [u64; 64] = |sq| !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!sq;
}

fn main() {}
