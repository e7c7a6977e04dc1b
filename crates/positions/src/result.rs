//! How a game ended.

use std::fmt;
use std::str::FromStr;

use super::bytes::ByteSet;

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
        match self.0? {
            [white, black] if white + black == 2 => Some(white.into()),
            _ => None,
        }
    }

    /// Returns `true` unless it is `*`.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.0.is_some()
    }

    /// Parses a result at the start of a text, also written as `1 - 0`, `1:0`, `0.5-0.5` or `1/2`.
    /// Returns it with its length.
    pub(super) fn parse(text: &[u8]) -> Option<(Self, usize)> {
        const SPACES: ByteSet = ByteSet::new(b" ");
        if text.first() == Some(&b'*') {
            return Some((Self::UNKNOWN, 1));
        }
        let (white, end) = points_at(text, 0)?;
        let sign = SPACES.skip(text, end);
        if matches!(text.get(sign), Some(b'-' | b':'))
            && let Some((black, end)) = points_at(text, SPACES.skip(text, sign + 1))
        {
            return Some((Self(Some([white, black])), end));
        }
        text.starts_with(b"1/2")
            .then_some((Self(Some([1, 1])), end))
    }
}

/// Returns the half points at a place, and the place behind them.
fn points_at(text: &[u8], at: usize) -> Option<(u8, usize)> {
    const POINTS: [(&[u8], u8); 4] = [(b"1/2", 1), (b"0.5", 1), (b"1", 2), (b"0", 0)];
    for (points, halves) in POINTS {
        if text[at..].starts_with(points) {
            return Some((halves, at + points.len()));
        }
    }
    None
}

impl FromStr for GameResult {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        match Self::parse(text.as_bytes()) {
            Some((result, length)) if length == text.len() => Ok(result),
            _ => Err("expected 1-0, 0-1, 1/2-1/2 or *"),
        }
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
