//! `pawnfill positions`: makes a table of positions from games.

#[cfg(feature = "parquet")]
mod arrow;
mod column;
mod table;

use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use pawnfill::pattern::Kind;
use pawnfill_positions::{Error, Games};

use crate::choice::{self, Choice};
use crate::input::{Input, Threads, say};
use crate::output::Output;
use column::{Cell, Place, Source, TableColumn};
use table::{Rows, Table, TableFormat};

/// Write a table with a row for each position
///
/// The pawns of each color are numbers with a1 as bit 0. By default there are also columns for the number of the game,
/// the half-moves since its first position, the players, date, year and result from the tags, and the FEN. --columns
/// chooses others, and --sets and --count add patterns. Values that a game or a line does not provide are empty.
///
/// If an error ends the command, an existing file stays unchanged. With --skip-bad, the table is complete before an input
/// that ends early is an error. Memory use does not depend on the size of the input. Without a column that needs all
/// pieces, games are read several times as fast, but a move that the pawns allow is then not checked for legality; these
/// columns are fen, side_to_move, move_number, last_move, operations and the other pieces.
#[derive(clap::Args)]
#[command(help_template = help!("pawnfill positions games.pgn -o games.parquet --count isolated,passed"))]
pub(crate) struct Args {
    /// Files of games or positions (PGN, FEN, EPD), or `-`
    ///
    /// They may be compressed (.gz, .zst). `-` is standard input.
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,

    /// Write the table to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Write this format [default: from the extension .csv, .csv.gz or .parquet]
    #[arg(long)]
    format: Option<TableFormat>,

    /// Write these columns instead of the default ones; a name with a capital letter is a tag
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = column::parse, long_help = column::help())]
    #[arg(help_heading = "Columns")]
    columns: Vec<Vec<TableColumn>>,

    /// Add the number of squares of these patterns, such as white_passed_count
    #[arg(long, value_name = "PATTERN", value_delimiter = ',', value_parser = choice::parser(|_| true))]
    #[arg(help_heading = "Columns")]
    count: Vec<Choice>,

    /// Add the sets of these patterns, such as white_passed, as numbers with a1 as bit 0
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = choice::parser(|kind| kind != Kind::Number), help_heading = "Columns")]
    sets: Vec<Choice>,

    /// Write sets as signed numbers, for databases such as Spark that have no others; h8 is then the sign
    #[arg(long, help_heading = "Columns")]
    signed: bool,

    /// Skip and count what cannot be read, instead of stopping
    #[arg(long)]
    skip_bad: bool,

    /// Replace an existing file
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (format, compressed) = TableFormat::choose(args.format, &args.output)?;
    let columns = column::all(args.columns, args.sets, args.count)?;
    // A missing file should not be noticed after the ones before it were read.
    for path in args.games.iter().filter(|path| *path != Path::new("-")) {
        std::fs::metadata(path).map_err(|error| anyhow::anyhow!("{}: {error}", path.display()))?;
    }
    let inputs: Vec<&Path> = args.games.iter().map(PathBuf::as_path).collect();
    // Opening an input waits for its first bytes.
    let output = Output::create(&args.output, args.force, &inputs)?;
    let output = BufWriter::new(if compressed { output.compressed() } else { output });
    let mut table = Table::create(format, &columns, args.signed, output)?;
    let maker = Arc::new(Maker { columns, signed: args.signed, skip_bad: args.skip_bad });
    let mut known = vec![false; maker.columns.len()];
    let (mut positions, mut games_before) = (0, 0);
    let mut unread = None;
    for path in inputs {
        let mut input = Input::open(path, &args.threads)?;
        let (maker_of_part, rows) = (Arc::clone(&maker), table.rows());
        let (name, before) = (input.name.clone(), games_before);
        let parts = input.map(move |games| maker_of_part.part(&name, before, games, rows()));
        let mut ended = None;
        for part in parts {
            let part = match part {
                Ok(part) => part?,
                Err(error) if args.skip_bad => {
                    // An input that ends early is an error after the table is complete, so that nothing is lost.
                    say(&error);
                    unread = Some(error);
                    break;
                }
                Err(error) => {
                    ended = Some(error);
                    break;
                }
            };
            table.write(part.rows)?;
            games_before += part.games;
            positions += part.positions;
            input.count(part.positions);
            known.iter_mut().zip(part.known).for_each(|(known, part)| *known |= part);
            if args.skip_bad {
                part.errors.iter().for_each(|error| input.skip(error));
            } else {
                ended = part.errors.into_iter().next();
            }
            if ended.is_some() {
                break;
            }
        }
        if let Some(error) = ended {
            let left = if args.output.as_os_str() == "-" {
                // Standard output gets the rows before the error.
                table.finish()?;
                format!("the table ends after {positions} positions")
            } else {
                "no table was written".to_owned()
            };
            return Err(error).context(format!("{left} (use --skip-bad to continue after errors)"));
        }
        input.finish(if maker.needs_board() { "" } else { "; legality not checked" })?;
    }
    for (column, known) in maker.columns.iter().zip(known) {
        // Only tags by name can be misspelled.
        if column.source == Source::Tag(column.name.clone()) && !known {
            say(format_args!("the column {0} is empty: no game has the tag {0}", column.name));
        }
    }
    table.finish()?;
    unread.map_or(Ok(()), |error| Err(anyhow::anyhow!("{} was not read to its end", error.source)))
}

/// Makes rows, which do not depend on those before.
struct Maker {
    columns: Vec<TableColumn>,
    signed: bool,
    skip_bad: bool,
}

/// The rows of some games.
struct Part {
    rows: Rows,
    games: u64,
    positions: u64,
    /// The mistakes, of which the first ended the rows unless bad games are skipped.
    errors: Vec<Error>,
    /// The columns with a value.
    known: Vec<bool>,
}

impl Maker {
    fn needs_board(&self) -> bool {
        self.columns.iter().any(TableColumn::needs_board)
    }

    /// Adds the positions of these games to `rows`. Before this file there were `before` games.
    fn part(&self, file: &str, before: u64, games: &Arc<Games>, rows: Rows) -> anyhow::Result<Part> {
        let known = vec![false; self.columns.len()];
        let mut part = Part { rows, games: 0, positions: 0, errors: Vec::new(), known };
        for game in games.iter() {
            part.games += u64::from(!game.is_record());
            let of_game: Vec<_> =
                self.columns.iter().map(|column| column.of_game(file, before, &game)).collect();
            for (known, cell) in part.known.iter_mut().zip(&of_game) {
                *known |= !matches!(cell, Some(Cell::Missing));
            }
            let mut add = |place: Place| {
                let cells = self.columns.iter().zip(&of_game).map(|(column, of_game)| match of_game {
                    Some(cell) => cell.borrowed(),
                    None => column.of_position(&place),
                });
                part.positions += 1;
                part.rows.add(self.signed, cells)
            };
            let error = if self.needs_board() {
                let mut ended = None;
                for position in game.positions() {
                    match position {
                        Ok(position) => add(Place::of(&game, position))?,
                        Err(error) => ended = Some(error),
                    }
                }
                ended
            } else {
                for run in game.runs() {
                    for ply in run.plies.clone() {
                        add(Place { pawns: run.pawns, ply, is_record: game.is_record(), position: None })?;
                    }
                }
                game.error().cloned()
            };
            part.errors.extend(error);
            if !part.errors.is_empty() && !self.skip_bad {
                break;
            }
        }
        Ok(part)
    }
}
