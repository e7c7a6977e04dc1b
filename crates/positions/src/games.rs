//! Blocks of an input, and the games in them.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::ops::Range;
use std::sync::Arc;

use memchr::memchr_iter;
use pawnfill::{Color, Pawns};

use super::board::GameBoard;
use super::input::{Error, Format, quoted};
use super::notes::{Note, NoteCounts};
use super::pawn_moves::PawnMoves;
use super::pgn::{
    END, ENGLISH, MARK, Tag, Token, Tokens, Wrong, annotations, has_blank_line, is_first_move,
    nags, section_at, shown, tags, unmarked, wrong, wrong_until,
};
use super::position::{Pieces, Position};
use super::san::San;
use super::tags::{GameResult, NAMES, Tags, is_known};

/// The maximum number of half-moves: more than the 75-move rule allows.
pub(super) const MAX_PLIES: u32 = 20_000;

/// A part of an input with whole games or lines, which can be read independently of the others.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) source: Arc<str>,
    pub(super) format: Format,
    pub(super) text: Vec<u8>,
    /// The number of its first line.
    pub(super) line: u64,
}

/// The games of a block.
#[derive(Debug)]
pub struct Games {
    block: Block,
    entries: Vec<Entry>,
    /// The runs of all games, one after the other.
    runs: Vec<PawnRun>,
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
struct Entry {
    text: Range<usize>,
    /// The place after the tags.
    moves: usize,
    /// The half-moves before its first position.
    plies_before: u32,
    runs: Range<usize>,
    error: Option<Error>,
    result: Option<GameResult>,
    notes: NoteCounts,
}

impl Entry {
    /// Returns an entry that begins with its tags, and has no runs yet.
    fn new(start: usize, first_run: usize) -> Self {
        let (text, runs, notes) = (start..start, first_run..first_run, NoteCounts::default());
        Self {
            text,
            moves: start,
            plies_before: 0,
            runs,
            error: None,
            result: None,
            notes,
        }
    }
}

/// The main line of a game, as far as it was played.
#[derive(Clone, Copy)]
struct MainLine {
    pawns: PawnMoves,
    /// The first of the last positions with the same pawns.
    run: u32,
    plies: u32,
}

impl MainLine {
    fn last_run(&self) -> PawnRun {
        PawnRun {
            plies: self.run..self.plies,
            pawns: self.pawns.pawns(),
        }
    }
}

impl Games {
    /// Finds the games of a block and their pawns.
    pub(super) fn parse(block: Block) -> Self {
        let mut games = Self {
            block,
            entries: Vec::new(),
            runs: Vec::new(),
            first: 1,
        };
        match games.block.format {
            Format::Pgn => games.parse_pgn(),
            Format::Lines => games.parse_lines(),
        }
        games
    }

