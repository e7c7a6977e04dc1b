//! `pawnfill positions`: makes a table of positions from games.

#[cfg(feature = "parquet")]
mod arrow;
mod column;
mod table;

use std::io::BufWriter;
use std::path::PathBuf;

use anyhow::Context;
use pawnfill::pattern::Kind;

use crate::choice::{self, Choice};
use crate::input::Input;
use crate::output::Output;
use column::TableColumn;
use table::TableFormat;

/// Write a table with a row for each position
///
/// The columns are the number of the game, the half-moves since its first position, the players, the date and the
/// result from the tags, the FEN, and the pawns of each color as a number with a1 as bit 0. Columns that a FEN or EPD
/// line does not provide are empty. --count and --sets add columns.
///
/// If an error ends the command, an existing file stays unchanged. Memory use does not depend on the size of the
/// input.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File of PGN games, FEN lines or EPD lines, which may be compressed (.gz, .zst); `-` is standard input
    #[arg(value_name = "GAMES")]
    games: PathBuf,

    /// Write the table to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Write this format [default: from the extension of the output, or CSV on standard output]
    #[arg(long)]
    format: Option<TableFormat>,

    /// Add columns with the number of squares of these patterns, such as white_passed_count
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = choice::parser(|_| true))]
    count: Vec<Choice>,

    /// Add columns with the sets of these patterns, such as white_passed, as numbers with a1 as bit 0
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = choice::parser(|kind| kind != Kind::Number))]
    sets: Vec<Choice>,

    /// Skip and count lines and games that cannot be read, instead of stopping
    #[arg(long)]
    skip_bad: bool,

    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

/// The number of positions per batch of rows.
const ROWS: usize = 1 << 13;

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let format = TableFormat::choose(args.format, &args.output)?;
    let columns = TableColumn::all(args.sets, args.count);
    // Opening the input waits for its first bytes.
    let output = BufWriter::new(Output::create(&args.output, args.force, &[&args.games])?);
    let mut input = Input::open(&args.games, args.skip_bad)?;
    let is_file = args.output.as_os_str() != "-";
    let mut table = match format {
        #[cfg(feature = "parquet")]
        TableFormat::Parquet | TableFormat::Arrow => arrow::create(format, &columns, output),
        _ => table::csv(&columns, output),
    }?;
    let mut rows = Vec::with_capacity(ROWS);
    loop {
        rows.clear();
        let read =
            input.by_ref().take(ROWS).try_for_each(|position| position.map(|position| rows.push(position)));
        table.write(&columns, &rows)?;
        if let Err(error) = read {
            let read = input.read;
            let left = if is_file {
                "no table was written".to_owned()
            } else {
                // Standard output gets the rows before the error.
                table.finish()?;
                format!("the table ends after {read} positions")
            };
            return Err(error).context(format!("{left} (use --skip-bad to continue after errors)"));
        }
        if rows.len() < ROWS {
            break;
        }
    }
    input.finish()?;
    table.finish()
}
