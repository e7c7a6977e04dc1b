//! Records how the crate is compiled. Only the build script can know this.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let compiler = Command::new(variable("RUSTC")).arg("--version").output();
    let compiler = compiler.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let flags = variable("CARGO_ENCODED_RUSTFLAGS").replace('\x1f', " ");
    for (name, value) in [
        ("TARGET", variable("TARGET")),
        ("RUSTFLAGS", flags),
        ("RUSTC", compiler.unwrap_or_default()),
    ] {
        println!("cargo::rustc-env=PAIRBENCH_{name}={value}");
    }
}