    /// Returns the number of games, or of lines with FEN or EPD records.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Returns how many games have each note.
    #[must_use]
    pub fn notes(&self) -> NoteCounts {
        let mut counts = NoteCounts::default();
        self.entries
            .iter()
            .for_each(|entry| counts.add(&entry.notes));
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

    fn parse_pgn(&mut self) {
        let text = std::mem::take(&mut self.block.text);
        // In games without comments, the pawns change about once in 27 bytes.
        self.runs.reserve(text.len() / 24);
        let mut tokens = Tokens::new(&text, 0);
        // Lines are only counted up to the mistakes.
        let (mut line, mut counted) = (self.block.line, 0);
        loop {
            let mut entry = Entry::new(tokens.at, self.runs.len());
            match self.parse_game(&mut tokens, &mut entry) {
                Ok(true) => {}
                Ok(false) => {
                    self.note_end(&text);
                    break;
                }
                Err(wrong) => {
                    line += memchr_iter(b'\n', &text[counted..wrong.at]).count() as u64;
                    counted = wrong.at;
                    entry.error = Some(self.block.error(line, wrong.reason));
                    match wrong.next {
                        Some(next) => tokens.at = next,
                        None => skip_game(&mut tokens, self.runs.len() > entry.runs.start),
                    }
                }
            }
            entry.text.end = tokens.at;
            entry.runs.end = self.runs.len();
            entry.notes.note(
                Note::NoResult,
                entry.error.is_none() && entry.result.is_none(),
            );
            self.entries.push(entry);
        }
        self.block.text = text;
    }

    /// Reads a game. Returns `false` if there is none.
    fn parse_game(&mut self, tokens: &mut Tokens, entry: &mut Entry) -> Result<bool, Box<Wrong>> {
        let Some(start) = read_tags(tokens, entry)? else {
            return Ok(false);
        };
        entry.plies_before = start.plies_before;
        let mut line = MainLine {
            pawns: start.pawns,
            run: 0,
            plies: 1,
        };
        let before = start.plies_before;
        // The first move is the one of this game.
        let blank = tokens.text[tokens.at..]
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        tokens.look_below(tokens.at + blank + 1);
        let mistake = loop {
            self.play_common(tokens, &mut line);
            let token = if line.plies > 1 {
                tokens.next_in_game()
            } else {
                tokens.next()
            };
            let reason = match token {
                Ok(Some(Token::Move(san))) if is_forfeit(tokens, san, entry, &start) => {
                    break end_game(tokens, GameResult::FORFEIT, &start, entry).err();
                }
                Ok(Some(Token::Move(san))) if line.plies <= MAX_PLIES => {
                    match self.play(&mut line, san) {
                        Ok(()) => continue,
                        Err(reason) => at_move(
                            before,
                            line.plies,
                            tokens,
                            &format!("is impossible: {reason}"),
                        ),
                    }
                }
                Ok(Some(Token::Move(_))) => {
                    format!("the game has more than {MAX_PLIES} half-moves")
                }
                Ok(Some(Token::Unknown)) => {
                    // `Sf3` is German, `Cf3` French and `Jf3` Czech.
                    let foreign = match *tokens.last() {
                        [b'A'..=b'Z', b'a'..=b'h' | b'x', ..] => {
                            format!("; letters of other languages {ENGLISH}")
                        }
                        _ => String::new(),
                    };
                    at_move(
                        before,
                        line.plies,
                        tokens,
                        &format!("is not a move{foreign}"),
                    )
                }
                Ok(Some(Token::Result(result))) => {
                    break end_game(tokens, result, &start, entry).err();
                }
                // A tag belongs to the next game.
                Ok(Some(Token::Tag(_)) | None) => {
                    tokens.at = tokens.start;
                    if !tokens.is_numbered {
                        break None;
                    }
                    let text = &tokens.text[..tokens.at];
                    let at = text
                        .strip_suffix(MARK)
                        .unwrap_or(text)
                        .trim_ascii_end()
                        .len();
                    let reason = "the game ends between the number of a move and the move";
                    break Some(wrong_until(tokens.at, at, reason));
                }
                Err(mistake) => break Some(mistake),
            };
            break Some(wrong(tokens.start, reason));
        };
        self.runs.push(line.last_run());
        mistake.map_or(Ok(true), Err)
    }

    /// Notes after the last game that the text has more than its end.
    fn note_end(&mut self, text: &[u8]) {
        if let Some(last) = self.entries.last_mut() {
            last.notes.note(
                Note::End,
                text.trim_ascii_end()
                    .last()
                    .is_some_and(|byte| END.contains(byte)),
            );
        }
    }

    /// Plays the next moves as long as they have a common form and the pawns allow them. This is
    /// where the time goes, so it has a function of its own, whose values fit in registers.
    #[inline(never)]
    fn play_common(&mut self, tokens: &mut Tokens, line: &mut MainLine) {
        let (mut next, mut played) = (tokens.clone(), *line);
        while played.plies <= MAX_PLIES
            && let Some(san) = next.next_common()
            && next.start < next.first_move
            && self.play(&mut played, san).is_ok()
        {
            tokens.at = next.at;
        }
        *line = played;
    }

    #[inline(always)]
    fn play(&mut self, line: &mut MainLine, san: San) -> Result<(), &'static str> {
        let before = *line;
        if line.pawns.play(san)? {
            self.runs.push(before.last_run());
            line.run = line.plies;
        }
        line.plies += 1;
        Ok(())
    }

