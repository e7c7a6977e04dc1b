//! Finds the games of a block, and follows their pawns.

use std::sync::Arc;

use memchr::memchr_iter;

use super::bytes::ByteSet;
use super::games::{Block, Entry, Games, PawnRun};
use super::input::Error;
use super::labels::Scheme;
use super::mistake::Mistake;
use super::notes::Note;
use super::pawn_moves::PawnMoves;
use super::record::Record;
use super::result::GameResult;
use super::san::San;
use super::sections::{END, before_mark, has_blank_line, is_first_move, section_at};
use super::start::Start;
use super::tag::Tag;
use super::tags::is_known;
use super::tokens::{ENGLISH, Token, Tokens, WrittenTags};

/// The maximum number of half-moves: more than the 75-move rule allows.
const MAX_PLIES: u32 = 20_000;

/// Finds the games of a block and their pawns.
pub(super) fn parse(block: Block) -> Games {
    let mut parser = Parser {
        block: &block,
        tokens: Tokens::new(&block.text, 0),
        entries: Vec::new(),
        runs: Vec::new(),
        line: block.line,
        counted: 0,
    };
    match &block.scheme {
        None => parser.parse_games(),
        Some(scheme) => parser.parse_lines(scheme),
    }
    parser.note_end();
    let Parser { entries, runs, .. } = parser;
    Games {
        block,
        entries,
        runs,
        first: 1,
    }
}

struct Parser<'a> {
    block: &'a Block,
    tokens: Tokens<'a>,
    entries: Vec<Entry>,
    runs: Vec<PawnRun>,
    /// The number of the line of the last mistake, and its place.
    line: u64,
    counted: usize,
}

