//! What a search finds.

use pawnfill::Color;
use pawnfill_positions::{Error, Game, Position};

use crate::repeated::Identity;
use crate::run::{self, Run};

/// A game with matching positions.
pub struct Match {
    /// The game.
    pub game: Game,
    /// The runs of matching positions, of one condition after the other, in the order of their
    /// first positions.
    pub runs: Vec<Run>,
    /// The number of matching positions.
    pub positions: u64,
    /// The positions that the search was asked to show.
    pub shown: Vec<Position>,
    /// What the game and its repetitions have in common.
    pub identity: Option<Identity>,
}

impl Match {
    /// Returns the game as PGN with the blank line after it, and a comment where each run begins.
    /// Returns nothing if it has a mistake: after an open comment, other readers would lose the
    /// next games.
    #[must_use]
    pub fn pgn(&self) -> Option<Vec<u8>> {
        if self.game.error().is_some() {
            return None;
        }
        let ends: Vec<usize> = self.game.moves().map(|place| place.end).collect();
        let (mut pgn, mut written) = (Vec::new(), 0);
        let text = self.game.text();
        let mut starts: Vec<&Run> = self.runs.iter().collect();
        starts.sort_by_key(|run| run.plies.start);
        for runs in starts.chunk_by(|a, b| a.plies.start == b.plies.start) {
            // No move leads to the first position.
            let Some(before) = (runs[0].plies.start as usize).checked_sub(1) else {
                continue;
            };
            let Some(end) = ends.get(before) else {
                continue;
            };
            // Other readers refuse glyphs and comments behind a comment.
            let (place, is_in_comment) = self.game.comment_place(*end);
            pgn.extend_from_slice(&text[written..place]);
            let comment = self.comment(runs);
            let is_blank = text.get(place).is_some_and(u8::is_ascii_whitespace);
            let comment = match (is_in_comment, is_blank) {
                (true, true) => format!("{comment};"),
                (true, false) => format!("{comment}; "),
                (false, _) => format!(" {{{comment}}}"),
            };
            pgn.extend(comment.bytes());
            written = place;
        }
        pgn.extend_from_slice(text[written..].trim_ascii_end());
        // A game without tags may follow.
        if self.game.result().is_none() {
            pgn.extend_from_slice(b"\n*");
        }
        pgn.extend_from_slice(b"\n\n");
        Some(pgn)
    }

    /// Returns a comment on runs that begin together.
    fn comment(&self, runs: &[&Run]) -> String {
        let mut comment = "pawnfill:".to_owned();
        for (number, run) in runs.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            comment += &format!("{comma} {}", run::moves(&self.game, run));
        }
        comment
    }
}

/// A FEN or EPD record that matches.
pub struct Record {
    /// The position.
    pub position: Position,
    /// The sides that meet the condition, or nothing in place of a side if it is not about either.
    pub sides: Vec<Option<Color>>,
}

/// What matches in some games or records, which were searched without the others.
#[derive(Default)]
pub struct Part {
    /// The games with matches.
    pub games: Vec<Match>,
    /// The records that match.
    pub records: Vec<Record>,
    /// Whether these are records, and not games.
    pub is_records: bool,
    /// Whether the tags of any game are as the filter asks.
    pub took_game: bool,
    /// The number of positions that were read.
    pub positions: u64,
    /// The mistakes in the games. Unless bad games are skipped, the first one ends the search.
    pub errors: Vec<Error>,
}
