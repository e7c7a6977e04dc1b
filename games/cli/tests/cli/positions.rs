//! `pawnfill positions` from the command line: tables agree with the library, and errors lose no data.

use std::fs;
use std::path::Path;

use crate::run::{self, FEN, INITIAL, says};

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

#[test]
fn columns_of_many_games() {
    // Control characters of tags are not written.
    let (out, _) =
        outputs(&["-", "--columns", "Termination"], "[Termination \"a\tb\u{1b}[31m\u{202e}c\"]\n*\n", 0);
    assert_eq!(out, "Termination\na b\u{fffd}[31m\u{fffd}c\n");
    // One game of many has it, in the first or in the last of several blocks.
    let many = ["[First \"x\"]\n*\n", &"[A \"b\"]\n*\n".repeat(30_000), "[Last \"x\"]\n*\n"].concat();
    let (_, err) = outputs(&["-", "--columns", "First,Last"], many, 0);
    assert!(!err.contains("is empty"), "{err}");
    // An empty tag is as good as none.
    let (_, err) = outputs(&["-", "--columns", "Termination"], "[Termination \"\"]\n*\n", 0);
    assert!(err.contains("the column Termination is empty"), "{err}");
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
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
    for rows in [1, 20_000] {
        let (out, _) = outputs(&["-", "--sets", "passed"], format!("{INITIAL}\n").repeat(rows), 0);
        assert_eq!(out.lines().count(), 1 + rows);
    }
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
                "ply" | "year" | "white_elo" | "white_isolated_count" | "white_iqp" => DataType::Int32,
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
    use arrow_array::types::{Date32Type, Float64Type, Int32Type, Int64Type, UInt64Type};

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
                arrow_schema::DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
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
    let (_, err) = outputs(&[&args[..], &[&name("u.csv")]].concat(), "1. e4 *\n\n1. d9 *", 2);
    assert!(err.contains("no table was written"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left over");
}
