//! `pawnfill show`: shows the pawn structure of positions.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::error::ErrorKind;
use pawnfill::pattern::{Kind, PATTERNS};
use pawnfill_positions::Position;
use pawnfill_show::{Picture, page};
use terminal_size::terminal_size;

use crate::output::{Output, check, on_standard};
use crate::patterns::{self, Choice, distinct};
use crate::progress::{counted, say};
use crate::source::{Positions, arguments};

/// Show the pawn structure of positions
///
/// As text, each pattern is a board: `x` marks a square of its set, and `(P)` a pawn of its set.
/// Terminals with colors also tint the set (NO_COLOR=1 disables colors). As JSON, each position is
/// an object on its own line. As SVG, each pattern of a position is a picture. As HTML, one
/// position is a page.
///
/// A position that cannot be read, such as one of the variant Horde with pawns on rank 1, ends the
/// run with exit code 2, but the positions before it are shown.
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
    #[arg(value_parser = patterns::any, long_help = pattern_help())]
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
    /// One object per position, with the keys fen, board, white and black; the last three contain a
    /// key per pattern. Sets are strings of `0x` and 16 hexadecimal digits (a1 is bit 0), files of
    /// `0x` and two digits (a is bit 0)
    Json,
    /// One object per position in words, for programs that read words. Empty sets are left out;
    /// `--pattern` adds sets. Keys: format, fen, side_to_move, structures, open_files,
    /// closed_files, any_levers, rams, majorities, white and black; of a side: pawns, pawn_count,
    /// pawn_count_a_to_d, pawn_count_e_to_h, islands, island_count, half_open_files,
    /// pawns_on_enemy_half_open_files, pawns_on_light_squares, pawns_on_dark_squares, isolated,
    /// doubled, tripled, backward_not_isolated, passed, protected_passed, connected_passed,
    /// candidates, chains (from base to peak), push_levers, double_push_levers, outposts,
    /// holes_on_ranks_3_to_6
    Facts,
    /// One picture per position and pattern
    Svg,
    /// A page about one position: each pattern with its board, its definition and the
    /// readings of engines
    Html,
}

fn pattern_help() -> String {
    let mut help = "Show only these patterns, separated by commas; may be given several times. \
    `white.` or `black.` before a name selects one side.\n\n\
    Without this option, JSON contains every pattern. Text and pictures begin with the sets that \
    players name, followed by other sets of pawns and files, without empty sets, the whole board \
    and duplicates.\n\n\
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
        let mut patterns = self.pattern.iter().flatten();
        let without_picture = patterns.find(|column| column.pattern.kind != Kind::Set);
        let wrong = match (self.format, without_picture) {
            (ShowFormat::Svg, Some(column)) => format!(
                "{} is a number or a set of files, and has no picture\n",
                column.pattern.name
            ),
            (ShowFormat::Svg, None) => return Ok(()),
            _ if self.out.is_some() => "--out requires --format svg\n".to_owned(),
            _ if self.pieces => "--pieces requires --format svg\n".to_owned(),
            _ => return Ok(()),
        };
        Err(clap::Error::raw(ErrorKind::ArgumentConflict, wrong))
    }
}

/// The maximum width of text, also used if the width of the terminal is unknown.
const COLUMNS: usize = 100;

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    args.check()?;
    let chosen = distinct(&args.pattern);
    let shown = Picture::new(chosen.clone(), args.pieces);
    let inputs: Vec<&Path> = args.positions.iter().map(Path::new).collect();
    check(&inputs, &[Path::new("-")])?;
    let positions = arguments(&args.positions);
    match (args.format, args.out) {
        (ShowFormat::Text, _) => text(positions, &shown),
        (ShowFormat::Json, _) => lines(positions, |position| shown.json(position)),
        (ShowFormat::Facts, _) => lines(positions, |position| shown.facts(position)),
        (ShowFormat::Svg, Some(folder)) => write_all(positions, &shown, &folder, |path| {
            Output::create(path, args.force, &inputs)
        }),
        (ShowFormat::Svg, None) => picture(positions, &shown, chosen.is_empty()),
        (ShowFormat::Html, _) => {
            let chosen = chosen.first().copied().map(patterns::name);
            html(positions, chosen.as_deref().unwrap_or("white.backward"))
        }
    }
}

fn text(positions: Positions, shown: &Picture) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    let columns = terminal_size().map_or(COLUMNS, |(width, _)| COLUMNS.min(width.0.into()));
    let mut gap = "";
    for position in positions {
        write!(out, "{gap}{}", shown.text(&position?, columns)).map_err(on_standard)?;
        out.flush().map_err(on_standard)?;
        gap = "\n\n";
    }
    Ok(())
}

fn lines(
    positions: Positions,
    line: impl Fn(&Position) -> serde_json::Result<String>,
) -> anyhow::Result<()> {
    let mut out = Output::standard();
    for position in positions {
        writeln!(out, "{}", line(&position?)?)?;
        out.flush()?;
    }
    Ok(())
}

/// Writes a file for each picture.
fn write_all(
    positions: Positions,
    shown: &Picture,
    folder: &Path,
    create: impl Fn(&Path) -> anyhow::Result<Output>,
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let mut written = 0;
    for (position, number) in positions.zip(1..) {
        for (name, picture) in shown.documents(&position?) {
            let path = folder.join(format!("{number:06}-{name}.svg"));
            create(&path)?.complete(&picture)?;
            written += 1;
        }
    }
    say(format_args!(
        "wrote {} to {}",
        counted(written, "picture"),
        folder.display()
    ));
    Ok(())
}

/// Prints a single picture: of the chosen set, or only the first, which has the pawns alone.
fn picture(mut positions: Positions, shown: &Picture, only_first: bool) -> anyhow::Result<()> {
    let Some(position) = positions.next().transpose()? else {
        return Ok(());
    };
    let mut pictures = shown.documents(&position);
    if only_first {
        pictures.truncate(1);
    }
    match (&pictures[..], positions.next().transpose()?) {
        ([(_, picture)], None) => Output::standard().complete(picture),
        _ => {
            let what = "there are several pictures: use --out DIR to write each to a file, or select \
                        one with a name such as white.passed\n";
            Err(clap::Error::raw(ErrorKind::ArgumentConflict, what).into())
        }
    }
}

fn html(mut positions: Positions, chosen: &str) -> anyhow::Result<()> {
    let Some(position) = positions.next().transpose()? else {
        return Ok(());
    };
    if positions.next().transpose()?.is_some() {
        let what = "--format html shows one position, but there are several\n";
        return Err(clap::Error::raw(ErrorKind::TooManyValues, what).into());
    }
    Output::standard().complete(page(&position.fen(), chosen))
}