    fn parse_lines(&mut self) {
        let text = std::mem::take(&mut self.block.text);
        let mut at = 0;
        for (line, number) in text
            .split_inclusive(|&byte| byte == b'\n')
            .zip(self.block.line..)
        {
            at += line.len();
            let line = unmarked(line);
            let (start, trimmed) = (at - line.len(), trimmed(line));
            if trimmed.is_empty() || trimmed.starts_with(b"#") {
                continue;
            }
            let mut entry = Entry::new(start, self.runs.len());
            let parsed =
                std::str::from_utf8(trimmed).map_err(|_| "this is not UTF-8 text".to_owned());
            match parsed.and_then(str::parse::<Position>) {
                Ok(record) => self.runs.push(PawnRun {
                    plies: 0..1,
                    pawns: record.pawns,
                }),
                Err(reason) => entry.error = Some(self.block.error(number, reason)),
            }
            (entry.text.end, entry.moves, entry.runs.end) = (at, at, self.runs.len());
            entry.result = Some(GameResult::UNKNOWN);
            self.entries.push(entry);
        }
        self.note_end(&text);
        self.block.text = text;
    }
}

/// Returns a line without blanks and the signs of its end.
fn trimmed(line: &[u8]) -> &[u8] {
    let length = line
        .iter()
        .rposition(|byte| !END.contains(byte) && !byte.is_ascii_whitespace());
    line[..length.map_or(0, |last| last + 1)].trim_ascii_start()
}

impl Block {
    /// Returns the number of the line of a place in its text.
    fn line_of(&self, at: usize) -> u64 {
        self.line + memchr_iter(b'\n', &self.text[..at]).count() as u64
    }

