//! Tables of random keys.

use std::collections::HashMap;

use fastrand::Rng;
use pawnfill_find::{Counts, Key, Row, Shown, Survey};

use crate::games::{Made, games};
use crate::slow::{Asked, CONDITIONS, Condition, View};

const KEYS: [&str; 8] = ["structure", "color", "player", "year", "decade", "eco", "result", "event"];

/// The side of a game with its result, as numbers.
type Side = (usize, usize);

fn points(game: &Made, side: usize) -> Option<f64> {
    let of_white =
        [("1-0", 1.0), ("1/2-1/2", 0.5), ("0-1", 0.0)].into_iter().find(|(text, _)| *text == game.result);
    of_white.map(|(_, points)| if side == 0 { points } else { 1.0 - points })
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len() as f64
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Compares a row with the sides of games that belong to it, and with all sides that it is compared with.
fn check_row(row: &Row, games: &[Made], of_row: &[Side], all: &[Side]) {
    let points_of = |sides: &[Side]| -> Vec<f64> {
        sides.iter().map(|&(game, side)| points(&games[game], side).unwrap()).collect()
    };
    let own = points_of(of_row);
    let number = |wanted: f64| own.iter().filter(|&&points| points == wanted).count() as u64;
    assert_eq!((row.won, row.drawn, row.lost), (number(1.0), number(0.5), number(0.0)), "{:?}", row.keys);
    assert_eq!(row.games, own.len() as u64);
    let (score, n) = (mean(own.iter().copied()), own.len() as f64);
    assert!(is_near(row.score, score));
    // Wilson's interval, with the variance of games that can be drawn.
    let variance = mean(own.iter().map(|points| (points - score).powi(2)));
    let root = 1.96 * (1.96_f64.powi(2) + 4.0 * n * variance).sqrt();
    for (end, root) in [(row.low, -root), (row.high, root)] {
        let expected = (2.0 * n * score + 1.96_f64.powi(2) + root) / (2.0 * (n + 1.96_f64.powi(2)));
        assert!(is_near(end, expected.clamp(0.0, 1.0)));
    }
    let points_and_expected = |&(game, side): &Side| {
        let [own, enemy] = [games[game].ratings[side]?, games[game].ratings[1 - side]?].map(f64::from);
        Some((points(&games[game], side)?, 1.0 / (1.0 + 10_f64.powf((enemy - own) / 400.0))))
    };
    let rated: Vec<_> = of_row.iter().filter_map(points_and_expected).collect();
    let expected = mean(rated.iter().map(|(_, expected)| *expected));
    assert_eq!((row.rated, row.expected.is_some()), (rated.len() as u64, !rated.is_empty()));
    assert!(row.expected.is_none_or(|of_row| is_near(of_row, expected)));
    let of_side = |side| all.iter().copied().filter(|of| of.1 == side).collect::<Vec<_>>();
    let surplus =
        |side| mean(of_side(side).iter().filter_map(points_and_expected).map(|(points, of)| points - of));
    let usual = mean(of_row.iter().map(|of| match points_and_expected(of) {
        Some((_, expected)) => expected + surplus(of.1),
        None => mean(points_of(&of_side(of.1))),
    }))
    .clamp(0.0, 1.0);
    assert!(is_near(row.usual, usual), "{:?}: {} {usual}", row.keys, row.usual);
    assert!(is_near(row.difference, score - usual));
    assert_eq!(row.chance, own.len() < 5 || row.low - 1e-9 <= usual && usual <= row.high + 1e-9);
}

/// Returns the structures of the rows that count a game, and the sides for which they count it.
fn rows_of(asked: &Asked, is_by_structure: bool, game: &Made) -> Vec<(String, usize)> {
    let numbers: Vec<_> = if is_by_structure {
        (0..3).map(|number| vec![number]).collect()
    } else {
        vec![asked.conditions.clone()]
    };
    let mut rows = Vec::new();
    for conditions in numbers {
        let Condition { text: name, view, .. } = CONDITIONS[conditions[0]];
        let found = Asked { conditions, ..asked.clone() }.found(game);
        let is_met = |side: usize| found.iter().any(|run| run.0 == 0 && run.1.is_none_or(|of| of == side));
        for side in (0..2).filter(|&side| asked.sides(game)[side]) {
            let has_player = asked.players.is_some();
            if is_by_structure && has_player {
                rows.extend(is_met(side).then(|| (format!("mine.{name}"), side)));
                rows.extend(is_met(1 - side).then(|| (format!("theirs.{name}"), side)));
                continue;
            }
            // Whoever meets the condition, the player counts; without one, it is White if the condition is about neither side.
            let counts = match view {
                View::Board | View::Either | View::Own if has_player => !found.is_empty(),
                View::Board => side == 0 && is_met(0),
                _ => is_met(side),
            };
            rows.extend(counts.then(|| (name.to_owned(), side)));
        }
    }
    rows
}

fn value(key: &str, structure: &str, game: &Made, side: usize) -> String {
    let year = game.year.map_or(String::new(), |year| year.to_string());
    let value = match key {
        "structure" => structure,
        "color" => ["white", "black"][side],
        "player" => game.names[side],
        "year" => &year,
        "decade" => return if year.is_empty() { "?".to_owned() } else { format!("{}0s", &year[..3]) },
        "eco" => game.eco_and_event[0],
        "result" => ["lost", "drawn", "won"][(2.0 * points(game, side).unwrap()) as usize],
        _ => game.eco_and_event[1],
    };
    if value.is_empty() { "?" } else { value }.to_owned()
}

fn is_before(a: &Row, b: &Row) -> bool {
    let surprise = |row: &Row| (row.score - row.usual).abs() / (row.high - row.low);
    let weight = |row: &Row| if row.chance { row.games as f64 } else { surprise(row) };
    a.chance.cmp(&b.chance).then(weight(b).total_cmp(&weight(a))).is_le()
}

#[test]
fn tables() {
    let (made, names, mut rng) = (games(400), crate::names(), Rng::with_seed(3));
    let read = [false, true].map(|is_illegal| crate::read(&made, is_illegal));
    let structures: Vec<_> = CONDITIONS[..3]
        .iter()
        .map(|condition| names.iter().find(|name| name.name == condition.text).unwrap().clone())
        .collect();
    let (mut unusual, mut usual) = (0, 0);
    for _ in 0..70 {
        let asked = Asked { result: None, ..Asked::new(&mut rng) };
        let mut keys = KEYS;
        rng.shuffle(&mut keys);
        let keys = &keys[..1 + rng.usize(..3)];
        let is_by_structure = keys.contains(&"structure");
        let parsed: Vec<Key> = keys.iter().map(|key| key.parse().unwrap()).collect();
        assert!(parsed.iter().map(|key| key.name()).eq(keys.iter().copied()));
        let search = asked.search(&names, Shown::None);
        let survey = Survey::new(parsed, search, if is_by_structure { &structures } else { &names });
        assert_eq!(survey.is_err(), !is_by_structure && asked.has_no_answer());
        let Ok(survey) = survey else { continue };
        let mut total = Counts::default();
        for (_, games) in &read[usize::from(asked.legal)] {
            let part = survey.part(games);
            total.add(&part);
            if !part.errors.is_empty() && !asked.skip_bad {
                break;
            }
        }
        let (mut of_rows, mut all) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let (mut counted, mut without_result) = (0, 0);
        let (before, numbers) = asked.read(&made);
        for number in numbers.into_iter().filter(|&number| asked.skip_bad || !made[number].is_bad) {
            let game = &made[number];
            let rows = rows_of(&asked, is_by_structure, game);
            if game.result == "*" {
                without_result += u64::from(!rows.is_empty());
                continue;
            }
            counted += u64::from(!rows.is_empty());
            for side in (0..2).filter(|&side| asked.played(game)[side]) {
                let player = if keys.contains(&"player") { game.names[side] } else { "" };
                all.entry(player).or_default().push((number, side));
            }
            for (structure, side) in rows {
                let keys: Vec<_> = keys.iter().map(|key| value(key, &structure, game, side)).collect();
                of_rows.entry(keys).or_default().push((number, side));
            }
        }
        assert_eq!((total.games, total.without_result), (counted, without_result), "{keys:?} {asked:?}");
        assert_eq!(total.positions, before.iter().map(|game| game.boards.len() as u64).sum::<u64>());
        let rows = survey.rows(&total);
        assert_eq!(rows.len(), of_rows.len());
        assert!(rows.is_sorted_by(is_before));
        for row in &rows {
            let player = keys.iter().position(|&key| key == "player").map_or("", |at| &row.keys[at]);
            check_row(row, &made, &of_rows[&row.keys], &all[player]);
            *if row.chance { &mut usual } else { &mut unusual } += 1;
        }
    }
    assert!(unusual > 20 && usual > 300, "{unusual} {usual}");
}
