//! The classes of contacts by direction, which the sets of levers unite.

use libtest_mimic::{Failed, Trial};
use pawnfill::{Auto, Backend, Contacts, Pawns, Side, SideView, White};

use crate::oracle::{At, Board};
use crate::symbolic::{Bit, Symbolic, differ, input, never};

/// A class: its name, how it is computed, and whether the contact of a pawn in a direction, 1 or -1, belongs to it.
type Class<C, B> =
    (&'static str, fn(SideView<C, B, Symbolic>) -> Contacts<Symbolic>, fn(&Board<Bit>, At, i32) -> Bit);

fn classes<C: Side, B: Backend>() -> [Class<C, B>; 10] {
    [
        ("contacts", SideView::contacts, Board::contact),
        ("inner_contacts", SideView::inner_contacts, Board::inner_contact),
        ("outer_contacts", SideView::outer_contacts, Board::outer_contact),
        ("center_contacts", SideView::center_contacts, Board::center_contact),
        ("loose_contacts", SideView::loose_contacts, Board::loose_contact),
        ("tight_contacts", SideView::tight_contacts, Board::tight_contact),
        ("stuck_contacts", SideView::stuck_contacts, Board::stuck_contact),
        ("chain_contacts", SideView::chain_contacts, Board::chain_contact),
        ("mute_chain_contacts", SideView::mute_chain_contacts, Board::mute_chain_contact),
        ("half_mute_chain_contacts", SideView::half_mute_chain_contacts, Board::half_mute_chain_contact),
    ]
}

pub fn all() -> Vec<Trial> {
    let names = classes::<White, Auto>().map(|(name, ..)| name);
    let trials = names.into_iter().enumerate().map(|(index, name)| {
        Trial::test(format!("{name}: equal to their definition, square by square"), move || {
            each_backend!(B => {
                let [white, black] = input();
                let pawns = Pawns::<B, _>::new(white, black);
                defined(pawns.white(), classes()[index])?;
                defined(pawns.black(), classes()[index])?;
            });
            Ok(())
        })
    });
    trials.collect()
}

fn defined<C: Side, B: Backend>(side: SideView<C, B, Symbolic>, class: Class<C, B>) -> Result<(), Failed> {
    let (name, compute, belongs) = class;
    let [white, black] = input();
    let board = Board::new(white.0, black.0, C::COLOR);
    let Contacts { east, west } = compute(side);
    for (found, direction) in [(east, 1), (west, -1)] {
        let expected = board.set(|board, s| belongs(board, s, direction));
        let what = format!("{} {name}, {}, and their definition differ", C::COLOR, B::NAME);
        never(&what, differ(&found.0, &expected))?;
    }
    Ok(())
}
