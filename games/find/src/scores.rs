//! Scores: how sure they are, and which of many differ from the usual by more than chance.

use serde::Serialize;
use serde_json::{Value, json};

use crate::key::Key;

/// With fewer rated games, nothing is compared: the interval of a single draw is narrow.
const FEW: u64 = 5;

/// The share of wrong marks among the marked rows.
const FALSE_DISCOVERIES: f64 = 0.05;

/// The numbers of games that were lost, drawn and won.
#[derive(Clone, Copy, Default)]
struct Outcomes([u64; 3]);

impl Outcomes {
    fn add(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }

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
pub(crate) struct Results {
    all: Outcomes,
    /// The games with ratings of both players, and the points that are expected of them.
    rated: Outcomes,
    expected: f64,
}

impl Results {
    pub(crate) fn count(&mut self, half_points: usize, expected: Option<f64>) {
        self.all.0[half_points] += 1;
        if let Some(expected) = expected {
            self.rated.0[half_points] += 1;
            self.expected += expected;
        }
    }

    /// Returns the points of as many games with the same ratings that score as usual.
    fn as_usual(&self, usual: &Self) -> f64 {
        let surplus = usual.rated.score() - usual.expected / usual.rated.games().max(1) as f64;
        self.expected + self.rated.games() as f64 * surplus
    }
}

/// The labels of records.
#[derive(Clone, Copy, Default)]
pub(crate) struct Labels {
    lines: u64,
    /// The sums of White's scores and of evaluations, with their numbers.
    sums: [(f64, u64); 2],
}

impl Labels {
    pub(crate) fn count(&mut self, labels: [Option<f64>; 2]) {
        self.lines += 1;
        for ((sum, number), label) in self.sums.iter_mut().zip(labels) {
            *sum += label.unwrap_or(0.0);
            *number += u64::from(label.is_some());
        }
    }

    pub(crate) fn row(&self, keys: Vec<String>) -> Row {
        Row {
            keys,
            games: self.lines,
            means: Some(self.sums.map(mean)),
            ..Row::default()
        }
    }
}

fn mean((sum, number): (f64, u64)) -> Option<f64> {
    (number > 0).then_some(sum / number as f64)
}

/// A row of the table. Scores are from 0 to 1.
#[derive(Debug, Default, Serialize)]
pub struct Row {
    /// The values of the keys.
    pub keys: Vec<String>,
    /// The number of games, or of records.
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
    /// The means of White's score and of the evaluation, if the row is about records.
    pub means: Option<[Option<f64>; 2]>,
}

impl Row {
    /// Returns a row with the results of each color, compared with usual ones.
    pub(crate) fn new(
        keys: Vec<String>,
        by_color: &[Results; 2],
        usual: Option<&[Results; 2]>,
    ) -> Self {
        let [mut all, mut rated] = [Outcomes::default(); 2];
        let (mut expected, mut as_usual) = (0.0, 0.0);
        for (color, own) in by_color.iter().enumerate() {
            all.add(own.all);
            rated.add(own.rated);
            expected += own.expected;
            as_usual += usual.map_or(0.0, |usual| own.as_usual(&usual[color]));
        }
        let ([lost, drawn, won], n) = (all.0, rated.games());
        let is_compared = usual.is_some() && n >= FEW;
        let usual = is_compared.then_some((as_usual / n as f64).clamp(0.0, 1.0));
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
            rated_score: (n > 0).then_some(rated.score()),
            expected: (n > 0).then_some(expected / n as f64),
            usual,
            difference: usual.map(|usual| rated.score() - usual),
            p: usual.map(|usual| rated.p(usual)),
            marked: false,
            means: None,
        }
    }

