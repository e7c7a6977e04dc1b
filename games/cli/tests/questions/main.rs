//! Random questions in options, and random tables, compared with their definitions.

#[allow(dead_code, reason = "each test uses a part of it")]
#[path = "../cli/run.rs"]
mod run;
mod show;
mod table;
#[cfg(unix)]
mod transcripts;

use fastrand::Rng;
use pawnfill_games_testing::{games, slow};
use serde_json::Value;

use slow::{Asked, CONDITIONS, DEFINITIONS, Found};

/// Returns the arguments that ask a question.
fn arguments(asked: &Asked) -> Vec<&'static str> {
    fn option<M>(name: &'static str, of: &Option<(&'static str, M)>) -> Option<[&'static str; 2]> {
        of.as_ref().map(|(text, _)| [name, *text])
    }
    let options = [
        option("--for", &asked.duration),
        option("--moves", &asked.moves),
        option("--as", &asked.color),
        asked.result.map(|result| ["--result", result]),
        option("--elo", &asked.elo),
        option("--year", &asked.years),
        option("--pieces", &asked.pieces),
        option("--material", &asked.material),
        option("--eco", &asked.openings),
        option("--event", &asked.event),
        option("--time-control", &asked.time_control),
        option("--opponent-elo", &asked.opponent_elo),
    ];
    let switches = [("--legal", asked.legal), ("--skip-bad", asked.skip_bad)];
    let players = asked
        .players
        .iter()
        .flat_map(|(names, _)| names.split(';'))
        .flat_map(|name| ["--player", name]);
    let then = asked.conditions[1..]
        .iter()
        .flat_map(|&number| ["--then", CONDITIONS[number].text]);
    let first = [
        "find",
        CONDITIONS[asked.conditions[0]].text,
        "-",
        "--format",
        "json",
    ]
    .into_iter();
    let switches = switches
        .iter()
        .filter(|switch| switch.1)
        .map(|switch| switch.0);
    first
        .chain(then)
        .chain(players)
        .chain(options.into_iter().flatten().flatten())
        .chain(switches)
        .collect()
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
    let (made, mut rng, mut matches) = (games::games(60), Rng::with_seed(7), 0);
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
        let arguments = [
            &arguments(&asked)[..],
            &["--names", names.to_str().unwrap()],
        ]
        .concat();
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
    assert!(matches > 10, "{matches}");
}
