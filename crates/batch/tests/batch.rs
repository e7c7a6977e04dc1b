//! Checks that a batch returns the same results as each position alone: in every lane, on every
//! CPU, at every length.

use std::array;

use pawnfill::set::{Lanes, Reduce};
use pawnfill::{Backend, Bitboard, KoggeStone, Pawns, SquareSet};
use pawnfill_batch::{Batch, Cpu, Kernel, LengthError, Sets};

/// Returns random boards from nearly empty to full. Most of them are not legal.
fn positions() -> Vec<[u64; 2]> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = move || rng.u64(..);
    let random = (0..540).map(|i| {
        let mut board = || match i % 4 {
            0 => random() & random() & random(),
            1 => random() & random(),
            2 => random(),
            _ => random() | random(),
        };
        [board(), board()]
    });
    random.collect()
}

fn positions_in_columns(positions: &[[u64; 2]]) -> (Vec<u64>, Vec<u64>) {
    positions
        .iter()
        .map(|&[white, black]| (white, black))
        .unzip()
}

#[test]
fn every_comparison_in_every_lane() {
    for block in positions().chunks_exact(8) {
        let side = |side: usize| {
            Lanes::new(array::from_fn::<_, 8, _>(|i| {
                block[i][side] & block[7 - i][side]
            }))
        };
        let (x, y) = (side(0), side(1));
        for (lanes, expected) in [
            (x.is_empty(), x.boards().map(|board| board == 0)),
            (
                x.count_le(y),
                array::from_fn(|i| x.boards()[i].count_ones() <= y.boards()[i].count_ones()),
            ),
        ] {
            assert_eq!(
                lanes.boards(),
                expected.map(|is_true| if is_true { u64::MAX } else { 0 })
            );
        }
    }
}

/// Calls every function of [`SquareSet`]. A pattern cannot do more with sets.
fn operations<S: SquareSet>(x: S, y: S) -> Vec<S> {
    // Different ranks have different entries.
    let table: [u64; 256] =
        array::from_fn(|index| (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // A table may have entries of another type, and fewer entries than a rank has values.
    let bytes: [u8; 16] = array::from_fn(|index| 201 - index as u8);
    macro_rules! steps {
        ($($n:literal)*) => {[$(x.up::<$n>(), x.down::<$n>(), x.rotate_up::<$n>()),*]};
    }
    macro_rules! lookups {
        ($($at:literal)*) => {[$(x.lookup::<$at, 256>(&table), x.lookup::<$at, 16>(&bytes)),*]};
    }
    let mut results = vec![
        S::splat(Bitboard::from_bits(table[1])),
        x & y,
        x | y,
        x ^ y,
        x - y,
        !x,
    ];
    results.extend(lookups![0 8 13 16 24 32 40 48 56]);
    results.extend(steps![
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
        17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48
        49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    ]);
    results
}

/// Calls every function of [`Reduce`], for numbers and files.
fn reductions<S: Reduce>(x: S, y: S) -> (S::Files, [S::Number; 4]) {
    let (a, b) = (x.count(), y.count());
    (
        x.to_file_set(),
        [a, S::number(3), S::multiply(a, b), S::abs_diff(a, b)],
    )
}

fn operations_equal_scalar<const N: usize>() {
    for block in positions().chunks_exact(N) {
        let side = |side: usize| array::from_fn::<_, N, _>(|i| block[i][side]);
        let (x, y) = (Lanes::new(side(0)), Lanes::new(side(1)));
        let (results, (files, numbers)) = (operations(x, y), reductions(x, y));
        for (i, bits) in block.iter().enumerate() {
            let [x, y] = bits.map(Bitboard::from_bits);
            let lane: Vec<Bitboard> = results.iter().map(|set| set.boards()[i].into()).collect();
            assert_eq!(lane, operations(x, y), "lane {i} of {N}");
            assert_eq!(
                (files[i], numbers.map(|number| number[i])),
                reductions(x, y),
                "lane {i} of {N}"
            );
        }
    }
}

/// A pattern only calls these functions, so with any number of lanes, it returns in each lane the
/// result of one board.
#[test]
fn every_operation_in_every_lane() {
    operations_equal_scalar::<1>();
    operations_equal_scalar::<8>();
    operations_equal_scalar::<16>();
    assert_eq!(Lanes::default(), Lanes::new([0; 3]));
}

/// Four different sets, with counts from 0 to 64.
struct Some4;

impl Sets<4> for Some4 {
    #[inline(always)]
    fn compute<B: Backend, S: SquareSet>(&self, pawns: Pawns<B, S>) -> [S; 4] {
        let (white, black) = (pawns.white(), pawns.black());
        [
            white.passed(),
            black.candidates(),
            pawns.open_files(),
            white.holes(),
        ]
    }
}

/// Records the rows, and checks that they are in order and have the right pawns.
struct Rows<'a> {
    expected: &'a [[u64; 2]],
    next: usize,
    blocks: Vec<usize>,
}

impl Kernel for Rows<'_> {
    #[inline(always)]
    fn step<B: Backend, const N: usize>(&mut self, row: usize, pawns: Pawns<B, Lanes<N>>) {
        assert_eq!(row, self.next);
        let (white, black) = (pawns.white().own().boards(), pawns.black().own().boards());
        assert_eq!(
            array::from_fn::<_, N, _>(|i| [white[i], black[i]]),
            self.expected[row..row + N]
        );
        self.next += N;
        self.blocks.push(N);
    }
}

