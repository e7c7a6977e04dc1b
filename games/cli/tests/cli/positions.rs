//! `pawnfill positions` from the command line: tables agree with the library, and errors
//! lose no data.

use std::fs;
use std::path::Path;

use crate::run;

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
const ALL: &str = "n=count(own.pawns & e),p=own.pawns & rank_4,few=white.pawns != black.pawns,r=own.rooks & a,nags,next_move,next_uci,evaluation,mate,clock,white_score,material,white_iqp,default,white_elo,black_elo,file,game_in_file,line,side_to_move,move_number,last_move,operations,\
                   white_rooks,black_king,Termination";

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_agrees_with_csv() {
    use arrow_schema::DataType;

    let folder = tempfile::tempdir().unwrap();
    for signed in [false, true] {
        let written = |name: &str| {
            let path = folder.path().join(name);
            let args = [
                "-",
                "--sets",
                "passed,file_set",
                "--count",
                "isolated",
                "--columns",
                ALL,
                "--force",
                "-o",
            ];
            let signed: &[&str] = if signed {
                &["--sets-as", "signed"]
            } else {
                &[]
            };
            outputs(
                &[&args[..], &[path.to_str().unwrap()], signed].concat(),
                GAMES,
                0,
            );
            path
        };
        let csv = text(&written("a.csv")).replace("\"Anna, \"", "Anna; ");
        let parquet = fs::File::open(written("a.parquet")).unwrap();
        let parquet =
            parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(parquet)
                .unwrap();
        let schema = parquet.schema().clone();
        assert_eq!(as_csv(&schema, parquet.build().unwrap()), csv);
        let set = if signed {
            DataType::Int64
        } else {
            DataType::UInt64
        };
        let word = DataType::Dictionary(DataType::Int32.into(), DataType::Utf8.into());
        for field in schema.fields() {
            let expected = match &**field.name() {
                "white" | "white_rooks" | "black_p" | "white_r" | "white_passed"
                | "black_file_set" => &set,
                "date" => &DataType::Date32,
                "game" | "line" | "move_number" => &DataType::Int64,
                "ply" | "white_elo" | "white_isolated_count" | "white_iqp" | "few" | "white_n" => {
                    &DataType::Int32
                }
                "next_move" | "next_uci" | "last_move" | "nags" => &word,
                _ => continue,
            };
            assert_eq!(field.data_type(), expected, "{field}");
        }
    }
    let path = folder.path().join("b.parquet");
    let [none, snappy, gzip] = ["none", "snappy", "gzip"].map(|compression| {
        let args = [
            "-",
            "--compression",
            compression,
            "--force",
            "-o",
            path.to_str().unwrap(),
        ];
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

    let names: Vec<_> = schema
        .fields()
        .iter()
        .map(|field| field.name().as_str())
        .collect();
    let mut table = names.join(",") + "\n";
    for batch in batches.map(Result::unwrap) {
        for row in 0..batch.num_rows() {
            let cells = batch
                .columns()
                .iter()
                .map(|column| match column.data_type() {
                    _ if column.is_null(row) => String::new(),
                    arrow_schema::DataType::Utf8 => {
                        column.as_string::<i32>().value(row).replace(',', ";")
                    }
                    arrow_schema::DataType::Dictionary(..) => {
                        let words = column.as_dictionary::<Int32Type>();
                        let key = words.keys().value(row) as usize;
                        words
                            .values()
                            .as_string::<i32>()
                            .value(key)
                            .replace(',', ";")
                    }
                    arrow_schema::DataType::Int32 => {
                        column.as_primitive::<Int32Type>().value(row).to_string()
                    }
                    arrow_schema::DataType::Float64 => {
                        // CSV always has the fraction.
                        format!("{:?}", column.as_primitive::<Float64Type>().value(row))
                    }
                    arrow_schema::DataType::Int64 => {
                        column.as_primitive::<Int64Type>().value(row).to_string()
                    }
                    arrow_schema::DataType::Date32 => column
                        .as_primitive::<Date32Type>()
                        .value_as_date(row)
                        .unwrap()
                        .to_string(),
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
    let args = [
        "-",
        "--columns",
        "game,year,ply",
        "--partition",
        "year",
        "-o",
    ];
    outputs(&[&args[..], &[&name("t.csv")]].concat(), &many, 0);
    assert_eq!(part("2025"), "game,ply\n30001,0\n30001,1\n");
    assert_eq!(part("__HIVE_DEFAULT_PARTITION__"), "game,ply\n30002,0\n");
    assert_eq!(part("1999").lines().count(), 1 + 30_000);
    // It may be another input, so its rows are not replaced.
    let (_, err) = outputs(
        &[&["--force"], &args[..], &[&name("t.csv")]].concat(),
        "1. e4 *",
        2,
    );
    assert!(err.contains("part-0.csv is of a standard input"), "{err}");
    assert_eq!(part("2025"), "game,ply\n30001,0\n30001,1\n");
    let (_, err) = outputs(
        &[&args[..], &[&name("u.csv")]].concat(),
        "1. e4 *\n\n1. d9 *",
        2,
    );
    assert!(err.contains("no table was written"), "{err}");
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left over"
    );
}
