//! Compares the expressions of `docs::definitions` with the rules of the engines, restated square by square.
//!
//! The page must contain each expression of this file literally.

use std::ops::RangeInclusive;

use pawnfill::{Bitboard, File, Pawns, Rank, SideView, Square, White, beside, north, south};
use pawnfill_positions::embedded;
use proptest::prelude::*;

const PAGE: &str = include_str!("../docs/definitions.md");

/// The pawns from White's view, square by square. Files and ranks are counted from 0, and there are no pawns off the
/// board.
struct Squares {
    own: Bitboard,
    enemy: Bitboard,
}

const ALL: RangeInclusive<i32> = 0..=7;

impl Squares {
    fn own(&self, file: i32, rank: i32) -> bool {
        on(self.own, file, rank)
    }

    fn enemy(&self, file: i32, rank: i32) -> bool {
        on(self.enemy, file, rank)
    }

    fn own_beside(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        count([file - 1, file + 1], ranks, |file, rank| self.own(file, rank))
    }

    fn enemy_beside(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        count([file - 1, file + 1], ranks, |file, rank| self.enemy(file, rank))
    }

    fn own_on(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        count([file], ranks, |file, rank| self.own(file, rank))
    }

    fn enemy_on(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        count([file], ranks, |file, rank| self.enemy(file, rank))
    }

    fn isolated(&self, file: i32) -> bool {
        self.own_beside(file, ALL) == 0
    }

    /// Returns the enemy pawns that stop a pawn from being passed.
    fn stoppers(&self, file: i32, rank: i32) -> usize {
        self.enemy_on(file, rank + 1..=7) + self.enemy_beside(file, rank + 1..=7)
    }

    /// Returns `true` if an enemy pawn attacks the stop, and no friendly pawn is beside or behind on a neighbor file.
    fn behind_with_stop_attacked(&self, file: i32, rank: i32) -> bool {
        self.own_beside(file, 0..=rank) == 0 && self.enemy_beside(file, rank + 2..=rank + 2) > 0
    }
}

fn on(set: Bitboard, file: i32, rank: i32) -> bool {
    ALL.contains(&file)
        && ALL.contains(&rank)
        && set.contains(Square::new(File::ALL[file as usize], Rank::ALL[rank as usize]))
}

fn count<const N: usize>(
    files: [i32; N],
    ranks: RangeInclusive<i32>,
    is_there: impl Fn(i32, i32) -> bool,
) -> usize {
    files.map(|file| ranks.clone().filter(|&rank| is_there(file, rank)).count()).iter().sum()
}

struct Claim {
    engines: &'static str,
    word: &'static str,
    /// The expression on the page.
    expression: &'static str,
    ours: fn(SideView<White>) -> Bitboard,
    /// Returns `true` if the engines flag the friendly pawn on this file and rank.
    rule: fn(&Squares, i32, i32) -> bool,
}

/// The claims, each with its expression on the page and its rule. The list starts with the names that the page defines.
macro_rules! claims {
    (
        $white:ident $own:ident $empty:ident $attacked:ident;
        $($word:literal, $engines:literal: { $($expression:tt)* } is $rule:expr;)*
    ) => {
        [$(Claim {
            engines: $engines,
            word: $word,
            expression: stringify!($($expression)*),
            ours: |$white| {
                let ($own, $empty) = ($white.own(), $white.empty_squares());
                let $attacked = $white.opponent().any_attacks();
                let _ = ($own, $empty, $attacked);
                $($expression)*
            },
            rule: $rule,
        }),*]
    };
}

