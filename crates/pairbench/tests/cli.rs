//! Tests of the command line.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// Returns a call of the test program, which `cargo test` builds as an example.
fn program(what: &str, arguments: &[&str]) -> Command {
    let tests = std::env::current_exe().expect("the path of the tests");
    let target = tests.ancestors().nth(2).expect("it is in a target folder");
    let mut command = Command::new(target.join("examples").join("program"));
    command.args(arguments).env("PROGRAM", what).env_remove("NO_COLOR");
    command
}

fn run(what: &str, arguments: &[&str]) -> Output {
    program(what, arguments).output().expect("`cargo test` builds examples")
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
    assert!(!error.contains("panicked") || message.contains("panicked"), "{error}");
}

/// Arguments of a session that is fast and inaccurate.
const SHORT: [&str; 5] = ["--time", "0.5", "--mode", "throughput,latency", "-q"];

fn short<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SHORT, more].concat()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn join(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn interval(point: f64, lo: f64, hi: f64) -> Value {
    json!({ "point": point, "lo": lo, "hi": hi })
}

/// Returns the report of a short session, with the rows that this verdict has: on a busy machine, none may be decided.
fn decided(json: &str, verdict: &str, arguments: &[&str]) -> Value {
    run("", &[&["--time", "0.5", "-q", "--json", json], arguments].concat());
    let mut report: Value = serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
    let ratio = if verdict == "slower" { 1.3 } else { 1.0 };
    for row in report["rows"].as_array_mut().unwrap() {
        row["times"] = json!([10.0, 10.0 * ratio]);
        row["bound"] = json!({ "noise": 0.02, "tolerance": 0.03, "noise_ns": 0.0, "tolerance_ns": 0.01 });
        judge(row, verdict, ratio);
    }
    for control in report["controls"].as_array_mut().unwrap() {
        judge(control, "same", 1.0);
    }
    summarize(&mut report, true);
    report
}

fn judge(judged: &mut Value, verdict: &str, ratio: f64) {
    let delta = 10.0 * (ratio - 1.0);
    judged["verdict"] = verdict.into();
    judged["ratio"] = interval(ratio, ratio - 0.001, ratio + 0.001);
    judged["delta_ns"] = interval(delta, delta - 0.01, delta + 0.01);
}

/// Counts the rows.
fn summarize(report: &mut Value, trusted: bool) {
    let verdicts: Vec<_> =
        report["rows"].as_array().unwrap().iter().map(|row| row["verdict"].clone()).collect();
    let of =
        |names: &[&str]| verdicts.iter().filter(|verdict| names.contains(&verdict.as_str().unwrap())).count();
    let identical = of(&["identical"]);
    report["summary"]["rows"] = (verdicts.len() - identical).into();
    report["summary"]["decided"] = of(&["faster", "slower", "same"]).into();
    report["summary"]["identical"] = identical.into();
    report["summary"]["failed_controls"] = 0.into();
    report["summary"]["trusted"] = trusted.into();
}

#[test]
fn all_reports_of_a_session() {
    let folder = folder();
    let [json, html, markdown] = ["r.json", "r.html", "r.md"].map(|name| join(&folder, name));
    let files = ["--json", &json, "--html", &html, "--markdown", &markdown];
    let output = run("", &short(&files));
    let table = text(&output.stdout);
    // On a busy machine, the line goes on with why nothing is decided.
    let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("controls declared different"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 100 && !line.contains('\u{1b}')), "{table}");
    assert!(table.contains("throughput") && table.contains("latency"));
    assert!(text(&output.stderr).contains("a line of the program itself"));

    let report: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    let facts = &report["facts"];
    assert_eq!(facts["debug_assertions"], cfg!(debug_assertions), "{facts}");
    assert!(facts["target"].as_str().unwrap().contains(std::env::consts::ARCH));
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && !page.contains("http"), "{page}");
    assert!(std::fs::read_to_string(&markdown).unwrap().contains("| sum | gauss |"));

    // Reports from the JSON file are equal.
    let again = run("", &["--from", &json, "--rows"]);
    let rows = text(&again.stdout);
    assert_eq!(again.status.code(), output.status.code());
    assert!(rows.contains("latency") && rows.contains(" … "), "{rows}");
    let narrowed = run("", &["--from", &json, "--mode", "latency", "--rows"]);
    assert!(!text(&narrowed.stdout).contains("throughput"));
}

