//! Random tables of games and records, whose cells are compared with their definitions.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::Path;

use cozy_chess::{Board, Color, Piece};
use fastrand::Rng;
use pawnfill::pattern::{Column, Kind, PATTERNS, Value};
use pawnfill::{Bitboard, Pawns};

use pawnfill_games_testing::conditions::CONDITIONS;
use pawnfill_games_testing::games::{SampleGame, games};

use crate::run;

const DEFAULT: &str = "game,ply,white_player,black_player,date,year,result,fen,white,black";
const OF_GAMES: &str = "game,white_player,black_player,date,year,result,white_elo,black_elo,file,game_in_file,line,\
    complete,plies,white_score,Event,Site,Round,ECO,Opening,TimeControl,Termination";
const OF_PAWNS: &str = "ply,white,black,white_iqp,black_iqp";
const OF_PIECES: &str = "fen,side_to_move,move_number,last_move,next_move,next_uci,material,evaluation,mate,clock,nags,\
    operations,white_knights,white_bishops,white_rooks,white_queens,white_king,black_knights,black_bishops,black_rooks,\
    black_queens,black_king";
const PIECES: [&str; 5] = ["knights", "bishops", "rooks", "queens", "king"];

/// What can follow a move, with the evaluation, mate, clock and glyphs that it says.
const WORDS: [(&str, [&str; 4]); 6] = [
    ("", ["", "", "", ""]),
    (
        "! { [%evals 9] [%eval 0.17,22] [%clk 0:00:30] }",
        ["0.17", "", "30", "$1"],
    ),
    (
        " $1 {[%eval #-3][%clk 1:02:03.5]}",
        ["", "-3", "3723.5", "$1"],
    ),
    (
        " (2. f4 $9 {[%eval 9]}) {[%eval 2] x]} $14 !? {[%clk 0:00:07]}",
        ["2", "", "7", "$5 $14"],
    ),
    (" {[%eval inf]}", ["", "", "", ""]),
    (" { a\n[%eval -1] }", ["-1", "", "", ""]),
];

/// A game of an input, or a record.
struct Source<'a> {
    /// Without these, it is a record with one board.
    game: Option<&'a SampleGame>,
    boards: &'a [Board],
    /// The places in `WORDS` for each board.
    words: Vec<usize>,
    operations: &'static str,
    file: &'a str,
    line: usize,
    number: usize,
    game_in_file: usize,
    has_mistake: bool,
    /// The half-moves, with one that only the pieces show to be a mistake.
    plies: usize,
}

/// Returns the date in the text of a game, where it is not that of `SampleGame`, and what the table has.
fn date(game: &SampleGame) -> (&'static str, &'static str) {
    match (game.year, game.moves.len() % 2) {
        (Some(1998), _) => (" 1998.??.??", "1998-02-01"),
        (Some(2001), 0) => ("2001/5/07", "2001-05-07"),
        (Some(2001), _) => ("2001-02-29", ""),
        _ => (" 1999.??.??", ""),
    }
}

fn has_result(game: &SampleGame) -> bool {
    !game.moves.len().is_multiple_of(3)
}

fn text_of(game: &SampleGame, words: &[usize], is_illegal: bool) -> String {
    let text = game.text(is_illegal, |ply| WORDS[words[ply]].0.to_owned());
    let text = text.replacen(
        &format!(" {}.??.??", game.year.unwrap_or(0)),
        date(game).0,
        1,
    );
    let end = if has_result(game) { "" } else { game.result };
    format!("{}\n\n", text.trim_end().strip_suffix(end).unwrap())
}

/// Returns the square that a pawn went over in two steps.
fn passed_over(step: &str) -> String {
    match *step.as_bytes() {
        [file @ b'a'..=b'h', from, _, to] if from.abs_diff(to) == 2 => {
            format!("{}{}", char::from(file), char::from(from.midpoint(to)))
        }
        _ => "-".to_owned(),
    }
}

