//! The forms in which files have labels, and the values of a record.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::View;
use crate::bytes::DIGITS;
use crate::input::quoted;
use crate::record::operation_end;
use crate::result::GameResult;
use crate::sections::{trimmed, unmarked};

/// How the records of a file are laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// A line each. With `numbers`, those behind four fields are labels, and no counters.
    Lines { numbers: bool },
    /// Stockfish's `plain`: a block each, up to a line `e`.
    Plain,
    /// Lichess's lines of JSON.
    Json,
    /// A line each, with the columns of a header.
    Table { mark: char, columns: Vec<Name> },
}

/// What a name says of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Fen,
    Score(Form),
    Result(Form),
    /// A result or a text, by its value.
    Comment(Form),
    Other,
}

/// The form of a value, which may say whose view it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Words,
    Brackets,
    Pipes,
    Marks,
    Spaces,
    C2,
    C9,
    Ce,
    Outcome,
    Named,
    Kaggle,
    Lichess,
    Plain,
}

impl Form {
    /// Returns whose view a result or a score of this form is.
    pub(super) fn view(self, is_result: bool) -> Option<View> {
        match self {
            Self::Words | Self::Brackets | Self::Pipes => Some(View::White),
            Self::Outcome | Self::Kaggle | Self::Lichess => Some(View::White),
            Self::C2 | Self::C9 if is_result => Some(View::White),
            Self::Ce | Self::Plain => Some(View::Mover),
            Self::Marks | Self::Spaces | Self::Named | Self::C2 | Self::C9 => None,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Brackets => "brackets",
            Self::Pipes => "pipes",
            Self::Marks => "commas or other marks",
            Self::Spaces => "spaces",
            Self::C2 => "c2",
            Self::C9 => "c9",
            Self::Ce => "ce",
            Self::Outcome => "outcome:",
            Self::Named => "names",
            Self::Kaggle => "Evaluation",
            Self::Lichess => "JSON",
            Self::Plain => "plain",
        }
    }
}

/// The names that are read, in any letters but the first.
const NAMES: [(&str, Name); 11] = [
    ("Evaluation", Name::Score(Form::Kaggle)),
    ("evaluation", Name::Score(Form::Named)),
    ("fen", Name::Fen),
    ("score", Name::Score(Form::Named)),
    ("cp", Name::Score(Form::Named)),
    ("ce", Name::Score(Form::Ce)),
    ("result", Name::Result(Form::Named)),
    ("wdl", Name::Result(Form::Named)),
    ("outcome", Name::Result(Form::Outcome)),
    ("c2", Name::Comment(Form::C2)),
    ("c9", Name::Comment(Form::C9)),
];

impl Name {
    fn new(name: &str) -> Self {
        for (known, meaning) in NAMES {
            if name == known || known != "Evaluation" && name.eq_ignore_ascii_case(known) {
                return meaning;
            }
        }
        Self::Other
    }
}

/// A value, before it is known what it means.
#[derive(Clone, Debug)]
pub(crate) struct Value<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) form: Form,
}

/// The values of a record.
#[derive(Debug, Default)]
pub(crate) struct Values<'a> {
    pub(super) score: Option<Value<'a>>,
    pub(super) result: Option<Value<'a>>,
    /// A number without a name, of which nothing says what it is.
    pub(super) lone: Option<Value<'a>>,
    pub(super) next_uci: Option<&'a str>,
    /// How many counters stand behind four fields, and whether a number follows that is none.
    pub(super) counters: usize,
    pub(super) has_number: bool,
    bare: [Option<Value<'a>>; 3],
}

impl Layout {
    /// Returns the layout of records that begin with this line, and whether the line is a header.
    pub(crate) fn new(line: &str) -> (Self, bool) {
        if line.starts_with("fen ") {
            return (Self::Plain, false);
        }
        if line.starts_with("{\"") {
            return (Self::Json, false);
        }
        let mark = line
            .chars()
            .find(|mark| ",;|\t".contains(*mark))
            .unwrap_or(',');
        let columns: Vec<Name> = cells(line, mark).map(Name::new).collect();
        if columns.contains(&Name::Fen) {
            (Self::Table { mark, columns }, true)
        } else {
            (Self::Lines { numbers: false }, false)
        }
    }