impl Parser<'_> {
    fn parse_lines(&mut self, scheme: &Scheme) {
        for (text, record) in scheme.layout.records(&self.block.text) {
            let mut entry = Entry::new(text.start, self.runs.len());
            match parse_record(record, scheme) {
                Ok(record) => {
                    let pawns = record.pawns();
                    self.runs.push(PawnRun { plies: 0..1, pawns });
                    entry
                        .notes
                        .note(Note::NoScore, scheme.lacks_score(&record.labels));
                    entry.notes.note(Note::NoMate, record.labels.is_mate);
                    entry.record = Some((text.start, Arc::new(record)));
                }
                Err(reason) => entry.error = Some(self.error(text.start, reason)),
            }
            (entry.text.end, entry.moves, entry.runs.end) = (text.end, text.end, self.runs.len());
            entry.result = Some(GameResult::UNKNOWN);
            self.entries.push(entry);
        }
    }

    /// Returns an error at a place below those before. Lines are only counted up to it.
    fn error(&mut self, at: usize, reason: String) -> Error {
        self.line += memchr_iter(b'\n', &self.block.text[self.counted..at]).count() as u64;
        self.counted = at;
        self.block.error(self.line, reason)
    }

    fn parse_games(&mut self) {
        // In games without comments, the pawns change about once in 27 bytes.
        self.runs.reserve(self.block.text.len() / 24);
        loop {
            let mut entry = Entry::new(self.tokens.at, self.runs.len());
            match self.parse_game(&mut entry) {
                Ok(true) => {}
                Ok(false) => return,
                Err(mistake) => {
                    entry.error = Some(self.error(mistake.at, mistake.reason));
                    match mistake.next {
                        Some(next) => self.tokens.at = next,
                        None => skip_game(&mut self.tokens, self.runs.len() > entry.runs.start),
                    }
                }
            }
            entry.text.end = self.tokens.at;
            entry.runs.end = self.runs.len();
            let has_no_result = entry.error.is_none() && entry.result.is_none();
            entry.notes.note(Note::NoResult, has_no_result);
            self.entries.push(entry);
        }
    }

    /// Notes after the last game that the text has more than its end.
    fn note_end(&mut self) {
        if let Some(last) = self.entries.last_mut() {
            let end = self.block.text.trim_ascii_end().last();
            last.notes
                .note(Note::End, end.is_some_and(|byte| END.contains(byte)));
        }
    }

    /// Reads a game. Returns `false` if there is none.
    fn parse_game(&mut self, entry: &mut Entry) -> Result<bool, Box<Mistake>> {
        let Some(start) = read_tags(&mut self.tokens, entry)? else {
            return Ok(false);
        };
        entry.plies_before = start.plies_before;
        let mut line = MainLine {
            pawns: start.pawns,
            run: 0,
            plies: 1,
        };
        // The first move is the one of this game.
        const WHITE_SPACE: ByteSet = ByteSet::new(b" \t\n\x0c\r");
        self.tokens
            .look_below(WHITE_SPACE.skip(self.tokens.text, self.tokens.at) + 1);
        let end = self.parse_moves(&mut line, &start, entry);
        self.runs.push(line.last_run());
        entry.record = start.fen;
        end.map(|()| true)
    }

    /// Plays the moves up to the end of the game.
    fn parse_moves(
        &mut self,
        line: &mut MainLine,
        start: &Start,
        entry: &mut Entry,
    ) -> Result<(), Box<Mistake>> {
        let before = entry.plies_before;
        loop {
            self.play_common(line);
            let tokens = &mut self.tokens;
            let token = match line.plies {
                ..=1 => tokens.next(),
                _ => tokens.next_in_game(),
            };
            let reason = match token? {
                Some(Token::Move(san)) if is_forfeit(tokens, san, entry, start) => {
                    return end_game(tokens, GameResult::FORFEIT, start, entry);
                }
                Some(Token::Move(_)) if line.plies > MAX_PLIES => {
                    format!("the game has more than {MAX_PLIES} half-moves")
                }
                Some(Token::Move(san)) => match line.play(san, &mut self.runs) {
                    Ok(()) => continue,
                    Err(reason) => {
                        tokens.at_move(before, line.plies, &format!("is impossible: {reason}"))
                    }
                },
                Some(Token::Unknown) => {
                    tokens.at_move(before, line.plies, &unknown_move(tokens.last()))
                }
                Some(Token::Result(result)) => return end_game(tokens, result, start, entry),
                // A tag belongs to the next game.
                Some(Token::Tag(_)) | None => return end_without_result(tokens),
            };
            return Err(Mistake::new(tokens.start, reason));
        }
    }

    /// Plays the next moves as long as they have a common form and the pawns allow them. This is
    /// where the time goes, so it has a function of its own, whose values fit in registers.
    #[inline(never)]
    fn play_common(&mut self, line: &mut MainLine) {
        let (mut next, mut played) = (self.tokens.clone(), *line);
        while played.plies <= MAX_PLIES
            && let Some(san) = next.next_common()
            && next.start < next.first_move
            && played.play(san, &mut self.runs).is_ok()
        {
            self.tokens.at = next.at;
        }
        *line = played;
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

    /// Plays a move. A run that it ends is added.
    #[inline(always)]
    fn play(&mut self, san: San, runs: &mut Vec<PawnRun>) -> Result<(), &'static str> {
        let before = *self;
        if self.pawns.play(san)? {
            runs.push(before.last_run());
            self.run = self.plies;
        }
        self.plies += 1;
        Ok(())
    }
}

fn parse_record(text: &[u8], scheme: &Scheme) -> Result<Record, String> {
    let text = std::str::from_utf8(text).map_err(|_| "this is not UTF-8 text")?;
    let (fen, values) = scheme.layout.parse(text)?;
    let mut record: Record = fen.parse()?;
    if scheme.is_read {
        record.labels = scheme.read(&values, record.side)?;
    }
    Ok(record)
}

