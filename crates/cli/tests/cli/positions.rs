//! `pawnfill positions` from the command line: tables agree with the library, and errors lose no data.

use std::fs;
use std::path::Path;

use pawnfill::Pawns;
use pawnfill::pattern::{Column, Kind, PATTERNS};
use pawnfill_positions::Position;

use crate::run::{self, FEN, INITIAL, says};

const HEAD: &str = "game,ply,white_player,black_player,date,year,result,fen,white,black";

const GAMES: &str = "\
[White \"Anna, \"]
[Black \"B\"]
[UTCDate \"2025/05/01\"]
[Result \"0-1\"]

1. e4 0-1

[White \"?\"]
[Date \"????.??.??\"]
*
";

#[track_caller]
fn outputs(args: &[&str], input: impl AsRef<[u8]> + Send, code: i32) -> (String, String) {
    run::outputs(&[&["positions"], args].concat(), input, code)
}

/// Every column except the boards of some pieces.
#[cfg(feature = "parquet")]
const ALL: &str = "nags,next_move,next_uci,evaluation,mate,clock,white_score,material,white_iqp,default,white_elo,black_elo,file,game_in_file,line,side_to_move,move_number,last_move,operations,\
                   white_rooks,black_king,Termination";

const MORE_GAMES: &str = "\
[White \"Anna\"]
[WhiteElo \"2412\"]
[BlackElo \"-\"]
[Date \"1851.06.??\"]
[Termination \"a\tb\u{1b}[31m\u{202e}c\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K2R b - - 3 40\"]

40... Ke7!? {x} 41. e2-e4 *

[Date \"2023.02.29\"]
[WhiteElo \"0\"]
*

[Date \"25.5.2001\"]
*

[Date \"????.??.??\"]
[UTCDate \"2024.01.02\"]
*

[UTCDate \"2025.05.02\"]
[Date \"2025-05-01\"]
*
";

#[test]
fn columns_are_chosen() {
    let games = |columns: &str| -> Vec<String> {
        let (out, _) = outputs(&["-", "--columns", columns], MORE_GAMES, 0);
        out.lines().map(str::to_owned).collect()
    };
    assert_eq!(
        games("game,line,white_elo,black_elo,date,year,side_to_move,move_number,last_move,operations"),
        [
            "game,line,white_elo,black_elo,date,year,side_to_move,move_number,last_move,operations",
            "1,1,2412,,,1851,black,40,,",
            "1,1,2412,,,1851,white,41,Ke7,",
            "1,1,2412,,,1851,black,41,e2-e4,",
            "2,10,,,,2023,white,1,,",
            "3,14,,,,,white,1,,",
            "4,17,,,2024-01-02,2024,white,1,,",
            "5,21,,,2025-05-01,2025,white,1,,",
        ]
    );
    // The same pawns without and with a board.
    let initial = "0,65280,71776119061217280";
    let without = games("ply,white,black");
    assert_eq!(
        without,
        ["ply,white,black", "0,4096,0", "1,4096,0", "2,268435456,0", initial, initial, initial, initial]
    );
    let with: Vec<_> =
        games("ply,white,black,fen").iter().map(|row| row.rsplit_once(',').unwrap().0.to_owned()).collect();
    assert_eq!(with, without);
    assert_eq!(games("fen")[2], "4k3/4k3/8/8/8/8/4P3/4K2R w - - 4 41".replacen("4k3", "8", 1));
    assert_eq!(games("white_rooks,black_king,white_knights")[1], "128,1152921504606846976,0");
    let pieces = ["knights", "bishops", "rooks", "queens", "king"];
    let names = ["white", "black"].map(|side| pieces.map(|piece| format!("{side}_{piece}"))).concat();
    let (out, _) = outputs(&["-", "--columns", &names.join(",")], INITIAL, 0);
    let squares =
        [0, 56].map(|rank| [0x42_u64, 0x24, 0x81, 0x08, 0x10].map(|files| (files << rank).to_string()));
    assert_eq!(out, format!("{}\n{}\n", names.join(","), squares.concat().join(",")));
    // Each of these needs a board, even alone.
    for (column, value) in [
        ("side_to_move", "black"),
        ("move_number", "41"),
        ("last_move", "e2-e4"),
        ("black_king", "4503599627370496"),
    ] {
        assert_eq!(games(column)[3], value);
    }
    // Control characters of tags are not written.
    assert_eq!(games("Termination")[1], "a b\u{fffd}[31m\u{fffd}c");

    let (out, _) = outputs(
        &["-", "--columns", "line,game,ply,operations,side_to_move,fen"],
        "# x\n8/8/8/8/4P3/8/8/8 b\t- - bm e4; id \"1\";\n8/8/8/8/8/8/8/8\n",
        0,
    );
    let rows: Vec<_> = out.lines().skip(1).collect();
    assert_eq!(rows, ["2,,,\"bm e4; id \"\"1\"\";\",black,8/8/8/8/4P3/8/8/8 b - -", "3,,,,,8/8/8/8/8/8/8/8"]);
    let (_, err) = outputs(&["-", "--columns", "game,Nosuch"], MORE_GAMES, 0);
    assert!(err.contains("the column Nosuch is empty: no game has the tag Nosuch"), "{err}");
    // One game of many has it, in the first or in the last of several blocks.
    let many = ["[First \"x\"]\n*\n", &"[A \"b\"]\n*\n".repeat(30_000), "[Last \"x\"]\n*\n"].concat();
    let (_, err) = outputs(&["-", "--columns", "First,Last"], many, 0);
    assert!(!err.contains("is empty"), "{err}");
    // An empty tag is as good as none.
    let (_, err) = outputs(&["-", "--columns", "Termination"], "[Termination \"\"]\n*\n", 0);
    assert!(err.contains("the column Termination is empty"), "{err}");
    for (columns, message) in [
        ("elo", "this is neither a column, nor a structure"),
        ("white,White", "the columns `white` and `White` differ only in case"),
    ] {
        says(&["positions", "-", "--columns", columns], MORE_GAMES, 2, message);
    }
}

#[test]
fn sets_can_be_signed() {
    for (args, row) in [(&[][..], "0,9223372036854775808"), (&["--signed"], "0,-9223372036854775808")] {
        let (out, _) =
            outputs(&[&["-", "--columns", "white_rooks,black_rooks"], args].concat(), "7r/8/8/8/8/8/8/8", 0);
        assert_eq!(out.lines().nth(1), Some(row));
    }
}

#[test]
fn several_inputs_are_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(name("a.pgn"), GAMES).unwrap();
    fs::write(name("b.pgn"), MORE_GAMES).unwrap();
    let (out, err) =
        outputs(&[&name("a.pgn"), &name("b.pgn"), "--columns", "file,game,game_in_file,ply"], "", 0);
    let expected: String = [
        ("a.pgn", &[(1, 1, 2), (2, 2, 1)][..]),
        ("b.pgn", &[(3, 1, 3), (4, 2, 1), (5, 3, 1), (6, 4, 1), (7, 5, 1)]),
    ]
    .iter()
    .flat_map(|(file, games)| games.iter().map(|game| (name(file), *game)))
    .flat_map(|(file, (game, in_file, plies))| {
        (0..plies).map(move |ply| format!("{file},{game},{in_file},{ply}\n"))
    })
    .collect();
    assert_eq!(out, format!("file,game,game_in_file,ply\n{expected}"));
    assert_eq!(err.matches(" positions in ").count(), 2, "{err}");
    // Records are no games.
    let (out, _) =
        outputs(&["-", &name("b.pgn"), "--columns", "game,game_in_file"], format!("{FEN}\n").repeat(2), 0);
    assert!(out.starts_with("game,game_in_file\n,\n,\n1,1\n"), "{out}");
    // A missing file is noticed before anything is written.
    let (out, err) = outputs(&[&name("a.pgn"), &name("no.pgn")], "", 2);
    assert!(out.is_empty() && err.contains("no.pgn: "), "{out}{err}");
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn games_give_what_a_query_needs() {
    let (out, err) = outputs(&["-"], GAMES, 0);
    let initial = format!("{INITIAL},65280,71776119061217280");
    let moved = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1,268496640,71776119061217280";
    let tags = "\"Anna, \",B,2025-05-01,2025,0-1";
    assert_eq!(out, format!("{HEAD}\n1,0,{tags},{initial}\n1,1,{tags},{moved}\n2,0,,,,,,{initial}\n"));
    assert!(
        err.starts_with("standard input: 3 positions in ") && err.ends_with(" positions per second\n"),
        "{err}"
    );
}

#[test]
fn lines_have_no_game() {
    let (out, _) = outputs(&["-"], format!("# two\n{INITIAL}\n\n{FEN} bm c4;\n"), 0);
    let rows: Vec<_> = out.lines().skip(1).collect();
    assert_eq!(rows[1], format!(",,,,,,,{FEN},70867223808,299651278307328"));
    assert_eq!(rows.len(), 2);
}

/// Compares the columns of every pattern with the library.
#[test]
fn sets_and_counts_agree_with_the_library() {
    let sets = PATTERNS.iter().filter(|pattern| pattern.kind != Kind::Number);
    let sets: Vec<_> = sets.map(|pattern| pattern.name).collect();
    let names: Vec<_> = PATTERNS.iter().map(|pattern| pattern.name).collect();
    let (sets, names) = (sets.join(","), names.join(","));
    let (out, _) = outputs(&["-", "--sets", &sets, "--count", &names], format!("{INITIAL}\n{FEN}\n"), 0);
    let mut lines = out.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    assert!(names.contains(&"white_island_count") && !names.contains(&"white_island_count_count"));
    let mut checked = 0;
    for (row, fen) in lines.zip([INITIAL, FEN]) {
        assert_eq!(row.len(), names.len());
        let pawns: Pawns = fen.parse::<Position>().unwrap().pawns;
        for (name, cell) in std::iter::zip(&names, &row).skip(10) {
            let is_count = name.ends_with("_count") && !name.ends_with("_island_count");
            let name = name.strip_suffix("_count").filter(|_| is_count).unwrap_or(name);
            assert_eq!(*cell, expected(name, is_count, pawns), "{name}");
            checked += 1;
        }
    }
    assert!(checked > 4 * PATTERNS.len(), "{checked}");
    // Repeated columns appear once.
    let (out, _) = outputs(&["-", "--count", "passed,passed"], INITIAL, 0);
    assert_eq!(out.lines().next(), Some(&*format!("{HEAD},white_passed_count,black_passed_count")));
    let (out, _) = outputs(&["-", "--sets", "black.passed,passed"], INITIAL, 0);
    assert_eq!(out.lines().next(), Some(&*format!("{HEAD},black_passed,white_passed")));
}

fn expected(name: &str, is_count: bool, pawns: Pawns) -> String {
    let value = Column::from_name(name).unwrap_or_else(|| panic!("{name}")).of(pawns);
    if is_count { value.count().to_string() } else { value.bits().to_string() }
}

/// Checks that games with a mistake, also one that only a board shows, and games without a result are marked.
#[test]
fn complete_games_are_marked() {
    let games = ["1. e4 *", "1. e4 e5 2. Ke3 *", "1. e4", "1. e4 e4 *", "1. e4 {"];
    let games: String = games.map(|moves| format!("[White \"A\"]\n\n{moves}\n\n")).concat();
    for (columns, of_illegal) in [("game,complete", "yes"), ("game,complete,fen", "no")] {
        let (out, _) = outputs(&["-", "--skip-bad", "--columns", columns], &games, 0);
        let rows: Vec<_> = out.lines().skip(1).map(|row| row.split(',').nth(1).unwrap()).collect();
        let plies = [2, if of_illegal == "yes" { 4 } else { 3 }, 2, 2, 2];
        let expected = ["yes", of_illegal, "no", "no", "no"].into_iter().zip(plies);
        let expected: Vec<_> = expected.flat_map(|(word, plies)| vec![word; plies]).collect();
        assert_eq!(rows, expected, "{out}");
    }
    let (out, _) = outputs(&["-", "--columns", "complete,white"], INITIAL, 0);
    assert!(out.ends_with("\n,65280\n"), "{out}");
}

#[test]
fn bad_input_leaves_the_table_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (games, table) = (folder.path().join("games.pgn"), folder.path().join("table.csv"));
    fs::write(&games, format!("{GAMES}\n1. e4 e4\n\n[White \"C\"]\n1. d4 *\n")).unwrap();
    fs::write(&table, "precious").unwrap();
    let (games, path) = (games.to_str().unwrap(), table.to_str().unwrap());
    says(&["positions", games, "-o", path], "", 2, "table.csv already exists; use --force to replace it");
    let (_, err) = outputs(&[games, "-o", path, "--force"], "", 2);
    assert!(
        err.contains("no table was written (use --skip-bad to continue")
            && err.contains("games.pgn, line 12: 1... \"e4\""),
        "{err}"
    );
    assert_eq!(text(&table), "precious");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left over");

    let (out, err) = outputs(&[games], "", 2);
    assert_eq!(out.lines().count(), 1 + 5);
    assert!(err.contains("the table ends after 5 positions"), "{err}");

    let (_, err) = outputs(&[games, "-o", path, "--force", "--skip-bad"], "", 0);
    assert!(
        err.contains("skipped: ") && err.contains("line 12") && err.contains("skipped 1 bad line or game"),
        "{err}"
    );
    let written = text(&table);
    assert!(written.lines().last().unwrap().starts_with("4,1,C,"), "{written}");
}

#[test]
fn many_bad_lines_are_described_a_few_times_and_counted() {
    let (out, err) = outputs(&["-", "--skip-bad"], format!("x\n{INITIAL}\n").repeat(30), 0);
    assert_eq!(out.lines().count(), 31);
    assert_eq!(err.matches("skipped: ").count(), 10, "{err}");
    let first = |number: usize| format!("skipped: standard input, line {}: ", 2 * number + 1);
    assert!(err.lines().take(10).enumerate().all(|(number, line)| line.starts_with(&first(number))), "{err}");
    assert!(err.contains("standard input: skipped 30 bad lines or games"), "{err}");
    let further = err.lines().filter(|line| line.ends_with(" (further ones are only counted)"));
    assert_eq!(further.collect::<Vec<_>>(), [err.lines().nth(9).unwrap()]);
    let (_, err) = outputs(&["-", "--skip-bad", "--describe-all"], format!("x\n{INITIAL}\n").repeat(30), 0);
    assert!(err.lines().take(30).enumerate().all(|(number, line)| line.starts_with(&first(number))), "{err}");
}

#[test]
fn a_table_has_a_row_for_every_position() {
    // Blocks have some thousand lines.
    for rows in [1, 100_000] {
        let (out, _) = outputs(&["-", "--sets", "passed"], format!("{INITIAL}\n").repeat(rows), 0);
        assert_eq!(out.lines().count(), 1 + rows);
    }
}

#[test]
fn extensions_of_tables_choose_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, more: &[&str], code, message: &str| {
        let path = folder.path().join(name);
        let args = [&["positions", "-", "-o", path.to_str().unwrap()], more].concat();
        says(&args, INITIAL, code, message);
        assert_eq!(path.exists(), code == 0, "{name}");
    };
    write("x.txt", &[], 2, "x.txt names no format: use .csv, .csv.gz or .parquet");
    write("x.parquet", &["--format", "csv"], 2, "means parquet, but the format is csv");
    write("x.csv", &["--format", "csv"], 0, "");
    if cfg!(feature = "parquet") {
        write("x.Parquet", &[], 0, "");
    } else {
        write("x.Parquet", &[], 2, "`cargo install --path crates/cli --features parquet`");
    }
    write("x.parquet.gz", &[], 2, "x.parquet.gz: Parquet files are already compressed");
    write("x.csv.zst", &["--format", "csv"], 2, "x.csv.zst: writing .zst is not supported");
    // Compressed tables can be read again like compressed games.
    write("x.csv.gz", &[], 0, "");
    assert_eq!(fs::read(folder.path().join("x.csv.gz")).unwrap()[..2], *b"\x1f\x8b");
    outputs(
        &["-", "-o", folder.path().join("x.fen.gz").to_str().unwrap(), "--format", "csv", "--columns", "fen"],
        FEN,
        0,
    );
    let (_, err) = outputs(&[folder.path().join("x.fen.gz").to_str().unwrap(), "--skip-bad"], "", 0);
    assert!(err.contains("1 position in ") && err.contains("skipped 1 bad"), "{err}");
}

#[test]
fn empty_inputs_and_missing_files() {
    says(&["positions", "-"], "# nothing\n", 2, "error: standard input: no positions found\n");
    // Everything was skipped, but not without a word.
    let (out, err) = outputs(&["-", "--skip-bad"], "nonsense\n", 0);
    assert!(
        out.lines().count() == 1 && err.ends_with("standard input: skipped 1 bad line or game\n"),
        "{err}"
    );
    let (_, err) = outputs(&["no-such-file.pgn"], "", 2);
    assert!(err.starts_with("error: no-such-file.pgn: "), "{err}");
    let (_, err) = outputs(&["."], "", 2);
    assert!(err.starts_with("error: .: "), "{err}");
}

/// Like `| head`, and a full disk.
#[test]
fn outputs_that_end() {
    let mut child = run::command(&["positions", "-"]).spawn().unwrap();
    drop(child.stdout.take());
    let input = format!("{FEN}\n").repeat(20_000);
    let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");

    if cfg!(target_os = "linux") {
        let (_, err) = outputs(&["-", "-o", "/dev/full", "--format", "csv"], &input, 1);
        assert!(err.lines().filter(|line| line.starts_with("error: ")).count() == 1, "{err}");
        assert!(err.contains("No space left"), "{err}");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_agrees_with_csv() {
    use arrow_schema::DataType;

    let folder = tempfile::tempdir().unwrap();
    for signed in [false, true] {
        let written = |name: &str| {
            let path = folder.path().join(name);
            let args =
                ["-", "--sets", "passed,file_set", "--count", "isolated", "--columns", ALL, "--force", "-o"];
            let signed: &[&str] = if signed { &["--signed"] } else { &[] };
            outputs(&[&args[..], &[path.to_str().unwrap()], signed].concat(), GAMES, 0);
            path
        };
        let csv = text(&written("a.csv")).replace("\"Anna, \"", "Anna; ");
        let parquet = fs::File::open(written("a.parquet")).unwrap();
        let parquet =
            parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(parquet).unwrap();
        let schema = parquet.schema().clone();
        assert_eq!(as_csv(&schema, parquet.build().unwrap()), csv);
        for field in schema.fields() {
            let expected = match &**field.name() {
                "white" | "black" | "white_rooks" | "white_passed" | "black_file_set" if signed => {
                    DataType::Int64
                }
                "white" | "black" | "white_rooks" | "white_passed" | "black_file_set" => DataType::UInt64,
                "date" => DataType::Date32,
                "game" | "line" | "move_number" => DataType::Int64,
                "ply" | "year" | "white_elo" => DataType::Int16,
                "white_isolated_count" | "white_iqp" => DataType::Int8,
                "next_move" | "next_uci" | "last_move" | "nags" => {
                    DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into())
                }
                _ => continue,
            };
            assert_eq!(*field.data_type(), expected, "{field}");
        }
    }
    let path = folder.path().join("b.parquet");
    let [none, snappy, gzip] = ["none", "snappy", "gzip"].map(|compression| {
        let args = ["-", "--compression", compression, "--force", "-o", path.to_str().unwrap()];
        outputs(&args, GAMES.repeat(99), 0);
        fs::metadata(&path).unwrap().len()
    });
    assert!(none > snappy && snappy > gzip, "{none} {snappy} {gzip}");
}

#[cfg(feature = "parquet")]
fn as_csv(
    schema: &arrow_schema::Schema,
    batches: impl Iterator<Item = Result<arrow_array::RecordBatch, arrow_schema::ArrowError>>,
) -> String {
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{
        Date32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt64Type,
    };

    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let mut table = names.join(",") + "\n";
    for batch in batches.map(Result::unwrap) {
        for row in 0..batch.num_rows() {
            let cells = batch.columns().iter().map(|column| match column.data_type() {
                _ if column.is_null(row) => String::new(),
                arrow_schema::DataType::Utf8 => column.as_string::<i32>().value(row).replace(',', ";"),
                arrow_schema::DataType::Dictionary(..) => {
                    let words = column.as_dictionary::<Int32Type>();
                    let key = words.keys().value(row) as usize;
                    words.values().as_string::<i32>().value(key).replace(',', ";")
                }
                arrow_schema::DataType::Int8 => column.as_primitive::<Int8Type>().value(row).to_string(),
                arrow_schema::DataType::Int16 => column.as_primitive::<Int16Type>().value(row).to_string(),
                arrow_schema::DataType::Float64 => {
                    column.as_primitive::<Float64Type>().value(row).to_string()
                }
                arrow_schema::DataType::Int64 => column.as_primitive::<Int64Type>().value(row).to_string(),
                arrow_schema::DataType::Date32 => {
                    column.as_primitive::<Date32Type>().value_as_date(row).unwrap().to_string()
                }
                _ => column.as_primitive::<UInt64Type>().value(row).to_string(),
            });
            table += &(cells.collect::<Vec<_>>().join(",") + "\n");
        }
    }
    table
}

#[test]
fn moves_evaluations_and_structures() {
    let game = "[Result \"1/2-1/2\"]\n\n1. e4! { [%evals 9] [%eval 0.17,22] [%clk 0:00:30] } 1... e5 $1 {[%eval #-3][%clk 1:02:03.5]} \
                2. Nf3 (2. f4 $9 {[%eval 9]}) {[%eval 2] x]} $14 !? {[%clk 0:00:07]} Nc6 3. Bc4 {[%eval inf]} Bc5 4. O-O { a\n[%eval -1] } Nf6 5. Nxe5 Nxe5 6. d4 Bxd4 7. Qxd4 1/2-1/2";
    let columns = "ply,next_move,next_uci,evaluation,mate,clock,white_score,material,white_iqp,nags";
    let (out, _) = outputs(&["-", "--columns", columns], game, 0);
    let rows: Vec<_> = out.lines().collect();
    for (row, expected) in [
        (1, "0,e4,e2e4,,,,0.5,QRRBBNNvQRRBBNN,0,"),
        (2, "1,e5,e7e5,0.17,,30,0.5,QRRBBNNvQRRBBNN,0,$1"),
        (3, "2,Nf3,g1f3,,-3,3723.5,0.5,QRRBBNNvQRRBBNN,0,$1"),
        (4, "3,Nc6,b8c6,2,,7,0.5,QRRBBNNvQRRBBNN,0,$5 $14"),
        (6, "5,Bc5,f8c5,,,,0.5,QRRBBNNvQRRBBNN,0,"),
        (7, "6,O-O,e1g1,,,,0.5,QRRBBNNvQRRBBNN,0,"),
        (8, "7,Nf6,g8f6,-1,,,0.5,QRRBBNNvQRRBBNN,0,"),
        (rows.len() - 1, "13,,,,,,0.5,QRRBBNvQRRBNN,0,"),
    ] {
        assert_eq!(rows[row], expected, "{out}");
    }
    let (out, _) =
        outputs(&["-", "--columns", "ply,white_iqp,black_iqp"], "8/pp3ppp/4p3/8/3P4/8/PP3PPP/8", 0);
    assert_eq!(out, "ply,white_iqp,black_iqp\n,1,0\n");
    // In Chess960, c1c1 would be no move.
    let game = "[FEN \"r3k3/3p4/8/8/8/8/8/1RK3R1 w BGq - 0 1\"]\n\n1. O-O-O O-O-O *";
    let (out, _) = outputs(&["-", "--columns", "next_uci"], game, 0);
    assert_eq!(out, "next_uci\nc1b1\ne8c8\n\"\"\n");
    let (_, err) = outputs(&["-", "--columns", "white_ipq"], game, 2);
    assert!(err.contains("nor a structure of a side such as white_iqp"), "{err}");
}

/// Checks that the table of games has the same numbers as that of positions, and nothing about records.
#[test]
fn games_have_a_table_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(name("a.fen"), INITIAL).unwrap();
    fs::write(
        name("b.pgn"),
        "[Site \"x\"]\n[Result \"1-0\"]\n[Nr \"7\"]\n\n1. e4 e5 1-0\n\n[Result \"*\"]\n\n1. e4 Qh4 *\n",
    )
    .unwrap();
    let args = [&name("a.fen"), &name("b.pgn"), "--skip-bad", "--games"].map(str::to_owned);
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let columns = ["game", "game_in_file", "complete", "plies", "white_score", "Site", "Nr"];
    for (chosen, of_second) in [("game,Nr", "2,2,yes,2,,,"), ("game,fen,Nr,Result", "2,2,no,1,,,")] {
        let (games, table) = (name("games.csv"), name("table.csv"));
        let more = [&*games, "--columns", chosen, "-o", &table, "--force"];
        outputs(&[&args[..], &more].concat(), "", 0);
        let games = text(Path::new(&games));
        let mut rows = games.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = rows.next().unwrap();
        let places = columns.map(|column| head.iter().position(|name| *name == column).unwrap());
        assert!(!head.contains(&"Result"), "databases could not tell it from `result`");
        let rows: Vec<_> = rows.map(|row| places.map(|place| row[place]).join(",")).collect();
        assert_eq!(rows, ["1,1,yes,2,1,x,7", of_second]);
        let plies = |number: &str| text(Path::new(&table)).matches(&format!("\n{number},")).count();
        assert_eq!([plies(""), plies("1"), plies("2")], [1, 3, if chosen == "game,Nr" { 3 } else { 2 }]);
    }
    says(&[&["positions"], &args[..], &["-"]].concat(), "", 2, "it is another output already");
    says(&[&["positions"], &args[..], &[&name("games.csv")]].concat(), "", 2, "games.csv already exists");
    fs::write(name("bad.pgn"), "1. e4 *\n\n1. Kd4 *").unwrap();
    let (out, _) = outputs(&[&name("bad.pgn"), "--games", &name("new.csv")], "", 2);
    assert!(out.lines().count() == 4 && !Path::new(&name("new.csv")).exists(), "{out}");
}

#[test]
fn a_folder_has_a_part_for_each_year() {
    let folder = tempfile::tempdir().unwrap();
    let name = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let part = |year: &str| text(&folder.path().join(format!("t.csv/year={year}/part-0.csv")));
    // The years come in several blocks.
    let many = format!("{}{GAMES}", "[Date \"1999.??.??\"]\n*\n".repeat(30_000));
    let args = ["-", "--columns", "game,year,ply", "--partition", "year", "-o"];
    outputs(&[&args[..], &[&name("t.csv")]].concat(), &many, 0);
    assert_eq!(part("2025"), "game,ply\n30001,0\n30001,1\n");
    assert_eq!(part("__HIVE_DEFAULT_PARTITION__"), "game,ply\n30002,0\n");
    assert_eq!(part("1999").lines().count(), 1 + 30_000);
    let (_, err) = outputs(&[&args[..], &[&name("t.csv"), "--force"]].concat(), &many, 2);
    assert!(err.contains("t.csv already exists, and no folder replaces it"), "{err}");
    let (_, err) = outputs(&[&args[..], &[&name("u.csv")]].concat(), "1. e4 *\n\n1. Kd4 *", 2);
    assert!(err.contains("no table was written"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left over");
    let (_, err) =
        outputs(&["-", "--columns", "year", "--partition", "year", "-o", &name("v.csv")], GAMES, 2);
    assert!(err.contains("no columns remain"), "{err}");
    says(&["positions", "-", "--partition", "result"], GAMES, 2, "only `year` is possible");
    says(&["positions", "-", "--compression", "gzip"], GAMES, 2, "--compression is for Parquet");
}
