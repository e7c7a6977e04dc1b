//! Theorems about the questions for one square, about the masks of a square that they use, and
//! about pushes among pieces.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{Answer, QUESTIONS, Question, Scope};
use pawnfill::{Auto, Backend, Bitboard, Color, Pawns, Square};

use crate::oracle::{At, Board, Definition, any, definition};
use pawnfill_symbolic::{Bit, differ, input, never};

/// A mask of a square: its name, its function, and its definition from White's view.
type Mask = (&'static str, fn(Square) -> Bitboard, fn(At, At) -> bool);

/// Returns the masks of a backend that belong to no question.
fn masks<B: Backend>() -> [Mask; 5] {
    [
        ("file_mask", B::file_mask, |s, t| t.file == s.file),
        ("north_ray", B::north_ray, |s, t| {
            t.file == s.file && t.rank > s.rank
        }),
        ("south_ray", B::south_ray, |s, t| {
            t.file == s.file && t.rank < s.rank
        }),
        ("neighbor_files", B::neighbor_files, |s, t| {
            s.is_one_file_from(t)
        }),
        ("pair_partners", B::pair_partners, |s, t| {
            s != t && (t.file == s.file || s.is_one_file_from(t)) && (2..=7).contains(&t.rank)
        }),
    ]
}

pub fn all() -> Vec<Trial> {
    let mut trials = Vec::new();
    for question in QUESTIONS {
        trials.push(Trial::test(
            format!(
                "{}: equal to its definition, for every square",
                question.name
            ),
            || {
                each_backend!(B => answers::<B>(question)?);
                Ok(())
            },
        ));
    }
    for (index, (name, ..)) in masks::<Auto>().into_iter().enumerate() {
        trials.push(Trial::test(
            format!("{name}: the right squares for every square"),
            move || {
                each_backend!(B => covers::<B>(masks::<B>()[index])?);
                Ok(())
            },
        ));
    }
    trials.push(Trial::test(
        "pushes into any set of squares: equal to their definitions",
        pushes,
    ));
    trials.push(Trial::test(
        "forks of any pieces: equal to their definition",
        forks,
    ));
    trials
}

/// The black input is the set of empty squares.
fn pushes() -> Result<(), Failed> {
    let [pawns, empty] = input();
    for color in Color::ALL {
        let both = if color == Color::White {
            [pawns, empty]
        } else {
            [empty, pawns]
        };
        let board = Board::new(both[0].0, both[1].0, Scope::Side(color));
        let view = Pawns::<Auto, _>::new(both[0], both[1]).side(color);
        let single = board.set(|b, s| b.enemy(s) & b.own(s.step(0, -1)));
        never(
            "a push is wrong",
            differ(&view.push_targets_into(empty).0, &single),
        )?;
        let double = board.set(|b, s| {
            let ends_right = Bit::from(s.rank == 4) & b.enemy(s);
            ends_right & b.enemy(s.step(0, -1)) & b.own(s.step(0, -2))
        });
        never(
            "a double push is wrong",
            differ(&view.double_push_targets_into(empty).0, &double),
        )?;
    }
    Ok(())
}

/// The inputs are the enemy's pawns and pieces. All other squares have friendly pawns.
fn forks() -> Result<(), Failed> {
    let [pawns, pieces] = input();
    let own = !(pawns | pieces);
    for color in Color::ALL {
        let both = if color == Color::White {
            [own, pawns]
        } else {
            [pawns, own]
        };
        let board = Board::new(both[0].0, both[1].0, Scope::Side(color));
        let forks = board.set(|b, s| {
            let targets = [s.step(-1, 1), s.step(1, 1)];
            let is_unit = |t: At| Bit::from(t.on_board()) & !b.own(t);
            b.own(s) & any(targets, |t| b.enemy(t)) & is_unit(targets[0]) & is_unit(targets[1])
        });
        let view = Pawns::<Auto, _>::new(both[0], both[1]).side(color);
        never(
            "a fork is wrong",
            differ(&view.fork_levers_with(pieces).0, &forks),
        )?;
    }
    Ok(())
}

fn answers<B: Backend>(question: &Question) -> Result<(), Failed> {
    let definition = definition(question.name).ok_or("the oracle does not define it")?;
    let [white, black] = input();
    for color in Color::ALL {
        let board = Board::new(white.0, black.0, Scope::Side(color));
        for square in Square::ALL {
            let s = at(square, color);
            let what = format!("{color} {}({square}), {}, is wrong", question.name, B::NAME);
            match (
                question.answer(Pawns::<B, _>::new(white, black), color, square),
                &definition,
            ) {
                (
                    Answer::Set(answer),
                    Definition::Squares(belongs) | Definition::Pawns(belongs),
                ) => {
                    never(
                        &what,
                        differ(&answer.0, &board.set(|board, t| belongs(board, s, t))),
                    )?;
                }
                (Answer::Truth(answer), Definition::Truth(holds)) => {
                    let mut with_pawn = [white.0, black.0];
                    with_pawn[color.index()][square.index()] = Bit::from(true);
                    let board = Board::new(with_pawn[0], with_pawn[1], Scope::Side(color));
                    never(&what, answer ^ holds(&board, s))?;
                }
                _ => return Err("its definition is of another kind".into()),
            }
        }
    }
    Ok(())
}

fn covers<B: Backend>((name, mask, belongs): Mask) -> Result<(), Failed> {
    for square in Square::ALL {
        let s = at(square, Color::White);
        let expected: Bitboard = Square::ALL
            .into_iter()
            .filter(|&t| belongs(s, at(t, Color::White)))
            .collect();
        let table = mask(square);
        if table != expected {
            return Err(format!(
                "{name}({square}), {}:\n{table}\nexpected:\n{expected}",
                B::NAME
            )
            .into());
        }
    }
    Ok(())
}

/// Returns the place of a square from the view of a side.
fn at(square: Square, color: Color) -> At {
    let (file, rank) = (square.index() as i32 % 8 + 1, square.index() as i32 / 8 + 1);
    match color {
        Color::White => At { file, rank },
        Color::Black => At {
            file,
            rank: 9 - rank,
        },
    }
}
