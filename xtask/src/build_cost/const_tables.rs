//! The tables of `pawnfill` as const functions, written the way an engine author would.

/// An array whose entries are an expression of the index.
macro_rules! table {
    ($length:literal, |$index:ident| $entry:expr) => {{
        let mut table = [0; $length];
        let mut $index = 0;
        while $index < $length {
            table[$index] = $entry;
            $index += 1;
        }
        table
    }};
}

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

const fn beside(set: u64) -> u64 {
    (set << 1) & !A_FILE | (set >> 1) & !H_FILE
}

const fn files_to_bitboard(files: u64) -> u64 {
    A_FILE * files
}

const fn north(square: usize) -> u64 {
    (A_FILE << 8) << square
}

const fn south(square: usize) -> u64 {
    (H_FILE >> 8) >> (63 - square)
}

/// File set → its squares. 2048 bytes.
pub(crate) static FILES: [u64; 256] = table!(256, |files| files_to_bitboard(files as u64));
/// File set → the squares of the neighbor files. 2048 bytes.
pub(crate) static BESIDE_FILES: [u64; 256] = table!(256, |files| beside(files_to_bitboard(files as u64)));
/// File → its squares. 64 bytes.
pub(crate) static FILE_MASK: [u64; 8] = table!(8, |index| A_FILE << index);
/// Square → the squares north of it on its file. 512 bytes.
pub(crate) static NORTH_RAY: [u64; 64] = table!(64, |sq| north(sq));
/// Square → the squares south of it on its file. 512 bytes.
pub(crate) static SOUTH_RAY: [u64; 64] = table!(64, |sq| south(sq));
/// File → the squares of the neighbor files. 64 bytes.
pub(crate) static NEIGHBOR_FILES: [u64; 8] = table!(8, |index| beside(A_FILE << index));
/// Color, square → the squares ahead on the neighbor files. 1024 bytes.
pub(crate) static FRONT_ATTACK_SPAN: [[u64; 64]; 2] =
    [table!(64, |sq| beside(north(sq))), table!(64, |sq| beside(south(sq)))];
/// Color, square → the squares of the neighbor files level or behind. 1024 bytes.
pub(crate) static REAR_ATTACK_SPAN: [[u64; 64]; 2] =
    [table!(64, |sq| beside(south(sq) | 1 << sq)), table!(64, |sq| beside(north(sq) | 1 << sq))];
/// Color, square → where an enemy pawn stops a passer. 1024 bytes.
pub(crate) static PASSER_SPAN: [[u64; 64]; 2] =
    [table!(64, |sq| north(sq) | beside(north(sq))), table!(64, |sq| south(sq) | beside(south(sq)))];
