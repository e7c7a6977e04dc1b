//! Tests of writing tables as plain sources.
#![cfg(feature = "emit")]

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs, io, str};

use clap::ValueEnum as _;
use pawnfill_codegen::Table;
use pawnfill_codegen::emit::{MAX_BYTES, SourceFormat, Specification, may_replace};
use pawnfill_expression::text::is_control;

/// Tables of each shape and type, with documentation that tries to break out of its comment.
const SPECIFICATION: &str = r#"
/// A file */ int x; /* and "quotes" \
#[doc = "two\nlines"]
pub const ADJACENT: [u64; 8] = |file| beside(file);
static ISLANDS: [u8; 256] = |files| count(files - (files >> 1));
static ATTACKS: [[u64; 64]; 2] = |color, sq| any_attacks(sq, color);
static SHARED: [[[u8; 64]; 8]; 2] = |color, rank, sq| count(front_span(rank & sq, color));
"#;

/// Returns the text for a specification.
fn emitted(specification: &str, format: SourceFormat) -> String {
    format
        .render(
            &Specification::parse(specification, "spec.rs").unwrap(),
            "the command",
        )
        .unwrap()
}

/// Returns the mistakes of a specification written as C, which is the strictest format.
fn mistakes(specification: &str) -> String {
    let rendered = Specification::parse(specification, "spec.rs")
        .and_then(|read| SourceFormat::C.render(&read, ""));
    rendered.expect_err(specification).lines("spec.rs")
}

