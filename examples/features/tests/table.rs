//! Tables are what the patterns say of each position, in both formats, and errors lose nothing.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt64Type};
use arrow_ipc::reader::FileReader;
use pawnfill::Pawns;
use pawnfill::pattern::columns;
use pawnfill_positions::Position;

const POSITIONS: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
# a comment, and a blank line

8/1p3k2/p1p5/P1P1p3/1P2P1p1/6P1/5K2/8 b - - 3 40
8/8/8/8/8/8/8/8 w - -
";

fn run(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pawnfill-features"));
    let command = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// The table by one position at a time, in the form of CSV.
fn expected(positions: &str) -> String {
    let mut table = String::from("white_pawns,black_pawns");
    for column in columns() {
        table += &format!(",{column}");
    }
    for line in positions.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let pawns: Pawns = line.parse::<Position>().unwrap().pawns;
        table += &format!("\n{},{}", pawns.white().own().bits(), pawns.black().own().bits());
        for column in columns() {
            table += &format!(",{}", column.of(pawns).count());
        }
    }
    table + "\n"
}

fn arrow_as_csv(path: &Path) -> String {
    let reader = FileReader::try_new(File::open(path).unwrap(), None).unwrap();
    let schema = reader.schema();
    let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let mut table = names.join(",") + "\n";
    for batch in reader.map(Result::unwrap) {
        for row in 0..batch.num_rows() {
            let cells = batch.columns().iter().map(|column| match column.as_primitive_opt::<UInt64Type>() {
                Some(boards) => boards.value(row).to_string(),
                None => column.as_primitive::<UInt8Type>().value(row).to_string(),
            });
            table += &(cells.collect::<Vec<_>>().join(",") + "\n");
        }
    }
    table
}

#[test]
fn csv_of_standard_input() {
    let output = run(&["-"], POSITIONS);
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected(POSITIONS));
    let report = String::from_utf8(output.stderr).unwrap();
    for what in ["3 positions\n", "parsing", "computing", "writing"] {
        assert!(report.contains(what), "{report}");
    }
}

#[test]
fn arrow_of_a_file_a_row_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let (positions, table) = (folder.path().join("some.fen"), folder.path().join("table.arrow"));
    fs::write(&positions, POSITIONS).unwrap();
    for rows in ["1", "2", "100"] {
        let args = [positions.to_str().unwrap(), table.to_str().unwrap(), "--force", "--rows", rows];
        assert!(run(&args, "").status.success());
        assert_eq!(arrow_as_csv(&table), expected(POSITIONS), "{rows} rows at a time");
    }
}

#[test]
fn an_error_names_the_line_and_keeps_what_came_before() {
    let bad = format!("{POSITIONS}8/8/8/9/8/8/8/8 w - -\n{POSITIONS}");
    let output = run(&["-"], &bad);
    assert!(!output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected(POSITIONS));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("the table ends after 3 positions: standard input, line 6: "), "{error}");
}

#[test]
fn a_table_that_exists_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.csv");
    fs::write(&table, "precious").unwrap();
    let output = run(&["-", table.to_str().unwrap()], POSITIONS);
    assert!(!output.status.success());
    assert_eq!(fs::read_to_string(&table).unwrap(), "precious");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("--force") && error.contains("table.csv"), "{error}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = run(&["no-such-file.fen"], "");
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("no-such-file.fen"));
}
