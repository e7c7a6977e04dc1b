//! The output of matches.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use pawnfill::Color;
use pawnfill_expression::text::{printable, printable_lines};
use pawnfill_find::{About, AboutRun, Identity, Match, Part, Repeats, Run, Search, Shown, moves};
use pawnfill_positions::{Game, Position};
use serde::Serialize;
use terminal_size::terminal_size;

use super::html;
use super::list::WIDTH;
use super::table::cut;
use crate::input::{Taken, counted};
use crate::output::{Output, format};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MatchFormat {
    /// A line per game, with tabs between its columns, which the first line names; for FEN and EPD
    /// lines, the FEN
    Text,
    /// An object per game and line
    Json,
    /// A row per run of matching positions
    Csv,
    /// A page with a board per run of matching positions, whose squares are in color
    Html,
    /// The FEN of each matching position
    Fen,
    /// The text of each game with a matching position; with --skip-bad, games with mistakes are
    /// left out and counted
    Pgn,
}

impl MatchFormat {
    /// Returns the requested format, or the one that the name of the output means.
    pub(super) fn choose(asked: Option<Self>, output: &Path) -> anyhow::Result<Self> {
        let extension = output.extension().and_then(|end| end.to_str());
        if let Some(other @ ("gz" | "zst" | "bz2" | "xz" | "zip" | "parquet" | "xlsx")) = extension
        {
            bail!("{}: find writes no .{other}", output.display());
        }
        Ok(format(asked, extension, output)?.unwrap_or(Self::Text))
    }

    pub(super) fn shown(self) -> Shown {
        match self {
            Self::Text | Self::Pgn => Shown::None,
            Self::Json | Self::Csv | Self::Html => Shown::Quiet,
            Self::Fen => Shown::All,
        }
    }

    /// Returns the option if it can only show games.
    pub(super) fn needs_games(self) -> Option<&'static str> {
        (self == Self::Pgn).then_some("--format pgn")
    }
}

/// The matches, as they are found and written.
pub(super) struct Matches {
    format: MatchFormat,
    /// Whether there are several inputs, so that lines of text begin with the name of their input.
    several: bool,
    /// The width of the terminal that gets the matches, if one does.
    width: Option<usize>,
    output: BufWriter<Output>,
    /// The columns of text that were named last.
    columns: &'static str,
    /// How many games and records are still asked for.
    left: usize,
    repeats: Repeats,
    repeated: u64,
    positions: u64,
    games: u64,
    /// The games with a mistake that a PGN does not get.
    left_out: u64,
    /// Whether a game had the tags that were asked for.
    pub(super) took_game: bool,
}

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

const CSV: &str = "file,game_in_file,side,first_move,last_move,first_ply,last_ply,white,black,event,date,result,site,ply,fen,part";

impl Matches {
    pub(super) fn new(
        format: MatchFormat,
        several: bool,
        condition: &str,
        limit: usize,
        output: Output,
    ) -> anyhow::Result<Self> {
        let is_terminal = matches!(output, Output::Standard(_)) && io::stdout().is_terminal();
        let width = is_terminal.then(|| terminal_size().map_or(WIDTH, |(width, _)| width.0.into()));
        let mut matches = Self {
            format,
            several,
            width,
            output: BufWriter::new(output),
            columns: "",
            left: limit,
            repeats: Repeats::default(),
            repeated: 0,
            positions: 0,
            games: 0,
            left_out: 0,
            took_game: false,
        };
        match format {
            MatchFormat::Csv => writeln!(matches.output, "{CSV}")?,
            MatchFormat::Html => html::begin(&mut matches.output, condition)?,
            _ => {}
        }
        Ok(matches)
    }

