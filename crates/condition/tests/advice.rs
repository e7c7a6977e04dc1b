//! Notes about words whose meaning surprises, and texts that may be meant.

use pawnfill_condition::{ask, structures};

/// A condition, and what is said about it.
const CASES: &str = "\
count(open_files) > 2 -> `open_files` has eight squares for each file, so `count(open_file_set) > 2` may be meant
own.iqp && open_files -> `open_files` asks only whether there is such a file: `&` asks for squares on it
own.isolated && enemy.half_open_files -> `enemy.half_open_files` asks only whether there is such a file: `&` asks for squares on it
own.isolated & enemy.half_open_files ->
open_files ->
own.bishops & (light_squares) && !(enemy.pawns & d4) -> where the side is Black, `light_squares` are the dark squares
black.bishops & light_squares ->
own.passed & rank_7 ->
mine.backward & open_files -> no position meets `mine.backward & open_files`: `mine.backward` and `open_files` never share a square; did you mean `mine.backward & theirs.half_open_files`?
open_files & black.isolated -> no position meets `open_files & black.isolated`: `open_files` and `black.isolated` never share a square; did you mean `white.half_open_files & black.isolated`?
count(open_files) == 4 -> no position meets `count(open_files) == 4`: `open_files` has eight squares for each file; did you mean `count(open_file_set) == 4`?
closed_files != 4 -> a set of squares and a number cannot be compared; did you mean `count(closed_file_set) != 4`?";

#[test]
fn words_whose_meaning_surprises_are_noted() {
    let names = structures();
    for case in CASES.lines() {
        let (condition, expected) = case.split_once(" ->").unwrap();
        let said = match ask(condition, &names, Vec::new) {
            Ok((_, notes)) => notes.join("; "),
            Err(refused) => refused.message(""),
        };
        assert_eq!(
            said.lines().next().unwrap_or_default(),
            expected.trim(),
            "{condition}"
        );
    }
}