    /// Returns the end of the last complete record.
    pub(crate) fn end(&self, text: &[u8]) -> Option<usize> {
        let mut ends = memchr::memchr_iter(b'\n', text).rev().map(|end| end + 1);
        match self {
            Self::Plain => ends.find(|&end| is_last_of_plain(&text[..end])),
            _ => ends.next(),
        }
    }

    /// Returns the FEN of a record, with its operations, and its values.
    pub(crate) fn parse<'a>(&self, record: &'a str) -> Result<(Cow<'a, str>, Values<'a>), String> {
        let mut values = Values::default();
        let fen = match self {
            Self::Lines { numbers } => values.read_line(record, *numbers)?.into(),
            Self::Plain => values.read_plain(record)?.into(),
            Self::Json => values.read_json(record)?.into(),
            Self::Table { mark, columns } => values.read_row(record, *mark, columns)?.into(),
        };
        values.name_bare()?;
        Ok((fen, values))
    }
}

fn is_last_of_plain(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    text == b"e" || text.ends_with(b"\ne")
}

fn cells(line: &str, mark: char) -> impl Iterator<Item = &str> {
    line.split(mark).map(|cell| cell.trim().trim_matches('"'))
}

impl<'a> Values<'a> {
    /// Reads a line, and returns its FEN, with its operations if it has some.
    fn read_line(&mut self, line: &'a str, numbers: bool) -> Result<&'a str, String> {
        let end = self.fen_end(line, numbers);
        let rest = line[end..].trim_start_matches([';', ' ', '\t']);
        if rest.starts_with(|first: char| first.is_ascii_alphabetic())
            && side(first_word(rest)).is_none()
        {
            self.read_operations(rest)?;
            return Ok(line);
        }
        self.read_values(&line[end..])?;
        Ok(&line[..end])
    }

    /// Returns the end of the FEN: the fields, and counters that are whole numbers.
    fn fen_end(&mut self, line: &'a str, numbers: bool) -> usize {
        let mut end = 0;
        for field in 0..6 {
            let rest = &line[end..];
            // Behind the fourth field, a tab is a mark.
            let word = match field {
                0..4 => rest.trim_start(),
                _ => rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\t'),
            };
            let blank = rest.len() - word.len();
            let word = &word[..word.find(ends_value).unwrap_or(word.len())];
            if word.is_empty() {
                break;
            }
            if field >= 4 {
                let is_counter = DIGITS.skip(word.as_bytes(), 0) == word.len();
                if numbers || !is_counter {
                    self.has_number = number(word).is_some();
                    break;
                }
                self.counters += 1;
            }
            end += blank + word.len();
        }
        end
    }

    /// Reads values that are parted by marks, blanks or brackets.
    fn read_values(&mut self, mut rest: &'a str) -> Result<(), String> {
        let mut form = Form::Spaces;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() && c != '\t');
            let Some(first) = rest.chars().next() else {
                return Ok(());
            };
            let after = &rest[first.len_utf8()..];
            rest = match first {
                '|' => {
                    form = Form::Pipes;
                    after
                }
                ';' | ',' | '\t' => {
                    form = Form::Marks;
                    after
                }
                '[' => {
                    let (inner, after) = after.split_once(']').ok_or_else(|| unknown(rest))?;
                    self.add(inner.trim(), Form::Brackets)?;
                    after
                }
                '"' => {
                    let (inner, after) = after.split_once('"').ok_or_else(|| unknown(rest))?;
                    self.add(inner.trim(), form)?;
                    after
                }
                _ => {
                    let end = rest.find(ends_value).unwrap_or(rest.len());
                    let (word, after) = rest.split_at(end);
                    match word.split_once(':') {
                        Some((name, value)) if !name.contains(|c: char| c.is_ascii_digit()) => {
                            self.add_named(Name::new(name), value)?;
                        }
                        _ => self.add(word, form)?,
                    }
                    after
                }
            };
        }
    }

    /// Reads the operations with names of labels.
    fn read_operations(&mut self, mut rest: &'a str) -> Result<(), String> {
        while !rest.is_empty() {
            let end = operation_end(rest).unwrap_or(rest.len());
            let operation = rest[..end].trim();
            if let Some((name, operand)) = operation.split_once([' ', '\t', ':']) {
                self.add_named(Name::new(name), operand.trim().trim_matches('"').trim())?;
            }
            rest = rest[end..].trim_start_matches([';', ' ', '\t']);
        }
        Ok(())
    }

    fn read_plain(&mut self, block: &'a str) -> Result<&'a str, String> {
        let mut fen = None;
        for line in block.lines() {
            let (key, value) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match key {
                "fen" => fen = Some(value),
                "score" => self.score = Some(Value::new(value, Form::Plain)),
                "result" => self.result = Some(Value::new(value, Form::Plain)),
                "move" => self.next_uci = Some(value),
                _ => {}
            }
        }
        if !is_last_of_plain(block.as_bytes()) {
            return Err("the block has no line `e` at its end".to_owned());
        }
        fen.ok_or_else(|| "the block has no line `fen`".to_owned())
    }

    fn read_row(&mut self, line: &'a str, mark: char, columns: &[Name]) -> Result<&'a str, String> {
        let mut fen = None;
        let mut found = 0;
        for (cell, name) in cells(line, mark).zip(columns) {
            found += 1;
            match name {
                Name::Fen => fen = Some(cell),
                _ if cell.is_empty() => {}
                name => self.add_named(*name, cell)?,
            }
        }
        if found < columns.len() {
            return Err(format!(
                "the line has {found} columns instead of {}",
                columns.len()
            ));
        }
        fen.ok_or_else(|| unknown(line))
    }

    /// Reads the first line of the deepest evaluation.
    #[cfg(feature = "json")]
    fn read_json(&mut self, line: &str) -> Result<String, String> {
        let object: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("this is no JSON: {error}"))?;
        let fen = object["fen"].as_str().ok_or("the object has no `fen`")?;
        let evaluations = object["evals"].as_array().map_or(&[][..], Vec::as_slice);
        let deepest = evaluations.iter().max_by_key(|one| one["depth"].as_u64());
        if let Some(deepest) = deepest {
            let first = &deepest["pvs"][0];
            let score = match (&first["cp"], &first["mate"]) {
                (_, serde_json::Value::Number(mate)) => Some(format!("#{mate}")),
                (serde_json::Value::Number(score), _) => Some(score.to_string()),
                _ => None,
            };
            self.score = score.map(|score| Value::new(score, Form::Lichess));
        }
        Ok(fen.to_owned())
    }

    #[cfg(not(feature = "json"))]
    fn read_json(&mut self, _: &str) -> Result<String, String> {
        Err("this program was built without the feature `json`".to_owned())
    }

    fn add_named(&mut self, name: Name, value: &'a str) -> Result<(), String> {
        let (place, form) = match name {
            Name::Score(form) => (&mut self.score, form),
            Name::Result(form) => (&mut self.result, form),
            Name::Comment(form) if result_word(value).is_some() => (&mut self.result, form),
            Name::Comment(form) if number(value).is_some() && value.contains('.') => {
                (&mut self.result, form)
            }
            Name::Comment(Form::C9) if number(value).is_some() => (&mut self.lone, Form::C9),
            Name::Comment(_) | Name::Fen | Name::Other => return Ok(()),
        };
        let is_word = result_word(value).is_some();
        let form = if is_word { Form::Words } else { form };
        match place.replace(Value::new(value, form)) {
            None => Ok(()),
            Some(_) => Err(format!("{} is a second value of a label", quoted(value))),
        }
    }

    fn add(&mut self, text: &'a str, form: Form) -> Result<(), String> {
        if result_word(text).is_some() {
            return self.add_named(Name::Result(Form::Words), text);
        }
        if form == Form::Brackets {
            return self.add_named(Name::Result(form), text);
        }
        if text.is_empty() {
            return Ok(());
        }
        if !text.starts_with('#') && number(text).is_none() {
            return Err(unknown(text));
        }
        let place = self.bare.iter_mut().find(|place| place.is_none());
        *place.ok_or_else(|| unknown(text))? = Some(Value::new(text, form));
        Ok(())
    }

    /// Finds out what the values without a name are.
    fn name_bare(&mut self) -> Result<(), String> {
        let bare = std::mem::take(&mut self.bare);
        match (bare, &mut self.score, &mut self.result) {
            ([None, ..], ..) => {}
            ([Some(mut score), None, _], of_line @ None, Some(result)) => {
                if result.form == Form::Brackets {
                    score.form = Form::Brackets;
                }
                *of_line = Some(score);
            }
            ([lone, None, _], None, None) => self.lone = lone,
            ([first, second, None], score @ None, result @ None) => {
                (*score, *result) = (first, second);
            }
            ([Some(first), ..], ..) => {
                let text = quoted(&first.text);
                return Err(format!("nothing says what the values from {text} on are"));
            }
        }
        if let (Some(score), Some(result)) = (&mut self.score, &self.result)
            && result.form == Form::Outcome
        {
            score.form = Form::Outcome;
        }
        Ok(())
    }
}

