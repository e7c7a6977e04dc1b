//! The output of matches.

use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::sync::Arc;

use anyhow::bail;
use pawnfill_expression::text::printable_lines;
use pawnfill_find::{About, AboutRun, Match, Part, Repeats, Search, moves};
use pawnfill_positions::Games;
use serde::Serialize;
use serde_json::Value;

use super::format::FindFormat;
use super::found::{Found, FoundRun, fen};
use super::{Answer, Args, html};
use crate::output::Output;
use crate::progress::counted;
use crate::source::{Join, Taken, Work};
use crate::text::cut;

/// The matches, as they are found and written.
pub(super) struct Matches {
    search: Arc<Search>,
    format: FindFormat,
    /// The option that only games can meet, if one is given.
    needs_games: Option<&'static str>,
    /// Whether there are several inputs, so that lines of text begin with the name of their input.
    several: bool,
    /// The width of the terminal that gets the matches, if one does.
    width: Option<usize>,
    output: BufWriter<Output>,
    /// The columns of text that were named last.
    columns: &'static str,
    limit: Option<usize>,
    /// How many games and records are still asked for.
    left: usize,
    repeats: Repeats,
    repeated: u64,
    positions: u64,
    games: u64,
    /// The games with a mistake that a PGN does not get.
    left_out: u64,
    /// Whether a game had the tags that were asked for.
    took_game: bool,
}

/// The columns of text about games.
const OF_GAMES: &str = "game\tmoves\twhite\tblack\tevent\tdate\tresult\tsite";

/// The widths of the columns of text in a narrow terminal, and which of them grow. The site gets
/// what is left.
const WIDTHS: [(usize, usize); 8] = [
    (10, 0),
    (6, 0),
    (8, 1),
    (11, 1),
    (11, 1),
    (4, 1),
    (10, 0),
    (7, 0),
];

/// The columns of CSV, which are keys of JSON.
const CSV: [&str; 16] = [
    "file",
    "game_in_file",
    "side",
    "first_move",
    "last_move",
    "first_ply",
    "last_ply",
    "white",
    "black",
    "event",
    "date",
    "result",
    "site",
    "ply",
    "fen",
    "part",
];

/// What is written about a game as JSON, and without `runs` as CSV.
#[derive(Serialize)]
struct Line<'a, R> {
    #[serde(flatten)]
    about: &'a About<'a>,
    #[serde(flatten)]
    runs: R,
}

#[derive(Serialize)]
struct Runs {
    runs: Vec<AboutRun>,
}

impl Matches {
    pub(super) fn new(
        args: &Args,
        search: Search,
        condition: &str,
        format: FindFormat,
    ) -> anyhow::Result<Self> {
        let output = args.output()?;
        let then = (!args.then.is_empty()).then_some("then");
        let limit = args.limit.map(NonZero::get);
        let width = output.width();
        let mut matches = Self {
            search: Arc::new(search),
            format,
            needs_games: then.or(args.options.needs_games()).or(format.needs_games()),
            several: args.games.len() > 1,
            width,
            output: BufWriter::new(output),
            columns: "",
            limit,
            left: limit.unwrap_or(usize::MAX),
            repeats: Repeats::default(),
            repeated: 0,
            positions: 0,
            games: 0,
            left_out: 0,
            took_game: false,
        };
        match format {
            FindFormat::Csv => writeln!(matches.output, "{}", CSV.join(","))?,
            FindFormat::Html => html::begin(&mut matches.output, condition)?,
            _ => {}
        }
        Ok(matches)
    }

    fn add_game(&mut self, file: &str, found: &Match) -> anyhow::Result<()> {
        self.repeated += u64::from(self.repeats.is_repeated(found.identity));
        if self.format == FindFormat::Pgn {
            let Some(text) = found.pgn() else {
                self.left_out += 1;
                return Ok(());
            };
            if self.width.is_some() {
                let text = String::from_utf8_lossy(&text);
                self.output.write_all(printable_lines(&text).as_bytes())?;
            } else {
                self.output.write_all(&text)?;
            }
        }
        self.games += 1;
        self.positions += found.positions;
        self.write(file, Found::Game(found))
    }

    fn write(&mut self, file: &str, found: Found) -> anyhow::Result<()> {
        let about = About::new(file, found.game());
        match self.format {
            FindFormat::Pgn => {}
            FindFormat::Fen => {
                for position in found.positions() {
                    writeln!(self.output, "{}", fen(position))?;
                }
            }
            FindFormat::Text => self.text(&about, found)?,
            FindFormat::Html => {
                for shown in found.runs() {
                    let part = shown.run.map_or(0, |(_, run)| run.part);
                    let query = self.search.queries().nth(part);
                    let query = query.unwrap_or(&self.search.query);
                    let squares = query.squares(shown.position.placement(), shown.side);
                    html::board(&mut self.output, &about, &shown, squares)?;
                }
            }
            FindFormat::Json => {
                let runs = found.runs().iter().map(FoundRun::about).collect();
                let (about, runs) = (&about, Runs { runs });
                serde_json::to_writer(&mut self.output, &Line { about, runs })
                    .map_err(io::Error::from)?;
                writeln!(self.output)?;
            }
            FindFormat::Csv => {
                for shown in found.runs() {
                    let (about, runs) = (&about, shown.about());
                    self.row(&serde_json::to_value(Line { about, runs })?)?;
                }
            }
        }
        Ok(())
    }

