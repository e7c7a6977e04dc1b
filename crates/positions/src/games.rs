//! Blocks of an input, and the games in them.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

use memchr::memchr_iter;
use pawnfill::Pawns;

use super::glyphs::nags;
use super::input::Error;
use super::labels::{Labels, Scheme};
use super::notes::NoteCounts;
use super::record::Record;
use super::result::GameResult;
use super::san::San;
use super::tags::Tags;
use super::tokens::{Annotations, Token, Tokens, WrittenTags};

/// A part of an input with whole games or lines, which can be read independently of the others.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) source: Arc<str>,
    /// What labels mean, unless it has games.
    pub(super) scheme: Option<Arc<Scheme>>,
    pub(super) text: Vec<u8>,
    /// The number of its first line.
    pub(super) line: u64,
}

impl Block {
    /// Returns the number of the line of a place in its text.
    pub(super) fn line_of(&self, at: usize) -> u64 {
        self.line + memchr_iter(b'\n', &self.text[..at]).count() as u64
    }

    pub(super) fn error(&self, line: u64, reason: String) -> Error {
        Error {
            source: Arc::clone(&self.source),
            line: Some(line),
            reason,
        }
    }
}

/// The games of a block.
#[derive(Debug)]
pub struct Games {
    pub(super) block: Block,
    pub(super) entries: Vec<Entry>,
    /// The runs of all games, one after the other.
    pub(super) runs: Vec<PawnRun>,
    /// The number of the first game in the input, which is 1 at first.
    pub(super) first: u64,
}

/// Consecutive positions of a game with the same pawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnRun {
    /// The half-moves since the first position of the game.
    pub plies: Range<u32>,
    /// The pawns of these positions.
    pub pawns: Pawns,
}

/// A game or a line of a block.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) text: Range<usize>,
    /// The place after the tags.
    pub(super) moves: usize,
    /// The record of the line, or of the tag FEN, and its place.
    pub(super) record: Option<(usize, Arc<Record>)>,
    /// The half-moves before its first position.
    pub(super) plies_before: u32,
    pub(super) runs: Range<usize>,
    pub(super) error: Option<Error>,
    pub(super) result: Option<GameResult>,
    pub(super) notes: NoteCounts,
}

impl Entry {
    /// Returns an entry that begins with its tags, and has no runs yet.
    pub(super) fn new(start: usize, first_run: usize) -> Self {
        Self {
            text: start..start,
            moves: start,
            record: None,
            plies_before: 0,
            runs: first_run..first_run,
            error: None,
            result: None,
            notes: NoteCounts::default(),
        }
    }
}

impl Games {
    /// Returns the number of games, or of lines with FEN or EPD records.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Returns how many games have each note.
    #[must_use]
    pub fn notes(&self) -> NoteCounts {
        let mut counts = NoteCounts::default();
        for entry in &self.entries {
            counts.add(&entry.notes);
        }
        counts.scheme = self.block.scheme.clone();
        counts
    }

    /// Returns the games.
    pub fn iter(self: &Arc<Self>) -> impl Iterator<Item = Game> + use<> {
        let games = Arc::clone(self);
        (0..self.entries.len()).map(move |index| Game {
            games: Arc::clone(&games),
            index,
        })
    }
}

/// A game of a PGN, or a line with a FEN or EPD record, whose only position has no number
/// and no tags.
#[derive(Clone, Debug)]
pub struct Game {
    games: Arc<Games>,
    index: usize,
}

impl Game {
    pub(super) fn block(&self) -> &Block {
        &self.games.block
    }

    pub(super) fn entry(&self) -> &Entry {
        &self.games.entries[self.index]
    }

