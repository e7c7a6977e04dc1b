//! Checks that the engine plays chess, and that the backend affects only its speed.

use cozy_chess::Board;
use pawnfill::{Auto, Backend, for_each_backend};
use pawnfill_engine::{MATE, POSITIONS, Search, Verdict, bench, evaluate};

fn search<B: Backend>(fen: &str, depth: u8) -> Verdict {
    Search::<B>::run(&fen.parse().unwrap(), depth)
}

#[test]
fn all_backends_search_the_same_tree() {
    for fen in POSITIONS {
        let verdict = search::<Auto>(fen, 3);
        for_each_backend!(B => assert_eq!(search::<B>(fen, 3), verdict, "{fen}, {}", B::NAME));
    }
    // The number changes with any change of the search or the evaluation.
    for_each_backend!(B => assert_eq!(bench::<B>(2), 6416, "{}", B::NAME));
}

/// Returns the position with exchanged colors.
fn flipped(board: &Board) -> Board {
    let mut builder = cozy_chess::BoardBuilder::empty();
    for square in board.occupied() {
        let (piece, color) = (
            board.piece_on(square).unwrap(),
            board.color_on(square).unwrap(),
        );
        *builder.square_mut(square.flip_rank()) = Some((piece, !color));
    }
    builder.side_to_move = !board.side_to_move();
    builder.build().unwrap()
}

#[test]
fn evaluation_is_symmetric() {
    for fen in POSITIONS {
        let board: Board = fen.parse().unwrap();
        assert_eq!(
            evaluate::<Auto>(&board),
            evaluate::<Auto>(&flipped(&board)),
            "{fen}"
        );
    }
}

#[test]
fn evaluation_sees_pawn_structure() {
    let united: Board = "4k3/5pp1/8/8/8/8/PP6/4K3 w - - 0 1".parse().unwrap();
    let scattered: Board = "4k3/5pp1/8/8/8/8/P2P4/4K3 w - - 0 1".parse().unwrap();
    let doubled: Board = "4k3/5pp1/8/8/8/P7/P7/4K3 w - - 0 1".parse().unwrap();
    let [united, scattered, doubled] =
        [united, scattered, doubled].map(|board| evaluate::<Auto>(&board));
    assert!(
        united > scattered && scattered > doubled,
        "{united} {scattered} {doubled}"
    );
}

#[test]
fn mates_are_found() {
    let back_rank = search::<Auto>("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 3);
    assert_eq!(back_rank.best.unwrap().to_string(), "d1d8");
    assert_eq!(back_rank.score, MATE - 1);

    let in_two = search::<Auto>("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 5);
    assert_eq!(in_two.score, MATE - 3);
}
