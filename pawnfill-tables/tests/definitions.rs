//! The definitions on cases that are plain to see, and what expressions do with kinds that do not fit.

use pawnfill_tables::{
    Color, Element, Expr, Function, Index, Misfit, Operator, Square, Step, Table, Value, sets,
};

/// The set of squares by their names.
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

#[test]
fn ahead_depends_on_the_color() {
    let (white, black) = (Color::White, Color::Black);
    assert_eq!(sets::front_span(squares("c6 c7"), white), squares("c7 c8"));
    assert_eq!(sets::front_span(squares("c3"), black), squares("c2 c1"));
    assert_eq!(sets::telestops(squares("a5"), white), squares("a7 a8"));
    assert_eq!(sets::any_attacks(squares("a2 h2"), white), squares("b3 g3"));
    assert_eq!(sets::double_attacks(squares("c5 e5 g5"), black), squares("d4 f4"));
    assert_eq!(sets::single_attacks(squares("c5 e5 g5"), black), squares("b4 h4"));
    assert_eq!(sets::rear_attack_span(squares("b2"), white), squares("a1 a2 c1 c2"));
    assert_eq!(sets::passer_span(squares("h6"), white), squares("g7 g8 h7 h8"));
    assert_eq!(sets::passer_span(squares("e1"), black), 0);
}

#[test]
fn the_board_turns_and_mirrors() {
    assert_eq!(sets::flip_vertical(squares("a1 e2")), squares("a8 e7"));
    assert_eq!(sets::flip_horizontal(squares("a1 e2")), squares("h1 d2"));
    assert_eq!((sets::file_set(squares("b2 b7 h1")), sets::count(squares("b2 b7 h1"))), (0b1000_0010, 3));
    assert_eq!((sets::files_to_bitboard(0), sets::files_to_bitboard(0xff), sets::file_fill(!0)), (0, !0, !0));
}

/// What is refused depends on kinds alone; the macro relies on it.
#[test]
fn kinds_that_do_not_fit_have_no_value() {
    let values = [Value::Set(7), Value::Files(7), Value::Number(7), Value::Color(Color::White)];
    let operators = [
        (Operator::Or, 2),
        (Operator::And, 2),
        (Operator::Xor, 2),
        (Operator::Minus, 3),
        (Operator::Plus, 1),
        (Operator::East, 1),
        (Operator::West, 1),
    ];
    for (operator, accepted) in operators {
        let pairs = values.iter().flat_map(|&left| values.map(|right| (left, right)));
        assert_eq!(
            pairs.filter(|&(left, right)| operator.apply(left, right).is_some()).count(),
            accepted,
            "{operator:?}"
        );
    }
    let north = Function::named("north").next().unwrap();
    assert_eq!(north.apply(&values[..1]), Some(Value::Set(7 << 8)));
    assert_eq!((north.apply(&[]), north.apply(&values[1..2]), north.apply(&values[..2])), (None, None, None));
    let (none, number) = (Expr::Parameter(1), Box::new(Expr::Constant(values[2])));
    assert_eq!((none.evaluate(&values[..1]), Expr::Not(number).evaluate(&[])), (None, None));
}

#[test]
fn tables_run_their_last_index_fastest_and_name_the_entry_that_does_not_fit() {
    let body = Expr::Binary(Operator::And, Box::new(Expr::Parameter(0)), Box::new(Expr::Parameter(1)));
    let table = Table { indices: vec![Index::File, Index::Rank], element: Element::U64, body };
    let entries = table.evaluate().unwrap();
    assert_eq!((entries.len(), entries[1], entries[8]), (64, squares("a2"), squares("b1")));

    let count = Function::named("count").find(|count| count.apply(&[Value::Files(0)]).is_some()).unwrap();
    let less = Box::new(Expr::Constant(Value::Number(1)));
    let body = Expr::Binary(Operator::Minus, Box::new(Expr::Call(count, vec![Expr::Parameter(0)])), less);
    let table = Table { indices: vec![Index::Files], element: Element::U8, body };
    assert_eq!(table.evaluate(), Err(Misfit { at: vec![0], value: Some(Value::Number(-1)) }));
}
