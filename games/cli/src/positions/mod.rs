//! `pawnfill positions`: makes a table of positions from games.

#[cfg(feature = "parquet")]
mod arrow;
mod cell;
mod column;
mod columns;
mod features;
mod field;
mod files;
mod schema;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use pawnfill::Pawns;
use pawnfill_positions::{Error, Games, Position};

use crate::conditions::known;
use crate::output::Output;
use crate::patterns::{self, Choice};
use crate::progress::{counted, say};
use crate::source::{End, Join, Source, Taken, Work, check_exist};
use cell::SetsAs;
use column::TableColumn;
use features::Features;
use field::{InGame, Place};
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
#[command(help_template = help!(
    "pawnfill positions games.pgn -o games.parquet --count isolated,passed"
))]
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
    #[arg(long, value_name = "COLUMN", value_parser = columns::partition)]
    partition: Option<TableColumn>,

    /// Compress Parquet files in this way [default: snappy]
    #[arg(long)]
    compression: Option<Compression>,

    /// Write these columns instead of the default ones; a name with a capital letter is a tag
    #[arg(long, value_name = "NAME", long_help = columns::help(), help_heading = "Columns")]
    columns: Vec<String>,

    /// Let columns name your structures, from a file as in `pawnfill find`
    #[arg(long, value_name = "FILE", help_heading = "Columns")]
    names: Option<PathBuf>,

    /// Write labels, the phase of the game and these features, to which --columns adds
    #[arg(long, value_name = "KIND", help_heading = "Columns")]
    features: Option<Features>,

    /// Add the number of squares of these patterns, such as white_passed_count
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = patterns::any, help_heading = "Columns")]
    count: Vec<Choice>,

    /// Add the sets of these patterns, such as white_passed, as numbers with a1 as bit 0
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = patterns::set, help_heading = "Columns")]
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
    source: Source,
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

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (format, _) = TableFormat::choose(args.format, &args.output)?;
    if args.compression.is_some() && format == TableFormat::Csv {
        bail!(
            "--compression is for Parquet; a table of CSV is compressed if its name ends in .csv.gz"
        );
    }
    let names = known(args.names.as_deref())?;
    let sets_as = args.sets_as.unwrap_or(SetsAs::Unsigned);
    let Source {
        labels,
        input_format,
        ..
    } = &args.source;
    let mut first = Vec::new();
    if args.features.is_some() || args.columns.is_empty() {
        first = labels.columns(&args.inputs, *input_format);
        match args.features {
            None => first.insert(0, "default"),
            // The label of a game is its result.
            Some(_) if first.is_empty() => first.extend(["white_score", "line", "phase"]),
            Some(_) => first.extend(["line", "phase"]),
        }
    }
    let mut columns = columns::all(
        &first,
        args.features,
        &args.columns,
        &names,
        &args.sets,
        &args.count,
        sets_as,
    )?;
    if let Some(reader) = args.schema {
        return print_call(&args, reader, format, &columns);
    }
    let of_games = match args.games {
        Some(_) => columns::of_games(&columns),
        None => Vec::new(),
    };
    if let Some(partition) = &args.partition {
        // The names of the folders say its value.
        columns.retain(|column| column.name != partition.name);
        if args.output == Path::new("-") {
            bail!("--partition needs --output with the name of a folder");
        }
    }
    if columns.is_empty() {
        bail!("no columns remain beside the one that names the folders");
    }
    let maker = Maker {
        columns,
        of_games,
        partition: args.partition.clone(),
        skip_bad: args.source.skip_bad,
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
    let mut tables = Tables {
        files: Files::<T>::create(args, &maker, format)?,
        maker: &maker,
        games: 0,
        positions: 0,
    };
    let note = if maker.needs_board() {
        ""
    } else {
        "; legality not checked"
    };
    let end = args.source.read(&args.inputs, note, &mut tables)?;
    let is_mistake = matches!(end, End::Mistake(_));
    tables.files.finish(is_mistake)?;
    if is_mistake {
        let left = if args.output == Path::new("-") {
            let positions = counted(tables.positions, "position");
            format!("the table ends after {positions}")
        } else {
            "no table was written".to_owned()
        };
        let note = format!("{left} (use --skip-bad to continue after errors)");
        return end.result().context(note);
    }
    let is_unsigned = format == TableFormat::Csv && args.sets_as.is_none();
    if is_unsigned && maker.columns.iter().any(TableColumn::may_have_h8) {
        say(
            "note: of sets with h8 as unsigned numbers, DuckDB 1.4, pyarrow and others lose \
             squares; --sets-as signed or squares keeps them, as do the types that --schema prints",
        );
    }
    for note in maker.columns.iter().filter_map(TableColumn::note) {
        say(note);
    }
    end.result()
}

/// The tables, as they are written.
struct Tables<'a, T> {
    files: Files<'a, T>,
    maker: &'a Arc<Maker>,
    games: u64,
    positions: u64,
}

impl<T: Table> Work for Tables<'_, T> {
    type Part = anyhow::Result<Page<T::Rows>>;

    fn worker(&self, file: &str) -> impl Fn(&Arc<Games>) -> Self::Part + Send + Sync + 'static {
        let (maker, file, before) = (Arc::clone(self.maker), file.to_owned(), self.games);
        move |games| maker.page(&file, before, games)
    }

    fn take(&mut self, file: &str, page: Self::Part) -> anyhow::Result<Taken> {
        let mut page = page?;
        self.games += page.games;
        self.positions += page.positions;
        let taken = Taken {
            positions: page.positions,
            errors: std::mem::take(&mut page.errors),
            is_enough: false,
        };
        self.files.write(file, page)?;
        Ok(taken)
    }

    /// The games of an input are numbered after those before it.
    fn join(&self) -> Option<Join<Self::Part>> {
        None
    }
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
            let (played, error, positions) = if self.needs_board() {
                let (played, error) = game.played();
                let positions = played.len() as u32;
                (played, error, positions)
            } else {
                (Vec::new(), game.error().cloned(), game.plies())
            };
            let (tags, is_correct) = (&game.known(), error.is_none());
            let in_game = InGame {
                file,
                before,
                game: &game,
                tags,
                positions,
                is_correct,
            };
            self.add_game(&mut page, in_game, &played)?;
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
        let mut places = Vec::with_capacity(of.positions as usize);
        for run in of.game.runs() {
            for ply in run.plies.start..run.plies.end.min(of.positions) {
                places.push(Place {
                    pawns: run.pawns,
                    ply: is_game.then_some(ply),
                    position: positions.get(ply as usize),
                });
            }
        }
        if let Some(rows) = page.of_games.as_mut().filter(|_| is_game) {
            // Its columns need no position.
            let place = Place {
                pawns: Pawns::default(),
                ply: None,
                position: None,
            };
            rows.add(&self.of_games, of, &[place])?;
        }
        let folder = match &self.partition {
            Some(column) => column.folder(of),
            None => String::new(),
        };
        let rows = page.rows.entry(folder);
        let rows = rows.or_insert_with(|| R::new(&self.columns));
        rows.add(&self.columns, of, &places)
    }
}