    /// Writes a line about a game, with its runs, or about a record. The columns are named where
    /// they change.
    fn text(&mut self, about: &About, found: Found) -> io::Result<()> {
        let (columns, mut cells) = match found {
            Found::Game(Match { game, runs, .. }) => {
                let About {
                    white,
                    black,
                    event,
                    date,
                    result,
                    site,
                    ..
                } = about;
                let runs: Vec<_> = runs.iter().map(|run| moves(game, run)).collect();
                let mut cells = vec![game.number().to_string(), runs.join(", ")];
                for tag in [white, black, event, date, result, site] {
                    cells.push(tag.to_string());
                }
                (OF_GAMES, cells)
            }
            Found::Record(record) => ("fen", vec![fen(&record.position)]),
        };
        if self.columns != columns {
            self.columns = columns;
            let mut names: Vec<_> = columns.split('\t').map(str::to_owned).collect();
            self.line("file", &mut names)?;
        }
        self.line(&about.file, &mut cells)
    }

    /// Writes a line with these cells, which are aligned and cut to a terminal. A FEN is whole.
    fn line(&mut self, file: &str, cells: &mut Vec<String>) -> io::Result<()> {
        if self.several {
            cells.insert(0, file.to_owned());
        }
        let Some(width) = self.width.filter(|_| cells.len() >= WIDTHS.len()) else {
            return writeln!(self.output, "{}", cells.join("\t"));
        };
        let widths = &WIDTHS[usize::from(!self.several)..];
        let used: usize = widths.iter().map(|(width, _)| width + 1).sum();
        let more = (width.saturating_sub(used) / 4).min(14);
        let mut aligned = Vec::new();
        for (cell, (width, grows)) in cells.iter().zip(widths) {
            aligned.push(cut(cell, width + grows * more));
        }
        let left = width.saturating_sub(used + 4 * more);
        if let Some(site) = cells.last().filter(|_| left >= 8) {
            aligned.push(cut(site, left));
        }
        let line = cut(&aligned.join(" "), width);
        writeln!(self.output, "{}", line.trim_end())
    }

    /// Writes the columns of CSV of an object.
    fn row(&mut self, object: &Value) -> anyhow::Result<()> {
        let mut row = csv::Writer::from_writer(Vec::new());
        for name in CSV {
            match &object[name] {
                Value::Null => row.write_field("")?,
                Value::String(text) => row.write_field(text)?,
                number => row.write_field(number.to_string())?,
            }
        }
        row.write_record(None::<&[u8]>)?;
        let row = row.into_inner().map_err(csv::IntoInnerError::into_error)?;
        Ok(self.output.write_all(&row)?)
    }

    /// Returns the number of matching positions and games, and of those that were left out.
    fn total(&self) -> String {
        let mut total = counted(self.positions, "position");
        if self.games > 0 {
            total += &format!(" of {}", counted(self.games, "game"));
        }
        if self.left_out > 0 {
            let left_out = counted(self.left_out, "game");
            total += &format!(", and left out {left_out} with mistakes");
        }
        total
    }
}

impl Work for Matches {
    type Part = Part;

    fn worker(&self, _: &str) -> impl Fn(&Arc<Games>) -> Part + Send + Sync + 'static {
        let search = Arc::clone(&self.search);
        move |games| search.part(games)
    }

    /// Writes what was found in some games.
    fn take(&mut self, file: &str, part: Part) -> anyhow::Result<Taken> {
        if let Some(option) = self.needs_games.filter(|_| part.is_records) {
            bail!("--{option} needs games, but {file} has single positions");
        }
        self.took_game |= part.took_game;
        for found in part.games.iter().take(self.left) {
            self.left -= 1;
            self.add_game(file, found)?;
        }
        for found in part.records.iter().take(self.left) {
            self.left -= 1;
            self.positions += 1;
            self.write(file, Found::Record(found))?;
        }
        self.output.flush()?;
        let is_enough = self.left == 0;
        // Without --skip-bad, the only mistake is behind the last match.
        let errors = if is_enough && !self.search.skip_bad {
            Vec::new()
        } else {
            part.errors
        };
        Ok(Taken {
            positions: part.positions,
            errors,
            is_enough,
        })
    }

    /// With a limit, the next inputs are probably not needed.
    fn join(&self) -> Option<Join<Part>> {
        self.limit.is_none().then_some(join)
    }
}

/// Joins matches only if one has none, because they keep the texts of their blocks.
fn join(part: &mut Part, next: Part) -> Option<Part> {
    // The search may end at the first mistake.
    if has_matches(part) && has_matches(&next) || !part.errors.is_empty() {
        return Some(next);
    }
    part.games.extend(next.games);
    part.records.extend(next.records);
    part.is_records |= next.is_records;
    part.took_game |= next.took_game;
    part.positions += next.positions;
    part.errors.extend(next.errors);
    None
}

fn has_matches(part: &Part) -> bool {
    !part.games.is_empty() || !part.records.is_empty()
}

impl Answer for Matches {
    fn after_mistake(&self) -> Option<&'static str> {
        let is_file = !matches!(self.output.get_ref(), Output::Standard(_));
        is_file.then_some("no file was written")
    }

    fn took_game(&self) -> bool {
        self.took_game
    }

    fn finish(mut self) -> anyhow::Result<(String, Vec<String>)> {
        let total = self.total();
        if self.format == FindFormat::Html {
            html::end(&mut self.output, &total)?;
        }
        Output::finish_buffered(self.output)?;
        let mut said = format!("found {total}");
        if self.repeated > 0 {
            said += &format!("; {} repeat others", counted(self.repeated, "game"));
        }
        if self.left == 0 {
            said += ", and stopped there because of --limit";
        }
        Ok((said, Vec::new()))
    }
}