fn uci(step: &str, side: Color) -> String {
    let rank = if side == Color::White { 1 } else { 8 };
    match step {
        "O-O" => format!("e{rank}g{rank}"),
        "O-O-O" => format!("e{rank}c{rank}"),
        _ => step
            .trim_start_matches(char::is_uppercase)
            .replace('=', "")
            .to_lowercase(),
    }
}

fn material(board: &Board) -> String {
    let pieces = [
        ("Q", Piece::Queen),
        ("R", Piece::Rook),
        ("B", Piece::Bishop),
        ("N", Piece::Knight),
    ];
    let of = |color| {
        pieces
            .map(|(letter, piece)| letter.repeat(board.colored_pieces(color, piece).len() as usize))
    };
    [Color::White, Color::Black]
        .map(|color| of(color).concat())
        .join("v")
}

impl Source<'_> {
    fn fen(&self, ply: usize) -> String {
        let text = self.boards[ply].to_string();
        let mut fields: Vec<_> = text.split(' ').map(str::to_owned).collect();
        if let (Some(game), Some(before)) = (self.game, ply.checked_sub(1)) {
            fields[3] = passed_over(&game.moves[before]);
        }
        fields.truncate(if self.operations.is_empty() { 6 } else { 4 });
        fields.join(" ")
    }

    /// Returns the cell of a column that is the same for all positions of a game, and
    /// missing for records.
    fn of_game(&self, column: &str, game: &SampleGame) -> Option<String> {
        let side = usize::from(column.starts_with("black"));
        Some(match column {
            "game" => self.number.to_string(),
            "game_in_file" => self.game_in_file.to_string(),
            "white_player" | "black_player" => game.names[side].replace('?', ""),
            "white_elo" | "black_elo" => {
                game.ratings[side].map_or(String::new(), |elo| elo.to_string())
            }
            "date" => date(game).1.to_owned(),
            "year" => game.year.map_or(String::new(), |year| year.to_string()),
            "result" => game.result.to_owned(),
            "white_score" => {
                let scores = [("1-0", "1.0"), ("0-1", "0.0"), ("1/2-1/2", "0.5")];
                scores
                    .iter()
                    .find(|score| score.0 == game.result)
                    .map_or("", |score| score.1)
                    .to_owned()
            }
            "complete" => if has_result(game) && !self.has_mistake {
                "yes"
            } else {
                "no"
            }
            .to_owned(),
            "plies" => self.plies.to_string(),
            "ECO" => game.eco_and_event[0].to_owned(),
            "Event" => game.eco_and_event[1].replace('?', ""),
            "Site" => game.site.replace('?', ""),
            "TimeControl" => game.time_control.to_owned(),
            _ => return None,
        })
    }

    fn cell(&self, column: &str, ply: usize) -> String {
        if let Some(cell) = self.game.and_then(|game| self.of_game(column, game)) {
            return cell;
        }
        let board = &self.boards[ply.min(self.boards.len() - 1)];
        let color = if column.starts_with("black") {
            Color::Black
        } else {
            Color::White
        };
        let step = |ply: Option<usize>| -> &str {
            self.game
                .zip(ply)
                .and_then(|(game, ply)| game.moves.get(ply))
                .map_or("", |step| step)
        };
        let said = |number: usize| WORDS[self.words[ply]].1[number].to_owned();
        let real = |text: String| match text.parse::<i64>() {
            Ok(number) => format!("{number}.0"),
            Err(_) => text,
        };
        match column {
            "ply" => self.game.map_or(String::new(), |_| ply.to_string()),
            "file" => self.file.to_owned(),
            "line" => self.line.to_string(),
            "fen" => self.fen(ply),
            "side_to_move" => format!("{:?}", board.side_to_move()).to_lowercase(),
            "move_number" if self.operations.is_empty() => board.fullmove_number().to_string(),
            "last_move" => step(ply.checked_sub(1)).to_owned(),
            "next_move" => step(Some(ply)).to_owned(),
            "next_uci" => uci(step(Some(ply)), board.side_to_move()),
            "material" => material(board),
            "evaluation" => real(said(0)),
            "mate" => said(1),
            "clock" => real(said(2)),
            "nags" => said(3),
            "operations" => self.operations.to_owned(),
            "white" | "black" => board.colored_pieces(color, Piece::Pawn).0.to_string(),
            "white_iqp" | "black_iqp" => {
                let isolani = CONDITIONS
                    .iter()
                    .find(|condition| condition.text == "iqp")
                    .unwrap();
                u8::from((isolani.is_met)(board, color)).to_string()
            }
            _ => {
                let piece = PIECES.iter().position(|name| column.ends_with(name));
                let piece =
                    piece.map(|number| board.colored_pieces(color, Piece::ALL[number + 1]).0);
                piece.map_or_else(|| of_pattern(column, board), |set| set.to_string())
            }
        }
    }
}

