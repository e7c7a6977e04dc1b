//! `cargo xtask structure`: shows the pawn structure of positions.

mod json;
mod svg;
mod text;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use pawnfill::pattern::{Family, Kind, Scope};
use pawnfill::{
    Backend, Bitboard, Color, FileSet, Hybrid, KoggeStone, Lookup, PATTERNS, Pattern, Pawns, Value,
};
use pawnfill_positions::{self as positions, Error, Position};

/// Shows the pawn structure of positions.
///
/// As text, a board is drawn for each pattern: `x` is a square of its set, `(P)` a pawn of its set, and the set is
/// tinted where the terminal has colors (NO_COLOR=1 turns them off). As JSON, each position is an object on a line
/// of its own. As SVG, each pattern of a position is a picture.
///
/// A position that cannot be read ends the run with exit code 2; those before it have been shown. So does an input
/// without any.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Positions, each a FEN or an EPD record in quotes; `-` reads standard input
    #[arg(value_name = "FEN", required_unless_present = "positions")]
    fens: Vec<String>,

    /// Reads the positions of a file, FEN or EPD lines or PGN games; `-` reads standard input
    #[arg(long, value_name = "PATH", conflicts_with = "fens")]
    positions: Option<PathBuf>,

    /// How they are shown
    #[arg(long, value_enum, default_value_t = Format::Text, requires_if("svg", "out"))]
    format: Format,

    /// Shows these patterns only, separated by commas or with the option given again
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = pattern_parser(), hide_possible_values = true, long_help = pattern_help())]
    pattern: Vec<&'static Pattern>,

    /// What computes the patterns; the answers are the same
    #[arg(long, value_enum, default_value_t = BackendName::KoggeStone)]
    backend: BackendName,

    /// The folder for the pictures of `--format svg`, made if it is not there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Boards, side by side
    Text,
    /// One object per position, with the keys fen, board, white and black; under the last three a key per pattern:
    /// sets are `0x` and 16 hexadecimal digits (a1 = bit 0), files `0x` and two (a = bit 0), both as strings
    Json,
    /// A file per position and pattern
    Svg,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum BackendName {
    /// Fills
    KoggeStone,
    /// Tables
    Lookup,
    /// Fills for sets, tables for squares
    Hybrid,
}

fn pattern_parser() -> impl TypedValueParser<Value = &'static Pattern> {
    let names = PATTERNS.iter().map(|pattern| pattern.name);
    PossibleValuesParser::new(names).try_map(|name| Pattern::from_name(&name).ok_or("no such pattern"))
}

fn pattern_help() -> String {
    let mut help = "Shows these patterns only, separated by commas or with the option given again.\n\n\
        Without it JSON has every pattern. Text and SVG then have those of pawns and files, not the fills, spans and \
        attacks, and of those no set that is empty or the whole board, nor one that an earlier pattern of the same \
        side shows already.\n\n\
        The patterns, and their formulas for White:"
        .to_owned();
    for pattern in PATTERNS {
        help += &format!("\n  {:<24}{}", pattern.name, pattern.formula);
    }
    help
}

