//! Checks the structures: their examples and near misses, their counts in games,
//! and their relations.

use std::sync::Arc;

use pawnfill::pattern::{PATTERNS, Scope};
use pawnfill::{Color, Pawns};
use pawnfill_condition::{Definition, Examples, Query, Relation, ask, relations, structures};
use pawnfill_positions::embedded;

const EXAMPLES: &str = include_str!("structures-examples.txt");

fn is_met(condition: &str, pawns: Pawns, names: &[Arc<Definition>]) -> bool {
    Query::parse(condition, names)
        .unwrap()
        .is_met(pawns)
        .contains(&true)
}

#[test]
fn structures_have_examples_and_near_misses() {
    let names = structures();
    let mut name = "";
    let mut counts = std::collections::HashMap::new();
    for line in EXAMPLES.lines().filter(|line| !line.starts_with('#')) {
        let Some((expected, fen)) = line.trim().split_once(char::is_whitespace) else {
            name = line;
            continue;
        };
        let expected = expected == "match";
        let definition = names
            .iter()
            .find(|definition| definition.name == name)
            .expect(name);
        let pawns = Pawns::from_fen(fen.trim()).unwrap();
        let side = definition.side();
        assert_eq!(
            is_met(&format!("{side}.{name}"), pawns, &names),
            expected,
            "{line}"
        );
        assert_eq!(
            is_met(name, pawns, &names),
            expected || is_met(&format!("{}.{name}", !side), pawns, &names)
        );
        let mirrored = pawns.flip_colors();
        assert_eq!(
            is_met(&format!("{}.{name}", !side), mirrored, &names),
            expected,
            "{line}"
        );
        assert_eq!(
            is_met(&format!("own.{name}"), mirrored, &names),
            is_met(name, pawns, &names)
        );
        *counts.entry((name, expected)).or_insert(0) += 1;
    }
    for Definition { name, .. } in names.iter().map(|name| &**name) {
        assert_eq!(
            [true, false].map(|kind| counts.get(&(&name[..], kind)).copied()),
            [Some(3); 2],
            "{name}"
        );
    }
    assert!(names.len() >= 30);
}

#[test]
fn structures_say_what_they_are() {
    let names = structures();
    for definition in &names {
        for key in ["title", "about", "source", "example"] {
            assert!(definition.line(key).is_some(), "{}: {key}", definition.name);
        }
        assert!(definition.line("source").unwrap().starts_with("https://"));
        let example = Pawns::from_fen(definition.line("example").unwrap()).unwrap();
        let query = Query::parse(
            &format!("{}.{}", definition.side(), definition.name),
            &names,
        )
        .unwrap();
        assert!(query.is_met(example)[0], "{}", definition.name);
        // Each part of it matters.
        let (_, notes) = ask(&definition.text, &names, Vec::new).unwrap();
        assert_eq!(notes, [""; 0], "{}", definition.name);
    }
}

#[test]
fn relations_are_proved_and_have_examples() {
    let names = structures();
    let mut implied = Vec::new();
    let (mut overlaps, mut undoubled) = (0, Vec::new());
    for of in &names {
        let own = format!("{}.{}", of.side(), of.name);
        let related = relations(of, &names);
        assert_eq!(related.len(), 2 * names.len() - 1);
        for (other, relation) in related {
            if let Relation::Overlaps(fen) = &relation {
                let pawns = Pawns::from_fen(fen).unwrap();
                assert!(pawns.white().doubled().is_empty() && pawns.black().doubled().is_empty());
                undoubled.push(format!("{own} {other}"));
            }
            match relation {
                Relation::Overlaps(fen) | Relation::OverlapsDoubled(fen) => {
                    let pawns = Pawns::from_fen(&fen).unwrap();
                    assert!(
                        [&own, &other]
                            .iter()
                            .all(|name| is_met(name, pawns, &names)),
                        "{own} {other}"
                    );
                    overlaps += 1;
                }
                Relation::Implies => implied.push(format!("{own} {other}")),
                Relation::Implied => implied.push(format!("{other} {own}")),
                Relation::Same => assert_eq!(of.name, other.split_once('.').unwrap().1),
                Relation::Excludes => {}
                Relation::Unknown => panic!("{own} {other}"),
            }
        }
    }
    implied.sort();
    implied.dedup();
    assert_eq!(
        implied,
        [
            "black.boleslavsky_wall black.open_kings_indian",
            "black.czech_benoni white.kid_chain"
        ]
    );
    assert!(overlaps > undoubled.len());
    // A hedgehog against pawns on c4 and e4 is also a Maróczy bind.
    assert!(
        undoubled.contains(&"black.hedgehog white.maroczy".to_owned()),
        "{undoubled:?}"
    );
    assert!(
        !undoubled
            .iter()
            .any(|pair| pair.contains("nimzo_doubled_c"))
    );
}

/// Compares with counts of a program that reads the games and the list for itself,
/// square by square.
#[test]
fn counts_on_the_embedded_games() {
    let names = structures();
    let games: Vec<Vec<Pawns>> = embedded::games().collect();
    let expected = "iqp 874 84, hanging_pawns 1 1, carlsbad 301 19, french_chain 914 41, \
                    scheveningen 21 2, maroczy 75 6, hedgehog 0 0, kid_chain 246 16";
    for line in expected.split(", ") {
        let (name, _) = line.split_once(' ').unwrap();
        let (mut positions, mut of_games) = (0, 0);
        for game in &games {
            let met = game.iter().filter(|pawns| is_met(name, **pawns, &names));
            let met = met.count();
            positions += met;
            of_games += usize::from(met > 0);
        }
        assert_eq!(format!("{name} {positions} {of_games}"), line);
    }
}

