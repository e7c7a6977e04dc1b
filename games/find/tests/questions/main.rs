//! Questions made of random parts, compared with answers by definition.

mod tables;

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::Arc;

use cozy_chess::{Board, Color as Of};
use fastrand::Rng;
use pawnfill::Color;
use pawnfill_condition::{Definition, with_file};
use pawnfill_find::{Match, Repeats, Run, Search, Shown, text};
use pawnfill_games_testing::conditions::{CONDITIONS, DEFINITIONS};
use pawnfill_games_testing::games::{SampleGame, games, last_move};
use pawnfill_games_testing::slow::{self, Asked, Found};
use pawnfill_positions::{Format, Games};

fn names() -> Vec<Arc<Definition>> {
    with_file(DEFINITIONS, pawnfill_find::examples).unwrap()
}

/// Reads games as two inputs, whose first games have these numbers.
fn read(made: &[SampleGame], is_illegal: bool) -> Vec<(usize, Arc<Games>)> {
    let half = made.len() / 2;
    let inputs = [(0, &made[..half]), (half, &made[half..])]
        .into_iter()
        .flat_map(move |(first, made)| {
            let text: String = made
                .iter()
                .map(|game| game.text(is_illegal, |_| String::new()))
                .collect();
            let blocks =
                pawnfill_positions::blocks("made", Cursor::new(text), Some(Format::Pgn), 1)
                    .unwrap();
            blocks
                .map(Arc::clone)
                .map(move |games| (first, games.unwrap()))
        });
    let inputs: Vec<_> = inputs.collect();
    assert_eq!(inputs.len(), 2, "each input is one block");
    inputs
}

/// Returns the runs of a match. The program shows them in the order of each condition.
fn runs(found: &Match) -> Vec<Found> {
    let side = |side: Option<Color>| side.map(|side| side as usize);
    let runs = found.runs.iter();
    runs.map(|run| {
        (
            run.part,
            side(run.side),
            run.plies.start as usize,
            run.plies.end as usize,
        )
    })
    .collect()
}

/// Checks what is written about the runs of a match.
fn check_text(found: &Match, game: &SampleGame, legal: bool) {
    let span = |run: &Run| {
        [run.plies.start, run.plies.end - 1].map(|ply| last_move(&game.boards[ply as usize]))
    };
    for run in &found.runs {
        let mut words = Vec::new();
        for ply in run.plies.start.max(1) as usize..run.plies.end as usize {
            let (number, step) = (last_move(&game.boards[ply]), &game.moves[ply - 1]);
            words.push(match game.boards[ply].side_to_move() {
                Of::Black => format!("{number}. {step}"),
                Of::White if words.is_empty() => format!("{number}... {step}"),
                Of::White => step.clone(),
            });
        }
        assert_eq!(text(&found.game, run), words.join(" "));
    }
    let comments = |ply| {
        let mut comments = Vec::new();
        for run in found
            .runs
            .iter()
            .filter(|run| run.plies.start as usize == ply)
        {
            let [first, last] = span(run);
            let then = if run.part > 0 { "then " } else { "" };
            let last = if first == last {
                String::new()
            } else {
                format!("-{last}")
            };
            let side = run
                .side
                .map_or(String::new(), |side| format!(" {}", side.name()));
            comments.push(format!("{then}{first}{last}{side}"));
        }
        if comments.is_empty() {
            String::new()
        } else {
            format!(" {{pawnfill: {}}}", comments.join(", "))
        }
    };
    assert_eq!(
        found.pgn().map(|pgn| String::from_utf8(pgn).unwrap()),
        (!game.is_bad || legal).then(|| game.text(legal, comments))
    );
}

/// Checks the positions that a match shows of its runs.
fn check_shown(found: &Match, game: &SampleGame, shown: Shown) {
    let men = |ply: usize| game.boards[ply].occupied().len();
    let quiet = |&(_, _, start, end): &Found| {
        let is_quiet = |&ply: &usize| ply + 1 == game.boards.len() || men(ply + 1) == men(ply);
        (start..end)
            .find(is_quiet)
            .unwrap_or(start + (end - start) / 2)
    };
    let runs = runs(found);
    let all: BTreeSet<usize> = runs
        .iter()
        .flat_map(|&(_, _, start, end)| start..end)
        .collect();
    assert_eq!(found.positions, all.len() as u64);
    let plies: Vec<usize> = match shown {
        Shown::None => Vec::new(),
        Shown::Quiet => runs.iter().map(quiet).collect(),
        Shown::All => all.into_iter().collect(),
    };
    assert!(
        found
            .shown
            .iter()
            .map(|position| position.ply as usize)
            .eq(plies.iter().copied())
    );
    for (position, ply) in found.shown.iter().zip(plies) {
        let [placement, expected] = [position.fen().into_owned(), game.boards[ply].to_string()];
        assert_eq!(placement.split(' ').next(), expected.split(' ').next());
    }
}

