//! Compares the pairs of pawns with a walk over all pairs of squares.

use std::collections::HashSet;

use pawnfill::pairs::{CHECKED_FENS, Dense, FileMajor, Numbering, Perspective, Triangular};
use pawnfill::{Auto, Backend, Bitboard, Color, Pawns, Square};
use pawnfill_positions::embedded;

#[macro_use]
#[path = "backends/mod.rs"]
mod backends;

/// A pawn as a side sees it: 0 for its own color or 1, the file from 0, and the rank from 0 for its
/// second one.
type Seen = [u32; 3];

/// The formula of a numbering, from two pawns in any order.
type Formula = fn(Seen, Seen) -> u32;

fn triangular(a: Seen, b: Seen) -> u32 {
    let [low, high] =
        sorted([a, b].map(|[color, file, rank]| 48 * color + 8 * (rank + 1) + file - 8));
    high * (high - 1) / 2 + low
}

fn file_major(a: Seen, b: Seen) -> u32 {
    let [low, high] = sorted([a, b].map(|[color, file, rank]| 12 * file + rank + 6 * color));
    22 * low + high - 1
}

fn dense(a: Seen, b: Seen) -> u32 {
    let [low, high] = sorted([a, b].map(|[color, file, rank]| 12 * file + 2 * rank + color));
    let (file, p) = (low / 12, low % 12);
    let at_the_edge = u32::from(file == 7) * 12 * p;
    204 * file + p * (46 - p) / 2 - at_the_edge + high - (low | 1) - 1
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// Every way to see the board: the color, and whether the files are mirrored.
const VIEWS: [(Color, bool); 4] = [
    (Color::White, false),
    (Color::White, true),
    (Color::Black, false),
    (Color::Black, true),
];

fn see((side, mirrored): (Color, bool), color: Color, square: usize) -> Seen {
    let (file, rank) = (square as u32 % 8, square as u32 / 8);
    let rank = if side == Color::White {
        rank - 1
    } else {
        6 - rank
    };
    [
        u32::from(color != side),
        if mirrored { 7 - file } else { file },
        rank,
    ]
}

/// Returns the sorted indices of all pairs on ranks 2 to 7. A square with two pawns has
/// the white one.
fn slow(pawns: Pawns, view: (Color, bool), formula: Formula) -> Vec<u32> {
    let sets = [
        (pawns.white().own(), Color::White),
        (pawns.black().own(), Color::Black),
    ];
    let on = |square| {
        sets.into_iter()
            .find(|(set, _)| set.contains(square))
            .map(|(_, color)| color)
    };
    let squares = Square::ALL[8..56].iter();
    let pawns: Vec<_> = squares
        .filter_map(|&square| Some((on(square)?, square.index())))
        .collect();
    let mut indices = Vec::new();
    for (at, &(one, a)) in pawns.iter().enumerate() {
        let partners = pawns[..at]
            .iter()
            .filter(|(_, b)| (a % 8).abs_diff(b % 8) <= 1);
        indices.extend(partners.map(|&(other, b)| formula(see(view, one, a), see(view, other, b))));
    }
    indices.sort_unstable();
    indices
}

/// Checks the pairs that are new, in both forms, for each view alone and for two at once.
fn check<B: Backend, N: Numbering>(before: Pawns, after: Pawns, numbering: N, formula: Formula) {
    const BY: u32 = 70_000;
    let expected = VIEWS.map(|view| {
        let [before, after] = [before, after].map(|pawns| slow(pawns, view, formula));
        after
            .into_iter()
            .filter(|index| before.binary_search(index).is_err())
            .collect::<Vec<_>>()
    });
    let views = VIEWS.map(|(color, mirrored)| Perspective::new(color, mirrored));
    let (before, after) = (before.with_backend::<B>(), after.with_backend::<B>());
    let mut all: [Vec<u32>; 4] = Default::default();
    after.each_new_pair(before, numbering.offset(BY), views, |indices| {
        for (all, index) in all.iter_mut().zip(indices) {
            all.push(index - BY);
        }
    });
    for ((all, view), expected) in all.iter_mut().zip(views).zip(&expected) {
        let mut alone = Vec::new();
        after.each_new_pair(before, numbering, [view], |[index]| alone.push(index));
        assert_eq!(&alone, all, "{} {view:?}\n{before}\n{after}", B::NAME);
        all.sort_unstable();
        assert_eq!(all, expected, "{} {view:?}\n{before}\n{after}", B::NAME);
        let pairs = all.len();
        for (space, result) in [
            (pairs + 1, Ok(pairs)),
            (pairs, Ok(pairs)),
            (
                pairs / 2,
                if pairs == 0 {
                    Ok(0)
                } else {
                    Err((pairs, pairs / 2))
                },
            ),
        ] {
            let (mut long, mut short) = (vec![u32::MAX; pairs + 2], vec![u32::MAX; space]);
            let written = after.write_new_pairs(
                before,
                numbering,
                [view, view],
                [&mut long[..], &mut short[..]],
            );
            let written = written.map_err(|error| (error.pairs(), error.space()));
            assert_eq!(written, result, "{space}");
            assert!(
                short.iter().zip(&alone).all(|(a, b)| a == b) && long[pairs..] == [u32::MAX; 2]
            );
        }
    }
}

/// Checks what a change adds and removes, and all pairs, with each backend and numbering.
fn check_change(a: Pawns, b: Pawns) {
    for (before, after) in [(a, b), (b, a), (Pawns::default(), b)] {
        each_backend!(B => check::<B, _>(before, after, Triangular, triangular));
        check::<Auto, _>(before, after, FileMajor, file_major);
        check::<Auto, _>(before, after, Dense, dense);
    }
}

/// Two squares, each empty, white or black: the remainder and the quotient of `way` by 3.
fn two_squares(way: usize, [a, b]: [u64; 2]) -> Pawns {
    let set = |color| {
        [(way % 3, a), (way / 3, b)]
            .iter()
            .filter(|one| one.0 == color)
            .map(|one| one.1)
            .sum()
    };
    Pawns::from_bits(set(1), set(2))
}

/// Returns all pairs of squares of ranks 2 to 7.
fn pairs_of_squares() -> impl Iterator<Item = [u64; 2]> {
    (8..56).flat_map(|b| (8..b).map(move |a| [1_u64 << a, 1_u64 << b]))
}

#[test]
fn numberings_are_injective_equal_to_their_formulas_and_the_dense_one_has_no_gaps() {
    fn indices<N: Numbering>(numbering: N, formula: Formula, view: (Color, bool)) -> HashSet<u32> {
        let mut indices = HashSet::new();
        for (squares, way) in
            pairs_of_squares().flat_map(|squares| [4, 5, 7, 8].map(|way| (squares, way)))
        {
            let (pawns, mut index) = (two_squares(way, squares), Vec::new());
            pawns.each_pair(numbering, [Perspective::new(view.0, view.1)], |[one]| {
                index.push(one)
            });
            assert_eq!(index, slow(pawns, view, formula), "\n{pawns}");
            assert!(
                index
                    .into_iter()
                    .all(|index| indices.insert(index) && index < N::SLOTS),
                "\n{pawns}"
            );
        }
        assert_eq!(indices.len(), 1488);
        indices
    }
    for view in VIEWS {
        assert_eq!(indices(Dense, dense, view), (0..1488).collect());
        assert!(indices(FileMajor, file_major, view).contains(&2162));
        assert_eq!(
            indices(Triangular, triangular, view).into_iter().max(),
            Some(4559)
        );
    }
}

#[test]
fn every_change_of_two_squares_removes_and_adds_each_pair_once() {
    let is_pair = |[a, b]: &[u64; 2]| (a.ilog2() % 8).abs_diff(b.ilog2() % 8) <= 1;
    assert_eq!(pairs_of_squares().filter(is_pair).count(), 372);
    for squares in pairs_of_squares().filter(is_pair) {
        for change in 0..81 {
            let [before, after] = [change / 9, change % 9].map(|way| two_squares(way, squares));
            check::<Auto, _>(before, after, Dense, dense);
        }
    }
}

#[test]
fn random_boards_and_real_positions_have_the_pairs_of_the_walk() {
    let mut random = fastrand::Rng::with_seed(65);
    for _ in 0..20 {
        let mut set = || random.u64(..) & random.u64(..);
        let (white, black) = (set(), set());
        // Some squares change, and some have two pawns.
        let after = Pawns::from_bits(white ^ (set() & set()), black ^ (set() & set()));
        check_change(Pawns::from_bits(white, black), after);
    }
    check_change(Pawns::from_bits(u64::MAX, 0), Pawns::from_bits(0, u64::MAX));
    for moved in embedded::positions().windows(2).step_by(500) {
        check_change(moved[0], moved[1]);
    }
}

#[test]
fn check_values_are_hashes_of_the_walk_and_on_the_page() {
    fn value<N: Numbering>(numbering: N, formula: Formula) -> String {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for fen in CHECKED_FENS {
            let pawns = Pawns::from_fen(fen).unwrap();
            for index in VIEWS
                .into_iter()
                .step_by(2)
                .flat_map(|view| slow(pawns, view, formula))
            {
                for byte in [index % 256, index / 256] {
                    hash = (hash ^ u64::from(byte)).wrapping_mul((1 << 40) + 0x1b3);
                }
            }
        }
        assert_eq!(numbering.check_value(), hash);
        assert_eq!(numbering.offset(5).check_value(), hash);
        format!("`{hash:016x}`")
    }
    let page = include_str!("../docs/inputs.md").replace('\n', " ");
    let values = format!(
        "{} of `Triangular`, {} of `FileMajor` and {} of `Dense`",
        value(Triangular, triangular),
        value(FileMajor, file_major),
        value(Dense, dense)
    );
    assert!(
        page.contains(&values) && page.contains(&CHECKED_FENS.join(" ")),
        "{values}"
    );
}

#[test]
fn a_perspective_has_the_king_on_its_side_and_the_enemy_behind_its_own_pawns() {
    for (color, king) in Color::ALL
        .into_iter()
        .flat_map(|color| Square::ALL.map(|king| (color, king)))
    {
        let [west, east] = [
            Perspective::king_on_abcd(color, king),
            Perspective::king_on_efgh(color, king),
        ];
        let (seen, there) = west.see(color, king);
        assert!(seen == Color::White && there.index() % 8 < 4, "{king}");
        assert_eq!(east.see(color, king), (seen, there.flip_horizontal()));
        assert_eq!(there.rank(), king.relative_rank(color));
        let input = east.square_input(color.opponent(), king);
        let expected = there.flip_horizontal().index() as u32 + 48 - 8;
        assert_eq!(
            input,
            Bitboard::from_bits(0x00ff_ffff_ffff_ff00)
                .contains(king)
                .then_some(expected)
        );
    }
}
