//! What is odd about games that are read nevertheless.

use std::sync::Arc;

use super::labels::Scheme;

/// Declares the notes with their sentences, which go on after a number of games.
macro_rules! notes {
    ($($(#[$meta:meta])* $note:ident = $sentence:literal,)*) => {
        /// What is odd about a game.
        #[derive(Clone, Copy)]
        pub(super) enum Note {
            $($(#[$meta])* $note,)*
        }

        const SENTENCES: &[&str] = &[$($sentence),*];
    };
}

notes! {
    /// No result stands at its end.
    NoResult = "without a result at the end, which may be cut short",
    /// The result at its end is not that of its tag.
    OtherResult = "with another result at the end than in the tag Result, which counts",
    /// Two equal tags have different values.
    SecondTag = "with two values of a tag, of which the first one that can be read counts",
    /// A tag is not written in its usual letters.
    Letters = "with names of tags in unusual letters, such as `white`, which are read",
    /// The tag FEN says nothing.
    UnknownFen = "with a tag FEN that says nothing, which is ignored",
    /// A value of a tag contains quotes without a backslash.
    Quotes = "with quotes inside the value of a tag, which ends with the last one",
    /// The value of a tag has no quote at its end.
    OpenQuote = "with a tag whose value has no quote at its end, and ends with its line",
    /// It has no score, and others of its file have one.
    NoScore = "without a score",
    /// Its score is a mate whose moves are not known.
    NoMate = "with a mate without a number",
    /// The characters 0x1A or 0 follow, with which files of some systems end.
    End = "before the characters 0x1A or NUL, which are ignored",
}

/// How many games are odd in each way, and what the labels of a file mean.
#[derive(Clone, Debug, Default)]
pub struct NoteCounts {
    games: [u64; SENTENCES.len()],
    pub(super) scheme: Option<Arc<Scheme>>,
}

impl NoteCounts {
    /// Adds a note to those of a single game.
    pub(super) fn note(&mut self, note: Note, is_so: bool) {
        self.games[note as usize] |= u64::from(is_so);
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        for (to, games) in self.games.iter_mut().zip(other.games) {
            *to += games;
        }
        self.scheme = other.scheme.clone().or(self.scheme.take());
    }

    /// Returns what is odd about any game, each with the number of its games. The sentence goes on
    /// after this number.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let notes = SENTENCES.iter().copied().zip(self.games);
        notes.filter(|(_, games)| *games > 0)
    }

    /// Says what was read of labels.
    #[must_use]
    pub fn labels(&self) -> Option<String> {
        self.scheme.as_ref()?.sentence()
    }
}
