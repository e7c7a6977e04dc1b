//! Compares the readings of engines with the rules of the engines, repeated square by square, and
//! with the page about definitions in the docs of the library.

use std::ops::RangeInclusive;
use std::path::Path;

use pawnfill::{Auto, Backend as _, Bitboard, Color, File, Pawns, Rank, Square, south};
use pawnfill_condition::{Query, Reading, readings};
use pawnfill_positions::embedded;

/// How engines decide about a file and a rank, from 0, with a friendly pawn or with any square.
type Rule = fn(&Squares, i32, i32) -> bool;

/// The pattern, the engines and a rule of each reading. Engines may have different rules for the
/// same set.
///
/// The rules of Rodent IV are those of commit e8d84c8, of Sirius 3bedea6, of Ethereal 0e47e9b, and
/// of BBC 75544df.
fn rules() -> Vec<(&'static str, &'static str, Rule)> {
    vec![
        ("doubled", "Ethereal, BBC", |p, f, _| p.own_on(f, ALL) > 1),
        ("doubled", "byte-knight, Rodent IV", |p, f, r| {
            p.own_on(f, r + 1..=7) > 0
        }),
        (
            "doubled",
            "Fruit 2.1, Topple, Minic, FabChess",
            |p, f, r| p.own_on(f, 0..=r - 1) > 0,
        ),
        ("doubled", "zurichess", |p, f, r| p.own(f, r + 1)),
        ("doubled", "Simbelmyne, Sirius", |p, f, r| {
            p.own(f, r + 1) && p.enemy_beside(f, r + 1..=r + 1) == 0
        }),
        ("doubled", "Stockfish, pleco_engine", |p, f, r| {
            p.own(f, r - 1)
        }),
        ("doubled", "Stockfish as scored", |p, f, r| {
            let is_defended = p.own_beside(f, r - 1..=r - 1) > 0;
            p.own(f, r - 1) && !(is_defended && p.one_is_fixed()) || p.doubled_not_isolated(f, r)
        }),
        ("doubled", "Weiss", |p, f, r| p.own_on(f, r + 1..=r + 2) > 0),
        ("isolated", "Ethereal, Sirius", |p, f, r| {
            p.isolated(f) && p.enemy_beside(f, r + 1..=r + 1) == 0
        }),
        ("isolated", "Demolito", |p, f, r| {
            p.isolated(f) && p.enemy_beside(f, r + 2..=r + 2) == 0
        }),
        ("isolated", "Stockfish as scored", |p, f, r| {
            p.isolated(f) && !p.doubled_not_isolated(f, r)
        }),
        ("phalanx", "Weiss, Sirius", |p, f, r| p.own(f + 1, r)),
        ("defended", "Weiss", |p, f, r| {
            p.own_beside(f, r + 1..=r + 1) > 0
        }),
        ("connected", "Stockfish", |p, f, r| {
            p.own_beside(f, r - 1..=r) > 0
        }),
        ("connected", "Ethereal", |p, f, r| {
            let backup = p.own_on(f, 0..=r - 1) + p.own_beside(f, 0..=r - 1);
            let is_backward = !p.isolated(f) && p.enemy_beside(f, r + 2..=r + 2) > 0 && backup == 0;
            !is_backward && p.own_beside(f, r - 1..=r) > 0
        }),
        (
            "passed",
            "Topple, Minic, FabChess, Odonata, Ethereal, Simbelmyne, Weiss, Rodent IV, Sirius, BBC",
            |p, f, r| p.stoppers(f, r) == 0,
        ),
        (
            "passed",
            "Fruit 2.1, zurichess, byte-knight, Inanis, fatalii",
            |p, f, r| p.stoppers(f, r) == 0 && p.own_on(f, r + 1..=7) == 0,
        ),
        // fatalii: no pawn ahead on the file, and no square from the pawn on is attacked.
        (
            "passed",
            "Fruit 2.1, zurichess, byte-knight, Inanis, fatalii",
            |p, f, r| {
                let free = |rank| !p.own(f, rank) && !p.enemy(f, rank);
                let attacked = |rank| p.enemy(f - 1, rank + 1) || p.enemy(f + 1, rank + 1);
                (r + 1..=7).all(free) && !(r..=7).any(attacked)
            },
        ),
        ("passed", "Weiawaga", |p, f, r| {
            p.enemy_beside(f, r + 1..=7) == 0
        }),
        ("passed", "Stockfish", |p, f, r| {
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
        }),
        ("candidates", "Fruit 2.1", |p, f, r| {
            let open = p.own_on(f, r + 1..=7) + p.enemy_on(f, r + 1..=7) == 0;
            let sentries = p.enemy_beside(f, r + 1..=7);
            open && sentries > 0
                && p.own_beside(f, 0..=r) >= sentries
                && p.own_beside(f, r - 1..=r - 1) >= p.enemy_beside(f, r + 1..=r + 1)
        }),
        ("candidates", "Topple, Minic", |p, f, r| {
            let (own, enemy) = (p.own_beside(f, r..=r), p.enemy_beside(f, r + 2..=r + 2));
            p.enemy_on(f, r + 1..=7) == 0 && own == enemy && own > 0
        }),
        ("candidates", "Ethereal, Sirius", |p, f, r| {
            p.can_be_cleared(f, r)
        }),
        ("candidates", "Simbelmyne", |p, f, r| {
            let (attackers, defenders) = (
                p.enemy_beside(f, r + 1..=r + 1),
                p.own_beside(f, r - 1..=r - 1),
            );
            p.can_be_cleared(f, r)
                && attackers <= defenders + 1
                && (defenders == 0 || p.own_beside(f, r..=r) == 0)
        }),
        ("candidates", "Rodent IV", |p, f, r| {
            let supported = p.own_beside(f, r - 1..=r) > 0;
            p.enemy_on(f, r + 1..=7) == 0 && supported && p.stoppers(f, r) == 1
        }),
        ("outposts", "Simbelmyne", |p, f, r| {
            p.own_beside(f, r - 1..=r - 1) > 0 && p.enemy_beside(f, r + 1..=7) == 0
        }),
        ("backward", "Topple, fatalii, Odonata", |p, f, r| {
            p.behind_with_stop_attacked(f, r)
        }),
        ("backward", "Viridithas", |p, f, r| {
            p.enemy_beside(f, r + 2..=r + 2) > 0 && p.own_beside(f, r..=r) == 0
        }),
        ("backward", "RustyKnight", |p, f, r| {
            p.own_beside(f, r - 1..=r - 1) + p.own_beside(f, r + 1..=r + 1) == 0
                && p.cannot_step(f, r)
        }),
        ("backward", "cpw-engine", |p, f, r| {
            p.own_beside(f, 0..=r) == 0
        }),
        ("backward", "Rodent IV", |p, f, r| {
            !p.isolated(f) && p.own_beside(f, 0..=r) == 0
        }),
        ("backward", "Minic, FabChess", |p, f, r| {
            p.behind_with_stop_attacked(f, r) && !p.enemy(f, r + 1)
        }),
        ("backward", "zurichess", |p, f, r| {
            p.behind_with_stop_attacked(f, r) && !p.isolated(f) && p.own_on(f, r + 1..=7) == 0
        }),
        ("backward", "Ethereal", |p, f, r| {
            let backup = p.own_on(f, 0..=r - 1) + p.own_beside(f, 0..=r - 1);
            !p.isolated(f) && p.enemy_beside(f, r + 2..=r + 2) > 0 && backup == 0
        }),
        ("backward", "Stockfish", |p, f, r| {
            p.own_beside(f, 0..=r) == 0 && p.cannot_step(f, r)
        }),
        ("backward", "Sirius", |p, f, r| {
            let counts_as_isolated = p.isolated(f) && p.enemy_beside(f, r + 1..=r + 1) == 0;
            p.own_beside(f, 0..=r) == 0 && p.cannot_step(f, r) && !counts_as_isolated
        }),
        ("backward", "Stockfish as scored", |p, f, r| {
            p.own_beside(f, 0..=r) == 0 && p.cannot_step(f, r) && !p.isolated(f)
        }),
        ("backward", "Fruit 2.1", |p, f, r| {
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
        }),
        ("half_open_files", "Minic", |p, f, _| {
            p.own_on(f, ALL) > 0 && p.enemy_on(f, ALL) == 0
        }),
        ("front_span", "several engines", |p, f, r| {
            p.own_on(f, 0..=r - 1) + p.own_beside(f, 0..=r - 1) > 0
        }),
    ]
}

