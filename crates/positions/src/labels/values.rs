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
    /// A line each, with the columns of a header between commas.
    Table(Vec<String>),
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Words,
    Brackets,
    Pipes,
    Marks,
    Comment,
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
            Self::Comment if of == RESULT => Some(View::White),
            Self::Ce | Self::Plain => Some(View::Mover),
            Self::Marks | Self::Comment => None,
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
    pub(super) next_uci: Option<&'a str>,
    /// How many counters stand behind four fields, and whether a number follows that is none.
    pub(super) counters: usize,
    pub(super) has_number: bool,
    /// Numbers without a name. In the end, it has at most one, of which nothing says what it is.
    pub(super) bare: [Option<Value<'a>>; 2],
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
        let columns: Vec<String> = cells(line).map(name_of_column).collect();
        if columns.iter().any(|name| name == "fen") {
            Self::Table(columns)
        } else {
            Self::Lines { numbers: false }
        }
    }

    /// Returns the ends of complete records.
    pub(crate) fn ends<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = usize> + use<'t> {
        let is_plain = *self == Self::Plain;
        memchr_iter(b'\n', text)
            .map(|end| end + 1)
            .filter(move |&end| !is_plain || text[..end].trim_ascii_end().ends_with(b"\ne"))
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
            Self::Lines { numbers } => Some(values.read_line(record, *numbers)?.into()),
            Self::Plain if !record.ends_with("\ne") => return Err("it has no line `e`".to_owned()),
            Self::Plain => {
                let pairs = record
                    .lines()
                    .filter_map(|line| line.trim().split_once(' '));
                let fen = values.read_pairs(pairs.clone())?;
                values.next_uci = pairs
                    .filter(|pair| pair.0 == "move")
                    .map(|pair| pair.1)
                    .next();
                for value in values.labels.iter_mut().flatten() {
                    value.form = Form::Plain;
                }
                fen.map(Cow::from)
            }
            Self::Json => values.read_json(record)?.map(Cow::from),
            Self::Table(columns) => {
                let names = columns.iter().map(String::as_str);
                values.read_pairs(names.zip(cells(record)))?.map(Cow::from)
            }
        };
        Ok((fen.ok_or("it has no `fen`")?, values))
    }
}

fn cells(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|cell| cell.trim().trim_matches('"'))
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
        self.labels.iter().chain(&self.bare).any(Option::is_some)
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
        self.name_bare()?;
        Ok(fen)
    }

    /// Returns the end of the FEN: its fields, and counters that are whole numbers.
    fn fen_end(&mut self, line: &'a str, numbers: bool) -> usize {
        let mut end = 0;
        for field in 0..6 {
            let rest = line[end..].trim_start_matches(is_space);
            // Up to the fourth field, a tab is no mark.
            let word = if field < 4 { rest.trim_start() } else { rest };
            let ends_field = if field == 0 {
                char::is_whitespace
            } else {
                ends_value
            };
            let word = &word[..word.find(ends_field).unwrap_or(word.len())];
            let is_counter = DIGITS.skip(word.as_bytes(), 0) == word.len();
            if word.is_empty() || field >= 4 && (numbers || !is_counter) {
                self.has_number = is_number(word);
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
        self.name_bare()
    }

    /// Reads names with their values, and returns the FEN.
    fn read_pairs<'n>(
        &mut self,
        pairs: impl Iterator<Item = (&'n str, &'a str)>,
    ) -> Result<Option<&'a str>, String> {
        let mut fen = None;
        for (name, value) in pairs {
            match name {
                "fen" => fen = Some(value),
                _ if value.is_empty() => {}
                _ => self.add_named(name, value)?,
            }
        }
        Ok(fen)
    }

    /// Reads the first line of the deepest evaluation.
    fn read_json(&mut self, line: &str) -> Result<Option<String>, String> {
        let object: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("this is no JSON: {error}"))?;
        let evaluations = object["evals"].as_array().into_iter().flatten();
        if let Some(deepest) = evaluations.max_by_key(|one| one["depth"].as_u64()) {
            let line = &deepest["pvs"][0];
            let score = line["cp"].as_i64().map(|score| score.to_string());
            let mate = line["mate"].as_i64().map(|moves| format!("#{moves}"));
            self.labels[SCORE] = score.or(mate).map(|score| Value::new(score, Form::Json));
        }
        Ok(object["fen"].as_str().map(str::to_owned))
    }

    /// Adds the value of an operation, a column or a word such as `score:35`.
    fn add_named(&mut self, name: &str, text: &'a str) -> Result<(), String> {
        let (kind, form) = match name {
            "score" | "cp" | "evaluation" => (SCORE, Form::Marks),
            "Evaluation" => (SCORE, Form::Evaluation),
            "ce" => (SCORE, Form::Ce),
            "result" | "wdl" | "label" => (RESULT, Form::Marks),
            "outcome" => (RESULT, Form::Outcome),
            "c2" | "c9" if is_result(text) => (RESULT, Form::Comment),
            "c9" if is_number(text) => {
                self.bare[0] = Some(Value::new(text, Form::Comment));
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.set(kind, text, form)
    }

    fn set(&mut self, kind: usize, text: &'a str, form: Form) -> Result<(), String> {
        let form = if result_word(text).is_some() {
            Form::Words
        } else {
            form
        };
        match self.labels[kind].replace(Value::new(text, form)) {
            None => Ok(()),
            Some(_) => Err(unknown(text)),
        }
    }

    /// Adds a value without a name.
    fn add(&mut self, text: &'a str, form: Form) -> Result<(), String> {
        if form == Form::Brackets || text == "*" || result_word(text).is_some() {
            return self.set(RESULT, text, form);
        }
        if let Some((name, value)) = text.split_once(':') {
            return self.add_named(name, value);
        }
        if text.is_empty() {
            return Ok(());
        }
        let place = self.bare.iter_mut().find(|place| place.is_none());
        match place.filter(|_| text.starts_with('#') || is_number(text)) {
            Some(place) => *place = Some(Value::new(text, form)),
            None => return Err(unknown(text)),
        }
        Ok(())
    }

    /// Finds out what the values without a name are.
    fn name_bare(&mut self) -> Result<(), String> {
        match (&mut self.bare, &mut self.labels) {
            ([None, _], _) | ([Some(_), None], [None, None]) => {}
            ([score, None], [place @ None, Some(_)]) => *place = score.take(),
            (bare, labels @ [None, None]) => std::mem::swap(labels, bare),
            ([Some(first), _], _) => return Err(unknown(&first.text)),
        }
        // These forms are of whole lines.
        if let [Some(score), Some(result)] = &mut self.labels
            && matches!(result.form, Form::Outcome | Form::Brackets)
        {
            score.form = result.form;
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

fn is_space(c: char) -> bool {
    c.is_whitespace() && c != '\t'
}

/// Returns `true` if a comment is a result.
fn is_result(text: &str) -> bool {
    result_word(text).is_some() || is_number(text) && text.contains('.')
}

fn is_number(text: &str) -> bool {
    number(text).is_some()
}

/// Returns a number in digits.
pub(super) fn number(text: &str) -> Option<f64> {
    // Those are no words such as `inf`.
    let is_word = text.contains(|c: char| c.is_ascii_alphabetic());
    text.parse().ok().filter(|_| !is_word)
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
