//! Asks the module without a browser.

mod questions;

use std::fs;
use std::io::{self, Cursor, Read};
use std::path::Path;

use pawnfill_testing::transcript;
use pawnfill_web::{Message, answer};
use serde_json::{Value, json};

/// Returns the values that answer a task, and the texts of games.
fn asked(task: &Value, file: impl Read + Send + 'static) -> (Vec<Value>, Vec<Vec<u8>>) {
    let (values, games, _) = all_asked(task, file);
    (values, games)
}

/// Returns also what was counted.
fn all_asked(
    task: &Value,
    file: impl Read + Send + 'static,
) -> (Vec<Value>, Vec<Vec<u8>>, Vec<u8>) {
    let (mut values, mut games, mut counted) = (Vec::new(), Vec::new(), Vec::new());
    answer(
        task.to_string().as_bytes(),
        file,
        &mut |message| match message {
            Message::Json(value) => values.push(value),
            Message::Pgn(text) => games.push(text),
            Message::Counted(counts) => counted.extend(counts),
        },
    );
    (values, games, counted)
}

fn game(comment: &str) -> String {
    format!("[Event \"?\"]\n[White \"Hou, Y\"]\n[Black \"Fox\"]\n\n1. e4 {{{comment}}} d5 1-0\n\n")
}

fn find(player: &str, saved: usize) -> Value {
    let conditions = ["white.pawns & e4", "black.pawns & d5"];
    let question = json!({ "file": "a.pgn", "conditions": conditions, "player": player });
    json!({ "task": "find", "question": question, "shown": 1, "saved": saved })
}

#[test]
fn games_are_saved_until_one_is_too_long() {
    let [long, short] = [40_000, 20_000].map(|words| game(&"word ".repeat(words)));
    let (values, games) = asked(&find("", 520_000), Cursor::new(long.repeat(3) + &short));
    assert_eq!(
        (values.len(), games.len()),
        (5, 2),
        "four blocks and the sum"
    );
    assert_eq!(
        values[1]["rows"],
        json!([]),
        "the only one that is shown is in the first"
    );
    let length = asked(&find("", 520_000), Cursor::new(short.clone())).1[0].len();
    for (saved, expected) in [(length, 1), (length - 1, 0)] {
        assert_eq!(
            asked(&find("", saved), Cursor::new(short.clone())).1.len(),
            expected
        );
    }
}

#[test]
fn what_is_not_answered_is_said() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let (values, _) = asked(
        &find("", 0),
        Cursor::new(game(""))
            .chain(Cursor::new(game("")))
            .chain(Broken),
    );
    let sum = values.last().unwrap();
    assert_eq!(
        (sum["games"].as_u64(), sum["unread"].as_str()),
        (Some(1), Some("cannot be read: broken"))
    );
    let bad = "[White \"A\"]\n\n1. e5 *\n\n".repeat(21);
    let (values, _) = asked(&find("", 0), Cursor::new(bad + &game("")));
    assert_eq!(
        (&values[0]["found"], &values[1]["bad"]),
        (&json!(1), &json!(21))
    );
    // Pieces are not followed.
    let (values, _) = asked(&find("", 0), Cursor::new("1. Na5 e5 *"));
    assert_eq!(values[0]["bad"], 0);
}

/// Checks that the player of most games is found with all spellings, and that names which contain a
/// text come first.
#[test]
fn players_of_many_games_are_named() {
    let game = |name| format!("[White \"{name}\"]\n[Black \"C\"]\n\n1. e4 *\n\n");
    let text = game("Korchnoi, Viktor").repeat(3)
        + &game("Kortschnoj,V").repeat(2)
        + &game("Tal").repeat(4);
    let answer = |player: &str, text: &str| {
        let question = json!({ "player": player });
        let task = json!({ "task": "count", "question": question });
        // Workers count parts of a file.
        let (first, last) = text.split_at(text.rfind("[White").unwrap());
        let parts = [first, last].map(|part| all_asked(&task, Cursor::new(part.to_owned())).2);
        let task = json!({ "task": "table", "question": question, "tables": [[]] });
        asked(&task, Cursor::new(parts.concat())).0.swap_remove(0)
    };
    let all = answer("t", &text);
    assert_eq!(
        all["names"],
        json!(["Tal", "Korchnoi, Viktor", "Kortschnoj,V", "C"])
    );
    let of_one = answer("Korchnoi, Viktor", &text);
    let alike = json!([["Kortschnoj,V", 2]]);
    assert_eq!(
        (&of_one["others"]["games"], &of_one["others"]["alike"]),
        (&json!(6), &alike)
    );
    assert_eq!(of_one["others"]["frequent"], json!([["C", 6], ["Tal", 4]]));
    // Opponents are two.
    let both = text + "[White \"Korchnoi, Viktor\"]\n[Black \"Kortschnoj,V\"]\n\n1. e4 *\n\n";
    assert_eq!(
        answer("Korchnoi, Viktor", &both)["others"]["alike"],
        json!([])
    );
    assert_eq!(
        answer("", "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n")["owner"],
        Value::Null
    );
}

/// Returns what the module sends for a task and a file.
fn sent(asked: &str, folder: &Path) -> (Option<i32>, String) {
    let (task, file) = asked.split_once(" < ").unwrap_or((asked, ""));
    let file = if file.is_empty() {
        Vec::new()
    } else {
        fs::read(folder.join(file)).unwrap()
    };
    let mut lines = String::new();
    answer(
        task.as_bytes(),
        Cursor::new(file),
        &mut |message| match message {
            Message::Json(value) => lines += &format!("  {value}\n"),
            Message::Pgn(text) => String::from_utf8_lossy(&text)
                .lines()
                .for_each(|line| lines += &format!("  {line}\n")),
            Message::Counted(_) => {}
        },
    );
    (None, lines)
}

#[test]
fn tasks_are_answered_as_before() {
    transcript::compare(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/module"),
        sent,
    );
}