/// Returns the value of a pattern, whose definition is not tested here.
pub(crate) fn value(column: &str, board: &Board) -> Option<Value> {
    let set = |color| Bitboard::from_bits(board.colored_pieces(color, Piece::Pawn).0);
    let pawns: Pawns = Pawns::new(set(Color::White), set(Color::Black));
    Some(Column::from_name(column)?.value(pawns))
}

fn of_pattern(column: &str, board: &Board) -> String {
    match column
        .strip_suffix("_count")
        .and_then(|name| value(name, board))
    {
        Some(counted) => counted.count().to_string(),
        None => value(column, board).map_or(String::new(), |value| value.bits().to_string()),
    }
}

/// Returns the columns of patterns: of a side, or of both.
pub(crate) fn columns_of(pattern: &str) -> Vec<String> {
    match pattern.split_once('.') {
        Some((side, name)) => vec![format!("{side}_{name}")],
        None if Column::from_name(pattern).is_some() => vec![pattern.to_owned()],
        None => ["white", "black"]
            .map(|side| format!("{side}_{pattern}"))
            .to_vec(),
    }
}

fn rows(table: &[u8]) -> Vec<Vec<String>> {
    let mut text = Vec::new();
    match table.starts_with(b"\x1f\x8b") {
        true => drop(
            flate2::read::GzDecoder::new(table)
                .read_to_end(&mut text)
                .unwrap(),
        ),
        false => text.extend(table),
    }
    let mut rows = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(&text[..]);
    rows.records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
}

/// Returns some of these, in any order.
fn some<'a>(rng: &mut Rng, of: &[&'a str], most: usize) -> Vec<&'a str> {
    let mut chosen = of.to_vec();
    rng.shuffle(&mut chosen);
    chosen.truncate(rng.usize(..=most));
    chosen
}

/// Returns some patterns, of a side or of both.
pub(crate) fn some_patterns(rng: &mut Rng, most: usize, is_asked: fn(Kind) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    for pattern in (0..rng.usize(..=most))
        .map(|_| &PATTERNS[rng.usize(..PATTERNS.len())])
        .collect::<Vec<_>>()
    {
        let sides = if columns_of(pattern.name).len() == 1 {
            1
        } else {
            3
        };
        names.push(["", "white.", "black."][rng.usize(..sides)].to_owned() + pattern.name);
        names.truncate(names.len() - usize::from(!is_asked(pattern.kind)));
    }
    names
}

