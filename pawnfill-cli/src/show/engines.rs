//! The definitions of well-known engines for the name of a pattern. The page about definitions in the docs of the
//! library has the details and the sources.

use pawnfill::{Bitboard, Color, Pawns};

use crate::query::Query;

/// The definition of a pattern in some engines.
pub(super) struct Reading {
    /// The pattern.
    pattern: &'static str,
    /// The engines.
    pub(super) engines: &'static str,
    /// The squares that they mean.
    pub(super) rule: &'static str,
    /// The same as a condition with `own` and `enemy` for the colors, if one set expresses it.
    set: &'static str,
}

const READINGS: [Reading; 20] = [
    reading("doubled", "Ethereal", "all members of a stack", "own.doubled"),
    reading("doubled", "byte-knight", "the rear members", "own.behind_own"),
    reading("doubled", "Fruit 2.1, Topple, Minic, FabChess", "the front members", "own.in_front_of_own"),
    reading("doubled", "zurichess", "the rear one of two that touch", "own.pawns & stops(own.pawns, enemy)"),
    reading("doubled", "Stockfish, pleco_engine", "the front one of two that touch", "own.pawns & own.stops"),
    reading("isolated", "Ethereal", "excludes pawns that can capture", "own.isolated - own.any_levers"),
    reading("passed", "Topple, Minic, FabChess, Odonata", "the rear pawn of a stack, too", "own.passed"),
    reading(
        "passed",
        "Fruit 2.1, zurichess, byte-knight, Inanis, fatalii",
        "only the front pawn of a stack",
        "own.front_passed",
    ),
    reading("passed", "Stockfish", "also pawns that are about to be passed", ""),
    reading(
        "candidates",
        "Fruit 2.1",
        "only the front pawn of a stack, where it is defended as often as attacked",
        "(own.candidates - own.behind_own) & own.safe_squares",
    ),
    reading(
        "candidates",
        "Topple, Minic",
        "open pawns whose stop each side attacks equally often",
        "own.open_pawns & stops(own.single_attacks & enemy.single_attacks | own.double_attacks & enemy.double_attacks, enemy)",
    ),
    reading(
        "candidates",
        "Ethereal",
        "each stopper attacks the pawn or its stop, and the stop is as often defended as attacked",
        "",
    ),
    reading("backward", "Topple, fatalii, Odonata", "as here", "own.backward"),
    reading("backward", "Minic, FabChess", "no enemy pawn stands on the stop", "own.backward - own.rams"),
    reading(
        "backward",
        "zurichess",
        "neither isolated nor behind a friendly pawn",
        "own.backward - own.isolated - own.behind_own",
    ),
    reading(
        "backward",
        "Ethereal",
        "not isolated, and a friendly pawn may stand beside it",
        "(own.pawns & stops(enemy.any_attacks, enemy)) - own.isolated - own.passer_span",
    ),
    reading(
        "backward",
        "Stockfish",
        "an enemy pawn attacks the stop or stands on it",
        "own.backward | (own.rams & stops(own.holes, enemy))",
    ),
    reading("backward", "Fruit 2.1", "not isolated, and no safe step takes it level with a neighbor", ""),
    reading(
        "half_open_files",
        "Minic",
        "named after the side with a pawn on the file",
        "enemy.half_open_files",
    ),
    reading("front_span", "several engines", "three files wide", "own.passer_span"),
];

const fn reading(
    pattern: &'static str,
    engines: &'static str,
    rule: &'static str,
    set: &'static str,
) -> Reading {
    Reading { pattern, engines, rule, set }
}

/// Returns the readings of a pattern.
pub(super) fn readings(pattern: &str) -> impl Iterator<Item = &'static Reading> {
    READINGS.iter().filter(move |reading| reading.pattern == pattern)
}

impl Reading {
    /// Returns the squares that these engines mean in a position.
    pub(super) fn set(&self, pawns: Pawns, color: Color) -> Option<Bitboard> {
        let [own, enemy] = [color, color.opponent()].map(Color::name);
        let set = replace_words(self.set, &[("own", own), ("enemy", enemy)]);
        Query::parse(&set).ok()?.set(pawns)
    }
}

/// Replaces whole words: not `own` in `behind_own`.
fn replace_words(text: &str, words: &[(&str, &str)]) -> String {
    text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .map(|piece| {
            let word = piece.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let found = words.iter().find(|(from, _)| *from == word);
            found.map_or_else(|| piece.to_owned(), |(from, to)| piece.replacen(from, to, 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use pawnfill::Pattern;
    use pawnfill_positions::embedded;

    use super::*;

    #[test]
    fn readings_belong_to_one_pattern() {
        let engines: Vec<_> = readings("isolated").map(|reading| reading.engines).collect();
        assert_eq!(engines, ["Ethereal"]);
    }

    #[test]
    fn readings_are_sets_of_patterns() {
        let pawns = embedded::distinct(&embedded::positions());
        for reading in &READINGS {
            assert!(Pattern::from_name(reading.pattern).is_some(), "{}", reading.pattern);
            for color in Color::ALL {
                assert_eq!(
                    reading.set(pawns[0], color).is_some(),
                    !reading.set.is_empty(),
                    "{}",
                    reading.set
                );
            }
        }
    }

    /// Checks that each reading is symmetric: Black's squares are White's on the flipped board.
    #[test]
    fn readings_have_no_color() {
        for pawns in embedded::distinct(&embedded::positions()).into_iter().step_by(97) {
            for reading in &READINGS {
                let flipped = reading.set(pawns.flip_colors(), Color::Black).map(Bitboard::flip_vertical);
                assert_eq!(reading.set(pawns, Color::White), flipped, "{}\n{pawns}", reading.set);
            }
        }
    }
}
