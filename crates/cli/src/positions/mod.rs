//! `pawnfill positions`: makes a table of positions from games.

#[cfg(feature = "parquet")]
mod arrow;
mod column;
mod table;

use std::cell::Cell;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use pawnfill::pattern::Kind;
use pawnfill_positions::{Error, Games};

use crate::choice::{self, Choice};
use crate::input::{self, End, Reading, Taken, check_exist, say};
use crate::output::Output;
use column::{InGame, Place, TableColumn};
use table::{Csv, Rows, Table, TableFormat};

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

    /// Replace an existing file
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    reading: Reading,
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (format, compressed) = TableFormat::choose(args.format, &args.output)?;
    let columns = column::all(args.columns, args.sets, args.count, args.signed)?;
    check_exist(&args.games)?;
    let inputs: Vec<&Path> = args.games.iter().map(PathBuf::as_path).collect();
    // Opening an input waits for its first bytes.
    let output = Output::create(&args.output, args.force, &inputs)?;
    let is_standard = args.output == Path::new("-");
    let output = BufWriter::new(if compressed { output.compressed() } else { output });
    let maker = Arc::new(Maker { columns, skip_bad: args.reading.skip_bad });
    match format {
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => write(
            &maker,
            arrow::Parquet::create(&maker.columns, output)?,
            &args.games,
            &args.reading,
            is_standard,
        ),
        _ => write(&maker, Csv::create(&maker.columns, output)?, &args.games, &args.reading, is_standard),
    }
}

fn write<T: Table>(
    maker: &Arc<Maker>,
    mut table: T,
    games: &[PathBuf],
    reading: &Reading,
    is_standard: bool,
) -> anyhow::Result<()> {
    let (mut positions, games_before) = (0, Cell::new(0));
    let note = if maker.needs_board() { "" } else { "; legality not checked" };
    let work = |file: &str| {
        let (maker, file, before) = (Arc::clone(maker), file.to_owned(), games_before.get());
        move |games: &_| maker.part::<T::Rows>(&file, before, games)
    };
    let end = input::read(games, reading, note, work, |_, part| {
        let part = part?;
        table.write(part.rows)?;
        games_before.update(|games| games + part.games);
        positions += part.positions;
        Ok(Taken { positions: part.positions, errors: part.errors, is_enough: false })
    })?;
    let is_lost = matches!(end, End::Mistake(_)) && !is_standard;
    // Standard output gets the rows before a mistake.
    if !is_lost {
        table.finish()?.into_inner().map_err(|error| error.into_error())?.finish()?;
    }
    if let End::Mistake(_) = end {
        let ends = || format!("the table ends after {positions} positions");
        let left = if is_lost { "no table was written".to_owned() } else { ends() };
        return end.result().context(format!("{left} (use --skip-bad to continue after errors)"));
    }
    for name in maker.columns.iter().filter_map(TableColumn::unknown_tag) {
        say(format_args!("the column {name} is empty: no game has the tag {name}"));
    }
    end.result()
}

/// Makes rows, which do not depend on those before.
struct Maker {
    columns: Vec<TableColumn>,
    skip_bad: bool,
}

/// The rows of some games.
struct Part<R> {
    rows: R,
    games: u64,
    positions: u64,
    /// The mistakes, of which the first ended the rows unless bad games are skipped.
    errors: Vec<Error>,
}

impl Maker {
    fn needs_board(&self) -> bool {
        self.columns.iter().any(TableColumn::needs_board)
    }

    /// Returns rows with the positions of these games. Before this file there were `before` games.
    fn part<R: Rows>(&self, file: &str, before: u64, games: &Arc<Games>) -> anyhow::Result<Part<R>> {
        let mut part = Part { rows: R::new(&self.columns), games: 0, positions: 0, errors: Vec::new() };
        for game in games.iter() {
            part.games += u64::from(!game.is_record());
            let in_game = InGame { file, before, game: &game, needs_board: self.needs_board() };
            let of_game: Vec<_> = self.columns.iter().map(|column| column.of_game(in_game)).collect();
            let ply = |ply| (!game.is_record()).then_some(ply);
            let mut add = |place: Place| {
                for (index, (column, of_game)) in self.columns.iter().zip(&of_game).enumerate() {
                    match of_game {
                        Some(cell) => part.rows.add(index, cell),
                        None => part.rows.add(index, &column.of_position(&place)),
                    }?;
                }
                part.positions += 1;
                part.rows.end_row()
            };
            let mut error = None;
            if self.needs_board() {
                for position in game.positions() {
                    match position {
                        Ok(position) => {
                            let (pawns, ply) = (position.pawns, ply(position.ply));
                            add(Place { pawns, ply, position: Some(position) })?;
                        }
                        Err(mistake) => error = Some(mistake),
                    }
                }
            } else {
                for run in game.runs() {
                    let place = |at| Place { pawns: run.pawns, ply: ply(at), position: None };
                    run.plies.clone().try_for_each(|at| add(place(at)))?;
                }
                error = game.error().cloned();
            }
            part.errors.extend(error);
            if !part.errors.is_empty() && !self.skip_bad {
                break;
            }
        }
        Ok(part)
    }
}
