//! What the tags of a game say about its first position and its result.

use std::sync::Arc;

use pawnfill::Color;

use super::board::GameBoard;
use super::input::quoted;
use super::notes::{Note, NoteCounts};
use super::pawn_moves::PawnMoves;
use super::record::Record;
use super::result::GameResult;
use super::san::San;
use super::tag::Tag;
use super::tags::{NAMES, is_known};
use super::tokens::{Token, Tokens};

/// The variants that are played like chess, without blanks and hyphens.
const VARIANTS: [&str; 8] = [
    "chess",
    "standard",
    "normal",
    "regular",
    "fromposition",
    "chess960",
    "fischerandom",
    "fischerrandom",
];

/// What tags say about the first position of a game, and its result.
#[derive(Default)]
pub(super) struct Start {
    /// The place of the tag FEN, and its record.
    pub(super) fen: Option<(usize, Arc<Record>)>,
    pub(super) pawns: PawnMoves,
    pub(super) plies_before: u32,
    /// The result of a tag with its usual letters, and with others.
    results: [Option<GameResult>; 2],
    names: NameBits,
}

/// The names of tags, as bits that some names share, so that almost no game needs a list.
#[derive(Default)]
struct NameBits {
    bits: [u64; 4],
    may_repeat: bool,
}

impl NameBits {
    fn insert(&mut self, name: &[u8]) {
        // Hardly any of the usual names share a bit.
        let hash = name.len() + 8 * byte_at(name, 0) + 5 * byte_at(name, name.len() / 2);
        let (bits, bit) = (&mut self.bits[hash / 64 % 4], 1 << (hash % 64));
        self.may_repeat |= *bits & bit != 0;
        *bits |= bit;
    }
}

fn byte_at(name: &[u8], at: usize) -> usize {
    name.get(at).copied().unwrap_or_default().into()
}

impl Start {
    /// Returns the result of a tag.
    pub(super) fn result(&self) -> Option<GameResult> {
        self.results[0].or(self.results[1])
    }

    /// Returns `true` if two tags may have the same name.
    pub(super) fn may_repeat(&self) -> bool {
        self.names.may_repeat
    }

    /// Returns `true` if some moves can be played from the first position, and then another one.
    #[cold]
    pub(super) fn can_play(&self, mut tokens: Tokens, last: San) -> bool {
        let mut player = match &self.fen {
            None => GameBoard::default(),
            Some((_, record)) => match GameBoard::from_record(record) {
                Ok(player) => player,
                Err(_) => return false,
            },
        };
        while let Ok(Some(Token::Move(san))) = tokens.next() {
            if !player.play(san) {
                return false;
            }
        }
        player.play(last)
    }

    /// Reads a tag at a place. The names of these tags are often written in other cases.
    #[inline]
    pub(super) fn learn(
        &mut self,
        at: usize,
        tag: Tag,
        notes: &mut NoteCounts,
    ) -> Result<(), String> {
        if let Some(oddity) = tag.oddity {
            notes.note(oddity, true);
        }
        self.names.insert(tag.name);
        let is_usual = NAMES.contains(&tag.name);
        if !is_usual {
            let is_known = NAMES.iter().any(|name| name.eq_ignore_ascii_case(tag.name));
            notes.note(Note::Letters, is_known);
        }
        if tag.name.eq_ignore_ascii_case(b"FEN") {
            return self.learn_fen(at, &tag.value(), notes);
        }
        if tag.name.eq_ignore_ascii_case(b"Result") {
            let result = &mut self.results[usize::from(!is_usual)];
            *result = result.or(tag
                .value()
                .parse()
                .ok()
                .filter(|one: &GameResult| one.is_known()));
        } else if tag.name.eq_ignore_ascii_case(b"Variant") {
            return check_variant(&tag.value());
        }
        Ok(())
    }

    fn learn_fen(&mut self, at: usize, fen: &str, notes: &mut NoteCounts) -> Result<(), String> {
        if !is_known(fen) {
            notes.note(Note::UnknownFen, true);
            return Ok(());
        }
        if let Some((_, first)) = &self.fen {
            // Readers disagree on which of two counts.
            return match *first.text == *fen.trim() {
                true => Ok(()),
                false => Err("the game has a second tag FEN".to_owned()),
            };
        }
        let record: Record = fen.parse()?;
        let is_black = record.side == Some(Color::Black);
        let moves_before = record.number().unwrap_or(1).saturating_sub(1);
        self.plies_before = moves_before
            .saturating_mul(2)
            .saturating_add(is_black.into());
        self.pawns = PawnMoves::new(record.pawns(), is_black, record.passed);
        self.fen = Some((at, Arc::new(record)));
        Ok(())
    }
}

fn check_variant(value: &str) -> Result<(), String> {
    let variant = value.replace([' ', '-'], "").to_ascii_lowercase();
    if value == "-" || !is_known(value) || VARIANTS.contains(&&*variant) {
        return Ok(());
    }
    Err(format!("the variant {} is not supported", quoted(value)))
}
