//! What is computed from several patterns together: the structure, and the bytes of files.

use libtest_mimic::{Failed, Trial};
use pawnfill::{Auto, Backend, Color, Pattern, Pawns, Value};

use crate::oracle::{At, Board};
use crate::symbolic::{Bit, Symbolic, differ, input, never};

/// A byte of files, and the board of the same files.
type Files<B> = (&'static str, fn(Pawns<B, Symbolic>, Color) -> [Bit; 8], fn(&Board<Bit>, At) -> Bit);

fn file_sets<B: Backend>() -> [Files<B>; 5] {
    [
        ("closed_file_set", |pawns, _| pawns.closed_file_set(), Board::closed_files),
        ("open_file_set", |pawns, _| pawns.open_file_set(), Board::open_files),
        ("semi_closed_file_set", |pawns, _| pawns.semi_closed_file_set(), Board::semi_closed_files),
        ("half_open_file_set", |pawns, color| pawns.side(color).half_open_file_set(), Board::half_open_files),
        (
            "half_open_or_open_file_set",
            |pawns, color| pawns.side(color).half_open_or_open_file_set(),
            Board::half_open_or_open_files,
        ),
    ]
}

pub fn all() -> Vec<Trial> {
    let names = file_sets::<Auto>().map(|(name, ..)| name);
    let mut trials: Vec<_> = names
        .into_iter()
        .enumerate()
        .map(|(index, name)| {
            Trial::test(format!("{name}: equal to its definition, file by file"), move || {
                each_backend!(B => files_defined(file_sets::<B>()[index])?);
                Ok(())
            })
        })
        .collect();
    trials.push(Trial::test("structure: every set equal to the pattern of its name", || {
        each_backend!(B => structure_defined::<B>()?);
        Ok(())
    }));
    trials
}

fn pawns<B>() -> Pawns<B, Symbolic> {
    let [white, black] = input();
    Pawns::new(white, black)
}

fn files_defined<B: Backend>((name, compute, holds): Files<B>) -> Result<(), Failed> {
    let [white, black] = input();
    for color in Color::ALL {
        let expected = Board::new(white.0, black.0, color).files(holds);
        let what = format!("{color} {name}, {}, and its definition differ", B::NAME);
        never(&what, differ(&compute(pawns(), color), &expected))?;
    }
    Ok(())
}

fn structure_defined<B: Backend>() -> Result<(), Failed> {
    let structure = pawns::<B>().structure();
    for color in Color::ALL {
        let sets = structure.side(color).named().chain([("open_files", structure.open_files)]);
        for (name, set) in sets {
            let pattern = Pattern::from_name(name).ok_or_else(|| format!("there is no pattern {name}"))?;
            let Value::Set(expected) = pattern.of(pawns::<B>(), color) else {
                return Err(format!("{name} is no set").into());
            };
            let what = format!("{color} {name}, {}, and the one of the structure differ", B::NAME);
            never(&what, differ(&set.0, &expected.0))?;
        }
    }
    Ok(())
}
