//! Games that meet conditions.

use std::io::{Cursor, Read};
use std::sync::Arc;

use pawnfill::{Bitboard, Color, Square};
use pawnfill_condition::{Definition, Query};
use pawnfill_find::{About, AboutRun, Match, Part, Search, Survey, moves};
use pawnfill_positions::{Format, Games, read};
use serde_json::{Value, json};

use crate::Message;
use crate::progress::Progress;
use crate::question::Question;
use crate::scores::packed;

/// Finds games. Only the first `shown` are described, and `saved` bytes of games are sent.
pub(crate) fn find(
    question: &Question,
    [shown, saved]: [usize; 2],
    structures: &[Arc<Definition>],
    file: impl Read + Send + 'static,
    send: &mut dyn FnMut(Message),
) -> Result<(), String> {
    let search = Arc::new(question.search(structures)?);
    let mut matches = Matches {
        file: &question.file,
        search: Arc::clone(&search),
        shown,
        saved,
    };
    let finder = Finder {
        search,
        counting: question.counting(structures)?,
    };
    Progress::read(
        &question.file,
        file,
        send,
        move |games| finder.part(games),
        |part, progress, send| matches.take(part, progress, send),
    )
}

/// Finds games, and counts their results.
struct Finder {
    search: Arc<Search>,
    counting: Survey,
}

impl Finder {
    fn part(&self, games: &Arc<Games>) -> (Part, Vec<u8>) {
        let part = self.search.part(games);
        let counted = packed(&self.counting.found(&part.games));
        (part, counted)
    }
}

/// What the page still wants of the matches in a file.
struct Matches<'a> {
    file: &'a str,
    search: Arc<Search>,
    /// The number of games that are still described.
    shown: usize,
    /// The number of bytes that are still sent.
    saved: usize,
}

impl Matches<'_> {
    fn take(
        &mut self,
        (part, counted): (Part, Vec<u8>),
        progress: &mut Progress,
        send: &mut dyn FnMut(Message),
    ) {
        progress.errors.extend(part.errors);
        progress.positions += part.positions;
        if part.games.is_empty() {
            return;
        }
        let shown = part.games.iter().take(self.shown);
        let rows: Vec<_> = shown.map(|game| self.row(game)).collect();
        self.shown -= rows.len();
        let pgn: Vec<_> = part.games.iter().filter_map(Match::pgn).flatten().collect();
        let is_saved = pgn.len() <= self.saved;
        self.saved = if is_saved { self.saved - pgn.len() } else { 0 };
        let matching: u64 = part.games.iter().map(|game| game.positions).sum();
        send(Message::Counted(counted));
        send(Message::Json(json!({
            "rows": rows,
            "found": part.games.len(),
            "matching": matching,
            "is_saved": is_saved,
        })));
        if is_saved {
            send(Message::Pgn(pgn));
        }
    }

    /// Describes a match.
    fn row(&self, matching: &Match) -> Value {
        let game = &matching.game;
        let mut runs = Vec::new();
        for (run, shown) in matching.runs.iter().zip(&matching.shown) {
            let query = self.search.queries().nth(run.part);
            let query = query.unwrap_or(&self.search.query);
            runs.push(json!({
                "about": AboutRun::new(game, run, shown),
                "moves": moves(game, run),
                "move": shown.last_move(),
                "squares": indexes(query.squares(shown.placement(), run.side)),
            }));
        }
        json!({
            "about": About::new(self.file, Some(game)),
            "runs": runs,
            "text": String::from_utf8_lossy(game.text()),
            "mistake": game.error().map(|error| &error.reason),
        })
    }
}

fn indexes(squares: Bitboard) -> Vec<usize> {
    squares.squares().map(Square::index).collect()
}

/// Returns the positions of a game, up to its first mistake.
pub(crate) fn play(text: String, query: &Query, side: Option<Color>) -> Value {
    let text = Cursor::new(text.into_bytes());
    let mut shown = Vec::new();
    for position in read("the game", text, Some(Format::Pgn)).map_while(Result::ok) {
        shown.push(json!({
            "fen": position.fen(),
            "move": position.last_move(),
            // There are none where the condition is not met.
            "squares": indexes(query.squares(position.placement(), side)),
        }));
    }
    shown.into()
}
