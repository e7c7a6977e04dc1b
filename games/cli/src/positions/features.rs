//! Features of positions, which tuners weigh.

use std::ops::RangeInclusive;

use clap::ValueEnum;

/// The features of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Features {
    /// Counts of White's pawns in a pattern minus Black's, as `docs/tuning.md` defines them
    Pawns,
}

/// The names, what is counted for each side, which is `own`, and the ranks in place of `#`. No pawn
/// of rank 2 is defended, and each of rank 7 is passed.
const PAWNS: [(&str, &str, RangeInclusive<u8>); 14] = [
    ("isolated", "count(own.isolated)", 0..=0),
    ("doubled", "count(own.doubled)", 0..=0),
    (
        "backward_not_isolated",
        "count(own.backward - own.isolated)",
        0..=0,
    ),
    ("passed_rank_#", "count(own.passed & rank_#)", 2..=7),
    ("protected_passed", "count(own.protected_passed)", 0..=0),
    ("connected_passed", "count(own.connected_passed)", 0..=0),
    ("candidates_rank_#", "count(own.candidates & rank_#)", 2..=6),
    ("phalanx_rank_#", "count(own.phalanx & rank_#)", 2..=7),
    ("defended_rank_#", "count(own.defended & rank_#)", 3..=7),
    ("islands", "own.island_count", 0..=0),
    ("holes", "count(own.holes)", 0..=0),
    ("outposts", "count(own.outposts)", 0..=0),
    ("levers", "count(own.any_levers)", 0..=0),
    ("half_open_files", "count(own.half_open_file_set)", 0..=0),
];

/// Returns the names of the features of pawns, and what is counted for each side.
pub(super) fn pawns() -> Vec<(String, String)> {
    let mut features = Vec::new();
    for (name, counted, ranks) in PAWNS {
        for rank in ranks {
            let [name, counted] = [name, counted].map(|of| of.replace('#', &rank.to_string()));
            features.push((name, counted));
        }
    }
    features
}
