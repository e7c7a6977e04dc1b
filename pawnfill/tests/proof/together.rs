//! The structure, whose sets are computed together.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::Scope;
use pawnfill::{Backend, Color, Pattern, Pawns, Value};

use pawnfill_symbolic::{differ, input, never};

pub fn all() -> [Trial; 1] {
    [Trial::test("structure: every set equal to the pattern of its name", || {
        each_backend!(B => structure_defined::<B>()?);
        Ok(())
    })]
}

fn structure_defined<B: Backend>() -> Result<(), Failed> {
    let [white, black] = input();
    let pawns = Pawns::<B, _>::new(white, black);
    let structure = pawns.structure();
    let side = |color| structure.side(color).named().map(move |(name, set)| (name, Scope::Side(color), set));
    let board = [("open_files", Scope::Board, structure.open_files)];
    for (name, scope, set) in Color::ALL.into_iter().flat_map(side).chain(board) {
        let column = Pattern::from_name(name).and_then(|pattern| pattern.column(scope));
        let column = column.ok_or_else(|| format!("{scope} has no pattern {name}"))?;
        let Value::Set(expected) = column.of(pawns) else {
            return Err(format!("{name} is not a set").into());
        };
        let what = format!("{column}, {}, and the one of the structure differ", B::NAME);
        never(&what, differ(&set.0, &expected.0))?;
    }
    Ok(())
}
