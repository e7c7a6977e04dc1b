//! The output of matches.

use std::io::{self, BufWriter, Write};

use pawnfill_positions::{Game, Position};

use crate::input::Input;

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Print {
    /// One line per game: number, matching plies, players, date and result; for FEN and EPD lines, the FEN
    Games,
    /// The FEN of each matching position
    Fen,
    /// The text of each game with a matching position
    Pgn,
}

/// The matches, as they are found and printed.
pub(super) struct Found {
    pub(super) print: Print,
    /// Whether there are several inputs, so that each line begins with the name of its input.
    several: bool,
    pub(super) output: BufWriter<io::Stdout>,
    game: Option<FoundGame>,
    pub(super) positions: u64,
    pub(super) games: u64,
}

/// The current game, with its matching positions so far.
struct FoundGame {
    game: Game,
    /// The first and the last ply of each run of matches.
    plies: Vec<[u32; 2]>,
}

impl Found {
    pub(super) fn new(print: Print, several: bool) -> Self {
        let output = BufWriter::new(io::stdout());
        Self { print, several, output, game: None, positions: 0, games: 0 }
    }

    /// Returns the number of the current game, if it has matches.
    pub(super) fn game(&self) -> Option<u64> {
        self.game.as_ref().map(|open| open.game.number())
    }

    pub(super) fn add(&mut self, position: Position) -> anyhow::Result<()> {
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
    pub(super) fn end_game(&mut self, input: &Input) -> anyhow::Result<()> {
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
