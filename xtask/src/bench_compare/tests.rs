//! What a whole session makes of samples whose truth is known.

use pawnfill_benches::protocol::{Caches, CellId, Corpus, Kind, Mode, RowInfo, Sample, Shape};

use super::args::Expectation;
use super::outcome::{self, UNTRUSTED, VIOLATED};
use super::report::{Config, CorpusInfo, Environment, Margins, Report, Verdict};
use super::session::{Pool, Pooled, Setup, judge_all};
use super::show::{Format, show};
use super::{exit_code, report};

const MARGINS: Margins = Margins { thr: 0.03, lat: 0.01, cold: 0.25 };

fn setup() -> Setup {
    let row = |name: &str| RowInfo {
        name: name.into(),
        group: "sets".into(),
        unit: "set".into(),
        about: String::new(),
        shape: Shape::Short,
    };
    Setup {
        backends: ["kogge-stone".into(), "lookup".into()],
        rows: vec![row("north_fill"), row("restore")],
        modes: vec![Mode::Throughput, Mode::Latency],
        kinds: vec![Kind::Backends, Kind::ControlA, Kind::ControlB],
        margins: MARGINS,
        processes: 5,
        time: Default::default(),
        max_time: Default::default(),
        seed: 1,
        positions: None,
        caches: Caches { l1d: 32 << 10, l2: 1 << 20 },
        quiet: true,
    }
}

/// Fifty samples of this ratio, with noise of a percent.
fn samples(ratio: f64) -> Pooled {
    let sample = |number: usize| {
        let a = 2.0 * (1.0 + 0.002 * (number % 5) as f64);
        let ratio = ratio * (1.0 + 0.0005 * (number % 7) as f64 - 0.0015);
        Sample { cell: 0, ratio, a, b: a * ratio, floor: 0.5, iterations: 30, sentinel: 18_000.0 }
    };
    Pooled { samples: (0..50).map(sample).collect(), layout: None }
}

/// A pool in which these cells have these ratios, and all others are equal.
fn pool(ratios: &[(&str, Mode, Kind, f64)]) -> Pool {
    let setup = setup();
    let mut pool = Pool::new();
    for row in &setup.rows {
        for &mode in &setup.modes {
            for &kind in &setup.kinds {
                pool.insert(CellId { op: row.name.clone(), mode, kind }, samples(1.0));
            }
        }
    }
    for &(op, mode, kind, ratio) in ratios {
        pool.insert(CellId { op: op.into(), mode, kind }, samples(ratio));
    }
    pool
}

fn report(ratios: &[(&str, Mode, Kind, f64)]) -> Report {
    let setup = setup();
    let (cells, selfcheck) = judge_all(&pool(ratios), &setup);
    Report {
        schema: report::SCHEMA.into(),
        tool_version: "0".into(),
        started: 1,
        duration_s: 2.5,
        command: vec!["bench-compare".into()],
        env: Environment {
            cpu: "<CPU>".into(),
            caches: setup.caches,
            os: "os".into(),
            rustc: "rustc".into(),
            target: "target".into(),
            rustflags: String::new(),
            target_cpu: "default".into(),
            target_features: vec!["sse2".into()],
            profile: "bench".into(),
            git: "0".into(),
            load_before: String::new(),
            pinned: None,
            governor: String::new(),
        },
        corpus: CorpusInfo {
            source: "built-in".into(),
            digest: "0".into(),
            counts: Corpus { positions: 9000, distinct: 5000, barrier: true },
        },
        config: Config {
            reference: setup.backends[0].clone(),
            backends: setup.backends,
            modes: setup.modes,
            processes: 5,
            samples: 10,
            seed: 1,
            margins: MARGINS,
        },
        selfcheck,
        cells,
        mix: None,
    }
}

fn verdict(report: &Report, op: &str, mode: Mode, kind: Kind) -> Verdict {
    let found = report.cells.iter().find(|cell| (cell.op.as_str(), cell.mode, cell.kind) == (op, mode, kind));
    found.unwrap().verdict
}

