//! Compiles the functions of ToppleChess, if TOPPLE names the folder of its `pawns.h`.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(topple)");
    println!("cargo::rerun-if-env-changed=TOPPLE");
    println!("cargo::rerun-if-changed=topple.cpp");
    let Some(topple) = std::env::var_os("TOPPLE") else { return };
    let header = Path::new(&topple).join("pawns.h");
    if !header.is_file() {
        println!("cargo::error=TOPPLE: {} is missing", header.display());
        return;
    }
    println!("cargo::rustc-cfg=topple");
    println!("cargo::rerun-if-changed={}", header.display());
    cc::Build::new().cpp(true).std("c++17").opt_level(3).include(topple).file("topple.cpp").compile("topple");
}
