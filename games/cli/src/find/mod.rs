//! `pawnfill find`: finds the games and positions that meet a condition.

mod html;
mod list;
mod matches;
mod options;
mod table;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Context as _, anyhow, bail};
use pawnfill_condition::{Definition, Query, ask, structures, with_file};
use pawnfill_expression::text::printable_lines;
use pawnfill_find::{Key, NoAnswer, Part, Search, Shown, Survey, examples, skeleton};

use matches::{MatchFormat, Matches};
use options::Options;

use crate::input::{self, End, Join, Reading, check_exist, say};
use crate::output::Output;

/// Find the games and positions that meet a condition
///
/// A condition is the name of a structure, or a set of squares, which is met if
/// the set is not empty. `pawnfill find --list` prints all names.
///
///   structures      iqp, white.carlsbad, black.hedgehog
///   patterns        white.isolated, black.passed, open_files
///   pieces          white.pawns, black.bishops, own.kings
///   either color    either.isolated; own.passed and enemy.pawns: White and
///                   Black in turn, with the board seen from that side;
///                   mine.isolated and theirs.pawns with --player NAME
///   squares         a to h, rank_1 to rank_8, a1 to h8, light_squares
///   functions       front_span(white.passed, white)
///   a FEN           its pawns, and no others
///
/// The operators `&`, `|`, `-`, `^` and `~` combine sets. The operators `&&`,
/// `||` and `!` combine conditions. Numbers, such as white.island_count and
/// count(black.passed), are compared with ==, !=, <, <=, > and >=. The
/// operators that bind tightest come first here: `!` and `~`, `-`, `&`, `^`,
/// `|`, comparisons, `&&`, `||`.
///
/// Where other pieces than pawns are named, moves are played, which takes longer.
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_long_help = list::by_family())]
#[command(help_template = help!(
    "pawnfill find carlsbad games.pgn --for 4 --then iqp",
    "pawnfill find 'white.isolated & d && !(black.pawns & c)' games.pgn",
    "pawnfill find mine.isolated games.pgn --player Hou --for 6 --result lost",
    "pawnfill find --by structure,color games.pgn"
))]
pub(crate) struct Args {
    /// Name of a structure, or a condition in quotes (see --help)
    #[arg(value_name = "CONDITION", required_unless_present_any = ["list", "by"])]
    condition: Option<String>,

    /// Files of games or positions (PGN, FEN, EPD), or `-`
    ///
    /// They may be compressed (.gz, .zst). `-` is standard input.
    #[arg(value_name = "GAMES", required_unless_present_any = ["list", "by"])]
    games: Vec<PathBuf>,

    /// Write this format [default: from the extension, or text]
    #[arg(long, value_enum)]
    format: Option<MatchFormat>,

    /// Write matches to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Replace an existing file
    #[arg(long)]
    force: bool,

    /// Stop after this many games, or FEN and EPD lines
    #[arg(long, value_name = "N")]
    limit: Option<NonZero<usize>>,

    /// This condition is met later in the game; may repeat
    ///
    /// --for is about the first condition. Conditions with `own`, `enemy`, `mine` and `theirs` are
    /// met by the same side.
    #[arg(long, value_name = "CONDITION")]
    then: Vec<String>,

    /// Print results by `structure,color,player,year,eco,result,event`
    ///
    /// One or several of them, or `decade`. With `structure`, all structures are searched for, so
    /// there is no CONDITION. Results are those of the player of --player (`mine.iqp`,
    /// `theirs.iqp`), or else of the side that meets the condition, which is White if it is about
    /// neither. A game counts once in a row, for White if both sides meet the condition; rows of
    /// `player` count it for both of them. A structure is of the side that it is named after (see
    /// --list NAME); symmetric ones are of `both`. `95 %` is the interval of the score. The rated
    /// games are compared, if there are five: `usual` is what the same colors and players score in
    /// all games that were read, with these ratings, and `diff` their score minus that. Among many
    /// rows, some differ by chance. Those with `*` come first; 5 % of them are wrong
    /// (Benjamini-Hochberg).
    #[arg(long, value_name = "KEY", value_delimiter = ',', conflicts_with_all = ["list", "limit"])]
    by: Vec<Key>,