#[test]
fn a_slower_clone_is_found_and_an_equal_one_is_not() {
    let (thr, lat) = (Mode::Throughput, Mode::Latency);
    let report = report(&[
        ("north_fill", thr, Kind::SlowA, 1.05),
        ("north_fill", lat, Kind::SlowA, 1.05),
        ("restore", lat, Kind::SlowB, 1.04),
    ]);
    assert_eq!(verdict(&report, "north_fill", thr, Kind::SlowA), Verdict::A);
    assert_eq!(verdict(&report, "north_fill", lat, Kind::SlowA), Verdict::A);
    assert_eq!(verdict(&report, "restore", lat, Kind::SlowB), Verdict::A);
    assert_eq!(verdict(&report, "north_fill", thr, Kind::ControlA), Verdict::Tie);
    assert!(report.selfcheck.pass && report.selfcheck.failed == 0 && report.selfcheck.cells == 8);
}

#[test]
fn a_control_that_differs_taints_its_operation_only() {
    let thr = Mode::Throughput;
    let report = report(&[
        ("north_fill", thr, Kind::ControlB, 0.9),
        ("north_fill", thr, Kind::Backends, 2.0),
        ("restore", thr, Kind::Backends, 0.5),
    ]);
    assert_eq!(verdict(&report, "north_fill", thr, Kind::Backends), Verdict::Untrusted);
    assert_eq!(verdict(&report, "restore", thr, Kind::Backends), Verdict::B);
    assert_eq!(outcome::code(&report, &[], None).0, 0);
}

#[test]
fn a_control_that_is_off_widens_the_margin() {
    let thr = Mode::Throughput;
    let report = report(&[
        ("north_fill", thr, Kind::ControlA, 1.028),
        ("north_fill", thr, Kind::Backends, 1.035),
        ("restore", thr, Kind::Backends, 1.035),
    ]);
    assert_eq!(verdict(&report, "north_fill", thr, Kind::Backends), Verdict::Tie);
    assert_eq!(verdict(&report, "restore", thr, Kind::Backends), Verdict::A);
}

#[test]
fn too_many_failed_controls_leave_no_verdict() {
    let (thr, lat) = (Mode::Throughput, Mode::Latency);
    let report = report(&[
        ("north_fill", thr, Kind::ControlA, 1.1),
        ("north_fill", lat, Kind::ControlA, 1.1),
        ("restore", lat, Kind::ControlB, 0.9),
        ("restore", thr, Kind::Backends, 2.0),
    ]);
    assert!(!report.selfcheck.pass);
    assert!(
        report.cells.iter().all(|cell| cell.kind != Kind::Backends || cell.verdict == Verdict::Untrusted)
    );
    let expected = "restore/thr:kogge-stone".parse().unwrap();
    assert_eq!(outcome::code(&report, &[expected], Some(1.0)).0, UNTRUSTED);
    assert!(show(&report, Format::Table).unwrap().contains("no advice"));
}

#[test]
fn expectations_and_limits_decide_the_exit_code() {
    let report = report(&[("north_fill", Mode::Throughput, Kind::Backends, 1.2)]);
    let code = |expect: &[&str], limit| {
        let expect: Vec<Expectation> = expect.iter().map(|text| text.parse().unwrap()).collect();
        outcome::code(&report, &expect, limit)
    };
    assert_eq!(code(&[], None).0, 0);
    assert_eq!(code(&["north_fill/thr:kogge-stone", "restore/lat:tie"], None).0, 0);
    let (violated, messages) = code(&["north_fill/thr:kogge-stone", "restore/lat:lookup"], None);
    assert_eq!((violated, messages.len()), (VIOLATED, 1));
    assert!(messages[0].contains("restore/lat: expected lookup, found tie"), "{messages:?}");
    assert_eq!(code(&[], Some(15.0)).0, VIOLATED);
    assert_eq!(code(&[], Some(25.0)).0, 0);
}

