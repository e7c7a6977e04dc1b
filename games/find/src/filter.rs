//! What is asked of games and positions besides their pawns.

use std::borrow::Cow;
use std::num::NonZero;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use pawnfill::{Bitboard, Color};
use pawnfill_positions::{Game, GameResult, Position, Tags};

use crate::player::{Outcome, Player, plain};

/// What is asked besides the condition. Nothing is asked by default.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The condition holds for this long, on the same side throughout.
    pub duration: Option<Duration>,
    /// The move number is in this range.
    pub moves: Option<Span>,
    /// One of these plays. Their sides are those in question; otherwise, it is the side that meets
    /// the condition.
    pub players: Vec<Player>,
    /// The color of the side in question.
    pub color: Option<Color>,
    /// The result, which may be that of the side in question.
    pub result: Option<Outcome>,
    /// Both ratings are in this range.
    pub elo: Option<Span>,
    /// The game is from these years.
    pub years: Option<Span>,
    /// The number of pieces besides kings and pawns, of both sides together.
    pub pieces: Option<Span>,
    /// The pieces of both sides are one of these.
    pub material: Vec<Material>,
    /// The opening is one of these.
    pub eco: Vec<Opening>,
    /// The tag `Event` contains this.
    pub event: Option<Words>,
    /// The time control is this.
    pub time_control: Option<TimeControl>,
    /// The rating of the opponent of the side in question is in this range.
    pub opponent_elo: Option<Span>,
}

/// A number of half-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duration(u32);

impl FromStr for Duration {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (number, unit) = match text.strip_suffix("plies") {
            Some(number) => (number, 1),
            None => (text.strip_suffix("moves").unwrap_or(text), 2),
        };
        let number: Result<NonZero<u16>, _> = number.trim().parse();
        let moves = number.map_err(|_| "expected a number of moves, such as 4 or 8plies")?;
        Ok(Self(u32::from(moves.get()) * unit))
    }
}

/// A range of numbers, whose ends may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span(RangeInclusive<u32>);

impl FromStr for Span {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str, missing| {
            if text.is_empty() {
                Some(missing)
            } else {
                text.parse().ok()
            }
        };
        let ends = match text.split_once('-') {
            _ if text == "-" => None,
            Some((first, last)) => number(first, 0).zip(number(last, u32::MAX)),
            None => text.parse().ok().map(|single| (single, single)),
        };
        let ends = ends.filter(|(first, last)| first <= last);
        ends.map(|(first, last)| Self(first..=last))
            .ok_or("expected a range, such as 10-30, 40- or 1972")
    }
}

impl Span {
    /// Parses ratings, of which two are hardly ever the same number.
    ///
    /// # Errors
    ///
    /// Returns what is expected.
    pub fn ratings(text: &str) -> Result<Self, &'static str> {
        let ratings = text.parse().ok().filter(|_| text.contains('-'));
        ratings.ok_or("expected a range of ratings, such as 2400- or 2200-2400")
    }

    /// Parses years, which have four digits.
    ///
    /// # Errors
    ///
    /// Returns what is expected.
    pub fn years(text: &str) -> Result<Self, &'static str> {
        let years = text.parse()?;
        let are_years = text.split('-').all(|end| end.is_empty() || end.len() == 4);
        if are_years {
            Ok(years)
        } else {
            Err("expected years of four digits, such as 1990-1999")
        }
    }
}

/// The numbers of knights, bishops, rooks and queens of two sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Material([[u32; 4]; 2]);

impl FromStr for Material {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.to_ascii_uppercase();
        let sides = text.split_once('V').map(|(first, second)| [first, second]);
        let sides = sides.filter(|sides| sides.concat().chars().all(|c| "KNBRQ".contains(c)));
        let of = |side: &str| ['N', 'B', 'R', 'Q'].map(|piece| side.matches(piece).count() as u32);
        let material = sides.map(|sides| Self(sides.map(of)));
        material.ok_or("expected pieces of both sides, such as RvR or QRvQB")
    }
}

/// Openings: a code of ECO, its beginning, or a range of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening(RangeInclusive<String>);

impl FromStr for Opening {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_uppercase();
        let (first, last) = text.split_once('-').unwrap_or((&text, &text));
        let is_code = |code: &str| {
            let digits = code.strip_prefix(|letter| ('A'..='E').contains(&letter));
            digits.is_some_and(|digits| {
                digits.len() < 3 && digits.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let are_codes = is_code(first) && is_code(last) && first <= last;
        let opening = are_codes.then(|| Self(first.to_owned()..=last.to_owned()));
        opening.ok_or("expected codes of ECO, such as C10-C19 or B2")
    }
}

impl Opening {
    fn contains(&self, code: &str) -> bool {
        let (first, last, code) = (
            &self.0.start()[..],
            &self.0.end()[..],
            code.trim().to_ascii_uppercase(),
        );
        code.get(..first.len()).is_some_and(|code| code >= first)
            && code.get(..last.len()).is_some_and(|code| code <= last)
    }
}

/// A text in lower case and without accents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(String);

impl FromStr for Words {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = plain(text.trim());
        if words.is_empty() {
            Err("expected a part of a name")
        } else {
            Ok(Self(words))
        }
    }
}

/// A time control, or a class of them by the seconds of 40 moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// A class.
    Seconds(Range<u32>),
    /// The text of the tag, such as `180+2`.
    Text(String),
}

