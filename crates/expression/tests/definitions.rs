//! Tests of the definitions on obvious cases, and of expressions with wrong kinds.

use pawnfill_expression::{
    Body, Color, FUNCTIONS, Function, Operator, Square, Step, Value, literal, literals, sets,
};

/// Returns a set from the names of its squares.
fn squares(names: &str) -> u64 {
    let square = |name: &str| 1 << ((name.as_bytes()[1] - b'1') * 8 + name.as_bytes()[0] - b'a');
    names.split_whitespace().map(square).fold(0, |set, square: u64| set | square)
}

#[test]
fn walks_end_at_the_edge() {
    let from = |name: &str| Square::members(squares(name)).next().unwrap();
    let walk = |name, step| sets::collect(from(name).walk(step));
    assert_eq!(walk("e4", Step::NORTH), squares("e5 e6 e7 e8"));
    assert_eq!(walk("e4", Step::SOUTH_WEST), squares("d3 c2 b1"));
    assert_eq!(walk("h4", Step::EAST), 0);
    assert_eq!(walk("h4", Step::NORTH_EAST), 0);
    assert_eq!(walk("a5", Step::SOUTH_WEST), 0);
    assert_eq!(Square::all().count(), 64);
    assert!(Square::all().enumerate().all(|(index, square)| square.index() == index));
    assert_eq!((Square::new(8, 0), Square::new(0, -1)), (None, None));
}

/// Checks every function of an expression, on a set with a corner and an inner file.
#[test]
fn functions_by_name() {
    let set = squares("a1 c5 e5");
    let value = |name: &str, arguments: &[Value]| {
        Function::named(name)
            .find_map(|function| function.apply(arguments))
            .unwrap_or_else(|| panic!("{name}"))
    };
    let mut tested = 0;
    for (name, expected) in [
        ("north", "a2 c6 e6"),
        ("south", "c4 e4"),
        ("east", "b1 d5 f5"),
        ("west", "b5 d5"),
        ("north_east", "b2 d6 f6"),
        ("north_west", "b6 d6"),
        ("south_east", "d4 f4"),
        ("south_west", "b4 d4"),
        ("beside", "b1 b5 d5 f5"),
        ("north_ray", "a2 a3 a4 a5 a6 a7 a8 c6 c7 c8 e6 e7 e8"),
        ("south_ray", "c1 c2 c3 c4 e1 e2 e3 e4"),
        ("north_fill", "a1 a2 a3 a4 a5 a6 a7 a8 c5 c6 c7 c8 e5 e6 e7 e8"),
        ("south_fill", "a1 c1 c2 c3 c4 c5 e1 e2 e3 e4 e5"),
        ("flip_vertical", "a8 c4 e4"),
        ("flip_horizontal", "h1 f5 d5"),
    ] {
        assert_eq!(value(name, &[Value::Set(set)]), Value::Set(squares(expected)), "{name}");
        tested += 1;
    }
    let of = |name, color| value(name, &[Value::Set(set), Value::Color(color)]);
    for (name, white, black) in [
        (
            "front_attack_span",
            "b2 b3 b4 b5 b6 b7 b8 d6 d7 d8 f6 f7 f8",
            "b1 b2 b3 b4 d1 d2 d3 d4 f1 f2 f3 f4",
        ),
        (
            "rear_attack_span",
            "b1 b2 b3 b4 b5 d1 d2 d3 d4 d5 f1 f2 f3 f4 f5",
            "b1 b2 b3 b4 b5 b6 b7 b8 d5 d6 d7 d8 f5 f6 f7 f8",
        ),
    ] {
        let expected = [squares(white), squares(black)].map(Value::Set);
        assert_eq!([of(name, Color::White), of(name, Color::Black)], expected, "{name}");
    }
    // A test of the library compares the others with the patterns of the same names.
    for Function { name, .. } in FUNCTIONS.iter().filter(|f| matches!(f.body, Body::SideToSet(_))) {
        assert_eq!(value(name, &[Value::Set(set)]), of(name, Color::White), "{name} without a color");
        tested += 1;
    }
    let (files, aceh) = (Value::Files(0b1001_0101), 0x9595_9595_9595_9595);
    for (name, argument, expected) in [
        ("file_set", Value::Set(set), Value::Files(0b1_0101)),
        ("file_fill", Value::Set(set), Value::Set(0x1515_1515_1515_1515)),
        ("count", Value::Set(set), Value::Number(3)),
        ("east", files, Value::Files(0b10_1010)),
        ("west", files, Value::Files(0b100_1010)),
        ("flip_horizontal", files, Value::Files(0b1010_1001)),
        ("file_fill", files, Value::Set(aceh)),
        ("count", files, Value::Number(4)),
    ] {
        assert_eq!(value(name, &[argument]), expected, "{name}");
        tested += 1;
    }
    assert_eq!(tested, FUNCTIONS.len());
    let signatures = |name| Function::named(name).map(Function::signature).collect::<Vec<_>>();
    assert_eq!(signatures("file_fill"), ["file_fill(set) -> set", "file_fill(files) -> set"]);
    assert_eq!(signatures("file_set"), ["file_set(set) -> files"]);
    assert_eq!(signatures("count"), ["count(set) -> number", "count(files) -> number"]);
    assert_eq!(signatures("west"), ["west(set) -> set", "west(files) -> files"]);
    assert_eq!(signatures("stops"), ["stops(set, color) -> set"]);
}

