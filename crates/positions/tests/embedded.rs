//! Checks the embedded positions against `games/README.md`.

use pawnfill::Pawns;
use pawnfill_positions::embedded;
use sha2::{Digest, Sha256};

#[test]
fn digest_is_the_one_in_the_readme() {
    let digest: String = Sha256::digest(embedded::BYTES)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let readme = include_str!("../games/README.md");
    assert!(readme.contains(&format!("`{digest}`")), "{digest}");
}

#[test]
fn encode_is_the_inverse_of_games() {
    assert!(embedded::encode(embedded::games()) == embedded::BYTES);
}

#[test]
fn pawns_on_the_edge_cannot_be_encoded() {
    for (white, black) in [(1, 0), (0, 1), (1 << 63, 0), (0, 1 << 63)] {
        let pawns = Pawns::from_bits(white, black);
        assert!(
            std::panic::catch_unwind(|| embedded::encode([vec![pawns]])).is_err(),
            "{pawns}"
        );
    }
}

#[test]
fn sizes() {
    let positions = embedded::positions();
    assert_eq!(embedded::games().count(), 438);
    assert_eq!(positions.len(), 28_976);
    assert_eq!(embedded::distinct(&positions).len(), 8_350);
}
