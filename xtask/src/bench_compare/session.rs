//! A session: several short processes, whose samples are pooled and judged.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use pawnfill_benches::protocol::{
    COUNTED, Caches, CellId, Kind, Layout, Mode, Plan, Record, RowInfo, Sample, Sampling, Shape,
};

use super::harness::Harness;
use super::report::{Cell, Judged, LEAST_NET, Margins, SelfCheck, Times, Verdict};
use super::stats::{Interval, median, quantile};
use super::verdict::{enough, judge, keep};

/// Samples of a cell in one process.
pub(super) const SAMPLES: usize = 10;
/// Of all processes, controls run in this many beside the backends.
const CONTROL_PROCESSES: usize = 2;
/// More processes at the end for cells that were disturbed.
const EXTENSIONS: usize = 3;
/// Seconds before the first sample of a cell.
const WARM_UP: f64 = 0.003;
/// The least number of seconds for the samples of a cell.
pub(super) const LEAST_TIME: f64 = 0.006;
/// Seconds that criterion takes for itself in each cell.
const OVERHEAD: f64 = 0.008;
/// A control that differs widens the margin of its operation to this multiple.
const CAUTION: f64 = 1.5;
/// With more failed controls than this no verdict is given at all.
pub(super) const FORGIVEN: usize = 2;

/// What a session measures.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) backends: [String; 2],
    pub(super) rows: Vec<RowInfo>,
    pub(super) modes: Vec<Mode>,
    pub(super) kinds: Vec<Kind>,
    pub(super) margins: Margins,
    pub(super) processes: usize,
    pub(super) time: Duration,
    pub(super) max_time: Duration,
    pub(super) seed: u64,
    pub(super) positions: Option<PathBuf>,
    pub(super) caches: Caches,
    pub(super) quiet: bool,
}

/// The samples of a cell from all processes.
#[derive(Clone, Debug, Default)]
pub(super) struct Pooled {
    pub(super) samples: Vec<Sample>,
    pub(super) layout: Option<Layout>,
}

pub(super) type Pool = BTreeMap<CellId, Pooled>;

/// Can the row be measured in this mode? Whole programs only have a throughput.
pub(super) fn has_mode(row: &RowInfo, mode: Mode) -> bool {
    row.shape != Shape::Program || mode == Mode::Throughput
}

/// The cells of each process.
fn schedule(setup: &Setup) -> Vec<Vec<CellId>> {
    let mut plans = vec![Vec::new(); setup.processes];
    let mut control = 0;
    for row in &setup.rows {
        for &mode in &setup.modes {
            for &kind in &setup.kinds {
                let cell = CellId { op: row.name.clone(), mode, kind };
                let slow = matches!(kind, Kind::SlowA | Kind::SlowB);
                if !has_mode(row, mode) || row.shape == Shape::Program && slow {
                    continue;
                }
                if kind == Kind::Backends {
                    plans.iter_mut().for_each(|plan| plan.push(cell.clone()));
                } else if !mode.is_cold() {
                    // Where clones are all that is measured, they are spread as backends are in other runs.
                    let alone = !setup.kinds.contains(&Kind::Backends);
                    let times = if alone { setup.processes } else { CONTROL_PROCESSES.min(setup.processes) };
                    for time in 0..times {
                        plans[(control + time * setup.processes / times) % setup.processes]
                            .push(cell.clone());
                    }
                    control += 1;
                }
            }
        }
    }
    let mut rng = fastrand::Rng::with_seed(setup.seed);
    plans.iter_mut().for_each(|plan| rng.shuffle(plan));
    plans
}

/// Instructions of A and of B per operation, by row.
pub(super) type Counts = BTreeMap<String, [f64; 2]>;

/// The rows whose instructions can be counted.
pub(super) fn countable(setup: &Setup) -> impl Iterator<Item = &RowInfo> {
    setup.rows.iter().filter(|row| row.shape != Shape::Program)
}

/// Counts the instructions of every row in throughput, by a simulator that counts the same in every run.
pub(super) fn count(harness: &mut Harness, setup: &Setup) -> anyhow::Result<Counts> {
    let cell = |row: &RowInfo| CellId { op: row.name.clone(), mode: Mode::Throughput, kind: Kind::Backends };
    let plan =
        Plan { count: true, ..plan(setup, countable(setup).map(cell).collect(), setup.seed, LEAST_TIME) };
    let names = countable(setup).map(|row| row.name.clone());
    Ok(names.zip(harness.count(plan)?.into_iter().map(a_time)).collect())
}

/// Of the instructions with nothing, with A and with B, those that an operation takes.
fn a_time([nothing, a, b]: [u64; 3]) -> [f64; 2] {
    [a, b].map(|all| (all as f64 - nothing as f64) / COUNTED as f64)
}