impl Args {
    /// Finds what is wrong with the arguments together.
    fn check(&self) -> Result<(), clap::Error> {
        let wrong = |what: String| Err(clap::Error::raw(ErrorKind::ArgumentConflict, what + "\n"));
        let Format::Svg = self.format else {
            return if self.out.is_some() { wrong("--out is for --format svg".to_owned()) } else { Ok(()) };
        };
        match self.pattern.iter().find(|pattern| pattern.kind != Kind::Set) {
            Some(pattern) => wrong(format!("{} is not a set of squares, and has no picture", pattern.name)),
            None => Ok(()),
        }
    }
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    args.check()?;
    let view = View::new(args.backend, args.pattern);
    let positions = read(args.fens, args.positions)?;
    let shown = match (args.format, args.out) {
        (Format::Text, _) => text::show(positions, &view),
        (Format::Json, _) => json::show(positions, &view),
        (Format::Svg, folder) => svg::show(positions, &view, &folder.unwrap_or_default()),
    };
    match shown {
        // Whoever reads the output has had enough of it.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
        shown => shown.map(|()| ExitCode::SUCCESS),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The positions of the arguments, one after the other; there is at least one.
fn read(
    fens: Vec<String>,
    path: Option<PathBuf>,
) -> Result<impl Iterator<Item = Result<Position, Error>>, Error> {
    let source = match &path {
        Some(path) if path.as_os_str() != "-" => path.display().to_string(),
        _ => "standard input".to_owned(),
    };
    let mut positions = read_any(fens, path)?.peekable();
    if positions.peek().is_none() {
        return Err(Error { source: source.into(), line: None, reason: "there is no position".to_owned() });
    }
    Ok(positions)
}

fn read_any(
    fens: Vec<String>,
    path: Option<PathBuf>,
) -> Result<Box<dyn Iterator<Item = Result<Position, Error>>>, Error> {
    if let Some(path) = path {
        return Ok(Box::new(positions::open(&path)?));
    }
    let positions = fens.into_iter().zip(1..).flat_map(|(fen, number)| -> Box<dyn Iterator<Item = _>> {
        if fen == "-" {
            return match positions::open(fen.as_ref()) {
                Ok(positions) => Box::new(positions),
                Err(error) => Box::new(std::iter::once(Err(error))),
            };
        }
        let position = fen.parse().map_err(|reason: String| {
            let hint = if fen.contains('/') { "" } else { " (a FEN has spaces, so it needs quotes)" };
            Error { source: format!("argument {number}").into(), line: None, reason: reason + hint }
        });
        Box::new(std::iter::once(position))
    });
    Ok(Box::new(positions))
}

/// Whose patterns: the board's, or those of a side.
#[derive(Clone, Copy)]
enum Owner {
    Board,
    Side(Color),
}

impl Owner {
    const ALL: [Self; 3] = [Self::Board, Self::Side(Color::White), Self::Side(Color::Black)];

    fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Side(color) => color.name(),
        }
    }
}

type Answer = Value<Bitboard, FileSet, u32>;

/// Which patterns are asked for, and who answers.
struct View {
    patterns: Vec<&'static Pattern>,
    /// Whether the user chose them, and so sees them all.
    chosen: bool,
    evaluate: fn(&Pattern, Pawns, Color) -> Answer,
}

impl View {
    fn new(backend: BackendName, chosen: Vec<&'static Pattern>) -> Self {
        fn evaluate<B: Backend>(pattern: &Pattern, pawns: Pawns, color: Color) -> Answer {
            pattern.of(pawns.with_backend::<B>(), color)
        }
        let evaluate = match backend {
            BackendName::KoggeStone => evaluate::<KoggeStone>,
            BackendName::Lookup => evaluate::<Lookup>,
            BackendName::Hybrid => evaluate::<Hybrid>,
        };
        if chosen.is_empty() {
            return Self { patterns: PATTERNS.iter().collect(), chosen: false, evaluate };
        }
        let mut patterns: Vec<&Pattern> = Vec::new();
        for pattern in chosen {
            if patterns.iter().all(|earlier| earlier.name != pattern.name) {
                patterns.push(pattern);
            }
        }
        Self { patterns, chosen: true, evaluate }
    }

    /// The answers of the patterns that the owner has.
    fn answers(&self, pawns: Pawns, owner: Owner) -> impl Iterator<Item = (&'static Pattern, Answer)> {
        let (scope, color) = match owner {
            Owner::Board => (Scope::Board, Color::White),
            Owner::Side(color) => (Scope::Side, color),
        };
        let evaluate = self.evaluate;
        let patterns = self.patterns.iter().filter(move |pattern| pattern.scope == scope);
        patterns.map(move |pattern| (*pattern, evaluate(pattern, pawns, color)))
    }

    /// The sets of squares to draw.
    fn drawings(&self, pawns: Pawns, owner: Owner) -> Vec<Drawing> {
        let mut drawings: Vec<Drawing> = Vec::new();
        for (pattern, answer) in self.answers(pawns, owner) {
            let Value::Set(set) = answer else { continue };
            let same = drawings.iter_mut().find(|drawing| drawing.set == set);
            match same {
                _ if self.chosen => drawings.push(Drawing { pattern, set, also: Vec::new() }),
                _ if set.is_empty() || set == Bitboard::FULL || says_little(pattern) => {}
                Some(same) => same.also.push(pattern),
                None => drawings.push(Drawing { pattern, set, also: Vec::new() }),
            }
        }
        drawings
    }
}

/// What pawns reach, rather than what they are.
fn says_little(pattern: &Pattern) -> bool {
    matches!(pattern.family, Family::Fill | Family::Span | Family::Attack)
}

/// A set to draw.
struct Drawing {
    pattern: &'static Pattern,
    set: Bitboard,
    /// Later patterns with the same set.
    also: Vec<&'static Pattern>,
}
