use pawnfill::FileSet;
use pawnfill::set::Lanes;
use pawnfill_expression::Color as Side;

use super::*;

/// Compares each function with its definition, which walks squares.
#[test]
fn functions_are_those_of_tables() {
    let mut rng = fastrand::Rng::with_seed(1);
    for definition in FUNCTIONS {
        let name = definition.name;
        for (color, side) in [(Color::White, Side::White), (Color::Black, Side::Black)] {
            // Only these depend on the color.
            if color == Color::Black && !needs_color(definition) {
                continue;
            }
            for _ in 0..20 {
                let set = rng.u64(..) & rng.u64(..);
                let (argument, squares, kind) = match definition.apply(&[Constant::Set(set)]) {
                    Some(_) => (Constant::Set(set), set, Kind::Set),
                    None => {
                        let files = FileSet::from_bits(set as u8);
                        (
                            Constant::Files(set as u8),
                            files.to_bitboard().bits(),
                            Kind::Files,
                        )
                    }
                };
                let arguments = [argument, Constant::Color(side)];
                let expected =
                    definition.apply(&arguments[..1 + usize::from(needs_color(definition))]);
                let result =
                    super::squares(definition, color, Lanes::new([squares]), kind, Color::White)
                        .boards()[0];
                let flipped = super::squares(
                    definition,
                    color,
                    Lanes::new([squares.swap_bytes()]),
                    kind,
                    Color::Black,
                );
                // A file is counted on rank 1 by either side.
                let flipped = if kind == Kind::Files {
                    result
                } else {
                    flipped.boards()[0].swap_bytes()
                };
                assert_eq!(flipped, result, "{name}, seen by Black");
                let result = Bitboard::from_bits(result);
                let value = match super::kind(definition, kind).unwrap() {
                    Kind::Set => Constant::Set(result.bits()),
                    Kind::Files => {
                        assert_eq!(result.file_set().to_bitboard(), result, "{name}");
                        Constant::Files(result.file_set().bits())
                    }
                    Kind::Number => Constant::Number(result.count() as i32),
                    _ => unreachable!("no function has another value"),
                };
                assert_eq!(Some(value), expected, "{name} {argument:?}");
            }
        }
    }
}
