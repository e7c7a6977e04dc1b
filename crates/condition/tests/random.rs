//! Conditions that are made at random, compared with what their parts mean.

use fastrand::Rng;
use pawnfill::{Bitboard, Pawns, Placement};
use pawnfill_condition::{Query, Together, ask};
use pawnfill_positions::embedded;
use pawnfill_testing::conditions::{SampleCondition, condition, pawns};

/// Returns positions with the pawns of games, and kings and other pieces somewhere.
fn positions(rng: &mut Rng) -> Vec<Placement> {
    let mut place = |pawns: &Pawns| {
        let (mut placed, mut free) = (
            Placement::from(*pawns).pieces(),
            !(pawns.white().own() | pawns.black().own()),
        );
        let others: Vec<_> = (0..8).map(|_| (rng.usize(..2), rng.usize(1..5))).collect();
        for (side, piece) in [(0, 5), (1, 5)].into_iter().chain(others) {
            let square = rng
                .choice(free.squares().collect::<Vec<_>>())
                .unwrap()
                .bitboard();
            placed[side][piece] |= square;
            free &= !square;
        }
        Placement::new(placed)
    };
    embedded::distinct(&embedded::positions())
        .iter()
        .step_by(311)
        .map(&mut place)
        .collect()
}

fn mirrored(placement: &Placement) -> Placement {
    let [white, black] = placement.pieces();
    Placement::new(
        [black, white].map(|side| side.map(|set| Bitboard::from_bits(set.bits().swap_bytes()))),
    )
}

#[test]
fn conditions_mean_what_their_parts_mean() {
    let mut rng = Rng::with_seed(1);
    let positions = positions(&mut rng);
    let (mut queries, mut texts, mut is_decided, mut proofs) = (Vec::new(), Vec::new(), 0, 0);
    for number in 0..600 {
        let sides = [["white", "black"], ["own", "enemy"]][rng.usize(..2)];
        let SampleCondition { text, of } = condition(&mut |count| rng.usize(..count), sides, 3);
        let query = Query::parse(&text, &[]).unwrap();
        let of_sides = ["own.", "enemy.", ", own)", ", enemy)"]
            .iter()
            .any(|side| text.contains(side));
        assert_eq!(query.is_of_either(), of_sides, "{text}");
        let expected = |on: &Placement| [of(on), query.is_of_either() && of(&mirrored(on))];
        let answers: Vec<_> = positions.iter().map(expected).collect();
        for (position, expected) in positions.iter().zip(&answers) {
            assert_eq!(query.is_met(*position), *expected, "{text}: {position:?}");
            // Lanes do not depend on each other.
            let lanes = query.are_met([pawns(&positions[0]), pawns(position)]);
            let may_be = lanes.map(|[_, is_met]| is_met);
            // With other pieces, the same pawns may meet it.
            let is_wrong = |side: usize| {
                may_be[side] != expected[side] && !(query.has_pieces() && may_be[side])
            };
            assert!(!is_wrong(0) && !is_wrong(1), "{text}: {position:?}");
        }
        let is_met = |answer: &[bool; 2]| answer.contains(&true);
        is_decided += usize::from(answers.iter().any(is_met) && !answers.iter().all(is_met));
        if number % 12 == 0 {
            let error = ask(&text, &[], embedded::positions)
                .err()
                .map(|error| error.message(""))
                .unwrap_or_default();
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
        together.each_met(pawns(position), |number, side| {
            met[number][side as usize] = true
        });
        for ((met, query), text) in met.iter().zip(&queries).zip(&texts) {
            assert_eq!(
                *met,
                query.are_met([pawns(position)]).map(|[is_met]| is_met),
                "{text}: {position:?}"
            );
        }
    }
    assert!(is_decided > 100 && proofs > 3, "{is_decided} {proofs}");
}
