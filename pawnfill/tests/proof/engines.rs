//! Theorems about expressions of `docs::definitions` whose rules are too long to see that they are equal.

use libtest_mimic::Trial;
use pawnfill::pattern::Scope;
use pawnfill::{Backend, Color, Pawns, Side, SideView, SquareSet};
use pawnfill_symbolic::{Symbolic, differ, input, never};

use super::oracle::{At, Board, Count, Mask, any};

pub fn all() -> [Trial; 1] {
    [Trial::test("definitions: the candidates of Simbelmyne are those of its loop", || {
        let [white, black] = input();
        each_backend!(B => {
            let pawns = Pawns::<B, Symbolic>::new(white, black);
            let sets = [candidates(pawns.white()), candidates(pawns.black())];
            for (color, set) in Color::ALL.into_iter().zip(sets) {
                let board = Board::new(white.0, black.0, Scope::Side(color));
                never("they differ", differ(&set.0, &board.set(is_candidate)))?;
            }
        });
        Ok(())
    })]
}

/// Returns the expression of the page.
fn candidates<C: Side, B: Backend, S: SquareSet>(view: SideView<C, B, S>) -> S {
    let (attacks, enemy) = (view.any_attacks(), view.opponent());
    view.half_free()
        & C::behind(view.safe_squares() & !C::behind(!enemy.holes()))
        & !(enemy.double_attacks() & !attacks)
        & !(attacks & C::behind(attacks))
}

/// Returns `true` if a pawn meets the conditions of the loop.
fn is_candidate<T: Mask>(board: &Board<T>, pawn: At) -> T {
    let count = |ahead, is_own: bool| {
        Count::of([-1, 1], |east| {
            let at = pawn.step(east, ahead);
            if is_own { board.own(at) } else { board.enemy(at) }
        })
    };
    let (threats, defenders) = (count(1, false), count(-1, true));
    let (push_threats, push_defenders) = (count(2, false), count(0, true));
    let has_others = any(pawn.ahead(), |t| {
        board.enemy(t) | any(t.beside(), |u| T::from(t.rank > pawn.rank + 2) & board.enemy(u))
    });
    board.own(pawn)
        & !board.passed(pawn)
        & !has_others
        & push_defenders.reaches(&push_threats)
        & !(threats.at_least(2) & !defenders.at_least(1))
        & !(defenders.at_least(1) & push_defenders.at_least(1))
}