/// Returns `true` for blanks and marks, which end a field or a value.
fn ends_value(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | ';' | ',' | '[' | '"')
}

/// Returns a number in digits.
pub(super) fn number(text: &str) -> Option<f64> {
    let is_number = text
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+'));
    text.parse().ok().filter(|_| is_number)
}

impl<'a> Value<'a> {
    fn new(text: impl Into<Cow<'a, str>>, form: Form) -> Self {
        Self {
            text: text.into(),
            form,
        }
    }
}

fn unknown(text: &str) -> String {
    format!("{} after the position is no label", quoted(text))
}

fn first_word(text: &str) -> &str {
    text.split([' ', '\t', ';', ',', '|'])
        .next()
        .unwrap_or_default()
}

/// Returns White's points of the name of the side that won, or of a draw.
fn side(word: &str) -> Option<f64> {
    match &*word.to_ascii_lowercase() {
        "white" | "w" => Some(1.0),
        "draw" | "d" => Some(0.5),
        "black" | "b" => Some(0.0),
        _ => None,
    }
}

/// Returns the points of the first side of a result in words or as `1-0`.
pub(super) fn result_word(text: &str) -> Option<f64> {
    let of_game = || {
        let result: GameResult = text.parse().ok()?;
        Some(f64::from(result.half_points()?) / 2.0)
    };
    side(text).or_else(of_game)
}