#[test]
fn a_disturbed_expectation_is_not_a_violation() {
    let mut disturbed = samples(1.5);
    for (number, sample) in disturbed.samples.iter_mut().enumerate() {
        sample.sentinel *= if number < 35 { 1.4 } else { 1.0 };
    }
    let id = CellId { op: "restore".into(), mode: Mode::Throughput, kind: Kind::Backends };
    let mut pool = pool(&[]);
    pool.insert(id, disturbed);
    let mut report = report(&[]);
    (report.cells, report.selfcheck) = judge_all(&pool, &setup());
    assert_eq!(verdict(&report, "restore", Mode::Throughput, Kind::Backends), Verdict::Disturbed);
    let expected = "restore/thr:tie".parse().unwrap();
    assert_eq!(outcome::code(&report, &[expected], None).0, UNTRUSTED);
}

#[test]
fn json_keeps_everything() {
    let mut report = report(&[("restore", Mode::Latency, Kind::Backends, 0.8)]);
    report.mix = Some(outcome::mix(&report, &[("restore".into(), 2.0), ("north_fill".into(), 1.0)]));
    let text = show(&report, Format::Json).unwrap();
    assert!(serde_json::from_str::<Report>(&text).unwrap() == report);
    // Fields are only ever added: what a reader does not know does not disturb it.
    let more = text.replacen('{', "{\"added_later\":1,", 1);
    assert!(serde_json::from_str::<Report>(&more).unwrap() == report);
}

#[test]
fn a_mix_weighs_the_differences() {
    let report = report(&[("restore", Mode::Latency, Kind::Backends, 0.8)]);
    let delta = |op: &str| {
        let of = |cell: &&super::report::Cell| {
            (cell.op.as_str(), cell.mode, cell.kind) == (op, Mode::Latency, Kind::Backends)
        };
        report.cells.iter().find(of).unwrap().delta_ns
    };
    let mix = outcome::mix(&report, &[("restore".into(), 3.0), ("north_fill".into(), 0.5)]);
    let sum = mix.delta_ns[&Mode::Latency];
    let (restore, fill) = (delta("restore"), delta("north_fill"));
    assert!((sum.point - (3.0 * restore.point + 0.5 * fill.point)).abs() < 1e-12);
    assert!((sum.lo - (3.0 * restore.lo + 0.5 * fill.lo)).abs() < 1e-12);
    assert!(sum.point < -1.0, "the tables save time: {sum:?}");
}

#[test]
fn only_like_is_compared_with_like() {
    let old = report(&[]);
    let new = report(&[("restore", Mode::Latency, Kind::Backends, 1.1)]);
    let lines = outcome::changes(&old, &new).unwrap();
    assert_eq!(lines.iter().filter(|line| line.ends_with("changed")).count(), 1, "{lines:?}");
    assert_eq!(lines.len(), 4);
    let mut other = new.clone();
    other.env.rustflags = "-C target-cpu=native".into();
    assert!(outcome::changes(&old, &other).unwrap_err().contains("flags"));
    other = new.clone();
    other.env.cpu = "another".into();
    assert!(outcome::changes(&old, &other).unwrap_err().contains("CPU"));
    other = new;
    other.corpus.digest = "1".into();
    assert!(outcome::changes(&old, &other).unwrap_err().contains("positions"));
}

#[test]
fn the_spread_of_runs_is_that_of_their_ratios() {
    let run = |ratio| report(&[("restore", Mode::Latency, Kind::Backends, ratio)]);
    let lines = outcome::spread(&[run(1.2), run(1.2), run(1.3)]).unwrap();
    assert!(lines[0].starts_with("restore") && lines[0].ends_with("does not repeat"), "{lines:?}");
    // Logarithms 0, 0 and 0.08 apart.
    assert!(lines[0].contains("4.62 % over 3 runs"), "{lines:?}");
    assert!(lines[1..].iter().all(|line| line.contains("0.00 %") && line.ends_with("  repeats")));
}

#[test]
fn every_form_has_every_row_and_nothing_from_outside() {
    let mut report = report(&[("restore", Mode::Latency, Kind::Backends, 0.8)]);
    every_form(&report);
    // With columns that only one row fills.
    report.cells.iter_mut().find(|cell| cell.kind == Kind::Backends).unwrap().instructions =
        Some([9.0, 35.625]);
    every_form(&report);
    for format in [Format::Table, Format::Markdown, Format::Html] {
        assert!(show(&report, format).unwrap().contains("35.6"), "{format:?}");
    }
}

