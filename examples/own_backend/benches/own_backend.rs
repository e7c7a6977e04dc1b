//! Measures the backend beside those of the library, with positions of games.

use pairbench::{Comparison, Suite};
use pawnfill::{Backend, Color, Pawns, Square, for_each_backend};
use pawnfill_own_backend::Shifts;
use pawnfill_positions::embedded;

type Boards = [u64; 2];

fn pawns<B: Backend>([white, black]: Boards) -> Pawns<B> {
    Pawns::new(white.into(), black.into())
}

fn passed<B: Backend>(boards: Boards) -> u64 {
    pawns::<B>(boards).white().passed().bits()
}

fn is_passed<B: Backend>((boards, square): (Boards, u8)) -> bool {
    pawns::<B>(boards)
        .white()
        .is_passed(Square::ALL[usize::from(square)])
}

fn main() -> std::process::ExitCode {
    let positions = embedded::distinct(&embedded::positions());
    let boards = |pawns: &Pawns| Color::ALL.map(|color| pawns.side(color).own().bits());
    let boards: Vec<Boards> = positions.iter().map(boards).collect();
    let pawn = |&boards: &Boards| (boards, boards[0].trailing_zeros() as u8 % 64);
    let pawn: Vec<_> = boards.iter().map(pawn).collect();
    let mut set = Comparison::new("passed", &boards).without_branches();
    let mut question = Comparison::new("is_passed", &pawn).without_branches();
    macro_rules! add {
        ($B:ty) => {
            set = set.function(<$B>::NAME, passed::<$B>);
            question = question.function(<$B>::NAME, is_passed::<$B>);
        };
    }
    for_each_backend!(B => { add!(B); });
    add!(Shifts);
    pairbench::main(&Suite::new().with(set).with(question))
}
