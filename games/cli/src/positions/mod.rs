//! `pawnfill positions`: makes a table of positions from games.

#[cfg(feature = "parquet")]
mod arrow;
mod column;
mod files;
mod schema;
mod table;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use pawnfill::pattern::Kind;
use pawnfill_positions::{Error, Games, Position};

use crate::choice::{self, Choice};
use crate::find::known;
use crate::input::{self, End, Reading, Taken, check_exist, counted, say};
use crate::output::Output;
use column::{CellKind, InGame, Place, SetsAs, TableColumn};
use files::Files;
use schema::{Call, Reader};
use table::{Compression, Csv, Rows, Table, TableFormat};

/// Write a table with a row for each position
///
/// The pawns of each color are numbers with a1 as bit 0. By default there are also columns for the
/// number of the game, the half-moves since its first position, the players, date, year and result
/// from the tags, and the FEN. --columns chooses others, and --sets and --count add patterns.
/// Values that a game or a line does not provide are empty.
///
/// If an error ends the command, an existing file stays unchanged. With --skip-bad, the table is
/// complete before an input that ends early is an error. Memory use does not depend on the size of
/// the input. Without a column that needs all pieces, which --columns lists, games are read several
/// times as fast, but a move that the pawns allow is then not checked for legality.
///
/// Spreadsheets keep 15 digits of a number, and so change most sets, and compute texts that begin
/// with `=`, `+`, `-` or `@`, which are written to CSV as they are. For them, choose --columns
/// without sets, such as `fen`, import texts as texts, or use Parquet.
#[derive(clap::Args)]
#[command(help_template = help!("pawnfill positions games.pgn -o games.parquet --count isolated,passed"))]
pub(crate) struct Args {
    /// Files of games or positions (PGN, FEN, EPD), or `-`
    ///
    /// They may be compressed (.gz, .zst). `-` is standard input.
    #[arg(value_name = "GAMES", required_unless_present = "schema")]
    inputs: Vec<PathBuf>,

    /// Write the table to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Write this format [default: from the extension .csv, .csv.gz or .parquet]
    #[arg(long)]
    format: Option<TableFormat>,

    /// Also write a table with a row for each game: its tags, numbers and result, and what
    /// --columns adds
    ///
    /// Its format is that of the other table, to which the column `game` joins it.
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,

    /// Write a folder with a file for each year and input, such as
    /// DIR/year=2025/part-games.pgn-c0e57c06d81af1b5.parquet
    ///
    /// Several processes can write to the same folder. An input that is there already, known by its
    /// path, is refused, or replaced with --force, so that no rows are doubled. Those of
    /// standard input, which has no path, are never replaced.
    #[arg(long, value_name = "COLUMN", value_parser = column::partition)]
    partition: Option<TableColumn>,

    /// Compress Parquet files in this way [default: snappy]
    #[arg(long)]
    compression: Option<Compression>,

    /// Write these columns instead of the default ones; a name with a capital letter is a tag
    #[arg(long, value_name = "NAME", long_help = column::help(), help_heading = "Columns")]
    columns: Vec<String>,

    /// Let columns name your structures, from a file as in `pawnfill find`
    #[arg(long, value_name = "FILE", help_heading = "Columns")]
    names: Option<PathBuf>,

    /// Add the number of squares of these patterns, such as white_passed_count
    #[arg(long, value_name = "PATTERN", value_delimiter = ',', value_parser = choice::parser(|_| true))]
    #[arg(help_heading = "Columns")]
    count: Vec<Choice>,

    /// Add the sets of these patterns, such as white_passed, as numbers with a1 as bit 0
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = choice::parser(|kind| kind != Kind::Number), help_heading = "Columns")]
    sets: Vec<Choice>,

    /// Write sets in this way [default: unsigned]
    ///
    /// Of unsigned numbers, some readers of CSV lose squares where a column has h8, and databases
    /// such as Spark have none.
    #[arg(long, value_name = "KIND", help_heading = "Columns")]
    sets_as: Option<SetsAs>,

    /// Instead of reading games, print the call that reads the table of CSV with the types
    /// of its columns
    #[arg(long, value_name = "READER", conflicts_with_all = ["inputs", "partition", "games"])]
    schema: Option<Reader>,

    /// Replace an existing file, or the positions of these inputs in a folder
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    reading: Reading,
}

