//! The output of matches.

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use pawnfill_condition::Placement;
use pawnfill_expression::text::{printable, printable_lines};
use pawnfill_find::{About, AboutRun, Match, Search, Shown, moves};
use pawnfill_positions::Position;
use serde::Serialize;

use super::html;
use crate::input::counted;
use crate::output::{Output, format};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A line per game, with tabs between its columns, which the first line names; for FEN and EPD lines, the FEN
    Text,
    /// An object per game and line
    Json,
    /// A row per run of matching positions
    Csv,
    /// A page with a board per run of matching positions, whose squares are in color
    Html,
    /// The FEN of each matching position
    Fen,
    /// The text of each game with a matching position; with --skip-bad, games with mistakes are left out and counted
    Pgn,
}

impl Format {
    /// Returns the requested format, or the one that the name of the output means.
    pub(super) fn choose(asked: Option<Self>, output: &Path) -> anyhow::Result<Self> {
        let extension = output.extension().and_then(|end| end.to_str());
        if let Some(other @ ("gz" | "zst" | "bz2" | "xz" | "zip" | "parquet" | "xlsx")) = extension {
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
    format: Format,
    /// Whether there are several inputs, so that lines of text begin with the name of their input.
    several: bool,
    is_terminal: bool,
    output: BufWriter<Output>,
    /// The columns of text that were named last.
    header: &'static str,
    positions: u64,
    games: u64,
    /// The games with a mistake that a PGN does not get.
    left_out: u64,
}

const CSV: &str = "file,game_in_file,side,first_move,last_move,first_ply,last_ply,white,black,event,date,result,site,ply,fen,part";

impl Matches {
    pub(super) fn new(
        format: Format,
        several: bool,
        condition: &str,
        output: Output,
    ) -> anyhow::Result<Self> {
        let is_terminal = matches!(output, Output::Standard(_)) && io::stdout().is_terminal();
        let output = BufWriter::new(output);
        let mut matches =
            Self { format, several, is_terminal, output, header: "", positions: 0, games: 0, left_out: 0 };
        match format {
            Format::Csv => writeln!(matches.output, "{CSV}")?,
            Format::Html => html::begin(&mut matches.output, condition)?,
            _ => {}
        }
        Ok(matches)
    }

    pub(super) fn add_game(&mut self, file: &str, search: &Search, matching: &Match) -> anyhow::Result<()> {
        let pgn = if self.format == Format::Pgn { matching.pgn() } else { None };
        if self.format == Format::Pgn && pgn.is_none() {
            self.left_out += 1;
            return Ok(());
        }
        self.games += 1;
        self.positions += matching.positions;
        let Match { game, runs, shown, .. } = matching;
        let about = About::new(file, Some(game));
        let mut of_runs = runs.iter().zip(shown).map(|(run, shown)| AboutRun::new(game, run, shown));
        match self.format {
            Format::Fen => shown
                .iter()
                .try_for_each(|position| writeln!(self.output, "{}", printable(position.fen())))?,
            Format::Pgn => {
                let text = pgn.unwrap_or_default();
                if self.is_terminal {
                    self.output.write_all(printable_lines(&String::from_utf8_lossy(&text)).as_bytes())?;
                } else {
                    self.output.write_all(&text)?;
                }
            }
            Format::Text => {
                self.header("game\tmoves\twhite\tblack\tevent\tdate\tresult\tsite")?;
                let About { white, black, event, date, result, site, .. } = about;
                let moves: Vec<_> = runs.iter().map(|run| moves(game, run)).collect();
                let columns = [moves.join(", ").into(), white, black, event, date, result, site];
                let file = if self.several { format!("{}\t", printable(file)) } else { String::new() };
                writeln!(self.output, "{file}{}\t{}", game.number(), columns.join("\t"))?;
            }
            Format::Html => {
                for (run, shown) in runs.iter().zip(shown) {
                    let query = search.queries().nth(run.part).unwrap_or(&search.query);
                    let squares = query.squares(Placement(shown.pieces()), run.side);
                    html::board(&mut self.output, &about, Some((game, run)), shown, squares)?;
                }
            }
            Format::Json => self.json(&about, of_runs.collect())?,
            Format::Csv => of_runs.try_for_each(|run| self.csv(&about, &run))?,
        }
        Ok(())
    }

    pub(super) fn add_record(
        &mut self,
        file: &str,
        search: &Search,
        position: &Position,
    ) -> anyhow::Result<()> {
        self.positions += 1;
        let fen = printable(position.fen()).into_owned();
        let about = About::new(file, None);
        let run = AboutRun { part: 1, fen: fen.clone(), ..AboutRun::default() };
        match self.format {
            Format::Text => {
                self.header("fen")?;
                let file = if self.several { format!("{}\t", printable(file)) } else { String::new() };
                writeln!(self.output, "{file}{fen}")?;
            }
            Format::Fen => writeln!(self.output, "{fen}")?,
            // Records are refused.
            Format::Pgn => {}
            Format::Json => self.json(&about, vec![run])?,
            Format::Csv => self.csv(&about, &run)?,
            Format::Html => {
                let squares = search.query.squares(Placement(position.pieces()), None);
                html::board(&mut self.output, &about, None, position, squares)?;
            }
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> anyhow::Result<()> {
        Ok(self.output.flush()?)
    }

    /// Returns the number of matching positions and games, and of those that were left out.
    pub(super) fn total(&self) -> String {
        let positions = counted(self.positions, "position");
        let games =
            if self.games > 0 { format!(" of {}", counted(self.games, "game")) } else { String::new() };
        let left_out = match self.left_out {
            0 => String::new(),
            games => format!(", and left out {} with mistakes", counted(games, "game")),
        };
        positions + &games + &left_out
    }

    /// Completes the output.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        if self.format == Format::Html {
            let total = self.total();
            html::end(&mut self.output, &total)?;
        }
        self.output.into_inner().map_err(|error| error.into_error())?.finish()
    }

    /// Names the columns of text, unless they were named already.
    fn header(&mut self, columns: &'static str) -> anyhow::Result<()> {
        if self.header != columns {
            self.header = columns;
            writeln!(self.output, "{}{columns}", if self.several { "file\t" } else { "" })?;
        }
        Ok(())
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
        let About { file, game_in_file, white, black, event, date, result, site } = about;
        let AboutRun { part, side, first_move, last_move, first_ply, last_ply, ply, fen } = run;
        let moves = (first_move, last_move, first_ply, last_ply);
        let mut row = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
        let tags = (white, black, event, date, result, site);
        row.serialize((file, game_in_file, side, moves, tags, ply, fen, part))?;
        Ok(self.output.write_all(&row.into_inner().map_err(|error| error.into_error())?)?)
    }
}
