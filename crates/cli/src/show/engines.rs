//! The definitions of well-known engines for the name of a pattern. The page about definitions in the docs of the
//! library shows them on boards, with the sources.

/// A definition: the pattern, the engines, the squares that they mean, and the same as a condition for White.
pub(super) struct Reading {
    pub(super) pattern: &'static str,
    pub(super) engines: &'static str,
    pub(super) meaning: &'static str,
    pub(super) condition: &'static str,
    /// How each of the engines decides, square by square.
    #[cfg(test)]
    rules: &'static [fn(&tests::Squares, i32, i32) -> bool],
}

/// Declares the readings. The rules are about a file and a rank, from 0, with a friendly pawn or with any square.
macro_rules! readings {
    ($(
        $pattern:literal {
            $($engines:literal, $meaning:literal, $condition:expr, $(is $rule:expr),+;)*
        }
    )*) => {
        const READINGS: &[Reading] = &[$($(Reading {
            pattern: $pattern,
            engines: $engines,
            meaning: $meaning,
            condition: $condition,
            #[cfg(test)]
            rules: &[$($rule),+],
        },)*)*];
    };
}

readings! {
    "doubled" {
        "Ethereal", "all members of a stack", "white.doubled", is |p, f, _| p.own_on(f, ALL) > 1;
        "byte-knight", "the rear members", "white.behind_own", is |p, f, r| p.own_on(f, r + 1..=7) > 0;
        "Fruit 2.1, Topple, Minic, FabChess", "the front members", "white.in_front_of_own",
            is |p, f, r| p.own_on(f, 0..=r - 1) > 0;
        "zurichess", "the rear one of two that touch", "white.pawns & south(white.pawns)",
            is |p, f, r| p.own(f, r + 1);
        "Simbelmyne", "the rear one of two that touch, unless an enemy pawn attacks it",
            "(white.pawns & south(white.pawns)) - black.any_attacks",
            is |p, f, r| p.own(f, r + 1) && p.enemy_beside(f, r + 1..=r + 1) == 0;
        "Stockfish, pleco_engine", "the front one of two that touch", "white.pawns & white.stops",
            is |p, f, r| p.own(f, r - 1);
    }
    "isolated" {
        "Ethereal", "excludes pawns that can capture", "white.isolated - white.any_levers",
            is |p, f, r| p.isolated(f) && p.enemy_beside(f, r + 1..=r + 1) == 0;
    }
    "phalanx" {
        "Weiss", "only the left one of two, because it counts pairs", "white.with_east_neighbor",
            is |p, f, r| p.own(f + 1, r);
    }
    "defended" {
        "Weiss", "the pawns that defend", "white.defenders_from_west | white.defenders_from_east",
            is |p, f, r| p.own_beside(f, r + 1..=r + 1) > 0;
    }
    "connected" {
        "Stockfish", "excludes pawns that only defend", "white.phalanx | white.defended",
            is |p, f, r| p.own_beside(f, r - 1..=r) > 0;
    }
    "passed" {
        "Topple, Minic, FabChess, Odonata, Ethereal, Simbelmyne, Weiss", "also the rear pawn of a stack",
            "white.passed", is |p, f, r| p.stoppers(f, r) == 0;
        "Fruit 2.1, zurichess, byte-knight, Inanis, fatalii", "only the front pawn of a stack",
            "white.front_passed",
            is |p, f, r| p.stoppers(f, r) == 0 && p.own_on(f, r + 1..=7) == 0,
            // fatalii: no pawn ahead on the file, and no square from the pawn on is attacked.
            is |p, f, r| {
                let free = |rank| !p.own(f, rank) && !p.enemy(f, rank);
                let attacked = |rank| p.enemy(f - 1, rank + 1) || p.enemy(f + 1, rank + 1);
                (r + 1..=7).all(free) && !(r..=7).any(attacked)
            };
        "Stockfish", "the front pawn of a stack, also if it is about to be passed",
            "((white.open_pawns & south(black.holes))
                | ((white.open_pawns - white.any_levers) & south(white.safe_squares & south(black.holes)))
                | ((white.rams & (rank_5 | rank_6) & (black.holes - south(black.front_span)))
                    & beside(white.stops - black.pawns - black.double_attacks)))
                - white.behind_own",
            is |p, f, r| {
                let stoppers = p.stoppers(f, r);
                let levers = p.enemy_beside(f, r + 1..=r + 1);
                let guards = p.enemy_beside(f, r + 2..=r + 2);
                let can_challenge = [f - 1, f + 1].into_iter().any(|file| {
                    let attackers = [file - 1, file + 1].map(|file| usize::from(p.enemy(file, r + 1)));
                    p.own(file, r - 1) && !p.enemy(file, r) && attackers != [1, 1]
                });
                p.own_on(f, r + 1..=7) == 0
                    && (stoppers == levers
                        || (stoppers == guards && p.own_beside(f, r..=r) >= guards)
                        || (stoppers == 1 && p.enemy(f, r + 1) && r >= 4 && can_challenge))
            };
    }
    "candidates" {
        "Fruit 2.1", "only the front pawn of a stack, where it is defended at least as often as attacked",
            "(white.candidates - white.behind_own) & white.safe_squares",
            is |p, f, r| {
                let open = p.own_on(f, r + 1..=7) + p.enemy_on(f, r + 1..=7) == 0;
                let sentries = p.enemy_beside(f, r + 1..=7);
                open && sentries > 0
                    && p.own_beside(f, 0..=r) >= sentries
                    && p.own_beside(f, r - 1..=r - 1) >= p.enemy_beside(f, r + 1..=r + 1)
            };
        "Topple, Minic", "open pawns whose stop each side attacks equally often",
            "white.open_pawns & south((white.single_attacks & black.single_attacks)
                | (white.double_attacks & black.double_attacks))",
            is |p, f, r| {
                let (own, enemy) = (p.own_beside(f, r..=r), p.enemy_beside(f, r + 2..=r + 2));
                p.enemy_on(f, r + 1..=7) == 0 && own == enemy && own > 0
            };
        "Ethereal", "each stopper attacks the pawn or its stop, and the stop is defended at least as often as attacked",
            "white.half_free & south(white.safe_squares - south(!black.holes))",
            is |p, f, r| p.can_be_cleared(f, r);
        "Simbelmyne",
            "like Ethereal, unless both the pawn and its stop are defended, or it is attacked twice and not defended",
            "(white.half_free & south(white.safe_squares - south(!black.holes)))
                - (black.double_attacks - white.any_attacks)
                - (white.any_attacks & south(white.any_attacks))",
            is |p, f, r| {
                let (attackers, defenders) =
                    (p.enemy_beside(f, r + 1..=r + 1), p.own_beside(f, r - 1..=r - 1));
                p.can_be_cleared(f, r)
                    && attackers <= defenders + 1
                    && (defenders == 0 || p.own_beside(f, r..=r) == 0)
            };
    }
    "outposts" {
        "Simbelmyne", "on all ranks", "white.outposts_on_all_ranks",
            is |p, f, r| p.own_beside(f, r - 1..=r - 1) > 0 && p.enemy_beside(f, r + 1..=7) == 0;
    }
    "backward" {
        "Topple, fatalii, Odonata", "the same", "white.backward",
            is |p, f, r| p.behind_with_stop_attacked(f, r);
        "Minic, FabChess", "only if no enemy pawn stands on the stop", "white.backward - white.rams",
            is |p, f, r| p.behind_with_stop_attacked(f, r) && !p.enemy(f, r + 1);
        "zurichess", "neither isolated nor behind a friendly pawn",
            "white.backward - white.isolated - white.behind_own",
            is |p, f, r| p.behind_with_stop_attacked(f, r) && !p.isolated(f) && p.own_on(f, r + 1..=7) == 0;
        "Ethereal", "not isolated, without friendly pawns behind it, but a friendly pawn may stand beside it",
            "(white.pawns & south(black.any_attacks)) - white.isolated - white.passer_span",
            is |p, f, r| {
                let backup = p.own_on(f, 0..=r - 1) + p.own_beside(f, 0..=r - 1);
                !p.isolated(f) && p.enemy_beside(f, r + 2..=r + 2) > 0 && backup == 0
            };
        "Stockfish", "also if an enemy pawn stands on the stop; isolated pawns are flagged, too",
            "white.backward | (white.rams & south(white.holes))",
            is |p, f, r| p.own_beside(f, 0..=r) == 0 && p.cannot_step(f, r);
        "Stockfish, as scored", "the same without isolated pawns",
            "(white.backward | (white.rams & south(white.holes))) - white.isolated",
            is |p, f, r| p.own_beside(f, 0..=r) == 0 && p.cannot_step(f, r) && !p.isolated(f);
        "Fruit 2.1", "not isolated, and no safe step takes it level with a neighbor; the stop need not be attacked",
            "(white.pawns & south(white.holes)) - white.isolated
                - ((((white.defenders_from_west | white.defenders_from_east)
                        & south(white.push_targets - black.any_attacks))
                    | south(south((white.double_push_targets & beside(white.pawns)) - black.any_attacks)
                        - black.any_attacks))
                    - white.any_levers)",
            is |p, f, r| {
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
    "half_open_files" {
        "Minic", "named after the side with a pawn on the file", "black.half_open_files",
            is |p, f, _| p.own_on(f, ALL) > 0 && p.enemy_on(f, ALL) == 0;
    }
    "front_span" {
        "several engines", "three files wide", "white.passer_span",
            is |p, f, r| p.own_on(f, 0..=r - 1) + p.own_beside(f, 0..=r - 1) > 0;
    }
}

/// Returns the readings of a pattern.
pub(super) fn readings(pattern: &str) -> impl Iterator<Item = &'static Reading> {
    READINGS.iter().filter(move |reading| reading.pattern == pattern)
}

