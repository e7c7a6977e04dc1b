//! `pawnfill find --by`: a table of results.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{bail, ensure};
use pawnfill_find::{Counts, Key, Others, Row, Survey, Table, sort, summary};
use pawnfill_positions::Games;
use unicode_width::UnicodeWidthStr as _;

use super::format::FindFormat;
use super::{Answer, Args};
use crate::output::Output;
use crate::progress::counted;
use crate::source::{Join, Taken, Work};
use crate::text::cut;

/// The results of games, as they are counted.
pub(super) struct Results {
    survey: Arc<Survey>,
    keys: Vec<Key>,
    format: FindFormat,
    output: Output,
    table: Table,
    /// The column by which the rows are sorted.
    sort: Option<String>,
    /// What only games can meet, if it is asked.
    needs_games: Option<&'static str>,
    /// Whether the inputs are records.
    is_records: Option<bool>,
}

impl Results {
    pub(super) fn new(args: &Args, survey: Survey, format: FindFormat) -> anyhow::Result<Self> {
        let is_table = matches!(
            format,
            FindFormat::Text | FindFormat::Csv | FindFormat::Json
        );
        ensure!(
            is_table,
            "a table of results is written as text, csv or json"
        );
        let mut keys = args.by.iter();
        let key = keys.find(|key| ![Key::Structure, Key::Color].contains(key));
        Ok(Self {
            output: args.output()?,
            survey: Arc::new(survey),
            keys: args.by.clone(),
            format,
            table: Table::new(&args.by, args.keep_repeated),
            sort: args.sort.clone(),
            needs_games: args.options.needs_games().or(key.map(|_| "by")),
            is_records: None,
        })
    }
}

impl Work for Results {
    type Part = Counts;

    fn worker(&self, _: &str) -> impl Fn(&Arc<Games>) -> Counts + Send + Sync + 'static {
        let survey = Arc::clone(&self.survey);
        move |games| survey.part(games)
    }

    fn take(&mut self, file: &str, part: Counts) -> anyhow::Result<Taken> {
        match (part.is_records, self.needs_games) {
            (Some(true), Some(asked)) => {
                bail!("--{asked} needs games, but {file} has single positions")
            }
            (Some(other), _) if self.is_records == Some(!other) => {
                bail!("{file}: --by takes either games or single positions")
            }
            _ => self.is_records = part.is_records.or(self.is_records),
        }
        self.table.add(&part);
        Ok(Taken {
            positions: part.positions,
            errors: part.errors,
            is_enough: false,
        })
    }

    fn join(&self) -> Option<Join<Counts>> {
        // Only all games together tell which repeat others, so parts are not joined.
        Some(|_, next| Some(next))
    }
}

impl Answer for Results {
    fn after_mistake(&self) -> Option<&'static str> {
        Some("there is no table")
    }

    fn took_game(&self) -> bool {
        self.table.took_game
    }

    fn finish(self) -> anyhow::Result<(String, Vec<String>)> {
        let (keys, mut rows) = (&self.keys, self.table.rows());
        if let Some(column) = &self.sort {
            sort(&mut rows, keys, column).map_err(anyhow::Error::msg)?;
        }
        let text = match self.format {
            FindFormat::Csv => csv(keys, &rows)?,
            FindFormat::Json => json(keys, &rows).into(),
            _ => text(keys, &rows, self.output.width()).into(),
        };
        self.output.complete(text)?;
        let Table {
            games,
            without_result,
            repeated,
            ..
        } = self.table;
        let unit = if self.is_records == Some(true) {
            "line"
        } else {
            "game"
        };
        let mut said = format!("counted {}", counted(games, unit));
        if without_result > 0 {
            let games = counted(without_result, "game");
            said += &format!("; left out {games} without a result");
        }
        if repeated > 0 {
            said += &format!("; left out {}", counted(repeated, "repeated game"));
        }
        Ok((said, others(&self.table.others())))
    }
}

/// Says which games have another player, and which names look like the same one.
fn others(others: &Others) -> Vec<String> {
    let mut said = Vec::new();
    if others.games > 0 && !others.frequent.is_empty() {
        let (games, names) = (counted(others.games, "game"), list(&others.frequent));
        said.push(format!("left out {games} of others, such as {names}"));
    }
    if !others.alike.is_empty() {
        let names = list(&others.alike);
        said.push(format!(
            "note: {names} may be the same player: add --player to count both"
        ));
    }
    said
}

fn list(names: &[(String, u64)]) -> String {
    let mut list = Vec::new();
    for (name, games) in names {
        list.push(format!("`{name}` ({})", counted(*games, "game")));
    }
    list.join(", ")
}

/// The columns of numbers.
const NUMBERS: [&str; 10] = [
    "games", "won", "drawn", "lost", "score", "95 %", "rated", "score", "usual", "diff ",
];

/// Those of rows about records.
const LABELS: [&str; 3] = ["lines", "white_score", "evaluation"];

