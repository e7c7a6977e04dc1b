//! The text of each format, as it stands in `golden.txt`.
#![cfg(feature = "emit")]

use clap::ValueEnum as _;
use pawnfill_codegen::emit::{Format, Specification};

#[test]
fn formats_stay_as_they_are() {
    let specification = "/// The files beside each file.\npub const BESIDE: [u64; 8] = |file| beside(file);\n\
        /// Pushes.\n#[inline] #[doc = \"a */\\nb\"]\n\
        pub ( crate ) static PUSHES: [[u8; 8]; 2] = |color, rank| count(front_span(rank & file_a, color));\n";
    let tables = Specification::parse(specification, "spec.rs").unwrap();
    let text = |format: &Format| format.render(&tables, "the command").unwrap() + "\n";
    let written: String = Format::value_variants().iter().map(text).collect();
    assert_eq!(written, include_str!("golden.txt"), "{written}");
}
