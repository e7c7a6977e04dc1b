use pawnfill::{
    Backend as _, Bitboard, KoggeStone, Lookup, SquareSet as _, east, north, south, west,
};

use super::*;

/// Equal expressions are counted once, whatever the order of their operands, and constants cost
/// nothing.
#[test]
fn counting() {
    let [a, b] = ["white", "black"].map(Expression::argument);
    let none = Expression::splat(Bitboard::EMPTY);
    assert_eq!(Cost::of([a & b, b & a]).operations, 1);
    assert_eq!(
        Cost::of([(a & b) | (b & a), a ^ none, a | none, b & !none, !!a, a ^ a]).operations,
        1
    );
    assert_eq!(Cost::of([(a & b) ^ (a | b)]).operations, 3);
    assert_eq!(Cost::of([a.up::<8>().up::<1>(), a.up::<9>()]).operations, 1);
    assert_eq!(Cost::of([a.down::<8>().up::<1>()]).operations, 2);
    assert_eq!(Cost::of([east(south(a)), west(north(a))]).operations, 4);
    assert_eq!(Cost::of([KoggeStone::north_fill(a)]).operations, 6);
    assert_eq!(Cost::of([Lookup::north_fill(a)]).loads, 1);
}
