//! Checks that no input makes the generator panic, hang or fill the memory, and that every mistake
//! is reported.

use pawnfill_codegen::{
    MAX_ENTRIES, MAX_NESTING, MAX_TERMS, Table, expand, generate, specification,
};
use proc_macro2::{TokenStream, TokenTree};
use proptest::prelude::*;
use proptest::sample::select;

/// All words of the grammar, and some others, with two spaces or a line end between them.
const WORDS: &str = r##"static  const  pub  (crate)  #  #[doc = " text"]  #[cfg(any())]  mut  :  ;  =  |  ||  &  ^  !  -  +  *  <<
>>  ==  !=  ,  [u64; 64]  [u8; 256]  [[u64; 64]; 2]  [u64; 8]  u64  64  256  2  8  0  1u8  1.5
99999999999999999999999  "d4"  'a'  'c'  sq  color  file  files  white  d4  d9  file_e  rank_5  empty  full
if  else  { sq }  {  }  (  )  [  ]  north  north(sq)  front_span(sq, color)  count  file_fill  r#static  _
$  tables  é"##;

fn words() -> Vec<&'static str> {
    WORDS.lines().flat_map(|line| line.split("  ")).collect()
}

/// A specification without mistakes, as words.
const VALID: &str = "/// Doc. \n pub ( crate ) static A : [ [ u64 ; 64 ] ; 2 ] = | color , sq | \
    if color == white { front_span ( sq , color ) | east ( sq ) } else { ! ( south_ray ( sq ) & file_e - d4 ) } ; \
    const B : [ u8 ; 256 ] = | files | count ( files & ! ( files >> 1 ) ) + 1 ;";