#[test]
fn reports_are_compared() {
    let folder = folder();
    let json = join(&folder, "r.json");
    let report = decided(&json, "same", &["--mode", "throughput,latency"]);
    std::fs::write(&json, report.to_string()).unwrap();
    let compared = |more: &[&str]| {
        let output = run("", &[&["--from", &json, "--compare", &json], more].concat());
        assert_eq!(output.status.code(), Some(0));
        text(&output.stdout)
    };
    let same = compared(&[]);
    assert!(same.contains("no row changed since the older report\n"), "{same}");
    let narrowed = compared(&["--mode", "latency"]);
    let counts = "no row changed of the 2 with a trusted ratio in both reports (4 before, 2 now)\n";
    assert!(narrowed.contains(counts), "{narrowed}");
    // Nothing is measured if it cannot be compared.
    let other = short(&["--baseline", "gauss", "--compare", &json]);
    fails("", &other, 2, "error: --compare: no row is in both reports\n");
    assert_eq!(text(&run("", &other).stdout), "");
    // The exit code of a report that decides nothing remains, and so does the report.
    let undecided = run("", &short(&["--processes", "1", "--compare", &json]));
    assert_eq!(undecided.status.code(), Some(3));
    assert!(text(&undecided.stdout).starts_with("nothing decided: "));
}

#[test]
fn whole_programs_have_only_throughput() {
    let folder = folder();
    let json = join(&folder, "r.json");
    run("whole", &["--filter", "column", "--time", "0.5", "-q", "--json", &json]);
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    let rows = report["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["mode"]), (1, &"throughput".into()));
    assert_eq!(report["controls"].as_array().unwrap().len(), 2);
}

#[test]
fn functions_that_disagree_are_not_measured() {
    fails("disagree", &SHORT, 4, "wrong: right returns 78 for 77, off by one returns 79");
}

#[test]
fn too_little_decides_nothing() {
    let output = run("", &short(&["--processes", "1"]));
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).starts_with("nothing decided: "));
}

#[test]
fn a_panic_keeps_what_was_measured() {
    let folder = folder();
    let json = join(&folder, "r.json");
    // With this seed, some cells are measured before the process ends.
    let output = run("panic", &short(&["--json", &json, "--seed", "2"]));
    assert_eq!(output.status.code(), Some(5));
    let table = text(&output.stdout);
    assert!(table.contains("too much for "), "{table}");
    let report = std::fs::read_to_string(&json).unwrap();
    assert!(report.contains("too much for "), "{report}");
    fails("panic", &short(&["--filter", "fails"]), 5, "panicked at ");
    fails("exit", &SHORT, 5, "ended too early");
    fails("forgetful", &SHORT, 5, "a harness must call `pairbench::child` first");
}

#[test]
fn names_are_escaped() {
    let folder = folder();
    let [html, markdown] = ["r.html", "r.md"].map(|name| join(&folder, name));
    run("hostile", &short(&["--html", &html, "--markdown", &markdown]));
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"), "{page}");
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    let post = std::fs::read_to_string(&markdown).unwrap();
    assert!(!post.contains("<script") && post.contains("\\|"), "{post}");
}