/// Checks every function of a batch on these positions, with these instructions and lanes.
fn batch_equals_scalar<const N: usize>(
    positions: &[[u64; 2]],
    batch: Batch<'_, KoggeStone, N>,
    cpu: Cpu,
) {
    let len = positions.len();
    let scalar = |k: usize| {
        positions.iter().map(move |&[white, black]| {
            let pawns: Pawns<KoggeStone> = Pawns::new(white.into(), black.into());
            Some4.compute(pawns)[k]
        })
    };
    let batch = batch.with_cpu(cpu);
    assert_eq!(batch.len(), len);

    let rows = batch.run(Rows {
        expected: positions,
        next: 0,
        blocks: vec![],
    });
    assert_eq!(rows.next, len);
    assert!(rows.blocks.iter().all(|&lanes| lanes == N || lanes == 1));
    if len >= N {
        assert_eq!(rows.blocks[0], N);
    }

    let mut boards = array::from_fn::<_, 4, _>(|_| vec![0; len]);
    batch
        .write_sets(Some4, boards.each_mut().map(Vec::as_mut_slice))
        .unwrap();
    let mut counts = array::from_fn::<_, 4, _>(|_| vec![0; len]);
    batch
        .write_counts(Some4, counts.each_mut().map(Vec::as_mut_slice))
        .unwrap();
    let mut sums = array::from_fn::<_, 4, _>(|_| vec![0; len]);
    let weights = [1, 2, 3, 4].map(|k| array::from_fn(|rank| k * 10_i32.pow(rank as u32) - 50));
    batch
        .write_sums(Some4, weights, sums.each_mut().map(Vec::as_mut_slice))
        .unwrap();
    let totals = batch.totals(Some4);
    for k in 0..4 {
        let sum = |set: Bitboard| {
            set.squares()
                .map(|square| weights[k][square.rank().index()])
                .sum::<i32>()
        };
        assert!(
            scalar(k).map(sum).eq(sums[k].iter().copied()),
            "{cpu}, set {k} of {len}"
        );
        assert!(
            scalar(k).map(Bitboard::bits).eq(boards[k].iter().copied()),
            "{cpu}, set {k} of {len}"
        );
        assert!(
            scalar(k)
                .map(|s| s.count() as u8)
                .eq(counts[k].iter().copied()),
            "{cpu}, set {k} of {len}"
        );
        assert_eq!(
            totals[k],
            scalar(k).map(|set| u64::from(set.count())).sum::<u64>(),
            "{cpu}, set {k} of {len}"
        );
    }
}

/// Checks tails of every length in both layouts, up to lengths greater than the buffer for pairs.
#[test]
fn every_length_on_every_cpu() {
    let positions = positions();
    // Pairs are read in parts of 256, and only the third part shows whether their lengths add up.
    assert!(positions.len() > 512);
    for cpu in Cpu::available() {
        for len in (0..36)
            .step_by(5)
            .chain(255..258)
            .chain([7, 8, 9, 15, 16, 17, positions.len()])
        {
            let positions = &positions[..len];
            let (white, black) = positions_in_columns(positions);
            let batches = [
                Batch::new(&white, &black).unwrap(),
                Batch::from_pairs(positions),
            ];
            for batch in batches {
                batch_equals_scalar(positions, batch, cpu);
                batch_equals_scalar(positions, batch.with_lanes::<8>(), cpu);
                batch_equals_scalar(positions, batch.with_lanes::<3>(), cpu);
                batch_equals_scalar(positions, batch.with_lanes::<16>(), cpu);
            }
        }
    }
}

