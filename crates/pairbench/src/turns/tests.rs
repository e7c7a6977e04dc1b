use super::*;
use crate::protocol::Mode;

/// Takes turns of these times of the old program and the new one, of which each tenth is disturbed.
fn row(old: f64, new: f64, other: f64) -> Brief {
    let program = |name: &str| Program {
        name: name.to_owned(),
        files: vec![name.into(), format!("{name}2").into()],
        folder: PathBuf::new(),
        is_relinked: true,
        _copies: None,
    };
    let programs = [program("old"), program("new")];
    let count = std::cell::Cell::new(0_u32);
    let turns = Turns {
        name: "one",
        programs: programs.each_ref(),
        seconds: 0.0,
        bound: Bound::new(Mode::Throughput),
        run: &|files| {
            count.set(count.get() + 1);
            let factor = 1.0 + f64::from(count.get() % 10) / 1000.0;
            let time = |(path, _): &(&Path, &Path)| match path.to_str() {
                Some("old" | "old2") => old * factor,
                Some("new") => new,
                _ => new * other,
            };
            Ok(files.iter().map(time).collect())
        },
    };
    turns.row().unwrap()
}

#[test]
fn the_ratios_of_turns_decide() {
    let verdict = |new: f64| row(100.0, new, 1.0).verdict;
    assert_eq!(
        [97.0, 99.0, 101.0, 104.0].map(verdict),
        [
            Verdict::Faster,
            Verdict::Same,
            Verdict::Same,
            Verdict::Slower
        ]
    );
    // Layouts that differ cancel, because each run takes any.
    assert!(row(100.0, 100.0, 1.1).verdict != Verdict::Faster);
    let line = row(100.0, 110.0, 1.0).line(5);
    assert!(line.starts_with("one    1.10x as long  1.09"), "{line}");
}

#[test]
fn a_verdict_needs_an_interval_beyond_the_bound_and_a_control_around_zero() {
    let around = |lo, hi| Interval {
        lo,
        point: f64::midpoint(lo, hi),
        hi,
    };
    let fair = around(-0.001, 0.001);
    let program = Program::copies("a", Path::new("/bin/sh"), Path::new("/")).unwrap();
    let turns = Turns {
        name: "one",
        programs: [&program; 2],
        seconds: 0.0,
        bound: Bound {
            noise: 0.003,
            tolerance: 0.01,
            ..Bound::default()
        },
        run: &|_| Ok(Vec::new()),
    };
    for (log, control, expected) in [
        (around(0.004, 0.02), fair, Verdict::Slower),
        (around(-0.02, -0.004), fair, Verdict::Faster),
        (around(0.002, 0.009), fair, Verdict::Same),
        (around(0.002, 0.02), fair, Verdict::Undecided),
        (around(0.1, 0.2), around(0.001, 0.002), Verdict::Untrusted),
        // A control that is off widens the bound.
        (
            around(0.004, 0.02),
            around(-0.001, 0.009),
            Verdict::Undecided,
        ),
    ] {
        assert_eq!(turns.verdict(log, control, true), expected, "{log:?}");
    }
    assert_eq!(
        turns.verdict(around(0.002, 0.009), fair, false),
        Verdict::Undecided
    );
}
