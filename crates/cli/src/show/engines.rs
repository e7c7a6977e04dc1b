//! The definitions of well-known engines for the name of a pattern. The page about definitions in the docs of the
//! library has the details and the sources.

/// A definition: the pattern, the engines, the squares that they mean, and the same as a condition for White, if one set
/// expresses it.
pub(super) type Reading = [&'static str; 4];

const READINGS: &[Reading] = &[
    ["doubled", "Ethereal", "all members of a stack", "white.doubled"],
    ["doubled", "byte-knight", "the rear members", "white.behind_own"],
    ["doubled", "Fruit 2.1, Topple, Minic, FabChess", "the front members", "white.in_front_of_own"],
    ["doubled", "zurichess", "the rear one of two that touch", "white.pawns & stops(white.pawns, black)"],
    [
        "doubled",
        "Simbelmyne",
        "the rear one of two that touch, unless an enemy pawn attacks it",
        "(white.pawns & stops(white.pawns, black)) - black.any_attacks",
    ],
    ["doubled", "Stockfish, pleco_engine", "the front one of two that touch", "white.pawns & white.stops"],
    ["isolated", "Ethereal", "excludes pawns that can capture", "white.isolated - white.any_levers"],
    [
        "passed",
        "Topple, Minic, FabChess, Odonata, Ethereal, Simbelmyne, Weiss",
        "the rear pawn of a stack, too",
        "white.passed",
    ],
    [
        "passed",
        "Fruit 2.1, zurichess, byte-knight, Inanis, fatalii",
        "only the front pawn of a stack",
        "white.front_passed",
    ],
    ["passed", "Stockfish", "also pawns that are about to be passed", ""],
    [
        "candidates",
        "Fruit 2.1",
        "only the front pawn of a stack, where it is defended as often as attacked",
        "(white.candidates - white.behind_own) & white.safe_squares",
    ],
    [
        "candidates",
        "Topple, Minic",
        "open pawns whose stop each side attacks equally often",
        "white.open_pawns & stops(white.single_attacks & black.single_attacks | white.double_attacks & black.double_attacks, black)",
    ],
    [
        "candidates",
        "Ethereal",
        "each stopper attacks the pawn or its stop, and the stop is as often defended as attacked",
        "",
    ],
    [
        "candidates",
        "Simbelmyne",
        "as Ethereal, but not both the pawn and its stop are defended, and it is not attacked twice and undefended",
        "(white.half_free & stops(white.safe_squares - stops(black.east_front_attack_span | black.west_front_attack_span, black), black)) - (black.double_attacks - white.any_attacks) - (white.any_attacks & stops(white.any_attacks, black))",
    ],
    ["outposts", "Simbelmyne", "on all ranks", "white.outposts_on_all_ranks"],
    ["backward", "Topple, fatalii, Odonata", "as here", "white.backward"],
    ["backward", "Minic, FabChess", "no enemy pawn stands on the stop", "white.backward - white.rams"],
    [
        "backward",
        "zurichess",
        "neither isolated nor behind a friendly pawn",
        "white.backward - white.isolated - white.behind_own",
    ],
    [
        "backward",
        "Ethereal",
        "not isolated, and a friendly pawn may stand beside it",
        "(white.pawns & stops(black.any_attacks, black)) - white.isolated - white.passer_span",
    ],
    [
        "backward",
        "Stockfish",
        "an enemy pawn attacks the stop or stands on it",
        "white.backward | (white.rams & stops(white.holes, black))",
    ],
    ["backward", "Fruit 2.1", "not isolated, and no safe step takes it level with a neighbor", ""],
    ["half_open_files", "Minic", "named after the side with a pawn on the file", "black.half_open_files"],
    ["front_span", "several engines", "three files wide", "white.passer_span"],
];

/// Returns the readings of a pattern.
pub(super) fn readings(pattern: &str) -> impl Iterator<Item = &'static Reading> {
    READINGS.iter().filter(move |reading| reading[0] == pattern)
}

/// Returns the squares that the engines mean in a position, from the condition for White.
#[cfg(test)]
pub(super) fn set(
    condition: &str,
    pawns: pawnfill::Pawns,
    color: pawnfill::Color,
) -> Option<pawnfill::Bitboard> {
    use pawnfill::{Bitboard, Color};

    let query = crate::query::Query::parse(condition, &[]).ok()?;
    match color {
        Color::White => query.set(pawns),
        Color::Black => query.set(pawns.flip_colors()).map(Bitboard::flip_vertical),
    }
}

#[cfg(test)]
mod tests {
    use pawnfill::pattern::Pattern;
    use pawnfill::{Color, Pawns};
    use pawnfill_positions::embedded;

    use super::*;

    #[test]
    fn readings_belong_to_one_pattern() {
        let engines: Vec<_> = readings("isolated").map(|[_, engines, ..]| *engines).collect();
        assert_eq!(engines, ["Ethereal"]);
    }

    #[test]
    fn readings_are_sets_of_patterns() {
        for &[pattern, _, _, condition] in READINGS {
            assert!(Pattern::from_name(pattern).is_some(), "{pattern}");
            for color in Color::ALL {
                assert_eq!(
                    set(condition, Pawns::default(), color).is_some(),
                    !condition.is_empty(),
                    "{condition}"
                );
            }
        }
    }

    #[test]
    fn readings_are_for_each_color() {
        for pawns in embedded::distinct(&embedded::positions()).into_iter().step_by(97) {
            for color in Color::ALL {
                let side = pawns.side(color);
                assert_eq!(
                    set("white.passed - white.rams", pawns, color),
                    Some(side.passed() & !side.rams())
                );
                assert_eq!(set("black.pawns", pawns, color), Some(pawns.side(!color).own()));
            }
        }
    }
}
