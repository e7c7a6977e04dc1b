//! The date of a game.

use std::fmt;
use std::str::FromStr;

/// The date of a game, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Date {
    /// The year, of four digits.
    pub year: u16,
    /// The month, from 1.
    pub month: Option<u8>,
    /// The day, from 1.
    pub day: Option<u8>,
}

impl FromStr for Date {
    type Err = &'static str;

    /// Parses `2001.05.07`, with any signs between the numbers or none, and unknown parts. A day
    /// that its month does not have is unknown.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const NO_YEAR: &str = "expected a year of four digits";
        let (year, rest) = text.trim().split_at_checked(4).ok_or(NO_YEAR)?;
        let year = match year.parse() {
            Ok(known @ 1000..) if is_number(year) => known,
            _ => return Err("expected a year from 1000"),
        };
        let (month, day) = match rest.split_at_checked(2) {
            Some(parts) if is_number(rest) => parts,
            _ if rest.starts_with(|first: char| first.is_ascii_digit()) => return Err(NO_YEAR),
            _ => {
                let mut parts = rest.split(['.', '-', '/']).skip(1);
                let mut next = || parts.next().unwrap_or_default();
                (next(), next())
            }
        };
        let month = part(month, 12);
        let day = part(day, last_day(year, month));
        Ok(Self { year, month, day })
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a part of a date if it is a number from 1 to the last one.
fn part(text: &str, last: u8) -> Option<u8> {
    text.parse().ok().filter(|part| (1..=last).contains(part))
}

/// Returns the last day of a month.
fn last_day(year: u16, month: Option<u8>) -> u8 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        Some(2) => 28 + u8::from(is_leap),
        Some(4 | 6 | 9 | 11) => 30,
        _ => 31,
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.year)?;
        for part in [self.month, self.day] {
            match part {
                Some(part) => write!(f, ".{part:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}