/// Runs a tool, or returns `None` if it is not installed, which fails where CI is set.
fn tool(command: &mut Command) -> Option<Output> {
    match command.output() {
        Ok(output) => Some(output),
        Err(error)
            if error.kind() == io::ErrorKind::NotFound && std::env::var_os("CI").is_none() =>
        {
            eprintln!(
                "skipped: {} is not installed",
                command.get_program().to_string_lossy()
            );
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Returns the tables of the specification.
fn tables() -> Vec<Table> {
    Specification::parse(SPECIFICATION, "spec.rs")
        .unwrap()
        .tables
}

/// Compiles and runs a program, and returns its output, or `None` without a compiler.
fn compiled(compiler: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let program = folder.join("program");
    let compiled = tool(
        Command::new(compiler)
            .args(arguments)
            .arg("-o")
            .arg(&program)
            .current_dir(folder),
    )?;
    assert!(
        compiled.status.success(),
        "{}",
        str::from_utf8(&compiled.stderr).unwrap()
    );
    let output = Command::new(program).output().unwrap();
    assert!(
        output.status.success(),
        "{}",
        str::from_utf8(&output.stderr).unwrap()
    );
    Some(String::from_utf8(output.stdout).unwrap())
}

/// Checks that a program has printed the entries in the order of the memory, a line for each table.
fn has_entries(printed: &str) {
    let number = |word: &str| word.parse().ok();
    let numbers = |line: &str| {
        line.split(|c: char| !c.is_ascii_digit())
            .filter_map(number)
            .collect()
    };
    let printed: Vec<Vec<u64>> = printed.lines().map(numbers).collect();
    assert_eq!(
        printed,
        tables()
            .into_iter()
            .map(|table| table.entries)
            .collect::<Vec<_>>()
    );
}

#[test]
fn mistakes_name_file_line_and_column() {
    for (text, expected) in [
        (
            "static A: [u64; 64] = |sq| nroth(sq);\nstatic B: [u8; 64] =\n    |sq| sq;",
            "spec.rs:1:28: unknown function `nroth`; did you mean `north`?\n\
             spec.rs:2:12: the expression is a set of squares: use entries of type `u64`",
        ),
        (
            "mod m {\n  pawnfill::tables! { static A: [u64; 64] = |é| d9; }\n}",
            "spec.rs:2:49: unknown name `d9`: expected a parameter or one of `a1` to `h8`, `file_a` to `file_h`, \
             `rank_1` to `rank_8`, `light_squares`, `dark_squares`, `empty`, `full`, `white` and `black`",
        ),
        (
            "static A: [u64; 64] = (\n",
            "spec.rs:1:23: invalid Rust token, or unclosed bracket",
        ),
        (
            "static A: [u64; 64] = |sq| sq;\nstatic B: [u64; 64] = |sq| sq",
            "spec.rs:2:28: unexpected end of input, expected an operator or `;`",
        ),
        ("", "spec.rs contains no table"),
        ("\r\n", "spec.rs contains no table"),
        ("// nothing\n", "spec.rs contains no table"),
        ("pawnfill::tables! {}\n", "spec.rs contains no table"),
    ] {
        assert_eq!(mistakes(text), expected, "{text}");
    }
}

#[test]
fn parsing_continues_with_the_next_item() {
    for next in [
        "x; static",
        "#[inline] static",
        "pub static",
        "static",
        "const",
    ] {
        let mistakes = mistakes(&format!(
            "static A: [u64; 64] = |sq| sq ? x [0] # 1 ? {next} B: [u64; 64] = |sq| y;"
        ));
        let lines: Vec<_> = mistakes.lines().collect();
        assert_eq!(lines[0], "spec.rs:1:31: expected an operator");
        assert!(
            lines.len() == 2 && lines[1].contains("unknown name `y`"),
            "{next}: {mistakes}"
        );
    }
    assert_eq!(
        mistakes("static A: [u64; 64] = ?; x; static B: [u64; 64] = ?;")
            .lines()
            .count(),
        3
    );
}

#[test]
fn conditional_compilation_is_rejected() {
    let item = "static A: [u64; 64] = |sq| sq;";
    let tables = format!("tables! {{ {item} }}");
    for attribute in [
        "#[cfg(x)]",
        "#[cfg_attr(x, cfg(y))]",
        "#[cfg_attr(x, inline, cfg_attr(y, cfg(z)))]",
    ] {
        let of_item = mistakes(&format!("{attribute}\n{item}"));
        assert_eq!(
            of_item,
            "spec.rs:2:8: only the compiler can decide the `cfg` of `A`"
        );
        let inner = attribute.replace('#', "#!");
        for (source, column) in [
            (format!("{attribute} {tables}"), 2),
            (
                format!(
                    "{attribute} #[doc = \"\"] pub mod m {{ fn f() {{}} mod n {{ {tables} }} }}"
                ),
                2,
            ),
            (format!("{attribute} fn f() {{ tables!({item}); }}"), 2),
            (format!("{attribute} impl<T> A<T> {{ {tables} }}"), 2),
            (format!("mod m {{ {inner} {tables} }}"), 11),
        ] {
            let expected =
                format!("spec.rs:1:{column}: only the compiler can decide this `cfg` of `tables!`");
            assert_eq!(mistakes(&source), expected);
        }
        for before in [
            &format!("{attribute} mod m {{}}"),
            &format!("{attribute} use m;"),
            &format!("mod m {{ {inner} }}"),
            &format!("{attribute} other! {{ {item} }}"),
            "#[cfg_attr(cfg, doc(cfg(x)))]",
            "fn tables? { }",
            "#? [cfg(x)]",
            "#[inline] mod m { #![inline] }",
        ] {
            let source = format!("{before} {tables}");
            assert_eq!(
                Specification::parse(&source, "spec.rs")
                    .unwrap()
                    .tables
                    .len(),
                1,
                "{source}"
            );
        }
    }
}

#[test]
fn names_in_c_are_capitals() {
    for name in [
        "int", "r#while", "Class", "uint8_t", "__LINE__", "A__B", "_X", "linux", "É", "A_é",
    ] {
        let shown = name.trim_start_matches("r#");
        let expected = format!(
            "spec.rs:1:8: a table in C and C++ has a name in capitals, such as `ISLANDS`, not `{shown}`"
        );
        assert_eq!(
            mistakes(&format!("static {name}: [u64; 64] = |sq| sq;")),
            expected
        );
    }
    for name in ["INT", "T_MAX", "A1", "ISLANDS_", "A"] {
        emitted(
            &format!("static {name}: [u64; 64] = |sq| sq;"),
            SourceFormat::C,
        );
    }
}

#[test]
fn line_ends_make_no_difference() {
    for &format in SourceFormat::value_variants() {
        assert_eq!(
            emitted(&SPECIFICATION.replace('\n', "\r\n"), format),
            emitted(SPECIFICATION, format)
        );
    }
}

#[test]
fn files_are_read_up_to_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spec.rs");
    let item = "static A: [u64; 64] = |sq| sq;";
    let read = |length: u64| {
        fs::write(
            &path,
            format!("{item}{}", "\n".repeat(length as usize - item.len())),
        )
        .unwrap();
        Specification::read(&path, "the file")
            .map(|read| read.tables.len())
            .map_err(|error| error.lines("the file"))
    };
    assert_eq!(read(MAX_BYTES), Ok(1));
    assert_eq!(
        read(MAX_BYTES + 1),
        Err("the file is longer than 1048576 bytes".to_owned())
    );
    fs::write(&path, b"\xff").unwrap();
    let error = Specification::read(&path, "the file")
        .unwrap_err()
        .lines("the file");
    assert!(
        error.starts_with("cannot read the file: ") && error.contains("UTF-8"),
        "{error}"
    );
    let error = Specification::read(&path.join("none"), "none")
        .unwrap_err()
        .lines("none");
    assert!(error.starts_with("cannot read none: "), "{error}");
}

#[test]
fn only_what_was_generated_may_be_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    assert!(may_replace(&path) && !may_replace(folder.path()));
    for (contents, expected) in [
        ("", true),
        ("fn main() {}\n", false),
        ("// @generated by `x`\n", false),
        ("\n\n// @generated by `x`, crc32 1", false),
    ] {
        fs::write(&path, contents).unwrap();
        assert_eq!(may_replace(&path), expected, "{contents:?}");
    }
    for &format in SourceFormat::value_variants() {
        fs::write(&path, emitted(SPECIFICATION, format)).unwrap();
        assert!(may_replace(&path), "{format:?}");
    }
    #[cfg(unix)]
    assert!(may_replace(Path::new("/dev/zero")));
}

/// Compares the text of each format with `golden.txt`.
#[test]
fn formats_stay_as_they_are() {
    let specification = "/// The files beside each file.\npub const BESIDE: [u64; 8] = |file| beside(file);\n\
        /// Pushes.\n#[inline] #[doc = \"a */\\nb\"]\n\
        pub ( crate ) static PUSHES: [[u8; 8]; 2] = |color, rank| count(front_span(rank & file_a, color));\n";
    let text = |format: &SourceFormat| emitted(specification, *format) + "\n";
    let written: String = SourceFormat::value_variants().iter().map(text).collect();
    assert_eq!(written, include_str!("golden.txt"), "{written}");
}

#[test]
fn control_characters_are_not_emitted() {
    let specification =
        "#[doc = \"a\\u{202e}b\\u{1b}c\\td\\u{2028}e\"]\nconst A: [u64; 8] = |file| beside(file);";
    for &format in SourceFormat::value_variants() {
        let parsed = Specification::parse(specification, "x\u{2066}\n.rs").unwrap();
        let text = format.render(&parsed, "the \u{202d}\u{7f}command").unwrap();
        assert!(
            text.contains("the   command` from x  .rs, crc32 "),
            "{text}"
        );
        assert!(
            !text.contains(|c: char| c != '\n' && is_control(c)),
            "{text:?}"
        );
        assert!(text.contains("a b c d e"), "{text}");
    }
}

#[test]
fn c_headers_compile_without_warnings_and_hold_the_same_entries() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("tables.h"),
        emitted(SPECIFICATION, SourceFormat::C),
    )
    .unwrap();
    let print = |table: Table| {
        format!(
            "    print({0}, sizeof {0}, {1});\n",
            table.name(),
            table.element.bytes()
        )
    };
    let prints: String = tables().into_iter().map(print).collect();
    let program = format!(
        "#include \"tables.h\"\n#include \"tables.h\"\n#include <inttypes.h>\n#include <stdio.h>\n\
         static void print(const void *table, size_t size, size_t entry) {{\n\
         \x20   for (size_t i = 0; i < size / entry; i++)\n\
         \x20       printf(\"%\" PRIu64 \" \", entry == 8 ? ((const uint64_t *)table)[i] : ((const uint8_t *)table)[i]);\n\
         \x20   printf(\"\\n\");\n}}\nint main(void) {{\n{prints}    return 0;\n}}\n"
    );
    for (compiler, standard, file) in [
        ("cc", "-std=c11", "main.c"),
        ("c++", "-std=c++17", "main.cpp"),
    ] {
        fs::write(folder.join(file), &program).unwrap();
        let arguments = ["-Wall", "-Wextra", "-Werror", standard, file];
        let Some(printed) = compiled(compiler, &arguments, folder) else {
            continue;
        };
        has_entries(&printed);
    }
}

#[test]
fn rust_sources_compile_and_are_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(
        folder.join("tables.rs"),
        emitted(SPECIFICATION, SourceFormat::Rust),
    )
    .unwrap();
    let arguments = ["--check", "--edition", "2024", "tables.rs"];
    if let Some(formatted) = tool(Command::new("rustfmt").args(arguments).current_dir(folder)) {
        assert!(
            formatted.status.success(),
            "{}",
            str::from_utf8(&formatted.stdout).unwrap()
        );
    }
    let prints: String = tables()
        .iter()
        .map(|table| format!("    println!(\"{{:?}}\", {});\n", table.name()))
        .collect();
    let program = format!("include!(\"tables.rs\");\nfn main() {{\n{prints}}}\n");
    fs::write(folder.join("main.rs"), program).unwrap();
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    has_entries(&compiled(&rustc, &["--edition", "2021", "main.rs"], folder).unwrap());
}
