//! What is proved of each pattern.

use libtest_mimic::{Failed, Trial};
use pawnfill::{Backend, Color, Pattern, Pawns, Value};

use crate::oracle::{Board, Definition, NAMES, definition};
use crate::symbolic::{Bit, Number, Symbolic, differ, input, never};

type Answer = Value<Symbolic, [Bit; 8], Number>;

/// A backend: its name, and how it computes a pattern.
type Computer = (&'static str, fn(&Pattern, [Symbolic; 2], Color) -> Answer);

fn backend<B: Backend>() -> Computer {
    (B::NAME, |pattern, [white, black], color| pattern.of(Pawns::<B, _>::new(white, black), color))
}

/// All backends; the first is the one that other theorems speak of.
fn backends() -> Vec<Computer> {
    let mut backends = Vec::new();
    each_backend!(B => backends.push(backend::<B>()));
    backends
}

/// The theorems about a pattern.
pub fn of(pattern: &'static Pattern) -> Vec<Trial> {
    let name = pattern.name;
    vec![
        Trial::test(format!("{name}: all backends agree"), move || backends_agree(pattern)),
        Trial::test(format!("{name}: equal to its definition, square by square"), move || defined(pattern)),
        Trial::test(format!("{name}: changes colors with the board"), move || flips(pattern)),
        Trial::test(format!("{name}: mirrors east to west with the board"), move || mirrors(pattern)),
    ]
}

/// No definition may be left over when a pattern goes or gets another name.
pub fn no_definition_without_a_pattern() -> Trial {
    Trial::test("every definition belongs to a pattern", || {
        match NAMES.iter().find(|name| Pattern::from_name(name).is_none()) {
            None => Ok(()),
            Some(name) => Err(format!("there is no pattern {name}").into()),
        }
    })
}

fn backends_agree(pattern: &Pattern) -> Result<(), Failed> {
    for color in Color::ALL {
        let [(first, compute), others @ ..] = &backends()[..] else { unreachable!() };
        let expected = compute(pattern, input(), color);
        for (other, compute) in others {
            let found = compute(pattern, input(), color);
            equal(&format!("{color} {}, {other} and {first}", pattern.name), found, expected)?;
        }
    }
    Ok(())
}

fn defined(pattern: &Pattern) -> Result<(), Failed> {
    let definition = definition(pattern.name).ok_or("the oracle has no definition of it")?;
    for color in Color::ALL {
        let [white, black] = input();
        let board = Board::new(white.0, black.0, color);
        let expected = match definition {
            Definition::Set(holds) => Value::Set(Symbolic(board.set(holds))),
            Definition::Files(holds) => Value::Files(board.files(holds)),
            Definition::Number(number) => Value::Number(Number::sum(number(&board))),
        };
        for (name, compute) in backends() {
            let found = compute(pattern, input(), color);
            equal(&format!("{color} {}, {name} and its definition", pattern.name), found, expected)?;
        }
    }
    Ok(())
}

/// With the board turned round, Black sees what White saw.
fn flips(pattern: &Pattern) -> Result<(), Failed> {
    let partner = partner(pattern, "north", "south")?;
    let (_, compute) = backends()[0];
    let [white, black] = input();
    for color in Color::ALL {
        let flipped = compute(pattern, [black.flip_vertical(), white.flip_vertical()], color);
        let expected = match compute(partner, [white, black], color.opponent()) {
            Value::Set(set) => Value::Set(set.flip_vertical()),
            files_or_number => files_or_number,
        };
        equal(
            &format!("{color} {} of the flipped board and its flipped partner", pattern.name),
            flipped,
            expected,
        )?;
    }
    Ok(())
}

fn mirrors(pattern: &Pattern) -> Result<(), Failed> {
    let partner = partner(pattern, "east", "west")?;
    let (_, compute) = backends()[0];
    let [white, black] = input();
    for color in Color::ALL {
        let mirrored = compute(pattern, [white.flip_horizontal(), black.flip_horizontal()], color);
        let expected = match compute(partner, [white, black], color) {
            Value::Set(set) => Value::Set(set.flip_horizontal()),
            Value::Files(files) => Value::Files(std::array::from_fn(|file| files[7 - file])),
            number => number,
        };
        equal(
            &format!("{color} {} of the mirrored board and its mirrored partner", pattern.name),
            mirrored,
            expected,
        )?;
    }
    Ok(())
}

/// The pattern that the directions in the name change to when the board turns.
fn partner(pattern: &Pattern, one: &str, other: &str) -> Result<&'static Pattern, Failed> {
    let name: Vec<_> = pattern
        .name
        .split('_')
        .map(|word| match word {
            word if word == one => other,
            word if word == other => one,
            word => word,
        })
        .collect();
    let name = name.join("_");
    Pattern::from_name(&name).ok_or_else(|| format!("there is no pattern {name}").into())
}

/// Are the two equal on every input? If not, an input on which they differ is the message.
fn equal(what: &str, left: Answer, right: Answer) -> Result<(), Failed> {
    let differ = match (left, right) {
        (Value::Set(left), Value::Set(right)) => differ(&left.0, &right.0),
        (Value::Files(left), Value::Files(right)) => differ(&left, &right),
        (Value::Number(left), Value::Number(right)) => left.differ(right),
        _ => return Err(format!("{what} differ in kind").into()),
    };
    never(&format!("{what} differ"), differ)
}
