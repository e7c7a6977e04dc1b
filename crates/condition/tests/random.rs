//! Conditions that are made at random, compared with what their parts mean.

use fastrand::Rng;
use pawnfill::pattern::{Kind, PATTERNS, Scope, Value};
use pawnfill::{Bitboard, Color, Pawns};
use pawnfill_condition::{PIECES, Placement, Query, Together, ask};
use pawnfill_positions::embedded;

/// A part of a condition, and what it is for a position in which its own side is White.
struct Made<T> {
    text: String,
    of: Box<dyn Fn(&Placement) -> T>,
}

fn made<T>(text: String, of: impl Fn(&Placement) -> T + 'static) -> Made<T> {
    Made { text, of: Box::new(of) }
}

/// Returns the squares that lie at a step from some squares.
fn moved(set: u64, files: i32, ranks: i32) -> u64 {
    let squares = (0..64).filter(|square| set >> square & 1 == 1);
    let at = squares.map(|square| (square % 8 + files, square / 8 + ranks));
    let on_board = at.filter(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank));
    on_board.fold(0, |set, (file, rank)| set | 1 << (rank * 8 + file))
}

fn pawns(position: &Placement) -> Pawns {
    Pawns::new(position.0[0][0], position.0[1][0])
}

/// Returns a set of the sides that have these names, of at most so many levels.
fn set(rng: &mut Rng, sides: [&str; 2], levels: usize) -> Made<u64> {
    let (side, level) = (rng.usize(..2), rng.usize(..levels));
    if level == 0 {
        let (square, line) = (rng.usize(..64), rng.usize(..8));
        return match rng.usize(..7) {
            0 => made(format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1), move |_| {
                1 << square
            }),
            1 => made(format!("rank_{}", line + 1), move |_| 0xff << (8 * line)),
            2 => made(char::from(b'a' + line as u8).to_string(), move |_| 0x0101_0101_0101_0101 << line),
            3 => {
                let piece = rng.usize(..11).saturating_sub(5);
                made(format!("{}.{}", sides[side], PIECES[piece]), move |on| on.0[side][piece].bits())
            }
            _ => {
                let sets: Vec<_> = PATTERNS.iter().filter(|pattern| pattern.kind == Kind::Set).collect();
                let pattern = rng.choice(sets).unwrap();
                let of_side = pattern.column(Scope::Side(Color::ALL[side]));
                let name = of_side.map_or(String::new(), |_| format!("{}.", sides[side])) + pattern.name;
                let column = of_side.or(pattern.column(Scope::Board)).unwrap();
                made(name, move |on| match column.of(pawns(on)) {
                    Value::Set(set) => set.bits(),
                    _ => unreachable!("only sets are chosen"),
                })
            }
        };
    }
    let [Made { text, of }, other] = [0; 2].map(|_| set(rng, sides, level));
    match rng.usize(..10) {
        0 => made(format!("(~{text} & {})", other.text), move |on| !of(on) & (other.of)(on)),
        1 => made(format!("north({text})"), move |on| moved(of(on), 0, 1)),
        8 => made(format!("front_span({text}, {})", sides[side]), move |on| {
            let pawns: Pawns = Pawns::from_bits(of(on), of(on));
            pawns.side(Color::ALL[side]).front_span().bits()
        }),
        2 => made(format!("south_west({text})"), move |on| moved(of(on), -1, -1)),
        3 => made(format!("beside({text})"), move |on| moved(of(on), -1, 0) | moved(of(on), 1, 0)),
        4 => made(format!("({text} ^ {})", other.text), move |on| of(on) ^ (other.of)(on)),
        5 => made(format!("({text} - {})", other.text), move |on| of(on) & !(other.of)(on)),
        6 => made(format!("({text} | {})", other.text), move |on| of(on) | (other.of)(on)),
        _ => made(format!("({text} & {})", other.text), move |on| of(on) & (other.of)(on)),
    }
}

