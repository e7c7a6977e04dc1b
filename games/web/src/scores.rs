//! What structures score.

use std::io::Read;
use std::sync::Arc;

use pawnfill_condition::Definition;
use pawnfill_find::{Counts, Key, Sums, Table};
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
        let sums = Sums::new(&keys, false);
        all.push((keys, sums));
    }
    let mut left = &counted[..];
    while !left.is_empty() {
        let (part, rest) = postcard::take_from_bytes(left).map_err(text)?;
        for (_, sums) in &mut all {
            sums.add(&part);
        }
        left = rest;
    }
    let Some((_, sums)) = all.first() else {
        return Ok(Value::Null);
    };
    let names: Vec<_> = sums.frequent(&question.player).collect();
    let tables: Vec<_> = all.iter().map(described).collect();
    Ok(json!({ "tables": tables, "names": names, "owner": sums.owner(), "others": sums.others() }))
}

fn described((keys, sums): &(Vec<Key>, Sums)) -> Value {
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
}