#[test]
fn expectations() {
    let folder = folder();
    let json = join(&folder, "r.json");
    let mut text = decided(&json, "slower", &["--mode", "throughput", "--candidate", "gauss"]);
    text["rows"][0]["ratio"] = interval(1.3, 1.25, 1.4);
    // Rows that share all but the candidate or the mode with the first.
    for (key, value, verdict) in [("candidate", "formula", "identical"), ("mode", "latency", "undecided")] {
        let mut row = text["rows"][0].clone();
        (row[key], row["verdict"], row["ratio"]) = (value.into(), verdict.into(), Value::Null);
        text["rows"].as_array_mut().unwrap().push(row);
    }
    summarize(&mut text, true);
    std::fs::write(&json, text.to_string()).unwrap();
    let code = |more: &[&str]| run("", &[&["--from", &json], more].concat()).status.code();
    assert_eq!(code(&[]), Some(0));
    assert_eq!(code(&["--expect", "sum/throughput/gauss:slower"]), Some(0));
    assert_eq!(code(&["--expect", "sum/throughput/formula:same"]), Some(0));
    assert_eq!(code(&["--expect", "sum/throughput/formula:faster"]), Some(1));
    assert_eq!(code(&["--expect", "sum/latency:slower"]), Some(3));
    assert_eq!(code(&["--expect", "sum/throughput/gauss:faster"]), Some(1));
    assert_eq!(code(&["--expect", "sum/throughput:same"]), Some(1));
    // A violation counts more than what is not decided.
    assert_eq!(code(&["--expect", "sum/latency:slower", "--expect", "sum/throughput/gauss:faster"]), Some(1));
    assert_eq!(code(&["--fail-if-slower", "24"]), Some(1));
    assert_eq!(code(&["--fail-if-slower", "25"]), Some(0));
    let slower = "violated: sum/throughput/gauss: slower by at least 25.0 %";
    fails("", &["--from", &json, "--fail-if-slower", "24"], 1, slower);
    fails("", &["--from", &json, "--expect", "sum/l2:same"], 2, "--expect sum/l2:");
    fails("", &["--from", &json, "--expect", "sum/latency/x:same"], 2, "--expect sum/latency/x:");
    fails("", &["--from", &json, "--expect", "sum:same"], 2, "expected COMPARISON/MODE:VERDICT");
    // A row that is called the same can be slower beyond the noise.
    let mut same = text.clone();
    same["rows"][0]["times"] = json!([10.0, 10.28]);
    judge(&mut same["rows"][0], "same", 1.028);
    std::fs::write(&json, same.to_string()).unwrap();
    assert_eq!(code(&["--fail-if-slower", "2.6"]), Some(1));
    assert_eq!(code(&["--fail-if-slower", "2.8"]), Some(0));
    text["rows"][0]["verdict"] = "undecided".into();
    text["rows"][0]["ratio"] = interval(1.3, 0.9, 1.4);
    summarize(&mut text, false);
    std::fs::write(&json, text.to_string()).unwrap();
    assert_eq!(code(&[]), Some(3));
    text["facts"]["rustflags"] = "-C other".into();
    let other = join(&folder, "other.json");
    let mut inputs = text.clone();
    inputs["comparisons"][0]["digest"] = "0".into();
    inputs["facts"]["rustflags"] = "".into();
    std::fs::write(&other, inputs.to_string()).unwrap();
    fails("", &["--from", &json, "--compare", &other], 2, "different inputs of sum");
    std::fs::write(&other, text.to_string()).unwrap();
    fails("", &["--from", &json, "--compare", &other], 2, "different flags");
}

