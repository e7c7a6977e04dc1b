//! Questions about games, compared with a second computation: games that are made up here, walked square by square.

use std::io::Cursor;

use pawnfill::Color;
use pawnfill_condition::{Query, structures};
use pawnfill_find::{Filter, Search, Shown};
use pawnfill_positions::Format;

/// The pawns by square: 1 is White's, -1 Black's.
type Board = [i8; 64];

/// Whether a side, as its number on the board, has something.
type Is = fn(&Board, i8) -> bool;

/// A game of pawns, with the values of its tags.
struct Made {
    names: [&'static str; 2],
    result: &'static str,
    text: String,
    boards: Vec<Board>,
}

const NAMES: [&str; 6] =
    ["Hou, Yifan", "Houska, Jovanka", "Zhou, Jianchao", "Hou,Y", "Kramnik,V", "Kramnik, Vladimir"];

fn random(seed: &mut u64, below: usize) -> usize {
    *seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
    (*seed >> 33) as usize % below
}

/// Returns games whose pawns move at random, while a knight goes to a corner now and then.
fn games() -> Vec<Made> {
    let mut seed = 1;
    (0..400)
        .map(|_| {
            let names = [0; 2].map(|_| NAMES[random(&mut seed, NAMES.len())]);
            let result = ["1-0", "0-1", "1/2-1/2", "*"][random(&mut seed, 4)];
            let mut text =
                format!("[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n\n", names[0], names[1]);
            let mut boards = vec![std::array::from_fn(|square| match square / 8 {
                1 => 1,
                6 => -1,
                _ => 0,
            })];
            for ply in 0..10 + random(&mut seed, 60) {
                let (mut board, own) = (boards[ply], if ply % 2 == 0 { 1 } else { -1 });
                let moves = moves(&board, own);
                if moves.is_empty() || random(&mut seed, 4) == 0 {
                    text += "Na1 ";
                } else {
                    let (from, to, san) = &moves[random(&mut seed, moves.len())];
                    (board[*from], board[*to]) = (0, own);
                    text += &format!("{san} ");
                }
                boards.push(board);
            }
            Made { names, result, text: format!("{text}{result}\n\n"), boards }
        })
        .collect()
}

/// Returns the moves of pawns that promote none.
fn moves(board: &Board, own: i8) -> Vec<(usize, usize, String)> {
    let name = |square: usize| format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1);
    let mut moves = Vec::new();
    for from in (0..64).filter(|&from| board[from] == own) {
        let ahead = |from: usize| (from as i32 + 8 * i32::from(own)) as usize;
        let to = ahead(from);
        if [0, 7].contains(&(to / 8)) {
            continue;
        }
        if board[to] == 0 {
            moves.push((from, to, name(to)));
            if from / 8 == (if own == 1 { 1 } else { 6 }) && board[ahead(to)] == 0 {
                moves.push((from, ahead(to), name(ahead(to))));
            }
        }
        for to in [to.wrapping_sub(1), to + 1] {
            if to / 8 == ahead(from) / 8 && board[to] == -own {
                moves.push((from, to, format!("{}x{}", &name(from)[..1], name(to))));
            }
        }
    }
    moves
}

fn has_isolated(board: &Board, own: i8) -> bool {
    let is_on = |file: usize| (0..8).any(|rank| board[rank * 8 + file] == own);
    (0..8).any(|file| is_on(file) && !(file > 0 && is_on(file - 1)) && !(file < 7 && is_on(file + 1)))
}

/// Returns the sequences of at least this many boards in a row with something, as half-moves.
fn runs(boards: &[Board], length: usize, is_met: impl Fn(&Board) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for ply in (0..boards.len()).filter(|&ply| is_met(&boards[ply])) {
        match runs.last_mut() {
            Some((_, end)) if *end == ply => *end += 1,
            _ => runs.push((ply, ply + 1)),
        }
    }
    runs.retain(|(start, end)| end - start >= length);
    runs
}

fn search(condition: &str, filter: Filter) -> Search {
    let query = Query::parse(condition, &structures().unwrap()).unwrap();
    Search { query, filter, shown: Shown::None, legal: false, skip_bad: false }
}

