use std::thread;

use super::*;

/// Functions are numbered in the order in which they are made, so those of an earlier proof would
/// be counted.
#[test]
fn a_proof_begins_without_the_diagrams_of_others() {
    let prove = |piece| limited(usize::MAX, usize::MAX, || !pieces_of(piece)[0].0[27]);
    let alone = thread::spawn(move || prove(1)).join().unwrap();
    prove(0);
    assert_eq!(prove(1), alone);
}
