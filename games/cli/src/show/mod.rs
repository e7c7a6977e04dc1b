//! `pawnfill show`: shows the pawn structure of positions.

pub(crate) mod html;
mod json;
pub(crate) mod svg;
mod text;

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use pawnfill::pattern::{Column, Family, Kind, PATTERNS, Pattern, Scope, Value, columns};
use pawnfill::{Bitboard, Pawns};

use crate::choice::{self, Choice};
use crate::input;
use crate::output::{Output, check};

/// Show the pawn structure of positions
///
/// As text, each pattern is a board: `x` marks a square of its set, and `(P)` a pawn of its set. Terminals with colors
/// also tint the set (NO_COLOR=1 disables colors). As JSON, each position is an object on its own line. As SVG, each
/// pattern of a position is a picture. As HTML, one position is a page.
///
/// A position that cannot be read, such as one of the variant Horde with pawns on rank 1, ends the run with exit code 2, but
/// the positions before it are shown.
#[derive(clap::Args)]
#[command(help_template = help!(
    "pawnfill show '4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1'",
    "pawnfill show games.pgn --format json --pattern white.passed"
))]
pub(crate) struct Args {
    /// FEN or EPD records in quotes, or files of them or of PGN games; `-` is standard input
    #[arg(value_name = "FEN|FILE|-", required = true)]
    positions: Vec<String>,

    /// Show positions in this format
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    format: ShowFormat,

    /// Show only these patterns, separated by commas; may be given several times
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = choice::parser(|_| true), long_help = pattern_help())]
    pattern: Vec<Choice>,

    /// Draw all pieces, not only pawns
    #[arg(long, help_heading = "Pictures (--format svg)")]
    pieces: bool,

    /// Write all pictures to this folder [default: one picture, on standard output]
    #[arg(long, value_name = "DIR", help_heading = "Pictures (--format svg)")]
    out: Option<PathBuf>,

    /// Replace existing pictures
    #[arg(long, requires = "out", help_heading = "Pictures (--format svg)")]
    force: bool,
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
        let mut patterns = self.pattern.iter().flatten().map(|column| column.pattern);
        let without_picture = patterns.find(|pattern| pattern.kind != Kind::Set);
        let wrong = match (self.format, without_picture) {
            (ShowFormat::Svg, Some(pattern)) => {
                format!("{} is a number or a set of files, and has no picture\n", pattern.name)
            }
            (ShowFormat::Svg, None) => return Ok(()),
            _ if self.out.is_some() => "--out requires --format svg\n".to_owned(),
            _ if self.pieces => "--pieces requires --format svg\n".to_owned(),
            _ => return Ok(()),
        };
        Err(clap::Error::raw(ErrorKind::ArgumentConflict, wrong))
    }
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    args.check()?;
    let view = View::new(args.pattern, args.pieces);
    let inputs: Vec<&Path> = args.positions.iter().map(Path::new).collect();
    check(&inputs, &[Path::new("-")])?;
    let positions = input::arguments(&args.positions);
    match args.format {
        ShowFormat::Text => text::show(positions, &view),
        ShowFormat::Json => json::show(positions, &view),
        ShowFormat::Svg => match args.out {
            Some(folder) => {
                svg::write_all(positions, &view, &folder, |path| Output::create(path, args.force, &inputs))
            }
            None => svg::show(positions, &view),
        },
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
    let known = NAMED_BY_PLAYERS.iter().position(|&named| named == pattern.name);
    known.unwrap_or(NAMED_BY_PLAYERS.len())
}

/// The requested patterns.
struct View {
    columns: Vec<Column>,
    /// Whether the user chose them. If so, all are shown.
    chosen: bool,
    /// Whether pictures have all pieces.
    pieces: bool,
}

impl View {
    fn new(chosen: Vec<Choice>, pieces: bool) -> Self {
        let is_chosen = !chosen.is_empty();
        let columns = if is_chosen { choice::distinct(chosen) } else { columns().collect() };
        Self { columns, chosen: is_chosen, pieces }
    }

    /// Returns the values of the patterns in the scope.
    fn values(&self, pawns: Pawns, scope: Scope) -> impl Iterator<Item = (&'static Pattern, Value)> {
        let columns = self.columns.iter().filter(move |column| column.scope == scope);
        columns.map(move |column| (column.pattern, column.of(pawns)))
    }

    /// Returns what to show of a scope. Each pattern is evaluated once.
    fn section(&self, pawns: Pawns, scope: Scope) -> Section {
        let mut values: Vec<_> = self.values(pawns, scope).collect();
        if !self.chosen {
            values.sort_by_key(|(pattern, _)| place(pattern));
        }
        let mut section = Section::default();
        for (pattern, value) in values {
            let Value::Set(set) = value else {
                section.values.push((pattern, value));
                continue;
            };
            let is_named = place(pattern) < NAMED_BY_PLAYERS.len();
            let drawing = Drawing { pattern, set, also: Vec::new() };
            match section.drawings.iter_mut().find(|earlier| earlier.set == set) {
                _ if self.chosen => section.drawings.push(drawing),
                _ if set.is_empty() && is_named => section.empty.push(pattern),
                _ if set.is_empty() || set == Bitboard::FULL || is_reach(pattern) => {}
                Some(same) if !is_named => same.also.push(pattern),
                _ => section.drawings.push(drawing),
            }
        }
        section
    }
}

/// The patterns of a scope.
#[derive(Default)]
struct Section {
    drawings: Vec<Drawing>,
    /// The empty ones among the sets that players name.
    empty: Vec<&'static Pattern>,
    /// Files and numbers.
    values: Vec<(&'static Pattern, Value)>,
}

/// Returns `true` if a pattern is about squares that pawns reach, such as a fill, and not about pawns or files.
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
