//! The placement of the pieces in FEN.

use core::fmt::{self, Write as _};
use core::str::{self, FromStr};

use crate::pawns::LAST_RANKS;
use crate::{Backend, Bitboard, File, Pawns, Rank, Square};

/// The squares of White's and of Black's pawns, knights, bishops, rooks, queens and kings: the
/// first field of a FEN.
///
/// It is read with `parse`, with the rules of [`Pawns::from_fen`], and written with `to_string`. An
/// illegal square with several pieces is written as `?`.
///
/// ```
/// use pawnfill::{Placement, Square};
///
/// let placement: Placement = "4k3/5ppp/8/2P5/8/8/8/4K2R w K - 0 1".parse()?;
/// let [[white_pawns, .., white_king], _] = placement.pieces();
/// assert_eq!([white_pawns, white_king], [Square::C5, Square::E1].map(Square::bitboard));
/// assert_eq!(placement.to_string(), "4k3/5ppp/8/2P5/8/8/8/4K2R");
/// # Ok::<(), pawnfill::ParseFenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placement([[Bitboard; 6]; 2]);

impl Placement {
    /// The letters of the pieces, in their order.
    pub const LETTERS: &str = "PNBRQK";

    /// Returns the placement of these pieces, White's first.
    pub const fn new(pieces: [[Bitboard; 6]; 2]) -> Self {
        Self(pieces)
    }

    /// Returns the squares of the pieces, White's first.
    pub const fn pieces(self) -> [[Bitboard; 6]; 2] {
        self.0
    }
}

/// Pawns without other pieces.
impl<B: Backend> From<Pawns<B>> for Placement {
    fn from(pawns: Pawns<B>) -> Self {
        let [mut white, mut black] = [[Bitboard::EMPTY; 6]; 2];
        (white[0], black[0]) = (pawns.white().own(), pawns.black().own());
        Self([white, black])
    }
}

impl Pawns {
    /// Reads the pawns of a FEN or EPD.
    ///
    /// Only the first field is read, the placement of the pieces. Everything after the first white
    /// space is ignored. The placement need not be a legal position, but no pawn may stand on rank
    /// 1 or 8.
    ///
    /// ```
    /// use pawnfill::{KoggeStone, Pawns, Square};
    ///
    /// let pawns = Pawns::from_fen("4k3/5ppp/8/2P5/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(pawns.white().passed(), Square::C5.bitboard());
    ///
    /// // `parse` does the same for every backend.
    /// let pawns: Pawns<KoggeStone> = "4k3/5ppp/8/2P5/8/8/8/4K3".parse()?;
    /// assert_eq!(pawns.white().passed(), Square::C5.bitboard());
    ///
    /// let error = Pawns::from_fen("4k3/5ppp/8/2X5/8/8/8/4K3 w - - 0 1").unwrap_err();
    /// assert_eq!(error.to_string(), "at byte 12: 'X' is neither a piece nor a number from 1 to 8");
    /// # Ok::<(), pawnfill::ParseFenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the place and the reason of the mistake in the placement.
    pub fn from_fen(fen: &str) -> Result<Self, ParseFenError> {
        fen.parse()
    }
}

impl<B: Backend> Pawns<B> {
    /// Returns the first field of a FEN with only these pawns. To allocate a string, call
    /// `to_string` on it.
    ///
    /// [`from_fen`](Pawns::from_fen) reads it back, unless pawns stand on rank 1 or 8, or two on
    /// the same square.
    ///
    /// ```
    /// use pawnfill::Pawns;
    ///
    /// let pawns = Pawns::from_fen("4k3/5ppp/8/2P5/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(pawns.placement().to_string(), "8/5ppp/8/2P5/8/8/8/8");
    /// assert_eq!(format!("{} w - - 0 1", pawns.placement()).parse(), Ok(pawns));
    /// # Ok::<(), pawnfill::ParseFenError>(())
    /// ```
    #[doc(alias = "to_fen")]
    #[must_use]
    pub fn placement(self) -> Placement {
        self.into()
    }
}

