//! Checks that operators bind as in Rust: the same tokens have the same value in `tables!` and for
//! the compiler.

#![allow(
    clippy::precedence,
    reason = "the precedence is the subject of the test"
)]

macro_rules! same {
    ($($test:ident: |$files:ident| $body:expr;)*) => {$(
        #[test]
        fn $test() {
            pawnfill_macros::tables! {
                static TABLE: [u8; 256] = |$files| $body;
            }
            for $files in 0..=255_u8 {
                assert_eq!(TABLE[usize::from($files)], $body, "{:08b}", $files);
            }
        }
    )*};
}

/// Computes `count` in Rust.
fn count(files: u8) -> u8 {
    files.count_ones() as u8
}

same! {
    and_before_or: |files| files & files >> 1 | files << 2 & files;
    and_before_xor: |files| files ^ files & files << 1;
    xor_before_or: |files| files | files ^ files << 1 | files ^ files >> 3;
    shifts_before_and: |files| files & files << 1 & files >> 1;
    shifts_from_the_left: |files| files << 3 >> 2 << 1;
    not_before_all: |files| !files >> 1 & !files << 1 | !!files;
    parentheses: |files| !(files | files << 1) ^ (files & (files ^ files >> 1)) << 2;
    sums_before_shifts: |files| files << 1 + 1 & files >> count(files) - count(files) + 2;
    differences_from_the_left: |files| count(files) + 20 - 7 - count(files >> 1) - (5 - 3);
    choice: |files| if count(files) == 3 { files } else if files << 1 != files >> 1 { !files } else { files << 1 };
}

#[test]
fn a_complement_has_two_signs() {
    pawnfill_macros::tables! {
        static TABLE: [u8; 256] = |files| ~files >> 1 & !~(files << 1) | ~files;
    }
    for files in 0..=255_u8 {
        assert_eq!(
            TABLE[usize::from(files)],
            !files >> 1 & (files << 1) | !files
        );
    }
}

/// Passes on an expression, which the compiler puts in a group without delimiters.
macro_rules! grouped {
    ($($test:ident: |$files:ident| $set:expr, $number:expr;)*) => {
        same! { $($test: |$files| !$set & $files << 20 - $number ^ ($set) | $set >> 1 & $set;)* }
    };
}

grouped! {
    groups: |files| files | files << 2, 15 + 2;
    groups_of_one_token: |files| files, 17;
    groups_of_calls: |files| !files, 13 + count(files >> 4);
}
