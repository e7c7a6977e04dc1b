//! Tests of tables: their indices, the types of their entries and the entries.

use pawnfill_codegen::{Element, Index, Misfit, Table};
use pawnfill_expression::{Color, Operator, Value};

#[test]
fn indices_and_elements() {
    let indices = [
        (Index::Square, "square", 64, Value::Set(1 << 1)),
        (Index::File, "file", 8, Value::Set(0x0202_0202_0202_0202)),
        (Index::Rank, "rank", 8, Value::Set(0xff00)),
        (Index::Files, "file set", 256, Value::Files(1)),
        (Index::Color, "color", 2, Value::Color(Color::Black)),
    ];
    for (index, name, len, second) in indices {
        assert_eq!((index.name(), index.len(), index.values().nth(1)), (name, len, Some(second)));
        assert_eq!(index.values().count(), len);
    }
    assert_eq!(Index::Color.values().next(), Some(Value::Color(Color::White)));
    let values =
        [Value::Set(256), Value::Files(255), Value::Number(255), Value::Number(256), Value::Number(-1)];
    for (element, name, bytes, held) in [
        (Element::U64, "u64", 8, [Some(256), None, None, None, None]),
        (Element::U8, "u8", 1, [None, Some(255), Some(255), None, None]),
    ] {
        assert_eq!(
            (element.name(), element.bytes(), values.map(|value| element.hold(value))),
            (name, bytes, held)
        );
    }
}

#[test]
fn tables_run_their_last_index_fastest_and_name_the_entry_that_does_not_fit() {
    let table = Table { indices: vec![Index::File, Index::Rank], element: Element::U64 };
    let entries = table.evaluate(|at| Operator::And.apply(at[0], at[1])).unwrap();
    assert_eq!((entries.len(), entries[1], entries[8]), (64, 1 << 8, 1 << 1));
    assert_eq!(table.lengths(), [8, 8]);
    let table = Table { indices: vec![Index::Color], element: Element::U8 };
    let misfit = |value| Err(Misfit { at: vec![0], value });
    assert_eq!(table.evaluate(|at| Some(at[0])), misfit(Some(Value::Color(Color::White))));
    assert_eq!(table.evaluate(|_| None), misfit(None));
}

#[test]
fn an_array_has_the_length_of_an_index() {
    for length in 1..300 {
        let text = format!("static TABLE: [u64; {length}] = |file| north(file);");
        let errors = pawnfill_codegen::generate(text.parse().unwrap()).err();
        let is_wrong = errors.is_some_and(|errors| errors.to_string().contains("a length must be 64"));
        assert_eq!(is_wrong, ![2, 8, 64, 256].contains(&length), "{text}");
    }
}
