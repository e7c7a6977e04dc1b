//! `pawnfill find`: finds the games and positions that meet a condition.

mod filter;
mod html;
mod matches;
mod search;

use std::path::PathBuf;

use filter::Filter;
use matches::{Format, Matches};
use search::Search;

use crate::input::{Input, say};
use crate::query;

/// Find the games and positions that meet a condition
///
/// The simplest condition is a set of squares, which is met if the set is not
/// empty. The sets are:
///
///   patterns        white.isolated, black.passed, open_files
///   pawns           white.pawns, black.pawns
///   files, ranks    a to h, rank_1 to rank_8
///   squares         a1 to h8
///   functions       front_span(white.passed, white)
///
/// The operators `&`, `|`, `-`, `^` and `!` combine sets. The operators `&&`,
/// `||` and `!` combine conditions. Numbers, such as white.island_count and
/// count(black.passed), are compared with ==, !=, <, <=, > and >=.
///
/// Examples:
///
///   pawnfill find 'white.isolated & d && !(black.pawns & c)' games.pgn
///   pawnfill find 'count(white.passed & rank_7) >= 2' games.pgn --format fen
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Condition, in quotes
    #[arg(value_name = "CONDITION")]
    condition: String,

    /// Files of PGN games, FEN lines or EPD lines, which may be compressed (.gz, .zst); `-` is standard input
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,

    /// Write matches in this format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,

    #[command(flatten)]
    filter: Filter,

    /// Skip and count lines and games that cannot be read, instead of stopping
    #[arg(long)]
    skip_bad: bool,
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let (query, notes) = query::ask(&args.condition, &[])?;
    for note in notes {
        say(format_args!("note: {note}"));
    }
    let mut inputs = Vec::new();
    for path in &args.games {
        inputs.push(Input::open(path, args.skip_bad)?);
    }
    let search = Search { query, filter: args.filter, shown: args.format.shown() };
    let mut matches = Matches::new(args.format, inputs.len() > 1, &args.condition)?;
    for mut input in inputs {
        let read = search::search(&mut input, &search, &mut matches);
        matches.flush()?;
        read?;
        input.finish()?;
    }
    let total = matches.total();
    matches.finish()?;
    say(format_args!("found {total}"));
    Ok(())
}
