//! What structures score.

use std::io::Read;
use std::sync::Arc;

use pawnfill_condition::Definition;
use pawnfill_find::{Counts, Key, Table, summary};
use serde_json::{Value, json};

use crate::progress::Progress;
use crate::question::Question;
use crate::{Message, text};

/// Counts the results of games.
pub(crate) fn count(
    question: &Question,
    structures: &[Arc<Definition>],
    file: impl Read + Send + 'static,
    send: &mut dyn FnMut(Message),
) -> Result<(), String> {
    let survey = question.survey(structures)?;
    Progress::read(
        &question.file,
        file,
        send,
        move |games| survey.part(games),
        take_counts,
    )
}

fn take_counts(part: Counts, progress: &mut Progress, send: &mut dyn FnMut(Message)) {
    send(Message::Counted(packed(&part)));
    progress.errors.extend(part.errors);
    progress.positions += part.positions;
}

pub(crate) fn packed(counts: &Counts) -> Vec<u8> {
    // There is no error where bytes are collected.
    postcard::to_allocvec(counts).unwrap_or_default()
}

/// Returns tables of what was counted, and the names of players.
pub(crate) fn table(
    question: &Question,
    tables: &[Vec<String>],
    mut file: impl Read,
) -> Result<Value, String> {
    let mut counted = Vec::new();
    file.read_to_end(&mut counted).map_err(text)?;
    let mut all = Vec::new();
    for keys in tables {
        let keys: Vec<Key> = keys
            .iter()
            .map(|key| key.parse())
            .collect::<Result<_, _>>()?;
        let table = Table::new(&keys, false);
        all.push((keys, table));
    }
    let mut left = &counted[..];
    while !left.is_empty() {
        let (part, rest) = postcard::take_from_bytes(left).map_err(text)?;
        for (_, table) in &mut all {
            table.add(&part);
        }
        left = rest;
    }
    let Some((_, table)) = all.first() else {
        return Ok(Value::Null);
    };
    let names: Vec<_> = table.frequent(question.value("player")).collect();
    let tables: Vec<_> = all.iter().map(described).collect();
    Ok(json!({
        "tables": tables,
        "names": names,
        "owner": table.owner(),
        "others": table.others(),
    }))
}

fn described((keys, table): &(Vec<Key>, Table)) -> Value {
    let rows = table.rows();
    let columns: Vec<_> = rows.iter().map(|row| row.columns(keys)).collect();
    json!({
        "rows": rows,
        "columns": columns,
        "summary": summary(&rows),
        "counted": table.games,
        "left_out": table.without_result,
        "repeated": table.repeated,
    })
}
