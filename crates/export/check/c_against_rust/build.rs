//! Compiles the header with fills and with tables, using `-O3` and the target of the Rust code.

fn main() {
    for (library, lookup) in [("fills", false), ("tables", true)] {
        let mut build = cc::Build::new();
        build.file("ten_sets.c").include("../../c").std("c11").opt_level(3).define("NAME", library);
        if lookup {
            build.define("PAWNFILL_LOOKUP", None);
        }
        build.compile(&format!("ten_sets_{library}"));
    }
    println!("cargo::rerun-if-changed=ten_sets.c");
    println!("cargo::rerun-if-changed=../../c/pawnfill.h");
}
