//! `cargo xtask codegen` as a user calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs, io, str};

use serde_json::Value;

const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pawnfill/src/tables.rs");

/// What is checked in, without the extension.
const CHECKED_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../pawnfill/tables/tables");

/// Tables of each shape and type, with documentation that tries to break out of its comment.
const SPECIFICATION: &str = r#"
/// A file */ int x; /* and "quotes" \
#[doc = "two\nlines"]
pub const ADJACENT: [u64; 8] = |file| beside(file);
static ISLANDS: [u8; 256] = |files| count(files - (files >> 1));
static ATTACKS: [[u64; 64]; 2] = |color, sq| any_attacks(sq, color);
static SHARED: [[[u8; 64]; 8]; 2] = |color, rank, sq| count(front_span(rank & sq, color));
"#;

/// An empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codegen").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command in the folder.
fn codegen(folder: &Path, arguments: &[&str]) -> Output {
    let command =
        Command::new(env!("CARGO_BIN_EXE_xtask")).arg("codegen").args(arguments).current_dir(folder).output();
    command.unwrap()
}

/// The exit code and what was said.
fn outcome(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let output = codegen(folder, arguments);
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// What the command writes to the standard output.
fn emitted(folder: &Path, format: &str) -> String {
    let output = codegen(folder, &["--spec", "spec.rs", "--emit", format]);
    assert!(output.status.success(), "{}", str::from_utf8(&output.stderr).unwrap());
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a tool, `None` if there is none on this machine.
fn tool(command: &mut Command) -> Option<Output> {
    match command.output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            eprintln!("skipped: there is no {}", command.get_program().display());
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Every number in a JSON array of arrays, in order.
fn flat(value: &Value) -> Vec<u64> {
    match value {
        Value::Array(values) => values.iter().flat_map(flat).collect(),
        Value::String(text) => vec![u64::from_str_radix(text.strip_prefix("0x").unwrap(), 16).unwrap()],
        value => vec![value.as_u64().unwrap()],
    }
}

/// Name, type and entries of each table.
fn from_json(json: &str) -> Vec<(String, String, Vec<u64>)> {
    let document: Value = serde_json::from_str(json).unwrap();
    let table = |table: &Value| {
        let text = |key: &str| table[key].as_str().unwrap().to_owned();
        (text("name"), text("type"), flat(&table["entries"]))
    };
    document["tables"].as_array().unwrap().iter().map(table).collect()
}

#[test]
fn checked_in_files_are_up_to_date() {
    assert_eq!(
        outcome(Path::new("."), &["--check"]),
        (0, String::new()),
        "`cargo xtask codegen` writes them"
    );
}

#[test]
fn checked_in_sources_agree_and_their_docs_tell_the_size() {
    let read = |extension| fs::read_to_string(format!("{CHECKED_IN}.{extension}")).unwrap();
    let json = read("json");
    let entries: Vec<u64> = from_json(&json).into_iter().flat_map(|(_, _, entries)| entries).collect();
    for source in [read("rs"), read("h")] {
        let literals =
            source.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.strip_prefix("0x"));
        let literals: Vec<u64> = literals.map(|digits| u64::from_str_radix(digits, 16).unwrap()).collect();
        assert_eq!(literals, entries);
    }
    let document: Value = serde_json::from_str(&json).unwrap();
    for table in document["tables"].as_array().unwrap() {
        let (doc, bytes) = (table["doc"].as_str().unwrap(), &table["bytes"]);
        assert!(doc.ends_with(&format!(" {bytes} bytes.")), "{}: {doc}", table["name"]);
    }
}

#[test]
fn any_change_of_one_character_makes_a_file_stale() {
    let folder = folder("stale");
    let spec = folder.join("spec.rs");
    let text = fs::read_to_string(OWN).unwrap();
    fs::write(&spec, &text).unwrap();
    for (format, file) in [("rust", "t.rs"), ("c", "t.h"), ("json", "t.json"), ("text", "t.txt")] {
        let arguments = ["--spec", "spec.rs", "--emit", format, "--out", file];
        assert_eq!(outcome(&folder, &arguments), (0, String::new()));
        let check = [&arguments[..], &["--check"]].concat();
        assert_eq!(outcome(&folder, &check), (0, String::new()));

        let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
        for &place in places.iter().step_by(places.len() / 8) {
            let rest = &text[place..];
            let new = if rest.starts_with('n') { 's' } else { 'n' };
            let changed =
                format!("{}{new}{}", &text[..place], &rest[rest.chars().next().unwrap().len_utf8()..]);
            fs::write(&spec, changed).unwrap();
            let (code, said) = outcome(&folder, &check);
            assert!(code != 0 && !said.is_empty(), "{format}: {place} of\n{text}");
        }
        fs::write(&spec, &text).unwrap();
    }

    // What is still a specification after the change is stale, and that is exit code 1.
    fs::write(&spec, text.replacen("north_ray(sq)", "south_ray(sq)", 1)).unwrap();
    let (code, said) = outcome(&folder, &["--spec", "spec.rs", "--emit", "c", "--out", "t.h", "--check"]);
    assert_eq!((code, &said[..]), (1, "error: t.h is stale; the same command without --check writes it\n"));
}

#[test]
fn mistakes_name_file_line_and_column_and_write_nothing() {
    let folder = folder("mistakes");
    let cases = [
        (
            "static A: [u64; 64] = |sq| nroth(sq);\nstatic B: [u8; 64] =\n    |sq| sq;",
            "error: spec.rs:1:28: there is no function `nroth`; is `north` meant?\n\
             error: spec.rs:2:12: the expression is a set of squares: its entries are `u64`\n",
        ),
        (
            "mod m {\n  pawnfill::tables! { static A: [u64; 64] = |é| d9; }\n}",
            "error: spec.rs:2:49: there is no `d9`: a name is a parameter or one of `a1` to `h8`, `file_a` to `file_h`, \
             `rank_1` to `rank_8`, `empty`, `full`, `white` and `black`\n",
        ),
        (
            "static A: [u64; 64] = (\n",
            "error: spec.rs:1:23: this is no Rust token, or a bracket is not closed\n",
        ),
        (
            "static A: [u64; 64] = |sq| sq;\nstatic B: [u64; 64] = |sq| sq",
            "error: spec.rs:2:28: unexpected end of input, expected an operator or `;`\n",
        ),
        (
            "#[cfg(x)] static A: [u64; 64] = |sq| sq;",
            "error: spec.rs:1:18: only the compiler can decide the `cfg` of `A`\n",
        ),
        ("// nothing\n", "error: spec.rs specifies no table\n"),
        ("pawnfill::tables! {}\n", "error: spec.rs specifies no table\n"),
        ("static int: [u64; 64] = |sq| sq;", "error: spec.rs:1:8: `int` is no name in C\n"),
        ("static É: [u64; 64] = |sq| sq;", "error: spec.rs:1:8: `É` is no name in C\n"),
    ];
    for (text, expected) in cases {
        fs::write(folder.join("spec.rs"), text).unwrap();
        let said = outcome(&folder, &["--spec", "spec.rs", "--emit", "c", "--out", "out.h"]);
        assert_eq!(said, (2, expected.to_owned()), "{text}");
    }
    let (code, said) = outcome(&folder, &["--spec", "none.rs", "--emit", "c", "--out", "out.h"]);
    assert!(code == 2 && said.starts_with("error: cannot read none.rs: "), "{said}");
    assert!(!folder.join("out.h").exists());
}

#[test]
fn wrong_arguments_are_exit_code_2() {
    let folder = folder("arguments");
    fs::write(folder.join("spec.rs"), SPECIFICATION).unwrap();
    for arguments in [
        &["--spec", "spec.rs"][..],
        &["--out", "x"],
        &["--emit", "pascal"],
        &["--spec", "spec.rs", "--emit", "c", "--check"],
        &["--emit", "c", "--out", "-", "--check"],
    ] {
        let (code, said) = outcome(&folder, arguments);
        assert!(code == 2 && said.starts_with("error: "), "{arguments:?}: {code} {said}");
    }
}

#[test]
fn files_of_others_are_not_replaced() {
    let folder = folder("others");
    fs::write(folder.join("spec.rs"), SPECIFICATION).unwrap();
    let own = "fn written_by_hand() {}\n";
    fs::write(folder.join("lib.rs"), own).unwrap();
    let (code, said) = outcome(&folder, &["--spec", "spec.rs", "--emit", "rust", "--out", "lib.rs"]);
    assert_eq!(
        (code, &said[..]),
        (2, "error: lib.rs was not written by this command: choose another path\n")
    );
    assert_eq!(fs::read_to_string(folder.join("lib.rs")).unwrap(), own);
}

#[test]
fn headers_name_the_command() {
    let folder = folder("header");
    fs::write(folder.join("spec.rs"), SPECIFICATION).unwrap();
    let text = emitted(&folder, "text");
    let expected =
        "@generated by `cargo xtask codegen --spec spec.rs --emit text --out -` from spec.rs, crc32 ";
    assert!(text.starts_with(&format!("# {expected}")), "{text}");
    assert!(text.contains("\nSHARED    [[[u8; 64]; 8]; 2]      1024  "), "{text}");
    for format in ["rust", "c", "json"] {
        assert!(
            emitted(&folder, format).contains("@generated by `cargo xtask codegen --spec spec.rs --emit ")
        );
    }
}

#[test]
fn json_is_nested_as_the_type_says() {
    let folder = folder("json");
    fs::write(folder.join("spec.rs"), SPECIFICATION).unwrap();
    let document: Value = serde_json::from_str(&emitted(&folder, "json")).unwrap();
    let shared = &document["tables"][3]["entries"];
    let lengths = [shared, &shared[0], &shared[0][0]].map(|level| level.as_array().unwrap().len());
    assert_eq!(lengths, [2, 8, 64]);
    assert_eq!((&shared[0][1][12], &shared[1][1][12], &shared[0][1][20]), (&6.into(), &1.into(), &0.into()));
}

#[test]
fn c_headers_compile_without_warnings_and_hold_the_same_entries() {
    let folder = folder("c");
    for (name, spec) in [("own", &fs::read_to_string(OWN).unwrap()[..]), ("shapes", SPECIFICATION)] {
        fs::write(folder.join("spec.rs"), spec).unwrap();
        fs::write(folder.join(format!("{name}.h")), emitted(&folder, "c")).unwrap();
        let tables = from_json(&emitted(&folder, "json"));
        let prints: String = tables
            .iter()
            .map(|(table, ty, _)| {
                let element = if ty.contains("u64") { "uint64_t" } else { "uint8_t" };
                format!("    print({table}, sizeof {table}, sizeof({element}));\n")
            })
            .collect();
        let program = format!(
            "#include \"{name}.h\"\n#include \"{name}.h\"\n#include <inttypes.h>\n#include <stdio.h>\n\
             static void print(const void *table, size_t size, size_t entry) {{\n\
             \x20   for (size_t i = 0; i < size / entry; i++)\n\
             \x20       printf(\"%\" PRIu64 \" \", entry == 8 ? ((const uint64_t *)table)[i] : ((const uint8_t *)table)[i]);\n\
             \x20   printf(\"\\n\");\n}}\nint main(void) {{\n{prints}    return 0;\n}}\n"
        );
        fs::write(folder.join("main.c"), program).unwrap();
        let arguments = ["-Wall", "-Wextra", "-Werror", "-std=c11", "main.c", "-o", "main"];
        let Some(compiled) = tool(Command::new("cc").args(arguments).current_dir(&folder)) else { return };
        assert!(compiled.status.success(), "{}", str::from_utf8(&compiled.stderr).unwrap());
        let printed = String::from_utf8(Command::new(folder.join("main")).output().unwrap().stdout).unwrap();
        for (line, (table, _, entries)) in printed.lines().zip(&tables) {
            let printed: Vec<u64> = line.split_whitespace().map(|entry| entry.parse().unwrap()).collect();
            assert_eq!(printed, *entries, "{table}");
        }
        assert_eq!(printed.lines().count(), tables.len());
    }
}

#[test]
fn rust_sources_compile_and_are_formatted() {
    let folder = folder("rust");
    fs::write(folder.join("spec.rs"), SPECIFICATION).unwrap();
    fs::write(folder.join("tables.rs"), emitted(&folder, "rust")).unwrap();
    let arguments = ["--check", "--edition", "2024", "tables.rs"];
    if let Some(formatted) = tool(Command::new("rustfmt").args(arguments).current_dir(&folder)) {
        assert!(formatted.status.success(), "{}", str::from_utf8(&formatted.stdout).unwrap());
    }
    let entries: String = from_json(&emitted(&folder, "json"))
        .into_iter()
        .map(|(table, ty, entries)| format!("    assert_eq!(flat::{table}({table}), {entries:?}); // {ty}\n"))
        .collect();
    // Arrays are flattened by their memory order, which is the order of the entries.
    let flat = "mod flat {\n\
        \x20   pub fn ADJACENT(t: [u64; 8]) -> Vec<u64> { t.to_vec() }\n\
        \x20   pub fn ISLANDS(t: [u8; 256]) -> Vec<u64> { t.map(u64::from).to_vec() }\n\
        \x20   pub fn ATTACKS(t: [[u64; 64]; 2]) -> Vec<u64> { t.concat() }\n\
        \x20   pub fn SHARED(t: [[[u8; 64]; 8]; 2]) -> Vec<u64> { t.concat().concat().into_iter().map(u64::from).collect() }\n\
        }\n";
    let program =
        format!("#![allow(non_snake_case)]\ninclude!(\"tables.rs\");\n{flat}fn main() {{\n{entries}}}\n");
    fs::write(folder.join("main.rs"), program).unwrap();
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled =
        Command::new(rustc).args(["--edition", "2021", "main.rs"]).current_dir(&folder).output().unwrap();
    assert!(compiled.status.success(), "{}", str::from_utf8(&compiled.stderr).unwrap());
    assert!(Command::new(folder.join("main")).status().unwrap().success());
}
