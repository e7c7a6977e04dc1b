//! Boards drawn in the source, which the compiler checks and which cost nothing at run time, and
//! drawings as text.

use core::fmt;

use crate::{File, Rank, Square};

/// Draws a board: 8 rows of 8 symbols.
pub(crate) fn draw(f: &mut fmt::Formatter<'_>, symbol: impl Fn(Square) -> char) -> fmt::Result {
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let end = if file < File::H { " " } else { "\n" };
            let end = if (file, rank) == (File::H, Rank::First) {
                ""
            } else {
                end
            };
            write!(f, "{}{end}", symbol(Square::new(file, rank)))?;
        }
    }
    Ok(())
}

/// Makes a [`Bitboard`](crate::Bitboard) from a drawing: 8 rows of 8 symbols, `X` for a member and
/// `.` for others.
///
/// It is a constant. Rank 8 is at the top and the a-file at the left. Symbols are
/// separated by spaces.
///
/// ```
/// use pawnfill::{Bitboard, bitboard};
///
/// const CENTER: Bitboard = bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X X . . .
///     . . . X X . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
/// };
/// assert_eq!(CENTER.bits(), 0x0000_0018_1800_0000);
/// ```
///
/// A wrong symbol or a wrong number of symbols does not compile:
///
/// ```compile_fail
/// pawnfill::bitboard! { . . . Y }
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($symbol:tt)*) => {
        const {
            let drawing = [$($crate::__square!($symbol, .X)),*];
            assert!(drawing.len() == 64, "a drawing has 8 rows of 8 symbols");
            $crate::Bitboard::from_drawing(&drawing, b'X')
        }
    };
}

/// Makes [`Pawns`](crate::Pawns) from a drawing: 8 rows of 8 symbols, `P` for a white pawn, `p` for
/// a black pawn and `.` for an empty square.
///
/// It is a constant. Rank 8 is at the top and the a-file at the left. Symbols are
/// separated by spaces.
///
/// ```
/// use pawnfill::{Pawns, pawns};
///
/// const START: Pawns = pawns! {
///     . . . . . . . .
///     p p p p p p p p
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     P P P P P P P P
///     . . . . . . . .
/// };
/// assert_eq!(START, Pawns::from_bits(0x0000_0000_0000_ff00, 0x00ff_0000_0000_0000));
/// ```
#[macro_export]
macro_rules! pawns {
    ($($symbol:tt)*) => {
        const {
            let drawing = [$($crate::__square!($symbol, .Pp)),*];
            assert!(drawing.len() == 64, "a drawing has 8 rows of 8 symbols");
            $crate::Pawns::from_drawing(&drawing)
        }
    };
}

/// Makes a pair `(Pawns, Bitboard)` from two drawings side by side.
///
/// The left drawing has the syntax of [`pawns!`](crate::pawns), and the right one of
/// [`bitboard!`](crate::bitboard). The docs of the patterns use it to show a position and the set
/// of a pattern.
///
/// ```
/// let (pawns, front_span) = pawnfill::boards! {
///     . . . . . . . .    . . . . X . . .
///     . . . . . . . .    . . . . X . . .
///     . . . . . . . .    . . . . X . . .
///     . . . . . . . .    . . . . X . . .
///     . . . . P . . .    . . . . . . . .
///     . . . . . . . .    . . . . . . . .
///     . . . . . . . .    . . . . . . . .
///     . . . . . . . .    . . . . . . . .
/// };
/// assert_eq!(pawns.white().front_span(), front_span);
/// ```
#[macro_export]
macro_rules! boards {
    ($(
        $a:tt $b:tt $c:tt $d:tt $e:tt $f:tt $g:tt $h:tt
        $i:tt $j:tt $k:tt $l:tt $m:tt $n:tt $o:tt $p:tt
    )*) => {
        (
            $crate::pawns! { $($a $b $c $d $e $f $g $h)* },
            $crate::bitboard! { $($i $j $k $l $m $n $o $p)* },
        )
    };
}

/// Returns a symbol of a drawing as a byte, if it is allowed there.
#[doc(hidden)]
#[macro_export]
macro_rules! __square {
    (., . $marks:ident) => {
        b'.'
    };
    (X, .X) => {
        b'X'
    };
    (P, .Pp) => {
        b'P'
    };
    (p, .Pp) => {
        b'p'
    };
    ($symbol:tt, . $marks:ident) => {
        compile_error!(concat!(
            "`",
            stringify!($symbol),
            "` is not a symbol of this drawing: expected `.` or one of `",
            stringify!($marks),
            "`, separated by spaces"
        ))
    };
}
