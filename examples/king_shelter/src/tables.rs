//! The table by `tables!`, which is also the specification for `cargo xtask codegen`.

pawnfill::tables! {
    /// Color, king → the squares one and two ranks ahead of it, on its own and the neighbor files.
    pub static SHELTER: [[u64; 64]; 2] = |color, king|
        stops(king | beside(king), color) | stops(stops(king | beside(king), color), color);
}