/// The harness's part of a plan that is the same in every process.
pub(super) fn plan(setup: &Setup, cells: Vec<CellId>, seed: u64, measurement: f64) -> Plan {
    Plan {
        seed,
        backends: setup.backends.clone(),
        positions: setup.positions.clone(),
        cells,
        count: false,
        sampling: Sampling { warm_up: WARM_UP, measurement, samples: SAMPLES },
        caches: setup.caches,
        criterion: std::env::var_os("CRITERION_HOME").map(PathBuf::from).unwrap_or_default(),
        baseline: String::new(),
        records: PathBuf::new(),
    }
}

/// Runs the processes and pools their samples.
pub(super) fn measure(harness: &mut Harness, setup: &Setup) -> anyhow::Result<Pool> {
    let start = Instant::now();
    let plans = schedule(setup);
    let count: usize = plans.iter().map(Vec::len).sum();
    let measurement = (setup.time.as_secs_f64() / count as f64 - WARM_UP - OVERHEAD).clamp(LEAST_TIME, 0.12);
    let bar = if setup.quiet { ProgressBar::hidden() } else { ProgressBar::new(count as u64) };
    bar.set_style(
        ProgressStyle::with_template("{msg}  {bar:30}  cell {pos}/{len}  {eta} left").expect("it parses"),
    );

    let mut pool = Pool::new();
    let mut done = 0;
    for (number, cells) in plans.into_iter().enumerate() {
        bar.set_message(format!("process {}/{}", number + 1, setup.processes));
        let length = cells.len();
        run(harness, setup, cells, number as u64, measurement, &mut pool, |samples| {
            bar.set_position((done + samples / SAMPLES) as u64);
        })?;
        done += length;
    }
    bar.finish_and_clear();
    for number in 0..EXTENSIONS {
        let sentinel = quiet_sentinel(&pool);
        let disturbed: Vec<_> = pool
            .iter()
            .filter(|(cell, pooled)| {
                let kept = keep(cell.mode, &pooled.samples, sentinel).iter().filter(|&&kept| kept).count();
                !enough(kept, pooled.samples.len())
            })
            .map(|(cell, _)| cell.clone())
            .collect();
        if disturbed.is_empty() || start.elapsed() >= setup.max_time {
            break;
        }
        run(harness, setup, disturbed, (setup.processes + number) as u64, measurement, &mut pool, |_| ())?;
    }
    Ok(pool)
}

/// Runs one process and adds its samples to the pool.
fn run(
    harness: &mut Harness,
    setup: &Setup,
    cells: Vec<CellId>,
    number: u64,
    measurement: f64,
    pool: &mut Pool,
    progress: impl Fn(usize),
) -> anyhow::Result<()> {
    let plan = plan(setup, cells, setup.seed.wrapping_add(number), measurement);
    let cells = plan.cells.clone();
    for record in harness.run(plan, progress)? {
        match record {
            Record::Sample(sample) => {
                pool.entry(cells[sample.cell].clone()).or_default().samples.push(sample);
            }
            Record::Layout(layout) => {
                let pooled = pool.entry(cells[layout.cell].clone()).or_default();
                pooled.layout.get_or_insert(layout);
            }
            Record::Corpus(_) | Record::Row(_) => {}
        }
    }
    Ok(())
}

/// The sentinel of the session's quiet tenth.
fn quiet_sentinel(pool: &Pool) -> f64 {
    let all = pool.values().flat_map(|pooled| pooled.samples.iter().map(|sample| sample.sentinel));
    quantile(all, 0.1).unwrap_or(f64::INFINITY)
}

/// Judges every cell of a pool, controls first, since they say how far the others can be trusted.
pub(super) fn judge_all(pool: &Pool, setup: &Setup) -> (Vec<Cell>, SelfCheck) {
    let base = |row: &RowInfo, mode| {
        // Where a row branches, its chain is one of predictions, and as unsteady as throughput.
        if mode == Mode::Latency && row.shape != Shape::Short {
            setup.margins.thr.max(setup.margins.lat)
        } else {
            setup.margins.of(mode)
        }
    };
    let sentinel = quiet_sentinel(pool);
    let mut cells = Vec::new();
    for row in &setup.rows {
        for &mode in &setup.modes {
            let mut of = |kind, margin| {
                let id = CellId { op: row.name.clone(), mode, kind };
                let pooled = pool.get(&id)?;
                let cell = judge_cell(row, &id, pooled, sentinel, margin, &setup.backends)?;
                let found = (cell.verdict, cell.ratio.point.ln().abs().exp_m1());
                cells.push(cell);
                Some(found)
            };
            let mut margin: f64 = base(row, mode);
            let mut failed = Vec::new();
            for kind in [Kind::ControlA, Kind::ControlB] {
                if let Some((verdict, off)) = of(kind, base(row, mode)) {
                    if matches!(verdict, Verdict::A | Verdict::B) {
                        failed.push(format!("{} is not equal to its clone", kind.name()));
                    }
                    margin = margin.max(CAUTION * off);
                }
            }
            for kind in [Kind::SlowA, Kind::SlowB] {
                of(kind, margin);
            }
            of(Kind::Backends, margin);
            if let Some(cell) = cells.last_mut().filter(|cell| cell.kind == Kind::Backends)
                && !failed.is_empty()
            {
                (cell.verdict, cell.winner, cell.reason) = (Verdict::Untrusted, None, failed.join("; "));
            }
        }
    }
    let check = self_check(&cells);
    if !check.pass {
        for cell in cells.iter_mut().filter(|cell| cell.kind == Kind::Backends) {
            (cell.verdict, cell.winner) = (Verdict::Untrusted, None);
            cell.reason = format!("{} controls were declared different", check.failed);
        }
    }
    (cells, check)
}

