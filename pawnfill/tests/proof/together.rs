//! Theorems about terms, which are computed together.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{Column, Value};
use pawnfill::{Backend, Color, KoggeStone, Pawns};
use pawnfill_symbolic::{Symbolic, differ, input, never};

pawnfill::terms! {
    /// Has other sets than a `Terms`.
    struct Chosen { closed_files, interspan }
    struct SideChosen { front_passed, candidates, in_front_of_own }
}

// The names of the generic parameters of the library, and expressions.
pawnfill::terms! {
    struct S { holes = |pawns| pawns.white().own() | pawns.black().own() }
    struct C { passed, /// Not the pattern of this name.
        outposts = |side| side.any_attacks() & side.opponent().holes() }
}

pawnfill::terms! {
    struct Squares { closed_files }
    struct B { isolated }
}

pub fn all() -> [Trial; 3] {
    [
        Trial::test("terms: every set equal to the pattern of its name", || {
            each_backend!(B => defined::<B>(|pawns| pawns.terms().columns().collect(), 1 + 2 * 11)?);
            Ok(())
        }),
        Trial::test(
            "terms of chosen sets: every set equal to the pattern of its name",
            || {
                each_backend!(B => defined::<B>(|pawns| Chosen::new(pawns).columns().collect(), 2 + 2 * 3)?);
                Ok(())
            },
        ),
        Trial::test(
            "terms with expressions: each field has the value of its expression",
            || {
                let [white, black] = input();
                let pawns = Pawns::<KoggeStone, _>::new(white, black);
                let sets = S::new(pawns);
                let fields = [
                    (sets.holes, white | black),
                    (sets.white.passed, pawns.white().passed()),
                    (sets.black.outposts, pawns.black().outposts_on_all_ranks()),
                    (B::new(pawns.white()).isolated, pawns.white().isolated()),
                ];
                for (field, expected) in fields {
                    never("a field differs", differ(&field.0, &expected.0))?;
                }
                // An expression has no column, even with the name of a pattern.
                let columns: Vec<_> = sets
                    .columns()
                    .map(|(column, _)| column.to_string())
                    .collect();
                if columns != ["white_passed", "black_passed"] || sets.sets().count() != 5 {
                    return Err(format!("other columns: {columns:?}").into());
                }
                defined::<KoggeStone>(|pawns| S::new(pawns).columns().collect(), 2)?;
                // One side alone.
                defined::<KoggeStone>(
                    |pawns| B::new(pawns.black()).columns(Color::Black).collect(),
                    1,
                )
            },
        ),
    ]
}

/// Terms, each with its column.
type NamedSets = Vec<(Column, Symbolic)>;

fn defined<B: Backend>(
    compute: fn(Pawns<B, Symbolic>) -> NamedSets,
    number: usize,
) -> Result<(), Failed> {
    let [white, black] = input();
    let pawns = Pawns::new(white, black);
    let sets = compute(pawns);
    if sets.len() != number {
        return Err(format!("{} sets, not {number}", sets.len()).into());
    }
    for (column, set) in sets {
        let Value::Set(expected) = column.value(pawns) else {
            return Err(format!("{column} is not a set").into());
        };
        let what = format!("{column}, {}, and the set of the terms differ", B::NAME);
        never(&what, differ(&set.0, &expected.0))?;
    }
    Ok(())
}
