/// The engine's own set. a1 is bit 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bitboard(pub u64);

/// What the pawns and the kings determine, for the cache.
#[derive(Debug, Default, PartialEq)]
pub struct KingPawns {
    pub passed: [Bitboard; 2],
    pub outposts: [Bitboard; 2],
    /// The coefficients of the weights, by term and by rank, file or distance.
    pub trace: [[i32; 8]; 8],
}

fn on(board: u64, file: i32, rank: i32) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank) && board >> (8 * rank + file) & 1 != 0
}

pub fn king_pawns(pawns: [Bitboard; 2], kings: [usize; 2]) -> KingPawns {
    let mut all = KingPawns::default();
    add::<true>(&mut all, pawns, kings);
    add::<false>(&mut all, pawns, kings);
    all
}

fn add<const WHITE: bool>(all: &mut KingPawns, pawns: [Bitboard; 2], kings: [usize; 2]) {
    let (us, sign) = if WHITE { (0, 1) } else { (1, -1) };
    let own = |file, rank| on(pawns[us].0, file, rank);
    let enemy = |file, rank| on(pawns[1 - us].0, file, rank);
    let [(king_file, king_rank), (their_file, their_rank)] =
        [us, 1 - us].map(|side| (kings[side] as i32 % 8, kings[side] as i32 / 8));

    for (file, rank) in (0..64).map(|square| (square % 8, square / 8)) {
        let beside = |steps| {
            [
                (file - 1, rank + sign * steps),
                (file + 1, rank + sign * steps),
            ]
        };
        let ours = |steps| {
            beside(steps)
                .into_iter()
                .filter(|&(f, r)| own(f, r))
                .count()
        };
        let theirs = |steps| {
            beside(steps)
                .into_iter()
                .filter(|&(f, r)| enemy(f, r))
                .count()
        };
        let later: usize = (1..8).map(theirs).sum();
        let bit = 1 << (8 * rank + file);
        if ours(-1) > 0 && later == 0 {
            all.outposts[us].0 |= bit;
        }
        if !own(file, rank) {
            continue;
        }
        let ahead = (1..8)
            .filter(|&steps| enemy(file, rank + sign * steps))
            .count();
        let (threats, guards) = (theirs(1), theirs(2));
        let relative = (if WHITE { rank } else { 7 - rank }) as usize;
        let mut count = |term: usize, index: usize| all.trace[term][index] += sign;
        if ahead + later == 0 {
            all.passed[us].0 |= bit;
            count(0, relative);
        } else if ahead + later == threats + guards
            && ours(0) >= guards
            && threats <= ours(-1) + 1
            && (ours(-1) == 0 || ours(0) == 0)
        {
            count(1 + usize::from(ours(-1) >= threats), relative);
        }
        if own(file, rank + sign) && threats == 0 {
            count(3, relative);
        }
        if ours(0) > 0 {
            count(4, relative);
        }
        if (-7..8).all(|steps| ours(steps) == 0) {
            count(5, relative);
        }
        if (file - king_file).abs() <= 1 && (rank - king_rank) * sign > 0 {
            count(6, (rank - king_rank).abs().min(3) as usize);
        }
        if (file - their_file).abs() <= 1 && (their_rank - rank) * sign > 0 {
            count(7, (rank - their_rank).abs().min(3) as usize);
        }
    }
}