#[cfg(test)]
use tests::ALL;

#[cfg(test)]
pub(super) mod tests {
    use std::ops::RangeInclusive;
    use std::path::Path;

    use pawnfill::pattern::Pattern;
    use pawnfill::{Bitboard, Color, File, Pawns, Rank, Square};
    use pawnfill_positions::embedded;

    use super::*;
    use pawnfill_condition::Query;

    /// The pawns from White's view, square by square. Files and ranks are counted from 0, and there are no pawns off
    /// the board.
    pub(in crate::show) struct Squares {
        own: Bitboard,
        enemy: Bitboard,
    }

    pub(super) const ALL: RangeInclusive<i32> = 0..=7;

    impl Squares {
        pub(super) fn own(&self, file: i32, rank: i32) -> bool {
            is_on(self.own, file, rank)
        }

        pub(super) fn enemy(&self, file: i32, rank: i32) -> bool {
            is_on(self.enemy, file, rank)
        }

        pub(super) fn own_on(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
            ranks.filter(|&rank| self.own(file, rank)).count()
        }

        pub(super) fn enemy_on(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
            ranks.filter(|&rank| self.enemy(file, rank)).count()
        }

        pub(super) fn own_beside(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
            self.own_on(file - 1, ranks.clone()) + self.own_on(file + 1, ranks)
        }