fn claims() -> impl IntoIterator<Item = Claim> {
    claims! {
        white own empty attacked;

        "doubled", "Ethereal": { white.doubled() } is |p, f, _| p.own_on(f, ALL) > 1;
        "doubled", "byte-knight": { white.behind_own() } is |p, f, r| p.own_on(f, r + 1..=7) > 0;
        "doubled", "Fruit 2.1, Topple, Minic, FabChess": { white.in_front_of_own() }
            is |p, f, r| p.own_on(f, 0..=r - 1) > 0;
        "doubled", "zurichess": { own & south(own) } is |p, f, r| p.own(f, r + 1);
        "doubled", "Simbelmyne": { (own & south(own)) - attacked }
            is |p, f, r| p.own(f, r + 1) && p.enemy_beside(f, r + 1..=r + 1) == 0;
        "doubled", "Stockfish, pleco_engine": { own & white.stops() } is |p, f, r| p.own(f, r - 1);

        "isolated", "Most engines": { white.isolated() } is |p, f, _| p.isolated(f);
        "isolated", "Ethereal": { white.isolated() - white.any_levers() }
            is |p, f, r| p.isolated(f) && p.enemy_beside(f, r + 1..=r + 1) == 0;

        "passed", "Topple, Minic, FabChess, Odonata, Ethereal, Simbelmyne, Weiss": { white.passed() } is |p, f, r| p.stoppers(f, r) == 0;
        "passed", "Fruit 2.1, zurichess, byte-knight, Inanis": { white.front_passed() }
            is |p, f, r| p.stoppers(f, r) == 0 && p.own_on(f, r + 1..=7) == 0;
        // No pawn ahead on the file, and no square from the pawn on is attacked.
        "passed", "fatalii": { white.front_passed() } is |p, f, r| {
            let free = |rank| !p.own(f, rank) && !p.enemy(f, rank);
            let attacked = |rank| p.enemy(f - 1, rank + 1) || p.enemy(f + 1, rank + 1);
            (r + 1..=7).all(free) && !(r..=7).any(attacked)
        };
        "passed", "Stockfish": {
            fn stockfish(white: SideView<White>, square: Square) -> bool {
                let pawn = square.bitboard();
                let stoppers = white.stoppers_of(square);
                let levers = white.enemy() & beside(north(pawn));
                let guards = white.enemy() & beside(north(north(pawn)));
                let neighbors = white.own() & beside(pawn);
                let blocker = white.enemy() & north(pawn);
                let challenges = north(white.own() & beside(south(pawn)));
                let safe = !(white.enemy() | white.opponent().double_attacks());

                !white.is_behind_own(square)
                    && (stoppers.is_subset(levers)
                        || (stoppers == guards && neighbors.count() >= guards.count())
                        || (stoppers == blocker
                            && square.rank() >= Rank::Fifth
                            && !(challenges & safe).is_empty()))
            }
            white.own().squares().filter(|&square| stockfish(white, square)).collect()
        } is |p, f, r| {
            let all = p.stoppers(f, r);
            let levers = p.enemy_beside(f, r + 1..=r + 1);
            let guards = p.enemy_beside(f, r + 2..=r + 2);
            let can_challenge = [f - 1, f + 1].into_iter().any(|file| {
                let attackers = [file - 1, file + 1].into_iter().filter(|&file| p.enemy(file, r + 1)).count();
                p.own(file, r - 1) && !p.enemy(file, r) && attackers < 2
            });
            p.own_on(f, r + 1..=7) == 0
                && (all == levers
                    || (all == guards && p.own_beside(f, r..=r) >= guards)
                    || (all == 1 && p.enemy(f, r + 1) && r >= 4 && can_challenge))
        };

        "candidate", "Fruit 2.1": { (white.candidates() - white.behind_own()) & white.safe_squares() } is |p, f, r| {
            let open = p.own_on(f, r + 1..=7) + p.enemy_on(f, r + 1..=7) == 0;
            let sentries = p.enemy_beside(f, r + 1..=7);
            open && sentries > 0
                && p.own_beside(f, 0..=r) >= sentries
                && p.own_beside(f, r - 1..=r - 1) >= p.enemy_beside(f, r + 1..=r + 1)
        };
        "candidate", "Topple, Minic": {
            let black = white.opponent();
            let level = (white.single_attacks() & black.single_attacks())
                | (white.double_attacks() & black.double_attacks());
            white.open_pawns() & south(level)
        } is |p, f, r| {
            let (own, enemy) = (p.own_beside(f, r..=r), p.enemy_beside(f, r + 2..=r + 2));
            p.enemy_on(f, r + 1..=7) == 0 && own == enemy && own > 0
        };
        "candidate", "Ethereal": {
            fn ethereal(white: SideView<White>, square: Square) -> bool {
                let pawn = square.bitboard();
                let stoppers = white.stoppers_of(square);
                let attack_pawn = white.enemy() & beside(north(pawn));
                let attack_stop = white.enemy() & beside(north(north(pawn)));
                let defend_stop = white.own() & beside(pawn);
                !stoppers.is_empty()
                    && stoppers == attack_pawn | attack_stop
                    && defend_stop.count() >= attack_stop.count()
            }
            white.own().squares().filter(|&square| ethereal(white, square)).collect()
        } is |p, f, r| {
            let (pawn, stop) = (p.enemy_beside(f, r + 1..=r + 1), p.enemy_beside(f, r + 2..=r + 2));
            let all = p.stoppers(f, r);
            all > 0 && all == pawn + stop && p.own_beside(f, r..=r) >= stop
        };

        "candidate", "Simbelmyne": {
            let black = white.opponent();
            let attacks = white.any_attacks();
            let later = black.east_front_attack_span() | black.west_front_attack_span();
            (white.half_free() & south(white.safe_squares() - south(later)))
                - (black.double_attacks() - attacks)
                - (attacks & south(attacks))
        } is |p, f, r| {
            let (threats, guards) = (p.enemy_beside(f, r + 1..=r + 1), p.enemy_beside(f, r + 2..=r + 2));
            let (defenders, beside) = (p.own_beside(f, r - 1..=r - 1), p.own_beside(f, r..=r));
            let all = p.stoppers(f, r);
            all > 0
                && all == threats + guards
                && beside >= guards
                && threats <= defenders + 1
                && (defenders == 0 || beside == 0)
        };

        "phalanx", "as in Weiss": { white.with_east_neighbor() } is |p, f, r| p.own(f + 1, r);
        "defended", "supported": { white.defended() } is |p, f, r| p.own_beside(f, r - 1..=r - 1) > 0;
        "support", "Weiss": { white.defenders_from_west() | white.defenders_from_east() }
            is |p, f, r| p.own_beside(f, r + 1..=r + 1) > 0;
        "connected", "as in Stockfish": { white.phalanx() | white.defended() }
            is |p, f, r| p.own_beside(f, r - 1..=r) > 0;
        "backward", "Topple, fatalii, Odonata": { white.backward() }
            is |p, f, r| p.behind_with_stop_attacked(f, r);
        "backward", "Minic, FabChess": { white.backward() - white.rams() }
            is |p, f, r| p.behind_with_stop_attacked(f, r) && !p.enemy(f, r + 1);
        "backward", "zurichess": { white.backward() - white.isolated() - white.behind_own() } is |p, f, r| {
            p.behind_with_stop_attacked(f, r) && !p.isolated(f) && p.own_on(f, r + 1..=7) == 0
        };
        "backward", "Ethereal": { (own & south(attacked)) - white.isolated() - white.passer_span() } is |p, f, r| {
            let backup = p.own_on(f, 0..=r - 1) + p.own_beside(f, 0..=r - 1);
            !p.isolated(f) && p.enemy_beside(f, r + 2..=r + 2) > 0 && backup == 0
        };
        "backward", "Stockfish": { white.backward() | (white.rams() & south(white.holes())) } is |p, f, r| {
            p.own_beside(f, 0..=r) == 0 && (p.enemy(f, r + 1) || p.enemy_beside(f, r + 2..=r + 2) > 0)
        };
        "backward", "As scored": {
            let stockfish = white.backward() | (white.rams() & south(white.holes()));
            stockfish - white.isolated()
        } is |p, f, r| {
            let cannot_advance = p.enemy(f, r + 1) || p.enemy_beside(f, r + 2..=r + 2) > 0;
            p.own_beside(f, 0..=r) == 0 && cannot_advance && p.own_beside(f, r + 1..=7) > 0
        };
        "backward", "Fruit 2.1": {
            let safe = empty - attacked;
            let one = white.defenders_from_west() | white.defenders_from_east();
            let two = (own & Rank::Second.bitboard() & south(south(beside(own)))) - one;
            let escapes = ((one & south(safe)) | (two & south(safe & south(safe)))) - white.any_levers();
            (own & south(white.holes())) - white.isolated() - escapes
        } is |p, f, r| {
            // Tests if the pawn can advance this many steps without being blocked or attacked.
            let safe_steps = |steps: i32| {
                let blocked = p.own_on(f, r + 1..=r + steps) + p.enemy_on(f, r + 1..=r + steps);
                blocked + p.enemy_beside(f, r + 1..=r + 1 + steps) == 0
            };
            let escapes = if p.own_beside(f, r + 1..=r + 1) > 0 {
                safe_steps(1)
            } else {
                r == 1 && p.own_beside(f, r + 2..=r + 2) > 0 && safe_steps(2)
            };
            !p.isolated(f) && p.own_beside(f, 0..=r) == 0 && !escapes
        };
    }
}

