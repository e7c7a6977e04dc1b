//! What is found in a game or a record, and its runs.

use pawnfill::Color;
use pawnfill_expression::text::printable;
use pawnfill_find::{AboutRun, Match, Record, Run};
use pawnfill_positions::{Game, Position};

/// What matches in a game, or in a record.
#[derive(Clone, Copy)]
pub(super) enum Found<'a> {
    Game(&'a Match),
    Record(&'a Record),
}

/// A run of positions that is written, or a record.
pub(super) struct FoundRun<'a> {
    pub(super) run: Option<(&'a Game, &'a Run)>,
    pub(super) side: Option<Color>,
    pub(super) position: &'a Position,
}

impl<'a> Found<'a> {
    pub(super) fn game(self) -> Option<&'a Game> {
        match self {
            Self::Game(found) => Some(&found.game),
            Self::Record(_) => None,
        }
    }

    /// Returns the shown positions.
    pub(super) fn positions(self) -> &'a [Position] {
        match self {
            Self::Game(found) => &found.shown,
            Self::Record(found) => std::slice::from_ref(&found.position),
        }
    }

    /// Returns the runs with what is shown of each. A record has one for each side.
    pub(super) fn runs(self) -> Vec<FoundRun<'a>> {
        let mut all = Vec::new();
        match self {
            Self::Game(Match {
                game, runs, shown, ..
            }) => {
                for (run, position) in runs.iter().zip(shown) {
                    let (run, side) = (Some((game, run)), run.side);
                    all.push(FoundRun {
                        run,
                        side,
                        position,
                    });
                }
            }
            Self::Record(Record { position, sides }) => {
                for &side in sides {
                    all.push(FoundRun {
                        run: None,
                        side,
                        position,
                    });
                }
            }
        }
        all
    }
}

impl FoundRun<'_> {
    pub(super) fn about(&self) -> AboutRun {
        match self.run {
            Some((game, run)) => AboutRun::new(game, run, self.position),
            None => AboutRun {
                part: 1,
                side: self.side.map(Color::name),
                fen: fen(self.position),
                ..AboutRun::default()
            },
        }
    }
}

pub(super) fn fen(position: &Position) -> String {
    printable(position.fen()).into_owned()
}
