//! What engines ask pawn by pawn, and the masks of a square, on which the answers rest.

use libtest_mimic::{Failed, Trial};
use pawnfill::{Auto, Backend, Bitboard, Black, Color, FileSet, Pawns, Side, SideView, Square, White};

use crate::oracle::{At, Board};
use crate::symbolic::{Bit, Symbolic, differ, input, never};

/// A yes-or-no question, and what it means of a board on which the side has a pawn on the square.
type Question<C, B> = (&'static str, fn(SideView<C, Symbolic, B>, Square) -> Bit, fn(&Board<Bit>, At) -> Bit);

fn questions<C: Side, B: Backend>() -> [Question<C, B>; 8] {
    [
        ("is_doubled", SideView::is_doubled, Board::doubled),
        ("has_own_ahead", SideView::has_own_ahead, Board::behind_own),
        ("has_own_behind", SideView::has_own_behind, Board::in_front_of_own),
        ("is_passed", SideView::is_passed, Board::passed),
        ("is_isolated", SideView::is_isolated, Board::isolated),
        ("is_backward", SideView::is_backward, Board::backward),
        ("is_candidate", SideView::is_candidate, Board::candidates),
        ("is_supported", SideView::is_supported, |board, s| {
            board.phalanx(s) | board.defended_from_west(s) | board.defended_from_east(s)
        }),
    ]
}

/// A set that belongs to a square `s`: which squares `t` are in it.
type Selection<C, B> =
    (&'static str, fn(SideView<C, Symbolic, B>, Square) -> Symbolic, fn(&Board<Bit>, At, At) -> Bit);

fn selections<C: Side, B: Backend>() -> [Selection<C, B>; 4] {
    [
        ("pawns_on_file", SideView::pawns_on_file, |board, s, t| in_case(t.file == s.file, board.own(t))),
        ("stoppers_of", SideView::stoppers_of, |board, s, t| {
            in_case((s.file - t.file).abs() <= 1 && t.rank > s.rank, board.enemy(t))
        }),
        ("sentries_of", SideView::sentries_of, |board, s, t| {
            in_case((s.file - t.file).abs() == 1 && t.rank > s.rank, board.enemy(t))
        }),
        ("helpers_of", SideView::helpers_of, |board, s, t| {
            in_case((s.file - t.file).abs() == 1 && t.rank <= s.rank, board.own(t))
        }),
    ]
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
        ("neighbour_files", B::neighbour_files, |s, t| (s.file - t.file).abs() == 1),
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
    for (index, (name, ..)) in questions::<White, Auto>().into_iter().enumerate() {
        trials.push(Trial::test(format!("{name}: as the pattern, with a pawn on the square"), move || {
            each_backend!(B => {
                answers(pawns::<B>().white(), questions()[index])?;
                answers(pawns::<B>().black(), questions()[index])?;
            });
            Ok(())
        }));
    }
    for (index, (name, ..)) in selections::<White, Auto>().into_iter().enumerate() {
        trials.push(Trial::test(format!("{name}: the right pawns for every square"), move || {
            each_backend!(B => {
                selects(pawns::<B>().white(), selections()[index])?;
                selects(pawns::<B>().black(), selections()[index])?;
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

fn pawns<B: Backend>() -> Pawns<Symbolic, B> {
    let [white, black] = input();
    Pawns::new(white, black)
}

fn answers<C: Side, B: Backend>(
    side: SideView<C, Symbolic, B>,
    question: Question<C, B>,
) -> Result<(), Failed> {
    let (name, ask, means) = question;
    let [white, black] = input();
    for square in Square::ALL {
        let mut pawns = [white.0, black.0];
        pawns[C::COLOR.index()][square.index()] = Bit::from(true);
        let board = Board::new(pawns[0], pawns[1], C::COLOR);
        let expected = means(&board, at(square, C::COLOR));
        never(
            &format!("{} {name}({square}), {}, is wrong", C::COLOR, B::NAME),
            ask(side, square) ^ expected,
        )?;
    }
    Ok(())
}

fn selects<C: Side, B: Backend>(
    side: SideView<C, Symbolic, B>,
    selection: Selection<C, B>,
) -> Result<(), Failed> {
    let (name, select, belongs) = selection;
    let [white, black] = input();
    let board = Board::new(white.0, black.0, C::COLOR);
    for square in Square::ALL {
        let s = at(square, C::COLOR);
        let expected = board.set(|board, t| belongs(board, s, t));
        let what = format!("{} {name}({square}), {}, is wrong", C::COLOR, B::NAME);
        never(&what, differ(&select(side, square).0, &expected))?;
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
        let found = B::restore(files);
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