/// The pawns from White's view, square by square. Files and ranks are counted from 0, and there are
/// no pawns off the board.
struct Squares {
    own: Bitboard,
    enemy: Bitboard,
}

const ALL: RangeInclusive<i32> = 0..=7;

impl Squares {
    fn own(&self, file: i32, rank: i32) -> bool {
        is_on(self.own, file, rank)
    }

    fn enemy(&self, file: i32, rank: i32) -> bool {
        is_on(self.enemy, file, rank)
    }

    fn own_on(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        ranks.filter(|&rank| self.own(file, rank)).count()
    }

    fn enemy_on(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        ranks.filter(|&rank| self.enemy(file, rank)).count()
    }

    fn own_beside(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        self.own_on(file - 1, ranks.clone()) + self.own_on(file + 1, ranks)
    }

    fn enemy_beside(&self, file: i32, ranks: RangeInclusive<i32>) -> usize {
        self.enemy_on(file - 1, ranks.clone()) + self.enemy_on(file + 1, ranks)
    }

    fn isolated(&self, file: i32) -> bool {
        self.own_beside(file, ALL) == 0
    }

    /// Counts the enemy pawns that stop a pawn from being passed.
    fn stoppers(&self, file: i32, rank: i32) -> usize {
        self.enemy_on(file, rank + 1..=7) + self.enemy_beside(file, rank + 1..=7)
    }

