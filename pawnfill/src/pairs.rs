//! Pairs of pawns on one file or on neighbor files, numbered as inputs of a network.
//!
//! A pair is two pawns of any colors on two squares of ranks 2 to 7 whose files are equal or
//! adjacent: 372 pairs of squares, and 1,488 with colors. [`docs::inputs`](crate::docs::inputs)
//! shows how an engine uses them.
//!
//! ```
//! use pawnfill::pairs::{Numbering, Perspective, Triangular};
//! use pawnfill::{Color, Pawns, Square};
//!
//! let before = Pawns::from_fen("4k3/1p6/8/8/8/8/P7/4K3 w - - 0 1")?;
//! let after = Pawns::from_fen("4k3/8/8/1p6/8/8/P7/4K3 w - - 0 2")?;
//! let black = Perspective::king_on_abcd(Color::Black, Square::E8);
//!
//! // Black's own pawn is on g2 as Black sees it, with the files mirrored, and White's on h7.
//! let (mut removed, mut added) = (Vec::new(), Vec::new());
//! before.each_new_pair(after, Triangular.offset(59_808), [black], |[index]| removed.push(index));
//! after.each_new_pair(before, Triangular.offset(59_808), [black], |[index]| added.push(index));
//! assert_eq!(removed, [59_808 + 95 * 94 / 2 + 6]);
//! assert_eq!(added, [59_808 + 95 * 94 / 2 + 22]);
//! # Ok::<(), pawnfill::ParseFenError>(())
//! ```

use core::array;
use core::fmt;

use crate::{Backend, Bitboard, Color, File, Pawns, Rank, Square};

/// How a side sees the board: as White would, from the rank on which its own pieces start.
///
/// Its own pawns are white to it. For Black, the ranks are flipped, and for a mirrored
/// perspective, the files. An engine mirrors depending on the king. If the king crosses the
/// middle, the perspective changes, and with it the index of every pair, so all of them have to
/// be computed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Perspective {
    /// The bits of a square that change, and above them that of the color.
    flip: u8,
}

impl Perspective {
    /// Returns the perspective of a color, with mirrored files or without.
    #[inline]
    pub const fn new(color: Color, mirrored: bool) -> Self {
        Self {
            flip: (color as u8 * 0b1_111_000) | (mirrored as u8 * 0b111),
        }
    }

    /// Returns the perspective from which this color's king is on files a to d, as
    /// in Stockfish's `PP_3Wide`.
    #[inline]
    pub const fn king_on_abcd(color: Color, king: Square) -> Self {
        Self::new(color, king.file() as u8 > File::D as u8)
    }

    /// Returns the perspective from which this color's king is on files e to h, as
    /// in Stockfish's `HalfKAv2_hm`.
    #[inline]
    pub const fn king_on_efgh(color: Color, king: Square) -> Self {
        Self::new(color, king.file() as u8 <= File::D as u8)
    }

    /// Returns the color and the square of a pawn as this side sees them. Its own pawns are white.
    #[inline(always)]
    pub const fn see(self, color: Color, square: Square) -> (Color, Square) {
        let seen = ((color as usize * 64) | square as usize) ^ self.flip as usize;
        (
            Color::from_index_wrapping(seen / 64),
            Square::from_index_wrapping(seen),
        )
    }

    /// Returns `48·color + square − 8`, the input of a square in sets of both sides. `None` is a
    /// square of rank 1 or 8.
    ///
    /// Color and square are those that the side sees, so inputs of its own pawns are 0 to 47, and
    /// the enemy's 48 to 95.
    #[inline]
    #[must_use]
    pub fn square_input(self, color: Color, square: Square) -> Option<u32> {
        let (color, square) = self.see(color, square);
        PAWN_RANKS
            .contains(square)
            .then_some(color as u32 * 48 + square as u32 - 8)
    }
}