/// A rank by its occupied files: the text with 0 for each man, its length, and the places of the men.
#[derive(Clone, Copy)]
struct RankText {
    text: [u8; 8],
    length: u8,
    /// A byte for each file.
    places: u64,
}

static RANKS: [RankText; 256] = {
    let mut ranks = [RankText {
        text: [0; 8],
        length: 0,
        places: 0,
    }; 256];
    let mut occupied = 0;
    while occupied < 256 {
        let rank = &mut ranks[occupied];
        let mut file = 0;
        while file < 8 {
            let length = rank.length as usize;
            if occupied >> file & 1 == 0 && length > 0 && rank.text[length - 1] > 0 {
                rank.text[length - 1] += 1;
            } else {
                rank.places |= (length as u64) << (8 * file);
                rank.text[length] = if occupied >> file & 1 == 0 { b'1' } else { 0 };
                rank.length += 1;
            }
            file += 1;
        }
        occupied += 1;
    }
    ranks
};

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mut occupied, mut several] = [Bitboard::EMPTY; 2];
        for set in self.0.as_flattened() {
            several |= occupied & *set;
            occupied |= *set;
        }
        // Eight ranks and the signs between them. No place is outside of this, so none is checked.
        let (mut text, mut length, mut places) = ([0; 256], 0_u8, [[0; 8]; 8]);
        let ranks = occupied.bits().to_le_bytes();
        for (rank, places) in ranks.iter().zip(&mut places).rev() {
            let rank = &RANKS[usize::from(*rank)];
            *places = (rank.places + u64::from(length) * 0x0101_0101_0101_0101).to_le_bytes();
            let rest = text.get_mut(usize::from(length)..);
            if let Some(start) = rest.and_then(<[u8]>::first_chunk_mut) {
                *start = rank.text;
            }
            length += rank.length;
            text[usize::from(length)] = b'/';
            length += 1;
        }
        let sets = self.0.as_flattened().iter().chain([&several]);
        for (set, letter) in sets.zip(b"PNBRQKpnbrqk?") {
            for square in set.squares() {
                text[usize::from(places.as_flattened()[square.index()])] = *letter;
            }
        }
        let text = text.get(..usize::from(length) - 1).unwrap_or_default();
        f.write_str(str::from_utf8(text).unwrap_or_default())
    }
}

impl<B: Backend> FromStr for Pawns<B> {
    type Err = ParseFenError;

    /// Reads the pawns of a FEN or EPD, like [`Pawns::from_fen`].
    fn from_str(fen: &str) -> Result<Self, ParseFenError> {
        let Placement([[white, ..], [black, ..]]) = fen.parse()?;
        Ok(Self::new(white, black))
    }
}

fn error<T>(offset: usize, reason: FenErrorReason) -> Result<T, ParseFenError> {
    Err(ParseFenError { offset, reason })
}

impl FromStr for Placement {
    type Err = ParseFenError;