impl Args {
    fn inputs(&self) -> Vec<&Path> {
        self.inputs
            .iter()
            .chain(&self.names)
            .map(PathBuf::as_path)
            .collect()
    }
}

pub(crate) fn run(mut args: Args) -> anyhow::Result<()> {
    let (format, _) = TableFormat::choose(args.format, &args.output)?;
    if args.compression.is_some() && format == TableFormat::Csv {
        bail!(
            "--compression is for Parquet; a table of CSV is compressed if its name ends in .csv.gz"
        );
    }
    let names = known(args.names.as_deref())?;
    let sets_as = args.sets_as.unwrap_or(SetsAs::Unsigned);
    let [sets, count] = [&mut args.sets, &mut args.count].map(take);
    let mut columns = column::all(&args.columns, &names, sets, count, sets_as)?;
    if let Some(reader) = args.schema {
        return print_call(&args, reader, format, &columns);
    }
    let of_games = if args.games.is_some() {
        column::of_games(&columns)
    } else {
        Vec::new()
    };
    // The names of the folders say its value.
    columns.retain(|column| {
        args.partition
            .as_ref()
            .is_none_or(|partition| column.name != partition.name)
    });
    if args.partition.is_some() && args.output == Path::new("-") {
        bail!("--partition needs --output with the name of a folder");
    }
    if columns.is_empty() {
        bail!("no columns remain beside the one that names the folders");
    }
    let maker = Maker {
        columns,
        of_games,
        partition: args.partition.clone(),
        skip_bad: args.reading.skip_bad,
    };
    check_exist(&args.inputs)?;
    match format {
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => write::<arrow::Parquet>(&args, maker, format),
        _ => write::<Csv>(&args, maker, format),
    }
}

fn print_call(
    args: &Args,
    reader: Reader,
    format: TableFormat,
    columns: &[TableColumn],
) -> anyhow::Result<()> {
    if format != TableFormat::Csv {
        bail!("--schema is for CSV; a table of Parquet has the types of its columns");
    }
    let file = match args.output.to_str() {
        Some("-") => "positions.csv",
        file => file.context("the name of the output is not UTF-8")?,
    };
    let call = Call {
        reader,
        file,
        columns,
    };
    Output::standard().complete(format!("{call}\n"))
}

fn write<T: Table>(args: &Args, maker: Maker, format: TableFormat) -> anyhow::Result<()> {
    let maker = Arc::new(maker);
    // Opening an input waits for its first bytes.
    let mut files = Files::<T>::create(args, &maker, format)?;
    let (mut positions, games_before) = (0, Cell::new(0));
    let note = if maker.needs_board() {
        ""
    } else {
        "; legality not checked"
    };
    let work = |file: &str| {
        let (maker, file, before) = (Arc::clone(&maker), file.to_owned(), games_before.get());
        move |games: &_| maker.page::<T::Rows>(&file, before, games)
    };
    let take = |file: &str, page: anyhow::Result<Page<T::Rows>>| {
        let mut page = page?;
        games_before.update(|games| games + page.games);
        positions += page.positions;
        let taken = Taken {
            positions: page.positions,
            errors: take(&mut page.errors),
            is_enough: false,
        };
        files.write(file, page)?;
        Ok(taken)
    };
    // The games of an input are numbered after those before it.
    let end = input::read(&args.inputs, &args.reading, note, work, take, None)?;
    files.finish(matches!(end, End::Mistake(_)))?;
    if let End::Mistake(_) = end {
        let ends = || format!("the table ends after {}", counted(positions, "position"));
        let left = if args.output == Path::new("-") {
            ends()
        } else {
            "no table was written".to_owned()
        };
        return end
            .result()
            .context(format!("{left} (use --skip-bad to continue after errors)"));
    }
    // Pawns are never on h8, the bit of a sign.
    let may_have_h8 = |column: &TableColumn| {
        column.kind == CellKind::Set && !["white", "black"].contains(&&*column.name)
    };
    let is_unsigned = format == TableFormat::Csv && args.sets_as.is_none();
    if is_unsigned && maker.columns.iter().any(may_have_h8) {
        say(
            "note: of sets with h8 as unsigned numbers, DuckDB 1.4, pyarrow and others lose squares; --sets-as \
             signed or squares keeps them, as do the types that --schema prints",
        );
    }
    maker
        .columns
        .iter()
        .filter_map(TableColumn::note)
        .for_each(say);
    end.result()
}