/// What was found in games.
#[derive(Default)]
struct Total {
    positions: u64,
    errors: usize,
    matches: usize,
    repeats: Repeats,
    repeated: Vec<bool>,
}

/// Compares what a search finds with the question, and returns it.
fn check(
    asked: &Asked,
    search: &Search,
    made: &[SampleGame],
    read: &[(usize, Arc<Games>)],
) -> Total {
    let mut total = Total::default();
    let mut expected = asked.all_found(made).into_iter();
    let (before, mut found_games) = (asked.read(made), Vec::new());
    for (first, games) in read {
        let part = search.part(games);
        for found in &part.games {
            let number = first + found.game.number() as usize - 1;
            let mut runs = runs(found);
            assert!(runs.is_sorted_by_key(|run| (run.0, run.2)), "{asked:?}");
            runs.sort_by_key(|&(part, side, _, end)| (part, side, end));
            assert_eq!(Some((number, runs)), expected.next(), "{asked:?}");
            check_shown(found, &made[number], search.shown);
            check_text(found, &made[number], asked.legal);
            let is_repeated = total.repeats.is_repeated(found.identity);
            total.repeated.push(is_repeated);
            found_games.push(&made[number]);
        }
        total.positions += part.positions;
        total.errors += part.errors.len();
        let here = *first..first + games.count() as usize;
        let is_asked = |at: usize| here.contains(&at) && asked.sides(&made[at]).contains(&true);
        assert_eq!(part.took_game, (0..before.len()).any(is_asked));
        if total.errors > 0 && !asked.skip_bad {
            break;
        }
    }
    assert_eq!(expected.next(), None, "{asked:?}");
    let positions: usize = before.iter().map(|game| game.boards.len()).sum();
    assert_eq!(total.positions, positions as u64, "{asked:?}");
    assert_eq!(
        total.errors,
        before.iter().filter(|game| game.is_bad).count()
    );
    assert_eq!(total.repeated, slow::repeats(&found_games, asked.legal));
    total.matches = found_games.len();
    total
}

#[test]
fn questions() {
    let (made, names, mut rng) = (games(200), names(), Rng::with_seed(2));
    let read = [false, true].map(|is_illegal| read(&made, is_illegal));
    let (mut matches, mut answered, mut repeated) = (0, 0, 0);
    for _ in 0..300 {
        let asked = Asked::new(&mut rng);
        let shown = [Shown::None, Shown::Quiet, Shown::All][rng.usize(..3)];
        let search = asked.search(&names, shown);
        assert_eq!(search.check().is_err(), asked.has_no_answer(), "{asked:?}");
        if asked.has_no_answer() {
            continue;
        }
        let total = check(&asked, &search, &made, &read[usize::from(asked.legal)]);
        matches += total.matches;
        repeated += total.repeated.into_iter().filter(|is_so| *is_so).count();
        answered += 1;
    }
    assert!(
        answered > 150 && matches > 1500 && repeated > 30,
        "{answered} {matches} {repeated}"
    );
}

#[test]
fn records() {
    let (made, names, mut rng) = (games(30), names(), Rng::with_seed(4));
    let boards: Vec<&Board> = made
        .iter()
        .flat_map(|game| game.boards.iter().step_by(5))
        .collect();
    let lines: String = boards.iter().map(|board| format!("{board}\n")).collect();
    let mut matches = 0;
    for _ in 0..180 {
        let asked = Asked {
            skip_bad: true,
            ..Asked::new(&mut rng).without(&["moves", "player"])
        };
        let search = asked.search(&names, Shown::None);
        let is_met = |board: &&&Board| {
            let is_met = CONDITIONS[asked.conditions[0]].is_met;
            asked.takes(board) && (is_met(board, Of::White) || is_met(board, Of::Black))
        };
        let expected = boards.iter().filter(is_met).map(|board| board.to_string());
        let input = Cursor::new(lines.clone());
        let parts = pawnfill_positions::blocks("made", input, Some(Format::Lines), 1).unwrap();
        let found: Vec<_> = parts
            .map(move |games| search.part(games))
            .map(Result::unwrap)
            .collect();
        let records = found.iter().flat_map(|part| &part.records);
        assert!(
            records
                .map(|record| record.position.fen().into_owned())
                .eq(expected),
            "{asked:?}"
        );
        assert!(
            found
                .iter()
                .all(|part| part.is_records && part.games.is_empty())
        );
        matches += found.iter().map(|part| part.records.len()).sum::<usize>();
    }
    assert!(matches > 3000, "{matches}");
}
