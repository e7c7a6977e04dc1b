//! Compiles functions of other programs, whose folders are in variables.

use std::path::Path;

/// Compiles a file here, if the variable names a folder that has the file it includes.
fn compile(variable: &str, header: &str, source: &str, standard: &str) {
    let cfg = source.trim_end_matches(".cpp");
    println!("cargo::rustc-check-cfg=cfg({cfg})");
    println!("cargo::rerun-if-env-changed={variable}");
    println!("cargo::rerun-if-changed={source}");
    let Some(folder) = std::env::var_os(variable) else {
        return;
    };
    let header = Path::new(&folder).join(header);
    if !header.is_file() {
        println!("cargo::error={variable}: {} is missing", header.display());
        return;
    }
    println!("cargo::rustc-cfg={cfg}");
    println!("cargo::rerun-if-changed={}", header.display());
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std(standard)
        .opt_level(3)
        .define("NDEBUG", None)
        .define("IS_64BIT", None);
    build
        .warnings(false)
        .include(folder)
        .file(source)
        .compile(cfg);
}

fn main() {
    compile("TOPPLE", "pawns.h", "topple.cpp", "c++17");
    compile(
        "STOCKFISH",
        "nnue/features/pp_3wide.cpp",
        "stockfish.cpp",
        "c++17",
    );
    compile(
        "NNUE_PYTORCH",
        "training_data_loader.cpp",
        "nnue_pytorch.cpp",
        "c++20",
    );
}
