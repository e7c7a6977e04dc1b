use fastrand::Rng;
use pawnfill::{Backend as _, Hybrid, KoggeStone, Lookup};

use super::*;

const DEFAULT: &str = KoggeStone::NAME;
const BACKENDS: [&str; 2] = [Lookup::NAME, Hybrid::NAME];

/// Returns a row whose baseline takes 10 ns, with this ratio and the ends of its interval this
/// factor away.
pub(in super::super) fn row(
    group: &str,
    candidate: &str,
    mode: Mode,
    factor: f64,
    width: f64,
) -> Row {
    let ratio = Interval {
        point: factor,
        lo: factor / width,
        hi: factor * width,
    };
    let mut row = Row::default();
    row.comparison = "operation".into();
    row.group = group.into();
    row.mode = mode;
    row.baseline = DEFAULT.into();
    row.candidate = candidate.into();
    row.times = Some([10.0, 10.0 * factor]);
    row.ratio = Some(ratio);
    row.delta_ns = Some(ratio.map(|ratio| 10.0 * (ratio - 1.0)));
    row
}

/// Returns the rows of a recorded session: group, comparison, mode, candidate, verdict, both times,
/// and the lower end, the point and the upper end of the ratio and of the difference.
pub(in super::super) fn recorded(text: &str) -> Vec<Row> {
    let parse = |line: &str| {
        let cells: Vec<_> = line.split('|').collect();
        let number = |cell: usize| cells[cell].parse::<f64>().ok();
        let interval = |cell| {
            Some(Interval {
                lo: number(cell)?,
                point: number(cell + 1)?,
                hi: number(cell + 2)?,
            })
        };
        let mode = Mode::ALL
            .into_iter()
            .find(|mode| mode.id() == cells[2])
            .unwrap();
        let mut row = row(cells[0], cells[3], mode, 1.0, 1.0);
        row.comparison = cells[1].into();
        row.verdict = match cells[4] {
            "identical" => Verdict::Identical,
            "untrusted" => Verdict::Untrusted,
            _ => Verdict::Undecided,
        };
        row.times = number(5).zip(number(6)).map(|(a, b)| [a, b]);
        row.ratio = interval(7);
        row.delta_ns = interval(10);
        row
    };
    text.lines().map(parse).collect()
}

/// The recorded sessions of each processor: those that lead to this advice, and those that
/// leave it open.
const SESSIONS: [(&str, &str, &str, &str); 3] = [
    (
        "cascade-lake",
        Hybrid::NAME,
        "quiet1 quiet2 load4 load7",
        "load12 spinners",
    ),
    ("epyc", Hybrid::NAME, "quiet1 quiet2 spinners", ""),
    ("sapphire-rapids", DEFAULT, "8 9 10", "disturbed"),
];

/// Returns the names of the recorded sessions, their rows, and their advice.
fn sessions() -> Vec<(String, Vec<Row>, Option<&'static str>)> {
    let mut sessions = Vec::new();
    for (processor, advice, decided, open) in SESSIONS {
        for (names, advice) in [(decided, Some(advice)), (open, None)] {
            sessions.extend(names.split_whitespace().map(|name| {
                let path = format!("src/bench_compare/sessions/{processor}-{name}.txt");
                let rows = recorded(&std::fs::read_to_string(&path).unwrap());
                (path, rows, advice)
            }));
        }
    }
    sessions
}

fn advice(rows: &[Row]) -> Advice<'static> {
    advise(DEFAULT, &BACKENDS, &Use::all(rows), rows)
}

/// Returns the rows with intervals that are wider by this factor around the same values.
fn wider(rows: &[Row], factor: f64) -> Vec<Row> {
    let wide = |Interval { lo, point, hi }: Interval| Interval {
        lo: point - factor * (point - lo),
        point,
        hi: point + factor * (hi - point),
    };
    let ratio = |ratio: Interval| wide(ratio.map(f64::ln)).map(f64::exp);
    let mut rows = rows.to_vec();
    for row in &mut rows {
        row.ratio = row.ratio.map(ratio);
        row.delta_ns = row.delta_ns.map(wide);
    }
    rows
}

/// Takes this factor off the time of a row.
fn faster(row: &mut Row, factor: f64) {
    row.ratio = row.ratio.map(|ratio| ratio.map(|ratio| ratio / factor));
    row.delta_ns = row
        .delta_ns
        .map(|delta| delta.map(|delta| delta - 10.0 * (factor - 1.0)));
}

/// Returns a random report: several operations, of which a backend is faster or slower
/// on the whole.
fn random(rng: &mut Rng) -> Vec<Row> {
    let mut rows = Vec::new();
    let width = rng.f64().powi(2) * 0.6;
    for backend in BACKENDS {
        let on_the_whole = rng.f64() * 0.3 - 0.2;
        for (_, group) in USES {
            for (operation, mode) in
                (0..3).flat_map(|operation| Mode::ALL.map(|mode| (operation, mode)))
            {
                let log = on_the_whole + rng.f64() * 0.1;
                let width = (width * rng.f64() * if mode.is_cold() { 3.0 } else { 1.0 }).exp();
                let comparison = format!("{group} {operation}");
                let mut row = row(group, backend, mode, log.exp(), width);
                row.comparison = comparison;
                rows.push(row);
            }
        }
    }
    rows
}