#[test]
fn literals_by_name() {
    let set = |name: &str| match literal(name) {
        Some(Value::Set(set)) => set,
        value => panic!("{name}: {value:?}"),
    };
    assert_eq!((set("empty"), set("full")), (0, !0));
    let is_light = |square: usize| (square % 8 + square / 8) % 2 == 1;
    let light = (0..64).filter(|&square| is_light(square)).fold(0, |set, square| set | 1 << square);
    assert_eq!((set("light_squares"), set("dark_squares")), (light, !light));
    assert_eq!((set("a1"), set("h1"), set("a8"), set("e4")), (1, 1 << 7, 1 << 56, 1 << 28));
    assert_eq!((set("file_a"), set("file_h")), (0x0101_0101_0101_0101, 0x8080_8080_8080_8080));
    assert_eq!((set("rank_1"), set("rank_8")), (0xff, 0xff << 56));
    assert_eq!(literal("white"), Some(Value::Color(Color::White)));
    assert_eq!(literal("black"), Some(Value::Color(Color::Black)));
    let names: Vec<String> = literals().map(|(name, _)| name).collect();
    assert_eq!(names.len(), 6 + 8 + 8 + 64);
    assert!(names.iter().all(|name| literal(name).is_some()));
    for name in ["", "a", "a0", "a9", "i1", "`1", "A1", "file_i", "file_", "rank_0", "rank_9", "White", "é1"]
    {
        assert_eq!(literal(name), None, "{name}");
    }
}

#[test]
fn operators_by_symbol() {
    use Operator::{And, East, Minus, Or, Plus, West, Xor};
    let (set, files, number) = (Value::Set, Value::Files, Value::Number);
    for (symbol, operator, left, right, expected) in [
        ("|", Or, set(0b0011), set(0b0101), set(0b0111)),
        ("&", And, set(0b0011), set(0b0101), set(0b0001)),
        ("^", Xor, set(0b0011), set(0b0101), set(0b0110)),
        ("-", Minus, set(0b0011), set(0b0101), set(0b0010)),
        ("|", Or, files(0b0011), files(0b0101), files(0b0111)),
        ("&", And, files(0b0011), files(0b0101), files(0b0001)),
        ("^", Xor, files(0b0011), files(0b0101), files(0b0110)),
        ("-", Minus, files(0b0011), files(0b0101), files(0b0010)),
        ("+", Plus, number(200), number(100), number(300)),
        ("-", Minus, number(100), number(200), number(-100)),
        ("+", Plus, number(i32::MAX), number(1), number(i32::MAX)),
        ("-", Minus, number(i32::MIN), number(1), number(i32::MIN)),
        ("<<", East, files(0b1000_0001), number(1), files(0b0000_0010)),
        (">>", West, files(0b1000_0001), number(1), files(0b0100_0000)),
        ("<<", East, files(0b1000_0001), number(-7), files(0b0000_0001)),
        (">>", West, files(0b1000_0001), number(-7), files(0b1000_0000)),
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
    let kinds = [set(0), files(0), number(0), Value::Color(Color::White)].map(Value::kind);
    assert_eq!(kinds, ["a set of squares", "a file set", "a number", "a color"]);
    assert_eq!((set(1).complement(), files(1).complement()), (Some(set(!1)), Some(files(!1))));
    assert_eq!((number(1).complement(), Value::Color(Color::White).complement()), (None, None));
    assert!(set(1).same_kind(set(2)) && !set(1).same_kind(files(1)));
}

/// Checks that only kinds decide about errors. The macro relies on it.
#[test]
fn kinds_that_do_not_fit_have_no_value() {
    let values = [Value::Set(7), Value::Files(7), Value::Number(7), Value::Color(Color::White)];
    for (operators, accepted) in [
        (&[Operator::Or, Operator::And, Operator::Xor][..], 2),
        (&[Operator::Minus], 3),
        (&[Operator::Plus, Operator::East, Operator::West], 1),
    ] {
        for operator in operators {
            let pairs = values.iter().flat_map(|&left| values.map(|right| (left, right)));
            let fit = pairs.filter(|&(left, right)| operator.apply(left, right).is_some());
            assert_eq!(fit.count(), accepted, "{operator:?}");
        }
    }
    let north = Function::named("north").next().unwrap();
    assert_eq!(north.apply(&values[..1]), Some(Value::Set(7 << 8)));
    assert_eq!((north.apply(&[]), north.apply(&values[1..2]), north.apply(&values[..2])), (None, None, None));
}
