//! The search of `pawnfill find` as a module of WebAssembly, for a page that reads dropped files.
//!
//! A worker of the page has one task and at most one file or part of a file. [`answer`] does the
//! task, and passes messages to the page: values of JSON, and the text of matching games.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod border;
mod question;

use std::io::{Cursor, Read};
use std::sync::Arc;

use pawnfill::Color;
use pawnfill::pattern::PATTERNS;
use pawnfill_condition::{Definition, PIECES, Query, Refused, ask, function_lines, structures};
use pawnfill_find::{
    About, AboutRun, Counts, Key, Match, NoAnswer, Search, Sums, Table, examples, moves, skeleton,
};
use pawnfill_positions::{Error, Format, Games, NoteCounts, blocks, read};
use serde::Deserialize;
use serde_json::{Value, json};

use question::Question;

/// What a worker does.
#[derive(Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
enum Task {
    /// Lists the names that conditions may use.
    Names,
    /// Writes the condition for the pawns of a FEN.
    Skeleton { fen: String },
    /// Proves conditions.
    Ask { question: Question },
    /// Counts the results of all structures in a part of a file.
    Count { question: Question },
    /// Makes tables, each with its keys, of what was counted in all parts, which is the file.
    Table {
        question: Question,
        tables: Vec<Vec<String>>,
    },
    /// Finds the games in a part of a file that meet the conditions. Only the first ones are shown,
    /// and the text of games is sent up to a number of bytes.
    Find {
        question: Question,
        shown: usize,
        saved: usize,
    },
    /// Plays a game, and colors the squares of a condition where a side meets it.
    Play {
        text: String,
        condition: String,
        side: Option<String>,
    },
}

/// What the page receives.
pub enum Message {
    /// A value, such as some matches, or the mistake that ends the task.
    Json(Value),
    /// The text of matching games.
    Pgn(Vec<u8>),
    /// What was counted, for the task that makes tables.
    Counted(Vec<u8>),
}

/// Does a task. A mistake is a message with the key `error`.
pub fn answer(task: &[u8], file: impl Read + Send + 'static, send: &mut impl FnMut(Message)) {
    if let Err(error) = perform(task, file, send) {
        send(Message::Json(json!({ "error": error })));
    }
}

fn perform(
    task: &[u8],
    file: impl Read + Send + 'static,
    send: &mut impl FnMut(Message),
) -> Result<(), String> {
    let task = serde_json::from_slice(task).map_err(|error| error.to_string())?;
    let structures = structures();
    match task {
        Task::Names => send(Message::Json(names(&structures))),
        Task::Skeleton { fen } => {
            let condition = skeleton(&fen).ok_or_else(|| format!("{fen} is no FEN"))?;
            send(Message::Json(json!({ "condition": condition })));
        }
        Task::Ask { question } => {
            let mut notes = Vec::new();
            for condition in &question.conditions {
                let refused = |why: Refused| why.message(": type a part of a name, and choose one");
                notes.extend(ask(condition, &structures, examples).map_err(refused)?.1);
            }
            question.search(&structures)?.check().map_err(worded)?;
            send(Message::Json(json!({ "notes": notes })));
        }
        Task::Count { question } => count(&question, &structures, file, send)?,
        Task::Table { question, tables } => send(Message::Json(table(&question, &tables, file)?)),
        Task::Find {
            question,
            shown,
            saved,
        } => find(&question, [shown, saved], &structures, file, send)?,
        Task::Play {
            text,
            condition,
            side,
        } => {
            let query = Query::parse(&condition, &structures).map_err(|mistake| mistake.message)?;
            let side = Color::ALL
                .into_iter()
                .find(|color| side.as_deref() == Some(color.name()));
            send(Message::Json(play(text, &query, side)));
        }
    }
    Ok(())
}

