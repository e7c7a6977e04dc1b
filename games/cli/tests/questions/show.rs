//! Random patterns of random positions, read from the text and the pictures that show them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use cozy_chess::{Board, Color, Piece};
use fastrand::Rng;
use pawnfill::pattern::{Kind, Value};

use crate::table::{columns_of, some_patterns, value};
use pawnfill_games_testing::games::games;

use crate::run;

const WIDTH: usize = 24;

/// Returns the squares of each board by its scope and title, and the notes in the same way.
fn read(text: &str, board: &Board) -> BTreeMap<String, String> {
    let (mut scope, mut read, mut lines) = ("", BTreeMap::new(), text.lines().skip(1).peekable());
    while let Some(line) = lines.next() {
        if ["BOARD", "WHITE", "BLACK"].contains(&line) {
            scope = line;
        } else if lines.peek().is_some_and(|next| next.starts_with("8 ")) {
            let ranks: Vec<_> = lines
                .by_ref()
                .take(8)
                .map(|rank| format!("{rank:100}").into_bytes())
                .collect();
            assert!(lines.next().unwrap().starts_with("   a b c d e f g h"));
            for (number, title) in line.split_whitespace().enumerate() {
                assert!(line[WIDTH * number..].starts_with(title), "{line}");
                let mut set = 0_u64;
                for square in cozy_chess::Square::ALL {
                    let at = WIDTH * number + 3 + 2 * square.file() as usize;
                    let rank = &ranks[7 - square.rank() as usize];
                    let is_in = rank[at] == b'x'
                        || b"(|".contains(&rank[at - 1]) && b")|".contains(&rank[at + 1]);
                    set |= u64::from(is_in) << square as u64;
                    let pawn = board
                        .color_on(square)
                        .filter(|_| board.piece_on(square) == Some(Piece::Pawn));
                    let sign = pawn.map_or(
                        b'.',
                        |color| if color == Color::White { b'P' } else { b'p' },
                    );
                    assert_eq!(
                        rank[at],
                        if is_in && sign == b'.' { b'x' } else { sign },
                        "{text}"
                    );
                }
                read.insert(format!("{scope} {title}"), set.to_string());
            }
        } else {
            for (name, value) in line.split("   ").filter_map(|note| note.split_once(' ')) {
                read.insert(format!("{scope} {name}"), value.to_owned());
            }
        }
    }
    read
}

/// Returns the squares of a picture's set, and its pieces with their letters.
fn drawn(picture: &str) -> (u64, BTreeSet<(bool, char, usize)>) {
    let square = |[x, y]: [usize; 2]| x + 8 * (7 - y);
    let (_, set) = picture.split_once(r##"fill="#3f9d6b""##).unwrap();
    let (_, set) = set.split_once(r#" d=""#).unwrap();
    let squares = set.split_once('"').unwrap().0.split('M').skip(1);
    let place = |text: &str| {
        text.split(|other: char| !other.is_ascii_digit())
            .flat_map(str::parse)
            .collect::<Vec<_>>()
    };
    let set = squares
        .map(|outline| 1 << square([place(outline)[0], place(outline)[1]]))
        .sum();
    let (white, black) = picture.split_once(r##"<g fill="#222""##).unwrap();
    let men = [(Color::White, white), (Color::Black, black)]
        .into_iter()
        .flat_map(|(color, text)| {
            let uses = text.split(r##"<use href="#"##).skip(1);
            uses.map(move |man| {
                (
                    color == Color::White,
                    man.chars().next().unwrap(),
                    square([place(man)[0], place(man)[1]]),
                )
            })
        });
    (set, men.collect())
}

#[test]
fn text_and_pictures_have_the_squares() {
    let (made, mut rng) = (games(30), Rng::with_seed(9));
    for game in &made {
        let (board, folder) = (
            rng.choice(&game.boards).unwrap(),
            tempfile::tempdir().unwrap(),
        );
        let fen = board.to_string();
        let expected = |chosen: &[String]| -> BTreeMap<String, Value> {
            let columns = chosen.iter().flat_map(|name| columns_of(name));
            columns
                .map(|column| (column.clone(), value(&column, board).unwrap()))
                .collect()
        };

        let chosen = [
            some_patterns(&mut rng, 6, |_| true),
            vec!["isolated".to_owned()],
        ]
        .concat();
        let (text, _) = run::outputs(&["show", &fen, "--pattern", &chosen.join(",")], "", 0);
        assert!(
            !text.contains('\x1b') && text.lines().all(|line| line.chars().count() <= 100),
            "{text}"
        );
        let mut shown = read(&text, board);
        assert_eq!(shown.remove("BOARD position").as_deref(), Some("0"));
        let expected_text = expected(&chosen).into_iter().map(|(column, value)| {
            let value = match value {
                Value::Set(set) => set.bits().to_string(),
                Value::Files(files) => ('a'..='h')
                    .zip(0..)
                    .map(|(file, bit)| {
                        if files.bits() >> bit & 1 == 1 {
                            file
                        } else {
                            '.'
                        }
                    })
                    .collect(),
                Value::Number(number) => number.to_string(),
            };
            let is_of_side = column.starts_with("white_") || column.starts_with("black_");
            let (scope, name) = if is_of_side {
                column.split_once('_').unwrap()
            } else {
                ("board", &*column)
            };
            (format!("{} {name}", scope.to_uppercase()), value)
        });
        assert_eq!(shown, expected_text.collect(), "{chosen:?}\n{text}");

        let chosen = some_patterns(&mut rng, 6, |kind| kind == Kind::Set);
        let (out, list, pieces) = (
            folder.path().to_str().unwrap(),
            chosen.join(","),
            rng.bool(),
        );
        if chosen.is_empty() {
            continue;
        }
        let arguments = [
            "show",
            "--format",
            "svg",
            &fen,
            "--pattern",
            &list,
            "--out",
            out,
            "--pieces",
        ];
        run::outputs(&arguments[..if pieces { 9 } else { 8 }], "", 0);
        let of_color = |color| {
            let men = board
                .colors(color)
                .into_iter()
                .map(move |square| (square, board.piece_on(square).unwrap()));
            let men = men.filter(|(_, piece)| pieces || *piece == Piece::Pawn);
            men.map(move |(square, piece)| {
                (color == Color::White, char::from(piece), square as usize)
            })
        };
        let men: BTreeSet<_> = of_color(Color::White)
            .chain(of_color(Color::Black))
            .collect();
        let mut pictures = BTreeMap::new();
        for name in run::file_names(folder.path()) {
            let (set, shown) = drawn(&fs::read_to_string(folder.path().join(&name)).unwrap());
            assert_eq!(shown, men);
            let column = name
                .trim_start_matches("000001-")
                .trim_end_matches(".svg")
                .replace('-', "_");
            pictures.insert(column.trim_start_matches("board_").to_owned(), set);
        }
        let expected = expected(&chosen)
            .into_iter()
            .map(|(column, value)| (column, value.bits()));
        assert_eq!(pictures, expected.collect());
    }
}
