//! The kinds of boards on which a condition can be evaluated: one, several, or all at once.

use std::array;

use pawnfill::set::{Lanes, Reduce};
use pawnfill::{Color, FileSet, KoggeStone, Pawns, Placement};
use pawnfill_expression::grammar::Comparator;
use pawnfill_symbolic::{Bit, Number, Symbolic};

/// The operations that conditions need besides those of patterns.
pub trait Board: Reduce<Mask: PartialEq> {
    /// Returns a constant truth value.
    fn truth(is_met: bool) -> Self::Mask;
    /// Returns `true` if at least one of them is.
    fn or(a: Self::Mask, b: Self::Mask) -> Self::Mask {
        !(!a & !b)
    }
    /// Returns every square of the files.
    fn of_files(files: Self::Files) -> Self;
    /// Returns the sum of two numbers, or their difference, in two's complement.
    fn sum(left: Self::Number, right: Self::Number, is_difference: bool) -> Self::Number;
    /// Compares two numbers in two's complement.
    fn compare(left: Self::Number, right: Self::Number, comparison: Comparator) -> Self::Mask;
}

/// The pawns of such a board. Conditions use no tables.
pub(crate) type BoardPawns<S> = Pawns<KoggeStone, S>;

/// The squares of each color's pawns, knights, bishops, rooks, queens and kings.
pub(crate) type Pieces<S> = [[S; 6]; 2];

/// One board.
pub(crate) type One = Lanes<1>;

/// Returns one board for each of the pieces.
pub(crate) fn pieces(placement: Placement) -> Pieces<One> {
    placement
        .pieces()
        .map(|side| side.map(|set| Lanes::new([set.bits()])))
}

/// Returns pawns side by side.
pub(crate) fn lanes<const N: usize>(pawns: [Pawns; N]) -> BoardPawns<Lanes<N>> {
    let [white, black] = Color::ALL.map(|color| pawns.map(|pawns| pawns.side(color).own().bits()));
    Pawns::new(Lanes::new(white), Lanes::new(black))
}

/// Returns whether two numbers compare like this.
fn holds(comparison: Comparator, left: u32, right: u32) -> bool {
    let (left, right) = (left.cast_signed(), right.cast_signed());
    match comparison {
        Comparator::Equal => left == right,
        Comparator::NotEqual => left != right,
        Comparator::Less => left < right,
        Comparator::LessOrEqual => left <= right,
        Comparator::Greater => left > right,
        Comparator::GreaterOrEqual => left >= right,
    }
}

fn added(left: u32, right: u32, is_difference: bool) -> u32 {
    if is_difference {
        left.wrapping_sub(right)
    } else {
        left.wrapping_add(right)
    }
}

/// Returns a full board, or an empty one.
fn full_if(is_met: bool) -> u64 {
    if is_met { u64::MAX } else { 0 }
}

/// Several boards side by side, which take little longer than one.
impl<const N: usize> Board for Lanes<N> {
    fn truth(is_met: bool) -> Self {
        Self::new([full_if(is_met); N])
    }

    fn of_files(files: [FileSet; N]) -> Self {
        Self::new(files.map(|files| files.to_bitboard().bits()))
    }

    fn sum(left: [u32; N], right: [u32; N], is_difference: bool) -> [u32; N] {
        array::from_fn(|lane| added(left[lane], right[lane], is_difference))
    }

    fn compare(left: [u32; N], right: [u32; N], comparison: Comparator) -> Self {
        Self::new(array::from_fn(|lane| {
            full_if(holds(comparison, left[lane], right[lane]))
        }))
    }
}

impl Board for Symbolic {
    fn truth(is_met: bool) -> Bit {
        is_met.into()
    }

    fn of_files(files: Self::Files) -> Self {
        Self(array::from_fn(|square| files[square % 8]))
    }

    fn sum(left: Number, right: Number, is_difference: bool) -> Number {
        left.combine(right, |left, right| added(left, right, is_difference))
    }

    fn compare(left: Number, right: Number, comparison: Comparator) -> Bit {
        left.when(right, |left, right| holds(comparison, left, right))
    }
}