#[test]
fn invalid_arguments_are_errors() {
    for (arguments, message) in [
        (&["--mode", "throughput,throughput"][..], "throughput is given twice"),
        (&["--mode", "hot"], "`hot` is not a mode"),
        (&["--candidate", "gauss,gauss"], "gauss is given twice"),
        (&["--baseline", "gauss", "--candidate", "gauss"], "this is also the --baseline"),
        (&["--baseline", "none"], "--baseline none"),
        (&["--candidate", "none"], "--candidate none"),
        (&["--filter", "none"], "--filter none"),
        (&["--expect", "sum/evicted:same", "--mode", "latency"], "--expect sum/evicted"),
        (&["--expect", "sum/latency/loop:same"], "--expect sum/latency/loop: not measured"),
        (&["--baseline", "gauss", "--expect", "sum/l2/gauss:same"], "--expect sum/l2/gauss: not measured"),
        (&["--expect", "sum/latency/gauss:same", "--candidate", "formula"], "--expect sum/latency/gauss"),
        (&["--expect", "sum/latency:tie"], "expected faster, slower or same"),
        (&["--counts", "--mode", "latency"], "--counts"),
        (&["--list", "--json", "x"], "cannot be used with"),
        (&["--list", "--time", "1"], "cannot be used with"),
        (&["--list", "--rows"], "cannot be used with"),
        (&["--list", "-q"], "cannot be used with"),
        (&["--self-test", "1", "--json", "x"], "cannot be used with"),
        (&["--self-test", "1", "--expect", "sum/latency:same"], "cannot be used with"),
        (&["--from", "x", "--seed", "1"], "cannot be used with"),
        (&["--from", "x", "--baseline", "loop"], "cannot be used with"),
        (&["--from", "/nonexistent"], "--from /nonexistent"),
        (&["--compare", "/nonexistent"], "--compare /nonexistent"),
        (&["--time", "0"], "not a number"),
        (&["--processes", "0"], "0 is not in"),
    ] {
        fails("", arguments, 2, message);
    }
}

#[test]
fn reports_that_no_session_wrote_are_refused() {
    let folder = folder();
    let json = join(&folder, "r.json");
    let report = decided(&json, "slower", &["--mode", "throughput", "--candidate", "gauss"]);
    let refused = |change: &dyn Fn(&mut Value), message: &str| {
        let mut report = report.clone();
        change(&mut report);
        std::fs::write(&json, report.to_string()).unwrap();
        fails("", &["--from", &json], 2, message);
        fails("", &["--compare", &json], 2, message);
    };
    refused(&|report| report["schema"] = "pairbench.report/1".into(), "schema pairbench.report/1 instead of");
    refused(&|report| *report = json!({ "schema": 1 }), "invalid type");
    refused(&|report| report["rows"] = 1.into(), "invalid type");
    let ratio = interval;
    let message = "sum/throughput/gauss has a figure that cannot be measured";
    for wrong in
        [ratio(0.0, 0.0, 0.0), ratio(-1.0, -2.0, 1.0), ratio(1.0, 1.1, 1.2), ratio(1e300, 1.0, 1e300)]
    {
        refused(&|report| report["rows"][0]["ratio"] = wrong.clone(), message);
    }
    refused(&|report| report["rows"][0]["times"][1] = (-1.0).into(), message);
    refused(&|report| report["rows"][0]["floor"] = (-1.0).into(), message);
    refused(&|report| report["rows"][0]["delta_ns"] = ratio(1.0, 1.1, 1.2), message);
    let [good, bad] = [ratio(1.0, 1.0, 1.0), ratio(-1.0, -1.0, -1.0)];
    for (alone, shared) in [(&good, &bad), (&bad, &good)] {
        let both = json!({ "alone": alone, "shared": shared });
        refused(&|report| report["rows"][0]["conditions"] = both.clone(), message);
    }
    let unmeasured = |report: &mut Value| {
        report["rows"][0]["verdict"] = "faster".into();
        report["rows"][0]["ratio"] = Value::Null;
    };
    refused(&unmeasured, message);
    refused(&|report| report["rows"][0]["bound"]["tolerance"] = (-1.0).into(), message);
    let message = "the session has a figure that cannot be measured";
    refused(&|report| report["seconds"] = (-1.0).into(), message);
    refused(&|report| report["settings"]["seconds"] = (-1.0).into(), message);
    refused(&|report| report["settings"]["bounds"]["l2"]["noise_ns"] = (-1.0).into(), message);
    refused(&|report| report["summary"]["excluded_rate"] = (-1.0).into(), message);
    let message = "the control sum/throughput/gauss has a figure";
    refused(&|report| report["controls"][0]["ratio"] = ratio(-1.0, -1.0, -1.0), message);
    refused(&|report| report["controls"][0]["delta_ns"] = ratio(1.0, 1.1, 1.2), message);
    let row = "sum/throughput/gauss contradicts itself";
    for verdict in ["faster", "same", "undecided", "identical"] {
        refused(&|report| report["rows"][0]["verdict"] = verdict.into(), row);
    }
    refused(&|report| report["rows"][0]["delta_ns"] = ratio(-3.0, -3.1, -2.9), row);
    refused(&|report| report["rows"][0]["delta_ns"] = ratio(30.0, 29.0, 31.0), row);
    refused(&|report| report["rows"][0]["times"] = json!([13.0, 10.0]), row);
    refused(&|report| report["rows"][0]["processes"] = 0.into(), row);
    let cold = |report: &mut Value| {
        report["rows"][0]["mode"] = "l2".into();
        report["rows"][0]["delta_ns"] = ratio(3.1, 3.0, 3.2);
    };
    refused(&cold, "sum/l2/gauss contradicts itself");
    let control = "the control sum/throughput/gauss contradicts itself";
    refused(&|report| report["controls"][0]["verdict"] = "slower".into(), control);
    refused(&|report| judge(&mut report["controls"][0], "same", 1.3), control);
    let repeat = |report: &mut Value, part: &str| {
        let first = report[part][0].clone();
        report[part].as_array_mut().unwrap().push(first);
    };
    refused(&|report| repeat(report, "rows"), "sum/throughput/gauss has two rows");
    refused(&|report| repeat(report, "controls"), "the control sum/throughput/gauss is there twice");
    refused(
        &|report| report["rows"][0]["comparison"] = "x".into(),
        "x/throughput/gauss is a row of an unknown",
    );
    let message = "the control x/throughput/gauss is of an unknown";
    refused(&|report| report["controls"][0]["comparison"] = "x".into(), message);
    for count in ["rows", "decided", "identical", "controls", "failed_controls"] {
        refused(&|report| report["summary"][count] = 7.into(), "the summary does not have the counts");
    }
    refused(&|report| report["summary"]["trusted"] = false.into(), "the summary does not have the counts");
    #[cfg(unix)]
    fails("", &["--from", "/dev/zero"], 2, "no report has more than 64 MiB");
}

