//! What engines ask pawn by pawn, and the masks of a square, on which the answers rest.

use libtest_mimic::{Failed, Trial};
use pawnfill::{
    Auto, Backend, Bitboard, Black, Color, ColorView, FileSet, Pawns, Side, SideView, Square, White,
};

use crate::oracle::{At, Board};
use crate::symbolic::{Bit, Symbolic, differ, input, never};

/// A question about a square: its name, how it is asked of a side and of a color known at run time, and what it means.
struct Question<C, B, Answer, Meaning> {
    name: &'static str,
    of_side: fn(SideView<C, B, Symbolic>, Square) -> Answer,
    of_color: fn(ColorView<B, Symbolic>, Square) -> Answer,
    meaning: Meaning,
}

macro_rules! questions {
    ($($name:ident = $meaning:expr;)*) => {
        [$(Question {
            name: stringify!($name),
            of_side: SideView::$name,
            of_color: ColorView::$name,
            meaning: $meaning,
        }),*]
    };
}

/// Does the pattern hold for the square of a board on which the side has a pawn there?
type Holds = fn(&Board<Bit>, At) -> Bit;

fn yes_or_no<C: Side, B: Backend>() -> [Question<C, B, Bit, Holds>; 8] {
    questions! {
        is_doubled = Board::doubled;
        is_behind_own = Board::behind_own;
        is_in_front_of_own = Board::in_front_of_own;
        is_passed = Board::passed;
        is_isolated = Board::isolated;
        is_backward = Board::backward;
        is_candidate = Board::candidates;
        is_supported = |board, s| board.phalanx(s) | board.defended_from_west(s) | board.defended_from_east(s);
    }
}

/// Does the second square belong to the set of the first?
type Belongs = fn(&Board<Bit>, At, At) -> Bit;

fn selections<C: Side, B: Backend>() -> [Question<C, B, Symbolic, Belongs>; 4] {
    questions! {
        pawns_on_file = |board, s, t| in_case(t.file == s.file, board.own(t));
        stoppers_of = |board, s, t| in_case((s.file - t.file).abs() <= 1 && t.rank > s.rank, board.enemy(t));
        sentries_of = |board, s, t| in_case((s.file - t.file).abs() == 1 && t.rank > s.rank, board.enemy(t));
        helpers_of = |board, s, t| in_case((s.file - t.file).abs() == 1 && t.rank <= s.rank, board.own(t));
    }
}

fn in_case(condition: bool, bit: Bit) -> Bit {
    Bit::from(condition) & bit
}

/// A mask of a square: which squares are in it, as the side counts.
type Mask = (&'static str, fn(Square) -> Bitboard, fn(At, At) -> bool);

fn masks<B: Backend>() -> [Mask; 4] {
    [
        ("file_mask", B::file_mask, |s, t| t.file == s.file),
        ("north_ray", B::north_ray, |s, t| t.file == s.file && t.rank > s.rank),
        ("south_ray", B::south_ray, |s, t| t.file == s.file && t.rank < s.rank),
        ("neighbor_files", B::neighbor_files, |s, t| (s.file - t.file).abs() == 1),
    ]
}

fn side_masks<C: Side, B: Backend>() -> [Mask; 3] {
    [
        ("front_attack_span", B::front_attack_span::<C>, |s, t| {
            (s.file - t.file).abs() == 1 && t.rank > s.rank
        }),
        ("rear_attack_span", B::rear_attack_span::<C>, |s, t| {
            (s.file - t.file).abs() == 1 && t.rank <= s.rank
        }),
        ("passer_span", B::passer_span::<C>, |s, t| (s.file - t.file).abs() <= 1 && t.rank > s.rank),
    ]
}

pub fn all() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (index, Question { name, .. }) in yes_or_no::<White, Auto>().into_iter().enumerate() {
        trials.push(Trial::test(format!("{name}: as the pattern, with a pawn on the square"), move || {
            each_backend!(B => {
                answers(pawns::<B>().white(), &yes_or_no()[index])?;
                answers(pawns::<B>().black(), &yes_or_no()[index])?;
            });
            Ok(())
        }));
    }
    for (index, Question { name, .. }) in selections::<White, Auto>().into_iter().enumerate() {
        trials.push(Trial::test(format!("{name}: the right pawns for every square"), move || {
            each_backend!(B => {
                selects(pawns::<B>().white(), &selections()[index])?;
                selects(pawns::<B>().black(), &selections()[index])?;
            });
            Ok(())
        }));
    }
    for (index, (name, ..)) in masks::<Auto>().into_iter().enumerate() {
        trials.push(Trial::test(format!("{name}: the right squares for every square"), move || {
            each_backend!(B => covers::<B>(masks::<B>()[index], Color::White)?);
            Ok(())
        }));
    }
    for (index, (name, ..)) in side_masks::<White, Auto>().into_iter().enumerate() {
        trials.push(Trial::test(format!("{name}: the right squares for every square"), move || {
            each_backend!(B => {
                covers::<B>(side_masks::<White, B>()[index], Color::White)?;
                covers::<B>(side_masks::<Black, B>()[index], Color::Black)?;
            });
            Ok(())
        }));
    }
    trials.push(Trial::test("restore: the right squares for every set of files", || {
        each_backend!(B => restores::<B>()?);
        Ok(())
    }));
    trials
}