/// The positions of [`Numbering::check_value`]. Networks that have the king on files a to d are not
/// mirrored in them.
pub const CHECKED_FENS: [&str; 8] = [
    "k7/pppppppp/8/8/8/8/PPPPPPPP/K7 w - - 0 1",
    "k7/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/K7 w - - 0 1",
    "k7/p1p2p1p/1p2p1p1/3pP3/3P1P2/2P5/PP4PP/K7 w - - 0 1",
    "k7/8/p6p/P6P/p6P/8/P6p/K7 w - - 0 1",
    "k7/2P3p1/8/2pP4/1P1p1p1P/8/1P4p1/K7 w - - 0 1",
    "k7/5p2/p2p4/1pP5/1P2p1p1/4P1P1/5P1P/K7 w - - 0 1",
    "k7/3p3P/4p3/4P2p/1p5P/1P2p3/3PP3/K7 w - - 0 1",
    "k7/2pp4/2p1p2p/2P3pP/3PP1P1/p7/P4P2/K7 w - - 0 1",
];

/// A numbering of pairs.
///
/// It numbers each pawn first, because a pawn is in several pairs, and then a pair of these
/// numbers. Implement it for the numbering of your engine. It gets only pairs of the
/// [module](self), each once, in any order of its pawns.
pub trait Numbering: Copy {
    /// The number of a pawn, or whatever else [`index`](Self::index) needs of it.
    type Id: Copy;
    /// The number of slots, of which some may never occur. Indices without an offset are below it.
    const SLOTS: u32;

    /// Returns the number of a pawn as the perspective [sees](Perspective::see) it: its own pawns
    /// are white.
    fn id(self, color: Color, square: Square) -> Self::Id;

    /// Returns the index of the pair of two pawns with these numbers.
    fn index(self, a: Self::Id, b: Self::Id) -> u32;

    /// Returns a number that an engine has, too, if it has this numbering.
    ///
    /// It is the FNV-1a hash of 64 bits over the pairs of [`CHECKED_FENS`], as White and then as
    /// Black sees them, without mirrored files. The indices of a perspective have no offset, are
    /// sorted, and have two bytes each, the lower one first. [`docs::inputs`](crate::docs::inputs)
    /// has the code for an engine.
    #[must_use]
    fn check_value(self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325;
        for pawns in CHECKED_FENS.into_iter().flat_map(Pawns::from_fen) {
            for color in Color::ALL {
                let (mut indices, mut pairs) = ([0; 96], 0);
                pawns.each_pair(self, [Perspective::new(color, false)], |[index]| {
                    indices[pairs % 96] = index as u16;
                    pairs += 1;
                });
                let indices = &mut indices[..pairs.min(96)];
                indices.sort_unstable();
                for byte in indices.iter().flat_map(|index| index.to_le_bytes()) {
                    hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                }
            }
        }
        hash
    }

    /// Returns the same numbering behind that many other inputs. `SLOTS` stays that of the
    /// numbering alone.
    fn offset(self, by: u32) -> Offset<Self> {
        Offset {
            numbering: self,
            by,
        }
    }
}

/// A numbering behind other inputs of the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offset<N> {
    numbering: N,
    by: u32,
}

impl<N: Numbering> Numbering for Offset<N> {
    type Id = N::Id;
    const SLOTS: u32 = N::SLOTS;

    #[inline(always)]
    fn id(self, color: Color, square: Square) -> N::Id {
        self.numbering.id(color, square)
    }

    #[inline(always)]
    fn index(self, a: N::Id, b: N::Id) -> u32 {
        self.by.wrapping_add(self.numbering.index(a, b))
    }

    /// Returns the value of the numbering alone.
    fn check_value(self) -> u64 {
        self.numbering.check_value()
    }
}

