//! Pawns from FEN.

use core::fmt::{self, Write};
use core::str::FromStr;

use crate::pawns::LAST_RANKS;
use crate::{Backend, Bitboard, File, Pawns, Rank, Square};

impl Pawns {
    /// Reads the pawns of a FEN or EPD.
    ///
    /// Only the first field is read, the placement of the pieces. Everything after the first white space is ignored.
    /// The placement need not be a legal position, but no pawn may stand on rank 1 or 8.
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
    /// Returns the first field of a FEN with only these pawns. To allocate a string, call `to_string` on it.
    ///
    /// [`from_fen`](Pawns::from_fen) reads it back, unless pawns stand on rank 1 or 8. An illegal square with two pawns is
    /// written as `?`.
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
    pub fn placement(self) -> impl fmt::Display {
        Placement(self)
    }
}

struct Placement<B>(Pawns<B>);

impl<B: Backend> fmt::Display for Placement<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for square in
            Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)))
        {
            let symbol = self.0.symbol(square);
            let is_last = square.file() == File::H;
            empty += u8::from(symbol == '.');
            if empty > 0 && (is_last || symbol != '.') {
                write!(f, "{empty}")?;
                empty = 0;
            }
            if symbol != '.' {
                f.write_char(symbol)?;
            }
            if is_last && square != Square::H1 {
                f.write_char('/')?;
            }
        }
        Ok(())
    }
}

impl<B: Backend> FromStr for Pawns<B> {
    type Err = ParseFenError;

    /// Reads the pawns of a FEN or EPD, like [`Pawns::from_fen`].
    fn from_str(fen: &str) -> Result<Self, ParseFenError> {
        let placement = fen.split(|symbol: char| symbol.is_ascii_whitespace()).next().unwrap_or_default();
        let error = |offset, reason| Err(ParseFenError { offset, reason });
        let (mut white, mut black) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let (mut ranks, mut offset) = (Rank::ALL.into_iter().rev(), 0);
        if placement.is_empty() {
            return error(0, FenErrorReason::MissingRanks { found: 0 });
        }
        for row in placement.split('/') {
            let Some(rank) = ranks.next() else { return error(offset - 1, FenErrorReason::TooManyRanks) };
            let (mut files, mut after_digit) = (0, false);
            for symbol in row.chars() {
                let width = match symbol {
                    '1'..='8' if after_digit => return error(offset, FenErrorReason::TwoDigits { rank }),
                    '1'..='8' => symbol as u8 - b'0',
                    'P' | 'p' if rank.bitboard().is_subset(LAST_RANKS) => {
                        return error(offset, FenErrorReason::PawnOnLastRank { rank });
                    }
                    'P' | 'p' | 'N' | 'n' | 'B' | 'b' | 'R' | 'r' | 'Q' | 'q' | 'K' | 'k' => 1,
                    _ => return error(offset, FenErrorReason::UnknownSymbol(symbol)),
                };
                if files + width > 8 {
                    return error(offset, FenErrorReason::RankTooLong { rank });
                }
                let square = Square::new(File::from_index(files.into()), rank).bitboard();
                match symbol {
                    'P' => white |= square,
                    'p' => black |= square,
                    _ => (),
                }
                files += width;
                after_digit = symbol.is_ascii_digit();
                offset += symbol.len_utf8();
            }
            if files < 8 {
                return error(offset, FenErrorReason::RankTooShort { rank, files });
            }
            // The slash that ends the row.
            offset += 1;
        }
        match ranks.len() as u8 {
            0 => Ok(Self::new(white, black)),
            missing => error(offset - 1, FenErrorReason::MissingRanks { found: 8 - missing }),
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
    /// Returns the byte offset of the wrong symbol, or of the end of the placement if symbols are missing.
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
            Self::RankTooShort { rank, files } => write!(f, "rank {rank} has {files} files instead of 8"),
            Self::TooManyRanks => f.write_str("there are more than 8 ranks"),
            Self::MissingRanks { found } => write!(f, "there are {found} ranks instead of 8"),
        }
    }
}
