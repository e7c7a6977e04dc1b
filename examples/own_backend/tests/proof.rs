//! Proves the functions that the backend overrides, for all sets and squares.

use std::iter::zip;

use pawnfill::{Backend, Bitboard, Black, KoggeStone, Pawns, Square, White};
use pawnfill_own_backend::Shifts;
use pawnfill_symbolic::{Symbolic, differ, input, never};

fn fills<B: Backend>() -> [Symbolic; 2] {
    let [set, _] = input();
    [B::north_fill(set), B::south_fill(set)]
}

fn masks<B: Backend>(at: Square) -> [Bitboard; 4] {
    let [white, black] = [B::passer_span::<White>(at), B::passer_span::<Black>(at)];
    [B::north_ray(at), B::south_ray(at), white, black]
}

fn prove<B: Backend>() -> Result<(), String> {
    assert!(Square::ALL.map(masks::<B>) == Square::ALL.map(masks::<KoggeStone>));
    zip(fills::<B>(), fills::<KoggeStone>())
        .try_for_each(|(own, ours)| never("a fill is wrong", differ(&own.0, &ours.0)))
}

#[test]
fn seven_shifts_are_right_and_a_board_refutes_six() {
    assert_eq!(prove::<Shifts>(), Ok(()));
    let refuted = format!("a fill is wrong for\n{}", Pawns::from_bits(1, 0));
    assert_eq!(prove::<Shifts<6>>(), Err(refuted));
}
