//! Tests of the command line.

use std::io::Read as _;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Returns a call of the test program, which `cargo test` builds as an example.
fn program(what: &str, arguments: &[&str]) -> Command {
    let tests = std::env::current_exe().expect("the path of the tests");
    let target = tests.ancestors().nth(2).expect("it is in a target folder");
    let mut command = Command::new(target.join("examples").join("program"));
    command
        .args(arguments)
        .env("PROGRAM", what)
        .env_remove("NO_COLOR");
    command
}

fn run(what: &str, arguments: &[&str]) -> Output {
    program(what, arguments)
        .output()
        .expect("`cargo test` builds examples")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks that the program fails with this exit code and message.
fn fails(what: &str, arguments: &[&str], code: i32, message: &str) {
    let output = run(what, arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
    assert!(error.contains(message), "{arguments:?}: {error}");
    assert!(
        !error.contains("panicked") || message.contains("panicked"),
        "{error}"
    );
}

/// Arguments of a session that is fast and inaccurate.
const SHORT: [&str; 4] = ["--time", "0.5", "--mode", "throughput,latency"];

fn short<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SHORT, more].concat()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn join(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn json(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn all_reports_of_a_session() {
    let folder = folder();
    let report = join(&folder, "r.json");
    let output = run("", &short(&["--rows", "--json", &report]));
    let table = text(&output.stdout);
    // On a busy machine, the line goes on with why nothing is decided.
    let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("controls declared different"), "{table}");
    assert!(
        table
            .lines()
            .all(|line| line.chars().count() <= 100 && !line.contains('\u{1b}')),
        "{table}"
    );
    assert!(
        table.contains("throughput") && table.contains("latency") && table.contains(" … "),
        "{table}"
    );
    assert!(text(&output.stderr).contains("a line of the program itself"));

    let report = json(&report);
    let facts = &report["facts"];
    assert_eq!(facts["debug_assertions"], cfg!(debug_assertions), "{facts}");
    assert_eq!(facts["target"], env!("PAIRBENCH_TARGET"));
}

#[test]
fn a_process_that_fails_is_an_error() {
    fails("panic", &short(&["--filter", "fails"]), 5, "panicked at ");
    fails("exit", &SHORT, 5, "ended too early");
    fails(
        "mistaken",
        &SHORT,
        5,
        "error: empty: there are no inputs\nlate: `long` is called after",
    );
    fails(
        "forgetful",
        &SHORT,
        5,
        "a harness must call `pairbench::child` first",
    );
}

#[test]
fn invalid_arguments_are_errors() {
    for (arguments, message) in [
        (&["--mode", "hot"][..], "invalid value 'hot'"),
        (
            &["--mode", "latency,throughputs"],
            "a similar value exists: 'throughput'",
        ),
        (
            &["--baseline", "gauss", "--candidate", "gauss"],
            "--baseline gauss: not measured",
        ),
        (
            &["--baseline", "gauss", "--candidate", "loop,gauss"],
            "--candidate gauss: not measured",
        ),
        (&["--baseline", "none"], "--baseline none"),
        (&["--candidate", "none"], "--candidate none"),
        (&["--filter", "none"], "--filter none"),
        (&["--list", "--json", "x"], "cannot be used with"),
        (&["--list", "--time", "1"], "cannot be used with"),
        (&["--list", "--rows"], "cannot be used with"),
        (
            &["--against", "HEAD", "--baseline", "gauss"],
            "cannot be used with",
        ),
        (
            &["--against", "HEAD"],
            "start this program with `cargo bench`",
        ),
        (&["--time", "0"], "not a number"),
        (&["--processes", "0"], "0 is not in"),
    ] {
        fails("", arguments, 2, message);
    }
}

#[test]
fn a_function_that_does_not_return_ends_its_process() {
    let mut child = program("endless", &[]);
    child
        .env("PAIRBENCH_CHILD", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    // The plan that a session sends first, with a short limit.
    let plan = b"{\"seed\":1,\"limit\":2.0,\"cells\":[],\"time\":0.0,\"turns\":0}\n";
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), plan).unwrap();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(
        said,
        "error: endless: without end did not end within 2.0 s\n"
    );
    assert!(!child.wait().unwrap().success());
}

#[test]
fn no_output_is_lost() {
    let folder = folder();
    let path = |name: &str| join(&folder, name);
    let report = path("r.json");
    std::fs::write(&report, "old").unwrap();
    fails("", &short(&["--json", &path("no/r.json")]), 2, "no/r.json");
    fails(
        "",
        &short(&["--json", "-"]),
        2,
        "cannot write standard output: it is another output already",
    );
    fails(
        "disagree",
        &short(&["--json", &report]),
        4,
        "wrong: right returns 78 for 77, off by one returns 79",
    );
    assert_eq!(std::fs::read_to_string(&report).unwrap(), "old");
    let table = path("table");
    let output = std::fs::File::create(&table).unwrap();
    let output = program("", &short(&["--json", &table]))
        .stdout(output)
        .output()
        .unwrap();
    assert!(text(&output.stderr).contains("it is the same file as standard output"));
    // No temporary file is left behind.
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert!(left.len() <= 3, "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    let output = program("", &["--list"]).stdout(closed).output().unwrap();
    assert_eq!(
        (text(&output.stderr).contains("error"), output.status.code()),
        (false, Some(0))
    );

    let full = std::fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = program("", &["--list"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    let error = text(&output.stderr);
    assert_eq!(error.matches("error: ").count(), 1, "{error}");
    // The error of a full device names the file.
    fails(
        "",
        &short(&["--json", "/dev/full"]),
        5,
        "cannot write /dev/full: ",
    );
}

/// A stuck process writes nothing, so only the end of its input shows that its parent has ended.
#[cfg(unix)]
#[test]
fn a_process_that_measures_ends_with_its_parent() {
    use std::io::{BufRead as _, BufReader};
    use std::time::{Duration, Instant};

    let stuck = program("stuck", &short(&["--filter", "fails"]));
    // Every process inherits descriptor 3, so its end is the end of the last one.
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"exec "$0" "$@" 3>&1"#])
        .arg(stuck.get_program())
        .args(stuck.get_args());
    command
        .env("PROGRAM", "stuck")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut parent = command.spawn().unwrap();
    let mut lines = BufReader::new(parent.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("it is stuck")));
    let killed = Instant::now();
    parent.kill().unwrap();
    parent.wait_with_output().unwrap();
    assert!(killed.elapsed() < Duration::from_secs(10));
}

#[test]
fn list_and_help() {
    let output = run("", &["--list"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stdout),
        "sum  loop, gauss, formula  (the sum of the numbers below; ns per sum)\n"
    );
    assert!(text(&run("", &["--help"]).stdout).contains("Measurement:"));
}