    fn error(&self, line: u64, reason: String) -> Error {
        Error {
            source: Arc::clone(&self.source),
            line: Some(line),
            reason,
        }
    }
}

/// Reads the tags of a game, up to its first move. Returns what they say about it, or `None` if
/// there is no game.
fn read_tags(tokens: &mut Tokens, entry: &mut Entry) -> Result<Option<Start>, Box<Wrong>> {
    let (mut start, mut has_tags) = (Start::default(), false);
    // After a mistake, the other tags are not those of a game from the initial position.
    let mut mistake: Option<Box<Wrong>> = None;
    let text = tokens.text;
    let next = loop {
        entry.moves = tokens.at;
        // Almost all tags are in the line below another one, and begin no section.
        let tag = if has_tags && let Some(tag) = tokens.tag_below() {
            Some(tag)
        } else {
            match tokens.next() {
                Ok(Some(Token::Tag(tag))) => {
                    let next = has_tags.then(|| next_section(tokens, entry, tag)).flatten();
                    if next.is_some() {
                        break next;
                    }
                    if !has_tags {
                        entry.text.start = tokens.start;
                    }
                    has_tags = true;
                    tag
                }
                Ok(None) if !has_tags => return Ok(None),
                Ok(None) => break Some(tokens.at),
                Ok(Some(_)) => {
                    tokens.at = entry.moves;
                    break None;
                }
                Err(wrong) if !has_tags => return Err(wrong),
                Err(wrong) => {
                    let next = wrong.next;
                    mistake.get_or_insert(wrong);
                    if next.is_some() {
                        break next;
                    }
                    continue;
                }
            }
        };
        let learned =
            tag.ok_or_else(|| "the tag does not have the form [Name \"value\"]".to_owned());
        if let Err(reason) = learned.and_then(|tag| start.learn(tag, &mut entry.notes)) {
            mistake.get_or_insert_with(|| wrong(tokens.start, reason));
        }
    };
    if let Some(next) = next {
        let reason = "the game has tags, but neither moves nor a result";
        let mistake = mistake.unwrap_or_else(|| wrong(entry.text.start, reason));
        return Err(wrong_until(next, mistake.at, mistake.reason));
    }
    if let Some(mistake) = mistake {
        return Err(mistake);
    }
    let has_second = || has_second_value(tags(&text[..entry.moves], entry.text.start).collect());
    entry
        .notes
        .note(Note::SecondTag, start.may_repeat && has_second());
    Ok(Some(start))
}

/// Returns the place where the next game begins, if the tag below some tags of a game is one
/// of the next.
fn next_section(tokens: &Tokens, entry: &Entry, tag: Option<Tag>) -> Option<usize> {
    let (text, at) = (tokens.text, tokens.start);
    let is_apart = has_blank_line(&text[entry.moves..at]);
    let is_event = |tag: Tag| tag.name.eq_ignore_ascii_case(b"Event");
    let is_second =
        |tag: Tag| tags(&text[..at], entry.text.start).any(|above| tag.name == above.name);
    match section_at(text, at).filter(|section| *section > entry.text.start) {
        Some(section) if is_apart || tag.is_some_and(is_event) => Some(section),
        _ => (is_apart && tag.is_some_and(is_second)).then_some(at),
    }
}

/// Ends a game with a result, and skips an equal one behind it. It is a mistake if moves or another
/// result follow in the same paragraph, unless a line begins with move 1.
fn end_game(
    tokens: &mut Tokens,
    result: GameResult,
    start: &Start,
    entry: &mut Entry,
) -> Result<(), Box<Wrong>> {
    let of_tag = start.result().filter(|_| result.is_known());
    entry.notes.note(
        Note::OtherResult,
        of_tag.is_some_and(|of_tag| of_tag != result),
    );
    entry.result = Some(result);
    skip_results(tokens, result)
}

fn skip_results(tokens: &mut Tokens, result: GameResult) -> Result<(), Box<Wrong>> {
    let text = tokens.text;
    loop {
        let mut next = tokens.clone();
        match next.next() {
            Ok(Some(Token::Result(second))) if second == result => *tokens = next,
            Ok(Some(Token::Move(_))) if result == GameResult::FORFEIT && next.last() == b"0-0" => {
                *tokens = next;
            }
            Ok(Some(Token::Result(_) | Token::Move(_) | Token::Unknown))
                if !has_blank_line(&text[tokens.at..next.start])
                    && !is_first_move(text, next.start) =>
            {
                *tokens = next;
                let word = shown(tokens.last());
                return Err(wrong(
                    tokens.start,
                    format!("{word} stands behind the result of the game"),
                ));
            }
            Err(mistake)
                if mistake.next.is_none() && !has_blank_line(&text[tokens.at..mistake.at]) =>
            {
                *tokens = next;
                return Err(mistake);
            }
            _ => return Ok(()),
        }
    }
}

/// Returns `true` if a move is the result of two players who lost: `0-0` at the end of a game whose
/// tag says so, or where nobody can castle.
fn is_forfeit(tokens: &Tokens, san: San, entry: &Entry, start: &Start) -> bool {
    if tokens.last() != b"0-0" {
        return false;
    }
    let mut next = tokens.clone();
    let is_last = match next.next() {
        Ok(Some(Token::Tag(_)) | None) => true,
        // It may stand there again, behind a blank line.
        Ok(Some(Token::Move(_))) if next.last() == b"0-0" => {
            has_blank_line(&next.text[tokens.at..next.start])
        }
        Ok(Some(Token::Move(_))) => is_first_move(next.text, next.start),
        _ => false,
    };
    let moves = &tokens.text[..tokens.start];
    is_last
        && (start.result() == Some(GameResult::FORFEIT)
            || !start.can_play(Tokens::new(moves, entry.moves), san))
}

/// Skips the rest of a game after a mistake: past its result, or to the next game. If the mistake
/// is in its tags, its own first move is still ahead.
fn skip_game(tokens: &mut Tokens, mut is_in_moves: bool) {
    loop {
        let token = if is_in_moves {
            tokens.next_in_game()
        } else {
            tokens.next()
        };
        is_in_moves |= matches!(token, Ok(Some(Token::Move(_))));
        match token {
            Ok(Some(Token::Tag(_))) => {
                tokens.at = tokens.start;
                return;
            }
            Ok(Some(Token::Result(result))) if skip_results(tokens, result).is_ok() => return,
            Ok(Some(_)) => {}
            Ok(None) => return,
            Err(wrong) => {
                if let Some(next) = wrong.next {
                    tokens.at = next;
                    return;
                }
            }
        }
    }
}

/// Returns a mistake in a move, with the number of the move.
#[cold]
fn at_move(plies_before: u32, ply: u32, tokens: &Tokens, mistake: &str) -> String {
    let halves = u64::from(plies_before) + u64::from(ply - 1);
    let dots = if halves.is_multiple_of(2) { "." } else { "..." };
    format!(
        "{}{dots} {} {mistake}",
        halves / 2 + 1,
        shown(tokens.last())
    )
}

/// Returns `true` if two of some tags have the same name and different values that are known.
#[cold]
fn has_second_value(mut tags: Vec<Tag>) -> bool {
    tags.retain(|tag| is_known(&tag.value()));
    tags.sort_by_key(|tag| tag.name);
    tags.windows(2)
        .any(|two| two[0].name == two[1].name && two[0].value() != two[1].value())
}

/// What tags say about the first position of a game, and its result.
#[derive(Default)]
struct Start {
    fen: Option<String>,
    pawns: PawnMoves,
    plies_before: u32,
    /// The result of a tag with its usual letters, and with others.
    results: [Option<GameResult>; 2],
    /// The names of the tags, as bits that some names share.
    names: [u64; 4],
    /// Whether two tags may have the same name.
    may_repeat: bool,
}

impl Start {
    fn result(&self) -> Option<GameResult> {
        self.results[0].or(self.results[1])
    }