fn every_form(report: &Report) {
    for format in [Format::Table, Format::Markdown, Format::Csv, Format::Json, Format::Html] {
        let text = show(report, format).unwrap();
        assert!(text.contains("north_fill") && text.contains("restore"), "{format:?}");
    }
    let html = show(report, Format::Html).unwrap();
    for foreign in ["<script", "http:", "https:", "@import", "url(", "<link", "<CPU>", "NaN", "inf"] {
        assert!(!html.contains(foreign), "{foreign}");
    }
    let csv = show(report, Format::Csv).unwrap();
    let columns = csv.lines().map(|line| line.split(',').count()).collect::<std::collections::HashSet<_>>();
    assert_eq!(columns.len(), 1, "every line has as many columns as the first");
    let markdown = show(report, Format::Markdown).unwrap();
    let columns =
        markdown.lines().take_while(|line| line.starts_with('|')).map(|line| line.matches('|').count());
    assert_eq!(columns.collect::<std::collections::HashSet<_>>().len(), 1, "{markdown}");
}

#[test]
fn errors_have_the_exit_code_of_their_kind() {
    assert_eq!(exit_code(&super::Usage("x".into()).into()), 2);
    assert_eq!(exit_code(&anyhow::anyhow!("x")), 5);
    let missing = super::read_positions("no such file".as_ref()).unwrap_err();
    assert_eq!(exit_code(&missing), 2);
    assert!(missing.to_string().contains("no such file"));
    assert_eq!(exit_code(&super::read_report("no such file".as_ref()).unwrap_err()), 2);
}

#[test]
fn a_bad_position_is_named_by_file_and_line() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "8/8/8/8/8/8/8/8 w - - 0 1\nnonsense\n").unwrap();
    let error = super::read_positions(file.path()).unwrap_err();
    assert_eq!(exit_code(&error), 2);
    assert!(error.to_string().contains("line 2"), "{error}");
}

fn args(line: &str) -> Result<super::Args, clap::Error> {
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        args: super::Args,
    }
    <Line as clap::Parser>::try_parse_from(line.split(' ')).map(|line| line.args)
}

#[test]
fn a_part_of_a_report() {
    let part = |line: &str| {
        let args = args(line).unwrap();
        let mut report = report(&[("north_fill", Mode::Throughput, Kind::Backends, 2.0)]);
        super::narrow(&mut report, &args).map(|()| report.cells.len()).map_err(|error| error.0)
    };
    assert_eq!(part("xtask --from run.json --op north"), Ok(6));
    assert_eq!(part("xtask --from run.json --mode thr"), Ok(6));
    assert_eq!(part("xtask --from run.json --op restore --mode lat"), Ok(3));
    assert!(part("xtask --from run.json --mode coldL1").unwrap_err().contains("no operation"));
}

#[test]
fn options_that_exclude_one_another() {
    for wrong in [
        "xtask --from run.json --a naive",
        "xtask --from run.json --b naive",
        "xtask --from run.json --json other.json",
        "xtask --spread run.json run.json --from run.json",
        "xtask --list --self-test 1",
        "xtask --counts --self-test 1",
        "xtask --time 0",
    ] {
        assert_eq!(args(wrong).map_err(|error| error.exit_code()).unwrap_err(), 2, "{wrong}");
    }
    assert!(args("xtask --from run.json --op north --mix north_fill=1").is_ok());
}

#[test]
fn only_what_is_compared_can_be_named() {
    let check = |line: &str| {
        let holds = |op: &str, mode: Option<Mode>| op == "restore" && mode != Some(Mode::ColdL1);
        super::check_names(&args(line).unwrap(), &setup().backends, holds).map_err(|error| error.0)
    };
    for right in ["--mix restore=2", "--expect restore/lat:lookup --expect restore/thr:tie"] {
        assert_eq!(check(&format!("xtask {right}")), Ok(()), "{right}");
    }
    for (wrong, part) in [
        ("--mix nothing=2", "operation nothing"),
        ("--mix restore=2,restore=3", "given twice"),
        ("--expect nothing/thr:tie", "operation nothing"),
        ("--expect restore/coldL1:tie", "not measured in mode coldL1"),
        ("--expect restore/thr:hybrid", "not hybrid"),
    ] {
        assert!(check(&format!("xtask {wrong}")).unwrap_err().contains(part), "{wrong}");
    }
}

