//! The default backend, selected by features.

use super::forward;
use crate::{Backend, Bitboard, FileSet, Side, Square, SquareSet};

#[cfg(not(any(feature = "lookup", feature = "hybrid")))]
type Active = super::KoggeStone;
#[cfg(all(feature = "lookup", not(feature = "hybrid")))]
type Active = super::Lookup;
#[cfg(feature = "hybrid")]
type Active = super::Hybrid;

/// The default backend, selected by the features of the crate.
///
/// | features | `Auto` computes with |
/// |---|---|
/// | none, or `table-backends` | `KoggeStone` |
/// | `lookup` | `Lookup` |
/// | `hybrid`, with or without `lookup` | `Hybrid` |
///
/// `Auto` is a separate type, so features change no signature.
///
/// If one dependency of a program enables `lookup` or `hybrid`, `Auto` changes for all of them.
/// [`docs::backends`](crate::docs::backends) helps you choose.
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
        beside_files<S: SquareSet>(set: S) -> S;
        file_span<S: SquareSet>(set: S) -> S;
        file_set<S: SquareSet>(set: S) -> S;
        files_to_bitboard<>(files: FileSet) -> Bitboard;
        file_mask<>(square: Square) -> Bitboard;
        north_ray<>(square: Square) -> Bitboard;
        south_ray<>(square: Square) -> Bitboard;
        neighbor_files<>(square: Square) -> Bitboard;
        front_attack_span<C: Side>(square: Square) -> Bitboard;
        rear_attack_span<C: Side>(square: Square) -> Bitboard;
        passer_span<C: Side>(square: Square) -> Bitboard;
        pair_partners<>(square: Square) -> Bitboard;
    }
}