    /// Returns `true` if some moves can be played from the first position, and then another one.
    #[cold]
    fn can_play(&self, mut tokens: Tokens, last: San) -> bool {
        let player = self
            .fen
            .as_ref()
            .map_or_else(|| Ok(GameBoard::default()), |fen| GameBoard::from_fen(fen));
        let Ok(mut player) = player else { return false };
        while let Ok(Some(Token::Move(san))) = tokens.next() {
            if !player.play(san) {
                return false;
            }
        }
        player.play(last)
    }

    /// Reads a tag. The names of these tags are often written in other cases.
    #[inline]
    fn learn(&mut self, tag: Tag, notes: &mut NoteCounts) -> Result<(), String> {
        if let Some(oddity) = tag.oddity {
            notes.note(oddity, true);
        }
        let byte = |at: usize| usize::from(tag.name.get(at).copied().unwrap_or_default());
        // Hardly any of the usual names share a bit.
        let bits = tag.name.len() + 8 * byte(0) + 5 * byte(tag.name.len() / 2);
        let (names, bit) = (&mut self.names[bits / 64 % 4], 1 << (bits % 64));
        self.may_repeat |= *names & bit != 0;
        *names |= bit;
        let is = |name: &[u8]| tag.name.eq_ignore_ascii_case(name);
        let is_usual = NAMES.contains(&tag.name);
        notes.note(
            Note::Letters,
            !is_usual && NAMES.iter().any(|name| is(name)),
        );
        if is(b"FEN") && !is_known(&tag.value()) {
            notes.note(Note::UnknownFen, true);
        } else if is(b"FEN") {
            // Readers disagree on which of two counts.
            if self.fen.as_ref().is_some_and(|fen| *fen != tag.value()) {
                return Err("the game has a second tag FEN".to_owned());
            }
            let position = tag.value().parse::<Position>()?;
            let is_black = position.side_to_move() == Some(Color::Black);
            let number = position.move_number().unwrap_or(1);
            self.plies_before = number
                .saturating_sub(1)
                .saturating_mul(2)
                .saturating_add(is_black.into());
            self.pawns = PawnMoves::of(position.pawns, is_black, position.passed());
            self.fen = Some(tag.value().into_owned());
        } else if is(b"Result") {
            let result = &mut self.results[usize::from(!is_usual)];
            *result = result.or_else(|| {
                let result = tag.value().parse().ok();
                result.filter(|one: &GameResult| one.is_known())
            });
        } else if is(b"Variant") && !matches!(&*tag.value(), "-") && is_known(&tag.value()) {
            let variant = tag.value().replace([' ', '-'], "").to_ascii_lowercase();
            let known =
                "chess standard normal regular fromposition chess960 fischerandom fischerrandom";
            if !known.split(' ').any(|known| known == variant) {
                return Err(format!(
                    "the variant {} is not supported",
                    quoted(&tag.value())
                ));
            }
        }
        Ok(())
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
    fn entry(&self) -> &Entry {
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
        self.games.block.format == Format::Lines
    }

    /// Returns the number of its first line in the input, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        let blank = self.text().len() - self.text().trim_ascii_start().len();
        self.games.block.line_of(self.entry().text.start + blank)
    }

    /// Returns the rest of its text after the move at this place of the block.
    pub(super) fn text_after(&self, played: &Range<usize>) -> &[u8] {
        &self.games.block.text[played.end..self.entry().text.end]
    }

    /// Returns the move after the one at this place of the block, or the first move.
    pub(super) fn move_after(&self, played: &Range<usize>) -> Option<(&[u8], San)> {
        let mut tokens = Tokens::new(self.text_after(played), 0);
        let Ok(Some(Token::Move(san))) = tokens.next() else {
            return None;
        };
        Some((tokens.last(), san))
    }

    pub(super) fn block_text(&self) -> &[u8] {
        &self.games.block.text
    }

    /// Returns its text from its first tag, exactly as in the input.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.games.block.text[self.entry().text.clone()]
    }