/// Reads the tags of a game, up to its first move. Returns what they say about it, or `None` if
/// there is no game.
fn read_tags(tokens: &mut Tokens, entry: &mut Entry) -> Result<Option<Start>, Box<Mistake>> {
    let (mut start, mut has_tags) = (Start::default(), false);
    // After a mistake, the other tags are not those of a game from the initial position.
    let mut mistake: Option<Box<Mistake>> = None;
    let text = tokens.text;
    let next = loop {
        entry.moves = tokens.at;
        // Almost all tags are in the line below another one, and begin no section.
        let below = if has_tags { tokens.tag_below() } else { None };
        let token = match below {
            Some(_) => Ok(Some(Token::Tag(below))),
            None => tokens.next(),
        };
        match token {
            Ok(Some(Token::Tag(tag))) => {
                if !has_tags {
                    entry.text.start = tokens.start;
                } else if below.is_none()
                    && let Some(next) = next_section(tokens, entry, tag)
                {
                    break Some(next);
                }
                has_tags = true;
                let learned = match tag {
                    Some(tag) => start.learn(tokens.start, tag, &mut entry.notes),
                    None => Err("the tag does not have the form [Name \"value\"]".to_owned()),
                };
                if let Err(reason) = learned {
                    mistake.get_or_insert_with(|| Mistake::new(tokens.start, reason));
                }
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
            }
        }
    };
    if next.is_some() {
        let reason = "the game has tags, but neither moves nor a result";
        let mut mistake = mistake.unwrap_or_else(|| Mistake::new(entry.text.start, reason));
        mistake.next = next;
        return Err(mistake);
    }
    if let Some(mistake) = mistake {
        return Err(mistake);
    }
    if start.may_repeat() {
        let tags = WrittenTags::new(&text[..entry.moves], entry.text.start);
        entry
            .notes
            .note(Note::SecondTag, has_second_value(tags.collect()));
    }
    Ok(Some(start))
}

/// Returns the place where the next game begins, if the tag below some tags of a game is one
/// of the next.
fn next_section(tokens: &Tokens, entry: &Entry, tag: Option<Tag>) -> Option<usize> {
    let (text, at) = (tokens.text, tokens.start);
    let is_apart = has_blank_line(&text[entry.moves..at]);
    if let Some(section) = section_at(text, at).filter(|section| *section > entry.text.start)
        && (is_apart || tag.is_some_and(|tag| tag.name.eq_ignore_ascii_case(b"Event")))
    {
        return Some(section);
    }
    let name = tag?.name;
    let mut above = WrittenTags::new(&text[..at], entry.text.start);
    (is_apart && above.any(|above| above.name == name)).then_some(at)
}

/// Returns `true` if two of some tags have the same name and different values that are known.
#[cold]
fn has_second_value(mut tags: Vec<Tag>) -> bool {
    tags.retain(|tag| is_known(&tag.value()));
    tags.sort_by_key(|tag| tag.name);
    let mut pairs = tags.windows(2);
    pairs.any(|two| two[0].name == two[1].name && two[0].value() != two[1].value())
}

/// Ends a game with a result, and skips an equal one behind it. It is a mistake if moves or another
/// result follow in the same paragraph, unless a line begins with move 1.
fn end_game(
    tokens: &mut Tokens,
    result: GameResult,
    start: &Start,
    entry: &mut Entry,
) -> Result<(), Box<Mistake>> {
    let is_other = result.is_known() && start.result().is_some_and(|of_tag| of_tag != result);
    entry.notes.note(Note::OtherResult, is_other);
    entry.result = Some(result);
    skip_results(tokens, result)
}

fn skip_results(tokens: &mut Tokens, result: GameResult) -> Result<(), Box<Mistake>> {
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
                let word = tokens.shown();
                let reason = format!("{word} stands behind the result of the game");
                return Err(Mistake::new(tokens.start, reason));
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

/// Ends a game before the last token, which belongs to the next one.
fn end_without_result(tokens: &mut Tokens) -> Result<(), Box<Mistake>> {
    tokens.at = tokens.start;
    if !tokens.is_numbered {
        return Ok(());
    }
    let above = before_mark(&tokens.text[..tokens.at]).trim_ascii_end();
    let reason = "the game ends between the number of a move and the move";
    Err(Mistake::before(tokens.at, above.len(), reason))
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
        let token = match is_in_moves {
            true => tokens.next_in_game(),
            false => tokens.next(),
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
            Err(mistake) => {
                if let Some(next) = mistake.next {
                    tokens.at = next;
                    return;
                }
            }
        }
    }
}

/// Returns the mistake in a word that is no move: `Sf3` is German, `Cf3` French and `Jf3` Czech.
fn unknown_move(word: &[u8]) -> String {
    match word {
        [b'A'..=b'Z', b'a'..=b'h' | b'x', ..] => {
            format!("is not a move; letters of other languages {ENGLISH}")
        }
        _ => "is not a move".to_owned(),
    }
}
