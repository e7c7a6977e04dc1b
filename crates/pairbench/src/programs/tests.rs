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
            "old searches 5 nodes, and new 6",
        ),
        ("echo $$ nodes", "echo 5 nodes", "old differs from itself"),
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
fn a_verdict_needs_an_interval_beyond_the_bound_and_a_control_around_zero() {
    let around = |lo, hi| Interval {
        lo,
        point: f64::midpoint(lo, hi),
        hi,
    };
    let fair = around(-0.001, 0.001);
    for (log, control, expected) in [
        (around(0.004, 0.02), fair, Verdict::Slower),
        (around(-0.02, -0.004), fair, Verdict::Faster),
        (around(0.002, 0.009), fair, Verdict::Same),
        (around(0.002, 0.02), fair, Verdict::Undecided),
        (around(0.1, 0.2), around(0.001, 0.002), Verdict::Untrusted),
    ] {
        assert_eq!(verdict(log, control, BOUND), expected, "{log:?}");
    }
    // Given files need more.
    assert_eq!(
        verdict(around(0.004, 0.009), fair, TOLERANCE),
        Verdict::Same
    );
}
