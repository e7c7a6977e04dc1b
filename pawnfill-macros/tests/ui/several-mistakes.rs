// All mistakes are reported at once. A broken table keeps its name and type, here and
// in other modules.
mod tables {
    pawnfill_macros::tables! {
        /// Three mistakes in one expression.
        pub static A: [u64; 64] = |sq| frontspan(sq) | (nroth_ray(sq) & d9);
        pub const B: [u8; 64] = |sq| north(sq);
        pub(super) static C: [[u64; 64]; 2] = |color, sq| front_span(sq color);
        pub static D: [u64; 64] = |sq| front_span(sq);
    }
}

use tables::{A, B};

fn main() {
    let _: u64 = A[0] | tables::C[1][63] | tables::D[0];
    let _: [u8; 64] = B;
}
