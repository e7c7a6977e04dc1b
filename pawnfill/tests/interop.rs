//! Checks that boards of other layouts and other crates convert to the same pawns.

use pawnfill::Bitboard;
use proptest::prelude::*;

/// The name of an order of squares, its constructor, and the number of a square given its
/// file and rank.
type Order = (&'static str, fn(u64) -> Bitboard, fn(usize, usize) -> usize);

const ORDERS: [Order; 4] = [
    ("a1 first", Bitboard::from_bits, |file, rank| {
        8 * rank + file
    }),
    ("a8 first", Bitboard::from_bits_a8_first, |file, rank| {
        8 * (7 - rank) + file
    }),
    ("h1 first", Bitboard::from_bits_h1_first, |file, rank| {
        8 * rank + 7 - file
    }),
    (
        "file-major",
        Bitboard::from_bits_file_major,
        |file, rank| 8 * file + rank,
    ),
];

proptest! {
    #[test]
    fn layouts_keep_sets(bits: u64) {
        let set = Bitboard::from_bits(bits);
        for (name, constructor, number) in ORDERS {
            let told = set.squares().map(|s| 1 << number(s.file().index(), s.rank().index())).sum();
            prop_assert_eq!(constructor(told), set, "{}", name);
        }
    }
}

#[cfg(feature = "cozy-chess-03")]
mod cozy_chess_03 {
    use pawnfill::{Pawns, Square};

    use super::*;

    #[test]
    fn board() {
        // No symmetry maps these pawns to themselves, so every wrong order of squares is detected.
        let fen = "4k3/p4pp1/1p2p2p/3p4/2PP4/4P3/PP3PP1/4K3 w - - 0 1";
        let board: cozy_chess::Board = fen.parse().unwrap();
        assert_eq!(Pawns::from_fen(fen), Ok(Pawns::from(&board)));
    }

    #[test]
    fn names_and_sets_both_ways() {
        /// Checks each value of a type.
        macro_rules! same {
            ($($name:ident)*) => {$(
                for value in pawnfill::$name::ALL {
                    let theirs: cozy_chess::$name = value.into();
                    assert!(value.name().starts_with(&theirs.to_string()));
                    assert_eq!(pawnfill::$name::from(theirs), value);
                }
            )*};
        }
        same!(Square File Rank Color);
        for square in Square::ALL {
            let theirs = cozy_chess::Square::from(square).bitboard();
            assert_eq!(cozy_chess::BitBoard::from(square.bitboard()), theirs);
            assert_eq!(Bitboard::from(theirs), square.bitboard());
        }
    }
}
