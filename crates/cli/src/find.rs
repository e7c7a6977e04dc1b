//! `pawnfill find`: finds the games and positions that meet a condition.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use pawnfill::Pawns;
use pawnfill_positions::{Game, Position};

use crate::input::{Input, say};
use crate::query::{Possible, Query};

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

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Print {
    /// One line per game: number, matching plies, players, date and result; for FEN and EPD lines, the FEN
    Games,
    /// The FEN of each matching position
    Fen,
    /// The text of each game with a matching position
    Pgn,
}

/// The number of positions between two checks if the condition can be met at all.
const ASK_EVERY: u64 = 1 << 12;

/// The time to wait for this answer after the search.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let query = Query::parse(&args.condition)?;
    let possible = Possible::ask(query.clone());
    let mut inputs = Vec::new();
    for path in &args.games {
        inputs.push(Input::open(path, args.skip_bad)?);
    }
    let mut found = Found {
        print: args.print,
        several: inputs.len() > 1,
        output: BufWriter::new(io::stdout()),
        game: None,
        positions: 0,
        games: 0,
    };
    for mut input in inputs {
        let read = search(&mut input, &query, &possible, &mut found);
        found.end_game(&input)?;
        found.output.flush()?;
        read?;
        input.finish()?;
    }
    if found.positions == 0 {
        possible.check(PATIENCE)?;
    }
    let games = if found.games > 0 { format!(" of {} games", found.games) } else { String::new() };
    say(format_args!("found {} positions{games}", found.positions));
    Ok(())
}

fn search(input: &mut Input, query: &Query, possible: &Possible, found: &mut Found) -> anyhow::Result<()> {
    // Many positions have the same pawns as the previous one.
    let mut before: Option<(Pawns, bool)> = None;
    while let Some(position) = input.next() {
        let position = position?;
        if found.game.as_ref().map(|open| open.game.number()) != position.game.as_ref().map(Game::number) {
            found.end_game(input)?;
        }
        let meets = match before {
            Some((pawns, meets)) if pawns == position.pawns => meets,
            _ => query.is_met(position.pawns),
        };
        before = Some((position.pawns, meets));
        if meets {
            found.add(position)?;
        }
        if found.positions == 0 && input.read.is_multiple_of(ASK_EVERY) {
            possible.check(Duration::ZERO)?;
        }
    }
    Ok(())
}

/// The matches, as they are found and printed.
struct Found {
    print: Print,
    /// Whether there are several inputs, so that each line begins with the name of its input.
    several: bool,
    output: BufWriter<io::Stdout>,
    game: Option<FoundGame>,
    positions: u64,
    games: u64,
}

/// The current game, with its matching positions so far.
struct FoundGame {
    game: Game,
    /// The first and the last ply of each run of matches.
    plies: Vec<[u32; 2]>,
}

impl Found {
    fn add(&mut self, position: Position) -> anyhow::Result<()> {
        self.positions += 1;
        if self.print == Print::Fen || position.game.is_none() {
            writeln!(self.output, "{}", position.fen())?;
        }
        let Some(game) = position.game else { return Ok(()) };
        let found = self.game.get_or_insert_with(|| FoundGame { game, plies: Vec::new() });
        match found.plies.last_mut() {
            Some([_, last]) if *last + 1 == position.ply => *last = position.ply,
            _ => found.plies.push([position.ply; 2]),
        }
        Ok(())
    }

    /// Prints the current game, after its last position.
    fn end_game(&mut self, input: &Input) -> anyhow::Result<()> {
        let Some(FoundGame { game, plies }) = self.game.take() else { return Ok(()) };
        self.games += 1;
        match self.print {
            Print::Games => {
                let file = if self.several { format!("{}:", input.name) } else { String::new() };
                let runs = plies.iter().map(|&[first, last]| match last - first {
                    0 => first.to_string(),
                    _ => format!("{first}-{last}"),
                });
                let plies = runs.collect::<Vec<_>>().join(",");
                let tag = |name| game.tag(name).unwrap_or_else(|| "?".to_owned());
                let (white, black, date) = (tag("White"), tag("Black"), tag("Date"));
                let (number, result) = (game.number(), tag("Result"));
                writeln!(self.output, "{file}{number}\t{plies}\t{white} - {black}, {date}, {result}")?;
            }
            Print::Pgn => {
                let text = game.text().trim_ascii();
                self.output.write_all(text)?;
                self.output.write_all(b"\n\n")?;
            }
            Print::Fen => {}
        }
        Ok(())
    }
}