/// Returns why a search has no answer, in terms of the controls of the page.
fn worded(why: NoAnswer) -> String {
    let needed =
        |what: &str| format!("{what} needs a player, or a condition with `own` or `either`");
    match why {
        NoAnswer::Mine => {
            "`mine` and `theirs` are the sides of a player and the opponent, so they need a player"
                .to_owned()
        }
        NoAnswer::ColorOfNobody => needed("a color"),
        NoAnswer::ResultOfNobody => needed("won or lost"),
        NoAnswer::OpponentOfNobody => needed("an opponent's rating"),
        NoAnswer::OneResult => {
            "a table of scores needs games of all results: choose any result".to_owned()
        }
        NoAnswer::Twice(key) => format!("the column {} is there twice", key.name()),
        NoAnswer::Structure(mistake) => mistake.message,
    }
}

/// Returns all names. `ofSide` is true if a name needs a side, and null for structures, which may
/// have one.
fn names(structures: &[Arc<Definition>]) -> Value {
    let row = |name: &str, about: &str, of_side: Option<bool>| json!({ "name": name, "about": about.trim_start_matches("Returns "), "ofSide": of_side });
    let structures = structures.iter().map(|of| {
        let mut shown = row(&of.name, of.line("title").unwrap_or_default(), None);
        shown["explained"] = ["about", "white", "black"].map(|key| of.line(key)).into();
        shown["example"] = of.line("example").into();
        shown["side"] = of.side().name().into();
        shown
    });
    let pieces = PIECES
        .iter()
        .map(|name| row(name, "the squares of these pieces", Some(true)));
    let patterns = PATTERNS.iter().map(|of| {
        let mut shown = row(of.name, of.about, Some(of.scopes().len() > 1));
        shown["words"] = of.words().collect();
        shown
    });
    let functions = function_lines().map(|(call, about)| {
        row(
            call.split_inclusive('(').next().unwrap_or_default(),
            about,
            Some(false),
        )
    });
    structures
        .chain(pieces)
        .chain(patterns)
        .chain(functions)
        .collect()
}

/// Reads games, and passes what `work` makes of them to `take`. At the end, the page receives what
/// was read.
fn each<T: Send + 'static>(
    question: &Question,
    file: impl Read + Send + 'static,
    send: &mut impl FnMut(Message),
    work: impl Fn(&Arc<Games>) -> T + Send + Sync + 'static,
    mut take: impl FnMut(T, &mut Vec<Error>, &mut dyn FnMut(Message)) -> u64,
) -> Result<(), String> {
    let name = &question.file;
    let blocks = blocks(name, file, Format::of(name.as_ref()), 1).map_err(|error| error.reason)?;
    let (mut games, mut positions, mut notes) = (0, 0, NoteCounts::default());
    let (mut errors, mut unread) = (Vec::new(), None);
    let records = |games: &Arc<Games>| games.iter().next().is_some_and(|first| first.is_record());
    for part in blocks.map(move |games| (records(games), games.count(), games.notes(), work(games)))
    {
        match part {
            Ok((true, ..)) => {
                unread =
                    Some("this is no PGN: it has single positions, or something else".to_owned());
                break;
            }
            Ok((_, number, notes_of_part, part)) => {
                games += number;
                notes.add(&notes_of_part);
                positions += take(part, &mut errors, send);
            }
            Err(error) => unread = Some(error.reason),
        }
    }
    let mistake = |error: &Error| json!({ "line": error.line, "reason": error.reason });
    send(Message::Json(json!({
        "games": games,
        "positions": positions,
        "notes": notes.iter().map(|(note, games)| json!([games, note])).collect::<Value>(),
        "bad": errors.len(),
        "errors": errors.iter().take(20).map(mistake).collect::<Vec<_>>(),
        "unread": unread,
    })));
    Ok(())
}

fn count(
    question: &Question,
    structures: &[Arc<Definition>],
    file: impl Read + Send + 'static,
    send: &mut impl FnMut(Message),
) -> Result<(), String> {
    let survey = question.survey(structures)?;
    let work = move |games: &Arc<Games>| survey.part(games);
    each(question, file, send, work, |part, errors, send| {
        send(Message::Counted(packed(&part)));
        errors.extend(part.errors);
        part.positions
    })
}

fn packed(counts: &Counts) -> Vec<u8> {
    // There is no error where bytes are collected.
    postcard::to_allocvec(counts).unwrap_or_default()
}