/// Declares numberings with numbers of pawns from 0 to 95, and an index of the lower and
/// the higher one.
macro_rules! numberings {
    ($(
        $(#[$meta:meta])*
        $name:ident($slots:literal): id($color:ident, $file:ident, $rank:ident) = $id:expr,
        index($low:ident, $high:ident) = $index:expr;
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name;

        impl Numbering for $name {
            type Id = u8;
            const SLOTS: u32 = $slots;

            #[inline(always)]
            fn id(self, color: Color, square: Square) -> u8 {
                /// Color and square → number. 128 bytes.
                static IDS: [u8; 128] = {
                    let mut ids = [0; 128];
                    let mut pawn = 8;
                    while pawn < 120 {
                        let ($color, number) = (pawn / 64, pawn as u8);
                        let ($rank, $file) = (number / 8 % 8, number % 8);
                        if $rank != 0 && $rank != 7 {
                            let $rank = $rank - 1;
                            ids[pawn] = $id;
                        }
                        pawn += 1;
                    }
                    ids
                };
                IDS[color as usize * 64 + square as usize]
            }

            #[inline(always)]
            fn index(self, a: u8, b: u8) -> u32 {
                let ($low, $high) = (u32::from(a.min(b)), u32::from(a.max(b)));
                $index
            }
        }
    )*};
}

numberings! {
    /// The numbering of nearly all networks: `high·(high − 1)/2 + low` with `48·color + square − 8`
    /// for each pawn. 4,560 slots.
    ///
    /// Color 0 is the side's own.
    /// [`docs::inputs`](crate::docs::inputs#which-numbering-a-network-has) lists the engines, and
    /// what each adds.
    Triangular(4560): id(color, file, rank) = color as u8 * 48 + rank * 8 + file,
    index(low, high) = high * high.wrapping_sub(1) / 2 + low;

    /// The numbering of Stockfish at 109fb72 only: `22·low + high − 1` with
    /// `12·file + rank + 6·color` for each pawn. 2,163 slots.
    ///
    /// Rank 0 is the second, and color 0 the side's own.
    FileMajor(2163): id(color, file, rank) = file * 12 + rank + color as u8 * 6,
    index(low, high) = (22 * low + high).wrapping_sub(1);

    /// A numbering without gaps, 0 to 1,487: pairs ordered by `low`, then `high`, with
    /// `12·file + 2·rank + color` for each pawn.
    ///
    /// That is `204·file + ⌊p·(46 − p)/2⌋ − 12·p·[file = 7] + high − (low | 1) − 1`, where
    /// `file = ⌊low/12⌋` and `p = low mod 12`. Rank 0 is the second, and color 0 the side's own.
    /// The first part is read from 192 bytes.
    Dense(1488): id(color, file, rank) = file * 12 + rank * 2 + color as u8,
    index(low, high) =
        (u32::from(PAIRS_BELOW[low as usize % 96]) + high).wrapping_sub((low | 1) + 1);
}

/// Lower number of a pair → number of pairs with a still lower one. 192 bytes.
static PAIRS_BELOW: [u16; 96] = {
    let mut below = [0; 96];
    let mut low = 0;
    while low < 95 {
        // The next numbers up to the end of the next file, without the one on the same square.
        let end = if low < 84 { low / 12 * 12 + 24 } else { 96 };
        below[low + 1] = below[low] + (end - (low | 1) - 1) as u16;
        low += 1;
    }
    below
};

/// The squares on which a pawn can stand in a legal position.
pub(crate) const PAWN_RANKS: Bitboard = Rank::First
    .bitboard()
    .union(Rank::Eighth.bitboard())
    .complement();

/// The pairs of pawns.
///
/// Squares of rank 1 and 8 are ignored, and so is a black pawn on the square of a white one.
impl<B: Backend> Pawns<B> {
    /// Passes the index of each pair to `visit`, for each perspective.
    #[inline(always)]
    pub fn each_pair<N: Numbering, const P: usize>(
        self,
        numbering: N,
        perspectives: [Perspective; P],
        visit: impl FnMut([u32; P]),
    ) {
        self.each_new_pair(Self::default(), numbering, perspectives, visit);
    }

    /// Passes the index of each pair that the pawns `before` did not have to `visit`,
    /// for each perspective.
    ///
    /// Exchange the pawns for the pairs that a move removes. The pawns may differ by any
    /// number of moves.
    #[inline(always)]
    pub fn each_new_pair<N: Numbering, const P: usize>(
        self,
        before: Self,
        numbering: N,
        perspectives: [Perspective; P],
        mut visit: impl FnMut([u32; P]),
    ) {
        let ([white, black], [white_before, black_before]) = (self.placed(), before.placed());
        let mut new = (white - white_before) | (black - black_before);
        let old = (white | black) - new;
        let id = |perspective: Perspective, square| {
            let (color, square) = perspective.see(
                Color::from_index_wrapping(black.contains(square) as usize),
                square,
            );
            numbering.id(color, square)
        };
        while let Some(pawn) = new.first() {
            // A pair of two new pawns belongs to the first of them.
            new -= pawn.bitboard();
            let ids = perspectives.map(|perspective| id(perspective, pawn));
            for partner in (B::pair_partners(pawn) & (old | new)).squares() {
                visit(array::from_fn(|at| {
                    numbering.index(ids[at], id(perspectives[at], partner))
                }));
            }
        }
    }

    /// Writes the index of each pair into a slice for each perspective, and returns their number.
    ///
    /// Sixteen pawns have at most 96 pairs.
    ///
    /// # Errors
    ///
    /// If a slice is too short, the error says how many pairs there are. The slices then have the
    /// first of them.
    #[inline]
    pub fn write_pairs<N: Numbering, const P: usize>(
        self,
        numbering: N,
        perspectives: [Perspective; P],
        out: [&mut [u32]; P],
    ) -> Result<usize, TooManyPairsError> {
        self.write_new_pairs(Self::default(), numbering, perspectives, out)
    }

    /// Writes like [`write_pairs`](Self::write_pairs), but only pairs that the pawns `before` did
    /// not have.
    ///
    /// # Errors
    ///
    /// If a slice is too short, the error says how many pairs there are. The slices then have the
    /// first of them.
    #[inline]
    pub fn write_new_pairs<N: Numbering, const P: usize>(
        self,
        before: Self,
        numbering: N,
        perspectives: [Perspective; P],
        mut out: [&mut [u32]; P],
    ) -> Result<usize, TooManyPairsError> {
        let space = out
            .iter()
            .map(|slice| slice.len())
            .min()
            .unwrap_or(usize::MAX);
        let mut pairs = 0;
        self.each_new_pair(before, numbering, perspectives, |indices| {
            for (slice, index) in out.iter_mut().zip(indices) {
                if let Some(slot) = slice.get_mut(pairs) {
                    *slot = index;
                }
            }
            pairs += 1;
        });
        if pairs <= space {
            Ok(pairs)
        } else {
            Err(TooManyPairsError { pairs, space })
        }
    }

    /// Returns the white and the black pawns that can be in pairs.
    #[inline(always)]
    fn placed(self) -> [Bitboard; 2] {
        let white = self.white().own() & PAWN_RANKS;
        [white, (self.black().own() & PAWN_RANKS) - white]
    }
}

/// The error for a slice that is shorter than the number of pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TooManyPairsError {
    pairs: usize,
    space: usize,
}

impl TooManyPairsError {
    /// Returns the number of pairs.
    #[must_use]
    pub const fn pairs(self) -> usize {
        self.pairs
    }

    /// Returns the length of the shortest slice.
    #[must_use]
    pub const fn space(self) -> usize {
        self.space
    }
}

impl fmt::Display for TooManyPairsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no space for {} pairs in a slice of {}",
            self.pairs, self.space
        )
    }
}

impl core::error::Error for TooManyPairsError {}
