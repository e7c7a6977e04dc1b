//! What the tags and the result of a game say, for everyone who asks.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::games::Game;

/// How a game ended: the half points of White and of Black, or none for `*`.
///
/// `0-0` is a double forfeit. A few arbiters also decide `1/2-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult(Option<[u8; 2]>);

impl GameResult {
    /// The result `*` of a game without an end.
    pub const UNKNOWN: Self = Self(None);

    /// The result `0-0` of a game that both players lost.
    pub const FORFEIT: Self = Self(Some([0, 0]));

    /// Returns White's half points if the players share two, as in all results that a table of
    /// scores counts.
    #[must_use]
    pub fn half_points(self) -> Option<u32> {
        self.0
            .filter(|[white, black]| white + black == 2)
            .map(|[white, _]| white.into())
    }

    /// Returns `true` unless it is `*`.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.0.is_some()
    }

    /// Parses a result at the start of a text, also written as `1 - 0`, `1:0`, `0.5-0.5` or `1/2`.
    /// Returns it with its length.
    pub(super) fn parse(text: &[u8]) -> Option<(Self, usize)> {
        const POINTS: [(&[u8], u8); 4] = [(b"1/2", 1), (b"0.5", 1), (b"1", 2), (b"0", 0)];
        if text.first() == Some(&b'*') {
            return Some((Self::UNKNOWN, 1));
        }
        let side = |at: usize| {
            let (points, number) = POINTS
                .iter()
                .find(|(points, _)| text[at..].starts_with(points))?;
            Some((*number, at + points.len()))
        };
        let (white, end) = side(0)?;
        let blanks = |at: usize| text[at..].iter().take_while(|&&byte| byte == b' ').count();
        let sign = end + blanks(end);
        if matches!(text.get(sign), Some(b'-' | b':'))
            && let Some((black, end)) = side(sign + 1 + blanks(sign + 1))
        {
            return Some((Self(Some([white, black])), end));
        }
        text.starts_with(b"1/2")
            .then_some((Self(Some([1, 1])), end))
    }
}

impl FromStr for GameResult {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let result = Self::parse(text.as_bytes()).filter(|(_, length)| *length == text.len());
        result
            .map(|(result, _)| result)
            .ok_or("expected 1-0, 0-1, 1/2-1/2 or *")
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(points) = self.0 else {
            return f.write_str("*");
        };
        let [white, black] = points.map(|points| ["0", "1/2", "1"][usize::from(points.min(2))]);
        write!(f, "{white}-{black}")
    }
}

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
        let (year, rest) = text
            .trim()
            .split_at_checked(4)
            .ok_or("expected a year of four digits")?;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let year = year
            .parse()
            .ok()
            .filter(|known| is_number(year) && *known >= 1000);
        let year: u16 = year.ok_or("expected a year from 1000")?;
        let mut parts = match rest.split_at_checked(2) {
            Some((month, day)) if is_number(rest) => vec![month, day],
            _ if rest.starts_with(|first: char| first.is_ascii_digit()) => {
                return Err("expected a year of four digits");
            }
            _ => rest.split(['.', '-', '/']).skip(1).collect(),
        }
        .into_iter();
        let mut part = |last: u8| {
            parts
                .next()?
                .parse()
                .ok()
                .filter(|part| (1..=last).contains(part))
        };
        let month = part(12);
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let day = part(match month {
            Some(2) => 28 + u8::from(is_leap),
            Some(4 | 6 | 9 | 11) => 30,
            _ => 31,
        });
        Ok(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |part: Option<u8>| part.map_or("??".to_owned(), |part| format!("{part:02}"));
        write!(f, "{}.{}.{}", self.year, part(self.month), part(self.day))
    }
}

/// The names of the tags that are read, in their usual letters.
pub(super) const NAMES: [&[u8]; 15] = [
    b"White",
    b"Black",
    b"WhiteElo",
    b"BlackElo",
    b"Result",
    b"Date",
    b"UTCDate",
    b"ECO",
    b"Event",
    b"Link",
    b"Site",
    b"TimeControl",
    b"FEN",
    b"SetUp",
    b"Variant",
];

/// What is known of a game. A text that is not known is empty.
///
/// Names of tags are read in any letters, and first in the usual ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags<'a> {
    /// The tags `White` and `Black`.
    pub players: [Cow<'a, str>; 2],
    /// The tags `WhiteElo` and `BlackElo`, if they are numbers from 1.
    pub ratings: [Option<u16>; 2],
    /// The tag `Result` if it is a result other than `*`, or otherwise the one at the end of the
    /// game, or `*` if the tag says it.
    pub result: Option<GameResult>,
    /// The tag `Date`, or `UTCDate` if the former says no year.
    pub date: Option<Date>,
    /// The tag `ECO`, of which a code such as `C64/07` has only its three characters.
    pub eco: Cow<'a, str>,
    /// The tag `Event`.
    pub event: Cow<'a, str>,
    /// The tag `Link`, or otherwise `Site`, which is the address of the game on many sites.
    pub address: Cow<'a, str>,
    /// The tag `TimeControl`.
    pub time_control: Cow<'a, str>,
}

impl<'a> Tags<'a> {
    pub(super) fn new(game: &'a Game) -> Self {
        // Most games have about so many.
        let mut tags = Vec::with_capacity(16);
        tags.extend(game.tags());
        let values = |name| {
            let of = |is_name: fn(&str, &str) -> bool| {
                tags.iter().filter(move |tag| is_name(&tag.0, name))
            };
            let values = of(|a, b| a == b).chain(of(str::eq_ignore_ascii_case));
            values
                .map(|(_, value)| value)
                .filter(|value| is_known(value))
        };
        let text = |name: &'static str| values(name).next().cloned().unwrap_or_default();
        let rating =
            |name| values(name).find_map(|value| value.trim().parse().ok().filter(|elo| *elo > 0));
        let date = |name| values(name).find_map(|value| value.parse().ok());
        let result = values("Result").find_map(|value| value.parse().ok());
        let is_unknown = || {
            tags.iter()
                .any(|(name, value)| name.eq_ignore_ascii_case("Result") && value == "*")
        };
        let [link, site] = ["Link", "Site"].map(text);
        Self {
            players: ["White", "Black"].map(text),
            ratings: ["WhiteElo", "BlackElo"].map(rating),
            result: result
                .or_else(|| game.result().filter(|result| result.is_known()))
                .or_else(|| is_unknown().then_some(GameResult::UNKNOWN)),
            date: date("Date").or_else(|| date("UTCDate")),
            eco: code(text("ECO")),
            event: text("Event"),
            address: if link.is_empty() { site } else { link },
            time_control: text("TimeControl"),
        }
    }
}

/// Returns the code of an opening without what follows it, or another text as it is.
fn code(text: Cow<str>) -> Cow<str> {
    match text.trim().as_bytes() {
        [
            volume @ (b'A'..=b'E' | b'a'..=b'e'),
            b'0'..=b'9',
            b'0'..=b'9',
            ..,
        ] => {
            let (volume, digits) = (char::from(volume.to_ascii_uppercase()), &text.trim()[1..3]);
            format!("{volume}{digits}").into()
        }
        _ => text,
    }
}

/// Returns `true` unless the value of a tag is empty or a sign of what is not known, such as `?`,
/// `*` or `????.??.??`.
pub(super) fn is_known(value: &str) -> bool {
    !value.bytes().all(|byte| b"?*. ".contains(&byte))
}
