//! The search: which positions meet the condition.

use pawnfill::Pawns;
use pawnfill_positions::Game;

use super::matches::Found;
use crate::input::Input;
use crate::query::Query;

/// Passes the matching positions of an input to the output, and the end of each game.
pub(super) fn search(input: &mut Input, query: &Query, found: &mut Found) -> anyhow::Result<()> {
    // Many positions have the same pawns as the previous one.
    let mut before: Option<(Pawns, bool)> = None;
    while let Some(position) = input.next() {
        let position = position?;
        if found.game() != position.game.as_ref().map(Game::number) {
            found.end_game(input)?;
        }
        let meets = match before {
            Some((pawns, meets)) if pawns == position.pawns => meets,
            _ => query.is_met(position.pawns).contains(&true),
        };
        before = Some((position.pawns, meets));
        if meets {
            found.add(position)?;
        }
    }
    Ok(())
}
