//! Do two backends give the same answers? Asked before anything is timed.

use pawnfill::pattern::columns;
use pawnfill::{Backend, Color, FileSet, Pawns, QUESTIONS, Square};

/// The first difference between the answers of two backends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What was computed, and of what.
    pub question: String,
    /// What each backend answered, by name.
    pub answers: [(&'static str, String); 2],
}

impl std::fmt::Display for Disagreement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [(a, first), (b, second)] = &self.answers;
        write!(f, "{}: {a} answers {first}, {b} answers {second}", self.question)
    }
}

impl std::error::Error for Disagreement {}

/// Compares every pattern, every question about a pawn and every mask of a square in all positions.
pub fn check<A: Backend, B: Backend>(positions: &[Pawns]) -> Result<(), Disagreement> {
    masks::<A, B>()?;
    for &pawns in positions {
        let (a, b) = (pawns.with_backend::<A>(), pawns.with_backend::<B>());
        let position = || format!("of the pawns {:#x} {:#x}", pawns.white().own(), pawns.black().own());
        for column in columns() {
            equal::<A, B, _>(column.of(a), column.of(b), || format!("{column} {}", position()))?;
        }
        for question in QUESTIONS {
            for color in Color::ALL {
                for square in pawns.side(color).own() {
                    let (first, second) = (question.of(a, color, square), question.of(b, color, square));
                    let what = || format!("{} of {color} {square} {}", question.name, position());
                    equal::<A, B, _>(first, second, what)?;
                }
            }
        }
    }
    Ok(())
}

/// Compares what belongs to a square alone.
fn masks<A: Backend, B: Backend>() -> Result<(), Disagreement> {
    for files in (0..=255).map(FileSet::from_bits) {
        equal::<A, B, _>(A::files_to_bitboard(files), B::files_to_bitboard(files), || {
            format!("restore of {files}")
        })?;
    }
    for square in Square::ALL {
        let of = |name| move || format!("{name} of {square}");
        equal::<A, B, _>(A::file_mask(square), B::file_mask(square), of("file_mask"))?;
        equal::<A, B, _>(A::north_ray(square), B::north_ray(square), of("north_ray"))?;
        equal::<A, B, _>(A::south_ray(square), B::south_ray(square), of("south_ray"))?;
        equal::<A, B, _>(A::neighbor_files(square), B::neighbor_files(square), of("neighbor_files"))?;
        for question in QUESTIONS {
            for color in Color::ALL {
                let pawns = Pawns::from_bits(0, 0);
                let a = question.of(pawns.with_backend::<A>(), color, square);
                let b = question.of(pawns.with_backend::<B>(), color, square);
                equal::<A, B, _>(a, b, || format!("{} of {color} {square}", question.name))?;
            }
        }
    }
    Ok(())
}

fn equal<A: Backend, B: Backend, T: PartialEq + std::fmt::Debug>(
    first: T,
    second: T,
    question: impl FnOnce() -> String,
) -> Result<(), Disagreement> {
    if first == second {
        return Ok(());
    }
    let answers = [(A::NAME, format!("{first:x?}")), (B::NAME, format!("{second:x?}"))];
    Err(Disagreement { question: question(), answers })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::Naive;
    use pawnfill::{Bitboard, KoggeStone, Lookup, SquareSet, north};

    const POSITIONS: &[Pawns] = &[
        Pawns::from_bits(0xff00, 0x00ff_0000_0000_0000),
        Pawns::from_bits(0x0010_0000_0800_2400, 0x2010_0000),
    ];

    /// Forgets the last step of a fill.
    #[derive(Clone, Copy, Debug, Default)]
    struct Short;

    impl Backend for Short {
        const NAME: &'static str = "short";

        fn north_fill<S: SquareSet>(set: S) -> S {
            (0..6).fold(set, |set, _| set | north(set))
        }
        fn south_fill<S: SquareSet>(set: S) -> S {
            KoggeStone::south_fill(set)
        }
        fn files_to_bitboard(files: FileSet) -> Bitboard {
            KoggeStone::files_to_bitboard(files)
        }
        fn file_mask(square: Square) -> Bitboard {
            KoggeStone::file_mask(square)
        }
        fn north_ray(square: Square) -> Bitboard {
            KoggeStone::north_ray(square)
        }
        fn south_ray(square: Square) -> Bitboard {
            KoggeStone::south_ray(square)
        }
    }

    #[test]
    fn backends_agree() {
        assert_eq!(check::<KoggeStone, Lookup>(POSITIONS), Ok(()));
        assert_eq!(check::<Naive, KoggeStone>(POSITIONS), Ok(()));
    }

    #[test]
    fn a_difference_is_found_and_named() {
        // From rank 2 six steps reach rank 8; only a pawn on rank 1 shows the missing one.
        assert_eq!(check::<KoggeStone, Short>(POSITIONS), Ok(()));
        let difference = check::<KoggeStone, Short>(&[Pawns::from_bits(1, 0)]).unwrap_err();
        assert!(difference.to_string().contains("0x1 0x0: kogge-stone answers"), "{difference}");
        assert!(difference.to_string().contains("short answers"), "{difference}");
    }
}