/// Returns the number of each game that is found, and the side and the half-moves of each run.
fn found(search: Search, games: &[Made]) -> Vec<(usize, Color, usize, usize)> {
    let text: String = games.iter().map(|game| &game.text[..]).collect();
    let blocks = pawnfill_positions::blocks("made", Cursor::new(text), Some(Format::Pgn), 1).unwrap();
    let mut found = Vec::new();
    for part in blocks.map(move |games| search.part(games)) {
        let part = part.unwrap();
        assert!(part.errors.is_empty(), "{:?}", part.errors);
        for one in part.games {
            let number = one.game.number() as usize - 1;
            let run = |run: &pawnfill_find::Run| (run.side.unwrap_or(Color::White), run.plies.clone());
            let runs = one.runs.iter().map(run);
            found.extend(runs.map(|(side, plies)| (number, side, plies.start as usize, plies.end as usize)));
        }
    }
    found.sort_unstable_by_key(|&(number, side, start, _)| (number, side as u8, start));
    found
}

const HOU: [&str; 2] = ["Hou, Yifan", "Hou,Y"];

#[test]
fn mine_is_the_side_of_the_player() {
    let games = games();
    // Hou had isolated pawns for six moves, or the opponent a pawn on d5, and Hou lost.
    let on_d5 = |board: &Board, own: i8| board[if own == 1 { 35 } else { 27 }] == -own;
    let cases: [(_, _, Is); 2] =
        [("mine.isolated", "6", has_isolated), ("theirs.pawns & d5", "3plies", on_d5)];
    for (condition, duration, is_met) in cases {
        let length = if duration == "6" { 12 } else { 3 };
        for color in [None, Some(Color::White), Some(Color::Black)] {
            let mut expected = Vec::new();
            for (number, game) in games.iter().enumerate() {
                for (side, own, lost) in [(Color::White, 1, "0-1"), (Color::Black, -1, "1-0")] {
                    let is_hou = HOU.contains(&game.names[side as usize]);
                    if is_hou && game.result == lost && color.is_none_or(|color| color == side) {
                        let runs = runs(&game.boards, length, |board| is_met(board, own));
                        expected.extend(runs.into_iter().map(|(start, end)| (number, side, start, end)));
                    }
                }
            }
            let filter = Filter {
                duration: Some(duration.parse().unwrap()),
                players: vec!["hou".parse().unwrap()],
                color,
                result: Some("lost".parse().unwrap()),
                ..Filter::default()
            };
            assert!(expected.len() > 5, "{condition} {color:?}: {}", expected.len());
            assert_eq!(found(search(condition, filter), &games), expected, "{condition} {color:?}");
        }
    }
}

/// Without a player, the side that meets the condition has won. With one, the player has, whoever meets the condition.
#[test]
fn results_are_those_of_the_side_in_question() {
    let games = games();
    for player in [None, Some("Kramnik, V")] {
        let mut expected = Vec::new();
        for (number, game) in games.iter().enumerate() {
            let has_won = |side: Color| game.result == if side == Color::White { "1-0" } else { "0-1" };
            for (side, own) in [(Color::White, 1), (Color::Black, -1)] {
                let is_asked = if player.is_none() {
                    has_won(side)
                } else {
                    Color::ALL
                        .into_iter()
                        .any(|of| game.names[of as usize].starts_with("Kramnik") && has_won(of))
                };
                if is_asked {
                    let runs = runs(&game.boards, 1, |board| has_isolated(board, own));
                    expected.extend(runs.into_iter().map(|(start, end)| (number, side, start, end)));
                }
            }
        }
        let players = player.into_iter().map(|name| name.parse().unwrap()).collect();
        let filter = Filter { players, result: Some("won".parse().unwrap()), ..Filter::default() };
        assert!(expected.len() > 10);
        assert_eq!(found(search("own.isolated", filter), &games), expected, "{player:?}");
    }
    let won = || Filter { result: Some("won".parse().unwrap()), ..Filter::default() };
    assert!(
        search("white.isolated", won()).check().unwrap_err().contains("--result won or lost needs --player")
    );
    assert!(search("mine.isolated", Filter::default()).check().unwrap_err().contains("--player NAME"));
    assert!(
        search("white.isolated", Filter { result: Some("1-0".parse().unwrap()), ..won() }).check().is_ok()
    );
}
