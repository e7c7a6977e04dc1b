use super::*;
use crate::protocol::Mode;
use crate::session::tests::description;
use std::process::Command;
use tempfile::TempDir;

/// A program that takes so long for each sample, and notes its turns in a file.
fn program(name: &str, time: f64, turns: &Path, samples: usize) -> Harness {
    let sample = Record::Sample(Sample {
        times: vec![time, 3.0 * time],
        floor: time,
        ..Sample::default()
    });
    let sample = serde_json::to_string(&sample).unwrap();
    let script = format!(
        "read plan; for turn in $(seq {samples}); do read turn; echo {name} $(grep Cpus_allowed_list /proc/$$/status) >> {}; echo 'pairbench: {sample}'; done
        echo 'pairbench: {{\"done\":\"\"}}'",
        turns.display()
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]);
    Harness::new(command)
}

/// Returns the samples of two cells, and the names of the programs in the order of their turns.
fn run(time: f64, samples: usize) -> Result<(Vec<Sample>, String), Error> {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("turns");
    let [old, new] =
        [("old", 1.0), ("new", 5.0)].map(|(name, time)| program(name, time, &file, samples));
    let units = [("one/a".to_owned(), ["one".to_owned(), "a".to_owned()])].into();
    let against = Against {
        old,
        new,
        _kept: Kept {
            place: folder.path().to_owned(),
            target: folder.path().to_owned(),
            _lock: std::fs::File::open(folder.path()).unwrap(),
        },
        units,
        words: Vec::new(),
    };
    let cell = Cell {
        comparison: "one/a".to_owned(),
        mode: Mode::Throughput,
        functions: Vec::new(),
    };
    assert_eq!(against.own(&cell).unwrap().functions, ["a"]);
    let plan = Plan {
        seed: 1,
        limit: 9.0,
        cells: vec![cell.clone(), cell],
        time,
        ..Plan::default()
    };
    let mut merged = Vec::new();
    against.start(&plan, &mut |record| match record {
        Record::Sample(sample) => merged.push(sample),
        other => panic!("{other:?}"),
    })?;
    Ok((merged, std::fs::read_to_string(file).unwrap()))
}

#[test]
fn each_sample_has_a_turn_of_each_program() {
    let (samples, turns) = run(1.0, 2 * SAMPLES).unwrap();
    let turns: Vec<_> = turns.lines().collect();
    assert_eq!((samples.len(), turns.len()), (2 * SAMPLES, 8 * SAMPLES));
    for (sample, turns) in samples.iter().zip(turns.chunks(4)) {
        assert_eq!(
            (&sample.times[..], sample.logs.len(), sample.floor),
            (&[2., 2., 10., 10.][..], 4, 3.0)
        );
        assert_eq!(
            turns.iter().filter(|turn| turn.starts_with("old")).count(),
            2,
            "{turns:?}"
        );
    }
    assert_eq!(samples[SAMPLES].cell, 1);
    // All programs ran on one core.
    let core = |turn: &str| {
        turn.rsplit(' ')
            .next()
            .and_then(|core| core.parse::<u32>().ok())
    };
    let is_pinned = turns
        .iter()
        .all(|turn| core(turn).is_some() && core(turn) == core(turns[0]));
    assert!(is_pinned || !cfg!(target_os = "linux"), "{turns:?}");
    // A process that ends before its last turn ends the session.
    assert!(run(1.0, 1).is_err());
    // A longer time has more turns, not longer ones.
    assert!(run(4.0 * TURN * 2.0 * SAMPLES as f64, 2 * SAMPLES).is_err());
}

#[test]
fn only_functions_with_the_same_results_in_both_are_compared() {
    let mut old = description();
    old.results = ["1", "2"].map(str::to_owned).into();
    let mut new = old.clone();
    new.results[1] = "3".to_owned();
    (old.comparisons[0].modes, old.comparisons[0].long) = (vec![Mode::Latency], true);
    new.comparisons[0].functions[1].name = "c".to_owned();
    let mut words = Vec::new();
    let common = common(&old, &new, "main", &mut words).unwrap();
    let names: Vec<_> = common
        .iter()
        .map(|info| {
            (
                &*info.name,
                &*info.functions[0].name,
                &*info.functions[1].name,
            )
        })
        .collect();
    assert_eq!(names, [("one/a", "main", HERE)]);
    assert_eq!(
        (&common[0].modes[..], common[0].long),
        (&[Mode::Latency][..], true)
    );
    let expected = [
        "only the work tree has them: one/c",
        "only main has them: one/b",
        "differ: twin/a, twin/same",
    ];
    assert!(
        words.len() == 3
            && words
                .iter()
                .zip(expected)
                .all(|(line, end)| line.ends_with(end)),
        "{words:?}"
    );
    old.comparisons.clear();
    assert!(
        super::common(&old, &new, "main", &mut words)
            .unwrap_err()
            .to_string()
            .contains("nothing to compare")
    );
}