fn condition(rng: &mut Rng, sides: [&str; 2], levels: usize) -> Made<bool> {
    let level = rng.usize(..levels);
    if level == 0 {
        let Made { text, of } = set(rng, sides, 3);
        let (other, number) = (set(rng, sides, 1), rng.u32(..4));
        let (side, color) = rng.choice(sides.into_iter().zip(Color::ALL)).unwrap();
        return match rng.usize(..9) {
            0 => made(format!("{text} != {}", other.text), move |on| of(on) != (other.of)(on)),
            1 => made(format!("count({text}) > {number}"), move |on| of(on).count_ones() > number),
            2 => made(format!("count({text}) + {number} <= count({})", other.text), move |on| {
                of(on).count_ones() + number <= (other.of)(on).count_ones()
            }),
            3 => made(
                format!("count({text}) - count({}) + {number} == {side}.island_count", other.text),
                move |on| {
                    let islands = pawns(on).side(color).island_count();
                    of(on).count_ones() + number == (other.of)(on).count_ones() + islands
                },
            ),
            4 => made(format!("count({side}.file_set) >= {number}"), move |on| {
                pawns(on).side(color).file_set().count() >= number
            }),
            _ => made(text, move |on| of(on) != 0),
        };
    }
    let [Made { text, of }, other] = [0; 2].map(|_| condition(rng, sides, level));
    match rng.usize(..4) {
        0 => made(format!("!({text})"), move |on| !of(on)),
        1 => made(format!("({text} || {})", other.text), move |on| of(on) || (other.of)(on)),
        _ => made(format!("({text} && {})", other.text), move |on| of(on) && (other.of)(on)),
    }
}

/// Returns positions with the pawns of games, and kings and other pieces somewhere.
fn positions(rng: &mut Rng) -> Vec<Placement> {
    let mut place = |pawns: &Pawns| {
        let (mut placed, mut free) = (Placement::from(*pawns), !(pawns.white().own() | pawns.black().own()));
        let others: Vec<_> = (0..8).map(|_| (rng.usize(..2), rng.usize(1..5))).collect();
        for (side, piece) in [(0, 5), (1, 5)].into_iter().chain(others) {
            let square = rng.choice(free.squares().collect::<Vec<_>>()).unwrap().bitboard();
            placed.0[side][piece] |= square;
            free &= !square;
        }
        placed
    };
    embedded::distinct(&embedded::positions()).iter().step_by(97).map(&mut place).collect()
}

fn mirrored(Placement([white, black]): &Placement) -> Placement {
    Placement([*black, *white].map(|side| side.map(|set| Bitboard::from_bits(set.bits().swap_bytes()))))
}

#[test]
fn conditions_mean_what_their_parts_mean() {
    let mut rng = Rng::with_seed(1);
    let positions = positions(&mut rng);
    let (mut queries, mut texts, mut is_decided, mut proofs) = (Vec::new(), Vec::new(), 0, 0);
    for number in 0..600 {
        let sides = [["white", "black"], ["own", "enemy"]][rng.usize(..2)];
        let Made { text, of } = condition(&mut rng, sides, 3);
        let query = Query::parse(&text, &[]).unwrap();
        let of_sides = ["own.", "enemy.", ", own)", ", enemy)"].iter().any(|side| text.contains(side));
        assert_eq!(query.is_of_either(), of_sides, "{text}");
        let expected = |on: &Placement| [of(on), query.is_of_either() && of(&mirrored(on))];
        let answers: Vec<_> = positions.iter().map(expected).collect();
        for (position, expected) in positions.iter().zip(&answers) {
            assert_eq!(query.is_met(*position), *expected, "{text}: {position:?}");
            let may_be = query.are_met([pawns(position)]).map(|[is_met]| is_met);
            // With other pieces, the same pawns may meet it.
            let is_wrong =
                |side: usize| may_be[side] != expected[side] && !(query.has_pieces() && may_be[side]);
            assert!(!is_wrong(0) && !is_wrong(1), "{text}: {position:?}");
        }
        let is_met = |answer: &[bool; 2]| answer.contains(&true);
        is_decided += usize::from(answers.iter().any(is_met) && !answers.iter().all(is_met));
        if number % 12 == 0 {
            let error =
                ask(&text, &[], embedded::positions).err().map(|error| error.message("")).unwrap_or_default();
            let never = error.starts_with(&format!("no position meets `{text}`"));
            let always = error.starts_with(&format!("every position meets `{text}`"));
            assert!(!never || !answers.iter().any(is_met), "{error}");
            assert!(!always || answers.iter().all(is_met), "{error}");
            proofs += usize::from(never || always);
        }
        queries.push(query);
        texts.push(text);
    }
    let together = Together::new(texts.iter().map(|text| Query::parse(text, &[]).unwrap()));
    for position in &positions {
        let mut met = vec![[false; 2]; texts.len()];
        together.each_met(pawns(position), |number, side| met[number][side as usize] = true);
        for ((met, query), text) in met.iter().zip(&queries).zip(&texts) {
            assert_eq!(*met, query.are_met([pawns(position)]).map(|[is_met]| is_met), "{text}: {position:?}");
        }
    }
    assert!(is_decided > 120 && proofs > 3, "{is_decided} {proofs}");
}
