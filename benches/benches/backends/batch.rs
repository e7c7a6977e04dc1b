//! The rows of batches: one position after the other against several at a time.
//!
//! There is no barrier between positions, and the compiler may do with the loop over them what it can.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use anyhow::ensure;
use pawnfill::batch::{Batch, Sets};
use pawnfill::{Backend, KoggeStone, Pawns};
use pawnfill_benches::batch::CoreSets;
use pawnfill_benches::protocol::{Kind, Mode, RowInfo, Shape};

use crate::sampler::{Operation, Sampler, Setting, Whole};
use crate::{BATCH, for_backend};

/// So many positions at once; their sets leave the first cache, as they do in use.
const POSITIONS: usize = 1024;
const SETS: usize = 10;

/// Columns of boards, one for each set.
type Columns = [Vec<u64>; SETS];

fn one_by_one<B: Backend>(pairs: &[[u64; 2]], columns: &mut Columns) {
    for (row, &[white, black]) in pairs.iter().enumerate() {
        let pawns = Pawns::<B>::new(white.into(), black.into());
        for (column, set) in columns.iter_mut().zip(CoreSets.of(pawns)) {
            column[row] = set.bits();
        }
    }
}

fn batched<B: Backend>(pairs: &[[u64; 2]], columns: &mut Columns) {
    let columns = columns.each_mut().map(|column| &mut column[..]);
    Batch::from_pairs(pairs)
        .with_backend::<B>()
        .write_sets(CoreSets, columns)
        .expect("the columns are as long");
}

pub(crate) struct BatchTenSets;

pub(crate) fn info() -> RowInfo {
    RowInfo {
        name: "batch_ten_sets".into(),
        group: "batch".into(),
        unit: "position".into(),
        about: "ten_sets of 1024 positions, stored in columns".into(),
        shape: Shape::Program,
    }
}

impl Operation for BatchTenSets {
    fn name(&self) -> &'static str {
        "batch_ten_sets"
    }

    fn modes(&self) -> &'static [Mode] {
        &[Mode::Throughput]
    }

    fn sampler(&self, mode: Mode, kind: Kind, setting: &Setting) -> anyhow::Result<Box<dyn Sampler>> {
        ensure!(mode == Mode::Throughput, "batches are measured in throughput only");
        let [a, b] = &setting.backends;
        let names = match kind {
            Kind::Backends => [a, b],
            Kind::ControlA => [a, a],
            Kind::ControlB => [b, b],
            Kind::SlowA | Kind::SlowB => anyhow::bail!("there is no slower batch"),
        };
        type Compute = fn(&[[u64; 2]], &mut Columns);
        let mut computes = [batched::<KoggeStone> as Compute; 2];
        for (compute, name) in computes.iter_mut().zip(names) {
            if name != BATCH {
                *compute = for_backend!(name.as_str(), B => one_by_one::<B>);
            }
        }
        let pair = |number: usize| {
            let pawns = setting.positions[number % setting.positions.len()];
            [pawns.white().own().bits(), pawns.black().own().bits()]
        };
        let pairs: Vec<_> = (0..POSITIONS).map(pair).collect();
        let columns = computes.map(|compute| {
            let mut columns: Columns = std::array::from_fn(|_| vec![0; POSITIONS]);
            compute(&pairs, &mut columns);
            columns
        });
        ensure!(columns[0] == columns[1], "{a} and {b} do not give the same sets");
        // Both read and write the same memory: at another address the same stores can take 5 % longer.
        let [columns, _] = columns;
        let memory = Rc::new(RefCell::new((pairs, columns)));
        let sides = computes.map(|compute| -> Box<dyn FnMut()> {
            let memory = Rc::clone(&memory);
            Box::new(move || {
                let (pairs, columns) = &mut *memory.borrow_mut();
                compute(black_box(pairs), columns);
                black_box(columns);
            })
        });
        Ok(Box::new(Whole::new(sides, POSITIONS as f64, setting.seed)))
    }
}