    /// Count games with --by again that repeat others
    ///
    /// A game repeats another one with the same names, moves and result, unless the dates or the
    /// addresses differ. Games without names, or with fewer than ten half-moves, repeat none.
    #[arg(long, requires = "by", hide_short_help = true)]
    keep_repeated: bool,

    /// Play every move to find illegal ones (slower)
    ///
    /// Without a board, only illegal moves that contradict the pawns are noticed.
    #[arg(long)]
    legal: bool,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    options: Options,

    /// Print all names, explain or find one, or print all `relations`
    ///
    /// A word that is no name finds the names about which it is said, such as `isolani`. The
    /// relations of structures say which of them exclude or imply each other.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with = "condition")]
    #[arg(help_heading = "Names")]
    list: Option<String>,

    /// Add your names from a file, written as in `--list iqp`
    ///
    /// The lines are those from `title` to `example`.
    #[arg(long, value_name = "FILE", help_heading = "Names")]
    names: Option<PathBuf>,
}

/// Returns the known structures, and those of a file of the user.
pub(crate) fn known(path: Option<&Path>) -> anyhow::Result<Vec<Arc<Definition>>> {
    let Some(path) = path else {
        return Ok(structures());
    };
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| anyhow::anyhow!("{file}: {error}"))?;
    apart(|| with_file(&text, examples).map_err(|error| format!("{file}, {error}")))
}

pub(crate) fn run(mut args: Args) -> anyhow::Result<()> {
    let names = known(args.names.as_deref())?;
    if let Some(name) = &args.list {
        let text = if name.is_empty() {
            list::all(&names)
        } else {
            apart(|| list::one(name, &names))?
        };
        return Output::standard().complete(printable_lines(&text));
    }
    let condition = args.take_condition(&names)?;
    let format = MatchFormat::choose(args.format, &args.output)?;
    let search = args.search(&condition, &names, format)?;
    check_exist(&args.games)?;
    if args.by.is_empty() {
        search.check().map_err(|why| anyhow!(worded(&why)))?;
        return args.write_matches(search, &condition, format);
    }
    let survey =
        apart(|| Survey::new(args.by.clone(), search, &names).map_err(|why| worded(&why)))?;
    table::run(survey, &args, format)
}

/// Where all names are.
pub(crate) const ALL_NAMES: &str = "; `pawnfill find --list` prints all names";

/// Returns why a search has no answer, in terms of options.
fn worded(why: &NoAnswer) -> String {
    let of_nobody =
        |option| format!("{option} needs --player, or a condition with `own` or `either`");
    match why {
        NoAnswer::Mine => {
            "`mine` and `theirs` are the sides of --player NAME and the opponent".to_owned()
        }
        NoAnswer::ColorOfNobody => of_nobody("--as"),
        NoAnswer::ResultOfNobody => of_nobody("--result won or lost"),
        NoAnswer::OpponentOfNobody => of_nobody("--opponent-elo"),
        NoAnswer::Twice(key) => format!("the key `{}` is given twice", key.name()),
        NoAnswer::OneResult => {
            let instead = "leave out --result, or count each result with the key `result`";
            format!("a table of scores needs games of all results: {instead}")
        }
        NoAnswer::Structure(mistake) => mistake.message.clone(),
    }
}

impl Args {
    /// Returns the condition. Where all structures are searched for, the first argument is a file.
    fn take_condition(&mut self, names: &[Arc<Definition>]) -> anyhow::Result<String> {
        let mut condition = self.condition.take();
        if self.by.contains(&Key::Structure) {
            if !self.then.is_empty() {
                bail!("--then needs a first condition, and --by structure takes none");
            }
            if let Some(file) = condition.take() {
                if file != "-" && !Path::new(&file).exists() {
                    bail!("there is no file `{file}`, and --by structure takes no condition");
                }
                self.games.insert(0, file.into());
            }
        }
        match condition {
            None if self.games.is_empty() => bail!("no files of games are given"),
            Some(condition) if self.games.is_empty() => {
                bail!("no files of games are given after the condition: {condition}")
            }
            // Every structure has its own condition.
            condition => Ok(condition
                .unwrap_or_else(|| names.first().map_or(String::new(), |of| of.name.clone()))),
        }
    }

