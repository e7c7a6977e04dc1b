//! The theorems about each pattern.

use std::collections::HashSet;

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{CONTACTS, Column, PATTERNS, Pattern, QUESTIONS, Scope, Value};
use pawnfill::{Backend, Pawns};

use crate::oracle::{Board, Definition, NAMES, definition};
use pawnfill_symbolic::{Number, Symbolic, differ, input, never};

type Computed = Value<Symbolic>;

/// The name of a backend, and its function that computes a column.
type Computer = (&'static str, fn(Column, [Symbolic; 2]) -> Computed);

fn backend<B: Backend>() -> Computer {
    (B::NAME, |column, [white, black]| {
        column.value(Pawns::<B, _>::new(white, black))
    })
}

/// Returns all backends. Theorems that need only one use the first.
fn backends() -> Vec<Computer> {
    let mut backends = Vec::new();
    each_backend!(B => backends.push(backend::<B>()));
    backends
}

/// Returns the theorems about a pattern.
pub fn trials(pattern: &'static Pattern) -> Vec<Trial> {
    let name = pattern.name;
    vec![
        Trial::test(format!("{name}: all backends agree"), move || {
            backends_agree(pattern)
        }),
        Trial::test(
            format!("{name}: equal to its definition, square by square"),
            move || defined(pattern),
        ),
        Trial::test(
            format!("{name}: changes colors with the board"),
            move || flips(pattern),
        ),
        Trial::test(
            format!("{name}: mirrors east to west with the board"),
            move || mirrors(pattern),
        ),
    ]
}

/// Checks that no definition remains after its pattern is removed or renamed.
pub fn no_definition_without_a_use() -> Trial {
    Trial::test(
        "every definition belongs to a pattern, question or contact of a list",
        || {
            let patterns = PATTERNS.iter().map(|pattern| pattern.name);
            let questions = QUESTIONS.iter().map(|question| question.name);
            let contacts = CONTACTS.iter().map(|class| class.name);
            let listed: HashSet<_> = patterns.chain(questions).chain(contacts).collect();
            match NAMES.iter().find(|&name| !listed.contains(name)) {
                None => Ok(()),
                Some(name) => Err(format!("{name} is in no list").into()),
            }
        },
    )
}

fn backends_agree(pattern: &'static Pattern) -> Result<(), Failed> {
    for column in pattern.columns() {
        let [(first, compute), others @ ..] = &backends()[..] else {
            unreachable!()
        };
        let expected = compute(column, input());
        for (other, compute) in others {
            equal(
                &format!("{column}, {other} and {first}"),
                compute(column, input()),
                expected,
            )?;
        }
    }
    Ok(())
}

fn defined(pattern: &'static Pattern) -> Result<(), Failed> {
    let definition = definition(pattern.name).ok_or("the oracle does not define it")?;
    for column in pattern.columns() {
        let [white, black] = input();
        let board = Board::new(white.0, black.0, column.scope);
        let expected = match definition {
            Definition::Set(holds) => Value::Set(Symbolic(board.set(holds))),
            Definition::Files(holds) => Value::Files(board.files(holds)),
            Definition::Number(number) => Value::Number(Number::sum(
                number(&board).into_iter().map(|part| part.0.into()),
            )),
            _ => return Err("it is not defined as a pattern".into()),
        };
        for (name, compute) in backends() {
            equal(
                &format!("{column}, {name} and its definition"),
                compute(column, input()),
                expected,
            )?;
        }
    }
    Ok(())
}

/// Proves that on the flipped board, Black has the flipped sets of White.
fn flips(pattern: &'static Pattern) -> Result<(), Failed> {
    let partner = partner(pattern, "north", "south")?;
    let (_, compute) = backends()[0];
    let [white, black] = input();
    for column in pattern.columns() {
        let scope = match column.scope {
            Scope::Side(color) => Scope::Side(color.opponent()),
            board => board,
        };
        let partner = partner
            .column(scope)
            .ok_or("its partner has another scope")?;
        let flipped = compute(column, [black.flip_vertical(), white.flip_vertical()]);
        let expected = match compute(partner, [white, black]) {
            Value::Set(set) => Value::Set(set.flip_vertical()),
            files_or_number => files_or_number,
        };
        equal(
            &format!("{column} of the flipped board and its flipped partner"),
            flipped,
            expected,
        )?;
    }
    Ok(())
}

/// Proves that on the mirrored board, east and west are exchanged.
fn mirrors(pattern: &'static Pattern) -> Result<(), Failed> {
    let partner = partner(pattern, "east", "west")?;
    let (_, compute) = backends()[0];
    let [white, black] = input();
    for column in pattern.columns() {
        let partner = partner
            .column(column.scope)
            .ok_or("its partner has another scope")?;
        let mirrored = compute(column, [white.flip_horizontal(), black.flip_horizontal()]);
        let expected = match compute(partner, [white, black]) {
            Value::Set(set) => Value::Set(set.flip_horizontal()),
            Value::Files(files) => Value::Files(std::array::from_fn(|file| files[7 - file])),
            number => number,
        };
        equal(
            &format!("{column} of the mirrored board and its mirrored partner"),
            mirrored,
            expected,
        )?;
    }
    Ok(())
}

/// Returns the pattern whose name has the two directions exchanged.
fn partner(pattern: &Pattern, direction: &str, opposite: &str) -> Result<&'static Pattern, Failed> {
    let name: Vec<_> = pattern
        .name
        .split('_')
        .map(|word| match word {
            word if word == direction => opposite,
            word if word == opposite => direction,
            word => word,
        })
        .collect();
    let name = name.join("_");
    Pattern::from_name(&name).ok_or_else(|| format!("there is no pattern {name}").into())
}

/// Checks that two values are equal on every input. The error shows an input on which they differ.
fn equal(what: &str, left: Computed, right: Computed) -> Result<(), Failed> {
    let differ = match (left, right) {
        (Value::Set(left), Value::Set(right)) => differ(&left.0, &right.0),
        (Value::Files(left), Value::Files(right)) => differ(&left, &right),
        (Value::Number(left), Value::Number(right)) => left.differ(right),
        _ => return Err(format!("{what} are of different kinds").into()),
    };
    Ok(never(&format!("{what} differ"), differ)?)
}
