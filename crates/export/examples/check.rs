//! Runs the exports with their compilers and engines, and compares them with the library on games and random boards.
//!
//! `cargo run -p pawnfill-export --example check` writes the library's answers to `target/export`, and starts
//! `crates/export/check/check.py`, which runs the header, the module and the macros on the same positions.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::{fs, io};

use pawnfill::pattern::{CONTACTS, QUESTIONS, Value, columns};
use pawnfill::{Color, File, Pawns, Square};
use pawnfill_export::{Language, Selection, emit};
use pawnfill_positions::embedded;

/// The number of positions of games, and the number of random boards.
const POSITIONS: usize = 4000;

fn main() -> io::Result<ExitCode> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/export");
    fs::create_dir_all(&folder)?;
    let games = embedded::distinct(&embedded::positions());
    let inputs: Vec<Pawns> =
        games.iter().copied().take(POSITIONS).chain((0..POSITIONS).map(random)).collect();

    let mut table = Vec::new();
    let mut add = |name: String, value: &dyn Fn(usize, Pawns) -> u64| {
        let values = inputs.iter().enumerate().map(|(row, &pawns)| value(row, pawns));
        table.push((name, values.collect::<Vec<_>>()));
    };
    add("white".to_owned(), &|_, pawns| pawns.white().own().bits());
    add("black".to_owned(), &|_, pawns| pawns.black().own().bits());
    add("square".to_owned(), &|row, _| row as u64 % 64);
    for column in columns() {
        add(column.to_string(), &|_, pawns| column.of(pawns).bits());
    }
    for color in Color::ALL {
        for class in CONTACTS {
            add(format!("{color}_{}_east", class.name), &|_, pawns| class.of(pawns, color).east.bits());
            add(format!("{color}_{}_west", class.name), &|_, pawns| class.of(pawns, color).west.bits());
        }
        for question in QUESTIONS {
            add(format!("{color}_{}", question.name), &|row, pawns| match question.of(
                pawns,
                color,
                Square::ALL[row % 64],
            ) {
                Value::Set(set) => set.bits(),
                Value::YesNo(yes) => yes.into(),
            });
        }
    }
    let names: Vec<_> = table.iter().map(|(name, _)| name.as_str()).collect();
    fs::write(folder.join("names.txt"), names.join("\n"))?;
    let values = table.iter().flat_map(|(_, values)| values).flat_map(|value| value.to_le_bytes());
    fs::write(folder.join("answers.bin"), values.collect::<Vec<_>>())?;
    // The last one is empty.
    let wrong = "8,8/8/8/8/8/8/8,8/8/8/8/8/8/8/8/8,8/8/8/8/8/8/8/7 w,9/8/8/8/8/8/8/8,44/8/8/8/8/8/8/8,\
                 8/ppppppppp/8/8/8/8/8/8,8/7x/8/8/8/8/8/8,P7/8/8/8/8/8/8/8,8/8/8/8/8/8/8/p7,8/8/8/\u{7f}/8/8/8/8,\
                 8/\u{e9}7/8/8/8/8/8/8,8/\u{1f600}/8/8/8/8/8/8,8//8/8/8/8/8/8,/,8/8/8/8/8/8/8/8/,8/08/8/8/8/8/8/8,";
    let message = |fen: &str| Pawns::from_fen(fen).expect_err("the FEN is wrong").to_string();
    let errors: Vec<_> = wrong.split(',').map(|fen| format!("{fen}\t{}", message(fen))).collect();
    fs::write(folder.join("errors.txt"), errors.join("\n"))?;
    let half_open = "half_open = white.half_open_files | black.half_open_files";
    let structure = &["passed", "isolated", "doubled", "backward", "open_files", half_open];
    let ten = Selection { structure, prefix: Some("ten_"), ..Selection::default() };
    fs::write(folder.join("ten.h"), emit(Language::C, &ten).map_err(io::Error::other)?)?;
    let go = emit(Language::Go, &Selection::default()).map_err(io::Error::other)?;
    fs::create_dir_all(folder.join("go/pawnfill"))?;
    fs::write(folder.join("go/pawnfill/pawnfill.go"), go)?;
    // The query of crates/export/sql/example.sql.
    let asked = |pawns: &&Pawns| {
        let queen_pawn = pawns.white().isolated() & File::D.bitboard();
        !queen_pawn.is_empty() && !pawns.black().file_set().contains(File::C)
    };
    fs::write(folder.join("example.txt"), inputs.iter().filter(asked).count().to_string())?;

    let mut script = Command::new("python3");
    script.arg("crates/export/check/check.py").args(std::env::args().skip(1)).current_dir(root);
    Ok(if script.status()?.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns few or many pawns on random squares.
fn random(number: usize) -> Pawns {
    let mut state = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut board = || match number % 3 {
        0 => next() & next() & next(),
        1 => next() & next(),
        _ => next(),
    };
    Pawns::from_bits(board(), board())
}
