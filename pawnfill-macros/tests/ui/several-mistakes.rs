// All are reported at once, and a broken table still has its name and type.
pawnfill_macros::tables! {
    /// Three mistakes in one expression.
    pub static A: [u64; 64] = |sq| frontspan(sq) | (nroth_ray(sq) & d9);
    pub const B: [u8; 64] = |sq| north(sq);
    static C: [[u64; 64]; 2] = |color, sq| front_span(sq color);
    static D: [u64; 64] = |sq| front_span(sq);
}

fn main() {
    let _: u64 = A[0] | C[1][63] | D[0];
    let _: [u8; 64] = B;
}
