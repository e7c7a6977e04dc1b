//! Theorems about structures, whose sets are computed together.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{Column, Value};
use pawnfill::{Backend, Pawns};
use pawnfill_symbolic::{Symbolic, differ, input, never};

pawnfill::structure! {
    /// Has other sets than a `Structure`.
    struct Chosen { closed_files, interspan }
    struct SideChosen { front_passed, candidates, in_front_of_own }
}

pub fn all() -> [Trial; 2] {
    [
        Trial::test("structure: every set equal to the pattern of its name", || {
            each_backend!(B => defined::<B>(|pawns| pawns.structure().columns().collect(), 1 + 2 * 11)?);
            Ok(())
        }),
        Trial::test("a structure of chosen sets: every set equal to the pattern of its name", || {
            each_backend!(B => defined::<B>(|pawns| Chosen::of(pawns).columns().collect(), 2 + 2 * 3)?);
            Ok(())
        }),
    ]
}

/// The sets of a structure, each with its column.
type NamedSets = Vec<(Column, Symbolic)>;

fn defined<B: Backend>(compute: fn(Pawns<B, Symbolic>) -> NamedSets, number: usize) -> Result<(), Failed> {
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