        pub(super) fn enemy_beside(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
            self.enemy_on(file - 1, ranks.clone()) + self.enemy_on(file + 1, ranks)
        }

        pub(super) fn isolated(&self, file: i32) -> bool {
            self.own_beside(file, ALL) == 0
        }

        /// Counts the enemy pawns that stop a pawn from being passed.
        pub(super) fn stoppers(&self, file: i32, rank: i32) -> usize {
            self.enemy_on(file, rank + 1..=7) + self.enemy_beside(file, rank + 1..=7)
        }

        /// Tests if an enemy pawn attacks the stop, and no friendly pawn is beside or behind on a neighbor file.
        pub(super) fn behind_with_stop_attacked(&self, file: i32, rank: i32) -> bool {
            self.own_beside(file, 0..=rank) == 0 && self.enemy_beside(file, rank + 2..=rank + 2) > 0
        }

        /// Tests if an enemy pawn attacks the stop or stands on it.
        pub(super) fn cannot_step(&self, file: i32, rank: i32) -> bool {
            self.enemy(file, rank + 1) || self.enemy_beside(file, rank + 2..=rank + 2) > 0
        }

        /// Tests if all stoppers attack the pawn or its stop, which is defended at least as often as attacked.
        pub(super) fn can_be_cleared(&self, file: i32, rank: i32) -> bool {
            let guards = self.enemy_beside(file, rank + 2..=rank + 2);
            let stoppers = self.stoppers(file, rank);
            stoppers > 0
                && stoppers == self.enemy_beside(file, rank + 1..=rank + 1) + guards
                && self.own_beside(file, rank..=rank) >= guards
        }
    }

    fn is_on(set: Bitboard, file: i32, rank: i32) -> bool {
        ALL.contains(&file)
            && ALL.contains(&rank)
            && set.contains(Square::new(File::ALL[file as usize], Rank::ALL[rank as usize]))
    }

    impl Reading {
        fn query(&self) -> Query {
            Query::parse(self.condition, &[]).unwrap_or_else(|_| panic!("{}", self.condition))
        }

        /// Returns the squares that the engines mean in a position.
        pub(in crate::show) fn squares(&self, pawns: Pawns, color: Color) -> Bitboard {
            squares(&self.query(), pawns, color)
        }

        /// Tests if the engines speak of friendly pawns.
        fn is_about_pawns(&self) -> bool {
            !["front_span", "half_open_files", "outposts"].contains(&self.pattern)
        }
    }

    /// Returns the set of a condition for White, for either side.
    fn squares(query: &Query, pawns: Pawns, color: Color) -> Bitboard {
        match color {
            Color::White => query.set(pawns),
            Color::Black => query.set(pawns.flip_colors()).map(Bitboard::flip_vertical),
        }
        .expect("the condition is a set")
    }

