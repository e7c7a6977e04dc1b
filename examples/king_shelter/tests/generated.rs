//! The file is what the command writes, and its table is the one of the macro.

use std::path::Path;

use pawnfill_codegen::emit::{SourceFormat, Specification};
use pawnfill_king_shelter::{generated, tables};

#[test]
fn the_table_is_written_again() {
    let [specification, file] = ["src/tables.rs", "src/generated.rs"];
    let label = format!("examples/king_shelter/{specification}");
    let command = format!(
        "cargo xtask codegen --spec {label} --emit rust --out examples/king_shelter/{file}"
    );
    let read = Specification::read(Path::new(specification), &label).unwrap();
    let written = SourceFormat::Rust.render(&read, &command).unwrap();
    assert_eq!(std::fs::read_to_string(file).unwrap(), written);
}

#[test]
fn both_tables_are_equal() {
    assert_eq!(generated::SHELTER, tables::SHELTER);
}
