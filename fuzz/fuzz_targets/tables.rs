//! Reads any tokens as the input of `tables!` and as a condition of `pawnfill find`. The result is tables or a condition,
//! or errors and items that report them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pawnfill_codegen::condition::condition;
use pawnfill_codegen::{MAX_ENTRIES, expand, generate, specification};
use pawnfill_codegen::tables::Value;
use proc_macro2::TokenStream;

fuzz_target!(|text: &str| {
    // Input that is not a sequence of tokens never reaches the macro.
    let Ok(tokens) = text.parse::<TokenStream>() else { return };
    let names = ["white.passed", "white.file_set", "d"].map(str::to_owned);
    let names: Vec<_> = names.into_iter().zip([Value::Set(0), Value::Files(0), Value::Set(1)]).collect();
    if let Err(errors) = condition(tokens.clone(), &names) {
        assert!(errors.into_iter().all(|error| !error.to_string().is_empty()));
    }
    let Ok(tokens) = specification(tokens) else { return };
    let items = expand(tokens.clone()).to_string();
    match generate(tokens) {
        Ok(tables) => assert!(tables.iter().map(|table| table.entries.len()).sum::<usize>() <= MAX_ENTRIES),
        Err(errors) => {
            assert!(items.contains("compile_error"));
            assert!(errors.into_iter().all(|error| !error.to_string().is_empty()));
        }
    }
});
