//! Conditions that are made at random, each with what its parts mean.

use pawnfill::pattern::{Kind, PATTERNS, Scope, Value};
use pawnfill::{Color, Pawns, Placement};
use pawnfill_condition::PIECES;

/// Chooses a number below this one.
pub type Choose<'c> = &'c mut dyn FnMut(usize) -> usize;

/// A part of a condition, and what it is for a position in which its own side is White.
pub struct SampleCondition<T> {
    pub text: String,
    pub of: Box<dyn Fn(&Placement) -> T>,
}

/// A sign between two parts, and its meaning.
type Sign<A, T> = (&'static str, fn(A, A) -> T);

const STEPS: [(&str, &[(i32, i32)]); 9] = [
    ("north", &[(0, 1)]),
    ("south", &[(0, -1)]),
    ("east", &[(1, 0)]),
    ("west", &[(-1, 0)]),
    ("north_east", &[(1, 1)]),
    ("north_west", &[(-1, 1)]),
    ("south_east", &[(1, -1)]),
    ("south_west", &[(-1, -1)]),
    ("beside", &[(1, 0), (-1, 0)]),
];
const SETS: [Sign<u64, u64>; 4] = [
    ("|", |a, b| a | b),
    ("&", |a, b| a & b),
    ("^", |a, b| a ^ b),
    ("-", |a, b| a & !b),
];
const SUMS: [Sign<i32, i32>; 2] = [("+", |a, b| a + b), ("-", |a, b| a - b)];
const COMPARISONS: [Sign<i32, bool>; 6] = [
    ("==", |a, b| a == b),
    ("!=", |a, b| a != b),
    ("<", |a, b| a < b),
    ("<=", |a, b| a <= b),
    (">", |a, b| a > b),
    (">=", |a, b| a >= b),
];
const CONNECTIVES: [Sign<bool, bool>; 2] = [("&&", |a, b| a && b), ("||", |a, b| a || b)];

fn made<T>(text: String, of: impl Fn(&Placement) -> T + 'static) -> SampleCondition<T> {
    SampleCondition {
        text,
        of: Box::new(of),
    }
}

/// Returns two parts with one of these signs between them.
fn joined<A: 'static, T: 'static>(
    choose: Choose,
    a: SampleCondition<A>,
    signs: &[Sign<A, T>],
    b: SampleCondition<A>,
) -> SampleCondition<T> {
    let (sign, meaning) = signs[choose(signs.len())];
    made(format!("({} {sign} {})", a.text, b.text), move |on| {
        meaning((a.of)(on), (b.of)(on))
    })
}

/// Returns the squares that lie at one of the steps from some squares.
fn moved(set: u64, steps: &[(i32, i32)]) -> u64 {
    let squares = (0..64).filter(|square| set >> square & 1 == 1);
    let at = squares.flat_map(|square| {
        steps
            .iter()
            .map(move |step| (square % 8 + step.0, square / 8 + step.1))
    });
    let on_board = at.filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank));
    on_board.fold(0, |set, (file, rank)| set | 1 << (rank * 8 + file))
}

/// Returns the pawns of a position.
pub fn pawns(position: &Placement) -> Pawns {
    Pawns::new(position.pieces()[0][0], position.pieces()[1][0])
}

/// Returns a set of squares.
fn simple(choose: Choose, sides: [&str; 2]) -> SampleCondition<u64> {
    let (side, square, line) = (choose(2), choose(64), choose(8));
    match choose(7) {
        0 => made(
            format!(
                "{}{}",
                char::from(b'a' + (square % 8) as u8),
                square / 8 + 1
            ),
            move |_| 1 << square,
        ),
        1 => made(format!("rank_{}", line + 1), move |_| 0xff << (8 * line)),
        2 => made(char::from(b'a' + line as u8).to_string(), move |_| {
            0x0101_0101_0101_0101 << line
        }),
        3 => {
            let piece = choose(11).saturating_sub(5);
            made(format!("{}.{}", sides[side], PIECES[piece]), move |on| {
                on.pieces()[side][piece].bits()
            })
        }
        _ => {
            let sets: Vec<_> = PATTERNS
                .iter()
                .filter(|pattern| pattern.kind == Kind::Set)
                .collect();
            let pattern = sets[choose(sets.len())];
            let of_side = pattern.column(Scope::Side(Color::ALL[side]));
            let name =
                of_side.map_or(String::new(), |_| format!("{}.", sides[side])) + pattern.name;
            let column = of_side.or(pattern.column(Scope::Board)).unwrap();
            made(name, move |on| match column.value(pawns(on)) {
                Value::Set(set) => set.bits(),
                _ => unreachable!("only sets are chosen"),
            })
        }
    }
}

/// Returns a set of the sides that have these names, of at most so many levels.
fn set(choose: Choose, sides: [&str; 2], levels: usize) -> SampleCondition<u64> {
    let level = choose(levels);
    if level == 0 {
        return simple(choose, sides);
    }
    let SampleCondition { text, of } = set(choose, sides, level);
    match choose(10) {
        0 => made(format!("(~{text})"), move |on| !of(on)),
        1 => {
            let side = choose(2);
            made(format!("front_span({text}, {})", sides[side]), move |on| {
                let pawns: Pawns = Pawns::from_bits(of(on), of(on));
                pawns.side(Color::ALL[side]).front_span().bits()
            })
        }
        2..5 => {
            let (name, steps) = STEPS[choose(STEPS.len())];
            made(format!("{name}({text})"), move |on| moved(of(on), steps))
        }
        _ => {
            let other = set(choose, sides, level);
            joined(choose, SampleCondition { text, of }, &SETS, other)
        }
    }
}

fn number(choose: Choose, sides: [&str; 2], levels: usize) -> SampleCondition<i32> {
    let level = choose(levels);
    if level > 0 {
        let [one, other] = [0; 2].map(|_| number(choose, sides, level));
        return joined(choose, one, &SUMS, other);
    }
    let side = choose(2);
    let (name, color) = (sides[side], Color::ALL[side]);
    match choose(6) {
        0 => {
            let constant = choose(4);
            made(constant.to_string(), move |_| constant as i32)
        }
        1 => made(format!("{name}.island_count"), move |on| {
            pawns(on).side(color).island_count() as i32
        }),
        2 => made(format!("count({name}.file_set)"), move |on| {
            pawns(on).side(color).file_set().count() as i32
        }),
        _ => {
            let SampleCondition { text, of } = set(choose, sides, 3);
            made(format!("count({text})"), move |on| {
                of(on).count_ones() as i32
            })
        }
    }
}

/// Returns a condition about the sides that have these names, of at most so many levels.
pub fn condition(choose: Choose, sides: [&str; 2], levels: usize) -> SampleCondition<bool> {
    let level = choose(levels);
    if level == 0 {
        return match choose(9) {
            0 => {
                let [one, other] = [0; 2].map(|_| set(choose, sides, 3));
                joined(
                    choose,
                    one,
                    &[("==", |a, b| a == b), ("!=", |a, b| a != b)],
                    other,
                )
            }
            1..5 => {
                let [one, other] = [0; 2].map(|_| number(choose, sides, 3));
                joined(choose, one, &COMPARISONS, other)
            }
            _ => {
                let SampleCondition { text, of } = set(choose, sides, 3);
                made(text, move |on| of(on) != 0)
            }
        };
    }
    let one = condition(choose, sides, level);
    if choose(4) == 0 {
        return made(format!("!({})", one.text), move |on| !(one.of)(on));
    }
    let other = condition(choose, sides, level);
    joined(choose, one, &CONNECTIVES, other)
}