    /// Returns the result at its end. A game without one may be cut short.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        self.entry().result
    }

    /// Returns its tags in order, each a name and a value.
    pub fn tags(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        self.written_tags()
            .map(|tag| (String::from_utf8_lossy(tag.name), tag.value()))
    }

    fn written_tags(&self) -> impl Iterator<Item = Tag<'_>> {
        let entry = self.entry();
        let end = if self.is_record() {
            entry.text.start
        } else {
            entry.moves
        };
        tags(&self.games.block.text[..end], entry.text.start)
    }

    /// Returns the value of a tag: the first one that is known, if it is there twice. The name may
    /// have other letters if there is no value with these.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let known = |is_name: fn(&[u8], &[u8]) -> bool| {
            let tags = self.written_tags();
            let mut values = tags
                .filter(|tag| is_name(tag.name, name.as_bytes()))
                .map(|tag| tag.value());
            values.find(|value| is_known(value))
        };
        known(|a, b| a == b).or_else(|| known(<[u8]>::eq_ignore_ascii_case))
    }

    /// Returns what is known of it.
    #[must_use]
    pub fn known(&self) -> Tags<'_> {
        Tags::new(self)
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
        for piece in annotations(&self.text()[end..]) {
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
        self.played_moves()
            .for_each(|(_, san)| san.hash(&mut digest));
        digest.finish()
    }

    fn played_moves(&self) -> impl Iterator<Item = (Range<usize>, San)> {
        let entry = self.entry();
        let mut tokens = Tokens::new(&self.games.block.text[..entry.text.end], entry.moves);
        let moves = std::iter::from_fn(move || {
            let Ok(Some(Token::Move(san))) = tokens.next() else {
                return None;
            };
            Some((
                tokens.start - entry.text.start..tokens.at - entry.text.start,
                san,
            ))
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
    /// which only
    /// [`positions`](Self::positions) reports.
    #[must_use]
    pub fn error(&self) -> Option<&Error> {
        self.entry().error.as_ref()
    }

    /// Plays the moves, and returns the positions up to the first mistake, and this mistake.
    pub fn positions(&self) -> impl Iterator<Item = Result<Position, Error>> + use<> {
        let (positions, mistake) = self.played();
        positions.into_iter().map(Ok).chain(mistake.map(Err))
    }

    /// Plays the moves, and returns the positions up to the first mistake, and this mistake.
    #[must_use]
    pub fn played(&self) -> (Vec<Position>, Option<Error>) {
        let mut positions = Vec::with_capacity(self.plies() as usize);
        let mistake = self.play(&mut positions).err();
        (positions, mistake.or_else(|| self.error().cloned()))
    }

    /// Adds the positions up to a move or a FEN that only the board shows to be illegal.
    fn play(&self, positions: &mut Vec<Position>) -> Result<(), Error> {
        let (block, entry) = (&self.games.block, self.entry());
        if self.is_record() {
            let record = String::from_utf8_lossy(trimmed(self.text()));
            positions.extend(
                record
                    .parse::<Position>()
                    .ok()
                    .filter(|_| self.error().is_none()),
            );
            return Ok(());
        }
        let (mut player, mut played) = (GameBoard::default(), entry.moves..entry.moves);
        for ply in 0..self.plies() {
            if ply == 0 {
                player = self.start()?;
            } else {
                let mut tokens = Tokens::new(&block.text[..entry.text.end], played.end);
                let token = tokens
                    .next_common()
                    .map_or_else(|| tokens.next(), |san| Ok(Some(Token::Move(san))));
                if !matches!(token, Ok(Some(Token::Move(san))) if player.play(san)) {
                    let mistake = format!("is illegal or ambiguous in {}", player.board);
                    let reason = at_move(self.plies_before(), ply, &tokens, &mistake);
                    return Err(block.error(block.line_of(tokens.start), reason));
                }
                played = tokens.start..tokens.at;
            }
            let (game, pieces) = (Some(self.clone()), Pieces::Board(player.clone()));
            positions.push(Position {
                pawns: player.pawns(),
                ply,
                game,
                pieces,
                played: played.clone(),
            });
        }
        Ok(())
    }

    /// Returns the first position, unless its FEN is not that of a legal one.
    fn start(&self) -> Result<GameBoard, Error> {
        let (block, entry) = (&self.games.block, self.entry());
        let mut tokens = Tokens::new(&block.text[..entry.moves], entry.text.start);
        while let Ok(Some(Token::Tag(Some(tag)))) = tokens.next() {
            if tag.name.eq_ignore_ascii_case(b"FEN") && is_known(&tag.value()) {
                let player = GameBoard::from_fen(&tag.value());
                return player.map_err(|reason| block.error(block.line_of(tokens.start), reason));
            }
        }
        Ok(GameBoard::default())
    }
}
