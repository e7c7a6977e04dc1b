//! What is odd about games that are read nevertheless.

use std::fmt;

/// What is odd about a game. The sentence of a note goes on after a number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Note {
    /// No result stands at its end.
    NoResult,
    /// The result at its end is not that of its tag.
    OtherResult,
    /// Two equal tags have different values.
    SecondTag,
    /// The tag FEN says nothing.
    UnknownFen,
    /// A value of a tag contains quotes without a backslash.
    Quotes,
    /// The characters 0x1A or 0 follow, with which files of some systems end.
    End,
}

/// All notes with their sentences.
const NOTES: [(Note, &str); 6] = [
    (Note::NoResult, "without a result at the end, which may be cut short"),
    (Note::OtherResult, "with another result at the end than in the tag Result, which counts"),
    (Note::SecondTag, "with two values of a tag, of which the first one that can be read counts"),
    (Note::UnknownFen, "with a tag FEN that says nothing, which is ignored"),
    (Note::Quotes, "with quotes inside the value of a tag, which ends with the last one"),
    (Note::End, "before the characters 0x1A or NUL, which are ignored"),
];

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NOTES[*self as usize].1)
    }
}

/// The notes of a game, as bits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Notes(u8);

impl Notes {
    pub(super) fn add(&mut self, note: Note, is_so: bool) {
        self.0 |= u8::from(is_so) << note as u8;
    }
}

/// How many games have each note.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoteCounts([u64; NOTES.len()]);

impl NoteCounts {
    /// Adds the counts of other games.
    pub fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(to, games)| *to += games);
    }

    /// Returns the notes that any game has, each with the number of its games.
    pub fn iter(&self) -> impl Iterator<Item = (Note, u64)> {
        NOTES.into_iter().zip(self.0).map(|((note, _), games)| (note, games)).filter(|(_, games)| *games > 0)
    }
}

impl FromIterator<Notes> for NoteCounts {
    fn from_iter<I: IntoIterator<Item = Notes>>(notes: I) -> Self {
        let mut counts = Self::default();
        for notes in notes {
            counts.0.iter_mut().enumerate().for_each(|(bit, games)| *games += u64::from(notes.0 >> bit & 1));
        }
        counts
    }
}