fn pawns<B: Backend>() -> Pawns<B, Symbolic> {
    let [white, black] = input();
    Pawns::new(white, black)
}

fn answers<C: Side, B: Backend>(
    side: SideView<C, B, Symbolic>,
    question: &Question<C, B, Bit, Holds>,
) -> Result<(), Failed> {
    let [white, black] = input();
    for square in Square::ALL {
        let mut with_pawn = [white.0, black.0];
        with_pawn[C::COLOR.index()][square.index()] = Bit::from(true);
        let board = Board::new(with_pawn[0], with_pawn[1], C::COLOR);
        let expected = (question.meaning)(&board, at(square, C::COLOR));
        let what = format!("{} {}({square}), {}, is wrong", C::COLOR, question.name, B::NAME);
        never(&what, (question.of_side)(side, square) ^ expected)?;
        never(&what, (question.of_color)(pawns().side(C::COLOR), square) ^ expected)?;
    }
    Ok(())
}

fn selects<C: Side, B: Backend>(
    side: SideView<C, B, Symbolic>,
    question: &Question<C, B, Symbolic, Belongs>,
) -> Result<(), Failed> {
    let [white, black] = input();
    let board = Board::new(white.0, black.0, C::COLOR);
    for square in Square::ALL {
        let s = at(square, C::COLOR);
        let expected = board.set(|board, t| (question.meaning)(board, s, t));
        let what = format!("{} {}({square}), {}, is wrong", C::COLOR, question.name, B::NAME);
        never(&what, differ(&(question.of_side)(side, square).0, &expected))?;
        never(&what, differ(&(question.of_color)(pawns().side(C::COLOR), square).0, &expected))?;
    }
    Ok(())
}

fn covers<B: Backend>(mask: Mask, color: Color) -> Result<(), Failed> {
    let (name, mask, belongs) = mask;
    for square in Square::ALL {
        let s = at(square, color);
        let expected: Bitboard = Square::ALL.into_iter().filter(|&t| belongs(s, at(t, color))).collect();
        let found = mask(square);
        if found != expected {
            let backend = B::NAME;
            return Err(
                format!("{color} {name}({square}), {backend}:\n{found}\nexpected:\n{expected}").into()
            );
        }
    }
    Ok(())
}

fn restores<B: Backend>() -> Result<(), Failed> {
    for files in (0..=255).map(FileSet::from_bits) {
        let expected: Bitboard =
            Square::ALL.into_iter().filter(|square| files.contains(square.file())).collect();
        let found = B::files_to_bitboard(files);
        if found != expected {
            return Err(format!("{} restores {files} to\n{found}", B::NAME).into());
        }
    }
    Ok(())
}

/// The square as a side counts.
fn at(square: Square, color: Color) -> At {
    let (file, rank) = (square.index() as i32 % 8 + 1, square.index() as i32 / 8 + 1);
    match color {
        Color::White => At { file, rank },
        Color::Black => At { file, rank: 9 - rank },
    }
}