    /// Writes what was found in some games.
    pub(super) fn add(&mut self, file: &str, search: &Search, part: Part) -> anyhow::Result<Taken> {
        self.took_game |= part.took_game;
        for found in part.games.iter().take(self.left) {
            self.left -= 1;
            self.repeated += u64::from(
                self.repeats
                    .is_repeated(Identity::new(&found.game, &found.game.known())),
            );
            self.add_game(file, search, found)?;
        }
        for record in part.records.iter().take(self.left) {
            self.left -= 1;
            self.positions += 1;
            self.write(
                file,
                search,
                None,
                &record.sides,
                std::slice::from_ref(&record.position),
            )?;
        }
        self.output.flush()?;
        let is_enough = self.left == 0;
        // Without --skip-bad, the only mistake is behind the last match.
        let errors = if is_enough && !search.skip_bad {
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

    fn add_game(&mut self, file: &str, search: &Search, matching: &Match) -> anyhow::Result<()> {
        if self.format == MatchFormat::Pgn {
            let Some(text) = matching.pgn() else {
                self.left_out += 1;
                return Ok(());
            };
            if self.width.is_some() {
                self.output
                    .write_all(printable_lines(&String::from_utf8_lossy(&text)).as_bytes())?;
            } else {
                self.output.write_all(&text)?;
            }
        }
        self.games += 1;
        self.positions += matching.positions;
        self.write(
            file,
            search,
            Some((&matching.game, &matching.runs)),
            &[],
            &matching.shown,
        )
    }

    /// Writes a game with its runs, or a record with the sides that match, and what is shown of it.
    fn write(
        &mut self,
        file: &str,
        search: &Search,
        game: Option<(&Game, &[Run])>,
        sides: &[Option<Color>],
        shown: &[Position],
    ) -> anyhow::Result<()> {
        let about = About::new(file, game.map(|(game, _)| game));
        let fen = |position: &Position| printable(position.fen()).into_owned();
        // A record has a run for each side.
        let of_game = game.into_iter().flat_map(|(game, runs)| {
            let runs = runs.iter().zip(shown);
            runs.map(move |(run, shown)| (Some((game, run)), run.side, shown))
        });
        let of_sides = sides.iter().zip(shown.iter().cycle());
        let of_record = of_sides.map(|(side, shown)| (None, *side, shown));
        let runs = of_game.chain(of_record);
        let mut about_runs = runs.clone().map(|(run, side, shown)| match run {
            Some((game, run)) => AboutRun::new(game, run, shown),
            None => AboutRun {
                part: 1,
                side: side.map(Color::name),
                fen: fen(shown),
                ..AboutRun::default()
            },
        });
        match self.format {
            MatchFormat::Fen => shown
                .iter()
                .try_for_each(|shown| writeln!(self.output, "{}", fen(shown)))?,
            MatchFormat::Pgn => {}
            MatchFormat::Text => {
                let (columns, cells) = match game {
                    Some((game, runs)) => {
                        let About {
                            white,
                            black,
                            event,
                            date,
                            result,
                            site,
                            ..
                        } = &about;
                        let moves: Vec<_> = runs.iter().map(|run| moves(game, run)).collect();
                        let mut cells = vec![game.number().to_string(), moves.join(", ")];
                        cells.extend(
                            [white, black, event, date, result, site].map(|tag| tag.to_string()),
                        );
                        (
                            "game\tmoves\twhite\tblack\tevent\tdate\tresult\tsite",
                            cells,
                        )
                    }
                    None => ("fen", shown.iter().map(fen).collect()),
                };
                let names = columns.split('\t').map(str::to_owned).collect();
                let header = (self.columns != columns).then_some(("file", names));
                self.columns = columns;
                for (file, mut cells) in header.into_iter().chain([(&*about.file, cells)]) {
                    if self.several {
                        cells.insert(0, file.to_owned());
                    }
                    writeln!(self.output, "{}", self.line(&cells))?;
                }
            }
            MatchFormat::Html => {
                for (run, side, shown) in runs {
                    let query = run
                        .and_then(|(_, run)| search.queries().nth(run.part))
                        .unwrap_or(&search.query);
                    let squares = query.squares(shown.placement(), side);
                    html::board(&mut self.output, &about, run, side, shown, squares)?;
                }
            }
            MatchFormat::Json => self.json(&about, about_runs.collect())?,
            MatchFormat::Csv => about_runs.try_for_each(|run| self.csv(&about, &run))?,
        }
        Ok(())
    }

    /// Returns a line with these cells, which are aligned and cut to a terminal. A FEN is whole.
    fn line(&self, cells: &[String]) -> String {
        let Some(width) = self.width.filter(|_| cells.len() >= WIDTHS.len()) else {
            return cells.join("\t");
        };
        let widths = &WIDTHS[usize::from(!self.several)..];
        let used: usize = widths.iter().map(|(width, _)| width + 1).sum();
        let more = (width.saturating_sub(used) / 4).min(14);
        let site = Some(width.saturating_sub(used + 4 * more)).filter(|left| *left >= 8);
        let widths = widths
            .iter()
            .map(|(width, grows)| width + grows * more)
            .chain(site);
        let aligned: Vec<_> = cells
            .iter()
            .zip(widths)
            .map(|(cell, width)| cut(cell, width))
            .collect();
        cut(&aligned.join(" "), width).trim_end().to_owned()
    }

    /// Returns the number of matching positions and games, and of those that were left out.
    fn total(&self) -> String {
        let mut total = counted(self.positions, "position");
        if self.games > 0 {
            total += &format!(" of {}", counted(self.games, "game"));
        }
        if self.left_out > 0 {
            total += &format!(
                ", and left out {} with mistakes",
                counted(self.left_out, "game")
            );
        }
        total
    }

    /// Returns what was found, in a sentence.
    pub(super) fn said(&self) -> String {
        let mut said = self.total();
        if self.repeated > 0 {
            said += &format!("; {} repeat others", counted(self.repeated, "game"));
        }
        if self.left == 0 {
            said += ", and stopped there because of --limit";
        }
        said
    }

    /// Completes the output.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        if self.format == MatchFormat::Html {
            let total = self.total();
            html::end(&mut self.output, &total)?;
        }
        self.output
            .into_inner()
            .map_err(|error| error.into_error())?
            .finish()
    }

    fn json(&mut self, about: &About, runs: Vec<AboutRun>) -> anyhow::Result<()> {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            about: &'a About<'a>,
            runs: Vec<AboutRun>,
        }
        serde_json::to_writer(&mut self.output, &Line { about, runs }).map_err(io::Error::from)?;
        Ok(writeln!(self.output)?)
    }

    fn csv(&mut self, about: &About, run: &AboutRun) -> anyhow::Result<()> {
        let About {
            file,
            game_in_file,
            white,
            black,
            event,
            date,
            result,
            site,
        } = about;
        let AboutRun {
            part,
            side,
            first_move,
            last_move,
            first_ply,
            last_ply,
            ply,
            fen,
        } = run;
        let moves = (first_move, last_move, first_ply, last_ply);
        let mut row = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(Vec::new());
        let tags = (white, black, event, date, result, site);
        row.serialize((file, game_in_file, side, moves, tags, ply, fen, part))?;
        Ok(self
            .output
            .write_all(&row.into_inner().map_err(|error| error.into_error())?)?)
    }
}
