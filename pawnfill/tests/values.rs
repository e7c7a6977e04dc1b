//! Boards, sets of files and squares against plain sets of numbers, and how they are written.

use std::collections::BTreeSet;

use pawnfill::{Bitboard, Color, Compare, File, FileSet, Pawns, Rank, Reduce, Square, pawns};
use proptest::prelude::*;

/// The numbers of the members of a set, asked one by one.
fn numbers(board: Bitboard) -> BTreeSet<usize> {
    Square::ALL.into_iter().filter(|&square| board.contains(square)).map(Square::index).collect()
}

fn file_numbers(files: FileSet) -> BTreeSet<usize> {
    File::ALL.into_iter().filter(|&file| files.contains(file)).map(File::index).collect()
}

/// The numbers of the bits that are 1.
fn ones(bits: u64) -> BTreeSet<usize> {
    (0..64).filter(|bit| bits >> bit & 1 != 0).collect()
}

proptest! {
    #[test]
    fn boards_are_sets(a: u64, b: u64, thin: u64) {
        // Sets of all sizes, some of them within one another.
        for (a, b) in [(a, b), (a & b, a), (a & b & thin, b), (a, a), (0, b)] {
            let (x, y) = (Bitboard::from_bits(a), Bitboard::from(b));
            let (left, right) = (ones(a), ones(b));
            prop_assert_eq!(numbers(x), left.clone());
            prop_assert_eq!(numbers(x | y), &left | &right);
            prop_assert_eq!(numbers(x & y), &left & &right);
            prop_assert_eq!(numbers(x ^ y), &left ^ &right);
            prop_assert_eq!(numbers(x - y), &left - &right);
            prop_assert_eq!(numbers(!x), &ones(!0) - &left);
            prop_assert_eq!(x.is_subset(y), left.is_subset(&right));
            prop_assert_eq!(x.is_empty(), left.is_empty());
            prop_assert_eq!(Compare::is_empty(x), left.is_empty());
            prop_assert_eq!(x.count_le(y), left.len() <= right.len());
            prop_assert_eq!(x.count() as usize, left.len());
            prop_assert_eq!(Reduce::count(x) as usize, left.len());
            prop_assert_eq!(x.first().map(Square::index), left.first().copied());
            prop_assert!(x.squares().map(Square::index).eq(left.iter().copied()));
            prop_assert_eq!(x.squares().len(), left.len());
            prop_assert_eq!(x.into_iter().collect::<Bitboard>(), x);
            prop_assert_eq!((x.bits(), u64::from(x)), (a, a));

            let (mut or, mut and, mut xor, mut minus) = (x, x, x, x);
            or |= y;
            and &= y;
            xor ^= y;
            minus -= y;
            prop_assert_eq!([or, and, xor, minus], [x | y, x & y, x ^ y, x - y]);
        }
    }

    #[test]
    fn other_layouts(bits: u64) {
        for (bit, square) in (0..64).zip(Square::ALL) {
            let (file, rank) = (File::ALL[bit % 8], Rank::ALL[bit / 8]);
            let is_one = bits >> bit & 1 != 0;
            let turned = Square::new(file, Rank::ALL[7 - bit / 8]);
            prop_assert_eq!(Square::new(file, rank), square);
            prop_assert_eq!(Bitboard::from_bits_a8_first(bits).contains(turned), is_one);
            prop_assert_eq!(Bitboard::from_bits_h1_first(bits).flip_horizontal().contains(square), is_one);
            prop_assert_eq!(Bitboard::from_bits_file_major(bits).flip_diagonal().contains(square), is_one);
            let transposed = Square::ALL[8 * (bit % 8) + bit / 8];
            prop_assert_eq!(Bitboard::from_bits(bits).flip_diagonal().contains(transposed), is_one);
        }
    }

    #[test]
    fn pawns_of_a_color(white: u64, black: u64) {
        let pawns = Pawns::from_bits(white, black);
        for color in Color::ALL {
            let (own, enemy) = match color {
                Color::White => (white, black),
                Color::Black => (black, white),
            };
            prop_assert_eq!(pawns.side(color).own().bits(), own);
            prop_assert_eq!(pawns.side(color).enemy().bits(), enemy);
            prop_assert_eq!(pawns.side(color).opponent().own().bits(), enemy);
        }
        prop_assert_eq!(pawns.white().opponent().own(), pawns.black().own());
        prop_assert_eq!(pawns.empty_squares().bits(), !(white | black));
        prop_assert_eq!(pawns.white().empty_squares(), pawns.empty_squares());
        prop_assert_eq!(pawns.black().empty_squares(), pawns.empty_squares());
    }
}

#[test]
fn full_and_empty() {
    assert_eq!(numbers(Bitboard::FULL), ones(!0));
    assert_eq!(numbers(Bitboard::EMPTY), BTreeSet::new());
    assert_eq!(file_numbers(FileSet::FULL), ones(0xff));
    assert_eq!(file_numbers(FileSet::EMPTY), BTreeSet::new());
}

