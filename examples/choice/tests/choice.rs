//! The features `lookup` and `hybrid`, and no other, decide which backend `Auto` is.

use std::process::Command;

use cargo_metadata::MetadataCommand;

/// Builds and runs the program with these features of `pawnfill`.
fn backend_with(features: &[&str]) -> String {
    let features: Vec<_> = features.iter().map(|feature| format!("pawnfill/{feature}")).collect();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--package", env!("CARGO_PKG_NAME"), "--features", &features.join(",")])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

#[test]
fn only_lookup_and_hybrid_change_the_backend() {
    let metadata = MetadataCommand::new().no_deps().exec().unwrap();
    let pawnfill = metadata.packages.iter().find(|package| package.name == "pawnfill").unwrap();
    let all: Vec<_> = pawnfill.features.keys().map(String::as_str).collect();
    assert!(all.contains(&"lookup") && all.contains(&"hybrid"));

    assert_eq!(backend_with(&[]), "kogge-stone");
    for feature in &all {
        let expected = if ["lookup", "hybrid"].contains(feature) { feature } else { "kogge-stone" };
        assert_eq!(backend_with(&[feature]), expected, "{feature}");
    }
    assert_eq!(backend_with(&all), "hybrid");
}
