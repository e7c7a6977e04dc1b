use pawnfill::{Backend, Color, Pawns, Side, SideView, Square, beside, north, south};

/// Returns the same counts.
pub fn counts(pawns: [u64; 2], color: usize, king: usize) -> [u32; 6] {
    let [white, black] = pawns;
    let (pawns, king) = (
        Pawns::from_bits(white, black),
        Square::from_index_wrapping(king),
    );
    match Color::from_index_wrapping(color) {
        Color::White => terms(pawns.white(), king),
        Color::Black => terms(pawns.black(), king),
    }
}

fn terms<C: Side, B: Backend>(view: SideView<C, B>, king: Square) -> [u32; 6] {
    let own = view.own();
    let doubled = view.behind_own().count();
    let isolated = view.isolated().file_set().count();
    let chained = (own & south(beside(own))).count();
    let passed = view.front_passed().count();

    let row = king.bitboard() | beside(king.bitboard());
    let around = (row | north(row) | south(row)) - king.bitboard();
    let shield = (own & around).count();
    let open = (view.half_open_or_open_file_set() & row.file_set()).count();
    [doubled, isolated, chained, passed, shield, open]
}
