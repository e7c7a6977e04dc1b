//! Compares boards, sets of files and squares with plain sets of numbers, and checks
//! their printed form.

use std::collections::BTreeSet;

use pawnfill::set::Reduce;
use pawnfill::{
    Bitboard, Black, Color, FenErrorReason, File, FileSet, KoggeStone, Pawns, Rank, Side, Square,
    White, pawns,
};
use proptest::prelude::*;

/// Returns the numbers of the members of a set, tested one by one.
fn numbers(board: Bitboard) -> BTreeSet<usize> {
    Square::ALL
        .into_iter()
        .filter(|&square| board.contains(square))
        .map(Square::index)
        .collect()
}

fn file_numbers(files: FileSet) -> BTreeSet<usize> {
    File::ALL
        .into_iter()
        .filter(|&file| files.contains(file))
        .map(File::index)
        .collect()
}

/// Returns the numbers of the bits that are 1.
fn ones(bits: u64) -> BTreeSet<usize> {
    (0..64).filter(|bit| bits >> bit & 1 != 0).collect()
}

/// Checks that a pair of sets behaves like the sets of the numbers of their members.
macro_rules! same_sets {
    ($set:ident of $member:ident by $numbers:ident, $members:ident, $full:literal: $a:expr, $b:expr) => {{
        let (a, b) = ($a, $b);
        let (x, y) = ($set::from_bits(a), $set::from(b));
        let (left, right) = (ones(a.into()), ones(b.into()));
        assert_eq!(
            [$set::EMPTY, $set::FULL, x].map($numbers),
            [BTreeSet::new(), ones($full), left.clone()]
        );
        assert_eq!($numbers(x | y), &left | &right);
        assert_eq!($numbers(x & y), &left & &right);
        assert_eq!($numbers(x ^ y), &left ^ &right);
        assert_eq!($numbers(x - y), &left - &right);
        assert_eq!($numbers(!x), &ones($full) - &left);
        assert_eq!(x.is_subset(y), left.is_subset(&right));
        assert_eq!(
            (x.is_empty(), x.count() as usize),
            (left.is_empty(), left.len())
        );
        assert_eq!(x.first().map($member::index), left.first().copied());
        assert_eq!(x.last().map($member::index), left.last().copied());
        assert!(x.$members().map($member::index).eq(left.iter().copied()));
        assert!(
            x.into_iter()
                .rev()
                .map($member::index)
                .eq(left.iter().rev().copied())
        );
        assert_eq!(x.$members().len(), left.len());
        assert_eq!(x.into_iter().collect::<$set>(), x);
        let (mut ends, mut met) = (x.$members(), 0);
        while let (Some(first), last) = (ends.next(), ends.next_back()) {
            assert!(last.is_none_or(|last| first < last));
            met += 1 + usize::from(last.is_some());
        }
        assert_eq!(met, left.len());
        let (mut or, mut and, mut xor, mut minus, mut both) = (x, x, x, x, x);
        or |= y;
        and &= y;
        xor ^= y;
        minus -= y;
        both.extend(y);
        assert_eq!(
            [or, and, xor, minus, both],
            [x | y, x & y, x ^ y, x - y, x | y]
        );
        assert_eq!((x.bits(), a), (a, x.into()));
    }};
}

