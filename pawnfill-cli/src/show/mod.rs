//! `pawnfill show`: shows the pawn structure of positions.

mod engines;
mod html;
mod json;
mod svg;
mod text;

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use pawnfill::pattern::{Family, Kind, Scope, columns};
use pawnfill::{Bitboard, Column, PATTERNS, Pattern, Pawns, Value};

use crate::choice::{self, Choice};
use crate::input;

/// Show the pawn structure of positions
///
/// As text, each pattern is a board: `x` marks a square of its set, and `(P)` a pawn of its set. Terminals with colors
/// also tint the set (NO_COLOR=1 disables colors). As JSON, each position is an object on its own line. As SVG, each
/// pattern of a position is a picture. As HTML, one position is a page.
///
/// A position that cannot be read ends the run with exit code 2, after the positions before it are shown. An input
/// without positions is also an error.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// FEN or EPD records in quotes, or files of FEN lines, EPD lines or PGN games; `-` is standard input
    #[arg(value_name = "FEN|FILE|-", required = true)]
    positions: Vec<String>,

    /// Show positions in this format
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    format: ShowFormat,

    /// Show only these patterns, separated by commas; may be given several times
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = choice::parser(|_| true), hide_possible_values = true, long_help = pattern_help())]
    pattern: Vec<Choice>,

    /// Draw all pieces in pictures, not only pawns
    #[arg(long)]
    pieces: bool,

    /// Write the pictures of `--format svg` to this folder, which is created if it is missing [default: one picture, on
    /// standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ShowFormat {
    /// Boards, side by side
    Text,
    /// One object per position, with the keys fen, board, white and black; the last three contain a key per pattern.
    /// Sets are strings of `0x` and 16 hexadecimal digits (a1 is bit 0), files of `0x` and two digits (a is bit 0)
    Json,
    /// One picture per position and pattern
    Svg,
    /// A page about one position: each pattern with its board, its definition and the readings of engines
    Html,
}

fn pattern_help() -> String {
    let mut help = "Show only these patterns, separated by commas; may be given several times. `white.` or \
    `black.` before a name selects one side.\n\n\
    Without this option, JSON contains every pattern. Text and pictures begin with the sets that players \
    name, followed by other sets of pawns and files, without empty sets, the whole board and duplicates.\n\n\
    The patterns, with their formulas for White:"
        .to_owned();
    for pattern in PATTERNS {
        help += &format!("\n  {:<28}{}", pattern.name, pattern.formula);
    }
    help
}

impl Args {
    /// Rejects conflicting arguments.
    fn check(&self) -> Result<(), clap::Error> {
        let wrong = |what: &str| Err(clap::Error::raw(ErrorKind::ArgumentConflict, format!("{what}\n")));
        if let ShowFormat::Svg = self.format {
            let patterns = self.pattern.iter().flatten().map(|column| column.pattern());
            return patterns.filter(|pattern| pattern.kind != Kind::Set).try_for_each(|pattern| {
                wrong(&format!("{} is a number or a set of files, and has no picture", pattern.name))
            });
        }
        match (&self.out, self.pieces) {
            (Some(_), _) => wrong("--out requires --format svg"),
            (_, true) => wrong("--pieces requires --format svg"),
            _ => Ok(()),
        }
    }
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    args.check()?;
    let view = View::new(args.pattern);
    let inputs = args.positions.clone();
    let inputs: Vec<&Path> = inputs.iter().map(Path::new).collect();
    let positions = input::arguments(args.positions);
    match args.format {
        ShowFormat::Text => text::show(positions, &view),
        ShowFormat::Json => json::show(positions, &view),
        ShowFormat::Svg => svg::show(positions, &view, args.pieces, args.out.as_deref(), &inputs),
        ShowFormat::Html => html::show(positions, &view),
    }
}

/// The sets that players name. They come first, and are shown even if another set is equal.
const NAMED_BY_PLAYERS: [&str; 8] = [
    "open_files",
    "isolated",
    "passed",
    "doubled",
    "backward",
    "candidates",
    "any_levers",
    "half_open_files",
];

/// Returns the place of a pattern among them. All others come last.
fn place(pattern: &Pattern) -> usize {
    let found = NAMED_BY_PLAYERS.iter().position(|&named| named == pattern.name);
    found.unwrap_or(NAMED_BY_PLAYERS.len())
}

/// The requested patterns.
struct View {
    columns: Vec<Column>,
    /// Whether the user chose them. If so, all are shown.
    chosen: bool,
}

impl View {
    fn new(chosen: Vec<Choice>) -> Self {
        if chosen.is_empty() {
            return Self { columns: columns().collect(), chosen: false };
        }
        Self { columns: choice::distinct(chosen), chosen: true }
    }

    /// Returns the values of the patterns in the scope.
    fn values(&self, pawns: Pawns, scope: Scope) -> impl Iterator<Item = (&'static Pattern, Value)> {
        let columns = self.columns.iter().filter(move |column| column.scope() == scope);
        columns.map(move |column| (column.pattern(), column.of(pawns)))
    }

    /// Returns the sets of squares to draw.
    fn drawings(&self, pawns: Pawns, scope: Scope) -> Vec<Drawing> {
        let sets = self.values(pawns, scope).filter_map(|(pattern, value)| match value {
            Value::Set(set) => Some(Drawing { pattern, set, also: Vec::new() }),
            _ => None,
        });
        if self.chosen {
            return sets.collect();
        }
        let mut sets: Vec<Drawing> = sets.collect();
        sets.sort_by_key(|drawing| place(drawing.pattern));
        let mut drawings: Vec<Drawing> = Vec::new();
        for drawing in sets {
            let is_named = place(drawing.pattern) < NAMED_BY_PLAYERS.len();
            let says_little =
                drawing.set.is_empty() || drawing.set == Bitboard::FULL || is_reach(drawing.pattern);
            match drawings.iter_mut().find(|earlier| earlier.set == drawing.set) {
                _ if says_little => {}
                Some(same) if !is_named => same.also.push(drawing.pattern),
                _ => drawings.push(drawing),
            }
        }
        drawings
    }

    /// Returns the empty ones among the sets that players name.
    fn empty(&self, pawns: Pawns, scope: Scope) -> Vec<&'static Pattern> {
        let is_missing = |(pattern, value): (&'static Pattern, Value)| {
            let is_empty = matches!(value, Value::Set(set) if set.is_empty());
            (!self.chosen && is_empty && place(pattern) < NAMED_BY_PLAYERS.len()).then_some(pattern)
        };
        let mut empty: Vec<_> = self.values(pawns, scope).filter_map(is_missing).collect();
        empty.sort_by_key(|pattern| place(pattern));
        empty
    }
}

/// Tests if a pattern is about squares that pawns reach, such as a fill, and not about pawns or files.
fn is_reach(pattern: &Pattern) -> bool {
    matches!(pattern.family, Family::Fill | Family::Span | Family::Attack)
}

/// A set to draw.
struct Drawing {
    pattern: &'static Pattern,
    set: Bitboard,
    /// Further patterns with the same set.
    also: Vec<&'static Pattern>,
}