    /// Returns its number in the input, from 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.games.first + self.index as u64
    }

    /// Returns `true` for a FEN or EPD record.
    #[must_use]
    pub fn is_record(&self) -> bool {
        self.block().scheme.is_some()
    }

    /// Returns the labels of a record.
    #[must_use]
    pub fn labels(&self) -> Option<&Labels> {
        let (_, record) = self.entry().record.as_ref().filter(|_| self.is_record())?;
        Some(&record.labels)
    }

    /// Returns the number of its first line in the input, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        let blank = self.text().len() - self.text().trim_ascii_start().len();
        self.block().line_of(self.entry().text.start + blank)
    }

    /// Returns the rest of its text after the move at this place of the block.
    pub(super) fn text_after(&self, played: &Range<usize>) -> &[u8] {
        &self.block().text[played.end..self.entry().text.end]
    }

    /// Returns the move after the one at this place of the block, or the first move.
    pub(super) fn move_after(&self, played: &Range<usize>) -> Option<(&[u8], San)> {
        let mut tokens = Tokens::new(self.text_after(played), 0);
        let Ok(Some(Token::Move(san))) = tokens.next() else {
            return None;
        };
        Some((tokens.last(), san))
    }

    /// Returns its text from its first tag, exactly as in the input.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.block().text[self.entry().text.clone()]
    }

    /// Returns the result at its end. A game without one may be cut short.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.entry().result
    }

    /// Returns its tags in order, each a name and a value.
    pub fn tags(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        let tags = self.written_tags();
        tags.map(|tag| (String::from_utf8_lossy(tag.name), tag.value()))
    }

    fn written_tags(&self) -> WrittenTags<'_> {
        let (entry, is_record) = (self.entry(), self.is_record());
        let end = if is_record {
            entry.text.start
        } else {
            entry.moves
        };
        WrittenTags::new(&self.block().text[..end], entry.text.start)
    }

    /// Returns what is known of it.
    #[must_use]
    pub fn known(&self) -> Tags<'_> {
        Tags::new(self.tags(), self.result())
    }

    /// Returns the moves up to its first mistake: the place of each in its [`text`](Self::text),
    /// with its evaluation.
    pub fn moves(&self) -> impl Iterator<Item = Range<usize>> {
        self.played_moves().map(|(place, _)| place)
    }

    /// Returns where a comment on a move that ends at this place of its [`text`](Self::text)
    /// belongs, and whether that is in a comment: behind the glyphs of the move, at the start of
    /// the comment that follows.
    #[must_use]
    pub fn comment_place(&self, end: usize) -> (usize, bool) {
        let (mut place, mut at) = (end, end);
        for piece in Annotations::new(&self.text()[end..]) {
            at += piece.len();
            match piece.trim_ascii().first() {
                None => {}
                Some(b'{') => return (at - piece.trim_ascii_start().len() + 1, true),
                Some(b'(') if nags(piece).is_empty() => break,
                Some(b';' | b'%' | b'.' | b'0'..=b'9') => break,
                Some(_) => place = at,
            }
        }
        (place, false)
    }

    /// Returns a number that is equal for games with the same moves, however they are commented.
    #[must_use]
    pub fn moves_digest(&self) -> u64 {
        let mut digest = DefaultHasher::new();
        for (_, san) in self.played_moves() {
            for word in san.words() {
                digest.write_u64(word);
            }
        }
        digest.finish()
    }

    fn played_moves(&self) -> impl Iterator<Item = (Range<usize>, San)> {
        let entry = self.entry();
        let start = entry.text.start;
        let mut tokens = Tokens::new(&self.block().text[..entry.text.end], entry.moves);
        let moves = std::iter::from_fn(move || {
            let san = match tokens.next_common() {
                Some(san) => san,
                None => tokens.next_move()?,
            };
            Some((tokens.start - start..tokens.at - start, san))
        });
        moves.take(self.plies().saturating_sub(1) as usize)
    }

    /// Returns the number of half-moves before the first position, from the counters of its FEN.
    #[must_use]
    pub fn plies_before(&self) -> u32 {
        self.entry().plies_before
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.runs().last().map_or(0, |run| run.plies.end)
    }

    /// Returns the pawns of its positions, up to its first mistake.
    #[must_use]
    pub fn runs(&self) -> &[PawnRun] {
        &self.games.runs[self.entry().runs.clone()]
    }

    /// Returns the mistake after its last position. A move that the pawns allow may be illegal,
    /// which only [`positions`](Self::positions) reports.
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        self.entry().error.as_ref()
    }
}