proptest! {
    #[test]
    fn boards_are_sets(a: u64, b: u64, thin: u64) {
        // Sets of all sizes. Some are subsets of others.
        for (a, b) in [(a, b), (a & b, a), (a & b & thin, b), (a, a), (0, b)] {
            same_sets!(Bitboard of Square by numbers, squares, 0xffff_ffff_ffff_ffff: a, b);
            let (x, y) = (Bitboard::from_bits(a), Bitboard::from_bits(b));
            prop_assert_eq!((Reduce::is_empty(x), Reduce::count(x)), (x.is_empty(), x.count()));
            prop_assert_eq!(x.count_le(y), x.count() <= y.count());
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
        let inner = 0x00ff_ffff_ffff_ff00;
        let possible = Pawns::from_bits(white & inner, black & inner & !white);
        prop_assert_eq!(Pawns::from_fen(&possible.placement().to_string()), Ok(possible));
    }
}

#[test]
fn file_sets_are_sets() {
    for a in 0..=255 {
        for b in [0, 0xff, a, a >> 1, a ^ 0x5a, 0x0f] {
            same_sets!(FileSet of File by file_numbers, files, 0xff: a, b);
        }
    }
}

#[test]
fn files_leave_the_board_and_do_not_wrap() {
    for bits in 0..=255 {
        let set = FileSet::from_bits(bits);
        for by in [0, 1, 3, 7, 8, 9, 40, u32::MAX] {
            let moved = |to: fn(u64, u64) -> Option<u64>| {
                let files = ones(bits.into())
                    .into_iter()
                    .filter_map(|file| to(file as u64, by.into()));
                files
                    .filter(|&file| file < 8)
                    .map(|file| file as usize)
                    .collect()
            };
            assert_eq!(
                file_numbers(set << by),
                moved(u64::checked_add),
                "{set:?} << {by}"
            );
            assert_eq!(
                file_numbers(set >> by),
                moved(u64::checked_sub),
                "{set:?} >> {by}"
            );
        }
        assert_eq!((set.east(), set.west()), (set << 1, set >> 1));
        assert_eq!(
            set.flip_horizontal(),
            set.into_iter().map(File::flip_horizontal).collect()
        );
    }
}

#[test]
fn squares_files_and_ranks() {
    for (number, square) in Square::ALL.into_iter().enumerate() {
        let (file, rank) = (number % 8, number / 8);
        assert_eq!(
            (square.index(), Square::from_index(number)),
            (number, Some(square))
        );
        assert_eq!(Square::from_index(number + 64), None);
        assert_eq!(Square::from_index_wrapping(number + 64), square);
        assert_eq!(Square::try_from(u8::from(square)), Ok(square));
        assert_eq!((square.file().index(), square.rank().index()), (file, rank));
        assert_eq!(square.flip_vertical().index(), 8 * (7 - rank) + file);
        assert_eq!(square.flip_horizontal().index(), 8 * rank + 7 - file);
        assert_eq!(square.flip_diagonal().index(), 8 * file + rank);
        let relative = [
            square.relative_rank(Color::White),
            square.relative_rank(Color::Black),
        ];
        assert_eq!(relative.map(Rank::index), [rank, 7 - rank]);
        assert_eq!(
            [White::relative_rank(square), Black::relative_rank(square)],
            relative
        );
        assert_eq!(numbers(square.bitboard()), BTreeSet::from([number]));
        assert_eq!(Bitboard::from_iter([square; 2]), square.bitboard());
        assert_eq!(square.name(), format!("{}{}", square.file(), rank + 1));
        assert_eq!(square.to_string().parse(), Ok(square));
    }
    for number in 0..8 {
        let (file, rank) = (File::ALL[number], Rank::ALL[number]);
        assert_eq!(
            (File::try_from(number), Rank::try_from(number)),
            (Ok(file), Ok(rank))
        );
        assert_eq!(
            (file.flip_horizontal().index(), rank.flip_vertical().index()),
            (7 - number, 7 - number)
        );
        assert_eq!(
            numbers(file.bitboard()),
            (0..64).filter(|square| square % 8 == number).collect()
        );
        assert_eq!(
            numbers(rank.bitboard()),
            (0..64).filter(|square| square / 8 == number).collect()
        );
        assert_eq!(
            (file.name().parse(), rank.name().parse()),
            (Ok(file), Ok(rank))
        );
        assert_eq!(file_numbers(file.into()), BTreeSet::from([number]));
    }
    assert!(Square::try_from(64_u32).is_err() && Square::try_from(usize::MAX).is_err());
    assert!(Square::try_from(-1_i32).is_err() && Square::try_from(63_i32) == Ok(Square::H8));
    assert!(File::try_from(8_u8).is_err() && Color::try_from(2_u8).is_err());
    assert_eq!(
        Rank::try_from(8_usize).unwrap_err().to_string(),
        "no rank has number 8: expected a number from 0 to 7"
    );
    assert_eq!(
        "e9".parse::<Square>().unwrap_err().to_string(),
        "expected a square from a1 to h8"
    );
}

#[test]
fn colors() {
    assert_eq!(Color::ALL.map(Color::index), [0, 1]);
    assert_eq!([2, 3].map(Color::from_index_wrapping), Color::ALL);
    assert_eq!(
        Color::ALL.map(Color::opponent),
        [Color::Black, Color::White]
    );
    assert_eq!(
        (!Color::White, Color::Black.to_string().as_str()),
        (Color::Black, "black")
    );
    let second = Rank::Second.bitboard();
    assert_eq!(
        Color::ALL.map(|color| color.orient(second)),
        [second, Rank::Seventh.bitboard()]
    );
    assert_eq!(
        Color::ALL.map(|color| color.name().parse()),
        Color::ALL.map(Ok)
    );
    assert_eq!(
        "w".parse::<Color>().unwrap_err().to_string(),
        "expected white or black"
    );
}

#[test]
fn pawns_of_a_fen() {
    let pawns = pawns! {
        . . . . . . . .
        p p p . p p p p
        . . . . . . . .
        . . . p . . . .
        . . . P P . . .
        . . . . . . . .
        P P P . . P P P
        . . . . . . . .
    };
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2";
    assert_eq!(Pawns::from_fen(fen), Ok(pawns));
    assert_eq!(fen.split(' ').next().unwrap().parse(), Ok(pawns));
    assert_eq!(Pawns::from_fen(&fen.replace(' ', "\t")), Ok(pawns));
    assert_eq!(fen.parse(), Ok(pawns.with_backend::<KoggeStone>()));
    assert_eq!(
        Pawns::from_bits(1 << 63 | 1, 1 << 63)
            .placement()
            .to_string(),
        "7?/8/8/8/8/8/8/P7"
    );
}

#[test]
fn what_is_no_fen() {
    // The FEN, and the message behind `at byte`.
    const CASES: &str = "\
        | 0: there are 0 ranks instead of 8
        8/8/8/8/8/8/8 | 13: there are 7 ranks instead of 8
        8/8/8/8/8/8/8 w | 13: there are 7 ranks instead of 8
        8/8/8/8/8/8/8/8/8 | 15: there are more than 8 ranks
        8/8/8/8/8/8/8/ | 14: rank 1 has 0 files instead of 8
        8/pp5/8 | 5: rank 7 has 7 files instead of 8
        8/pp7/8 | 4: rank 7 has more than 8 files
        8/8p/8 | 3: rank 7 has more than 8 files
        8/44/8 | 3: rank 7 has two numbers in a row
        7P/8 | 1: there is a pawn on rank 8
        8/8/8/8/8/8/8/p7 | 14: there is a pawn on rank 1
        8/♙7/8 | 2: '♙' is neither a piece nor a number from 1 to 8
        8/\0 | 2: '\\u{0}' is neither a piece nor a number from 1 to 8
        9/8 | 0: '9' is neither a piece nor a number from 1 to 8";
    for case in CASES.lines() {
        let (fen, message) = case.split_once("| ").unwrap();
        let error = Pawns::from_fen(fen.trim()).unwrap_err();
        assert_eq!(error.to_string(), format!("at byte {message}"), "{fen}");
        assert!(message.starts_with(&error.offset().to_string()), "{fen}");
    }
    let reason = Pawns::from_fen("8/pp7/8").unwrap_err().reason();
    let rank = Rank::Seventh;
    assert_eq!(reason, FenErrorReason::RankTooLong { rank });
}

#[cfg(feature = "serde")]
#[test]
fn values_in_json() {
    use std::fmt::Debug;

    fn same<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(
        value: T,
        json: &str,
    ) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }
    fn error<T: serde::de::DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }
    same(Bitboard::from_bits(0xff00), "\"0x000000000000ff00\"");
    same(FileSet::from_bits(0x0f), "\"0x0f\"");
    same(
        (Square::E4, File::E, Rank::Fourth, Color::Black),
        r#"["e4","e","4","black"]"#,
    );
    let pawns = r#"{"white":"0x0000000000000100","black":"0x0000000000020000"}"#;
    same(
        Pawns::from_bits(0x0100, 0x0002_0000).with_backend::<KoggeStone>(),
        pawns,
    );

    let wrong = r#"invalid value: string "ff00", expected a hexadecimal string such as "0x000000000000ff00""#;
    assert!(
        error::<Bitboard>("\"ff00\"").starts_with(wrong),
        "{}",
        error::<Bitboard>("\"ff00\"")
    );
    assert!(
        error::<Square>("\"e9\"")
            .starts_with(r#"invalid value: string "e9", expected a square from a1 to h8"#)
    );
    error::<FileSet>("\"0x100\"");
    error::<Bitboard>("65280");
}

#[test]
fn writing() {
    let pawns = Pawns::from_fen("8/pp5p/2p5/8/4P3/8/P6P/8").unwrap();
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
    assert_eq!(
        Pawns::from_bits(1 << 63, 1 << 63)
            .to_string()
            .lines()
            .next(),
        Some(". . . . . . . ?")
    );

    let white = pawns.white().own();
    let drawing = lines.join("\n").replace('P', "X").replace('p', ".");
    assert_eq!(white.to_string(), drawing);
    assert_eq!(
        format!("{white:#?}"),
        format!("Bitboard(0x0000000010008100)\n{drawing}")
    );
    assert_eq!(
        format!("{white:#x} {:X} {white:o}", !white),
        "0x10008100 FFFFFFFFEFFF7EFF 2000100400"
    );
    assert_eq!(
        format!("{:?}", pawns.black()),
        "SideView { own: Bitboard(0x0083040000000000), enemy: Bitboard(0x0000000010008100) }"
    );

    let files = white.file_set();
    assert_eq!(files.to_string(), "a...e..h");
    assert_eq!(format!("{files:?}"), "FileSet(a...e..h)");
    assert_eq!(format!("{files:#04x} {files:#b}"), "0x91 0b10010001");
}
