use std::path::Path;
use std::process::Command;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use pawnfill::pattern::Value as Of;
use pawnfill::{Bitboard, Color, Pawns};
use pawnfill_condition::{Query, Reading, readings, structures};
use pawnfill_positions::embedded;
use serde_json::{Map, Value, json};

use super::*;

const FEN: &str = "4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1";

/// Returns the bytes of a constant that [`pawnfill_export::packed`] wrote.
fn unpacked(page: &str, name: &str) -> Vec<u8> {
    let (_, text) = page
        .split_once(&format!("const {name} = \""))
        .expect("the constant exists");
    let (text, _) = text.split_once('"').expect("the constant ends");
    miniz_oxide::inflate::decompress_to_vec_zlib(&BASE64_STANDARD.decode(text).unwrap()).unwrap()
}

#[test]
fn the_page_contains_the_proved_module() {
    let page = page(FEN, "white.backward");
    let names = Selection::names();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let module = pawnfill_export::module(&Selection {
        patterns: &names,
        ..Selection::default()
    })
    .unwrap();
    assert_eq!(unpacked(&page, "base64"), module);
    assert!(page.len() <= 66_000, "the page has {} bytes", page.len());
    let addresses = page.matches("http").count();
    // The name of SVG, and the addresses of the library and of the wiki.
    assert_eq!(addresses, 3, "the page loads nothing");
}

#[test]
fn the_page_has_every_pattern() {
    let data: Value = serde_json::from_slice(&unpacked(&page(FEN, ""), "packed")).unwrap();
    let groups: Vec<(String, Vec<[String; 7]>)> = serde_json::from_value(data[0].clone()).unwrap();
    let mut shown: Vec<_> = groups
        .iter()
        .flat_map(|(_, patterns)| patterns)
        .map(|[name, ..]| name)
        .collect();
    let mut names: Vec<_> = PATTERNS.iter().map(|pattern| pattern.name).collect();
    shown.sort();
    names.sort_unstable();
    assert_eq!(shown, names);
    assert_eq!(groups[0].1[0][0], "passed", "those of players come first");
    for pattern in PATTERNS {
        let address = format!(
            "https://www.chessprogramming.org/{}",
            pattern.source.replace(' ', "_")
        );
        assert_eq!(pattern.source_url, address, "the page links to it");
    }
}

#[test]
fn texts_are_escaped() {
    let page = page("8/8 \"<script>&", "x\"y");
    assert!(page.contains(r#"data-fen="8/8 &quot;&lt;script&gt;&amp;" data-pattern="x&quot;y""#));
}

/// Returns the names of the squares, or of the files if the set consists of whole files.
fn named(set: Bitboard) -> String {
    let files = set.file_set();
    let names: Vec<_> = if set.is_empty() {
        vec!["none".to_owned()]
    } else if files.to_bitboard() == set {
        std::iter::once("files")
            .chain(files.files().map(|file| file.name()))
            .map(str::to_owned)
            .collect()
    } else {
        set.squares().map(|square| square.to_string()).collect()
    };
    names.join(" ")
}

/// Returns the squares that engines mean.
fn squares(reading: &Reading, pawns: Pawns, color: Color) -> Bitboard {
    let query = Query::parse(&reading.condition, &[]).unwrap();
    match color {
        Color::White => query.set(pawns),
        Color::Black => query.set(pawns.flip_colors()).map(Bitboard::flip_vertical),
    }
    .unwrap()
}

/// Returns what the page should say about a side: the labels of the cards, and the
/// readings of engines.
fn labels(pawns: Pawns, color: Color) -> Value {
    let (mut cards, mut meanings) = (Map::new(), Map::new());
    for pattern in PATTERNS {
        let scope = if pattern.column(Scope::Board).is_some() {
            Scope::Board
        } else {
            Scope::Side(color)
        };
        let value = pattern.column(scope).unwrap().value(pawns);
        let readings = readings()
            .into_iter()
            .filter(|reading| reading.pattern == pattern.name);
        let sets: Vec<_> = readings
            .map(|reading| squares(&reading, pawns, color))
            .collect();
        let mut label = match value {
            Of::Set(set) => named(set),
            Of::Files(files) if files.is_empty() => "none".to_owned(),
            Of::Files(files) => files
                .files()
                .map(|file| file.name())
                .collect::<Vec<_>>()
                .join(" "),
            Of::Number(number) => number.to_string(),
        };
        if sets.iter().any(|&set| Of::Set(set) != value) {
            label += ", engines disagree";
        }
        cards.insert(
            pattern.name.to_owned(),
            format!("{}: {label}", pattern.name).into(),
        );
        if !sets.is_empty() {
            meanings.insert(
                pattern.name.to_owned(),
                sets.into_iter().map(named).collect(),
            );
        }
    }
    json!({ "cards": cards, "readings": meanings })
}

#[test]
#[ignore = "needs Node.js and Chromium; `.ci/run page` runs it"]
fn the_page_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/page");
    std::fs::create_dir_all(&folder).unwrap();
    let (games, names) = (embedded::distinct(&embedded::positions()), structures());
    let sides = names
        .iter()
        .flat_map(|of| Color::ALL.map(|color| format!("{color}.{}", of.name)));
    let queries: Vec<_> = sides
        .map(|side| (Query::parse(&side, &names).unwrap(), side))
        .collect();
    let examples = names
        .iter()
        .map(|of| Pawns::from_fen(of.line("example").unwrap()).unwrap());
    let positions = games
        .iter()
        .step_by(games.len() / 250)
        .copied()
        .chain(examples);
    let expected = positions.map(|pawns| {
        let named: Vec<_> = queries
            .iter()
            .filter(|of| of.0.is_met(pawns)[0])
            .map(|of| &of.1)
            .collect();
        let [white, black] = Color::ALL.map(|color| labels(pawns, color));
        let fen = format!("{} w - - 0 1", pawns.placement());
        json!({ "fen": fen, "white": white, "black": black, "named": named })
    });
    let expected: Vec<_> = expected.collect();
    let first = expected[0]["fen"].as_str().unwrap();
    std::fs::write(folder.join("page.html"), page(first, "white.backward")).unwrap();
    std::fs::write(
        folder.join("expected.json"),
        serde_json::to_vec(&expected).unwrap(),
    )
    .unwrap();
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page.mjs");
    let status = Command::new("node")
        .arg(check)
        .arg(&folder)
        .status()
        .expect("Node.js is installed");
    assert!(status.success());
}
