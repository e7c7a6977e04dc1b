//! The functions of [`by_patterns`](crate::by_patterns), and `Terms`, written by hand.
//!
//! This is what a careful engine author would write for exactly these sets: straight-line code on
//! `u64` that shares all common parts, in the order that compiles to the fewest instructions.

const NOT_A_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H_FILE: u64 = 0x7f7f_7f7f_7f7f_7f7f;

#[inline(always)]
fn east(set: u64) -> u64 {
    set << 1 & NOT_A_FILE
}

#[inline(always)]
fn west(set: u64) -> u64 {
    set >> 1 & NOT_H_FILE
}

#[inline(always)]
fn beside(set: u64) -> u64 {
    east(set) | west(set)
}

/// Moves a set some ranks toward the enemy.
#[inline(always)]
fn ahead<const WHITE: bool>(set: u64, ranks: u32) -> u64 {
    if WHITE {
        set << (8 * ranks)
    } else {
        set >> (8 * ranks)
    }
}

/// Moves a set some ranks away from the enemy.
#[inline(always)]
fn behind<const WHITE: bool>(set: u64, ranks: u32) -> u64 {
    if WHITE {
        set >> (8 * ranks)
    } else {
        set << (8 * ranks)
    }
}

/// Returns the squares strictly ahead of the pawns.
#[inline(always)]
fn front_span<const WHITE: bool>(pawns: u64) -> u64 {
    let two = pawns | ahead::<WHITE>(pawns, 1);
    let four = two | ahead::<WHITE>(two, 2);
    ahead::<WHITE>(four | ahead::<WHITE>(four, 4), 1)
}

/// What the sets of both colors need of the pawns of one color.
#[derive(Clone, Copy)]
struct Color {
    pawns: u64,
    stops: u64,
    attacks: u64,
    span: u64,
    beside_span: u64,
    /// The squares behind the pawns.
    rear: u64,
    /// The whole files of the pawns.
    files: u64,
    helpers: Digits,
}

impl Color {
    #[inline(always)]
    fn new<const WHITE: bool>(pawns: u64) -> Self {
        let (stops, span) = (ahead::<WHITE>(pawns, 1), front_span::<WHITE>(pawns));
        let rear = if WHITE {
            front_span::<false>(pawns)
        } else {
            front_span::<true>(pawns)
        };
        let (attacks, beside_span) = (beside(stops), beside(span));
        let (files, helpers) = (pawns | (span | rear), helpers::<WHITE>(pawns));
        Self {
            pawns,
            stops,
            attacks,
            span,
            beside_span,
            rear,
            files,
            helpers,
        }
    }

    #[inline(always)]
    fn passed(self, enemy: Self) -> u64 {
        self.pawns & !(enemy.span | enemy.beside_span)
    }

    #[inline(always)]
    fn backward<const WHITE: bool>(self, enemy: Self) -> u64 {
        self.pawns & behind::<WHITE>(enemy.attacks & !self.beside_span, 1)
    }

    #[inline(always)]
    fn connected<const WHITE: bool>(self) -> u64 {
        self.pawns & beside(self.pawns | self.stops | behind::<WHITE>(self.pawns, 1))
    }
}

/// The files of the pawns of one color, and the squares with a pawn elsewhere on their file.
///
/// Rotations wrap around, so one direction is enough.
#[inline(always)]
fn files_and_elsewhere(pawns: u64) -> (u64, u64) {
    let two = pawns | pawns.rotate_left(8);
    let four = two | two.rotate_left(16);
    let opposite = four.rotate_left(32);
    (four | opposite, four.rotate_left(8) | opposite)
}

/// Returns the ten sets.
#[inline(always)]
#[must_use]
pub fn ten_sets(white: u64, black: u64) -> [u64; 10] {
    // The sets of whole files come first, which compiles to fewer instructions.
    let (white_files, white_elsewhere) = files_and_elsewhere(white);
    let (black_files, black_elsewhere) = files_and_elsewhere(black);
    let (white_isolated, white_doubled) = (white & !beside(white_files), white & white_elsewhere);
    let (black_isolated, black_doubled) = (black & !beside(black_files), black & black_elsewhere);
    let (open, half_open) = (!(white_files | black_files), white_files ^ black_files);
    let (w, b) = (Color::new::<true>(white), Color::new::<false>(black));
    [
        w.passed(b),
        white_isolated,
        white_doubled,
        w.backward::<true>(b),
        b.passed(w),
        black_isolated,
        black_doubled,
        b.backward::<false>(w),
        open,
        half_open,
    ]
}

