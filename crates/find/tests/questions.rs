//! Questions about games, compared with a second computation: games that are made up here, walked square by square.

use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;
use std::sync::Arc;

use cozy_chess::{Board as Played, Color as Of, Piece, Square};
use pawnfill::Color;
use pawnfill_condition::{Query, structures};
use pawnfill_find::{Counts, Filter, Row, Search, Shown, Span, Survey};
use pawnfill_positions::{Blocks, Format};

/// The pawns by square: 1 is White's, -1 Black's.
type Board = [i8; 64];

/// Whether a side, as its number on the board, has something.
type Is = fn(&Board, i8) -> bool;

/// A game of pawns, with the values of its tags.
struct Made {
    names: [&'static str; 2],
    result: &'static str,
    year: &'static str,
    ratings: [Option<u16>; 2],
    text: String,
    boards: Vec<Board>,
}

const NAMES: [&str; 6] =
    ["Hou, Yifan", "Houska, Jovanka", "Zhou, Jianchao", "Hou,Y", "Kramnik,V", "Kramnik, Vladimir"];

/// Returns games whose pawns move at random, while a knight goes to a corner now and then.
fn games() -> Vec<Made> {
    let mut rng = fastrand::Rng::with_seed(1);
    (0..400)
        .map(|_| {
            let names = [0; 2].map(|_| NAMES[rng.usize(..NAMES.len())]);
            let result = ["1-0", "0-1", "1/2-1/2", "1-0", "*"][rng.usize(..5)];
            let year = ["1999", "2001", "????"][rng.usize(..3)];
            let ratings = [0; 2].map(|_| [None, Some(2500), Some(2600), Some(2730)][rng.usize(..4)]);
            let mut text = format!("[Date \"{year}.01.31\"]\n[Result \"{result}\"]\n");
            text += &format!("[UTCDate \"{}.02.01\"]\n", year.replace("2001", "2002"));
            for (color, (name, rating)) in ["White", "Black"].iter().zip(names.iter().zip(ratings)) {
                text += &format!("[{color} \"{name}\"]\n");
                text += &rating.map_or(String::new(), |rating| format!("[{color}Elo \"{rating}\"]\n"));
            }
            text += "\n";
            let mut boards = vec![std::array::from_fn(|square| match square / 8 {
                1 => 1,
                6 => -1,
                _ => 0,
            })];
            for ply in 0..10 + rng.usize(..60) {
                let (mut board, own) = (boards[ply], if ply % 2 == 0 { 1 } else { -1 });
                let moves = moves(&board, own);
                if moves.is_empty() || rng.usize(..4) == 0 {
                    text += "Na1 ";
                } else {
                    let (from, to, san) = &moves[rng.usize(..moves.len())];
                    (board[*from], board[*to]) = (0, own);
                    text += &format!("{san} ");
                }
                boards.push(board);
            }
            Made { names, result, year, ratings, text: format!("{text}{result}\n\n"), boards }
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
fn runs<B>(boards: &[B], length: usize, is_met: impl Fn(&B) -> bool) -> Vec<(usize, usize)> {
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
    Search { query, then: Vec::new(), filter, shown: Shown::None, legal: false, skip_bad: false }
}

fn blocks(games: &[Made]) -> Blocks {
    let text: String = games.iter().map(|game| &game.text[..]).collect();
    pawnfill_positions::blocks("made", Cursor::new(text), Some(Format::Pgn), 1).unwrap()
}

/// Returns the number of each game that is found, and the side and the half-moves of each run.
fn found(search: Search, games: &[Made]) -> Vec<(usize, Color, usize, usize)> {
    found_in(search, blocks(games))
}

fn found_in(search: Search, blocks: Blocks) -> Vec<(usize, Color, usize, usize)> {
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

/// Returns the rows of a table.
fn table(keys: &str, search: Search, games: &[Made]) -> (Counts, Vec<Row>) {
    let keys = keys.split(',').map(|key| key.parse().unwrap()).collect();
    let survey = Arc::new(Survey::new(keys, search, &structures().unwrap()).unwrap());
    let mut total = Counts::default();
    for games in games.chunks(150) {
        let work = Arc::clone(&survey);
        for part in blocks(games).map(move |games| work.part(games)) {
            total.add(&part.unwrap());
        }
    }
    let rows = survey.rows(&total);
    (total, rows)
}

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
fn check_row(row: &Row, games: &[Made], of_row: &[(usize, usize)], all: &[(usize, usize)]) {
    let points_of = |sides: &[(usize, usize)]| -> Vec<f64> {
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
        assert!(is_near(end, (2.0 * n * score + 1.96_f64.powi(2) + root) / (2.0 * (n + 1.96_f64.powi(2)))));
    }
    let points_and_expected = |&(game, side): &(usize, usize)| {
        let [own, enemy] = [games[game].ratings[side]?, games[game].ratings[1 - side]?].map(f64::from);
        Some((points(&games[game], side)?, 1.0 / (1.0 + 10_f64.powf((enemy - own) / 400.0))))
    };
    let rated: Vec<_> = of_row.iter().filter_map(points_and_expected).collect();
    assert_eq!(row.rated, rated.len() as u64);
    let expected = mean(rated.iter().map(|(_, expected)| *expected));
    assert!(is_near(row.expected.unwrap(), expected));
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
    assert_eq!(row.chance, own.len() < 5 || row.low <= usual && usual <= row.high);
}

#[test]
fn tables_count_the_side_that_meets_the_condition() {
    let games = games();
    let (mut of_rows, mut all, mut without_result) = (HashMap::<_, Vec<_>>::new(), Vec::new(), 0);
    for (number, game) in games.iter().enumerate() {
        let has_met = [1, -1].map(|own| !runs(&game.boards, 12, |board| has_isolated(board, own)).is_empty());
        without_result += u64::from(has_met.contains(&true) && game.result == "*");
        for side in (0..2).filter(|&side| points(game, side).is_some()) {
            all.push((number, side));
            if has_met[side] {
                let year = if game.year == "????" { "?" } else { game.year };
                let keys = vec![["white", "black"][side].to_owned(), year.to_owned()];
                of_rows.entry(keys).or_default().push((number, side));
            }
        }
    }
    let filter = || Filter { duration: Some("6".parse().unwrap()), ..Filter::default() };
    let (counts, rows) = table("color,year", search("own.isolated", filter()), &games);
    assert_eq!((rows.len(), counts.without_result), (6, without_result));
    rows.iter().for_each(|row| check_row(row, &games, &of_rows[&row.keys], &all));
    let surprise = |row: &Row| (row.score - row.usual).abs() / (row.high - row.low);
    let weight = |row: &Row| if row.chance { row.games as f64 } else { surprise(row) };
    let is_before = |a: &Row, b: &Row| a.chance.cmp(&b.chance).then(weight(b).total_cmp(&weight(a))).is_le();
    assert!(rows.is_sorted_by(is_before));
    let (_, rows) = table("eco,result", search("own.isolated", filter()), &games);
    assert!(rows.is_sorted_by(is_before) && !rows[0].chance && rows.iter().any(|row| row.chance));
    // What is usual is about all games, also those of other years.
    let years = Some(Span::years("1999").unwrap());
    let (_, rows) = table("color,year", search("own.isolated", Filter { years, ..filter() }), &games);
    assert_eq!(rows.len(), 2);
    rows.iter().for_each(|row| check_row(row, &games, &of_rows[&row.keys], &all));
    // A player is compared with the same player.
    let (_, rows) = table("eco,player", search("own.isolated", filter()), &games);
    assert_eq!(rows.len(), NAMES.len());
    for row in &rows {
        let is_of = |&&(number, side): &&(usize, usize)| games[number].names[side] == row.keys[1];
        let of_row: Vec<_> = of_rows.values().flatten().filter(is_of).copied().collect();
        let all: Vec<_> = all.iter().filter(is_of).copied().collect();
        check_row(row, &games, &of_row, &all);
    }
    let (_, rows) = table("decade", search("own.isolated", filter()), &games);
    for (decade, year) in [("1990s", "1999"), ("2000s", "2001"), ("?", "?")] {
        let of_row: Vec<_> =
            of_rows.iter().filter(|(keys, _)| keys[1] == year).flat_map(|of| of.1.clone()).collect();
        check_row(rows.iter().find(|row| row.keys == [decade]).unwrap(), &games, &of_row, &all);
    }
    // A condition about neither side counts for White.
    let (counts, rows) = table("color", search("white.isolated", filter()), &games);
    assert_eq!((&rows[0].keys[0][..], rows.len(), rows[0].games), ("white", 1, counts.games));
}

#[test]
fn structures_are_those_of_the_player_and_the_opponent() {
    fn has_isolani(board: &Board, own: i8) -> bool {
        let is_on = |file: usize, of: i8| (0..8).any(|rank| board[rank * 8 + file] == of);
        board[if own == 1 { 27 } else { 35 }] == own && !is_on(2, own) && !is_on(4, own) && !is_on(3, -own)
    }
    let games = games();
    for (duration, length) in [(None, 1), (Some("2"), 4)] {
        let (mut of_rows, mut all) = ([const { Vec::new() }; 2], Vec::new());
        for (number, game) in games.iter().enumerate() {
            for side in (0..2).filter(|&side| HOU.contains(&game.names[side]) && points(game, side).is_some())
            {
                all.push((number, side));
                for (of, own) in
                    [if side == 0 { 1 } else { -1 }, if side == 0 { -1 } else { 1 }].into_iter().enumerate()
                {
                    if !runs(&game.boards, length, |board| has_isolani(board, own)).is_empty() {
                        of_rows[of].push((number, side));
                    }
                }
            }
        }
        let duration = duration.map(|duration| duration.parse().unwrap());
        let filter = Filter { duration, players: vec!["Hou".parse().unwrap()], ..Filter::default() };
        let (_, rows) = table("structure", search("iqp", filter), &games);
        for (name, of_row) in ["mine.iqp", "theirs.iqp"].into_iter().zip(of_rows) {
            let row = rows.iter().find(|row| row.keys == [name]).unwrap();
            check_row(row, &games, &of_row, &all);
        }
    }
}

/// Own isolated pawns for two moves, then an enemy pawn on d5 of the same side, then a white pawn on e5: each run that is in
/// some sequence, from the first position that is.
#[test]
fn conditions_follow_each_other() {
    let games = games();
    let mut expected = BTreeMap::new();
    for (number, game) in games.iter().enumerate() {
        for (side, own) in [(Color::White, 1), (Color::Black, -1)] {
            let is_isolated = |board: &Board| has_isolated(board, own);
            let is_on_d5 = |board: &Board| board[if own == 1 { 35 } else { 27 }] == -own;
            let is_on_e5 = |board: &Board| board[36] == 1;
            let plies = |from| from..game.boards.len();
            let parts = [
                runs(&game.boards, 4, is_isolated),
                runs(&game.boards, 1, is_on_d5),
                runs(&game.boards, 1, is_on_e5),
            ];
            let mut add = |part: usize, ply| {
                let run = parts[part].iter().find(|(start, end)| (*start..*end).contains(&ply)).unwrap();
                let side = if part == 2 { Color::White } else { side };
                let first = expected.entry((number, part, side as usize, run.1)).or_insert(ply);
                *first = ply.min(*first);
            };
            for first in plies(0).filter(|&ply| ply + 4 <= game.boards.len()) {
                let lasts = game.boards[first..first + 4].iter().all(is_isolated);
                for second in plies(first + 4).filter(|&ply| lasts && is_on_d5(&game.boards[ply])) {
                    for third in plies(second + 1).filter(|&ply| is_on_e5(&game.boards[ply])) {
                        add(0, first);
                        add(1, second);
                        add(2, third);
                    }
                }
            }
        }
    }
    let names = structures().unwrap();
    let then = ["enemy.pawns & d5", "white.pawns & e5"].map(|text| Query::parse(text, &names).unwrap());
    let filter = Filter { duration: Some("2".parse().unwrap()), ..Filter::default() };
    let search = Search { then: then.into(), ..search("own.isolated", filter) };
    let mut found = BTreeMap::new();
    for part in blocks(&games).map(move |games| search.part(games)) {
        for one in part.unwrap().games {
            for run in one.runs {
                let (side, plies) = (run.side.unwrap_or(Color::White), run.plies);
                let key = (one.game.number() as usize - 1, run.part, side as usize, plies.end as usize);
                assert_eq!(found.insert(key, plies.start as usize), None);
            }
        }
    }
    assert!(expected.len() > 100, "{}", expected.len());
    assert_eq!(found, expected);
}

/// Returns games of random legal moves, with the positions of each.
fn legal_games() -> (String, Vec<Vec<Played>>) {
    let (mut rng, mut text, mut games) = (fastrand::Rng::with_seed(1), String::new(), Vec::new());
    for _ in 0..60 {
        let mut boards = vec![Played::default()];
        text += "[Event \"x\"]\n\n";
        for ply in 0..120 {
            let mut board = boards[ply].clone();
            let mut moves = Vec::new();
            board.generate_moves(|of| {
                // Castling is written in another way.
                moves.extend(of.into_iter().filter(|step| !board.colors(board.side_to_move()).has(step.to)));
                false
            });
            if moves.is_empty() {
                break;
            }
            let step = moves[rng.usize(..moves.len())];
            let piece = board.piece_on(step.from).unwrap();
            let letter = if piece == Piece::Pawn { String::new() } else { piece.to_string().to_uppercase() };
            let promoted =
                step.promotion.map_or(String::new(), |to| format!("={}", to.to_string().to_uppercase()));
            text += &format!("{letter}{}{}{promoted} ", step.from, step.to);
            board.play(step);
            boards.push(board);
        }
        text += "*\n\n";
        games.push(boards);
    }
    (text, games)
}

/// Whether a side has something on a board with all pieces.
type Has = fn(&Played, Of) -> bool;

#[test]
fn conditions_about_pieces() {
    fn squares(board: &Played, piece: Piece, color: Of) -> Vec<(u8, u8)> {
        let of_piece = board.colored_pieces(color, piece).into_iter();
        of_piece.map(|square: Square| (square.file() as u8, square.rank() as u8)).collect()
    }
    fn has_bishop(board: &Played, color: Of, is_light: bool) -> bool {
        squares(board, Piece::Bishop, color)
            .iter()
            .any(|(file, rank)| (file + rank) % 2 == u8::from(is_light))
    }
    let has_outpost: Has = |board, own| {
        let ahead = |rank: u8| if own == Of::White { rank } else { 7 - rank };
        let pawns = squares(board, Piece::Pawn, own);
        let is_isolated = |(file, _): &(u8, u8)| !pawns.iter().any(|(other, _)| other.abs_diff(*file) == 1);
        pawns.iter().any(is_isolated)
            && squares(board, Piece::Knight, own).iter().any(|&(_, rank)| [4, 5].contains(&ahead(rank)))
            && !squares(board, Piece::Queen, !own).iter().any(|&(file, _)| file == 3)
            && squares(board, Piece::Rook, own).len() < 2
    };
    // For Black, light squares are those that are light for White with exchanged colors.
    let has_light: Has = |board, own| has_bishop(board, own, own == Of::White);
    let has_french: Has = |board, own| {
        let pawns = squares(board, Piece::Pawn, Of::Black);
        own == Of::White
            && has_bishop(board, Of::Black, true)
            && [(3, 4), (4, 5)].iter().all(|at| pawns.contains(at))
    };
    let outpost =
        "own.isolated && own.knights & (rank_5 | rank_6) && !(enemy.queens & d) && count(own.rooks) < 2";
    let (text, games) = legal_games();
    for (condition, is_met) in [
        (outpost, has_outpost),
        ("own.bishops & light_squares", has_light),
        ("black.bishops & light_squares && black.pawns & d5 && black.pawns & e6", has_french),
    ] {
        let mut expected = Vec::new();
        for (number, boards) in games.iter().enumerate() {
            for (side, own) in [(Color::White, Of::White), (Color::Black, Of::Black)] {
                let runs = runs(boards, 1, |board| is_met(board, own));
                expected.extend(runs.into_iter().map(|(start, end)| (number, side, start, end)));
            }
        }
        let input = Cursor::new(text.clone());
        let blocks = pawnfill_positions::blocks("made", input, Some(Format::Pgn), 1).unwrap();
        assert!(expected.len() > 5, "{condition}: {}", expected.len());
        assert_eq!(found_in(search(condition, Filter::default()), blocks), expected, "{condition}");
    }
}