    fn search(
        &self,
        condition: &str,
        names: &[Arc<Definition>],
        format: MatchFormat,
    ) -> anyhow::Result<Search> {
        Ok(Search {
            query: asked(condition, names)?,
            then: self
                .then
                .iter()
                .map(|condition| asked(condition, names))
                .collect::<Result<_, _>>()?,
            filter: self.options.filter(),
            shown: if self.by.is_empty() {
                format.shown()
            } else {
                Shown::None
            },
            legal: self.legal,
            skip_bad: self.reading.skip_bad,
        })
    }

    /// Returns what is added to the speed of reading.
    fn note(&self) -> &'static str {
        if self.legal {
            ""
        } else {
            "; legality not checked"
        }
    }

    fn output(&self) -> anyhow::Result<Output> {
        let inputs: Vec<&Path> = self
            .games
            .iter()
            .chain(&self.names)
            .map(PathBuf::as_path)
            .collect();
        Output::create(&self.output, self.force, &inputs)
    }

    fn write_matches(
        &self,
        search: Search,
        condition: &str,
        format: MatchFormat,
    ) -> anyhow::Result<()> {
        let search = Arc::new(search);
        let then = (!self.then.is_empty()).then_some("--then");
        let needs_games = then.or(self.options.needs_games()).or(format.needs_games());
        let limit = self.limit.map_or(usize::MAX, NonZero::get);
        let mut matches = Matches::new(
            format,
            self.games.len() > 1,
            condition,
            limit,
            self.output()?,
        )?;
        let work = |_: &str| {
            let search = Arc::clone(&search);
            move |games: &_| search.part(games)
        };
        let take = |file: &str, part: Part| match needs_games.filter(|_| part.is_records) {
            Some(option) => bail!("{option} needs games, but {file} has single positions"),
            None => matches.add(file, &search, part),
        };
        // With a limit, the next inputs are probably not needed.
        let join = self.limit.is_none().then_some(join as Join<Part>);
        let end = input::read(&self.games, &self.reading, self.note(), work, take, join)?;
        if let End::Mistake(_) = end {
            let is_standard = self.output == Path::new("-");
            let note = "no file was written (use --skip-bad to continue after errors)";
            return if is_standard {
                end.result()
            } else {
                end.result().context(note)
            };
        }
        let said = format!("found {}", matches.said()) + &self.options.missed(matches.took_game);
        matches.finish()?;
        say(said);
        end.result()
    }
}

/// Joins matches only if one has none, because they keep the texts of their blocks.
fn join(part: &mut Part, next: Part) -> Option<Part> {
    let is_empty = |part: &Part| part.games.is_empty() && part.records.is_empty();
    // The search may end at the first mistake.
    if !is_empty(part) && !is_empty(&next) || !part.errors.is_empty() {
        return Some(next);
    }
    part.games.extend(next.games);
    part.records.extend(next.records);
    part.is_records |= next.is_records;
    part.took_game |= next.took_game;
    part.positions += next.positions;
    part.errors.extend(next.errors);
    None
}

/// Reads and proves a condition, and says what is to be noted.
fn asked(condition: &str, names: &[Arc<Definition>]) -> anyhow::Result<Query> {
    let of_fen = skeleton(condition);
    let condition = of_fen.as_deref().unwrap_or(condition);
    of_fen
        .iter()
        .for_each(|condition| say(format_args!("the pawns of this FEN: {condition}")));
    let (query, notes) =
        apart(|| ask(condition, names, examples).map_err(|refused| refused.message(ALL_NAMES)))?;
    notes
        .iter()
        .for_each(|note| say(format_args!("note: {note}")));
    Ok(query)
}

/// Deep conditions need more than the usual stack in builds without optimization.
const STACK: usize = 1 << 28;

/// Does work in a thread of its own, whose stack and diagrams are large and end with it.
pub(crate) fn apart<T: Send>(work: impl FnOnce() -> Result<T, String> + Send) -> anyhow::Result<T> {
    thread::scope(|scope| {
        let worker = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work);
        let worker = worker.context("cannot start a thread")?;
        let result = worker
            .join()
            .unwrap_or_else(|_| Err("the proof of the condition failed".to_owned()));
        result.map_err(anyhow::Error::msg)
    })
}
