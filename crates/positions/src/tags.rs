//! What the tags of a game say, for everyone who asks.

use std::borrow::Cow;
use std::num::NonZero;
use std::str::FromStr;

use super::date::Date;
use super::result::GameResult;

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
    all: Written<'a>,
}

impl<'a> Tags<'a> {
    /// Reads tags, each a name and a value, of a game with this result at its end.
    pub(super) fn new(
        tags: impl Iterator<Item = (Cow<'a, str>, Cow<'a, str>)>,
        end: Option<GameResult>,
    ) -> Self {
        // Most games have about so many.
        let mut all = Written(Vec::with_capacity(16));
        all.0.extend(tags);
        let [link, site] = ["Link", "Site"].map(|name| all.text(name));
        Self {
            players: ["White", "Black"].map(|name| all.text(name)),
            ratings: ["WhiteElo", "BlackElo"].map(|name| all.rating(name)),
            result: all.result(end),
            date: all.parsed("Date").or_else(|| all.parsed("UTCDate")),
            eco: code(all.text("ECO")),
            event: all.text("Event"),
            address: if link.is_empty() { site } else { link },
            time_control: all.text("TimeControl"),
            all,
        }
    }

    /// Returns the value of a tag: the first one that is known, if it is there twice. The name may
    /// have other letters if there is no value with these.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Cow<'a, str>> {
        self.all.values(name).next()
    }
}

/// All tags as written, each a name and a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Written<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Written<'a> {
    /// Returns the known values of the tags with a name, and then of those with other letters.
    fn values(&self, name: &str) -> impl Iterator<Item = &Cow<'a, str>> {
        let same = self.0.iter().filter(move |tag| tag.0 == name);
        let any = self
            .0
            .iter()
            .filter(move |tag| tag.0.eq_ignore_ascii_case(name));
        same.chain(any)
            .map(|(_, value)| value)
            .filter(|value| is_known(value))
    }

    fn text(&self, name: &str) -> Cow<'a, str> {
        self.values(name).next().cloned().unwrap_or_default()
    }

    fn parsed<T: FromStr>(&self, name: &str) -> Option<T> {
        self.values(name)
            .find_map(|value| value.trim().parse().ok())
    }

    fn rating(&self, name: &str) -> Option<u16> {
        self.parsed(name).map(NonZero::<u16>::get)
    }

    fn result(&self, end: Option<GameResult>) -> Option<GameResult> {
        let known = self.parsed("Result").or(end.filter(|end| end.is_known()));
        known.or_else(|| self.says_unknown().then_some(GameResult::UNKNOWN))
    }

    fn says_unknown(&self) -> bool {
        self.0
            .iter()
            .any(|(name, value)| name.eq_ignore_ascii_case("Result") && value == "*")
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
