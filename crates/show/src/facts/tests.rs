use std::collections::BTreeSet;

use pawnfill_positions::embedded;
use serde_json::Value as Json;

use super::*;

const CASES: &str = include_str!("cases.json");

fn facts(fen: &str) -> Json {
    let line = Picture::new(Vec::new(), false).facts(&fen.parse().unwrap());
    serde_json::from_str(&line.unwrap()).unwrap()
}

/// Returns what a path leads to. `len` is a length, `any` that it is not empty, and `&` what two
/// lists share.
fn at(facts: &Json, path: &str) -> Json {
    if let Some((left, right)) = path.split_once(" & ") {
        return list(&words(&at(facts, left)) & &words(&at(facts, right)));
    }
    if let Some(path) = path.strip_prefix("len ") {
        return Json::from(at(facts, path).as_array().map_or(0, Vec::len));
    }
    if let Some(path) = path.strip_prefix("any ") {
        return Json::from(at(facts, path) != Json::Null);
    }
    let pointer = format!("/{}", path.replace('.', "/"));
    facts.pointer(&pointer).cloned().unwrap_or_default()
}

fn words(json: &Json) -> BTreeSet<String> {
    let words = json.as_array().into_iter().flatten();
    words.filter_map(Json::as_str).map(str::to_owned).collect()
}

fn list(words: BTreeSet<String>) -> Json {
    words.into_iter().collect()
}

/// Each question about each position has its answer at its path.
#[test]
fn questions_are_answered() {
    let cases: Json = serde_json::from_str(CASES).unwrap();
    let mut asked = 0;
    for case in cases.as_array().unwrap() {
        let facts = facts(case["fen"].as_str().unwrap());
        for question in case["questions"].as_array().unwrap() {
            let answer = at(&facts, question["path"].as_str().unwrap());
            let expected = &question["answer"];
            let is_equal = match expected {
                Json::Array(_) => words(&answer) == words(expected),
                _ => answer == *expected,
            };
            assert!(is_equal, "{question}: {answer} in {facts}");
            asked += 1;
        }
    }
    assert_eq!(asked, 30);
}

/// The order of keys and values, too, is the one that is documented.
#[test]
fn the_example_is_written_as_documented() {
    let example = include_str!("example.json");
    let fen = serde_json::from_str::<Json>(example).unwrap()["fen"].clone();
    let line = Picture::new(Vec::new(), false).facts(&fen.as_str().unwrap().parse().unwrap());
    assert_eq!(line.unwrap(), example.trim_end());
}

/// In positions of games, each set is the one of its condition, and pairs have all their pawns.
#[test]
fn sets_are_those_of_conditions() {
    let sets = [
        ("backward_not_isolated", "backward - SIDE.isolated"),
        (
            "pawns_on_enemy_half_open_files",
            "pawns & ENEMY.half_open_files",
        ),
        ("pawns_on_light_squares", "pawns & light_squares"),
        ("pawns_on_dark_squares", "pawns & dark_squares"),
        (
            "holes_on_ranks_3_to_6",
            "holes & (rank_3 | rank_4 | rank_5 | rank_6)",
        ),
        ("passed", "passed"),
    ];
    let chains = "pawns & (SIDE.chain_bases_west | SIDE.chain_links_west | SIDE.chain_peaks_west | \
                  SIDE.chain_bases_east | SIDE.chain_links_east | SIDE.chain_peaks_east)";
    let [any_levers, rams] =
        ["any_levers", "rams"].map(|name| format!("white.{name} | black.{name}"));
    let check = |pawns: Pawns, found: &Json, condition: &str| {
        let query = Query::parse(condition, &[]).unwrap();
        let expected = squares(query.set(pawns).unwrap()).into_iter().collect();
        let lists = found.as_array().into_iter().flatten();
        let words: BTreeSet<_> = lists.flat_map(words).chain(words(found)).collect();
        assert_eq!(words, expected, "{condition} of {pawns:?}");
    };
    for pawns in embedded::distinct(&embedded::positions())
        .into_iter()
        .take(500)
    {
        let facts = facts(&pawnfill::Placement::from(pawns).to_string());
        check(pawns, &facts["any_levers"], &any_levers);
        check(pawns, &facts["rams"], &rams);
        for [side, enemy] in [["white", "black"], ["black", "white"]] {
            for (name, condition) in sets.into_iter().chain([("chains", chains)]) {
                let condition = format!("SIDE.{condition}").replace("SIDE", side);
                check(
                    pawns,
                    &facts[side][name],
                    &condition.replace("ENEMY", enemy),
                );
            }
        }
    }
}
