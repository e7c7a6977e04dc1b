//! Compiles programs that depend on the library. The linker shows that it has no `std`, no
//! allocation and no panic.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

/// Runs `cargo` for a program in a folder of its own, with these features of its own
/// or of `pawnfill`.
fn cargo(command: &str, program: &Path, features: &str) -> Output {
    let pawnfill = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(command);
    let manifest = format!(
        "[package]\n\
         name = \"bare\"\n\
         edition = \"2024\"\n\
         [[bin]]\n\
         name = \"bare\"\n\
         path = '{1}'\n\
         [features]\n\
         table-backends = [\"pawnfill/table-backends\"]\n\
         batch = [\"dep:pawnfill-batch\"]\n\
         control = []\n\
         board = []\n\
         [dependencies]\n\
         pawnfill.path = '{0}'\n\
         pawnfill-batch = {{ path = '{0}/../crates/batch', optional = true }}\n\
         [profile.release]\n\
         panic = \"abort\"\n\
         lto = true\n\
         codegen-units = 1\n\
         [workspace]\n",
        pawnfill.display(),
        program.display(),
    );
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    // The same versions as in the workspace, so that nothing has to be downloaded.
    fs::copy(pawnfill.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    Command::new(env!("CARGO"))
        .args([
            command,
            "--release",
            "--quiet",
            "--offline",
            "--features",
            features,
        ])
        .current_dir(folder)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap()
}

fn build(features: &str) -> Output {
    cargo(
        "build",
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dependent/program.rs"),
        features,
    )
}

/// One test, because the builds share a folder.
#[test]
fn no_std_no_allocation_no_panic_and_no_unknown_board() {
    for features in ["", "table-backends"] {
        let output = build(features);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let output = build("control");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "a program that can panic links");
    assert!(message.contains("a_panic_is_reachable"), "{message}");
    let output = build("board");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("feature `cozy-chess-03`"), "{message}");
}

/// Compiles the expressions of the pages in all kinds of generic code.
#[test]
fn expressions_of_the_docs_in_generic_code() {
    // The constant sets of the page, which become sets of every board.
    const RANKS: [&str; 2] = [
        "(Rank::Fifth.bitboard() | Rank::Sixth.bitboard())",
        "Rank::Seventh.bitboard()",
    ];
    let page = include_str!("../../docs/definitions.md")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let asserted = page.split("assert_eq!(").skip(1).filter_map(|rest| {
        let (expression, _) = rest.split_once(");")?.0.rsplit_once(", Bitboard::")?;
        Some(
            RANKS
                .iter()
                .fold(expression.to_owned(), |expression, ranks| {
                    expression.replace(ranks, &format!("SquareSet::splat({ranks})"))
                }),
        )
    });
    let asserted: Vec<_> = asserted.collect();
    assert!(asserted.len() > 20, "{asserted:?}");
    let names = "let (own, black) = (white.own(), white.opponent()); let (enemy, row) = (black.own(), own);";
    let fields = (0..)
        .zip(&asserted)
        .map(|(i, set)| format!("set_{i} = |white| {{ {names} {set} }},"));
    let both = |set: String| {
        set.replace("north(", "C::ahead(")
            .replace("south(", "C::behind(")
    };
    // Functions of the page about porting, for any kind of set.
    let page = include_str!("../../docs/porting.md");
    let function = |name: &str| {
        let text = &page[page.find(&format!("fn {name}<")).unwrap()..];
        let text = &text[..text.find("\n}\n").unwrap() + 3];
        text.replace("B: Backend>", "B: Backend, S: SquareSet>")
            .replace("<C, B>", "<C, B, S>")
            .replace("Bitboard", "S")
    };
    let program = format!(
        "#![allow(unused, clippy::all)]
        use pawnfill::{{set::Lanes, *}};
        use pawnfill_batch::{{Kernel, sets}};
        terms! {{ pub struct Chosen {{ {fields} }} }}
        struct Sums;
        impl Kernel for Sums {{
            fn step<B: Backend, const N: usize>(&mut self, _: usize, pawns: Pawns<B, Lanes<N>>) {{
                let white = pawns.white(); {names}
                let sets = [{sets}];
            }}
        }}
        fn generic<C: Side, B: Backend, S: SquareSet>(white: SideView<C, B, S>) {{
            {names}
            let sets = [{both}];
        }}
        fn south_ray<S: SquareSet>(set: S) -> S {{ KoggeStone::south_span(set) }}
        fn file_fill<S: SquareSet>(set: S) -> S {{ KoggeStone::file_fill(set) }}
        fn flip_horizontal<S: SquareSet>(set: S) -> S {{
            let swapped = |set: S, down: S, up: S, bits| {{
                let mask = S::splat(Bitboard::from_bits(bits));
                (down & mask) | (up - mask)
            }};
            let set = swapped(set, set.down::<1>(), set.up::<1>(), 0x5555_5555_5555_5555);
            let set = swapped(set, set.down::<2>(), set.up::<2>(), 0x3333_3333_3333_3333);
            swapped(set, set.down::<4>(), set.up::<4>(), 0x0f0f_0f0f_0f0f_0f0f)
        }}
        {among_pieces} {by_moves}
        fn main() {{
            let chosen = sets!(|pawns| {{ let white = pawns.white(); {names} [{sets}] }});
        }}",
        fields = fields.collect::<String>(),
        sets = asserted.join(", "),
        both = both(asserted.join(", ")),
        among_pieces = function("among_pieces"),
        by_moves = function("by_moves"),
    );
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("expressions.rs");
    fs::write(&path, program).unwrap();
    let output = cargo("check", &path, "batch");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
