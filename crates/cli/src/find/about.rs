//! What is written about a game and a run of matching positions.

use std::borrow::Cow;

use pawnfill::Color;
use pawnfill_positions::{Game, Position};
use serde::Serialize;

use super::filter::last_move;
use super::search::Run;
use pawnfill_codegen::text::printable;

/// What is written about a game, or about a record, which has only a FEN.
#[derive(Default, Serialize)]
pub(super) struct About<'a> {
    pub(super) file: Cow<'a, str>,
    pub(super) game: Option<u64>,
    pub(super) white: Cow<'a, str>,
    pub(super) black: Cow<'a, str>,
    pub(super) event: Cow<'a, str>,
    pub(super) date: Cow<'a, str>,
    pub(super) result: Cow<'a, str>,
    /// The tag `Link` or `Site`, which is the address of the game on many sites.
    pub(super) site: Cow<'a, str>,
}

impl<'a> About<'a> {
    pub(super) fn new(file: &'a str, game: Option<&'a Game>) -> Self {
        let mut about = Self { file: printable(file), game: game.map(Game::number), ..Self::default() };
        let mut link = Cow::default();
        for (name, value) in game.into_iter().flat_map(Game::tags) {
            let place = match &*name {
                "White" => &mut about.white,
                "Black" => &mut about.black,
                "Event" => &mut about.event,
                "Date" => &mut about.date,
                "Result" => &mut about.result,
                "Link" => &mut link,
                "Site" => &mut about.site,
                _ => continue,
            };
            if place.is_empty() && value != "?" {
                *place = printable(value);
            }
        }
        if !link.is_empty() {
            about.site = link;
        }
        about
    }
}

/// A run of matching positions. A record is one without numbers.
#[derive(Serialize)]
pub(super) struct AboutRun {
    pub(super) side: Option<&'static str>,
    pub(super) first_move: Option<u32>,
    pub(super) last_move: Option<u32>,
    pub(super) first_ply: Option<u32>,
    pub(super) last_ply: Option<u32>,
    /// The first position.
    pub(super) fen: String,
}

impl AboutRun {
    pub(super) fn new(game: &Game, run: &Run, first: &Position) -> Self {
        let plies = [run.plies.start, run.plies.end - 1];
        let [first_ply, last_ply] = plies.map(Some);
        let [first_move, last_move] = plies.map(|ply| Some(last_move(game, ply)));
        let side = run.side.map(Color::name);
        Self { side, first_move, last_move, first_ply, last_ply, fen: first.fen().into_owned() }
    }
}

/// Returns the first and the last move of a run, and the side if the condition is about either.
pub(super) fn moves(game: &Game, run: &Run) -> String {
    let [first, last] = [run.plies.start, run.plies.end - 1].map(|ply| last_move(game, ply));
    let moves = if first == last { first.to_string() } else { format!("{first}-{last}") };
    run.side.map_or(moves.clone(), |side| format!("{moves} {side}"))
}
