//! Tables of random keys.

use std::collections::HashMap;

use fastrand::Rng;
use pawnfill_find::{Key, Row, Shown, Survey, Table, sort, summary};
use pawnfill_games_testing::conditions::{CONDITIONS, Perspective, SampleCondition};
use pawnfill_games_testing::games::{SampleGame, games};
use pawnfill_games_testing::slow::{self, Asked};

const KEYS: [&str; 9] = [
    "structure",
    "color",
    "player",
    "year",
    "decade",
    "eco",
    "result",
    "rating",
    "event",
];

/// The side of a game with its result, as numbers.
type Side = (usize, usize);

fn points(game: &SampleGame, side: usize) -> Option<f64> {
    let of_white = [("1-0", 1.0), ("1/2-1/2", 0.5), ("0-1", 0.0)]
        .into_iter()
        .find(|(text, _)| *text == game.result);
    of_white.map(|(_, points)| if side == 0 { points } else { 1.0 - points })
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let values: Vec<f64> = values.into_iter().collect();
    values.iter().sum::<f64>() / values.len() as f64
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Compares a row with the sides of games that belong to it, and with all sides that it
/// is compared with.
fn check_row(row: &Row, games: &[SampleGame], of_row: &[Side], all: &[Side], is_compared: bool) {
    let points_of = |sides: &[Side]| -> Vec<f64> {
        sides
            .iter()
            .map(|&(game, side)| points(&games[game], side).unwrap())
            .collect()
    };
    let own = points_of(of_row);
    let number = |wanted: f64| own.iter().filter(|&&points| points == wanted).count() as u64;
    assert_eq!(
        (row.won, row.drawn, row.lost),
        (number(1.0), number(0.5), number(0.0)),
        "{:?}",
        row.keys
    );
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
        let [own, enemy] =
            [games[game].ratings[side]?, games[game].ratings[1 - side]?].map(f64::from);
        Some((
            points(&games[game], side)?,
            1.0 / (1.0 + 10_f64.powf((enemy - own) / 400.0)),
        ))
    };
    let rated: Vec<_> = of_row.iter().filter_map(points_and_expected).collect();
    let expected = mean(rated.iter().map(|(_, expected)| *expected));
    assert_eq!(
        (row.rated, row.expected.is_some()),
        (rated.len() as u64, !rated.is_empty())
    );
    assert!(row.expected.is_none_or(|of_row| is_near(of_row, expected)));
    let rated_score = mean(rated.iter().map(|(points, _)| *points));
    assert!(
        row.rated_score
            .is_none_or(|of_row| is_near(of_row, rated_score))
    );
    assert_eq!(row.rated_score.is_some(), !rated.is_empty());
    let of_side = |side| {
        all.iter()
            .copied()
            .filter(|of| of.1 == side)
            .collect::<Vec<_>>()
    };
    let surplus = |side| {
        mean(
            of_side(side)
                .iter()
                .filter_map(points_and_expected)
                .map(|(points, of)| points - of),
        )
    };
    assert_eq!(row.usual.is_some(), is_compared && rated.len() >= 5);
    let (Some(usual), Some(difference)) = (row.usual, row.difference) else {
        return;
    };
    let of_rated = of_row
        .iter()
        .filter_map(|of| Some(points_and_expected(of)?.1 + surplus(of.1)));
    let by_definition = mean(of_rated).clamp(0.0, 1.0);
    assert!(
        is_near(usual, by_definition),
        "{:?}: {usual} {by_definition}",
        row.keys
    );
    assert!(is_near(difference, rated_score - usual));
    // If all games are rated, the interval is that of the test.
    if rated.len() == own.len() {
        assert_eq!(
            row.p.unwrap() < 0.05 - 1e-4,
            !(row.low - 1e-9..=row.high + 1e-9).contains(&usual),
            "{row:?}"
        );
    }
}

/// Checks which rows are marked, from the least certain to the most certain: the first one that is
/// certain enough among as many brings those after it.
fn check_marks(table: &[Row]) {
    let mut rows: Vec<&Row> = table.iter().filter(|row| row.p.is_some()).collect();
    rows.sort_by(|a, b| b.p.unwrap().total_cmp(&a.p.unwrap()));
    let mut is_marked = false;
    for (before, row) in rows.iter().enumerate() {
        is_marked |= row.p.unwrap() * rows.len() as f64 / (rows.len() - before) as f64 <= 0.05;
        assert_eq!(row.marked, is_marked);
    }
    let number = |is_so: fn(&Row) -> bool| rows.iter().filter(|row| is_so(row)).count();
    let (compared, differing) = (rows.len(), number(|row| row.p.unwrap() < 0.05));
    let by_chance = (compared as f64 / 20.0).round();
    let more = format!(
        ", about {by_chance} by chance; {} hold among all rows (*)",
        number(|row| row.marked)
    );
    let more = if differing > 0 { more } else { String::new() };
    let expected = format!("{differing} of {compared} compared rows differ from the usual{more}.");
    assert!(
        summary(table) == expected || compared == 0,
        "{} {expected}",
        summary(table)
    );
    let unmarked = table.iter().skip_while(|row| row.marked);
    assert!(
        unmarked
            .map(|row| (row.marked, row.games))
            .is_sorted_by(|a, b| !b.0 && a.1 >= b.1)
    );
}