impl FromStr for TimeControl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text.trim() {
            "bullet" => Self::Seconds(0..180),
            "blitz" => Self::Seconds(180..480),
            "rapid" => Self::Seconds(480..1500),
            "classical" => Self::Seconds(1500..DAY),
            "correspondence" => Self::Seconds(DAY..u32::MAX),
            text if text.starts_with(|first: char| first.is_ascii_digit()) => {
                Self::Text(text.to_owned())
            }
            _ => {
                return Err(
                    "expected bullet, blitz, rapid, classical, correspondence or a tag such as 180+2",
                );
            }
        })
    }
}

impl TimeControl {
    fn is_of(&self, tag: &str) -> bool {
        match self {
            Self::Text(text) => tag.trim() == text,
            Self::Seconds(range) => seconds(tag).is_some_and(|seconds| range.contains(&seconds)),
        }
    }
}

/// The seconds of a day.
const DAY: u32 = 86_400;

/// Returns the moves, the seconds and the increment of the first period of a time control, of 40
/// moves if the tag does not say how many: `300`, `10+0.1`, `40/7200:1800`, `1/86400` or
/// `1 in 5 days`.
fn period(tag: &str) -> Option<[f64; 3]> {
    let is_number = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let number = |text: &str| text.parse::<f64>().ok().filter(|_| is_number(text));
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
    let moves = number(moves).filter(|moves| *moves > 0.0)?;
    Some([moves, base, number(increment)?])
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

impl Filter {
    /// Returns the number of positions in a row that a match needs.
    #[must_use]
    pub fn duration(&self) -> u32 {
        self.duration.map_or(1, |Duration(plies)| plies)
    }

    /// Returns what is known of a game, or nothing if nothing is asked of it.
    pub(crate) fn known<'a>(&self, game: &'a Game) -> Tags<'a> {
        let asks = !self.players.is_empty()
            || self.result.is_some()
            || self.elo.is_some()
            || self.opponent_elo.is_some()
            || self.years.is_some()
            || !self.eco.is_empty()
            || self.event.is_some()
            || self.time_control.is_some();
        if asks { game.known() } else { Tags::default() }
    }

    /// Returns the sides in question, if the tags of a game are as asked for them.
    #[must_use]
    pub fn sides(&self, tags: &Tags) -> [bool; 2] {
        let is_in = |span: &Option<Span>, number: Option<u16>| {
            let number = number.map(u32::from);
            span.as_ref()
                .is_none_or(|Span(span)| number.is_some_and(|number| span.contains(&number)))
        };
        let has_elo = tags.ratings.iter().all(|rating| is_in(&self.elo, *rating));
        let is_game = has_elo
            && is_in(&self.years, tags.date.map(|date| date.year))
            && (self.eco.is_empty() || self.eco.iter().any(|opening| opening.contains(&tags.eco)))
            && self
                .event
                .as_ref()
                .is_none_or(|Words(words)| plain(&tags.event).contains(words))
            && self
                .time_control
                .as_ref()
                .is_none_or(|control| control.is_of(&tags.time_control));
        if !is_game {
            return [false; 2];
        }
        let played = self.played(tags);
        let half_points = tags.result.and_then(GameResult::half_points);
        Color::ALL.map(|side| {
            played[side as usize]
                && self.color.is_none_or(|color| color == side)
                && is_in(&self.opponent_elo, tags.ratings[!side as usize])
                && self
                    .result
                    .is_none_or(|result| result.is_met(half_points, side))
        })
    }

    /// Returns `true` if the side in question may be only one of both, whoever plays.
    pub(crate) fn chooses_side(&self) -> bool {
        self.color.is_some()
            || self.opponent_elo.is_some()
            || matches!(self.result, Some(Outcome::OfSide(_)))
    }

    /// Returns the sides of the players, or both.
    #[must_use]
    pub fn played(&self, tags: &Tags) -> [bool; 2] {
        let is_one = |name: &Cow<str>| self.players.iter().any(|player| player.is_called(name));
        tags.players
            .each_ref()
            .map(|name| self.players.is_empty() || is_one(name))
    }

    /// Returns the half-moves after which a position may be.
    #[must_use]
    pub fn plies(&self, game: &Game) -> Range<u32> {
        let plies = game.plies();
        let Some(Span(moves)) = &self.moves else {
            return 0..plies;
        };
        let before = game.plies_before();
        let first = moves
            .start()
            .saturating_mul(2)
            .saturating_sub(before.saturating_add(1));
        let end = moves
            .end()
            .saturating_mul(2)
            .saturating_add(1)
            .saturating_sub(before);
        first..end.min(plies)
    }

    /// Returns `true` if the pieces matter, for which the moves have to be played.
    #[must_use]
    pub fn needs_pieces(&self) -> bool {
        self.pieces.is_some() || !self.material.is_empty()
    }

    /// Returns `true` if the pieces of a position are as asked.
    #[must_use]
    pub fn takes_pieces(&self, position: &Position) -> bool {
        if !self.needs_pieces() {
            return true;
        }
        let [white, black] =
            position
                .placement()
                .pieces()
                .map(|[_, knights, bishops, rooks, queens, _]| {
                    [knights, bishops, rooks, queens].map(Bitboard::count)
                });
        let is_material =
            |Material(sides): &Material| *sides == [white, black] || *sides == [black, white];
        let number = white.into_iter().chain(black).sum();
        (self.material.is_empty() || self.material.iter().any(is_material))
            && self
                .pieces
                .as_ref()
                .is_none_or(|Span(span)| span.contains(&number))
    }
}

/// Returns the number of the last move before a position, which is 0 at the start.
pub(crate) fn last_move(game: &Game, ply: u32) -> u32 {
    game.plies_before().saturating_add(ply).saturating_add(1) / 2
}
