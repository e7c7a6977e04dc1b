//! Theorems about the classes of contacts in each direction. The sets of levers are their unions.

use libtest_mimic::{Failed, Trial};
use pawnfill::pattern::{CONTACTS, ContactClass, Contacts, Scope};
use pawnfill::{Backend, Color, Pawns};

use crate::oracle::{Board, Definition, definition};
use pawnfill_symbolic::{Symbolic, differ, input, never};

pub fn all() -> impl Iterator<Item = Trial> {
    CONTACTS.iter().map(|class| {
        Trial::test(
            format!(
                "{}: equal to their definition, square by square",
                class.name
            ),
            || {
                each_backend!(B => defined::<B>(class)?);
                Ok(())
            },
        )
    })
}

fn defined<B: Backend>(class: &ContactClass) -> Result<(), Failed> {
    let Some(Definition::Contacts(belongs)) = definition(class.name) else {
        return Err("the oracle does not define it".into());
    };
    let [white, black] = input();
    for color in Color::ALL {
        let board = Board::new(white.0, black.0, Scope::Side(color));
        let Contacts::<Symbolic> { east, west } =
            class.contacts(Pawns::<B, _>::new(white, black), color);
        for (contacts, direction) in [(east, 1), (west, -1)] {
            let expected = board.set(|board, s| belongs(board, s, direction));
            let what = format!(
                "{color} {}, {}, and their definition differ",
                class.name,
                B::NAME
            );
            never(&what, differ(&contacts.0, &expected))?;
        }
    }
    Ok(())
}
