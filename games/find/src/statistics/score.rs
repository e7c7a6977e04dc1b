//! Scores: how sure they are, and which of many differ from the usual by more than chance.

use serde::Serialize;
use serde_json::{Value, json};

use super::Key;

/// With fewer rated games, nothing is compared: the interval of a single draw is narrow.
const FEW: u64 = 5;

/// The share of wrong marks among the marked rows.
const FALSE_DISCOVERIES: f64 = 0.05;

/// The numbers of games that were lost, drawn and won.
#[derive(Clone, Copy, Default)]
struct Outcomes([u64; 3]);

impl Outcomes {
    fn games(&self) -> u64 {
        self.0.iter().sum()
    }

    fn score(&self) -> f64 {
        let [_, drawn, won] = self.0;
        (won as f64 + drawn as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Returns the 95 % interval of the score, which is that of Wilson, with the variance of games
    /// that can be drawn.
    fn interval(&self) -> [f64; 2] {
        let (n, z, [_, drawn, won]) = (self.games() as f64, 1.96_f64, self.0);
        let variance = (won as f64 + drawn as f64 / 4.0) / n - self.score().powi(2);
        let center = (self.score() + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (variance.max(0.0) / n + z * z / (4.0 * n * n)).sqrt();
        [center - half, center + half].map(|end| end.clamp(0.0, 1.0))
    }

    /// Returns the two-sided p-value of a score: how probable is one at least as far from it.
    /// It is 5 % at the ends of the interval, and the z of that is what the equation of an end
    /// is solved for.
    fn p(&self, score: f64) -> f64 {
        let (n, gap) = (self.games() as f64, (self.score() - score).powi(2));
        let variance = score * (1.0 - score);
        // If all games are expected to have one result, another one is impossible.
        if variance <= 0.0 {
            return f64::from(u8::from(gap == 0.0));
        }
        let b = variance - self.0[1] as f64 / (4.0 * n) - gap;
        let z_squared = n * (f64::hypot(b, (4.0 * variance * gap).sqrt()) - b) / (2.0 * variance);
        libm::erfc((z_squared / 2.0).sqrt())
    }
}

/// The results of one color.
#[derive(Clone, Copy, Default)]
pub(super) struct Results {
    all: Outcomes,
    /// The games with ratings of both players, and the points that are expected of them.
    rated: Outcomes,
    expected: f64,
}

impl Results {
    pub(super) fn count(&mut self, points: u64, expected: Option<f64>) {
        self.all.0[points as usize] += 1;
        if let Some(expected) = expected {
            self.rated.0[points as usize] += 1;
            self.expected += expected;
        }
    }

    /// Returns the points of as many games with the same ratings that score as usual.
    fn as_usual(&self, usual: &Self) -> f64 {
        let surplus = usual.rated.score() - usual.expected / usual.rated.games().max(1) as f64;
        self.expected + self.rated.games() as f64 * surplus
    }
}

/// A row of the table. Scores are from 0 to 1.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The values of the keys.
    pub keys: Vec<String>,
    /// The number of games.
    pub games: u64,
    /// The games that were won.
    pub won: u64,
    /// The games that were drawn.
    pub drawn: u64,
    /// The games that were lost.
    pub lost: u64,
    /// The score.
    pub score: f64,
    /// The lower end of its 95 % interval, which is that of Wilson, with the variance of games that
    /// can be drawn.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of games with ratings of both players.
    pub rated: u64,
    /// Their score.
    pub rated_score: Option<f64>,
    /// The score that the ratings predict in these.
    pub expected: Option<f64>,
    /// The score of the same colors, and the same players if they are named, in all games that were
    /// read, for the ratings of the rated games: the expected score, plus what all rated games
    /// score beyond theirs. There is none for fewer than five rated games.
    pub usual: Option<f64>,
    /// The score of the rated games minus the usual one.
    pub difference: Option<f64>,
    /// How probable such a difference is by chance, in one row.
    pub p: Option<f64>,
    /// Whether the difference holds among all rows: of marked rows, 5 % are so by chance.
    pub marked: bool,
}

impl Row {
    /// Returns a row with the results of each color, compared with usual ones.
    pub(super) fn new(
        keys: Vec<String>,
        by_color: &[Results; 2],
        usual: Option<&[Results; 2]>,
    ) -> Self {
        let [white, black] = by_color;
        let sum = |of: fn(&Results) -> [u64; 3]| {
            Outcomes(std::array::from_fn(|points| {
                of(white)[points] + of(black)[points]
            }))
        };
        let (all, rated) = (sum(|of| of.all.0), sum(|of| of.rated.0));
        let expected = white.expected + black.expected;
        let ([lost, drawn, won], n) = (all.0, rated.games());
        let usual = usual.filter(|_| n >= FEW).map(|usual| {
            let [white, black] = [0, 1].map(|color: usize| by_color[color].as_usual(&usual[color]));
            ((white + black) / n as f64).clamp(0.0, 1.0)
        });
        let [low, high] = all.interval();
        Self {
            keys,
            games: all.games(),
            won,
            drawn,
            lost,
            score: all.score(),
            low,
            high,
            rated: n,
            rated_score: (n > 0).then(|| rated.score()),
            expected: (n > 0).then(|| expected / n as f64),
            usual,
            difference: usual.map(|usual| rated.score() - usual),
            p: usual.map(|usual| rated.p(usual)),
            marked: false,
        }
    }

    /// Returns the names and values of the columns. Scores are from 0 to 1, and games of one result
    /// have none.
    #[must_use]
    pub fn columns(&self, keys: &[Key]) -> Vec<(&'static str, Value)> {
        let named = keys
            .iter()
            .zip(&self.keys)
            .map(|(key, value)| (key.name(), json!(value)));
        let rounded = |score: f64| json!((score * 1e4).round() / 1e4 + 0.0);
        let optional = |score: Option<f64>| score.map_or(Value::Null, rounded);
        let games = [
            ("games", self.games),
            ("won", self.won),
            ("drawn", self.drawn),
            ("lost", self.lost),
        ];
        let scores = [
            ("score", rounded(self.score)),
            ("low", rounded(self.low)),
            ("high", rounded(self.high)),
            ("rated", json!(self.rated)),
            ("rated_score", optional(self.rated_score)),
            ("expected", optional(self.expected)),
            ("difference", optional(self.difference)),
            ("usual", optional(self.usual)),
            (
                "p",
                self.p
                    .map_or(Value::Null, |p| json!((p * 1e6).round() / 1e6)),
            ),
            ("marked", json!(self.marked)),
        ];
        let scores = scores.into_iter().filter(|_| !keys.contains(&Key::Result));
        named
            .chain(games.map(|(name, number)| (name, json!(number))))
            .chain(scores)
            .collect()
    }
}

/// Rows, of which those that differ from the usual are marked.
#[derive(Debug, Serialize)]
pub struct Table {
    /// First the marked rows, the least probable first, then the others, those with
    /// most games first.
    pub rows: Vec<Row>,
    /// How many rows differ, and how many by chance, in words.
    pub summary: String,
}

impl Table {
    /// Marks rows so that 5 % of the marks are wrong, by the procedure of Benjamini and Hochberg.
    pub(super) fn new(mut rows: Vec<Row>) -> Self {
        let mut all: Vec<f64> = rows.iter().filter_map(|row| row.p).collect();
        all.sort_by(f64::total_cmp);
        let compared = all.len() as f64;
        let held = (1..)
            .zip(&all)
            .filter(|(rank, p)| **p <= FALSE_DISCOVERIES * f64::from(*rank) / compared);
        let largest = held.map(|(_, p)| *p).last();
        rows.iter_mut()
            .for_each(|row| row.marked = row.p.is_some() && row.p <= largest);
        let weight = |row: &Row| row.p.filter(|_| row.marked).unwrap_or(f64::INFINITY);
        rows.sort_by(|a, b| {
            let first = weight(a).total_cmp(&weight(b)).then(b.games.cmp(&a.games));
            first.then_with(|| a.keys.cmp(&b.keys))
        });
        let marked = rows.iter().filter(|row| row.marked).count();
        let differing = all.iter().filter(|p| **p < 0.05).count();
        let by_chance = (compared / 20.0).round();
        let summary = match differing {
            _ if all.is_empty() => {
                "No row has five games with both ratings, so none is compared with the usual."
                    .to_owned()
            }
            0 => format!("0 of {compared} compared rows differ from the usual."),
            _ => format!(
                "{differing} of {compared} compared rows differ from the usual, about {by_chance} by chance; \
                 {marked} hold among all rows (*)."
            ),
        };
        Self { rows, summary }
    }
}

#[cfg(test)]
mod tests;
