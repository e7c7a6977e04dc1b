//! Do two backends give the same answers? Asked before anything is timed.

use pawnfill::{Backend, Black, Color, FileSet, PATTERNS, Pawns, Side, SideView, Square, White};

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
        for pattern in PATTERNS {
            for color in [Color::White, Color::Black] {
                let (first, second) = (pattern.of(a, color), pattern.of(b, color));
                equal::<A, B, _>(first, second, || format!("{} of {color:?} {}", pattern.name, position()))?;
            }
        }
        questions(a.white(), b.white(), position)?;
        questions(a.black(), b.black(), position)?;
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
        spans::<White, A, B>(square)?;
        spans::<Black, A, B>(square)?;
    }
    Ok(())
}

/// Compares the spans of a square as one side sees them.
fn spans<C: Side, A: Backend, B: Backend>(square: Square) -> Result<(), Disagreement> {
    let of = |name| move || format!("{name} of {square} for {:?}", C::COLOR);
    equal::<A, B, _>(
        A::front_attack_span::<C>(square),
        B::front_attack_span::<C>(square),
        of("front_attack_span"),
    )?;
    equal::<A, B, _>(
        A::rear_attack_span::<C>(square),
        B::rear_attack_span::<C>(square),
        of("rear_attack_span"),
    )?;
    equal::<A, B, _>(A::passer_span::<C>(square), B::passer_span::<C>(square), of("passer_span"))
}

/// Compares the questions about each pawn of a side.
fn questions<C: Side, A: Backend, B: Backend>(
    a: SideView<C, A>,
    b: SideView<C, B>,
    position: impl Fn() -> String,
) -> Result<(), Disagreement> {
    for square in a.own() {
        let answers = |flags: [bool; 8]| flags;
        let first = answers([
            a.is_doubled(square),
            a.is_behind_own(square),
            a.is_in_front_of_own(square),
            a.is_passed(square),
            a.is_isolated(square),
            a.is_backward(square),
            a.is_candidate(square),
            a.is_supported(square),
        ]);
        let second = answers([
            b.is_doubled(square),
            b.is_behind_own(square),
            b.is_in_front_of_own(square),
            b.is_passed(square),
            b.is_isolated(square),
            b.is_backward(square),
            b.is_candidate(square),
            b.is_supported(square),
        ]);
        equal::<A, B, _>(first, second, || {
            format!(
                "[is_doubled, is_behind_own, is_in_front_of_own, is_passed, is_isolated, is_backward, is_candidate, \
                 is_supported] of {square} {}",
                position()
            )
        })?;
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
