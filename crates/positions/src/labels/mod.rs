//! Labels of positions, as sets for tuning have them: a result, an evaluation.

mod scheme;
mod values;

use std::fmt;
use std::str::FromStr;

pub(super) use scheme::Scheme;
pub(super) use values::Layout;

/// What a set for tuning says of a position, from White's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Labels {
    /// White's score, from 0 to 1.
    pub white_score: Option<f64>,
    /// The evaluation in pawns.
    pub evaluation: Option<f64>,
    /// The moves to mate, negative if Black mates.
    pub mate: Option<i64>,
    /// The next move by its squares.
    pub next_uci: Option<Box<str>>,
    /// Whether the score is a mate whose moves are not known.
    pub(super) is_mate: bool,
}

/// How labels are read where a set does not say it.
#[derive(Clone, Debug, Default)]
pub struct LabelOptions {
    /// The views of scores and of results. They win over what forms mean.
    pub views: Views,
    /// What a number is whose form does not say it.
    pub kind: Option<LabelKind>,
    /// The results that numbers mean.
    pub scale: Option<LabelScale>,
    /// The units of an evaluation that are a pawn, instead of 100.
    pub units: Option<f64>,
}

/// The views of scores and of results, as far as they are told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Views([Option<View>; 2]);

/// The places of both kinds of labels.
const SCORE: usize = 0;
const RESULT: usize = 1;

impl FromStr for Views {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut views = Self::default();
        for part in text.split(',') {
            let (of, view) = part.split_once('=').unwrap_or(("", part));
            let view = match view {
                "white" => Some(View::White),
                "mover" => Some(View::Mover),
                _ => return Err("expected white, mover, or such as score=mover,result=white"),
            };
            match of {
                "" => views.0 = [view; 2],
                "score" => views.0[SCORE] = view,
                "result" => views.0[RESULT] = view,
                _ => return Err("expected score or result before ="),
            }
        }
        Ok(views)
    }
}

/// Whose view a label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    White,
    /// That of the side to move.
    Mover,
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White's view",
            Self::Mover => "the side to move's view",
        })
    }
}

/// What a number is whose form does not say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelKind {
    /// A result.
    Result,
    /// An evaluation in pawns.
    Pawns,
    /// An evaluation in hundredths of a pawn.
    Centipawns,
}

impl FromStr for LabelKind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "result" => Ok(Self::Result),
            "pawns" => Ok(Self::Pawns),
            "centipawns" => Ok(Self::Centipawns),
            _ => Err("expected result, pawns or centipawns"),
        }
    }
}

/// The numbers of a loss and of a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelScale(f64, f64);

impl LabelScale {
    const POINTS: Self = Self(0.0, 1.0);
    const SIGNS: Self = Self(-1.0, 1.0);
    const HALF_POINTS: Self = Self(0.0, 2.0);

    /// Returns the points that a number means. Only of points, there may be any part.
    fn points(self, number: f64) -> Option<f64> {
        let points = (number - self.0) / (self.1 - self.0);
        let is_whole = self == Self::POINTS || number.fract() == 0.0;
        (is_whole && (0.0..=1.0).contains(&points)).then_some(points)
    }
}

impl fmt::Display for LabelScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.0, (self.0 + self.1) / 2.0, self.1)
    }
}

impl FromStr for LabelScale {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let all = [Self::POINTS, Self::SIGNS, Self::HALF_POINTS];
        let found = all.into_iter().find(|scale| scale.to_string() == text);
        found.ok_or("expected 0/0.5/1, -1/0/1 or 0/1/2")
    }
}
