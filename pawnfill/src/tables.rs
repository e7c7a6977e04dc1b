//! The tables of [`Lookup`](crate::Lookup), each with a one-line specification. The
//! compiler sees literals.
//!
//! All of them together are 8832 bytes.

pawnfill_macros::tables! {
    /// File set → its squares. 2048 bytes.
    pub(crate) static FILES: [u64; 256] = |files| file_fill(files);

    /// File set → the squares of the neighbor files. 2048 bytes.
    pub(crate) static BESIDE_FILES: [u64; 256] = |files| beside(file_fill(files));

    /// File → its squares. 64 bytes.
    pub(crate) static FILE_MASK: [u64; 8] = |file| file;

    /// Square → the squares north of it on its file. 512 bytes.
    pub(crate) static NORTH_RAY: [u64; 64] = |sq| north_ray(sq);

    /// Square → the squares south of it on its file. 512 bytes.
    pub(crate) static SOUTH_RAY: [u64; 64] = |sq| south_ray(sq);

    /// File → the squares of the neighbor files. 64 bytes.
    pub(crate) static NEIGHBOR_FILES: [u64; 8] = |file| beside(file);

    /// Color, square → the squares ahead on the neighbor files. 1024 bytes.
    pub(crate) static FRONT_ATTACK_SPAN: [[u64; 64]; 2] = |color, sq| front_attack_span(sq, color);

    /// Color, square → the squares of the neighbor files level or behind. 1024 bytes.
    pub(crate) static REAR_ATTACK_SPAN: [[u64; 64]; 2] = |color, sq| rear_attack_span(sq, color);

    /// Color, square → the squares where an enemy pawn stops a passed pawn. 1024 bytes.
    pub(crate) static PASSER_SPAN: [[u64; 64]; 2] = |color, sq| passer_span(sq, color);

    /// Square → the other squares of ranks 2 to 7 on its own and the neighbor files. 512 bytes.
    pub(crate) static PAIR_PARTNERS: [u64; 64] =
        |sq| (file_fill(sq) | beside(file_fill(sq))) - sq - rank_1 - rank_8;
}
