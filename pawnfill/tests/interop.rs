//! Checks that boards of other layouts and other crates convert to the same pawns.

#[macro_use]
mod backends;

use pawnfill::interop::FileMajor;
use pawnfill::pattern::{Column, Value, columns};
use pawnfill::set::{Compare, Reduce};
use pawnfill::{Backend, Bitboard, Color, File, Pawns, Rank, Square, SquareSet, pawns};
use proptest::prelude::*;

/// No symmetry maps this structure to itself, so every wrong order of squares is detected.
const KNOWN: Pawns = pawns! {
    . . . . . . . .
    p . . . . p p .
    . p . . p . . p
    . . . p . . . .
    . . P P . . . .
    . . . . P . . .
    P P . . . P P .
    . . . . . . . .
};
const KNOWN_FEN: &str = "4k3/p4pp1/1p2p2p/3p4/2PP4/4P3/PP3PP1/4K3 w - - 0 1";

#[test]
fn known_bits() {
    assert_eq!(KNOWN.white().own().bits(), 0x0000_0000_0c10_6300);
    assert_eq!(KNOWN.black().own().bits(), 0x0061_9208_0000_0000);
}

/// The name of an order of squares, its constructor, and the number of a square given its file and rank.
type Order = (&'static str, fn(u64) -> Bitboard, fn(usize, usize) -> usize);

const ORDERS: [Order; 4] = [
    ("a1 first", Bitboard::from_bits, |file, rank| 8 * rank + file),
    ("a8 first", Bitboard::from_bits_a8_first, |file, rank| 8 * (7 - rank) + file),
    ("h1 first", Bitboard::from_bits_h1_first, |file, rank| 8 * rank + 7 - file),
    ("file-major", Bitboard::from_bits_file_major, |file, rank| 8 * file + rank),
];

#[test]
fn every_square_of_every_layout() {
    for (name, constructor, number) in ORDERS {
        for square in Square::ALL {
            let bits = 1 << number(square.file().index(), square.rank().index());
            assert_eq!(constructor(bits), square.bitboard(), "{name}, {square}");
        }
    }
}

proptest! {
    #[test]
    fn layouts_keep_sets_and_have_a_way_back(bits: u64) {
        let set = Bitboard::from_bits(bits);
        for (name, constructor, number) in ORDERS {
            let told = set.squares().map(|s| 1 << number(s.file().index(), s.rank().index())).sum();
            prop_assert_eq!(constructor(told), set, "{}", name);
        }
        prop_assert_eq!(Bitboard::from_bits_a8_first(set.flip_vertical().bits()), set);
        prop_assert_eq!(Bitboard::from_bits_h1_first(set.flip_horizontal().bits()), set);
        prop_assert_eq!(Bitboard::from_bits_file_major(set.flip_diagonal().bits()), set);
    }
}

#[test]
fn an_own_board() {
    struct Fen(&'static str);

    impl pawnfill::HasPawns for Fen {
        fn pawns_of(&self, color: Color) -> Bitboard {
            let mine = if color == Color::White { 'P' } else { 'p' };
            let ranks = Rank::ALL.into_iter().rev().zip(self.0.split(['/', ' ']));
            ranks
                .flat_map(|(rank, row)| {
                    let mut file = 0;
                    row.chars().filter_map(move |c| {
                        let here = file;
                        file += c.to_digit(10).unwrap_or(1) as usize;
                        (c == mine).then(|| Square::new(File::ALL[here], rank))
                    })
                })
                .collect()
        }
    }

    assert_eq!(Pawns::from(&Fen(KNOWN_FEN)), KNOWN);
}

#[cfg(feature = "cozy-chess-03")]
mod cozy_chess_03 {
    use super::*;

    #[test]
    fn board() {
        let board: cozy_chess::Board = KNOWN_FEN.parse().unwrap();
        assert_eq!(Pawns::from(&board), KNOWN);
    }

    #[test]
    fn names_and_sets_both_ways() {
        for square in Square::ALL {
            let theirs: cozy_chess::Square = square.into();
            assert_eq!(theirs.to_string(), square.name());
            assert_eq!(Square::from(theirs), square);
            assert_eq!(cozy_chess::BitBoard::from(square.bitboard()), theirs.bitboard());
            assert_eq!(Bitboard::from(theirs.bitboard()), square.bitboard());
        }
        for file in File::ALL {
            let theirs: cozy_chess::File = file.into();
            assert_eq!(theirs.to_string(), file.name());
            assert_eq!(File::from(theirs), file);
        }
        for rank in Rank::ALL {
            let theirs: cozy_chess::Rank = rank.into();
            assert_eq!(theirs.to_string(), rank.name());
            assert_eq!(Rank::from(theirs), rank);
        }
        for color in Color::ALL {
            let theirs: cozy_chess::Color = color.into();
            assert!(color.name().starts_with(&theirs.to_string()));
            assert_eq!(Color::from(theirs), color);
        }
    }
}

/// Checks that every step has the same result in both orders.
fn steps_of(set: Bitboard) {
    let file_major = FileMajor::from(set);
    macro_rules! each_step {
        ($($n:literal)*) => {$(
            assert_eq!(file_major.up::<$n>().to_bitboard(), set.up::<$n>(), "up {}", $n);
            assert_eq!(file_major.down::<$n>().to_bitboard(), set.down::<$n>(), "down {}", $n);
            assert_eq!(file_major.rotate_up::<$n>().to_bitboard(), set.rotate_up::<$n>(), "rotate {}", $n);
        )*};
    }
    each_step!(1 2 3 4 5 6 7 8 9 10 15 16 17 24 31 32 33 40 47 48 55 56 57 58 62 63);
    macro_rules! each_rank {
        ($($rank:literal)*) => {$(
            let table: [u64; 256] = core::array::from_fn(|files| (files as u64).wrapping_mul(0x0102_0304_0506_0701));
            assert_eq!(file_major.lookup::<$rank, 256>(&table).to_bitboard(), set.lookup::<$rank, 256>(&table), "{}", $rank);
            let few: [u8; 16] = core::array::from_fn(|files| 201 - files as u8);
            assert_eq!(file_major.lookup::<$rank, 16>(&few).to_bitboard(), set.lookup::<$rank, 16>(&few), "{}", $rank);
        )*};
    }
    each_rank!(0 8 16 24 32 40 48 56);
}

/// Checks every pattern of both sides in both orders.
fn patterns_of<B: Backend>(pawns: Pawns) {
    let (white, black) = (pawns.white().own(), pawns.black().own());
    let file_major = Pawns::<B, FileMajor>::new(white.into(), black.into());
    for column in columns() {
        let turned = match column.of(file_major) {
            Value::Set(set) => Value::Set(set.to_bitboard()),
            Value::Files(files) => Value::Files(files),
            Value::Number(number) => Value::Number(number),
        };
        assert_eq!(turned, column.of(pawns), "{column}, {}", B::NAME);
    }
    for color in Color::ALL {
        for square in Square::ALL {
            let (turned, view) = (file_major.side(color), pawns.side(color));
            assert_eq!(turned.is_passed(square), view.is_passed(square));
            assert_eq!(turned.is_candidate(square), view.is_candidate(square));
            assert_eq!(turned.stoppers_of(square).to_bitboard(), view.stoppers_of(square));
        }
    }
}

proptest! {
    #[test]
    fn file_major_sets(bits: u64, other: u64) {
        let (set, other) = (Bitboard::from_bits(bits), Bitboard::from_bits(other));
        let (a, b) = (FileMajor::from(set), FileMajor::from(other));
        prop_assert_eq!(Bitboard::from(a), set);
        prop_assert_eq!(FileMajor::from_bits(bits).to_bitboard(), Bitboard::from_bits_file_major(bits));
        prop_assert_eq!([a & b, a | b, a ^ b, !a].map(Bitboard::from), [set & other, set | other, set ^ other, !set]);
        prop_assert_eq!(Compare::is_empty(a & b), Compare::is_empty(set & other));
        prop_assert_eq!(a.count_le(b), set.count_le(other));
        prop_assert_eq!((Reduce::count(a), a.to_file_set()), (Reduce::count(set), set.to_file_set()));
        steps_of(set);
    }

    #[test]
    fn file_major_pawns(white: u64, black: u64, thin: u64) {
        for (white, black) in [(white, black), (white & thin, black & !white & thin)] {
            each_backend!(B => patterns_of::<B>(Pawns::from_bits(white, black)));
        }
    }
}

/// Checks that an engine with h1 = 0 can pass its sets unchanged: counts stay equal, but east and west are exchanged.
#[test]
fn mirrored_sets_have_the_same_counts() {
    let mut sides = 0;
    for column in columns() {
        let name = column.to_string();
        let swapped = name.split('_').map(|word| match word {
            "east" => "west",
            "west" => "east",
            word => word,
        });
        let swapped = swapped.collect::<Vec<_>>().join("_");
        sides += usize::from(swapped != name);
        let mirrored = Column::from_name(&swapped).unwrap().of(KNOWN.flip_horizontal());
        assert_eq!(column.of(KNOWN).count(), mirrored.count(), "{name}");
    }
    assert!(sides > 20);
}