    /// Compares each condition with its rules, and counts the positions with a square of each.
    fn check(positions: impl Iterator<Item = Pawns>) -> Vec<usize> {
        let queries: Vec<_> = READINGS.iter().map(|reading| (reading, reading.query())).collect();
        let mut counts = vec![0; queries.len()];
        for pawns in positions {
            for color in Color::ALL {
                let seen = if color == Color::White { pawns } else { pawns.flip_colors() };
                let board = Squares { own: seen.white().own(), enemy: seen.black().own() };
                for ((reading, query), count) in queries.iter().zip(&mut counts) {
                    let set = squares(query, pawns, color);
                    let domain = if reading.is_about_pawns() { board.own } else { Bitboard::FULL };
                    for rule in reading.rules {
                        let meets =
                            |square: &Square| rule(&board, square.file() as i32, square.rank() as i32);
                        let flagged: Bitboard = domain.squares().filter(meets).collect();
                        let flagged = if color == Color::White { flagged } else { flagged.flip_vertical() };
                        let Reading { pattern, engines, .. } = reading;
                        assert_eq!(set, flagged, "{pattern} in {engines} for {color:?}\n{pawns}");
                    }
                    *count += usize::from(!set.is_empty());
                }
            }
        }
        counts
    }

    #[test]
    fn conditions_equal_the_rules_of_engines_in_games() {
        let counts = check(embedded::distinct(&embedded::positions()).into_iter().step_by(3));
        for (count, Reading { pattern, engines, .. }) in counts.into_iter().zip(READINGS) {
            assert!(count > 20, "{count} positions have {pattern} in {engines}");
        }
    }

    #[test]
    fn conditions_equal_the_rules_of_engines_on_random_boards() {
        const HOME: u64 = 0x00ff_ffff_ffff_ff00;
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            seed.rotate_left(seed as u32 >> 26)
        };
        check((0..1000).map(|at| {
            let thin = if at % 2 == 0 { u64::MAX } else { random() };
            let white = random() & random() & HOME;
            Pawns::from_bits(white, random() & thin & !white & HOME)
        }));
    }

    /// Two engines score numbers: of doubled pawns, one less than the pawns of each stack, and of files.
    #[test]
    fn numbers_are_those_of_inanis_and_fatalii() {
        for pawns in embedded::distinct(&embedded::positions()) {
            let board = Squares { own: pawns.white().own(), enemy: pawns.black().own() };
            let doubled: usize = ALL.map(|file| board.own_on(file, ALL).saturating_sub(1)).sum();
            assert_eq!(pawns.white().behind_own().count() as usize, doubled, "{pawns}");
            let isolated = ALL.filter(|&file| board.own_on(file, ALL) > 0 && board.isolated(file)).count();
            assert_eq!(pawns.white().isolated().file_set().count() as usize, isolated, "{pawns}");
        }
    }

    #[test]
    fn readings_belong_to_patterns() {
        let engines: Vec<_> = readings("isolated").map(|reading| reading.engines).collect();
        assert_eq!(engines, ["Ethereal"]);
        assert!(READINGS.iter().all(|reading| Pattern::from_name(reading.pattern).is_some()));
    }

    /// The page has, behind the names of the engines, each condition as an expression of Rust.
    #[test]
    fn the_page_about_definitions_has_the_readings() {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../pawnfill");
        // The published package has no library beside it.
        if !library.exists() {
            return;
        }
        let page = std::fs::read_to_string(library.join("docs/definitions.md")).unwrap();
        let mut blocks = vec![String::new()];
        let mut was_comment = false;
        for line in page.lines().map(str::trim) {
            let is_comment = line.starts_with("//");
            if is_comment && !was_comment || line.is_empty() || line.starts_with("* ") {
                blocks.push(String::new());
            }
            was_comment = is_comment;
            blocks.last_mut().expect("there is a block").extend([line, " "]);
        }
        for reading in READINGS {
            let code = without_space(&rust(reading.condition));
            let is_there =
                |block: &String| block.contains(reading.engines) && without_space(block).contains(&code);
            assert!(blocks.iter().any(is_there), "{}: {}", reading.engines, rust(reading.condition));
        }
    }

    fn without_space(text: &str) -> String {
        text.split_whitespace().collect::<String>().replace(",)", ")")
    }

    /// Returns a condition for White as the page writes it.
    fn rust(condition: &str) -> String {
        let mut code = String::new();
        for word in condition.split_inclusive(|c: char| !c.is_alphanumeric() && !"_.".contains(c)) {
            let end = word.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
            let (name, rest) = word.split_at(end);
            code += &match name {
                "white.pawns" => "own".to_owned(),
                "black.pawns" => "enemy".to_owned(),
                "rank_5" => "Rank::Fifth.bitboard()".to_owned(),
                "rank_6" => "Rank::Sixth.bitboard()".to_owned(),
                name if name.contains('.') => format!("{name}()"),
                name => name.to_owned(),
            };
            code += rest;
        }
        code
    }
}
