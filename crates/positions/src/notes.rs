//! What is odd about games that are read nevertheless.

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
    /// The characters 0x1A or 0 follow, with which files of some systems end.
    End = "before the characters 0x1A or NUL, which are ignored",
}

/// How many games are odd in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoteCounts([u64; SENTENCES.len()]);

impl NoteCounts {
    /// Adds a note to those of a single game.
    pub(super) fn note(&mut self, note: Note, is_so: bool) {
        self.0[note as usize] |= u64::from(is_so);
    }

    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        for (to, games) in self.0.iter_mut().zip(other.0) {
            *to += games;
        }
    }

    /// Returns what is odd about any game, each with the number of its games. The sentence goes on
    /// after this number.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        SENTENCES
            .iter()
            .copied()
            .zip(self.0)
            .filter(|(_, games)| *games > 0)
    }
}
