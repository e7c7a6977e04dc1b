/// Returns `true` if a pawn is on a file and a rank, counted from 0. Off the board, there is none.
fn on(board: u64, file: i32, rank: i32) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank) && board >> (8 * rank + file) & 1 != 0
}

/// Returns the counts of doubled, isolated, chained and passed pawns, of the king's shield,
/// and of open files near the king.
pub fn counts(pawns: [u64; 2], color: usize, king: usize) -> [u32; 6] {
    let own = |file, rank| on(pawns[color], file, rank);
    let enemy = |file, rank| on(pawns[color ^ 1], file, rank);
    let on_file = |file| (0..8).filter(|&rank| own(file, rank)).count() as u32;
    let step = if color == 0 { 1 } else { -1 };

    let [
        mut doubled,
        mut isolated,
        mut chained,
        mut passed,
        mut shield,
        mut open,
    ] = [0; 6];
    for file in 0..8 {
        doubled += on_file(file).saturating_sub(1);
        let is_isolated = on_file(file) > 0 && on_file(file - 1) + on_file(file + 1) == 0;
        isolated += u32::from(is_isolated);
        for rank in (0..8).filter(|&rank| own(file, rank)) {
            // North for both colors: each pair is counted at its southern pawn.
            chained += u32::from(own(file - 1, rank + 1) || own(file + 1, rank + 1));
            let beside = |rank| (-1..=1).any(|side| enemy(file + side, rank));
            let mut ahead = (1..8).map(|steps| rank + steps * step);
            passed += u32::from(!ahead.any(|rank| own(file, rank) || beside(rank)));
        }
    }
    let (king_file, king_rank) = (king as i32 % 8, king as i32 / 8);
    for file in king_file - 1..=king_file + 1 {
        for rank in king_rank - 1..=king_rank + 1 {
            shield += u32::from(own(file, rank) && (file, rank) != (king_file, king_rank));
        }
        open += u32::from((0..8).contains(&file) && on_file(file) == 0);
    }
    [doubled, isolated, chained, passed, shield, open]
}
