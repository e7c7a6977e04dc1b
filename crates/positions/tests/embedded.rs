//! Checks the embedded positions against `games/README.md`.

use pawnfill::Pawns;
use pawnfill::pattern::Pattern;
use pawnfill_positions::embedded;
use sha2::{Digest, Sha256};

#[test]
fn digest_is_the_one_in_the_readme() {
    let digest: String = Sha256::digest(embedded::BYTES).iter().map(|byte| format!("{byte:02x}")).collect();
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
        assert!(std::panic::catch_unwind(|| embedded::encode([vec![pawns]])).is_err(), "{pawns}");
    }
}

#[test]
fn sizes() {
    let positions = embedded::positions();
    assert_eq!(embedded::games().count(), 438);
    assert_eq!(positions.len(), 28_976);
    assert_eq!(embedded::distinct(&positions).len(), 8_350);
    let mut no_repeats = positions.clone();
    no_repeats.dedup();
    let repeats = (positions.len() - no_repeats.len()) as f64 / positions.len() as f64;
    assert!((0.63..0.70).contains(&repeats), "{repeats}");
}

#[test]
fn games_are_games() {
    let initial = Pawns::from_bits(0xff00, 0x00ff_0000_0000_0000);
    for game in embedded::games() {
        assert_eq!(game[0], initial);
        for half_move in game.windows(2) {
            let [before, after] = [half_move[0], half_move[1]];
            assert!((after.white().own() & after.black().own()).is_empty(), "{after}");
            for side in [|pawns: Pawns| pawns.white().own(), |pawns: Pawns| pawns.black().own()] {
                let (gone, come) = (side(before) - side(after), side(after) - side(before));
                assert!(gone.count() <= 1 && come.count() <= gone.count(), "{before}\n\n{after}");
            }
        }
    }
}

/// Checks statistics of real games. Uniformly random pawns are far outside of all these bands.
#[test]
fn structures_look_like_real_games() {
    let positions = embedded::positions();
    let pawns: f64 = positions.iter().map(|p| f64::from((p.white().own() | p.black().own()).count())).sum();
    let percent = |name| {
        let pattern = Pattern::from_name(name).unwrap();
        let sets = positions.iter().flat_map(|&pawns| pattern.columns().map(move |column| column.of(pawns)));
        100.0 * sets.map(|set| f64::from(set.count())).sum::<f64>() / pawns
    };
    let open = |pawns: &Pawns| f64::from((!(pawns.white().file_set() | pawns.black().file_set())).count());
    let per_position = |sum: f64| sum / positions.len() as f64;
    for (what, value, low, high) in [
        ("pawns a position", per_position(pawns), 11.3, 12.0),
        ("% doubled", percent("doubled"), 3.9, 4.3),
        ("% isolated", percent("isolated"), 8.0, 10.5),
        ("% passed", percent("passed"), 4.5, 4.8),
        ("% in levers", percent("any_levers"), 2.3, 3.1),
        ("% rammed", percent("rams"), 9.9, 13.0),
        ("open files a position", per_position(positions.iter().map(open).sum()), 1.2, 1.55),
    ] {
        println!("{value:.2} {what}");
        assert!((low..=high).contains(&value), "{value} {what}, expected {low} to {high}");
    }
}