    /// Tests if an enemy pawn attacks the stop, and no friendly pawn is beside or behind on a
    /// neighbor file.
    fn behind_with_stop_attacked(&self, file: i32, rank: i32) -> bool {
        self.own_beside(file, 0..=rank) == 0 && self.enemy_beside(file, rank + 2..=rank + 2) > 0
    }

    /// Tests if an enemy pawn attacks the stop or stands on it.
    fn cannot_step(&self, file: i32, rank: i32) -> bool {
        self.enemy(file, rank + 1) || self.enemy_beside(file, rank + 2..=rank + 2) > 0
    }

    /// Tests if any friendly pawn cannot step.
    fn one_is_fixed(&self) -> bool {
        let is_fixed =
            |square: Square| self.cannot_step(square.file() as i32, square.rank() as i32);
        self.own.squares().any(is_fixed)
    }

    /// Tests if Stockfish charges an isolated pawn as doubled.
    fn doubled_not_isolated(&self, file: i32, rank: i32) -> bool {
        let is_between =
            self.own_on(file, 0..=rank - 1) > 0 && self.enemy_on(file, rank + 1..=7) > 0;
        self.isolated(file) && is_between && self.enemy_beside(file, ALL) == 0
    }

    /// Tests if all stoppers attack the pawn or its stop, which is defended at least as
    /// often as attacked.
    fn can_be_cleared(&self, file: i32, rank: i32) -> bool {
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
        && set.contains(Square::new(
            File::ALL[file as usize],
            Rank::ALL[rank as usize],
        ))
}

/// Returns the set of a condition for White, for either side.
fn squares(query: &Query, pawns: Pawns, color: Color) -> Bitboard {
    match color {
        Color::White => query.set(pawns),
        Color::Black => query.set(pawns.flip_colors()).map(Bitboard::flip_vertical),
    }
    .expect("the condition is a set")
}

/// Compares each reading with its rules, and counts the positions with a square of each.
fn check(positions: impl Iterator<Item = Pawns>) -> Vec<usize> {
    let readings: Vec<_> = readings()
        .into_iter()
        .map(|reading| {
            let is_its =
                |rule: &(&str, &str, Rule)| (rule.0, rule.1) == (reading.pattern, reading.engines);
            let rules: Vec<_> = rules().into_iter().filter(is_its).collect();
            assert!(!rules.is_empty(), "{reading:?}");
            (Query::parse(&reading.condition, &[]).unwrap(), rules)
        })
        .collect();
    assert_eq!(
        readings.iter().map(|(_, rules)| rules.len()).sum::<usize>(),
        rules().len()
    );
    let mut counts = vec![0; readings.len()];
    for pawns in positions {
        for color in Color::ALL {
            let seen = if color == Color::White {
                pawns
            } else {
                pawns.flip_colors()
            };
            let board = Squares {
                own: seen.white().own(),
                enemy: seen.black().own(),
            };
            for ((query, rules), count) in readings.iter().zip(&mut counts) {
                let set = squares(query, pawns, color);
                for (pattern, engines, rule) in rules {
                    let is_about_pawns =
                        !["front_span", "half_open_files", "outposts"].contains(pattern);
                    let domain = if is_about_pawns {
                        board.own
                    } else {
                        Bitboard::FULL
                    };
                    let meets =
                        |square: &Square| rule(&board, square.file() as i32, square.rank() as i32);
                    let flagged: Bitboard = domain.squares().filter(meets).collect();
                    let flagged = if color == Color::White {
                        flagged
                    } else {
                        flagged.flip_vertical()
                    };
                    assert_eq!(
                        set, flagged,
                        "{pattern} in {engines} for {color:?}\n{pawns}"
                    );
                }
                *count += usize::from(!set.is_empty());
            }
        }
    }
    counts
}

#[test]
fn readings_equal_the_rules_of_engines_in_games() {
    let counts = check(
        embedded::distinct(&embedded::positions())
            .into_iter()
            .step_by(3),
    );
    for (
        count,
        Reading {
            pattern, engines, ..
        },
    ) in counts.into_iter().zip(readings())
    {
        assert!(count > 20, "{count} positions have {pattern} in {engines}");
    }
}

#[test]
fn readings_equal_the_rules_of_engines_on_random_boards() {
    const HOME: u64 = 0x00ff_ffff_ffff_ff00;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = || rng.u64(..);
    check((0..1000).map(|at| {
        let thin = if at % 2 == 0 { u64::MAX } else { random() };
        let white = random() & random() & HOME;
        Pawns::from_bits(white, random() & thin & !white & HOME)
    }));
}

/// What `eval` of Stockfish 15.1 prints in its row "Pawns", per position: middlegame and endgame of
/// White, then of Black. The option `Use NNUE` was `false`.
const TRACE: &str = include_str!("stockfish-15.1.txt");

/// Returns this row for White, computed from the readings.
fn pawns_row(pawns: Pawns) -> [String; 2] {
    let reading = |name: &str| {
        let condition = Reading::named(name).unwrap().condition;
        squares(&Query::parse(&condition, &[]).unwrap(), pawns, Color::White)
    };
    let (white, enemy) = (pawns.white(), pawns.black());
    let (own, isolated) = (white.own(), reading("stockfish_as_scored.isolated"));
    let opposed = own & Auto::south_span(enemy.own());
    let mut row = [0; 2];
    let mut add = |set: Bitboard, weights: [i32; 2]| {
        for (sum, weight) in row.iter_mut().zip(weights) {
            *sum += weight * set.count() as i32;
        }
    };
    for pawn in reading("stockfish.connected").squares() {
        let is_in = |set: Bitboard| i32::from(set.contains(pawn));
        let shape = 2 + is_in(white.phalanx()) - is_in(opposed);
        let supports = is_in(white.east_attacks()) + is_in(white.west_attacks());
        let rank = pawn.rank() as usize;
        let value = [0, 3, 7, 7, 15, 54, 86][rank] * shape + 22 * supports;
        add(pawn.bitboard(), [value, value * (rank as i32 - 2) / 4]);
    }
    let backward = reading("stockfish_as_scored.backward");
    add(isolated, [-1, -20]);
    add(backward, [-6, -19]);
    let edge = File::A.bitboard() | File::H.bitboard();
    add((isolated | (backward - edge)) - opposed, [-15, -18]);
    add((own & enemy.double_attacks()) - white.defended(), [-2, -57]);
    add(white.rams() & Rank::Fifth.bitboard(), [-19, -8]);
    add(white.rams() & Rank::Sixth.bitboard(), [-7, 3]);

    let touching = own & white.stops();
    let is_early = (own & south(enemy.own() | enemy.any_attacks())).is_empty();
    let early = if is_early { touching } else { Bitboard::EMPTY };
    let charges = [
        (touching - white.defended(), [-11, -51]),
        (white.isolated() - isolated, [-11, -51]),
        (early, [-17, -7]),
    ];
    for pawn in reading("stockfish_as_scored.doubled").squares() {
        let of_it = charges.iter().filter(|(set, _)| set.contains(pawn));
        assert_ne!(of_it.clone().count(), 0, "{pawn} is not doubled\n{pawns}");
        of_it.for_each(|&(_, weights)| add(pawn.bitboard(), weights));
    }
    row.map(|sum| format!("{:.2}", f64::from(sum) / 361.0).replace("-0.00", "0.00"))
}

#[test]
fn stockfish_charges_what_its_readings_say() {
    assert_eq!(TRACE.lines().count(), 400);
    for line in TRACE.lines() {
        let (fen, row) = line.split_once(' ').unwrap();
        let pawns = Pawns::from_fen(fen).unwrap();
        let [white, black] = [pawns, pawns.flip_colors()].map(|pawns| pawns_row(pawns).join(" "));
        assert_eq!(format!("{white} {black}"), row, "{fen}");
    }
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
        blocks
            .last_mut()
            .expect("there is a block")
            .extend([line, " "]);
    }
    for reading in readings() {
        let code = without_space(&rust(&reading.condition));
        let is_there = |block: &String| {
            block.contains(reading.engines) && without_space(block).contains(&code)
        };
        assert!(
            blocks.iter().any(is_there),
            "{}: {}",
            reading.engines,
            rust(&reading.condition)
        );
    }
}

fn without_space(text: &str) -> String {
    text.split_whitespace()
        .collect::<String>()
        .replace(",)", ")")
}

/// Returns a condition as the page writes it for White.
fn rust(condition: &str) -> String {
    let mut code = String::new();
    for word in condition.split_inclusive(|c: char| !c.is_alphanumeric() && !"_.".contains(c)) {
        let end = word.trim_end_matches(|c: char| !c.is_alphanumeric()).len();
        let (name, rest) = word.split_at(end);
        code += &match name {
            "own.pawns" => "own".to_owned(),
            "enemy.pawns" => "enemy".to_owned(),
            "rank_5" => "Rank::Fifth.bitboard()".to_owned(),
            "rank_6" => "Rank::Sixth.bitboard()".to_owned(),
            name if name.contains('.') => {
                format!(
                    "{}()",
                    name.replacen("own.", "white.", 1)
                        .replacen("enemy.", "black.", 1)
                )
            }
            name => name.to_owned(),
        };
        code += &rest.replace('~', "!");
    }
    code
}