/// Sorts rows by each column, and compares neighbors: a missing value is last.
fn check_order(mut rows: Vec<Row>, keys: &[Key]) {
    assert!(sort(&mut rows, keys, "scores").is_err());
    for by in ["games", "-games", "difference", "-difference"] {
        if sort(&mut rows, keys, by).is_err() {
            continue;
        }
        let numbers: Vec<_> = rows
            .iter()
            .map(|row| {
                if by.ends_with("games") {
                    Some(row.games as f64)
                } else {
                    row.difference
                }
            })
            .collect();
        let known = numbers.partition_point(Option::is_some);
        assert!(
            numbers[known..].iter().all(Option::is_none),
            "{by} {numbers:?}"
        );
        let is_so = |a: &_, b: &_| if by.starts_with('-') { a >= b } else { a <= b };
        assert!(numbers[..known].is_sorted_by(is_so), "{by} {numbers:?}");
    }
}

/// Returns `true` if the row of some conditions in order is that of both sides.
fn is_symmetric(asked: &Asked, conditions: &[usize]) -> bool {
    let is_facing = |number: usize| CONDITIONS[number].text == "facing";
    let is_same = |&number: &usize| {
        is_facing(number)
            || matches!(
                CONDITIONS[number].perspective,
                Perspective::Board | Perspective::Either
            )
    };
    is_facing(conditions[0])
        && conditions.iter().all(is_same)
        && !asked.has("player")
        && !asked.has("as")
        && !asked.has("opponent-elo")
}

/// Returns the structures of the rows that count a game, and the sides for which they count it.
fn rows_of(asked: &Asked, keys: &[&str], game: &SampleGame) -> Vec<(String, usize)> {
    let is_by_structure = keys.contains(&"structure");
    let numbers: Vec<_> = if is_by_structure {
        (0..4).map(|number| vec![number]).collect()
    } else {
        vec![asked.conditions.clone()]
    };
    let mut rows = Vec::new();
    for conditions in numbers {
        let SampleCondition {
            text: name,
            perspective,
            ..
        } = CONDITIONS[conditions[0]];
        let is_symmetric = is_symmetric(asked, &conditions);
        let found = Asked {
            conditions,
            ..asked.clone()
        }
        .found(game);
        let is_met = |side: usize| {
            found
                .iter()
                .any(|run| run.0 == 0 && run.1.is_none_or(|of| of == side))
        };
        for side in (0..2).filter(|&side| asked.sides(game)[side]) {
            let has_player = asked.has("player");
            if is_by_structure && has_player && name != "facing" {
                rows.extend(is_met(side).then(|| (format!("mine.{name}"), side)));
                rows.extend(is_met(1 - side).then(|| (format!("theirs.{name}"), side)));
                continue;
            }
            // Whoever meets the condition, the player counts; without one, it is White if the
            // condition is about neither side.
            let counts = match perspective {
                Perspective::Board | Perspective::Either | Perspective::Own if has_player => {
                    !found.is_empty()
                }
                // A row of one player has no other side.
                _ if is_symmetric => (side == 0 || keys.contains(&"player")) && is_met(0),
                Perspective::Board => side == 0 && is_met(0),
                _ => is_met(side),
            };
            rows.extend(counts.then(|| (name.to_owned(), side)));
        }
    }
    rows
}

fn value(key: &str, structure: &str, game: &SampleGame, side: usize) -> String {
    let year = game.year.map_or(String::new(), |year| year.to_string());
    let value = match key {
        "structure" => structure,
        "color" => ["white", "black"][side],
        "player" => game.names[side],
        "year" => &year,
        "decade" => {
            return if year.is_empty() {
                "?".to_owned()
            } else {
                format!("{}0s", &year[..3])
            };
        }
        "rating" => match game.ratings[side] {
            Some(rating) => return format!("{}-{}", rating / 200 * 200, rating / 200 * 200 + 199),
            None => "",
        },
        "eco" => game.eco_and_event[0],
        "result" => ["lost", "drawn", "won"][(2.0 * points(game, side).unwrap()) as usize],
        _ => game.eco_and_event[1],
    };
    if value.is_empty() { "?" } else { value }.to_owned()
}

