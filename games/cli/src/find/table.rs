//! `pawnfill find --by`: a table of results.

use std::fmt::Write as _;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use pawnfill_find::{Counts, Key, Others, Row, Sums, Survey, Table};
use unicode_width::UnicodeWidthStr as _;

use super::Args;
use super::matches::MatchFormat;
use crate::input::{self, End, Taken, counted, say};

/// The width of all keys together, so that a line has at most 80 characters.
const KEYS: usize = 28;

pub(super) fn run(survey: Survey, args: &Args, format: MatchFormat) -> anyhow::Result<()> {
    if !matches!(
        format,
        MatchFormat::Text | MatchFormat::Csv | MatchFormat::Json
    ) {
        bail!("a table of results is written as text, csv or json");
    }
    let output = args.output()?;
    let survey = Arc::new(survey);
    let mut total = Sums::new(&args.by, args.keep_repeated);
    let work = |_: &str| {
        let survey = Arc::clone(&survey);
        move |games: &_| survey.part(games)
    };
    let take = |file: &str, part: Counts| {
        if part.is_records {
            bail!("--by needs games, but {file} has single positions");
        }
        total.add(&part);
        Ok(Taken {
            positions: part.positions,
            errors: part.errors,
            is_enough: false,
        })
    };
    let end = input::read(
        &args.games,
        &args.reading,
        args.note(),
        work,
        take,
        Some(join),
    )?;
    if let End::Mistake(_) = end {
        return end
            .result()
            .context("there is no table (use --skip-bad to continue after errors)");
    }
    let table = total.table();
    let table = match format {
        MatchFormat::Csv => csv(&args.by, &table.rows)?,
        MatchFormat::Json => json(&args.by, &table.rows).into(),
        _ => text(&args.by, &table).into(),
    };
    output.complete(table)?;
    let mut said = format!("counted {}", counted(total.games, "game"));
    if total.without_result > 0 {
        said += &format!(
            "; left out {} without a result",
            counted(total.without_result, "game")
        );
    }
    if total.repeated > 0 {
        said += &format!("; left out {}", counted(total.repeated, "repeated game"));
    }
    say(said + &args.options.missed(total.took_game));
    say_others(&total.others());
    end.result()
}

/// Only all games together tell which repeat others, so parts are not joined.
fn join(_: &mut Counts, next: Counts) -> Option<Counts> {
    Some(next)
}

/// Says which games have another player, and which names look like the same one.
fn say_others(
    Others {
        games,
        alike,
        frequent,
    }: &Others,
) {
    let list = |names: &[(String, u64)]| {
        let names = names
            .iter()
            .map(|(name, games)| format!("`{name}` ({})", counted(*games, "game")));
        names.collect::<Vec<_>>().join(", ")
    };
    if *games > 0 && !frequent.is_empty() {
        say(format_args!(
            "left out {} of others, such as {}",
            counted(*games, "game"),
            list(frequent)
        ));
    }
    if !alike.is_empty() {
        say(format_args!(
            "note: {} may be the same player: add --player to count both",
            list(alike)
        ));
    }
}

fn text(keys: &[Key], Table { rows, summary }: &Table) -> String {
    let header: Vec<String> = keys.iter().map(|key| key.name().to_owned()).collect();
    let all = || std::iter::once(&header).chain(rows.iter().map(|row| &row.keys));
    let longest = |key: usize| all().map(|keys| keys[key].width()).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..keys.len()).map(longest).collect();
    // The longest ones are cut first.
    while widths.iter().map(|width| width + 1).sum::<usize>() > KEYS + 1 {
        let Some(width) = widths.iter_mut().max().filter(|width| **width > 1) else {
            break;
        };
        *width -= 1;
    }
    let mut lines = all().map(|keys| {
        let keys: Vec<_> = keys
            .iter()
            .zip(&widths)
            .map(|(key, &width)| cut(key, width))
            .collect();
        keys.join(" ")
    });
    let header = lines.next().unwrap_or_default();
    // Games of one result have no score.
    if keys.contains(&Key::Result) {
        let lines = lines
            .zip(rows)
            .map(|(keys, row)| format!("{keys} {:>7}\n", row.games));
        return format!("{header}   games\n{}", lines.collect::<String>());
    }
    let mut table =
        format!("{summary}\n{header}   games score       95 %   rated score usual  diff\n");
    for (keys, row) in lines.zip(rows) {
        let interval = format!("{}-{}", percent(row.low), percent(row.high));
        let line = format!(
            "{keys} {:>7} {:>5} {interval:>10} {:>7} {:>5} {:>5} {:>5}{}",
            row.games,
            percent(row.score),
            row.rated,
            row.rated_score.map_or_else(String::new, percent),
            row.usual.map_or_else(String::new, percent),
            // What is rounded to 0 has no sign.
            row.difference.map_or_else(String::new, |of| format!(
                "{:+.1}",
                (of * 1e3).round() / 10.0 + 0.0
            )),
            if row.marked { "*" } else { "" },
        );
        let _ = writeln!(table, "{}", line.trim_end());
    }
    table
}

fn percent(score: f64) -> String {
    format!("{:.1}", score * 100.0)
}

/// Returns a text that takes this many columns of a terminal.
pub(super) fn cut(text: &str, width: usize) -> String {
    let mut cut = text.to_owned();
    if text.width() > width {
        // Characters of Chinese and Japanese take two columns.
        while cut.width() >= width && cut.pop().is_some() {}
        cut.push('…');
    }
    let gap = width.saturating_sub(cut.width());
    cut + &" ".repeat(gap)
}

fn json(keys: &[Key], rows: &[Row]) -> String {
    let object = |row: &Row| {
        let columns = row
            .columns(keys)
            .into_iter()
            .map(|(name, value)| format!("\"{name}\":{value}"));
        format!("{{{}}}\n", columns.collect::<Vec<_>>().join(","))
    };
    rows.iter().map(object).collect()
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
    Ok(table.into_inner().map_err(|error| error.into_error())?)
}
