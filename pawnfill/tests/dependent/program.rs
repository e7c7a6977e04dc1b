//! A program without `std`, allocator or reachable panic.
//!
//! Its panic handler calls a function that does not exist, so it links only if the optimizer
//! removes every panic.

#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::hint::black_box;

use pawnfill::pattern::{CONTACTS, Column, QUESTIONS, columns};
use pawnfill::{Auto, Backend, Bitboard, Color, File, FileSet, Pawns, Rank, Square};

// The C library of the system starts the program.
#[link(name = "c")]
unsafe extern "C" {}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}

#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let (white, black) = black_box((0x0000_0000_1000_ef00, 0x00ef_0010_0000_0000));
    pawnfill::for_each_backend!(B => backend::<B>(white, black));
    backend::<Auto>(white, black);
    values(white, black);
    texts(Pawns::from_bits(white, black));
    #[cfg(feature = "control")]
    let _ = black_box([white, black][black_box(2)]);
    // As a board of another crate.
    #[cfg(feature = "board")]
    let _ = <Pawns>::from(&Nowhere);
    0
}

/// Computes everything that the library computes from pawns.
fn backend<B: Backend>(white: u64, black: u64) {
    let pawns = black_box(Pawns::from_bits(white, black).with_backend::<B>());
    for column in columns() {
        black_box(column.value(pawns));
    }
    let _ = black_box(pawns.terms());
    for color in Color::ALL {
        for class in CONTACTS {
            black_box(class.contacts(pawns, color));
        }
        for (question, square) in QUESTIONS.iter().flat_map(|question| Square::ALL.map(|square| (question, square))) {
            black_box(question.answer(pawns, color, black_box(square)));
        }
    }
    for square in Square::ALL.map(black_box) {
        black_box((B::file_mask(square), B::north_ray(square), B::south_ray(square), B::neighbor_files(square)));
    }
    for files in 0..=255 {
        black_box(B::files_to_bitboard(FileSet::from_bits(files)));
    }
}

/// Makes boards, squares, files and ranks from arbitrary numbers.
fn values(white: u64, black: u64) {
    let (board, other) = (black_box(Bitboard::from_bits(white)), black_box(Bitboard::from_bits(black)));
    black_box((board | other, board & other, board ^ other, board - other, !board));
    black_box((board.count(), board.first(), board.last(), board.is_empty(), board.is_subset(other)));
    black_box((board.flip_vertical(), board.flip_horizontal(), board.flip_diagonal(), Bitboard::from_bits_a8_first(white)));
    black_box((Bitboard::from_bits_h1_first(white), Bitboard::from_bits_file_major(white)));
    black_box((board.north_fill(), board.south_fill(), board.file_fill(), board.file_set()));
    black_box(board.squares().rfold(0, |sum, square| sum ^ square.index()));
    black_box(board.into_iter().map(Square::flip_vertical).collect::<Bitboard>());
    let files = FileSet::from_bits(white as u8);
    black_box(files.into_iter().rev().collect::<FileSet>().to_bitboard());
    black_box((files << black as u32, files >> black as u32, files.first(), files.last(), files.east(), files.west()));
    let number = black_box(white as usize);
    let (square, color) = (Square::from_index_wrapping(number), Color::from_index_wrapping(number));
    black_box((square.file(), square.rank(), square.name(), square.bitboard(), square.relative_rank(color)));
    black_box((square.flip_vertical(), square.flip_horizontal(), square.flip_diagonal()));
    black_box((Square::new(square.file(), square.rank()), board.contains(square), !color));
    let (file, rank) = (File::from_index_wrapping(number), Rank::from_index_wrapping(number));
    black_box((file.bitboard(), file.name(), rank.bitboard(), rank.name(), Square::new(file, rank)));
    black_box((Square::try_from(number), File::try_from(number as u8), Rank::try_from(number), Color::try_from(number)).0.is_ok());
    let view = Pawns::from_bits(white, black).side(color);
    black_box((view.color(), view.pawns(), view.open_files()));
    black_box((Pawns::from_bits(white, black).flip_colors(), Pawns::from_bits(white, black).flip_horizontal()));
}

/// Parses names, and writes boards and names.
///
/// Derived `Debug` is left out, because the compiler cannot rule out a panic in the indentation
/// code of `core`.
fn texts(pawns: Pawns) {
    let text = black_box("passed");
    let (square, file, rank) = (text.parse::<Square>(), text.parse::<File>(), text.parse::<Rank>());
    let results = (square.is_ok(), file.is_ok(), rank.is_ok(), Column::from_name(text).is_some());
    black_box(results);
    let (white, files) = (pawns.white().own(), pawns.white().file_set());
    let boards = write!(Nowhere, "{pawns} {} {pawns:?} {white} {white:#?} {white:#x} {white:b} {files} {files:?} {files:o}", pawns.placement());
    let names = write!(Nowhere, "{} {:>3} {}", Square::E4, File::E, Color::White);
    let fen = text.parse::<Pawns>().or_else(|error| write!(Nowhere, "{error}").map(|()| pawns));
    let index = Square::try_from(text.len()).or_else(|error| write!(Nowhere, "{error}").map(|()| Square::A1));
    black_box((fen.is_ok(), index.is_ok(), text.parse::<Color>().is_ok()));
    let error = square.or_else(|error| write!(Nowhere, "{error}").map(|()| Square::A1));
    let columns = columns().try_for_each(|column| write!(Nowhere, "{column}"));
    black_box((boards.is_ok(), names.is_ok(), error.is_ok(), columns.is_ok()));
}

/// A writer that discards its input.
struct Nowhere;

impl Write for Nowhere {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        black_box(text);
        Ok(())
    }
}
