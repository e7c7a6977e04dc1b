//! Tests of the definitions on obvious cases, and of expressions with wrong kinds.

use pawnfill_expression::{Builtin, Color, Constant, FUNCTIONS, Operator, literal, literals};

/// Returns a set from the names of its squares.
fn squares(names: &str) -> u64 {
    let square = |name: &str| 1 << ((name.as_bytes()[1] - b'1') * 8 + name.as_bytes()[0] - b'a');
    names
        .split_whitespace()
        .map(square)
        .fold(0, |set, square: u64| set | square)
}

/// Checks every function of an expression, on a set with a corner, an inner file and an edge.
#[test]
fn functions_by_name() {
    let set = squares("a1 c5 h5");
    let value = |name: &str, arguments: &[Constant]| {
        Builtin::named(name)
            .find_map(|function| function.apply(arguments))
            .unwrap_or_else(|| panic!("{name}"))
    };
    let mut tested = 0;
    for (name, expected) in [
        ("north", "a2 c6 h6"),
        ("south", "c4 h4"),
        ("east", "b1 d5"),
        ("west", "b5 g5"),
        ("north_east", "b2 d6"),
        ("north_west", "b6 g6"),
        ("south_east", "d4"),
        ("south_west", "b4 g4"),
        ("beside", "b1 b5 d5 g5"),
        ("north_ray", "a2 a3 a4 a5 a6 a7 a8 c6 c7 c8 h6 h7 h8"),
        ("south_ray", "c1 c2 c3 c4 h1 h2 h3 h4"),
        (
            "north_fill",
            "a1 a2 a3 a4 a5 a6 a7 a8 c5 c6 c7 c8 h5 h6 h7 h8",
        ),
        ("south_fill", "a1 c1 c2 c3 c4 c5 h1 h2 h3 h4 h5"),
        ("flip_vertical", "a8 c4 h4"),
        ("flip_horizontal", "h1 f5 a5"),
    ] {
        assert_eq!(
            value(name, &[Constant::Set(set)]),
            Constant::Set(squares(expected)),
            "{name}"
        );
        tested += 1;
    }
    let of = |name, color| value(name, &[Constant::Set(set), Constant::Color(color)]);
    for (name, white, black) in [
        (
            "front_attack_span",
            "b2 b3 b4 b5 b6 b7 b8 d6 d7 d8 g6 g7 g8",
            "b1 b2 b3 b4 d1 d2 d3 d4 g1 g2 g3 g4",
        ),
        (
            "rear_attack_span",
            "b1 b2 b3 b4 b5 d1 d2 d3 d4 d5 g1 g2 g3 g4 g5",
            "b1 b2 b3 b4 b5 b6 b7 b8 d5 d6 d7 d8 g5 g6 g7 g8",
        ),
    ] {
        let expected = [squares(white), squares(black)].map(Constant::Set);
        assert_eq!(
            [of(name, Color::White), of(name, Color::Black)],
            expected,
            "{name}"
        );
    }
    // A test of the conditions compares the others with the patterns of the same names.
    let of_side = |f: &&Builtin| {
        f.apply(&[Constant::Set(0), Constant::Color(Color::White)])
            .is_some()
    };
    for Builtin { name, .. } in FUNCTIONS.iter().filter(of_side) {
        assert_eq!(
            value(name, &[Constant::Set(set)]),
            of(name, Color::White),
            "{name} without a color"
        );
        tested += 1;
    }
    let (files, aceh) = (Constant::Files(0b1001_0101), 0x9595_9595_9595_9595);
    for (name, argument, expected) in [
        ("file_set", Constant::Set(set), Constant::Files(0b1000_0101)),
        (
            "file_fill",
            Constant::Set(set),
            Constant::Set(0x8585_8585_8585_8585),
        ),
        ("count", Constant::Set(set), Constant::Number(3)),
        ("east", files, Constant::Files(0b10_1010)),
        ("west", files, Constant::Files(0b100_1010)),
        ("flip_horizontal", files, Constant::Files(0b1010_1001)),
        ("file_fill", files, Constant::Set(aceh)),
        ("count", files, Constant::Number(4)),
    ] {
        assert_eq!(value(name, &[argument]), expected, "{name}");
        tested += 1;
    }
    assert_eq!(tested, FUNCTIONS.len());
    let signatures = |name| Builtin::named(name).map(Builtin::signature);
    assert!(signatures("count").eq(["count(set) -> number", "count(files) -> number"]));
    assert!(signatures("west").eq(["west(set) -> set", "west(files) -> files"]));
    assert!(signatures("stops").eq(["stops(set, color) -> set"]));
}