    /// Reads the first field of a FEN or EPD, like [`Pawns::from_fen`].
    fn from_str(fen: &str) -> Result<Self, ParseFenError> {
        let placement = fen
            .split(|symbol: char| symbol.is_ascii_whitespace())
            .next()
            .unwrap_or_default();
        let mut pieces = [[Bitboard::EMPTY; 6]; 2];
        let (mut ranks, mut offset) = (Rank::ALL.into_iter().rev(), 0);
        if placement.is_empty() {
            return error(0, FenErrorReason::MissingRanks { found: 0 });
        }
        for row in placement.as_bytes().split(|byte| *byte == b'/') {
            let Some(rank) = ranks.next() else {
                return error(offset - 1, FenErrorReason::TooManyRanks);
            };
            let (mut files, mut after_digit) = (0, false);
            for symbol in row {
                let width = match symbol {
                    b'1'..=b'8' if after_digit => {
                        return error(offset, FenErrorReason::TwoDigits { rank });
                    }
                    b'1'..=b'8' => symbol - b'0',
                    b'P' | b'p' if rank.bitboard().is_subset(LAST_RANKS) => {
                        return error(offset, FenErrorReason::PawnOnLastRank { rank });
                    }
                    _ => {
                        let side = &mut pieces[usize::from(symbol.is_ascii_lowercase())];
                        let mut sets = side.iter_mut().zip(Self::LETTERS.bytes());
                        let Some((set, _)) =
                            sets.find(|(_, letter)| *letter == symbol.to_ascii_uppercase())
                        else {
                            let symbol =
                                placement.get(offset..).and_then(|rest| rest.chars().next());
                            return error(
                                offset,
                                FenErrorReason::UnknownSymbol(symbol.unwrap_or_default()),
                            );
                        };
                        // After the last file, the rank is too long.
                        *set |=
                            Square::new(File::from_index_wrapping(files.into()), rank).bitboard();
                        1
                    }
                };
                if files + width > 8 {
                    return error(offset, FenErrorReason::RankTooLong { rank });
                }
                files += width;
                after_digit = symbol.is_ascii_digit();
                offset += 1;
            }
            if files < 8 {
                return error(offset, FenErrorReason::RankTooShort { rank, files });
            }
            // The slash that ends the row.
            offset += 1;
        }
        match ranks.len() as u8 {
            0 => Ok(Self(pieces)),
            missing => error(
                offset - 1,
                FenErrorReason::MissingRanks { found: 8 - missing },
            ),
        }
    }
}

/// The error for an invalid FEN, with its place and reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseFenError {
    offset: usize,
    reason: FenErrorReason,
}

impl ParseFenError {
    /// Returns the byte offset of the wrong symbol, or of the end of the placement if
    /// symbols are missing.
    #[must_use]
    pub const fn offset(self) -> usize {
        self.offset
    }

    /// Returns the reason.
    #[must_use]
    pub const fn reason(self) -> FenErrorReason {
        self.reason
    }
}

impl fmt::Display for ParseFenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at byte {}: {}", self.offset, self.reason)
    }
}

impl core::error::Error for ParseFenError {}

/// The reason of a [`ParseFenError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenErrorReason {
    /// A symbol that does not occur in FEN.
    UnknownSymbol(char),
    /// Two numbers of empty squares in a row.
    TwoDigits {
        /// The rank.
        rank: Rank,
    },
    /// A pawn on rank 1 or 8.
    PawnOnLastRank {
        /// The rank.
        rank: Rank,
    },
    /// A rank with more than eight squares.
    RankTooLong {
        /// The rank.
        rank: Rank,
    },
    /// A rank with fewer than eight squares.
    RankTooShort {
        /// The rank.
        rank: Rank,
        /// The number of its squares.
        files: u8,
    },
    /// More than eight ranks.
    TooManyRanks,
    /// Fewer than eight ranks.
    MissingRanks {
        /// The number of ranks.
        found: u8,
    },
}

impl fmt::Display for FenErrorReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownSymbol(symbol) => {
                // As `{symbol:?}`, which can panic, for all the compiler knows.
                f.write_str("'")?;
                if symbol.is_control() {
                    write!(f, "{}", symbol.escape_default())?;
                } else {
                    f.write_char(*symbol)?;
                }
                f.write_str("' is neither a piece nor a number from 1 to 8")
            }
            Self::TwoDigits { rank } => write!(f, "rank {rank} has two numbers in a row"),
            Self::PawnOnLastRank { rank } => write!(f, "there is a pawn on rank {rank}"),
            Self::RankTooLong { rank } => write!(f, "rank {rank} has more than 8 files"),
            Self::RankTooShort { rank, files } => {
                write!(f, "rank {rank} has {files} files instead of 8")
            }
            Self::TooManyRanks => f.write_str("there are more than 8 ranks"),
            Self::MissingRanks { found } => write!(f, "there are {found} ranks instead of 8"),
        }
    }
}