#[test]
fn tables() {
    let (made, names, mut rng) = (games(400), crate::names(), Rng::with_seed(3));
    let read = [false, true].map(|is_illegal| crate::read(&made, is_illegal));
    let structures: Vec<_> = CONDITIONS[..4]
        .iter()
        .map(|condition| {
            names
                .iter()
                .find(|name| name.name == condition.text)
                .unwrap()
                .clone()
        })
        .collect();
    let (mut marked, mut others) = (0, 0);
    for _ in 0..70 {
        let asked = Asked::new(&mut rng).without(&["result"]);
        let mut keys = KEYS;
        rng.shuffle(&mut keys);
        let keys = &keys[..1 + rng.usize(..3)];
        let is_by_structure = keys.contains(&"structure");
        let parsed: Vec<Key> = keys.iter().map(|key| key.parse().unwrap()).collect();
        assert!(parsed.iter().map(|key| key.name()).eq(keys.iter().copied()));
        let search = asked.search(&names, Shown::None);
        let keeps_repeated = rng.usize(..4) == 0;
        let mut total = Table::new(&parsed, keeps_repeated);
        let survey = Survey::new(
            parsed.clone(),
            search,
            if is_by_structure { &structures } else { &names },
        );
        assert_eq!(survey.is_err(), !is_by_structure && asked.has_no_answer());
        let Ok(survey) = survey else { continue };
        let mut positions = 0;
        for (_, games) in &read[usize::from(asked.legal)] {
            let part = survey.part(games);
            total.add(&part);
            positions += part.positions;
            if !part.errors.is_empty() && !asked.skip_bad {
                break;
            }
        }
        let (mut of_rows, mut all) = (HashMap::<_, Vec<_>>::new(), HashMap::<_, Vec<_>>::new());
        let (mut counted, mut without_result) = (0, 0);
        let before: Vec<&SampleGame> = asked.read(&made).iter().collect();
        let is_read = |game: &&SampleGame| asked.skip_bad || !game.is_bad;
        let repeats = slow::repeats(&before, asked.legal);
        let (mut of_others, mut repeated) = (0, 0);
        for (number, game) in before.iter().enumerate().filter(|(_, game)| is_read(game)) {
            let rows = rows_of(&asked, keys, game);
            if repeats[number] && !keeps_repeated {
                repeated += u64::from(!rows.is_empty());
                continue;
            }
            of_others += u64::from(!asked.played(game).contains(&true));
            if game.result == "*" {
                without_result += u64::from(!rows.is_empty());
                continue;
            }
            counted += u64::from(!rows.is_empty());
            for side in (0..2).filter(|&side| asked.played(game)[side]) {
                let player = if keys.contains(&"player") {
                    game.names[side]
                } else {
                    ""
                };
                all.entry(player).or_default().push((number, side));
            }
            let [white, black] = [0, 1].map(|side| value("rating", "", game, side));
            let differ = keys.contains(&"rating") && white != black
                || keys.contains(&"player") && game.names[0] != game.names[1];
            let is_about_sides = keys.contains(&"color") || differ;
            for (structure, side) in &rows {
                // The row of a structure is about this condition alone.
                let alone = CONDITIONS[..4].iter().position(|of| of.text == structure);
                let alone = alone.filter(|_| keys.contains(&"structure"));
                let conditions = alone.map_or(asked.conditions.clone(), |number| vec![number]);
                let is_of_both = is_symmetric(&asked, &conditions);
                // In a row about both colors, a game counts once, for White.
                let is_one_row = is_of_both && !differ;
                if *side == 1
                    && (!is_about_sides || is_one_row)
                    && rows.contains(&(structure.clone(), 0))
                {
                    continue;
                }
                let value = |key: &&str| match *key {
                    "color" if is_of_both => "both".to_owned(),
                    key => value(key, structure, game, *side),
                };
                of_rows
                    .entry(keys.iter().map(value).collect::<Vec<_>>())
                    .or_default()
                    .push((number, *side));
            }
        }
        let numbers = (total.games, total.without_result, total.repeated);
        assert_eq!(
            numbers,
            (counted, without_result, repeated),
            "{keys:?} {asked:?}"
        );
        assert_eq!(total.others().games, of_others);
        assert_eq!(
            positions,
            before
                .iter()
                .map(|game| game.boards.len() as u64)
                .sum::<u64>()
        );
        let table = total.rows();
        assert_eq!(table.len(), of_rows.len());
        check_marks(&table);
        check_order(total.rows(), &parsed);
        for row in &table {
            let player = keys
                .iter()
                .position(|&key| key == "player")
                .map_or("", |at| &row.keys[at]);
            check_row(
                row,
                &made,
                &of_rows[&row.keys],
                &all[player],
                !keys.contains(&"result"),
            );
            *if row.marked { &mut marked } else { &mut others } += 1;
        }
    }
    assert!(marked > 0 && others > 200, "{marked} {others}");
}