/// Long columns that do not begin at a line of the cache begin with a part of their own.
#[test]
fn long_columns_at_every_address() {
    let positions = positions();
    let len = positions.len();
    let (white, black) = positions_in_columns(&positions);
    let scalar = |&[white, black]: &[u64; 2]| {
        Some4
            .compute(Pawns::from_bits(white, black))
            .map(Bitboard::bits)
    };
    let expected: Vec<_> = positions.iter().map(scalar).collect();
    for batch in [
        Batch::new(&white, &black).unwrap(),
        Batch::from_pairs(&positions),
    ] {
        for start in 0..8 {
            let mut memory = [(); 4].map(|()| vec![7; start + len]);
            batch
                .write_sets(Some4, memory.each_mut().map(|column| &mut column[start..]))
                .unwrap();
            assert!(
                memory
                    .iter()
                    .all(|column| column[..start].iter().all(|&before| before == 7))
            );
            let written =
                (start..start + len).map(|row| memory.each_ref().map(|column| column[row]));
            assert!(written.eq(expected.iter().copied()), "{start}");
        }
    }
}

#[test]
fn chunks_are_all_the_positions() {
    let positions = positions();
    let (white, black) = positions_in_columns(&positions);
    for batch in [
        Batch::new(&white, &black).unwrap(),
        Batch::from_pairs(&positions),
    ] {
        for size in [0, 1, 100, positions.len(), positions.len() + 1] {
            let lengths: Vec<_> = batch.chunks(size).map(|chunk| chunk.len()).collect();
            assert_eq!(lengths.iter().sum::<usize>(), positions.len());
            assert!(
                lengths[..lengths.len() - 1]
                    .iter()
                    .all(|&len| len == size.max(1))
            );
            let total: u64 = batch.chunks(size).map(|chunk| chunk.totals(Some4)[0]).sum();
            assert_eq!(total, batch.totals(Some4)[0]);
        }
    }
    assert_eq!(Batch::from_pairs(&[]).chunks(3).count(), 0);
}

/// Checks that the tests above use all instruction sets of this machine.
#[test]
fn cpus_are_those_of_the_machine() {
    let names: Vec<_> = Cpu::available().map(Cpu::name).collect();
    let mut expected = vec!["baseline"];
    #[cfg(target_arch = "x86_64")]
    {
        let avx512 = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
        let popcnt = avx512 && is_x86_feature_detected!("avx512vpopcntdq");
        let levels = [
            (is_x86_feature_detected!("avx2"), "avx2"),
            (avx512, "avx512"),
            (popcnt, "avx512-popcnt"),
        ];
        expected.extend(levels.iter().filter(|(has, _)| *has).map(|(_, name)| name));
    }
    assert_eq!(names, expected);
    assert_eq!(Cpu::detect().name(), *expected.last().unwrap());
}

/// Every CPU gives the same results, so only its name shows that a choice has an effect.
/// Miri runs this.
#[test]
fn a_batch_uses_the_chosen_cpu() {
    for cpu in Cpu::available() {
        let batch = Batch::from_pairs(&[[0x0100, 0]])
            .with_cpu(cpu)
            .with_lanes::<8>()
            .with_backend::<KoggeStone>();
        assert_eq!(batch.totals(Some4)[0], 1);
        assert!(
            format!("{batch:?}").contains(&format!("cpu: {cpu:?},")),
            "{batch:?}"
        );
    }
}

#[test]
fn lengths_that_differ_are_named() {
    let error = Batch::new(&[1, 2, 3], &[1, 2]).unwrap_err();
    assert_eq!(error, LengthError::Colors { white: 3, black: 2 });
    assert_eq!(
        error.to_string(),
        "3 boards of white pawns but 2 of black pawns"
    );

    let batch = Batch::new(&[1, 2, 3], &[4, 5, 6]).unwrap();
    let mut wrong = [7; 4];
    let [a, b, c] = [(); 3].map(|()| vec![7; 3]);
    let mut rest = [a, b, c];
    let [a, b, c] = rest.each_mut().map(Vec::as_mut_slice);
    let error = batch.write_sets(Some4, [a, b, &mut wrong, c]).unwrap_err();
    assert_eq!(
        error,
        LengthError::Output {
            index: 2,
            places: 4,
            positions: 3
        }
    );
    assert_eq!(error.to_string(), "output 2 has 4 places for 3 positions");
    assert!(
        rest.iter().flatten().chain(&wrong).all(|&place| place == 7),
        "written in spite of the error"
    );
}