fn judge_cell(
    row: &RowInfo,
    id: &CellId,
    pooled: &Pooled,
    sentinel: f64,
    margin: f64,
    backends: &[String; 2],
) -> Option<Cell> {
    let marks = keep(id.mode, &pooled.samples, sentinel);
    let samples: Vec<_> =
        pooled.samples.iter().zip(marks).map(|(&sample, kept)| Judged { sample, kept }).collect();
    // Where nothing could be kept, the figures are of all samples, and there is no verdict.
    let none = samples.iter().all(|judged| !judged.kept);
    let kept = || samples.iter().filter(|judged| judged.kept || none).map(|judged| judged.sample);
    let mut ratio = Interval::of(kept().map(|sample| sample.ratio))?;
    let delta_ns = Interval::of(kept().map(|sample| sample.b - sample.a))?;
    let ns = Times {
        a: median(kept().map(|sample| sample.a))?,
        b: median(kept().map(|sample| sample.b))?,
        floor: median(kept().map(|sample| sample.floor))?,
    };
    if id.mode.is_cold() {
        // The time of a visit without an operation is most of a cold time, and would hide any ratio.
        let net = (ns.a - ns.floor).max(LEAST_NET);
        ratio = delta_ns.map(|delta| ((net + delta) / net).max(LEAST_NET / net));
    }
    let (kept, total) = (samples.iter().filter(|judged| judged.kept).count(), samples.len());
    let (verdict, reason) = if enough(kept, total) {
        (judge(id.mode, ratio, delta_ns, margin), String::new())
    } else {
        (Verdict::Disturbed, format!("{kept} of {total} samples kept"))
    };
    let winner = matches!(verdict, Verdict::A | Verdict::B).then(|| verdict.word(backends).to_owned());
    Some(Cell {
        op: id.op.clone(),
        group: row.group.clone(),
        mode: id.mode,
        kind: id.kind,
        ns,
        delta_ns,
        ratio,
        margin,
        kept,
        total,
        verdict,
        winner: winner.filter(|_| id.kind == Kind::Backends),
        reason,
        instructions: None,
        layout: pooled.layout.as_ref().map(|layout| [layout.a.clone(), layout.b.clone()]),
        samples,
    })
}

/// Sums up the controls.
fn self_check(cells: &[Cell]) -> SelfCheck {
    let controls = || {
        let is_control = |cell: &&Cell| matches!(cell.kind, Kind::ControlA | Kind::ControlB);
        cells.iter().filter(is_control).filter(|cell| cell.verdict != Verdict::Disturbed)
    };
    let worst = |mode| {
        let off = |cell: &Cell| cell.ratio.point.ln().abs().exp_m1();
        controls().filter(|cell| cell.mode == mode).map(off).fold(0.0, f64::max)
    };
    let failed = controls().filter(|cell| matches!(cell.verdict, Verdict::A | Verdict::B)).count();
    let sentinels = || cells.iter().flat_map(|cell| cell.samples.iter().map(|judged| judged.sample.sentinel));
    let [fast, slow] = [0.1, 0.9].map(|fraction| quantile(sentinels(), fraction).unwrap_or(f64::NAN));
    let count = |of: fn(&Cell) -> usize| cells.iter().map(of).sum::<usize>() as f64;
    SelfCheck {
        pass: failed <= FORGIVEN,
        cells: controls().count(),
        failed,
        worst_thr: worst(Mode::Throughput),
        worst_lat: worst(Mode::Latency),
        sentinel_ratio: slow / fast,
        kept_fraction: count(|cell| cell.kept) / count(|cell| cell.total),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_are_those_beside_the_loop() {
        let loops = 1000;
        let [a, b] = [9, 36].map(|instructions| loops + instructions * COUNTED as u64);
        assert_eq!(a_time([loops, a, b]), [9.0, 36.0]);
    }
}