#[cfg(target_os = "linux")]
#[test]
fn a_core_that_does_not_exist_is_an_error() {
    fails("", &["--core", "4096"], 2, "--core 4096: no process can run there; ");
}

#[test]
fn mistakes_of_the_caller_are_errors() {
    fails("mistaken", &SHORT, 5, "error: empty: there are no inputs\nnameless: `long` is called after");
}

#[test]
fn a_function_that_does_not_return_ends_its_process() {
    let mut child = program("endless", &[]);
    child.env("PAIRBENCH_CHILD", "1").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    // The plan that a session sends first, with a short limit.
    let plan = b"{\"seed\":1,\"limit\":2.0,\"task\":\"describe\"}\n";
    std::io::Write::write_all(child.stdin.as_mut().unwrap(), plan).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "error: endless: without end did not end within 2.0 s\n");
    assert!(!child.wait().unwrap().success());
}

#[test]
fn no_output_is_lost() {
    let folder = folder();
    let path = |name: &str| join(&folder, name);
    let [report, page] = [path("r.json"), path("p.html")];
    let output = run("", &short(&["--json", &report]));
    assert!(output.status.code().is_some());
    let before = std::fs::read(&report).unwrap();

    let spelled = folder.path().join("..").join(folder.path().file_name().unwrap()).join("r.json");
    let spelled = spelled.display().to_string();
    fails("", &["--from", &report, "--markdown", &spelled], 2, "it is also an input");
    fails("", &["--from", &report, "--compare", &report, "--json", &report], 2, "it is also an input");
    fails("", &["--from", &report, "--html", &page, "--markdown", &page], 2, "it is the same file as");
    let here = folder.path().join(".").join("p.html").display().to_string();
    fails("", &short(&["--html", &page, "--markdown", &here]), 2, "it is the same file as");
    fails("", &short(&["--html", &folder.path().display().to_string()]), 2, "it is a folder");
    fails("", &short(&["--html", &path("no/p.html")]), 2, "no/p.html");
    fails("", &short(&["--json", "-"]), 2, "cannot write standard output: it is another output already");
    let output = std::fs::File::create(&page).unwrap();
    let output = program("", &["--from", &report, "--html", &page]).stdout(output).output().unwrap();
    assert!(text(&output.stderr).contains("it is the same file as standard output"));
    let output = std::fs::OpenOptions::new().append(true).open(&report).unwrap();
    let output = program("", &["--from", &report]).stdout(output).output().unwrap();
    assert!(text(&output.stderr).contains("cannot write standard output: it is also an input"));
    #[cfg(unix)]
    {
        let link = path("link");
        std::os::unix::fs::symlink(path("nowhere"), &link).unwrap();
        fails("", &short(&["--html", &link]), 2, "it is a broken link");
        // A link to a file remains a link.
        let alias = path("alias.html");
        std::fs::write(&page, "old").unwrap();
        std::os::unix::fs::symlink(&page, &alias).unwrap();
        run("", &["--from", &report, "--html", &alias]);
        assert!(
            Path::new(&alias).is_symlink()
                && std::fs::read_to_string(&page).unwrap().starts_with("<!doctype")
        );
    }
    assert_eq!(std::fs::read(&report).unwrap(), before);
    // No temporary file is left behind.
    let left: Vec<PathBuf> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.len() <= 4, "{left:?}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_opened_once() {
    let folder = folder();
    let pipe = join(&folder, "pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // The second reader only lets a program end that opens the pipe twice.
    let readers = r#"cat "$0"; exec cat "$0" > /dev/null"#;
    let mut reader = Command::new("sh").args(["-c", readers, &pipe]).stdout(Stdio::piped()).spawn().unwrap();
    run("", &short(&["--markdown", &pipe]));
    let mut table = String::new();
    reader.stdout.take().unwrap().read_to_string(&mut table).unwrap();
    reader.kill().unwrap();
    reader.wait().unwrap();
    assert!(table.contains("| sum | gauss |"), "{table}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = folder();
    let report = join(&folder, "r.json");
    let measured = run("", &short(&["--json", &report]));
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    let output = program("", &["--from", &report]).stdout(closed).output().unwrap();
    assert_eq!((text(&output.stderr).as_str(), output.status), ("", measured.status));

    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program("", &["--from", &report]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(5));
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    // The error of a full device names the file.
    fails("", &["--from", &report, "--markdown", "/dev/full"], 5, "cannot write /dev/full: ");
}

/// Returns a variable with a folder in which `valgrind` is this script.
#[cfg(unix)]
fn with_valgrind(folder: &tempfile::TempDir, script: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;

    let file = folder.path().join("valgrind");
    std::fs::write(&file, format!("#!/bin/sh\n{script}")).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default())
}

#[cfg(unix)]
#[test]
fn instructions_are_counted() {
    let folder = folder();
    // Writes the counts of the loop and two functions, where callgrind would: nothing, 9 and 4 instructions per call.
    let script = r#"
case $1 in --version) exit ;; esac
for argument; do
    case $argument in --callgrind-out-file=*) file=${argument#*=} ;; esac
done
read -r plan; echo "$plan" > "${0%/*}/plan"
echo "totals: 1000" > "$file.1"; echo "totals: 8200" > "$file.2"; echo "totals: 4200" > "$file.3"
echo 'pairbench: "done"'
"#;
    let path = with_valgrind(&folder, script);
    let json = join(&folder, "r.json");
    let arguments = short(&["--counts", "--json", &json]);
    // The whole program of this suite has no latency and is not counted.
    program("whole", &arguments).env("PATH", path).output().unwrap();
    let report: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    for row in report["rows"].as_array().unwrap() {
        let is_counted = row["comparison"] == "sum" && row["mode"] == "throughput";
        let expected = if is_counted { json!([9.0, 4.0]) } else { Value::Null };
        assert_eq!(row["instructions"], expected, "{row}");
    }
    let plan: Value = serde_json::from_str(&std::fs::read_to_string(join(&folder, "plan")).unwrap()).unwrap();
    let functions = ["loop", "gauss"];
    let cell =
        json!({ "comparison": "sum", "mode": "throughput", "functions": functions, "one_by_one": false });
    assert_eq!(plan["task"]["count"]["cells"], json!([cell]));
    let without = program("", &arguments).env("PATH", folder.path().join("none")).output().unwrap();
    assert_eq!(without.status.code(), Some(2));
    assert!(text(&without.stderr).contains("--counts requires valgrind"), "{}", text(&without.stderr));
}

