use super::*;

#[test]
fn few_positions_are_a_caution() {
    // Both FEN have the same pawns.
    let mut input = NamedTempFile::new().unwrap();
    input
        .write_all(b"4k3/8/8/8/8/8/P7/4K3 w - -\n4k3/8/8/8/8/8/P7/3K4 w - -\n")
        .unwrap();
    let (file, used) = prepare(input.path()).unwrap();
    assert_eq!(std::fs::read_to_string(file).unwrap(), "8/8/8/8/8/8/P7/8\n");
    let expected = format!("1 of 2 positions of {} (caution: ", input.path().display());
    assert!(used.starts_with(&expected), "{used}");
    assert_eq!(
        super::used(INPUTS, 99_999, "x".as_ref()),
        "16384 of 99999 positions of x"
    );
}

#[test]
fn the_commit_is_that_of_the_checkout() {
    // The name of a commit has at least seven digits; an unpacked archive has none.
    let is_name =
        |name: &str| name.len() >= 7 && name.bytes().all(|digit| digit.is_ascii_hexdigit());
    let commit = commit();
    let name = commit.strip_suffix("-dirty").unwrap_or(&commit);
    assert_eq!(is_name(name), workspace::path(".git").exists(), "{commit}");
}
