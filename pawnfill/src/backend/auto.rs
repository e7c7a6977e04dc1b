//! The backend that the feature flag picks.

use super::forward;
use crate::{Backend, Bitboard, FileSet, Side, Square, SquareSet};

#[cfg(not(feature = "lookup"))]
type Active = super::KoggeStone;
#[cfg(feature = "lookup")]
type Active = super::Lookup;

/// The backend that the features of the crate pick: `KoggeStone`, or `Lookup` with feature `lookup`.
///
/// A type of its own, so that no signature changes with a feature; it forwards every call.
///
/// Features are united over a program: one dependent that asks for `lookup` makes `Auto` mean `Lookup` for all.
/// Code that must not depend on that names its backend; [`docs::backends`](crate::docs::backends) tells how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Auto;

impl Backend for Auto {
    const NAME: &'static str = Active::NAME;

    forward! { Active:
        north_fill<S: SquareSet>(set: S) -> S;
        south_fill<S: SquareSet>(set: S) -> S;
        north_span<S: SquareSet>(set: S) -> S;
        south_span<S: SquareSet>(set: S) -> S;
        file_fill<S: SquareSet>(set: S) -> S;
        file_span<S: SquareSet>(set: S) -> S;
        file_set<S: SquareSet>(set: S) -> S;
        restore<>(files: FileSet) -> Bitboard;
        file_mask<>(square: Square) -> Bitboard;
        north_ray<>(square: Square) -> Bitboard;
        south_ray<>(square: Square) -> Bitboard;
        neighbour_files<>(square: Square) -> Bitboard;
        front_attack_span<C: Side>(square: Square) -> Bitboard;
        rear_attack_span<C: Side>(square: Square) -> Bitboard;
        passer_span<C: Side>(square: Square) -> Bitboard;
    }
}
