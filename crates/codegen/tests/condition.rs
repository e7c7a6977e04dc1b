//! Checks that operators of conditions bind as in Rust, and that `tables!` rejects conditions.

use pawnfill_codegen::condition::{Condition, condition};
use pawnfill_codegen::tables::{Expr, Value};

fn read(text: &str) -> Result<Condition, String> {
    let names = ["white.passed", "d"].map(|name| (name.to_owned(), Value::Set(0)));
    condition(text.parse().expect("tokens"), &names).map_err(|error| error.to_string())
}

/// Returns the condition with all its parentheses.
fn shape(condition: &Condition) -> String {
    let both =
        |sides: &[Condition; 2], operator| format!("({} {operator} {})", shape(&sides[0]), shape(&sides[1]));
    match condition {
        Condition::Any(expression) => value(expression),
        Condition::Not(operand) => format!("not {}", shape(operand)),
        Condition::And(sides) => both(sides, "and"),
        Condition::Or(sides) => both(sides, "or"),
        Condition::Compare(comparison, sides) => {
            format!("({} {comparison:?} {})", value(&sides[0]), value(&sides[1]))
        }
    }
}

fn value(expression: &Expr) -> String {
    match expression {
        Expr::Parameter(position) => ["w", "d"][*position].to_owned(),
        Expr::Constant(Value::Number(number)) => number.to_string(),
        Expr::Not(operand) => format!("!{}", value(operand)),
        Expr::Binary(operator, left, right) => {
            format!("({}{}{})", value(left), operator.symbol(), value(right))
        }
        Expr::Call(function, arguments) => format!("{}({})", function.name, value(&arguments[0])),
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_in_rust() {
    for (text, expected) in [
        ("white.passed", "w"),
        ("passed(white)", "w"),
        ("d || d && d | d ^ d & d - d", "(d or (d and (d|(d^(d&(d-d))))))"),
        ("d && d || d && d", "((d and d) or (d and d))"),
        ("(d || d) && d", "((d or d) and d)"),
        ("!d & d", "(!d&d)"),
        ("!(d & d)", "not (d&d)"),
        ("!d", "not d"),
        ("!!(d && d)", "not not (d and d)"),
        ("d & !d", "(d&!d)"),
        ("count(d) + 1 > 2 && d", "(((count(d)+1) Greater 2) and d)"),
        ("count(d) <= 1 || count(d) >= 3", "((count(d) LessOrEqual 1) or (count(d) GreaterOrEqual 3))"),
        ("count(d) < 1", "(count(d) Less 1)"),
        ("count(d) - 1", "(count(d)-1)"),
        ("count(d) - 1 - 1", "((count(d)-1)-1)"),
        ("d == white.passed", "(d Equal w)"),
        ("!(d != d)", "not (d NotEqual d)"),
        ("file_set(d) << 1", "(file_set(d)<<1)"),
    ] {
        assert_eq!(read(text).as_ref().map(shape).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn choices_compare_values_in_conditions_too() {
    let Ok(Condition::Any(Expr::If { equal, .. })) = read("if count(d) == 1 { d } else { white.passed }")
    else {
        panic!("a choice")
    };
    assert!(matches!(equal[0], Expr::Call(..)));
}

#[test]
fn tables_reject_conditions() {
    for operator in ["&&", "||", "==", "<", ">="] {
        let table = format!("const T: [u64; 64] = |sq| sq {operator} sq;");
        assert!(pawnfill_codegen::generate(table.parse().unwrap()).is_err(), "{operator}");
    }
    assert!(pawnfill_codegen::generate("const T: [u64; 64] = |sq| sq.passed;".parse().unwrap()).is_err());
}

#[test]
fn unknown_names_are_explained() {
    for (text, expected) in [
        ("white.pased", "unknown pattern `white.pased`; did you mean `white.passed`?"),
        ("white.d", "unknown pattern `white.d`"),
        ("red.passed", "unknown side `red`: patterns belong to `white` or `black`"),
        ("passed", "`passed` is a pattern of one side: `white.passed`"),
        ("north", "`north` is a function: north(set) -> set"),
        ("nroth(d)", "unknown function `nroth`; did you mean `north`?"),
        ("passr_spn(d)", "unknown function `passr_spn`; did you mean `passer_span`?"),
        ("noorrth(d)", "unknown function `noorrth`"),
        ("nothing(d)", "unknown function `nothing`"),
        ("emty", "unknown name `emty`; did you mean `empty`?"),
        (
            "unknown",
            "unknown name `unknown`: expected a pattern such as `white.passed` or one of `a1` to `h8`, \
             `file_a` to `file_h`, `rank_1` to `rank_8`, `empty`, `full`, `white` and `black`",
        ),
        ("white", "a color is not a condition: use one of its patterns, such as `white.passed`"),
    ] {
        assert_eq!(read(text).unwrap_err(), expected, "{text}");
    }
}

#[test]
fn kinds_are_checked() {
    assert_eq!(read("d < d").unwrap_err(), "only numbers can be compared like this, not a set of squares");
    assert_eq!(
        read("(d && d) | d").unwrap_err(),
        "expected a set of squares, a file set or a number, found a condition"
    );
    for (text, takes) in [
        ("d | 1", "`|` takes two sets of squares or two file sets"),
        ("d - 1", "`-` takes two sets of squares, two file sets or two numbers"),
        ("d + 1", "`+` takes two numbers"),
        ("d << 1", "`<<` moves a file set by a number (for squares, use `east` and `west`)"),
    ] {
        assert_eq!(read(text).unwrap_err(), format!("{takes}, not a set of squares and a number"));
    }
    for choice in ["if d == d == d { d } else { d }", "if d == d && d { d } else { d }"] {
        assert_eq!(read(choice).unwrap_err(), "expected curly braces");
    }
    assert!(read("d == 1").is_err() && read("white").is_err() && read("").is_err());
}