/// Writes games, records and games, and returns what they are.
fn inputs<'a>(
    made: &'a [SampleGame],
    names: &'a [String; 3],
    is_illegal: bool,
    rng: &mut Rng,
) -> Vec<Source<'a>> {
    let (half, mut texts, mut sources) = (made.len() / 2, [const { String::new() }; 3], Vec::new());
    let mut add = |input: usize,
                   number: usize,
                   boards: &'a [Board],
                   operations,
                   game: Option<&'a SampleGame>| {
        let words: Vec<_> = (0..boards.len())
            .map(|ply| {
                if ply == 0 {
                    0
                } else {
                    rng.usize(..WORDS.len())
                }
            })
            .collect();
        let line = 1 + texts[input].matches('\n').count();
        texts[input] += &match (game, operations) {
            (Some(game), _) => text_of(game, &words, is_illegal),
            (None, "") => format!("{}\n# x\n\n", boards[0]),
            (None, _) => format!(
                "{} {operations}\n",
                boards[0].to_string().rsplitn(3, ' ').last().unwrap()
            ),
        };
        let has_mistake = game.is_some_and(|game| game.is_bad);
        let (file, game_in_file, plies) =
            (&names[input], 1 + (number - 1) % half, boards.len() - 1);
        sources.push(Source {
            game,
            boards,
            words,
            operations,
            file,
            line,
            number,
            game_in_file,
            has_mistake,
            plies,
        });
    };
    for (index, game) in made.iter().enumerate() {
        if index == half {
            for (index, game) in made.iter().enumerate() {
                let operations = ["", "bm e4; id \"1, 2\";"][index % 2];
                add(
                    1,
                    1,
                    &game.boards[game.boards.len() - 1..],
                    operations,
                    None,
                );
            }
        }
        add(
            2 * usize::from(index >= half),
            index + 1,
            &game.boards,
            "",
            Some(game),
        );
    }
    names
        .iter()
        .zip(texts)
        .for_each(|(name, text)| fs::write(name, text).unwrap());
    sources
}