#[test]
fn literals_by_name() {
    let set = |name: &str| match literal(name) {
        Some(Constant::Set(set)) => set,
        value => panic!("{name}: {value:?}"),
    };
    assert_eq!((set("empty"), set("full")), (0, !0));
    let is_light = |square: usize| (square % 8 + square / 8) % 2 == 1;
    let light = (0..64)
        .filter(|&square| is_light(square))
        .fold(0, |set, square| set | 1 << square);
    assert_eq!((set("light_squares"), set("dark_squares")), (light, !light));
    assert_eq!(
        (set("a1"), set("h1"), set("a8"), set("e4")),
        (1, 1 << 7, 1 << 56, 1 << 28)
    );
    assert_eq!(
        (set("file_a"), set("file_h")),
        (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    );
    assert_eq!((set("rank_1"), set("rank_8")), (0xff, 0xff << 56));
    assert_eq!(literal("white"), Some(Constant::Color(Color::White)));
    assert_eq!(literal("black"), Some(Constant::Color(Color::Black)));
    let names: Vec<String> = literals().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 6 + 8 + 8 + 64);
    assert!(names.iter().all(|name| literal(name).is_some()));
    for name in [
        "", "a", "a0", "a9", "i1", "`1", "A1", "file_i", "file_", "rank_0", "rank_9", "White", "é1",
    ] {
        assert_eq!(literal(name), None, "{name}");
    }
}

#[test]
fn operators_by_symbol() {
    use Operator::{And, East, Minus, Or, Plus, West, Xor};
    let (set, files, number) = (Constant::Set, Constant::Files, Constant::Number);
    for (symbol, operator, left, right, expected) in [
        ("+", Plus, number(200), number(100), number(300)),
        ("-", Minus, number(100), number(200), number(-100)),
        ("+", Plus, number(i32::MAX), number(1), number(i32::MAX)),
        ("-", Minus, number(i32::MIN), number(1), number(i32::MIN)),
        ("<<", East, files(0b1000_0001), number(1), files(0b10)),
        ("<<", East, files(0b1000_0001), number(-7), files(1)),
        (
            ">>",
            West,
            files(0b1000_0001),
            number(-7),
            files(0b1000_0000),
        ),
        ("<<", East, files(0xff), number(8), files(0)),
        (">>", West, files(0xff), number(i32::MIN), files(0)),
        ("<<", East, files(0xff), number(0), files(0xff)),
    ] {
        assert_eq!(
            (operator.symbol(), operator.apply(left, right)),
            (symbol, Some(expected)),
            "{left:?} {right:?}"
        );
    }
    for (operator, expected) in [(Or, 0b111), (And, 1), (Xor, 0b110), (Minus, 0b10)] {
        let value = operator.apply(set(0b11), set(0b101));
        assert_eq!(value, Some(set(expected.into())), "{operator:?}");
        let value = operator.apply(files(0b11), files(0b101));
        assert_eq!(value, Some(files(expected)), "{operator:?}");
    }
    assert_eq!(set(1).complement(), Some(set(!1)));
    assert_eq!(files(1).complement(), Some(files(!1)));
    assert_eq!(number(1).complement(), None);
}

/// Checks that only kinds decide about errors. The macro relies on it.
#[test]
fn kinds_that_do_not_fit_have_no_value() {
    let values = [
        Constant::Set(7),
        Constant::Files(7),
        Constant::Number(7),
        Constant::Color(Color::White),
    ];
    for (operators, accepted) in [
        (&[Operator::Or, Operator::And, Operator::Xor][..], 2),
        (&[Operator::Minus], 3),
        (&[Operator::Plus, Operator::East, Operator::West], 1),
    ] {
        for operator in operators {
            let pairs = values
                .iter()
                .flat_map(|&left| values.map(|right| (left, right)));
            let fit = pairs.filter(|&(left, right)| operator.apply(left, right).is_some());
            assert_eq!(fit.count(), accepted, "{operator:?}");
        }
    }
    let north = Builtin::named("north").next().unwrap();
    assert_eq!(north.apply(&values[..1]), Some(Constant::Set(7 << 8)));
    assert_eq!(
        (
            north.apply(&[]),
            north.apply(&values[1..2]),
            north.apply(&values[..2])
        ),
        (None, None, None)
    );
}