    /// Returns the names and values of the columns. Scores are from 0 to 1, and games of one result
    /// have none.
    #[must_use]
    pub fn columns(&self, keys: &[Key]) -> Vec<(&'static str, Value)> {
        let mut columns = Vec::new();
        for (place, key) in keys.iter().enumerate() {
            columns.push((key.name(), json!(self.keys.get(place))));
        }
        if let Some([white_score, evaluation]) = self.means {
            columns.extend([
                ("lines", json!(self.games)),
                ("white_score", rounded(white_score, 1e4)),
                ("evaluation", rounded(evaluation, 1e4)),
            ]);
            return columns;
        }
        columns.extend([
            ("games", json!(self.games)),
            ("won", json!(self.won)),
            ("drawn", json!(self.drawn)),
            ("lost", json!(self.lost)),
        ]);
        if !keys.contains(&Key::Result) {
            columns.extend([
                ("score", rounded(Some(self.score), 1e4)),
                ("low", rounded(Some(self.low), 1e4)),
                ("high", rounded(Some(self.high), 1e4)),
                ("rated", json!(self.rated)),
                ("rated_score", rounded(self.rated_score, 1e4)),
                ("expected", rounded(self.expected, 1e4)),
                ("difference", rounded(self.difference, 1e4)),
                ("usual", rounded(self.usual, 1e4)),
                ("p", rounded(self.p, 1e6)),
                ("marked", json!(self.marked)),
            ]);
        }
        columns
    }

    /// Returns how improbable a marked row is, so that it is before those without a mark.
    fn rank(&self) -> f64 {
        match self.p {
            Some(p) if self.marked => p,
            _ => f64::INFINITY,
        }
    }
}

/// Rounds a number to a part of 1. There is no -0.
fn rounded(number: Option<f64>, parts: f64) -> Value {
    number.map_or(Value::Null, |number| {
        json!((number * parts).round() / parts + 0.0)
    })
}

/// Marks rows so that 5 % of the marks are wrong, by the procedure of Benjamini and Hochberg, and
/// sorts them: first the marked rows, the least probable first, then the others, those with
/// most games first.
pub(crate) fn mark(rows: &mut [Row]) {
    let mut all: Vec<f64> = rows.iter().filter_map(|row| row.p).collect();
    all.sort_by(f64::total_cmp);
    let mut largest = -1.0;
    for (number, p) in all.iter().enumerate() {
        if *p <= FALSE_DISCOVERIES * (number + 1) as f64 / all.len() as f64 {
            largest = *p;
        }
    }
    for row in &mut *rows {
        row.marked = row.p.is_some_and(|p| p <= largest);
    }
    rows.sort_by(|a, b| {
        let first = a.rank().total_cmp(&b.rank()).then(b.games.cmp(&a.games));
        first.then_with(|| a.keys.cmp(&b.keys))
    });
}

/// Sorts rows by a column: the least value first, or with `-` before the name the greatest. Rows
/// without a value are last.
///
/// # Errors
///
/// There is no such column.
pub fn sort(rows: &mut [Row], keys: &[Key], by: &str) -> Result<(), String> {
    let name = by.strip_prefix('-').unwrap_or(by);
    let mut names = Vec::new();
    for (column, _) in Row::default().columns(keys) {
        names.push(column);
    }
    let Some(place) = names.iter().position(|column| *column == name) else {
        let names = names.join(", ");
        return Err(format!("there is no column `{name}`; expected {names}"));
    };
    rows.sort_by(|a, b| {
        let [a, b] = [a, b].map(|row| row.columns(keys).swap_remove(place).1);
        let order = match (number(&a), number(&b)) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => a.as_str().cmp(&b.as_str()),
        };
        let order = if name == by { order } else { order.reverse() };
        is_missing(&a).cmp(&is_missing(&b)).then(order)
    });
    Ok(())
}

/// Returns the value of a cell as a number, which may be the first one of a band.
fn number(cell: &Value) -> Option<f64> {
    match cell {
        Value::String(text) => text.split('-').next()?.parse().ok(),
        Value::Bool(is_true) => Some(f64::from(*is_true)),
        _ => cell.as_f64(),
    }
}

fn is_missing(cell: &Value) -> bool {
    cell.is_null() || cell == "?"
}

/// Returns how many rows differ, and how many by chance, in words.
#[must_use]
pub fn summary(rows: &[Row]) -> String {
    let (mut compared, mut differing, mut marked) = (0, 0, 0);
    for row in rows {
        compared += usize::from(row.p.is_some());
        differing += usize::from(row.p.is_some_and(|p| p < 0.05));
        marked += usize::from(row.marked);
    }
    match (compared, differing) {
        (0, _) => "No row has five games with both ratings, so none is compared with the usual."
            .to_owned(),
        (_, 0) => format!("0 of {compared} compared rows differ from the usual."),
        _ => format!(
            "{differing} of {compared} compared rows differ from the usual, \
             about {} by chance; {marked} hold among all rows (*).",
            (compared as f64 / 20.0).round()
        ),
    }
}

#[cfg(test)]
mod tests;