/// Returns the pawns that the rule flags.
fn flagged(pawns: Pawns, rule: fn(&Squares, i32, i32) -> bool) -> Bitboard {
    let squares = Squares { own: pawns.white().own(), enemy: pawns.black().own() };
    let is_flagged = |square: &Square| rule(&squares, square.file() as i32, square.rank() as i32);
    squares.own.squares().filter(is_flagged).collect()
}

/// Checks that each expression flags the same pawns as its rule, and the numbers of Inanis and fatalii.
fn check(pawns: Pawns) {
    for Claim { engines, word, ours, rule, .. } in claims() {
        assert_eq!(ours(pawns.white()), flagged(pawns, rule), "{word}, {engines}\n{pawns}");
    }
    let squares = Squares { own: pawns.white().own(), enemy: pawns.black().own() };
    let stacks = ALL.map(|file| squares.own_on(file, ALL));
    let doubled: usize = stacks.map(|pawns| pawns.saturating_sub(1)).sum();
    assert_eq!(pawns.white().behind_own().count() as usize, doubled, "{pawns}");
    let isolated = ALL.filter(|&file| squares.own_on(file, ALL) > 0 && squares.isolated(file)).count();
    assert_eq!(pawns.white().isolated().file_set().count() as usize, isolated, "{pawns}");
}

