//! The module's answers to random questions, compared with answers by definition.

use std::io::Cursor;

use fastrand::Rng;
use pawnfill_find::OPTIONS;
use pawnfill_games_testing::conditions::CONDITIONS;
use pawnfill_games_testing::games::{SampleGame, games};
use pawnfill_games_testing::slow::{Asked, Found};
use serde_json::{Value, json};

/// Returns the values that answer a task, and the texts of games.
fn answers(task: &Value, file: &str) -> (Vec<Value>, String) {
    let (values, games) = crate::asked(task, Cursor::new(file.to_owned()));
    (values, String::from_utf8(games.concat()).unwrap())
}

/// Returns a question of the page, which knows no names of the test.
fn asked(rng: &mut Rng) -> Asked {
    let asked = Asked::new(rng);
    let conditions = asked.conditions.iter().map(|number| number % 7 + 3);
    Asked {
        conditions: conditions.collect(),
        legal: false,
        skip_bad: true,
        ..asked
    }
}

fn question(asked: &Asked) -> Value {
    let conditions = asked
        .conditions
        .iter()
        .map(|&number| CONDITIONS[number].text);
    let mut question = json!({
        "file": "made.pgn",
        "conditions": conditions.collect::<Vec<_>>(),
    });
    for option in &OPTIONS {
        let text = asked.value(option.name).unwrap_or_default();
        question[option.id] = format!(" {text} ").into();
    }
    question
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

fn found(run: &Value) -> Found {
    let about = &run["about"];
    let side = ["white", "black"]
        .iter()
        .position(|side| about["side"] == *side);
    let [first, last] = ["first_ply", "last_ply"].map(|key| number(&about[key]));
    (number(&about["part"]) - 1, side, first, last + 1)
}

/// Compares a row with the game that it is about.
fn check(row: &Value, asked: &Asked, game: &SampleGame) {
    let runs = row["runs"].as_array().unwrap();
    for run in runs {
        let (part, side, ..) = found(run);
        let squares = match (CONDITIONS[asked.conditions[part]].text, side) {
            ("theirs.pawns & d5" | "enemy.pawns & d5", Some(0)) => Some(35),
            ("theirs.pawns & d5" | "enemy.pawns & d5", Some(1)) | ("iqp", Some(0)) => Some(27),
            ("iqp", Some(1)) => Some(35),
            ("white.pawns & e4", None) => Some(28),
            _ => None,
        };
        assert!(
            squares.is_none_or(|square| run["squares"] == json!([square])),
            "{row}"
        );
        let ply = number(&run["about"]["ply"]);
        assert_eq!(
            run["move"].as_str(),
            ply.checked_sub(1).map(|ply| &game.moves[ply][..])
        );
    }
    for (color, name) in ["white", "black"].iter().zip(game.names) {
        assert_eq!(row["about"][color], name.replace('?', ""));
    }
    assert_eq!(
        (row["mistake"].is_string(), &row["about"]["result"]),
        (game.is_bad, &json!(game.result))
    );
    assert!(
        game.text(false, |_| String::new())
            .starts_with(row["text"].as_str().unwrap()),
        "{row}"
    );
}

#[test]
fn games_are_found() {
    let (made, mut rng, mut matches) = (games(60), Rng::with_seed(5), 0);
    let text: String = made
        .iter()
        .map(|game| game.text(false, |_| String::new()))
        .collect();
    for _ in 0..180 {
        let asked = asked(&mut rng);
        let proof = answers(&json!({ "task": "ask", "question": question(&asked) }), "").0;
        assert_eq!(
            proof[0]["error"].is_string(),
            asked.has_no_answer(),
            "{asked:?}: {proof:?}"
        );
        if asked.has_no_answer() {
            continue;
        }
        let expected = asked.all_found(&made);
        let shown = 1 + rng.usize(..20);
        let task = json!({ "task": "find", "question": question(&asked), "shown": shown, "saved": 1 << 20 });
        let (values, pgn) = answers(&task, &text);
        let (sum, values) = values.split_last().unwrap();
        let rows: Vec<_> = values
            .iter()
            .flat_map(|value| value["rows"].as_array().unwrap())
            .collect();
        let runs_of = |row: &Value| {
            let mut runs: Vec<_> = row["runs"].as_array().unwrap().iter().map(found).collect();
            runs.sort_by_key(|&(part, side, _, end)| (part, side, end));
            (number(&row["about"]["game_in_file"]) - 1, runs)
        };
        let first: Vec<_> = rows.iter().map(|row| runs_of(row)).collect();
        assert_eq!(first, expected[..shown.min(expected.len())], "{asked:?}");
        rows.iter().for_each(|row| {
            check(
                row,
                &asked,
                &made[number(&row["about"]["game_in_file"]) - 1],
            )
        });
        let total = |key: &str| {
            values
                .iter()
                .map(|value| number(&value[key]))
                .sum::<usize>()
        };
        assert_eq!(total("found"), expected.len());
        let plies = |(_, runs): &(_, Vec<Found>)| {
            let plies = runs.iter().flat_map(|&(_, _, start, end)| start..end);
            plies.collect::<std::collections::BTreeSet<_>>().len()
        };
        assert_eq!(total("matching"), expected.iter().map(plies).sum::<usize>());
        let saved = expected.iter().filter(|(at, _)| !made[*at].is_bad).count();
        assert_eq!(pgn.matches("[Result ").count(), saved);
        let boards = made.iter().map(|game| game.boards.len()).sum::<usize>();
        let bad = made.iter().filter(|game| game.is_bad).count();
        let sums = ["games", "positions", "bad"].map(|key| number(&sum[key]));
        assert_eq!(
            (sums, &sum["notes"]),
            ([made.len(), boards, bad], &json!([]))
        );
        let line = |(at, _): (usize, &str)| json!(1 + text[..at].matches('\n').count());
        let lines = sum["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| &error["line"]);
        assert!(
            lines.eq(&text.match_indices("e9 ").map(line).collect::<Vec<_>>()),
            "{sum}"
        );
        matches += expected.len();
    }
    assert!(matches > 500, "{matches}");
}