fn text(keys: &[Key], rows: &[Row], width: Option<usize>) -> String {
    let (numbers, mut table) = match rows.first() {
        Some(row) if row.means.is_some() => (&LABELS[..], String::new()),
        // Games of one result have no score.
        _ if keys.contains(&Key::Result) => (&NUMBERS[..1], String::new()),
        _ => (&NUMBERS[..], summary(rows) + "\n"),
    };
    let mut names = vec![Vec::new()];
    for key in keys {
        names[0].push(key.name().to_owned());
    }
    let mut cells = vec![numbers.iter().map(ToString::to_string).collect()];
    for row in rows {
        names.push(row.keys.clone());
        let mut of_row = cells_of(row);
        of_row.truncate(numbers.len());
        cells.push(of_row);
    }
    let widths = widths(&cells);
    let used: usize = widths.iter().map(|width| width + 1).sum();
    let names = aligned(&names, width.map(|width| width.saturating_sub(used)));
    for (mut line, cells) in names.into_iter().zip(cells) {
        for (cell, width) in cells.iter().zip(&widths) {
            let _ = write!(line, " {cell:>width$}");
        }
        let _ = writeln!(table, "{}", line.trim_end());
    }
    table
}

fn cells_of(row: &Row) -> Vec<String> {
    if let Some([white_score, evaluation]) = row.means {
        return vec![
            row.games.to_string(),
            white_score.map_or_else(String::new, |mean| format!("{mean:.3}")),
            evaluation.map_or_else(String::new, |mean| format!("{mean:+.2}")),
        ];
    }
    let mark = if row.marked { '*' } else { ' ' };
    vec![
        row.games.to_string(),
        row.won.to_string(),
        row.drawn.to_string(),
        row.lost.to_string(),
        percent(row.score),
        format!("{}-{}", percent(row.low), percent(row.high)),
        row.rated.to_string(),
        row.rated_score.map_or_else(String::new, percent),
        row.usual.map_or_else(String::new, percent),
        row.difference.map_or_else(String::new, signed_percent) + &mark.to_string(),
    ]
}

/// Returns the widths of columns.
fn widths(lines: &[Vec<String>]) -> Vec<usize> {
    let mut widths = vec![0; lines[0].len()];
    for line in lines {
        for (width, cell) in widths.iter_mut().zip(line) {
            *width = cell.width().max(*width);
        }
    }
    widths
}

/// Returns lines with these names, of which the longest are cut to what the numbers leave.
fn aligned(lines: &[Vec<String>], room: Option<usize>) -> Vec<String> {
    let mut widths = widths(lines);
    while room.is_some_and(|room| widths.iter().map(|width| width + 1).sum::<usize>() > room + 1) {
        match widths.iter_mut().max() {
            Some(width) if *width > 1 => *width -= 1,
            _ => break,
        }
    }
    let mut aligned = Vec::new();
    for line in lines {
        let cells = line.iter().zip(&widths);
        let cells: Vec<_> = cells.map(|(cell, width)| cut(cell, *width)).collect();
        aligned.push(cells.join(" "));
    }
    aligned
}

fn percent(score: f64) -> String {
    format!("{:.1}", score * 100.0)
}

/// What is rounded to 0 has no sign.
fn signed_percent(difference: f64) -> String {
    format!("{:+.1}", (difference * 1e3).round() / 10.0 + 0.0)
}

fn json(keys: &[Key], rows: &[Row]) -> String {
    let mut lines = String::new();
    for row in rows {
        let mut columns = Vec::new();
        for (name, value) in row.columns(keys) {
            columns.push(format!("\"{name}\":{value}"));
        }
        let _ = writeln!(lines, "{{{}}}", columns.join(","));
    }
    lines
}

fn csv(keys: &[Key], rows: &[Row]) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for (number, row) in rows.iter().enumerate() {
        let columns = row.columns(keys);
        if number == 0 {
            table.write_record(columns.iter().map(|(name, _)| name))?;
        }
        table.serialize(columns.iter().map(|(_, value)| value).collect::<Vec<_>>())?;
    }
    Ok(table
        .into_inner()
        .map_err(csv::IntoInnerError::into_error)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_after_the_numbers_have_their_room() {
        let long = ["丁立人".repeat(9), "a name that is long".repeat(4)];
        let row = Row {
            keys: long.to_vec(),
            games: 1_234_567,
            ..Row::default()
        };
        let keys = [Key::Player, Key::Event];
        for width in [90, 120, 400] {
            let table = text(&keys, std::slice::from_ref(&row), Some(width));
            let lines: Vec<&str> = table.lines().skip(1).collect();
            assert!(lines.iter().all(|line| line.width() <= width), "{table}");
            assert!(lines[1].contains(" 1234567 "), "{table}");
            assert_eq!(lines[1].contains(&long[1]), width == 400, "{table}");
        }
    }
}
