//! `pawnfill find`: finds the games and positions that meet a condition.

mod format;
mod found;
mod html;
mod list;
mod matches;
mod options;
mod table;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use pawnfill_condition::Definition;
use pawnfill_expression::text::printable_lines;
use pawnfill_find::{Key, NoAnswer, Search, Shown, Survey, sort};

use crate::conditions::{apart, ask, known};
use crate::output::Output;
use crate::progress::say;
use crate::source::{End, Source, Work, check_exist};
use format::FindFormat;
use matches::Matches;
use options::Options;
use table::Results;

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
    format: Option<FindFormat>,

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

    /// Print results by `structure,color,player,rating,year,eco,result,event`
    ///
    /// One or several of them, or `decade`. A `rating` is that of the side whose results are counted,
    /// in bands of 200. With `structure`, all structures are searched for, so
    /// there is no CONDITION. Results are those of the player of --player (`mine.iqp`,
    /// `theirs.iqp`), or else of the side that meets the condition, which is White if it is about
    /// neither. A game counts once in a row, for White if both sides meet the condition; rows of
    /// `player` count it for both of them. A structure is of the side that it is named after (see
    /// --list NAME); symmetric ones are of `both`. `95 %` is the interval of the score. The rated
    /// games are compared, if there are five: `usual` is what the same colors and players score in
    /// all games that were read, with these ratings, and `diff` their score minus that. Among many
    /// rows, some differ by chance. Those with `*` come first; 5 % of them are wrong
    /// (Benjamini-Hochberg). Of FEN and EPD lines, `structure` and `color` have the number of lines, and
    /// the means of their labels: of White's score and of the evaluation.
    #[arg(long, value_name = "KEY", value_delimiter = ',', conflicts_with_all = ["list", "limit"])]
    by: Vec<Key>,

    /// Sort the rows of --by: `difference`, or `-games` for the most first
    ///
    /// The columns are those of --format csv.
    #[arg(
        long,
        value_name = "COLUMN",
        requires = "by",
        allow_hyphen_values = true,
        hide_short_help = true
    )]
    sort: Option<String>,

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
    source: Source,

    #[command(flatten)]
    options: Options,

    /// Print all names, explain or find one, or print all `relations`
    ///
    /// A word that is no name finds the names about which it is said, such as `isolani`. The
    /// relations of structures say which of them exclude or imply each other.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "")]
    #[arg(conflicts_with = "condition", help_heading = "Names")]
    list: Option<String>,

    /// Add your names from a file, written as in `--list iqp`
    ///
    /// The lines are those from `title` to `example`.
    #[arg(long, value_name = "FILE", help_heading = "Names")]
    names: Option<PathBuf>,
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
    let format = FindFormat::choose(args.format, &args.output)?;
    let search = args.search(&condition, &names, format)?;
    if let Some(note) = search.note() {
        say(format_args!("note: {note}"));
    }
    check_exist(&args.games)?;
    if args.by.is_empty() {
        search.check().map_err(|why| anyhow!(worded(&why)))?;
        return args.answer(Matches::new(&args, search, &condition, format)?);
    }
    if let Some(column) = &args.sort {
        sort(&mut [], &args.by, column).map_err(|error| anyhow!("--sort: {error}"))?;
    }
    let survey =
        apart(|| Survey::new(args.by.clone(), search, &names).map_err(|why| worded(&why)))?;
    args.answer(Results::new(&args, survey, format)?)
}

/// What is made of the games that are found.
trait Answer: Work {
    /// Returns what is left after a mistake, if something is missing.
    fn after_mistake(&self) -> Option<&'static str>;

    /// Returns `true` if some game had the tags that the options ask for.
    fn took_game(&self) -> bool;

    /// Completes the output. Returns how much there was, and notes.
    fn finish(self) -> anyhow::Result<(String, Vec<String>)>;
}

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
            Some(condition) => Ok(condition),
            None => Ok(names[0].name.clone()),
        }
    }

    fn search(
        &self,
        condition: &str,
        names: &[Arc<Definition>],
        format: FindFormat,
    ) -> anyhow::Result<Search> {
        let then = self.then.iter().map(|condition| ask(condition, names));
        let then = then.collect::<Result<_, _>>()?;
        Ok(Search {
            query: ask(condition, names)?,
            then,
            filter: self.options.0.clone(),
            shown: if self.by.is_empty() {
                format.shown()
            } else {
                Shown::None
            },
            legal: self.legal,
            skip_bad: self.source.skip_bad,
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

    /// Reads the games and completes the answer.
    fn answer(&self, mut answer: impl Answer) -> anyhow::Result<()> {
        let end = self.source.read(&self.games, self.note(), &mut answer)?;
        if let End::Mistake(_) = end {
            let Some(left) = answer.after_mistake() else {
                return end.result();
            };
            let note = format!("{left} (use --skip-bad to continue after errors)");
            return end.result().context(note);
        }
        let missed = self.options.missed(answer.took_game());
        let (said, notes) = answer.finish()?;
        say(said + &missed);
        notes.into_iter().for_each(say);
        end.result()
    }
}
