//! Theorems about structures, whose sets are computed together.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{Column, Value};
use pawnfill::{Backend, Color, KoggeStone, Pawns};
use pawnfill_symbolic::{Symbolic, differ, input, never};

pawnfill::structure! {
    /// Has other sets than a `Structure`.
    struct Chosen { closed_files, interspan }
    struct SideChosen { front_passed, candidates, in_front_of_own }
}

// The names of the generic parameters of the library, and expressions.
pawnfill::structure! {
    struct S { holes = |pawns| pawns.white().own() | pawns.black().own() }
    struct C { passed, /// Not the pattern of this name.
        outposts = |side| side.any_attacks() & side.opponent().holes() }
}

pawnfill::structure! {
    struct Squares { closed_files }
    struct B { isolated }
}

pub fn all() -> [Trial; 3] {
    [
        Trial::test(
            "structure: every set equal to the pattern of its name",
            || {
                each_backend!(B => defined::<B>(|pawns| pawns.structure().columns().collect(), 1 + 2 * 11)?);
                Ok(())
            },
        ),
        Trial::test(
            "a structure of chosen sets: every set equal to the pattern of its name",
            || {
                each_backend!(B => defined::<B>(|pawns| Chosen::of(pawns).columns().collect(), 2 + 2 * 3)?);
                Ok(())
            },
        ),
        Trial::test(
            "a structure with expressions: each field has the value of its expression",
            || {
                let [white, black] = input();
                let pawns = Pawns::<KoggeStone, _>::new(white, black);
                let sets = S::of(pawns);
                let fields = [
                    (sets.holes, white | black),
                    (sets.white.passed, pawns.white().passed()),
                    (sets.black.outposts, pawns.black().outposts_on_all_ranks()),
                    (B::of(pawns.white()).isolated, pawns.white().isolated()),
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
                defined::<KoggeStone>(|pawns| S::of(pawns).columns().collect(), 2)?;
                // One side alone.
                defined::<KoggeStone>(
                    |pawns| B::of(pawns.black()).columns(Color::Black).collect(),
                    1,
                )
            },
        ),
    ]
}

/// The sets of a structure, each with its column.
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
        let Value::Set(expected) = column.of(pawns) else {
            return Err(format!("{column} is not a set").into());
        };
        let what = format!("{column}, {}, and the set of the structure differ", B::NAME);
        never(&what, differ(&set.0, &expected.0))?;
    }
    Ok(())
}
