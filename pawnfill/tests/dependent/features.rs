//! Checks that the features of one dependency do not slow down another: only `lookup` and `hybrid` change `Auto`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::{cargo, pawnfill};

/// Returns the manifest of a package with one target, whose source is in the repository.
fn manifest(name: &str, target: &str, rest: &str) -> String {
    let source = pawnfill().join(format!("tests/dependent/programs/{name}.rs"));
    format!(
        "[package]\nname = '{name}'\nedition = '2024'\n{target}\nname = '{name}'\npath = '{}'\n{rest}",
        source.display()
    )
}

/// Dependencies of dependencies, with the features that they have in the workspace. With others, they would be compiled once
/// more, which would take most of the time.
const AS_IN_WORKSPACE: &str = "\
[build-dependencies]
proc-macro2 = '1'
quote = '1'
syn = { version = '3', features = ['full'] }
[dependencies]
bitflags = { version = '2', features = ['std'] }
num-traits = { version = '0.2', default-features = false, features = ['i128', 'std'] }
serde = { version = '1', features = ['alloc', 'derive'] }
";

/// Builds the program with these features of its own or of `pawnfill`.
/// Returns the backend that it prints, and the assembly of the function in its dependency `plain`.
fn program(features: &[&str]) -> (String, String) {
    let pawnfill = format!("pawnfill = {{ path = '{}'", pawnfill().display());
    let library = |name, features| {
        manifest(name, "[lib]", &format!("[dependencies]\n{pawnfill}, features = [{features}] }}\n"))
    };
    // What is compared is compiled as in a release. The rest is what the workspace has compiled for its tests.
    let release = "opt-level = 3\ncodegen-units = 1\ndebug-assertions = false\noverflow-checks = false\n";
    let program = format!(
        "{AS_IN_WORKSPACE}plain.path = 'plain'\ntabled = {{ path = 'tabled', optional = true }}\n{pawnfill} }}\n\
         [workspace]\n[profile.dev]\ndebug = false\n\
         [profile.dev.package.pawnfill]\n{release}[profile.dev.package.plain]\n{release}"
    );
    let mut cargo = cargo(
        "features",
        &[
            ("Cargo.toml", &manifest("program", "[[bin]]", &program)),
            ("plain/Cargo.toml", &library("plain", "")),
            ("tabled/Cargo.toml", &library("tabled", "'tables'")),
            ("rustc", "#!/bin/sh\nexec \"$@\" --emit=asm\n"),
        ],
    );
    // Flags for all packages would compile all of them once more.
    let rustc = cargo.get_current_dir().unwrap().join("rustc");
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).unwrap();
    let build = cargo
        .env("RUSTC_WORKSPACE_WRAPPER", rustc)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap())
        .args(["build", "--offline", "--message-format=json", "--features", &features.join(",")])
        .output()
        .unwrap();
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));

    let (mut name, mut assembly) = (None, None);
    for line in build.stdout.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let message: Value = serde_json::from_slice(line).unwrap();
        if message["target"]["name"] == "plain" {
            let library = Path::new(message["filenames"][0].as_str().unwrap());
            let stem = library.file_stem().unwrap().to_str().unwrap().trim_start_matches("lib");
            assembly = Some(fs::read_to_string(library.with_file_name(format!("{stem}.s"))).unwrap());
        } else if let Some(program) = message["executable"].as_str() {
            let output = std::process::Command::new(program).output().unwrap();
            name = Some(String::from_utf8(output.stdout).unwrap().trim_end().to_owned());
        }
    }
    (name.unwrap(), function(&assembly.unwrap()).to_owned())
}

/// Returns the instructions of the function, up to the directive with its size.
fn function(assembly: &str) -> &str {
    let (_, body) = assembly.split_once("\nplain_pattern:\n").expect("the function is in the library");
    let (body, _) = body.split_once("\n\t.size\tplain_pattern").expect("the function ends");
    body
}

/// One test, because the builds share a folder.
#[test]
fn only_lookup_and_hybrid_change_what_others_compute() {
    let (backend, alone) = program(&[]);
    assert_eq!(backend, "kogge-stone");
    assert!(alone.lines().count() > 30, "{alone}");

    // Another dependency enables `tables`, or the program enables all other features.
    let manifest = fs::read_to_string(pawnfill().join("Cargo.toml")).unwrap();
    let (_, features) = manifest.split_once("[features]\n").unwrap();
    let names =
        features.lines().take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(" = "));
    let others: Vec<_> = names
        .filter(|&(name, _)| !name.starts_with('#') && !["lookup", "hybrid"].contains(&name))
        .map(|(name, _)| format!("pawnfill/{name}"))
        .collect();
    assert!(others.len() >= 4, "{others:?}");
    let others: Vec<_> = others.iter().map(String::as_str).collect();
    for features in [&["tabled"][..], &others] {
        let (backend, beside) = program(features);
        assert_eq!(backend, "kogge-stone", "{features:?}");
        assert_eq!(beside, alone, "{features:?} changed the machine code");
    }

    // These two change `Auto`, and `hybrid` takes precedence.
    for (features, expected) in [
        (&["pawnfill/lookup"][..], "lookup"),
        (&["pawnfill/hybrid"], "hybrid"),
        (&["pawnfill/hybrid", "pawnfill/lookup", "tabled"], "hybrid"),
    ] {
        let (backend, changed) = program(features);
        assert_eq!(backend, expected, "{features:?}");
        assert_ne!(changed, alone, "{features:?} did not change the machine code");
    }
}