/// Makes rows, which do not depend on those before.
struct Maker {
    columns: Vec<TableColumn>,
    of_games: Vec<TableColumn>,
    /// The column whose values name the folders.
    partition: Option<TableColumn>,
    skip_bad: bool,
}

/// The rows of some games.
struct Page<R> {
    /// By the names of their folders.
    rows: BTreeMap<String, R>,
    of_games: Option<R>,
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
    fn page<R: Rows>(
        &self,
        file: &str,
        before: u64,
        games: &Arc<Games>,
    ) -> anyhow::Result<Page<R>> {
        let of_games = (!self.of_games.is_empty()).then(|| R::new(&self.of_games));
        let mut page = Page {
            rows: BTreeMap::new(),
            of_games,
            games: 0,
            positions: 0,
            errors: Vec::new(),
        };
        for game in games.iter() {
            let (positions, error) = if self.needs_board() {
                game.played()
            } else {
                (Vec::new(), game.error().cloned())
            };
            let number = if self.needs_board() {
                positions.len() as u32
            } else {
                game.plies()
            };
            let (tags, is_correct) = (&game.known(), error.is_none());
            let in_game = InGame {
                file,
                before,
                game: &game,
                tags,
                positions: number,
                is_correct,
            };
            self.add_game(&mut page, in_game, &positions)?;
            page.errors.extend(error);
            if !page.errors.is_empty() && !self.skip_bad {
                break;
            }
        }
        Ok(page)
    }

    /// Adds a game, with its positions if they are needed.
    fn add_game<R: Rows>(
        &self,
        page: &mut Page<R>,
        of: InGame,
        positions: &[Position],
    ) -> anyhow::Result<()> {
        let is_game = !of.game.is_record();
        page.games += u64::from(is_game);
        page.positions += u64::from(of.positions);
        if let Some(rows) = page.of_games.as_mut().filter(|_| is_game) {
            for (index, column) in self.of_games.iter().enumerate() {
                rows.add(
                    index,
                    &column.of_game(of).unwrap_or(column::TableCell::Missing),
                )?;
            }
            rows.end_row()?;
        }
        let folder = self
            .partition
            .as_ref()
            .map_or_else(String::new, |column| column.folder(of));
        let rows = page
            .rows
            .entry(folder)
            .or_insert_with(|| R::new(&self.columns));
        let of_game: Vec<_> = self
            .columns
            .iter()
            .map(|column| column.of_game(of))
            .collect();
        let mut positions = positions.iter();
        let plies = of
            .game
            .runs()
            .iter()
            .flat_map(|run| run.plies.clone().map(|ply| (ply, run.pawns)));
        for (ply, pawns) in plies.take(of.positions as usize) {
            let place = Place {
                pawns,
                ply: is_game.then_some(ply),
                position: positions.next(),
            };
            for (index, (column, of_game)) in self.columns.iter().zip(&of_game).enumerate() {
                match of_game {
                    Some(cell) => rows.add(index, cell),
                    None => rows.add(index, &column.of_position(&place)),
                }?;
            }
            rows.end_row()?;
        }
        Ok(())
    }
}