#[test]
fn real_positions() {
    let positions = embedded::distinct(&embedded::positions());
    assert!(positions.len() > 5000);
    for &pawns in &positions {
        check(pawns);
        check(pawns.flip_colors());
    }
    for Claim { engines, word, rule, .. } in claims() {
        let is_rare = positions.iter().filter(|&&pawns| !flagged(pawns, rule).is_empty()).count() < 20;
        assert!(!is_rare, "too few positions have a pawn that is {word} in {engines}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_positions(white: u64, black: u64, thin: u64, thinner: u64) {
        const HOME: u64 = 0x00ff_ffff_ffff_ff00;
        for (white, black) in [(white & thin, black & thin), (white & thinner, black & thin & thinner)] {
            check(Pawns::from_bits(white & HOME, black & !white & HOME));
        }
    }
}

#[test]
fn the_page_has_these_expressions() {
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    let comments = PAGE.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = without_space(&comments.collect::<String>());
    for Claim { engines, expression, .. } in claims() {
        assert!(PAGE.contains(engines), "{engines}");
        for statement in without_space(expression).split([';', '}']) {
            assert!(code.contains(statement), "{engines}: {statement}");
        }
    }
}

/// Checks the figure in `docs::porting`.
#[test]
fn most_moves_touch_no_pawn() {
    let games: Vec<_> = embedded::games().collect();
    assert_eq!(games.len(), 438);
    let moves: usize = games.iter().map(|positions| positions.len() - 1).sum();
    let quiet =
        games.iter().flat_map(|positions| positions.windows(2)).filter(|pair| pair[0] == pair[1]).count();
    assert_eq!((100.0 * quiet as f64 / moves as f64).round(), 65.0);
    assert!(include_str!("../docs/porting.md").contains("65 of 100 moves"));
}