/// Returns `true` if a word names a side, whoever moves.
pub(super) fn is_side(text: &str) -> bool {
    side(text).is_some()
}

/// Cuts a text into its records. Blank lines and comments are none.
pub(crate) struct Records<'a> {
    is_plain: bool,
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl<'a> Records<'a> {
    pub(crate) fn new(layout: &Layout, text: &'a [u8], line: u64) -> Self {
        let is_plain = *layout == Layout::Plain;
        Self {
            is_plain,
            text,
            at: 0,
            line,
        }
    }
}

/// The place of a record, its text without blanks at the ends, and the number of its first line.
impl<'a> Iterator for Records<'a> {
    type Item = (Range<usize>, &'a [u8], u64);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (mut start, mut line) = (self.at, self.line);
            loop {
                let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
                let row = &rest[..memchr(b'\n', rest).map_or(rest.len(), |end| end + 1)];
                self.at += row.len();
                self.line += 1;
                let row = trimmed(unmarked(row));
                if !self.is_plain || row == b"e" || self.at == self.text.len() {
                    break;
                }
                if row.is_empty() {
                    (start, line) = (self.at, self.line);
                }
            }
            let record = &self.text[start..self.at];
            let start = self.at - unmarked(record).len();
            let record = trimmed(&self.text[start..self.at]);
            if !record.is_empty() && !record.starts_with(b"#") {
                return Some((start..self.at, record, line));
            }
        }
    }
}