#[test]
fn recorded_sessions_of_a_processor_agree_unless_they_are_undecided() {
    for (name, rows, expected) in sessions() {
        assert_eq!(advice(&rows).backend(), expected, "{name}");
        let reversed = advise(
            DEFAULT,
            &[Hybrid::NAME, Lookup::NAME],
            &Use::all(&rows),
            &rows,
        );
        assert_eq!(reversed.backend(), expected, "{name}");
        for factor in [0.0, 0.3, 3.0] {
            let other = advice(&wider(&rows, factor)).backend();
            assert!(
                other.is_none() || expected.is_none() || other == expected,
                "{name} {factor}: {other:?}"
            );
        }
    }
}

/// What must hold of every report is tried on random ones.
#[test]
fn the_rule_has_its_properties() {
    let mut rng = Rng::with_seed(1);
    let [mut defaults, mut others, mut open] = [0; 3];
    for _ in 0..1500 {
        let rows = random(&mut rng);
        let advised = advice(&rows).backend();
        // The order of the candidates and of the rows does not matter.
        let (mut shuffled, mut backends) = (rows.clone(), BACKENDS);
        rng.shuffle(&mut shuffled);
        rng.shuffle(&mut backends);
        assert_eq!(
            advise(DEFAULT, &backends, &Use::all(&shuffled), &shuffled).backend(),
            advised
        );
        let cost = |backend| match backend {
            DEFAULT => 0.0,
            _ => Standing::new(backend, &Use::all(&rows), &rows).cost.point,
        };
        // Narrower intervals keep what is decided, or find something that is better or equal.
        let narrow = advice(&wider(&rows, rng.f64())).backend();
        if let Some(advised) = advised {
            let narrow = narrow.expect("it was decided");
            assert!(
                cost(narrow) <= cost(advised) + EQUAL.ln(),
                "{advised} {narrow}"
            );
        }
        let Some(backend) = advised.filter(|backend| *backend != DEFAULT) else {
            *if advised.is_none() {
                &mut open
            } else {
                &mut defaults
            } += 1;
            continue;
        };
        others += 1;
        // Only a backend that certainly saves enough on the whole, and loses little in each
        // operation, is advised.
        assert!(Standing::new(backend, &Use::all(&rows), &rows).cost.hi < 0.0);
        assert!(hot(backend, &Use::all(&rows), &rows).all(|row| row.ratio.unwrap().hi <= HARM));
        let changed = |is: &dyn Fn(&Row) -> bool, change: &dyn Fn(&mut Row)| {
            let mut rows = rows.clone();
            rows.iter_mut()
                .filter(|row| row.candidate == backend && is(row))
                .for_each(change);
            advice(&rows).backend()
        };
        let one = rng.choice(&rows).unwrap();
        let is_one = |row: &Row| (&row.comparison, row.mode) == (&one.comparison, one.mode);
        // A backend that is faster somewhere is not dropped.
        assert_eq!(changed(&is_one, &|row| faster(row, 1.2)), advised);
        // A great loss of one operation in hot code, or of all with cold tables, and an unknown
        // value drop it.
        let is_same = |row: &Row| row.comparison == one.comparison && row.mode == Mode::Latency;
        assert_ne!(changed(&is_same, &|row| faster(row, 0.5)), advised);
        assert_ne!(
            changed(&|row| row.mode.is_cold(), &|row| faster(row, 1.0 - 10.0)),
            advised
        );
        assert_ne!(
            changed(&is_one, &|row| row.verdict = Verdict::Untrusted),
            advised
        );
        // So does another one that is equal everywhere and better somewhere.
        let mut dominated: Vec<_> = rows
            .iter()
            .filter(|row| row.candidate == backend)
            .cloned()
            .collect();
        for mut row in dominated.clone() {
            row.candidate = BACKENDS
                .into_iter()
                .find(|other| *other != backend)
                .unwrap()
                .to_owned();
            let gain = if is_one(&row) || rng.bool() { 1.1 } else { 1.0 };
            faster(&mut row, gain);
            dominated.push(row);
        }
        assert_ne!(advice(&dominated).backend(), advised);
    }
    assert!(
        defaults.min(others).min(open) > 100,
        "{defaults} {others} {open}"
    );
}

#[test]
fn equal_code_is_the_default_and_a_planted_gain_is_found() {
    for (gain, expected) in [(1.0, DEFAULT), (1.1, Hybrid::NAME)] {
        for (name, mut rows, _) in sessions()
            .into_iter()
            .filter(|(_, _, advice)| *advice == Some(Hybrid::NAME))
        {
            // Every candidate has the noise of its session, and this gain.
            for row in &mut rows {
                let gain = if row.candidate == Hybrid::NAME {
                    gain
                } else {
                    1.0
                };
                let (ratio, time) = (
                    row.ratio.map_or(1.0, |ratio| ratio.point),
                    row.times.map_or(0.0, |times| times[0]),
                );
                row.ratio = row.ratio.map(|all| all.map(|end| end / ratio / gain));
                row.delta_ns = row
                    .delta_ns
                    .map(|all| all.map(|end| end - all.point - time * (1.0 - 1.0 / gain)));
            }
            let advised = advice(&rows).backend();
            let is_open = advised.is_none() && !name.contains("quiet");
            assert!(
                advised == Some(expected) || is_open,
                "{name} {gain}: {advised:?}"
            );
        }
    }
}
