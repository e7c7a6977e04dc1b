//! Cases after public reports: each text in `cases.txt` with what is read of it.

use std::io::Cursor;
use std::sync::Arc;

use pawnfill_positions::{Error, Game, LabelOptions};

/// Returns the options in the title of a case.
fn options(title: &str) -> LabelOptions {
    let mut options = LabelOptions::default();
    let mut words = title.split(' ').skip_while(|word| !word.starts_with("--"));
    while let (Some(name), Some(value)) = (words.next(), words.next()) {
        match name {
            "--labels" => options.views = value.parse().unwrap(),
            "--label-kind" => options.kind = Some(value.parse().unwrap()),
            "--label-scale" => options.scale = Some(value.parse().unwrap()),
            _ => options.units = Some(value.parse().unwrap()),
        }
    }
    options
}

/// Returns a text with its bytes such as `\\x1a`.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        let (byte, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(byte, 16).unwrap());
        bytes.extend(rest.bytes());
    }
    bytes
}

/// Returns what is read of a text, one line per game, mistake and note.
fn answer(title: &str, text: &str) -> String {
    let blocks = pawnfill_positions::blocks("text", Cursor::new(bytes(text)), None, 1).unwrap();
    let mut lines = String::new();
    for games in blocks.labeled(options(title)).map(Arc::clone) {
        match games {
            Ok(games) => {
                if let Some(labels) = games.notes().labels() {
                    lines += &format!("labels: {labels}\n");
                }
                games.iter().for_each(|game| lines += &described(&game));
                for (note, games) in games.notes().iter() {
                    lines += &format!("note: {games} {note}\n");
                }
            }
            Err(error) => lines += &at(&error),
        }
    }
    lines
}

fn at(Error { line, reason, .. }: &Error) -> String {
    format!("line {}: {reason}\n", line.unwrap_or_default())
}

/// Returns the number of a game, its players, result, date and event, the half-moves, what its
/// board knows, and its labels.
fn described(game: &Game) -> String {
    let tags = game.known();
    let [white, black] = &tags.players;
    let mut text = format!("{}. {white}–{black}", game.number());
    let mut add = |word: Option<String>| text.extend(word.map(|word| format!(", {word}")));
    add(tags.result.map(|result| result.to_string()));
    add(tags.date.map(|date| date.to_string()));
    add((!tags.event.is_empty()).then(|| format!("{:?}", tags.event)));
    let (positions, mistake) = game.played();
    if let Some(last) = positions.last() {
        let is_record = game.is_record();
        add((!is_record).then(|| format!("{} half-moves", last.ply)));
        add((is_record || tags.get("FEN").is_some()).then(|| last.fen().into_owned()));
    }
    let labels = game.labels().cloned().unwrap_or_default();
    add(labels
        .white_score
        .map(|score| format!("White scored {score}")));
    add(labels.evaluation.map(|pawns| format!("{pawns} pawns")));
    add(labels.mate.map(|moves| format!("mate in {moves}")));
    add(labels.next_uci.map(String::from));
    text + "\n" + &mistake.as_ref().map(at).unwrap_or_default()
}

/// Compares each answer with the one below its text. With `RECORD=1`, writes them.
#[test]
fn answers() {
    const CASES: &str = include_str!("cases.txt");
    let (head, cases) = CASES.split_once("== ").unwrap();
    let mut found = head.to_owned();
    for case in cases.split("\n== ") {
        let (title, rest) = case.split_once('\n').unwrap();
        let text = rest.split_once("=>\n").map_or(rest, |(text, _)| text);
        found += &format!("== {title}\n{text}=>\n{}\n", answer(title, text));
    }
    if std::env::var_os("RECORD").is_some() {
        std::fs::write("tests/cases.txt", &found).unwrap();
    }
    for (expected, found) in CASES.lines().zip(found.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(CASES, found);
}