#[test]
fn cells_are_those_of_their_columns() {
    let (made, mut rng, mut cells) = (games(40), Rng::with_seed(8), 0);
    for _ in 0..10 {
        let folder = tempfile::tempdir().unwrap();
        let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let names = ["a.pgn", "b.epd", "c.pgn"].map(name);
        let (is_illegal, skip_bad, signed) = (rng.bool(), rng.usize(..4) > 0, rng.bool());
        let mut sources = inputs(&made, &names, is_illegal, &mut rng);

        let (named, of_pieces) = (
            format!("{OF_GAMES},{OF_PAWNS}"),
            OF_PIECES.split(',').collect::<Vec<_>>(),
        );
        let named: Vec<_> = named.split(',').collect();
        let chosen = [some(&mut rng, &named, 9), some(&mut rng, &of_pieces, 5)].concat();
        let sets = some_patterns(&mut rng, 5, |kind| kind != Kind::Number);
        let counts = some_patterns(&mut rng, 5, |_| true);
        let mut columns: Vec<_> = chosen.iter().map(|&name| name.to_owned()).collect();
        if chosen.is_empty() {
            columns = DEFAULT.split(',').map(str::to_owned).collect();
        }
        let has_pieces = columns.iter().any(|column| of_pieces.contains(&&**column));
        columns.extend(sets.iter().flat_map(|pattern| columns_of(pattern)));
        let counted = counts.iter().flat_map(|pattern| columns_of(pattern));
        let is_number = |column: &str| matches!(Column::from_name(column), Some(column) if column.pattern.kind == Kind::Number);
        columns.extend(counted.map(|column| {
            if is_number(&column) {
                column
            } else {
                column + "_count"
            }
        }));
        let mut seen = BTreeSet::new();
        columns.retain(|column| seen.insert(column.clone()));

        for source in &mut sources {
            source.plies += usize::from(source.has_mistake && is_illegal && !has_pieces);
            source.has_mistake &= has_pieces || !is_illegal;
        }
        let mistake = sources
            .iter()
            .position(|source| source.has_mistake)
            .filter(|_| !skip_bad);
        sources.truncate(mistake.map_or(usize::MAX, |mistake| mistake + 1));

        let output = ["t.csv", "t.csv.gz", "-"][rng.usize(..3)];
        let is_parted =
            output != "-" && rng.bool() && columns.iter().any(|column| column != "year");
        let path = if output == "-" {
            output.to_owned()
        } else {
            name(output)
        };
        let mut arguments = ["positions", "-o", &path, "--games", &name("g.csv")]
            .map(str::to_owned)
            .to_vec();
        arguments.extend(names.clone());
        let chosen: Vec<_> = chosen.iter().map(|&name| name.to_owned()).collect();
        for (option, list) in [("--columns", chosen), ("--sets", sets), ("--count", counts)] {
            arguments.extend(list.iter().map(|name| format!("{option}={name}")));
        }
        for (option, is_given) in [
            ("--skip-bad", skip_bad),
            ("--sets-as=signed", signed),
            ("--partition=year", is_parted),
        ] {
            arguments.extend(is_given.then(|| option.to_owned()));
        }
        let arguments: Vec<_> = arguments.iter().map(|argument| &**argument).collect();
        let (out, err) = run::outputs(&arguments, "", if mistake.is_some() { 2 } else { 0 });
        if mistake.is_some() {
            assert_eq!(
                run::file_names(folder.path()),
                ["a.pgn", "b.epd", "c.pgn"],
                "{err}"
            );
        }

        let mut expected: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        columns.retain(|column| !is_parted || column != "year");
        for source in &sources {
            let year = Some(source.cell("year", 0)).filter(|year| !year.is_empty());
            let year = year.unwrap_or_else(|| "__HIVE_DEFAULT_PARTITION__".to_owned());
            let file = source.cell("file", 0);
            let file = Path::new(&file).file_name().unwrap().display();
            // What follows is a number.
            let part = if is_parted {
                format!("year={year}/part-{file}-")
            } else {
                String::new()
            };
            let rows = expected
                .entry(part)
                .or_insert_with(|| vec![columns.clone()]);
            for ply in 0..=source.plies {
                let signed = |cell: String| match cell.parse::<u64>() {
                    Ok(number) if signed => number.cast_signed().to_string(),
                    _ => cell,
                };
                rows.push(
                    columns
                        .iter()
                        .map(|column| signed(source.cell(column, ply)))
                        .collect(),
                );
            }
        }
        let parts = if is_parted && mistake.is_none() {
            run::file_names(Path::new(&path))
        } else {
            Vec::new()
        };
        let years: BTreeSet<_> = expected
            .keys()
            .filter_map(|part| Some(part.split_once('/')?.0))
            .collect();
        assert!(
            !is_parted || mistake.is_some() || parts.iter().eq(years),
            "{parts:?}"
        );
        for (part, expected) in expected {
            let table = match (output, mistake) {
                ("-", _) => out.clone().into_bytes(),
                (_, Some(_)) => break,
                _ if is_parted => {
                    let (folder, name) = part.split_once('/').unwrap();
                    let folder = Path::new(&path).join(folder);
                    let files = run::file_names(&folder).into_iter();
                    let mut files =
                        files.filter(|file| file.starts_with(name) && file.ends_with(&output[1..]));
                    fs::read(folder.join(files.next().unwrap())).unwrap()
                }
                _ => fs::read(&path).unwrap(),
            };
            let rows = rows(&table);
            assert_eq!(rows.len(), expected.len(), "{arguments:?}");
            cells += rows.len() * columns.len();
            rows.iter()
                .zip(&expected)
                .for_each(|(row, expected)| assert_eq!(row, expected, "{arguments:?}"));
        }
        if mistake.is_none() {
            let columns: Vec<_> = OF_GAMES.split(',').collect();
            let games = sources.iter().filter(|source| source.game.is_some());
            let games = games.map(|game| {
                columns
                    .iter()
                    .map(|column| game.cell(column, 0))
                    .collect::<Vec<_>>()
            });
            let mut rows = rows(&fs::read(name("g.csv")).unwrap()).into_iter();
            assert_eq!(rows.next().unwrap(), columns);
            assert!(rows.eq(games), "{arguments:?}");
        }
    }
    assert!(cells > 100_000, "{cells}");
}