/// A condition, a position, the side if one is asked, and the squares. The pawns stand differently on
/// each wing, for each color and on each half of the board.
///
/// What must not be met has no squares, and neither has what is not met.
const SQUARES: &str = "\
black.hedgehog | 8/5ppp/pp1pp3/8/2P1P3/8/PP3PPP/8 | | c4 a6 b6 d6 e6
white.iqp | 8/pp3ppp/4p3/8/3P4/8/PP3PPP/8 | | d4
black.iqp | 8/pp3ppp/8/3p4/8/4P3/PP3PPP/8 | | d5
iqp | 8/pp3ppp/8/3p4/8/4P3/PP3PPP/8 | | d5
iqp | 8/pp3ppp/8/3p4/8/4P3/PP3PPP/8 | black | d5
iqp && white.pawns & e3 | 8/pp3ppp/8/3p4/8/4P3/PP3PPP/8 | | e3 d5
either.isolated & (d | h) | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | | h2 d5
either.isolated & (d | h) | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | white | h2
either.isolated & (d | h) | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | black | d5
either.isolated & (d | h) && white.doubled | white.pawns & b | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | | h2 b3 d5
!(white.pawns & d) && black.pawns & d | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | | d5
count(white.pawns) > 9 || black.pawns & d | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | | d5
!(white.pawns & a && black.pawns & b) | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | |
!!(white.pawns & a) | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | |
count(black.pawns & d) + count(white.pawns & c) == 2 | 8/p5pp/8/3p4/2P5/1P6/P6P/8 | | c4 d5";

#[test]
fn squares_are_those_of_what_is_met() {
    for case in SQUARES.lines() {
        let mut words = case.rsplitn(4, " |");
        let [squares, side, fen, condition] = [(); 4].map(|()| words.next().unwrap().trim());
        let query = Query::parse(condition, &structures()).unwrap();
        let found = query.squares(Pawns::from_fen(fen).unwrap(), side.parse().ok());
        let found: Vec<_> = found.squares().map(|square| square.name()).collect();
        assert_eq!(found.join(" "), squares, "{case}");
    }
}

#[test]
fn questions_are_decided() {
    const TOO_LARGE: &str = "this condition is too large to find out if every position meets it, or none; what it \
         finds is right all the same";
    // White has a passed pawn and nobody a candidate, so a condition can fail for White and be met
    // by Black.
    const NONE: Examples = Vec::new;
    const ONE: Examples = || vec![Pawns::from_bits(1 << 32, 0)];
    const BOTH: Examples = || {
        vec![
            Pawns::from_bits(1 << 32, 0),
            Pawns::from_bits(1 << 32, 1 << 31),
        ]
    };
    let joined = [
        "white.candidates",
        "black.candidates",
        "(white.candidates | white.passed)",
    ]
    .map(|set| format!("count({set} & (a | b | c)) > 3"))
    .join(" && ");
    for (condition, examples, expected) in [
        // What is negated has the mistake.
        (
            "!(white.pawns & d && full)",
            NONE,
            "every position meets `full`",
        ),
        ("!full || white.passed", NONE, "every position meets `full`"),
        (
            "white.kings & a1 || !(white.pawns & rank_1)",
            NONE,
            "no position meets `(white.pawns & rank_1)`",
        ),
        // Either color alone can fail, but not both.
        (
            "!(own.pawns & e4) || enemy.pawns & e5",
            NONE,
            "every position meets `!(own.pawns & e4) ||",
        ),
        (
            "white.passed && either.pawns & rank_1",
            NONE,
            "no position meets `either.pawns & rank_1`: `either.pawns` and",
        ),
        (
            "white.pawns & d || white.isolated & d",
            NONE,
            "`white.isolated & d` changes nothing",
        ),
        // The largest diagram of one has 16 times as many nodes as that of the other.
        ("count(white.candidates & (a | b | c)) > 3", NONE, ""),
        ("white.passed == black.candidates", NONE, TOO_LARGE),
        // All diagrams of these are small, but together there are too many.
        (&joined, NONE, TOO_LARGE),
        // With exchanged colors, one example is met and the other is not.
        ("white.passed == black.candidates", ONE, ""),
        ("own.passed == enemy.candidates", ONE, TOO_LARGE),
        ("own.passed == enemy.candidates", BOTH, ""),
    ] {
        let found = ask(condition, &[], examples)
            .map_or_else(|error| error.message(""), |(_, notes)| notes.join("\n"));
        assert!(
            found.starts_with(expected) && found.is_empty() == expected.is_empty(),
            "{condition}: {found}"
        );
    }
}

#[test]
fn black_sees_the_board_from_the_other_side() {
    for (pattern, step) in PATTERNS
        .iter()
        .filter(|pattern| pattern.column(Scope::Board).is_none())
        .zip([3, 5, 7].into_iter().cycle())
    {
        let query = Query::parse(
            &format!("own.{0} == north(enemy.{0} & e5)", pattern.name),
            &[],
        );
        let query = query
            .or_else(|_| Query::parse(&format!("own.{0} != enemy.{0}", pattern.name), &[]))
            .unwrap();
        for pawns in embedded::positions().into_iter().step_by(step * 50) {
            let flipped = pawns.flip_colors();
            assert_eq!(
                query.is_met(pawns)[1],
                query.is_met(flipped)[0],
                "{} in\n{pawns}",
                pattern.name
            );
            let squares = query.squares(flipped, Some(Color::White)).flip_vertical();
            assert_eq!(
                query.squares(pawns, Some(Color::Black)),
                squares,
                "{} in\n{pawns}",
                pattern.name
            );
        }
    }
}
