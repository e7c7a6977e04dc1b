//! `pawnfill find`: finds the games and positions that meet a condition.

mod matches;
mod search;

use std::io::Write;
use std::path::PathBuf;

use crate::input::{Input, say};
use crate::query;
use matches::{Found, Print};

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
///   pawnfill find 'count(white.passed & rank_7) >= 2' games.pgn --print fen
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Args {
    /// Condition, in quotes
    #[arg(value_name = "CONDITION")]
    condition: String,

    /// Files of PGN games, FEN lines or EPD lines, which may be compressed (.gz, .zst); `-` is standard input
    #[arg(value_name = "GAMES", required = true)]
    games: Vec<PathBuf>,

    /// Print this for each match
    #[arg(long, value_enum, default_value_t = Print::Games)]
    print: Print,

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
    let mut found = Found::new(args.print, inputs.len() > 1);
    for mut input in inputs {
        let read = search::search(&mut input, &query, &mut found);
        found.end_game(&input)?;
        found.output.flush()?;
        read?;
        input.finish()?;
    }
    let games = if found.games > 0 { format!(" of {} games", found.games) } else { String::new() };
    say(format_args!("found {} positions{games}", found.positions));
    Ok(())
}
