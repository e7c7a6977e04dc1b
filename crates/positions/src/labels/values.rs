//! The forms in which files have labels, and the values of a record.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use memchr::memchr_iter;

use super::{RESULT, SCORE, View};
use crate::bytes::DIGITS;
use crate::input::quoted;
use crate::record::{Record, operation_end};
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
    Table { mark: char, columns: Vec<String> },
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Words,
    Brackets,
    Pipes,
    Marks,
    Names,
    C2,
    C9,
    Ce,
    Outcome,
    Evaluation,
    Json,
    Plain,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

impl Form {
    /// Returns whose view a score or a result of this form is, if it says so.
    pub(super) fn view(self, of: usize) -> Option<View> {
        match self {
            Self::Words | Self::Brackets | Self::Pipes | Self::Outcome => Some(View::White),
            Self::Evaluation | Self::Json => Some(View::White),
            Self::C2 | Self::C9 if of == RESULT => Some(View::White),
            Self::Ce | Self::Plain => Some(View::Mover),
            Self::Marks | Self::Names | Self::C2 | Self::C9 => None,
        }
    }
}

/// A value, before it is known what it means.
pub(super) struct Value<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) form: Form,
}

/// The values of a record.
#[derive(Default)]
pub(crate) struct Values<'a> {
    /// The score and the result.
    pub(super) labels: [Option<Value<'a>>; 2],
    /// A number without a name, of which nothing says what it is.
    pub(super) lone: Option<Value<'a>>,
    pub(super) next_uci: Option<&'a str>,
    /// How many counters stand behind four fields, and whether a number follows that is none.
    pub(super) counters: usize,
    pub(super) has_number: bool,
    /// Those without a name.
    bare: [Option<Value<'a>>; 2],
}

impl Layout {
    /// Returns the layout of records of which this is the first line, or a header.
    pub(crate) fn new(line: &str) -> Self {
        if line.starts_with("fen ") {
            return Self::Plain;
        }
        if line.starts_with("{\"fen\"") {
            return Self::Json;
        }
        let mark = line
            .chars()
            .find(|mark| matches!(mark, ',' | ';' | '|' | '\t'));
        let mark = mark.unwrap_or(',');
        let columns: Vec<String> = cells(line, mark).map(name_of_column).collect();
        if columns.iter().any(|name| name == "fen") {
            Self::Table { mark, columns }
        } else {
            Self::Lines { numbers: false }
        }
    }

    /// Returns the ends of complete records.
    pub(crate) fn ends<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = usize> + use<'t> {
        let is_plain = *self == Self::Plain;
        memchr_iter(b'\n', text)
            .map(|end| end + 1)
            .filter(move |&end| {
                let last = text[..end].trim_ascii_end();
                !is_plain || last == b"e" || last.ends_with(b"\ne")
            })
    }

    /// Finds the records of a text: the place of each, and its text without blanks at the ends.
    /// Blank lines and comments are none.
    pub(crate) fn records<'t>(
        &self,
        text: &'t [u8],
    ) -> impl Iterator<Item = (Range<usize>, &'t [u8])> + use<'t> {
        let mut start = 0;
        self.ends(text).chain([text.len()]).filter_map(move |end| {
            let part = unmarked(&text[std::mem::replace(&mut start, end)..end]);
            let record = trimmed(part);
            let blank = part.len() - part.trim_ascii_start().len();
            let is_record = !record.is_empty() && !record.starts_with(b"#");
            is_record.then_some((end - part.len() + blank..end, record))
        })
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

fn cells(line: &str, mark: char) -> impl Iterator<Item = &str> {
    line.split(mark).map(|cell| cell.trim().trim_matches('"'))
}

/// Returns a name in small letters, but for the one that has its meaning with a capital.
fn name_of_column(name: &str) -> String {
    match name {
        "Evaluation" => name.to_owned(),
        _ => name.to_ascii_lowercase(),
    }
}

impl<'a> Values<'a> {
    pub(super) fn has_any(&self) -> bool {
        self.labels.iter().chain([&self.lone]).any(Option::is_some)
    }

    /// Reads a line, and returns its FEN, with its operations if it has some.
    fn read_line(&mut self, line: &'a str, numbers: bool) -> Result<&'a str, String> {
        let (fen, rest) = line.split_at(self.fen_end(line, numbers));
        let operations = rest.trim_start_matches([';', ' ', '\t']);
        let word = operations.split(ends_value).next().unwrap_or_default();
        if word.starts_with(|first: char| first.is_ascii_alphabetic()) && side(word).is_none() {
            self.read_operations(operations)?;
            return Ok(line);
        }
        if let Err(reason) = self.read_values(rest) {
            // A mistake in the FEN is above one behind it.
            fen.parse::<Record>()?;
            return Err(reason);
        }
        Ok(fen)
    }

    /// Returns the end of the FEN: its fields, and counters that are whole numbers.
    fn fen_end(&mut self, line: &'a str, numbers: bool) -> usize {
        let mut end = 0;
        for field in 0..6 {
            // Behind the fourth field, a tab is a mark.
            let is_blank = |c: char| c.is_whitespace() && (field < 4 || c != '\t');
            let word = line[end..].trim_start_matches(is_blank);
            let ends_field = |c: char| c.is_whitespace() || field > 0 && ends_value(c);
            let word = &word[..word.find(ends_field).unwrap_or(word.len())];
            let is_counter = DIGITS.skip(word.as_bytes(), 0) == word.len();
            if word.is_empty() || field >= 4 && (numbers || !is_counter) {
                self.has_number = number(word).is_some();
                break;
            }
            self.counters += usize::from(field >= 4);
            end = word.as_ptr().addr() - line.as_ptr().addr() + word.len();
        }
        end
    }

    /// Reads values that are parted by marks, blanks or brackets.
    fn read_values(&mut self, mut rest: &'a str) -> Result<(), String> {
        let mut form = Form::Marks;
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            let (value, after) = match first {
                '[' => after.split_once(']').ok_or_else(|| unknown(rest))?,
                '"' => after.split_once('"').ok_or_else(|| unknown(rest))?,
                _ if ends_value(first) => ("", after),
                _ => rest.split_at(rest.find(ends_value).unwrap_or(rest.len())),
            };
            if first == '|' {
                form = Form::Pipes;
            }
            self.add(
                value.trim(),
                if first == '[' { Form::Brackets } else { form },
            )?;
            rest = after;
        }
        Ok(())
    }

    fn read_operations(&mut self, mut rest: &'a str) -> Result<(), String> {
        while !rest.is_empty() {
            let operation = &rest[..operation_end(rest).unwrap_or(rest.len())];
            if let Some((name, operand)) = operation.split_once([' ', '\t', ':']) {
                self.add_named(name, operand.trim().trim_matches('"').trim())?;
            }
            rest = rest[operation.len()..].trim_start_matches([';', ' ', '\t']);
        }
        Ok(())
    }

    fn read_plain(&mut self, block: &'a str) -> Result<&'a str, String> {
        let mut fen = None;
        for line in block.lines() {
            let (name, value) = line.trim().split_once(' ').unwrap_or_default();
            match name {
                "fen" => fen = Some(value),
                "move" => self.next_uci = Some(value),
                _ => self.add_named(name, value)?,
            }
        }
        for value in self.labels.iter_mut().flatten() {
            value.form = Form::Plain;
        }
        match fen {
            Some(fen) if block.ends_with("\ne") => Ok(fen),
            _ => Err("the block has no line `fen` at its start, or no line `e` at its end".into()),
        }
    }

    fn read_row(
        &mut self,
        line: &'a str,
        mark: char,
        columns: &[String],
    ) -> Result<&'a str, String> {
        let (cells, mut fen) = (cells(line, mark), None);
        for (name, cell) in columns.iter().zip(cells) {
            if name == "fen" {
                fen = Some(cell);
            } else if !cell.is_empty() {
                self.add_named(name, cell)?;
            }
        }
        fen.ok_or_else(|| "the line has no column `fen`".to_owned())
    }

    /// Reads the first line of the deepest evaluation.
    fn read_json(&mut self, line: &str) -> Result<String, String> {
        let object: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("this is no JSON: {error}"))?;
        let evaluations = object["evals"].as_array().into_iter().flatten();
        if let Some(deepest) = evaluations.max_by_key(|one| one["depth"].as_u64()) {
            let line = &deepest["pvs"][0];
            let score = line["cp"].as_i64().map(|score| score.to_string());
            let mate = line["mate"].as_i64().map(|moves| format!("#{moves}"));
            self.labels[SCORE] = score.or(mate).map(|score| Value::new(score, Form::Json));
        }
        let fen = object["fen"].as_str().ok_or("the object has no `fen`")?;
        Ok(fen.to_owned())
    }

    /// Adds the value of an operation, a column or a word such as `score:35`.
    fn add_named(&mut self, name: &str, value: &'a str) -> Result<(), String> {
        let is_word = result_word(value).is_some();
        let is_result = is_word || number(value).is_some() && value.contains('.');
        let [score, result] = &mut self.labels;
        let (place, form) = match name {
            "score" | "cp" | "evaluation" => (score, Form::Names),
            "Evaluation" => (score, Form::Evaluation),
            "ce" => (score, Form::Ce),
            "result" | "wdl" | "label" => (result, Form::Names),
            "outcome" => (result, Form::Outcome),
            "c2" if is_result => (result, Form::C2),
            "c9" if is_result => (result, Form::C9),
            "c9" if number(value).is_some() => (&mut self.lone, Form::C9),
            _ => return Ok(()),
        };
        let form = if is_word { Form::Words } else { form };
        match place.replace(Value::new(value, form)) {
            None => Ok(()),
            Some(_) => Err(format!("{} is a second label of its kind", quoted(value))),
        }
    }

    /// Adds a value without a name.
    fn add(&mut self, text: &'a str, form: Form) -> Result<(), String> {
        if let Some((name, value)) = text.split_once(':')
            && name.starts_with(|first: char| first.is_ascii_alphabetic())
        {
            return self.add_named(name, value);
        }
        if form == Form::Brackets || text == "*" || result_word(text).is_some() {
            self.add_named("result", text)?;
            if let Some(result) = &mut self.labels[RESULT]
                && result.form == Form::Names
            {
                result.form = form;
            }
        } else if text.starts_with('#') || number(text).is_some() {
            let place = self.bare.iter_mut().find(|place| place.is_none());
            *place.ok_or_else(|| unknown(text))? = Some(Value::new(text, form));
        } else if !text.is_empty() {
            return Err(unknown(text));
        }
        Ok(())
    }

    /// Finds out what the values without a name are.
    fn name_bare(&mut self) -> Result<(), String> {
        match (std::mem::take(&mut self.bare), &mut self.labels) {
            ([None, _], _) => {}
            ([Some(mut score), None], [place @ None, Some(result)]) => {
                if result.form == Form::Brackets {
                    score.form = Form::Brackets;
                }
                *place = Some(score);
            }
            ([lone, None], [None, None]) => self.lone = lone,
            ([score, result], place @ [None, None]) => *place = [score, result],
            ([Some(first), _], _) => return Err(unknown(&first.text)),
        }
        if let [Some(score), Some(result)] = &mut self.labels
            && result.form == Form::Outcome
        {
            score.form = Form::Outcome;
        }
        Ok(())
    }
}

impl<'a> Value<'a> {
    fn new(text: impl Into<Cow<'a, str>>, form: Form) -> Self {
        Self {
            text: text.into(),
            form,
        }
    }
}

/// Returns `true` for blanks and marks, which end a field or a value.
fn ends_value(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | ';' | ',' | '[' | '"')
}

/// Returns a number in digits.
pub(super) fn number(text: &str) -> Option<f64> {
    let is_number = !text.contains(|c: char| c.is_ascii_alphabetic());
    text.parse().ok().filter(|_| is_number)
}

fn unknown(text: &str) -> String {
    format!("nothing says what {} after the position is", quoted(text))
}

/// Returns White's points of the name of the side that won, or of a draw.
pub(super) fn side(word: &str) -> Option<f64> {
    match &*word.to_ascii_lowercase() {
        "white" | "w" => Some(1.0),
        "draw" | "d" => Some(0.5),
        "black" | "b" => Some(0.0),
        _ => None,
    }
}

/// Returns the points of a result in words or as `1-0`.
pub(super) fn result_word(text: &str) -> Option<f64> {
    side(text).or_else(|| {
        let result: GameResult = text.parse().ok()?;
        Some(f64::from(result.half_points()?) / 2.0)
    })
}
