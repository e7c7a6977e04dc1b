use std::os::unix::fs::PermissionsExt as _;

use super::*;

/// Compares two scripts for at most this many seconds.
fn compared(old: &str, new: &str, seconds: f64) -> Result<Vec<(Verdict, f64)>, Error> {
    let folder = tempfile::tempdir().unwrap();
    let mut programs = Vec::new();
    for (name, script) in [("old", old), ("new", new)] {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
        programs.push(Program::copies(name, &path, folder.path()).unwrap());
    }
    let options = Running {
        stdin: Some("30\n".to_owned()),
        nodes: None,
    };
    compare(&programs, &[], &options, Some(seconds))
}

/// Returns a script that counts so far, as many times as its input says.
fn work(count: u32) -> String {
    format!(
        "read times; i=0; while [ $i -lt $(({count} * times)) ]; do i=$((i + 1)); done; echo 5 nodes"
    )
}

#[test]
fn a_program_that_takes_longer_is_slower() {
    // A process itself takes time, too.
    let found = compared(&work(300), &work(900), 30.0).unwrap();
    let [(Verdict::Slower, ratio)] = found[..] else {
        panic!("{found:?}");
    };
    assert!((1.2..3.2).contains(&ratio), "{ratio}");
}

#[test]
fn what_cannot_be_compared_says_why() {
    for (old, new, message) in [
        (
            "echo 5 nodes",
            "echo 6 nodes",
            "old searches 5 nodes, and new 6: only",
        ),
        ("echo $$ nodes", "echo 5 nodes", "fix what is random in it"),
        ("echo 5", "echo 5 nodes", "old prints no number of nodes"),
        (
            "echo 5 nodes",
            "echo the board is broken >&2; exit 3",
            "failed (exit status: 3)\nthe board is broken",
        ),
        (
            "taskset -p 3 $$; sleep 0.1; echo 5 nodes",
            "echo 5 nodes",
            "old chooses its own core",
        ),
    ] {
        let error = compared(old, new, 1.0).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn the_number_of_nodes_is_found_as_engines_print_it() {
    for (said, expected) in [
        ("Nodes searched  : 123\nNodes/second : 9", Some("123")),
        ("position 1: 7 nodes\n4567 nodes 890 nps\n", Some("4567")),
        (
            "backend hybrid, depth 6: 89 nodes, 12 nodes per second",
            Some("89"),
        ),
        ("5 nodes\ninfo depth 6 seldepth 7 nodes 88 nps 9", Some("5")),
        ("nothing", None),
    ] {
        assert_eq!(nodes(said, None).as_deref(), expected, "{said}");
    }
    let own = Regex::new("sum=(.)").unwrap();
    assert_eq!(
        nodes("sum=1 sum=2 3 nodes", Some(&own)).as_deref(),
        Some("2")
    );
}
