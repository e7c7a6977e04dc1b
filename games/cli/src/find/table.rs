//! `pawnfill find --by`: a table of results.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::bail;
use pawnfill_find::{Counts, Key, Row, Survey};
use serde_json::{Value, json};

use super::Args;
use super::matches::Format;
use crate::input::{self, End, Taken, counted, say};

/// The width of all keys together, so that a line has at most 80 characters.
const KEYS: usize = 30;

pub(super) fn run(survey: Survey, args: &Args, format: Format) -> anyhow::Result<()> {
    if !matches!(format, Format::Text | Format::Csv | Format::Json) {
        bail!("a table of results is written as text, csv or json");
    }
    let output = args.output()?;
    let survey = Arc::new(survey);
    let mut total = Counts::default();
    let work = |_: &str| {
        let survey = Arc::clone(&survey);
        move |games: &_| survey.part(games)
    };
    let end = input::read(&args.games, &args.reading, args.note(), work, |file, part| {
        if part.is_records {
            bail!("--by needs games, but {file} has single positions");
        }
        total.add(&part);
        Ok(Taken { positions: part.positions, errors: part.errors, is_enough: false })
    })?;
    if let End::Mistake(_) = end {
        return end.result();
    }
    let rows = survey.rows(&total);
    let table = match format {
        Format::Csv => csv(&args.by, &rows)?,
        Format::Json => json(&args.by, &rows).into(),
        _ => text(&args.by, &rows).into(),
    };
    output.complete(table)?;
    let left_out = match total.without_result {
        0 => String::new(),
        games => format!("; left out {} without a result", counted(games, "game")),
    };
    let repeated = super::options::repeated(survey.filter());
    let missed = args.options.missed(total.took_game);
    say(format_args!("counted {}{left_out}{repeated}{missed}", counted(total.games, "game")));
    end.result()
}

fn text(keys: &[Key], rows: &[Row]) -> String {
    let header: Vec<String> = keys.iter().map(|key| key.name().to_owned()).collect();
    let all = || std::iter::once(&header).chain(rows.iter().map(|row| &row.keys));
    let longest = |key: usize| all().map(|keys| keys[key].chars().count()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..keys.len()).map(longest).collect();
    // The longest ones are cut first.
    while widths.iter().map(|width| width + 1).sum::<usize>() > KEYS + 1 {
        let Some(width) = widths.iter_mut().max().filter(|width| **width > 1) else { break };
        *width -= 1;
    }
    let cut = |text: &str, width: usize| match text.char_indices().nth(width) {
        Some(_) => text.chars().take(width - 1).chain(['…']).collect(),
        None => format!("{text:width$}"),
    };
    let mut lines = all().map(|keys| {
        let keys: Vec<_> = keys.iter().zip(&widths).map(|(key, &width)| cut(key, width)).collect();
        keys.join(" ")
    });
    let mut table =
        format!("{}   games score       95 %   Elo  diff usual chance\n", lines.next().unwrap_or_default());
    for (keys, row) in lines.zip(rows) {
        let percent = |score: f64| format!("{:.1}", score * 100.0);
        let interval = format!("{}-{}", percent(row.low), percent(row.high));
        let _ = writeln!(
            table,
            "{keys} {:>7} {:>5} {interval:>10} {:>5} {:>+5.1} {:>5} {}",
            row.games,
            percent(row.score),
            row.expected.map_or_else(String::new, percent),
            row.difference * 100.0,
            percent(row.usual),
            if row.chance { "yes" } else { "no" },
        );
    }
    table
}

/// Returns the names and values of the columns of a row. Scores are from 0 to 1.
fn columns(keys: &[Key], row: &Row) -> Vec<(&'static str, Value)> {
    let named = keys.iter().zip(&row.keys).map(|(key, value)| (key.name(), json!(value)));
    let rounded = |score: f64| json!((score * 1e4).round() / 1e4);
    let values = [
        ("games", json!(row.games)),
        ("won", json!(row.won)),
        ("drawn", json!(row.drawn)),
        ("lost", json!(row.lost)),
        ("score", rounded(row.score)),
        ("low", rounded(row.low)),
        ("high", rounded(row.high)),
        ("rated", json!(row.rated)),
        ("expected", row.expected.map_or(Value::Null, rounded)),
        ("difference", rounded(row.difference)),
        ("usual", rounded(row.usual)),
        ("chance", json!(row.chance)),
    ];
    named.chain(values).collect()
}

fn json(keys: &[Key], rows: &[Row]) -> String {
    let object = |row| {
        let columns = columns(keys, row).into_iter().map(|(name, value)| format!("\"{name}\":{value}"));
        format!("{{{}}}\n", columns.collect::<Vec<_>>().join(","))
    };
    rows.iter().map(object).collect()
}

fn csv(keys: &[Key], rows: &[Row]) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for (number, row) in rows.iter().enumerate() {
        let columns = columns(keys, row);
        if number == 0 {
            table.write_record(columns.iter().map(|(name, _)| name))?;
        }
        table.serialize(columns.iter().map(|(_, value)| value).collect::<Vec<_>>())?;
    }
    Ok(table.into_inner().map_err(|error| error.into_error())?)
}
