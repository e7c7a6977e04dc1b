use pawnfill as pf;
use pf::{Backend, Pawns, Side, SideView, Square};

/// Returns the same sets and coefficients.
pub fn king_pawns(pawns: [Bitboard; 2], kings: [usize; 2]) -> KingPawns {
    let pawns = Pawns::from_bits(pawns[0].0, pawns[1].0);
    let [king, their_king] = kings.map(Square::from_index_wrapping);
    let (white, black) = (pawns.white(), pawns.black());
    let mut trace = [[0; 8]; 8];
    add(&mut trace, white, king, their_king);
    add(&mut trace, black, their_king, king);
    KingPawns {
        passed: [white.passed(), black.passed()].map(back),
        outposts: [white.outposts_on_all_ranks(), black.outposts_on_all_ranks()].map(back),
        trace,
    }
}

/// Returns a set as the engine's own type.
fn back(set: pf::Bitboard) -> Bitboard {
    Bitboard(set.bits())
}

// If the engine's functions are generic over a color type of its own, give that trait
// `type Side: pf::Side`, and write `pawns.view::<Us::Side>()`.
fn add<C: Side, B: Backend>(
    trace: &mut [[i32; 8]; 8],
    view: SideView<C, B>,
    king: Square,
    their_king: Square,
) {
    let (own, enemy, attacks) = (view.own(), view.opponent(), view.any_attacks());
    let later = enemy.east_front_attack_span() | enemy.west_front_attack_span();
    let candidates = (view.half_free() & C::behind(view.safe_squares() - C::behind(later)))
        - (enemy.double_attacks() - attacks)
        - (attacks & C::behind(attacks));
    let sign = if C::COLOR == pf::Color::White { 1 } else { -1 };
    let by_rank = [
        view.passed(),
        candidates - view.safe_squares(),
        candidates & view.safe_squares(),
        (own & C::behind(own)) - enemy.any_attacks(),
        view.phalanx(),
        view.isolated(),
    ];
    for (set, weights) in by_rank.into_iter().zip(trace.iter_mut()) {
        for square in set.squares() {
            weights[C::relative_rank(square).index()] += sign;
        }
    }
    let shield = own & view.passer_span_of(king);
    let storm = own & enemy.passer_span_of(their_king);
    for (set, from, weights) in [(shield, king, 6), (storm, their_king, 7)] {
        for square in set.squares() {
            let distance = square.rank().index().abs_diff(from.rank().index()).min(3);
            trace[weights][distance] += sign;
        }
    }
}
