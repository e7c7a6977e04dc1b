//! Labels of positions, as sets for tuning have them: a result, an evaluation.

mod scheme;
mod values;

use std::str::FromStr;
use std::sync::Arc;

use pawnfill::Color;

pub(super) use scheme::{Counts, Scheme};
pub(super) use values::{Layout, Records};

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
    is_mate: bool,
}

/// What was read of the labels of a file.
#[derive(Clone, Debug, Default)]
pub struct LabelNotes {
    pub(super) scheme: Option<Arc<Scheme>>,
    pub(super) counts: Counts,
}

impl LabelNotes {
    /// Adds those of a later part of the same file.
    pub fn add(&mut self, other: Self) {
        let Self { scheme, counts } = other;
        self.scheme = scheme.or(self.scheme.take());
        for (to, records) in self.counts.0.iter_mut().zip(counts.0) {
            *to += records;
        }
    }

    /// Says what was read.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        self.scheme.as_ref()?.sentence(&self.counts)
    }

    /// Returns the names of the columns of tables that these labels fill.
    #[must_use]
    pub fn columns(&self) -> Vec<&'static str> {
        self.scheme
            .as_ref()
            .map_or_else(Vec::new, |scheme| scheme.columns())
    }
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
pub struct Views {
    pub(self) score: Option<View>,
    pub(self) result: Option<View>,
}

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
                "" => (views.score, views.result) = (view, view),
                "score" => views.score = view,
                "result" => views.result = view,
                _ => return Err("expected score or result before ="),
            }
        }
        Ok(views)
    }
}

/// Whose view a label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(self) enum View {
    White,
    /// That of the side to move.
    Mover,
}

impl View {
    /// Returns `true` if labels of positions with this side to move have Black's view.
    fn is_black(self, side: Option<Color>) -> Result<bool, String> {
        match (self, side) {
            (Self::White, _) => Ok(false),
            (Self::Mover, Some(side)) => Ok(side == Color::Black),
            (Self::Mover, None) => Err("the position does not say whose view its label is".into()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::White => "White's view",
            Self::Mover => "the side to move's view",
        }
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

/// The numbers of a loss, a draw and a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelScale {
    /// 0, 0.5 and 1, or any part of a point.
    Points,
    /// −1, 0 and 1.
    Signs,
    /// 0, 1 and 2.
    HalfPoints,
}

impl LabelScale {
    const ALL: [Self; 3] = [Self::Points, Self::Signs, Self::HalfPoints];

    fn name(self) -> &'static str {
        match self {
            Self::Points => "0/0.5/1",
            Self::Signs => "-1/0/1",
            Self::HalfPoints => "0/1/2",
        }
    }

    /// Returns the points that a number means.
    fn points(self, number: f64) -> Option<f64> {
        let points = match self {
            Self::Points => number,
            Self::Signs => (number + 1.0) / 2.0,
            Self::HalfPoints => number / 2.0,
        };
        let is_known = self == Self::Points || number.fract() == 0.0;
        (is_known && (0.0..=1.0).contains(&points)).then_some(points)
    }
}

impl FromStr for LabelScale {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|scale| scale.name() == text);
        found.ok_or("expected 0/0.5/1, -1/0/1 or 0/1/2")
    }
}
