//! What was read of a file.

use std::io::Read;
use std::sync::Arc;

use pawnfill_positions::{Error, Format, Games, NoteCounts, blocks};
use serde_json::{Value, json};

use crate::Message;

/// The sums of the blocks of a file.
#[derive(Default)]
pub(crate) struct Progress {
    games: u64,
    pub(crate) positions: u64,
    notes: NoteCounts,
    pub(crate) errors: Vec<Error>,
    /// Why the rest of the file could not be read.
    unread: Option<String>,
}

impl Progress {
    /// Reads games, and passes what `work` makes of them to `take`. At the end, the page receives
    /// what was read.
    pub(crate) fn read<T: Send + 'static>(
        name: &str,
        file: impl Read + Send + 'static,
        send: &mut dyn FnMut(Message),
        work: impl Fn(&Arc<Games>) -> T + Send + Sync + 'static,
        mut take: impl FnMut(T, &mut Progress, &mut dyn FnMut(Message)),
    ) -> Result<(), String> {
        let mut progress = Self::default();
        let blocks = blocks(name, file, Format::from_path(name.as_ref()), 1);
        let blocks = blocks.map_err(|error| error.reason)?;
        for part in blocks.map(move |games| (Arc::clone(games), work(games))) {
            match part {
                Ok((games, _)) if games.iter().next().is_some_and(|first| first.is_record()) => {
                    let reason = "this is no PGN: it has single positions, or something else";
                    progress.unread = Some(reason.to_owned());
                    break;
                }
                Ok((games, part)) => {
                    progress.games += games.count();
                    progress.notes.add(&games.notes());
                    take(part, &mut progress, send);
                }
                Err(error) => progress.unread = Some(error.reason),
            }
        }
        send(Message::Json(progress.described()));
        Ok(())
    }

    fn described(&self) -> Value {
        let mut notes = Vec::new();
        for (note, games) in self.notes.iter() {
            notes.push(json!([games, note]));
        }
        let mut errors = Vec::new();
        for error in self.errors.iter().take(20) {
            errors.push(json!({ "line": error.line, "reason": error.reason }));
        }
        json!({
            "games": self.games,
            "positions": self.positions,
            "notes": notes,
            "bad": self.errors.len(),
            "errors": errors,
            "unread": self.unread,
        })
    }
}
