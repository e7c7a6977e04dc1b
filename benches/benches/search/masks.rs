//! Ways to read the masks of a square.

use pairbench::Comparison;
use pawnfill::{Backend, Bitboard, Black, Color, Side, Square, White};
use pawnfill_benches::operations::Operation;
use pawnfill_benches::table;

use super::{RANKS, add};

table!(FILE_64: [u64; 64] = |square| RANKS << (square & 7));
table!(FILE_8: [u64; 8] = |file| RANKS << file);
table!(NORTH: [u64; 64] = |square| north_of(square));
table!(SOUTH: [u64; 64] = |square| south_of(square));
table!(SOUTH_72: [u64; 72] = |square| south_of(square));
table!(NEIGHBORS_64: [u64; 64] = |square| beside(RANKS << (square & 7)));
table!(NEIGHBORS_8: [u64; 8] = |file| beside(RANKS << file));
table!(AHEAD: [u64; 64] = |square| beside(north_of(square)));
table!(BELOW: [u64; 64] = |square| beside(south_of(square)));
table!(LEVEL_OR_AHEAD: [u64; 64] = |square| beside(north_of(square) | 1 << square));
table!(LEVEL_OR_BELOW: [u64; 64] = |square| beside(south_of(square) | 1 << square));
table!(PASSER_NORTH: [u64; 64] = |square| north_of(square) | beside(north_of(square)));
table!(PASSER_SOUTH: [u64; 64] = |square| south_of(square) | beside(south_of(square)));
// The entry of a square is eight places later; the first eight are whole files.
table!(AHEAD_72: [u64; 72] = |entry| beside(if entry < 8 { RANKS << entry } else { north_of(entry - 8) }));
table!(BELOW_72: [u64; 72] = |square| beside(south_of(square)));

const fn north_of(square: u64) -> u64 {
    (RANKS & !1) << square
}

/// Returns the squares below. A square past rank 8 has a whole file below it.
const fn south_of(square: u64) -> u64 {
    if square > 63 { RANKS << (square & 7) } else { 0x0080_8080_8080_8080 >> (63 - square) }
}

const fn beside(set: u64) -> u64 {
    (set << 1 & !RANKS) | (set >> 1 & !(RANKS << 7))
}

#[inline(always)]
fn read<const N: usize>(table: &'static [u64; N], index: usize) -> Bitboard {
    Bitboard::from_bits(table[index])
}

/// Reads the entry of the flipped square, and flips it.
#[inline(always)]
fn mirrored(table: &'static [u64; 64], square: Square) -> Bitboard {
    read(table, square.index() ^ 56).flip_vertical()
}

macro_rules! masks {
    ($($variant:ident = $name:literal {$(
        $function:ident$(<$color:ident>)?($square:ident) = $value:expr $(, $black:expr)?;
    )*})*) => {
        $(
            #[derive(Clone, Copy, Debug, Default)]
            struct $variant;

            impl Backend for $variant {
                const NAME: &'static str = $name;

                $(
                    #[inline(always)]
                    fn $function$(<$color: Side>)?($square: Square) -> Bitboard {
                        $(if $color::COLOR == Color::Black {
                            return $black;
                        })?
                        $value
                    }
                )*
            }
        )*

        add!(masks: $($variant)*);
    };
}

masks! {
    Full = "64 entries per mask" {
        file_mask(at) = read(&FILE_64, at.index());
        south_ray(at) = read(&SOUTH, at.index());
        neighbor_files(at) = read(&NEIGHBORS_64, at.index());
        front_attack_span<C>(at) = read(&AHEAD, at.index()), read(&BELOW, at.index());
        rear_attack_span<C>(at) = read(&LEVEL_OR_BELOW, at.index()), read(&LEVEL_OR_AHEAD, at.index());
        passer_span<C>(at) = read(&PASSER_NORTH, at.index()), read(&PASSER_SOUTH, at.index());
    }
    ByFile = "8 entries by file" {
        file_mask(at) = read(&FILE_8, at.file().index());
        south_ray(at) = Full::south_ray(at);
        neighbor_files(at) = read(&NEIGHBORS_8, at.file().index());
        front_attack_span<C>(at) = Full::front_attack_span::<White>(at), Full::front_attack_span::<Black>(at);
        rear_attack_span<C>(at) = Self::neighbor_files(at) - Full::front_attack_span::<White>(at),
            Self::neighbor_files(at) - Full::front_attack_span::<Black>(at);
        passer_span<C>(at) = Full::passer_span::<White>(at), Full::passer_span::<Black>(at);
    }
    OneColor = "one color" {
        file_mask(at) = ByFile::file_mask(at);
        south_ray(at) = mirrored(&NORTH, at);
        neighbor_files(at) = ByFile::neighbor_files(at);
        front_attack_span<C>(at) = read(&AHEAD, at.index()), mirrored(&AHEAD, at);
        rear_attack_span<C>(at) = read(&LEVEL_OR_BELOW, at.index()), mirrored(&LEVEL_OR_BELOW, at);
        passer_span<C>(at) = read(&PASSER_NORTH, at.index()), mirrored(&PASSER_NORTH, at);
    }
    OneRowMore = "72 entries" {
        file_mask(at) = read(&SOUTH_72, 64 + at.file().index());
        south_ray(at) = read(&SOUTH_72, at.index());
        neighbor_files(at) = read(&AHEAD_72, at.file().index());
        front_attack_span<C>(at) = read(&AHEAD_72, at.index() + 8), read(&BELOW_72, at.index());
        rear_attack_span<C>(at) = read(&BELOW_72, at.index() + 8), read(&AHEAD_72, at.index());
        passer_span<C>(at) = Full::passer_span::<White>(at), Full::passer_span::<Black>(at);
    }
    CutOut = "three files" {
        file_mask(at) = ByFile::file_mask(at);
        south_ray(at) = Full::passer_span::<Black>(at) & ByFile::file_mask(at);
        neighbor_files(at) = ByFile::neighbor_files(at);
        front_attack_span<C>(at) = Full::passer_span::<White>(at) & ByFile::neighbor_files(at),
            Full::passer_span::<Black>(at) & ByFile::neighbor_files(at);
        rear_attack_span<C>(at) = ByFile::neighbor_files(at) - Full::passer_span::<White>(at),
            ByFile::neighbor_files(at) - Full::passer_span::<Black>(at);
        passer_span<C>(at) = Full::passer_span::<White>(at), Full::passer_span::<Black>(at);
    }
}