/// Returns the sets of `Terms`: of White, of Black, and the open files.
#[inline(always)]
#[must_use]
pub fn terms(white: u64, black: u64) -> ([[u64; 11]; 2], u64) {
    #[inline(always)]
    fn side<const WHITE: bool>(own: Color, enemy: Color) -> [u64; 11] {
        [
            own.passed(enemy),
            enemy.files & !own.files,
            own.pawns & !beside(own.files),
            own.pawns & (own.span | own.rear),
            own.pawns & own.rear,
            own.attacks,
            !own.beside_span,
            own.backward::<WHITE>(enemy),
            own.connected::<WHITE>(),
            own.pawns & enemy.stops,
            own.pawns & beside(enemy.stops),
        ]
    }
    let (w, b) = (Color::new::<true>(white), Color::new::<false>(black));
    (
        [side::<true>(w, b), side::<false>(b, w)],
        !(w.files | b.files),
    )
}

/// Returns the sets of the engine.
#[inline(always)]
#[must_use]
pub fn engine(white: u64, black: u64) -> [[u64; 11]; 2] {
    #[inline(always)]
    fn side<const WHITE: bool>(own: Color, enemy: Color) -> [u64; 11] {
        const OUTPOSTS: [u64; 2] = [0x0000_00ff_ffff_0000, 0x0000_ffff_ff00_0000];
        let passed = own.passed(enemy);
        let behind_own = own.pawns & own.rear;
        let isolated = own.pawns & !beside(own.files);
        let mut fewer_helpers = 0;
        for (helpers, sentries) in own.helpers.into_iter().zip(enemy.helpers) {
            let sentries = behind::<WHITE>(sentries, 1);
            fewer_helpers ^= (helpers ^ sentries) & (fewer_helpers ^ sentries);
        }
        let islands = own.files & 0xff;
        [
            passed & !behind_own,
            enemy.files & !own.files,
            behind_own,
            passed & own.attacks,
            OUTPOSTS[WHITE as usize] & own.attacks & !enemy.beside_span,
            own.connected::<WHITE>(),
            isolated,
            !(own.files | enemy.files),
            own.pawns & !enemy.span & !passed & !fewer_helpers,
            own.backward::<WHITE>(enemy) & !isolated,
            islands & !(islands << 1),
        ]
    }
    let (w, b) = (Color::new::<true>(white), Color::new::<false>(black));
    [side::<true>(w, b), side::<false>(b, w)]
}

/// A number on each square, one set per binary digit.
type Digits = [u64; 4];

/// Counts for each square the pawns on the neighbor files that are level with it or behind it, in
/// three doublings.
///
/// Each color's sentries are the other's helpers, one step on.
#[inline(always)]
fn helpers<const WHITE: bool>(pawns: u64) -> Digits {
    // The sum and the carry of two digits, and of two digits and a carry.
    let half = |a: u64, b: u64| (a ^ b, a & b);
    let full = |a: u64, b: u64, carry: u64| (a ^ b ^ carry, a & b | carry & (a ^ b));
    let (ones, twos) = half(east(pawns), west(pawns));
    let step = |set: u64| ahead::<WHITE>(set, 1);
    let (ones, carry) = half(ones, step(ones));
    let (twos, fours) = full(twos, step(twos), carry);
    let step = |set: u64| ahead::<WHITE>(set, 2);
    let (ones, carry) = half(ones, step(ones));
    let (twos, carry) = full(twos, step(twos), carry);
    let (fours, eights) = full(fours, step(fours), carry);
    let step = |set: u64| ahead::<WHITE>(set, 4);
    let (ones, carry) = half(ones, step(ones));
    let (twos, carry) = full(twos, step(twos), carry);
    let (fours, carry) = full(fours, step(fours), carry);
    [ones, twos, fours, eights ^ step(eights) ^ carry]
}
