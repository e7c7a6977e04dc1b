use super::*;
use crate::protocol::Sample;

/// Runs a script in place of a harness, and returns its samples and the result.
fn run(script: &str) -> (Vec<Sample>, Result<(), String>) {
    let mut command = Command::new("sh");
    command.args(["-c", script]).env("GREETING", "hello");
    let harness = Harness::new(command);
    let mut samples = Vec::new();
    let plan = Plan {
        seed: 7,
        limit: 9.0,
        ..Plan::default()
    };
    let result = harness.start(&plan, &mut |record| {
        if let Record::Sample(sample) = record {
            samples.push(sample);
        }
    });
    (samples, result.map_err(|error| error.to_string()))
}

const DONE: &str = r#"echo 'pairbench: {"done":"old"}'"#;

#[test]
fn records_are_passed_on_until_the_harness_is_done() {
    let sample = Sample {
        cell: 3,
        ..Sample::default()
    };
    let record = serde_json::to_string(&Record::Sample(sample.clone())).unwrap();
    let send = format!("echo 'pairbench: {record}'; echo a line of the program");
    assert_eq!(
        run(&format!("{send}; {send}; {DONE}")),
        (vec![sample.clone(); 2], Ok(()))
    );
    assert_eq!(
        run(&send),
        (vec![sample], Err("sh ended too early".to_owned()))
    );
    assert_eq!(
        run(&format!("{DONE}; exit 3")).1,
        Err("sh failed (exit status: 3)".to_owned())
    );
}

#[test]
fn a_failure_shows_what_the_harness_said_last() {
    let plan = r#"{"cells":[],"limit":9.0,"seed":7,"time":0.0,"turns":0}"#;
    for (script, said) in [
        // It gets its plan and variables.
        (
            r#"read plan; echo "$plan $GREETING $PAIRBENCH_CHILD $RUST_BACKTRACE" >&2; exit 1"#,
            &*format!("{plan} hello 1 0"),
        ),
        (
            "for line in 1 2 3 4 5 6 7 8; do echo $line; echo; done >&2; exit 1",
            "3\n4\n5\n6\n7\n8",
        ),
    ] {
        assert_eq!(
            run(script).1.unwrap_err(),
            format!("sh failed (exit status: 1)\n{said}")
        );
    }
    // A record that cannot be read ends the session, and the harness ends when its input does.
    assert!(
        run("echo 'pairbench: ?'; exec cat")
            .1
            .unwrap_err()
            .contains("cannot read a record")
    );
}

#[test]
fn another_program_in_the_place_of_the_measured_one_ends_the_session() {
    let builds = tempfile::NamedTempFile::new().unwrap();
    let mut command = Command::new("cat");
    command.arg(builds.path());
    let harness = Harness::new(command);
    let measured = |build: &str| {
        std::fs::write(&builds, format!("pairbench: {{\"done\":\"{build}\"}}\n")).unwrap();
        harness
            .start(&Plan::default(), &mut |_| ())
            .map_err(|error| error.to_string())
    };
    let replaced = Err("another program took the place of the measured one".to_owned());
    let results = ["old", "old", "new", ""].map(measured);
    assert_eq!(results, [Ok(()), Ok(()), replaced.clone(), replaced]);
}