fn check(text: &str) -> Result<(), TestCaseError> {
    // A text that is not a sequence of tokens never reaches the generator.
    let Ok(tokens) = text.parse::<TokenStream>() else {
        return Ok(());
    };
    let Ok(tokens) = specification(tokens) else {
        return Ok(());
    };
    let items = expand(tokens.clone());
    match generate(tokens) {
        Ok(tables) => {
            prop_assert!(
                tables
                    .iter()
                    .map(|table| table.entries.len())
                    .sum::<usize>()
                    <= MAX_ENTRIES
            )
        }
        Err(errors) => {
            prop_assert!(items.to_string().contains("compile_error"));
            for error in errors {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
    Ok(())
}

// `PROPTEST_CASES=350000 cargo test --release --package pawnfill-codegen --test robustness` tries a
// million inputs.
proptest! {
    #[test]
    fn any_words(words in prop::collection::vec(select(words()), 0..60)) {
        check(&words.join(" "))?;
    }

    #[test]
    fn a_valid_specification_with_some_words_changed(
        changes in prop::collection::vec((any::<prop::sample::Index>(), select(words()), 0..3_u8), 1..4),
    ) {
        let mut words: Vec<&str> = VALID.split(' ').collect();
        for (at, word, change) in changes {
            let at = at.index(words.len());
            match change {
                0 => words[at] = word,
                1 => words.insert(at, word),
                _ => drop(words.remove(at)),
            }
        }
        check(&words.join(" "))?;
    }

    #[test]
    fn any_text(text in ".{0,80}") {
        check(&text)?;
    }
}

#[test]
fn the_valid_specification_is_valid() {
    let tables = generate(VALID.parse().unwrap()).unwrap();
    assert_eq!(
        tables.iter().map(Table::name).collect::<Vec<_>>(),
        ["A", "B"]
    );
}

#[test]
fn nothing_is_too_deep() {
    let depth = 20_000;
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("north(", ")"),
        ("if a == b {", "} else { d4 }"),
    ] {
        for before in [
            "",
            "static A: ",
            "static A: [u64; 64] = |sq| ",
            "#",
            "tables! ",
        ] {
            let text = format!("{before}{}d4{}", open.repeat(depth), close.repeat(depth));
            let errors = generate(text.parse().unwrap()).unwrap_err();
            assert!(
                errors
                    .to_string()
                    .starts_with("brackets are nested more than"),
                "{before}{open}: {errors}"
            );
        }
    }
}

#[test]
fn limits_are_exact() {
    let table = |expression: String| {
        generate(
            format!("static A: [u64; 64] = |_sq| {expression};")
                .parse()
                .unwrap(),
        )
    };
    let nested = |depth| table(format!("{}d4{}", "(".repeat(depth), ")".repeat(depth))).is_ok();
    assert!(nested(MAX_NESTING) && !nested(MAX_NESTING + 1));
    let negated = |depth| table(format!("{}d4", "!".repeat(depth))).is_ok();
    assert!(negated(MAX_NESTING) && !negated(MAX_NESTING + 1));
    let terms = |count| {
        table(format!(
            "{}d4{}",
            "!".repeat(count - 255),
            " | d4".repeat(127)
        ))
        .is_ok()
    };
    assert!(terms(MAX_TERMS) && !terms(MAX_TERMS + 1));
    let entries = |tables: usize| {
        let tables: String = (0..tables)
            .map(|n| format!("const A{n}: [[u64; 256]; 256] = |_files, _more| d4;"))
            .collect();
        generate(tables.parse().unwrap()).is_ok()
    };
    assert!(entries(1) && !entries(2));
    let number = |number| {
        generate(
            format!("const A: [u8; 256] = |files| files >> {number};")
                .parse()
                .unwrap(),
        )
        .is_ok()
    };
    assert!(number("255") && !number("256") && !number("1u8"));
}

#[test]
fn nothing_is_too_long() {
    for (start, repeated, end) in [
        ("", "d4 | ", "d4"),
        ("d4", " - d4", ""),
        ("", "if sq == d4 { sq } else ", "{ d4 }"),
    ] {
        let text = format!(
            "static A: [u64; 64] = |sq| {start}{}{end};",
            repeated.repeat(100_000)
        );
        let errors = generate(text.parse().unwrap()).unwrap_err();
        assert_eq!(
            errors.to_string(),
            "this expression has more than 256 terms",
            "{repeated}"
        );
    }
}

#[test]
fn zeros_replace_no_large_table_and_no_unknown_type() {
    let broken = "const A: [u64; 99999999999] = |sq| sq; const B: [[u64; 256]; 99999999999999999999] = |a, b| a; \
        const C: [Square; 64] = |sq| sq;";
    let items = expand(broken.parse().unwrap());
    let is_item = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "const");
    assert!(!items.into_iter().any(|token| is_item(&token)));
}

#[test]
fn a_broken_table_keeps_its_name_and_type() {
    let table = "#[doc = \"A.\"] pub static A: [[u64; 64]; 2] = |color, sq| sq color;";
    let items = expand(table.parse().unwrap());
    let expected =
        "#[doc = \"A.\"] pub static A: [[::core::primitive::u64; 64]; 2] = [[0; 64]; 2];"
            .parse::<TokenStream>()
            .unwrap();
    assert!(
        items.to_string().starts_with(&expected.to_string()),
        "{items}"
    );
    // Parsing continues at the attributes of the next item.
    let items = expand(
        format!("static B: [u64; 64] = |sq| sq ? {table}")
            .parse()
            .unwrap(),
    );
    assert!(
        items.to_string().contains("# [doc = \"A.\"] pub static A"),
        "{items}"
    );
}

#[test]
fn an_array_has_the_length_of_an_index() {
    for length in 1..300 {
        let text = format!("static TABLE: [u64; {length}] = |file| north(file);");
        let errors = generate(text.parse().unwrap()).err();
        let is_wrong =
            errors.is_some_and(|errors| errors.to_string().contains("a length must be 64"));
        assert_eq!(is_wrong, ![2, 8, 64, 256].contains(&length), "{text}");
    }
}
