//! Random questions in options, and random tables, compared with their definitions.

#[allow(dead_code, reason = "each test uses a part of it")]
#[path = "../cli/run.rs"]
mod run;
mod show;
mod table;
#[cfg(unix)]
mod transcripts;

use fastrand::Rng;
use pawnfill_games_testing::conditions::{CONDITIONS, DEFINITIONS};
use pawnfill_games_testing::games::games;
use pawnfill_games_testing::slow::{Asked, Found};
use serde_json::Value;

/// Returns the arguments that ask a question.
fn arguments(asked: &Asked) -> Vec<String> {
    let first = CONDITIONS[asked.conditions[0]].text;
    let mut arguments = ["find", first, "-", "--format", "json"]
        .map(str::to_owned)
        .to_vec();
    for &number in &asked.conditions[1..] {
        arguments.extend(["--then", CONDITIONS[number].text].map(str::to_owned));
    }
    for value in &asked.values {
        for text in value.text.split(';') {
            arguments.extend([format!("--{}", value.option), text.to_owned()]);
        }
    }
    for (name, is_given) in [("--legal", asked.legal), ("--skip-bad", asked.skip_bad)] {
        arguments.extend(is_given.then(|| name.to_owned()));
    }
    arguments
}

fn run_of(run: &Value) -> Found {
    let side = ["white", "black"]
        .iter()
        .position(|side| run["side"] == *side);
    let number = |key: &str| run[key].as_u64().unwrap() as usize;
    (
        number("part") - 1,
        side,
        number("first_ply"),
        number("last_ply") + 1,
    )
}

#[test]
fn options_ask_the_question() {
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.txt");
    std::fs::write(&names, DEFINITIONS).unwrap();
    let (made, mut rng, mut matches) = (games(60), Rng::with_seed(7), 0);
    for _ in 0..10 {
        let asked = Asked::new(&mut rng);
        let text: String = made
            .iter()
            .map(|game| game.text(asked.legal, |_| String::new()))
            .collect();
        let is_cut = !asked.skip_bad && asked.read(&made).iter().any(|game| game.is_bad);
        let expected = if asked.has_no_answer() {
            Vec::new()
        } else {
            asked.all_found(&made)
        };
        let mut arguments = arguments(&asked);
        arguments.extend(["--names", names.to_str().unwrap()].map(str::to_owned));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (out, err) = run::outputs(
            &arguments,
            text,
            if asked.has_no_answer() || is_cut {
                2
            } else {
                0
            },
        );
        let lines = out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .map(|line: Value| {
                let mut runs: Vec<_> = line["runs"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(run_of)
                    .collect();
                runs.sort_by_key(|&(part, side, _, end)| (part, side, end));
                (line["game_in_file"].as_u64().unwrap() as usize - 1, runs)
            });
        assert_eq!(lines.collect::<Vec<_>>(), expected, "{asked:?}: {err}");
        matches += expected.len();
    }
    // Other processors draw other questions.
    assert!(matches > 2, "{matches}");
}
