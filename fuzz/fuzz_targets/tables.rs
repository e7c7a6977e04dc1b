//! Reads any tokens as the input of `tables!`. The result is tables, or errors and items that
//! report them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pawnfill_codegen::{MAX_ENTRIES, expand, generate, specification};
use proc_macro2::TokenStream;

fuzz_target!(|text: &str| {
    // Input that is not a sequence of tokens never reaches the macro.
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return;
    };
    let Ok(tokens) = specification(tokens) else {
        return;
    };
    let items = expand(tokens.clone()).to_string();
    match generate(tokens) {
        Ok(tables) => assert!(
            tables
                .iter()
                .map(|table| table.entries.len())
                .sum::<usize>()
                <= MAX_ENTRIES
        ),
        Err(errors) => {
            assert!(items.contains("compile_error"));
            assert!(
                errors
                    .into_iter()
                    .all(|error| !error.to_string().is_empty())
            );
        }
    }
});
