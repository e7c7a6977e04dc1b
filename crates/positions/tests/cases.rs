//! Cases after public reports: each text in `cases.txt` with what is read of it.

use std::io::Cursor;
use std::sync::Arc;

use pawnfill_positions::{Error, Game, LabelOptions, Labels, Tags};

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

/// Returns what is read of a text, one line per game, mistake and note.
fn answer(title: &str, text: &str) -> String {
    let signs = [
        ('␍', "\r"),
        ('␀', "\0"),
        ('␚', "\x1a"),
        ('⍽', "\u{a0}"),
        ('⍰', "\u{feff}"),
    ];
    let bytes = signs
        .into_iter()
        .fold(text.to_owned(), |text, (sign, byte)| {
            text.replace(sign, byte)
        });
    let blocks =
        pawnfill_positions::blocks("text", Cursor::new(bytes.into_bytes()), None, 1).unwrap();
    let mut lines = String::new();
    for games in blocks.labeled(options(title)).map(Arc::clone) {
        match games {
            Ok(games) => {
                let labels = games.notes().labels();
                lines.extend(labels.map(|labels| format!("labels: {labels}\n")));
                games.iter().for_each(|game| lines += &described(&game));
                games
                    .notes()
                    .iter()
                    .for_each(|(note, games)| lines += &format!("note: {games} {note}\n"));
            }
            Err(error) => lines += &at(&error),
        }
    }
    lines
}

fn at(error: &Error) -> String {
    format!(
        "line {}: {}\n",
        error.line.unwrap_or_default(),
        error.reason
    )
}

/// Returns the number of a game, its players, result, date and event, the half-moves, and what its
/// board knows.
fn described(game: &Game) -> String {
    let Tags {
        players: [white, black],
        result,
        date,
        event,
        ..
    } = game.known();
    let mut words = vec![format!("{}. {white}–{black}", game.number())];
    words.extend(result.map(|result| result.to_string()));
    words.extend(date.map(|date| date.to_string()));
    words.extend((!event.is_empty()).then(|| format!("{event:?}")));
    let (positions, mistakes): (Vec<_>, Vec<_>) = game.positions().partition(Result::is_ok);
    words.extend(
        positions
            .len()
            .checked_sub(1)
            .filter(|_| !game.is_record())
            .map(|plies| format!("{plies} half-moves")),
    );
    let last = positions.into_iter().flatten().last();
    words.extend(
        last.map(|last| last.fen().into_owned())
            .filter(|_| game.is_record() || game.tag("FEN").is_some()),
    );
    if let Some(labels) = game.labels().filter(|labels| **labels != Labels::default()) {
        let Labels {
            white_score,
            evaluation,
            mate,
            next_uci,
            ..
        } = labels;
        words.extend(white_score.map(|score| format!("White scored {score}")));
        words.extend(evaluation.map(|pawns| format!("{pawns} pawns")));
        words.extend(mate.map(|moves| format!("mate in {moves}")));
        words.extend(next_uci.as_ref().map(|next| next.to_string()));
    }
    format!(
        "{}\n{}",
        words.join(", "),
        mistakes
            .iter()
            .flat_map(|wrong| wrong.as_ref().err())
            .map(at)
            .collect::<String>()
    )
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
        std::fs::write(
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases.txt"),
            &found,
        )
        .unwrap();
    }
    for (expected, found) in CASES.lines().zip(found.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(CASES, found);
}
