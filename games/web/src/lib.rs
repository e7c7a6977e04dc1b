//! The search of `pawnfill find` as a module of WebAssembly, for a page that reads dropped files.
//!
//! A worker of the page has one task and at most one file or part of a file. [`answer`] does the
//! task, and passes messages to the page: values of JSON, and the text of matching games.

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod border;
mod matches;
mod names;
mod progress;
mod question;
mod scores;

use std::io::Read;
use std::sync::Arc;

use pawnfill::Color;
use pawnfill_condition::{Definition, Query, ask, structures};
use pawnfill_find::{NoAnswer, examples, skeleton};
use serde::Deserialize;
use serde_json::{Value, json};

use matches::{find, play};
use names::names;
use question::Question;
use scores::{count, table};

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
pub fn answer(task: &[u8], file: impl Read + Send + 'static, send: &mut dyn FnMut(Message)) {
    if let Err(error) = perform(task, file, send) {
        send(Message::Json(json!({ "error": error })));
    }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

fn perform(
    task: &[u8],
    file: impl Read + Send + 'static,
    send: &mut dyn FnMut(Message),
) -> Result<(), String> {
    let task = serde_json::from_slice(task).map_err(text)?;
    let structures = structures();
    match task {
        Task::Names => send(Message::Json(names(&structures))),
        Task::Skeleton { fen } => {
            let condition = skeleton(&fen).ok_or_else(|| format!("{fen} is no FEN"))?;
            send(Message::Json(json!({ "condition": condition })));
        }
        Task::Ask { question } => send(Message::Json(notes(&question, &structures)?)),
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
            let mut colors = Color::ALL.into_iter();
            let side = colors.find(|color| side.as_deref() == Some(color.name()));
            send(Message::Json(play(text, &query, side)));
        }
    }
    Ok(())
}

/// Proves the conditions of a question, and returns what is said about them.
fn notes(question: &Question, structures: &[Arc<Definition>]) -> Result<Value, String> {
    let mut notes = Vec::new();
    for condition in &question.conditions {
        let answer = ask(condition, structures, examples);
        let (_, more) =
            answer.map_err(|why| why.message(": type a part of a name, and choose one"))?;
        notes.extend(more);
    }
    let search = question.search(structures)?;
    search.check().map_err(worded)?;
    notes.extend(search.note().map(str::to_owned));
    Ok(json!({ "notes": notes }))
}

/// Returns why a search has no answer, in terms of the controls of the page.
fn worded(why: NoAnswer) -> String {
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

fn needed(what: &str) -> String {
    format!("{what} needs a player, or a condition with `own` or `either`")
}