#[test]
fn files_that_cannot_be_written_are_found_before_the_measurement() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let check = |line: &str| super::check_outputs(&args(&format!("xtask {line}")).unwrap());
    let good = at("new.json");
    assert!(check(&format!("--json {good}")).is_ok() && !std::path::Path::new(&good).exists());
    for option in ["--json", "--html", "--markdown", "--csv"] {
        let error = check(&format!("{option} {}", at("no folder/file").replace(' ', "_"))).unwrap_err();
        assert!(error.0.starts_with(option), "{}", error.0);
    }
    assert!(check(&format!("--html {}", folder.path().display())).is_err(), "a folder is no file");
    assert!(check(&format!("--json {good} --csv {good}")).is_err(), "one would overwrite the other");
}

#[test]
fn what_was_measured_is_kept_even_if_it_cannot_be_written_where_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let (asked, default) = (folder.path().join("gone/run.json"), folder.path().join("report.json"));
    assert!(super::keep(&report(&[]), Some(&asked), &default).is_err());
    assert_eq!(super::read_report(&default).unwrap(), report(&[]));
}

#[test]
fn cold_times_below_the_resolution_are_not_divided_by() {
    let mut setup = setup();
    setup.modes = vec![Mode::ColdL2];
    let cold = |a: f64, b: f64| {
        let sample = Sample { cell: 0, ratio: b / a, a, b, floor: 20.0, iterations: 30, sentinel: 18_000.0 };
        Pooled { samples: vec![sample; 50], layout: None }
    };
    let id = |op: &str| CellId { op: op.into(), mode: Mode::ColdL2, kind: Kind::Backends };
    // Without the floor of 20 ns, 0.3 and 27.3 ns, and 4 and 8 ns.
    let pool = Pool::from([(id("north_fill"), cold(20.3, 47.3)), (id("restore"), cold(28.0, 24.0))]);
    let mut report = report(&[]);
    report.config.modes = setup.modes.clone();
    (report.cells, report.selfcheck) = judge_all(&pool, &setup);
    for format in [Format::Table, Format::Markdown, Format::Html] {
        let text = show(&report, format).unwrap();
        assert!(text.contains("kogge-stone, +27 ns") && text.contains("lookup 2.0x"), "{text}");
        assert!(text.contains(if format == Format::Html { "&lt;1" } else { "<1" }), "{text}");
        assert!(text.contains("without it, 20.00 ns in coldL2"), "{text}");
    }
    let (code, messages) = outcome::code(&report, &[], Some(10.0));
    assert_eq!(code, VIOLATED);
    assert!(messages[0].contains("lookup takes 27.0 ns more"), "{messages:?}");
}

#[test]
fn times_ratio_and_verdict_of_a_hot_row_are_on_the_same_footing() {
    let report = report(&[("restore", Mode::Latency, Kind::Backends, 0.5)]);
    let cell = |cell: &&report::Cell| (cell.op.as_str(), cell.kind) == ("restore", Kind::Backends);
    for cell in report.cells.iter().filter(cell) {
        let [a, b] = cell.shown();
        assert!((b / a / cell.ratio.point - 1.0).abs() < 0.01, "{a} {b} {}", cell.ratio.point);
    }
    let text = show(&report, Format::Table).unwrap();
    assert!(text.contains("itself takes 0.50 ns in thr and"), "{text}");
}

#[test]
fn one_is_singular() {
    let mut report = report(&[("north_fill", Mode::Throughput, Kind::Backends, 2.0)]);
    report.cells.retain(|cell| cell.mode == Mode::Throughput);
    report.corpus.counts.distinct = 1;
    let text = show(&report, Format::Markdown).unwrap();
    assert!(text.contains("faster in 1 row, lookup in 0, 1 is a tie"), "{text}");
    assert!(text.contains("1 different pawn structure,"), "{text}");
}