/// Signals a running program and what it started once it says `sign`, and waits until all of them have ended.
#[cfg(unix)]
fn end_by_signal(mut command: Command, signal: &str, sign: &str) {
    use std::io::{BufRead as _, BufReader};
    use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
    use std::process::Stdio;

    let mut child =
        command.process_group(0).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains(sign)), "it ended without `{sign}`");
    // Processes that are started in the background ignore SIGINT.
    for signal in [signal, "TERM"] {
        let group = format!("-{}", child.id());
        Command::new("kill").args(["-s", signal, "--", &group]).stderr(Stdio::null()).status().unwrap();
    }
    assert!(child.wait().unwrap().signal().is_some());
    // Every process of the group holds this pipe, so its end is the end of the last one.
    lines.for_each(drop);
}

#[cfg(unix)]
#[test]
fn a_run_that_is_ended_by_a_signal_leaves_nothing() {
    for signal in ["INT", "TERM"] {
        let [folder, temporary, tools] = [folder(), folder(), folder()];
        let json = join(&folder, "r.json");
        std::fs::write(&json, "old").unwrap();
        let files = |folder: &tempfile::TempDir| std::fs::read_dir(folder.path()).unwrap().count();
        let path = with_valgrind(&tools, "test \"$1\" = --version || { echo counting; cat > /dev/null; }\n");
        for (more, sign) in [(None, "a line of the program itself"), (Some("--counts"), "counting")] {
            let mut command = program("", &["--time", "1000", "--json", &json, "-q"]);
            command.args(more).env("TMPDIR", temporary.path()).env("PATH", &path);
            end_by_signal(command, signal, sign);
            assert_eq!((files(&folder), files(&temporary)), (1, 0), "{signal} {more:?}");
            assert_eq!(std::fs::read_to_string(&json).unwrap(), "old");
        }
    }
}

/// A stuck process writes nothing, so only the end of its input shows that its parent has ended.
#[cfg(unix)]
#[test]
fn a_process_that_measures_ends_with_its_parent() {
    use std::io::{BufRead as _, BufReader};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let stuck = program("stuck", &short(&["--filter", "fails"]));
    // Every process inherits descriptor 3, so its end is the end of the last one.
    let mut command = Command::new("sh");
    command.args(["-c", r#"exec "$0" "$@" 3>&1"#]).arg(stuck.get_program()).args(stuck.get_args());
    command.env("PROGRAM", "stuck").stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut parent = command.spawn().unwrap();
    let mut lines = BufReader::new(parent.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().contains("it is stuck")));
    let killed = Instant::now();
    parent.kill().unwrap();
    parent.wait_with_output().unwrap();
    assert!(killed.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_self_test_of_too_little_fails() {
    let output = run("", &short(&["--self-test", "1", "--processes", "1"]));
    let lines = text(&output.stdout);
    let starts = ["session 1/1, ", "throughput FAIL: ", "latency FAIL: "];
    assert!(lines.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{lines}");
    assert_eq!((lines.lines().count(), output.status.code()), (3, Some(3)), "{lines}");
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