#[test]
fn file_sets_are_sets() {
    for a in 0..=255 {
        for b in [0, 0xff, a, a >> 1, a ^ 0x5a, 0x0f] {
            let (x, y) = (FileSet::from_bits(a), FileSet::from(b));
            let (left, right) = (ones(a.into()), ones(b.into()));
            assert_eq!(file_numbers(x), left);
            assert_eq!(file_numbers(x | y), &left | &right);
            assert_eq!(file_numbers(x & y), &left & &right);
            assert_eq!(file_numbers(x ^ y), &left ^ &right);
            assert_eq!(file_numbers(x - y), &left - &right);
            assert_eq!(file_numbers(!x), &ones(0xff) - &left);
            assert_eq!(x.is_empty(), left.is_empty());
            assert_eq!(x.count() as usize, left.len());
            assert!(x.files().map(File::index).eq(left.iter().copied()));
            assert_eq!(x.files().rev().collect::<FileSet>(), x);
            assert_eq!((x.bits(), u8::from(x)), (a, a));
        }
    }
}

#[test]
fn squares_files_and_ranks() {
    for (number, square) in Square::ALL.into_iter().enumerate() {
        let (file, rank) = (number % 8, number / 8);
        assert_eq!((square.index(), Square::from_index(number)), (number, Some(square)));
        assert_eq!((square.file().index(), square.rank().index()), (file, rank));
        assert_eq!(square.flip_vertical().index(), 8 * (7 - rank) + file);
        assert_eq!(numbers(square.bitboard()), BTreeSet::from([number]));
        assert_eq!(Bitboard::from(square), square.bitboard());
        assert_eq!([square, square].into_iter().collect::<Bitboard>(), square.bitboard());
        assert_eq!(square.name(), format!("{}{}", "abcdefgh".as_bytes()[file] as char, rank + 1));
        assert_eq!(square.name().parse(), Ok(square));
        assert_eq!(square.to_string(), square.name());
    }
    for number in 0..8 {
        let (file, rank) = (File::ALL[number], Rank::ALL[number]);
        assert_eq!((File::from_index(number), Rank::from_index(number)), (Some(file), Some(rank)));
        assert_eq!(numbers(file.bitboard()), (0..64).filter(|square| square % 8 == number).collect());
        assert_eq!(numbers(rank.bitboard()), (0..64).filter(|square| square / 8 == number).collect());
        assert_eq!((file.name().parse(), rank.name().parse()), (Ok(file), Ok(rank)));
        assert_eq!(file_numbers(file.into()), BTreeSet::from([number]));
        assert_eq!([file, file].into_iter().collect::<FileSet>(), FileSet::from(file));
    }
    assert_eq!((Square::from_index(64), File::from_index(8), Rank::from_index(8)), (None, None, None));
    assert_eq!("e9".parse::<Square>().unwrap_err().to_string(), "expected a square from a1 to h8");
}

#[test]
fn colors() {
    assert_eq!(Color::ALL.map(Color::index), [0, 1]);
    assert_eq!(Color::ALL.map(Color::opponent), [Color::Black, Color::White]);
    assert_eq!(Color::ALL.map(|color| color.to_string()), ["white", "black"]);
}

#[test]
fn writing() {
    let pawns = pawns! {
        . . . . . . . .
        p p . . . . . p
        . . p . . . . .
        . . . . . . . .
        . . . . P . . .
        . . . . . . . .
        P . . . . . . P
        . . . . . . . .
    };
    let lines = [
        ". . . . . . . .",
        "p p . . . . . p",
        ". . p . . . . .",
        ". . . . . . . .",
        ". . . . P . . .",
        ". . . . . . . .",
        "P . . . . . . P",
        ". . . . . . . .",
    ];
    assert_eq!(pawns.to_string(), lines.join("\n"));
    assert_eq!(
        format!("{pawns:?}"),
        "Pawns { white: Bitboard(0x0000000010008100), black: Bitboard(0x0083040000000000) }"
    );
    assert_eq!(Pawns::from_bits(1 << 63, 1 << 63).to_string().lines().next(), Some(". . . . . . . ?"));

    let white = pawns.white().own();
    let drawing = lines.join("\n").replace('P', "X").replace('p', ".");
    assert_eq!(white.to_string(), drawing);
    assert_eq!(format!("{white:?}"), "Bitboard(0x0000000010008100)");
    assert_eq!(format!("{white:#?}"), format!("Bitboard(0x0000000010008100)\n{drawing}"));
    assert_eq!(format!("{white:#x}"), "0x10008100");

    let files = white.file_set();
    assert_eq!(files.to_string(), "a...e..h");
    assert_eq!(format!("{files:?}"), "FileSet(a...e..h)");
    assert_eq!(format!("{files:#04x}"), "0x91");
}