/// Returns tables of what was counted, and the names of players.
fn table(
    question: &Question,
    tables: &[Vec<String>],
    mut file: impl Read,
) -> Result<Value, String> {
    let mut counted = Vec::new();
    file.read_to_end(&mut counted)
        .map_err(|error| error.to_string())?;
    let mut left = &counted[..];
    let keys = tables
        .iter()
        .map(|keys| keys.iter().map(|key| key.parse()).collect());
    let keys: Vec<Vec<Key>> = keys.collect::<Result<_, _>>()?;
    let mut all: Vec<Sums> = keys.iter().map(|keys| Sums::new(keys, false)).collect();
    while !left.is_empty() {
        let (part, rest) = postcard::take_from_bytes(left).map_err(|error| error.to_string())?;
        all.iter_mut().for_each(|sums| sums.add(&part));
        left = rest;
    }
    let tables = keys.iter().zip(&all).map(|(keys, sums)| {
        let Table { rows, summary } = sums.table();
        let columns: Vec<_> = rows.iter().map(|row| row.columns(keys)).collect();
        json!({
            "rows": rows,
            "columns": columns,
            "summary": summary,
            "counted": sums.games,
            "left_out": sums.without_result,
            "repeated": sums.repeated,
        })
    });
    let tables: Value = tables.collect();
    let names = all.first().map(|sums| {
        let names: Vec<_> = sums.frequent(&question.player).collect();
        json!({ "tables": tables, "names": names, "owner": sums.owner(), "others": sums.others() })
    });
    Ok(names.unwrap_or_default())
}

fn find(
    question: &Question,
    [mut left, mut text_left]: [usize; 2],
    structures: &[Arc<Definition>],
    file: impl Read + Send + 'static,
    send: &mut impl FnMut(Message),
) -> Result<(), String> {
    let search = Arc::new(question.search(structures)?);
    let (part, counting) = (Arc::clone(&search), question.counting(structures)?);
    each(
        question,
        file,
        send,
        move |games| {
            let part = part.part(games);
            let counted = packed(&counting.found(&part.games));
            (part, counted)
        },
        |(part, counted), errors, send| {
            let rows: Vec<_> = part
                .games
                .iter()
                .take(left)
                .map(|game| row(&question.file, &search, game))
                .collect();
            left -= rows.len();
            if !part.games.is_empty() {
                send(Message::Counted(counted));
                let pgn: Vec<_> = part.games.iter().filter_map(Match::pgn).flatten().collect();
                let is_saved = pgn.len() <= text_left;
                text_left = if is_saved { text_left - pgn.len() } else { 0 };
                send(Message::Json(json!({
                    "rows": rows,
                    "found": part.games.len(),
                    "matching": part.games.iter().map(|game| game.positions).sum::<u64>(),
                    "is_saved": is_saved,
                })));
                if is_saved {
                    send(Message::Pgn(pgn));
                }
            }
            errors.extend(part.errors);
            part.positions
        },
    )
}

/// Describes a match.
fn row(file: &str, search: &Search, matching: &Match) -> Value {
    let Match {
        game, runs, shown, ..
    } = matching;
    let runs = runs.iter().zip(shown).map(|(run, shown)| {
        let query = search.queries().nth(run.part).unwrap_or(&search.query);
        let squares = query
            .squares(shown.placement(), run.side)
            .squares()
            .map(|square| square.index());
        json!({
            "about": AboutRun::new(game, run, shown),
            "moves": moves(game, run),
            "move": shown.last_move(),
            "squares": squares.collect::<Value>(),
        })
    });
    json!({
        "about": About::new(file, Some(game)),
        "runs": runs.collect::<Value>(),
        "text": String::from_utf8_lossy(game.text()),
        "mistake": game.error().map(|error| &error.reason),
    })
}

/// Returns the positions of a game, up to its first mistake.
fn play(text: String, query: &Query, side: Option<Color>) -> Value {
    let positions = read(
        "the game",
        Cursor::new(text.into_bytes()),
        Some(Format::Pgn),
    )
    .map_while(Result::ok);
    let shown = positions.map(|position| {
        // There are none where the condition is not met.
        let squares = query.squares(position.placement(), side).squares().map(|square| square.index());
        json!({ "fen": position.fen(), "move": position.last_move(), "squares": squares.collect::<Value>() })
    });
    shown.collect()
}
