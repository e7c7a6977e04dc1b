//! The values of options: numbers, pieces, openings, words and time controls.

use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use crate::player::plain;

/// A number of half-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Duration(pub(crate) u32);

impl FromStr for Duration {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (number, unit) = match text.strip_suffix("plies") {
            Some(number) => (number, 1),
            None => (text.strip_suffix("moves").unwrap_or(text), 2),
        };
        match number.trim().parse::<NonZero<u16>>() {
            Ok(number) => Ok(Self(u32::from(number.get()) * unit)),
            Err(_) => Err("expected a number of moves, such as 4 or 8plies"),
        }
    }
}

/// A range of numbers, whose ends may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span(pub(crate) RangeInclusive<u32>);

impl FromStr for Span {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (end(first, 0), end(last, u32::MAX)) {
            (Some(first), Some(last)) if first <= last && !["", "-"].contains(&text) => {
                Ok(Self(first..=last))
            }
            _ => Err("expected a range, such as 10-30, 40- or 1972"),
        }
    }
}

/// Returns the end of a range, which may be missing.
fn end(text: &str, missing: u32) -> Option<u32> {
    match text {
        "" => Some(missing),
        text => text.parse().ok(),
    }
}

impl Span {
    /// Parses ratings, of which two are hardly ever the same number.
    ///
    /// # Errors
    ///
    /// Returns what is expected.
    pub(crate) fn ratings(text: &str) -> Result<Self, &'static str> {
        match text.parse() {
            Ok(ratings) if text.contains('-') => Ok(ratings),
            _ => Err("expected a range of ratings, such as 2400- or 2200-2400"),
        }
    }

    /// Parses years, which have four digits.
    ///
    /// # Errors
    ///
    /// Returns what is expected.
    pub(crate) fn years(text: &str) -> Result<Self, &'static str> {
        let years = text.parse()?;
        for end in text.split('-') {
            if ![0, 4].contains(&end.len()) {
                return Err("expected years of four digits, such as 1990-1999");
            }
        }
        Ok(years)
    }

    /// Returns `true` if a number is known and in the range.
    pub(crate) fn contains(&self, number: Option<u16>) -> bool {
        match number {
            Some(number) => self.0.contains(&number.into()),
            None => false,
        }
    }
}

/// The numbers of knights, bishops, rooks and queens of two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Material([[u32; 4]; 2]);

impl FromStr for Material {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_ascii_uppercase();
        match text.split_once('V') {
            Some((first, second)) if are_pieces(first) && are_pieces(second) => {
                Ok(Self([pieces(first), pieces(second)]))
            }
            _ => Err("expected pieces of both sides, such as RvR or QRvQB"),
        }
    }
}

fn are_pieces(side: &str) -> bool {
    side.bytes().all(|letter| b"KNBRQ".contains(&letter))
}

fn pieces(side: &str) -> [u32; 4] {
    ['N', 'B', 'R', 'Q'].map(|piece| side.matches(piece).count() as u32)
}

impl Material {
    /// Returns `true` if these are the pieces of both sides, whichever has the first ones.
    pub(crate) fn is_of(&self, [white, black]: [[u32; 4]; 2]) -> bool {
        self.0 == [white, black] || self.0 == [black, white]
    }
}

/// Openings: a code of ECO, its beginning, or a range of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening(RangeInclusive<String>);

impl FromStr for Opening {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_uppercase();
        let (first, last) = text.split_once('-').unwrap_or((&text, &text));
        if is_code(first) && is_code(last) && first <= last {
            Ok(Self(first.to_owned()..=last.to_owned()))
        } else {
            Err("expected codes of ECO, such as C10-C19 or B2")
        }
    }
}

fn is_code(text: &str) -> bool {
    match text.as_bytes() {
        [b'A'..=b'E', digits @ ..] => digits.len() < 3 && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

impl Opening {
    pub(crate) fn contains(&self, code: &str) -> bool {
        let code = code.trim().to_ascii_uppercase();
        let (first, last) = (&self.0.start()[..], &self.0.end()[..]);
        match (code.get(..first.len()), code.get(..last.len())) {
            (Some(start), Some(end)) => start >= first && end <= last,
            _ => false,
        }
    }
}

/// A text in lower case and without accents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words(String);

impl FromStr for Words {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match plain(text.trim()) {
            words if words.is_empty() => Err("expected a part of a name"),
            words => Ok(Self(words)),
        }
    }
}

impl Words {
    /// Returns `true` if a text has these words in it.
    pub(crate) fn are_in(&self, text: &str) -> bool {
        plain(text).contains(&self.0)
    }
}

/// A time control, or a class of them by the seconds of 40 moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TimeControl {
    /// A class.
    Seconds(Range<u32>),
    /// The text of the tag, such as `180+2`.
    Text(String),
}

/// The seconds of a day.
const DAY: u32 = 86_400;

impl FromStr for TimeControl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        Ok(match text {
            "bullet" => Self::Seconds(0..180),
            "blitz" => Self::Seconds(180..480),
            "rapid" => Self::Seconds(480..1500),
            "classical" => Self::Seconds(1500..DAY),
            "correspondence" => Self::Seconds(DAY..u32::MAX),
            _ if text.as_bytes().first().is_some_and(u8::is_ascii_digit) => {
                Self::Text(text.to_owned())
            }
            _ => {
                return Err("expected bullet, blitz, rapid, classical, correspondence \
                            or a tag such as 180+2");
            }
        })
    }
}

impl TimeControl {
    pub(crate) fn is_of(&self, tag: &str) -> bool {
        match self {
            Self::Text(text) => tag.trim() == text,
            Self::Seconds(range) => match seconds(tag) {
                Some(seconds) => range.contains(&seconds),
                None => false,
            },
        }
    }
}

/// Returns the moves, the seconds and the increment of the first period of a time control, of 40
/// moves if the tag does not say how many: `300`, `10+0.1`, `40/7200:1800`, `1/86400` or
/// `1 in 5 days`.
fn period(tag: &str) -> Option<[f64; 3]> {
    let tag = tag.trim();
    let (moves, base, increment) = if let Some((moves, days)) = tag.split_once(" in ") {
        let days = days.trim_end_matches('s').strip_suffix(" day")?;
        (moves, number(days)? * f64::from(DAY), "0")
    } else {
        let (moves, time) = tag.split_once('/').unwrap_or(("40", tag));
        let time = time.split(':').next()?;
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        (moves, number(base)?, increment)
    };
    let moves = number(moves)?;
    (moves > 0.0).then_some([moves, base, number(increment)?])
}

/// Returns a number without a sign and an exponent.
fn number(text: &str) -> Option<f64> {
    if text.contains(|letter: char| !letter.is_ascii_digit() && letter != '.') {
        return None;
    }
    text.parse().ok()
}

/// Returns the seconds of a player for the first 40 moves.
fn seconds(tag: &str) -> Option<u32> {
    let [moves, base, increment] = period(tag)?;
    Some((base * (40.0 / moves).ceil() + increment * 40.0) as u32)
}

/// Returns the seconds with which the clocks begin under a time control.
#[must_use]
pub fn first_seconds(time_control: &str) -> Option<f64> {
    period(time_control).map(|[_, seconds, _]| seconds)
}
