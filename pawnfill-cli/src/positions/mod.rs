//! `pawnfill positions`: games in, a table of positions out.

#[cfg(feature = "parquet")]
mod arrow;
mod column;
mod table;

use std::path::PathBuf;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use pawnfill::pattern::Kind;
use pawnfill::{PATTERNS, Pattern};

use crate::input::Input;
use crate::output::Output;
use column::TableColumn;
use table::{Format, Table};

/// Writes a table of positions, a row for each.
///
/// The columns are the number of the game, the half-moves since its first position, the players, the date and the
/// result as the tags have them, the FEN, and the pawns of each color as a number with a1 = bit 0. What a FEN or
/// EPD line does not have is empty. --count and --sets add columns.
///
/// A table that cannot be written to its end leaves the file as it was. Memory does not grow with the input.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of PGN games, FEN lines or EPD lines, or `-` for standard input; .gz and .zst files are unpacked
    #[arg(value_name = "GAMES")]
    games: PathBuf,

    /// The table; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// How the table is written [default: as the name ends, and CSV on standard output]
    #[arg(long)]
    format: Option<Format>,

    /// Adds the number of squares of these patterns, such as white_passed_count
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = pattern_parser(|_| true), hide_possible_values = true)]
    count: Vec<&'static Pattern>,

    /// Adds the sets of these patterns, such as white_passed, as numbers with a1 = bit 0
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    #[arg(value_parser = pattern_parser(|pattern| pattern.kind != Kind::Number), hide_possible_values = true)]
    sets: Vec<&'static Pattern>,

    /// Goes on after lines and games that cannot be read, and counts them
    #[arg(long)]
    skip_bad: bool,

    /// Replaces the table if it exists
    #[arg(long)]
    force: bool,
}

fn pattern_parser(of: impl Fn(&Pattern) -> bool) -> impl TypedValueParser<Value = &'static Pattern> {
    let names = PATTERNS.iter().filter(|&pattern| of(pattern)).map(|pattern| pattern.name);
    PossibleValuesParser::new(names).try_map(|name| Pattern::from_name(&name).ok_or("no such pattern"))
}

/// Positions that are read before they are written.
const ROWS: usize = 1 << 13;

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let format = Format::choose(args.format, &args.output)?;
    let columns = TableColumn::all(&args.sets, &args.count);
    let mut input = Input::open(&args.games, args.skip_bad)?;
    let output = Output::create(&args.output, args.force, &[&args.games])?;
    let is_file = args.output.as_os_str() != "-";
    let mut table = Table::new(format, columns, output)?;
    let mut rows = Vec::with_capacity(ROWS);
    loop {
        rows.clear();
        let read =
            input.by_ref().take(ROWS).try_for_each(|position| position.map(|position| rows.push(position)));
        table.write(&rows)?;
        if let Err(error) = read {
            let read = input.read();
            let left = if is_file {
                "no table was written".to_owned()
            } else {
                // What was read before goes to standard output.
                table.finish()?;
                format!("the table ends after {read} positions")
            };
            return Err(error).context(format!("{left} (--skip-bad goes on after what cannot be read)"));
        }
        if rows.len() < ROWS {
            break;
        }
    }
    input.finish()?;
    table.finish()
}
