//! What structures and searches count in games.

use std::sync::Arc;

use pawnfill::Color;
use pawnfill_condition::{Definition, Mistake, Perspective, Query, Together};
use pawnfill_positions::{Game, GameResult, Games, Position, Tags};

use crate::counts::{CountedGame, CountedRow, Counts};
use crate::filter::Filter;
use crate::found::{Match, Part};
use crate::key::Key;
use crate::repeated::Identity;
use crate::run::Run;
use crate::search::{NoAnswer, Search};

/// Counts results by keys.
pub struct Survey {
    keys: Vec<Key>,
    filter: Filter,
    skip_bad: bool,
    searches: Vec<Searched>,
    /// The structures together, as far as the pawns decide them.
    together: Option<Together>,
}

/// What is searched for in each game.
struct Searched {
    /// The name of a structure, or nothing.
    name: String,
    search: Search,
    /// Whether both sides meet the condition in the same positions.
    is_symmetric: bool,
}

impl Survey {
    /// Prepares a table of the games that a search finds. If structures are a key, there is no
    /// search, and all of these are searched for.
    ///
    /// # Errors
    ///
    /// The search has no answer, a key is given twice, or games are left out because
    /// of their results.
    pub fn new(
        keys: Vec<Key>,
        search: Search,
        structures: &[Arc<Definition>],
    ) -> Result<Self, NoAnswer> {
        for (at, key) in keys.iter().enumerate() {
            if keys[..at].contains(key) {
                return Err(NoAnswer::Twice(*key));
            }
        }
        if search.filter.result.is_some() {
            return Err(NoAnswer::OneResult);
        }
        let is_by_structure = keys.contains(&Key::Structure);
        let mut survey = Self {
            keys,
            filter: search.filter.clone(),
            skip_bad: search.skip_bad,
            searches: Vec::new(),
            together: None,
        };
        if is_by_structure {
            survey
                .add_structures(&search, structures)
                .map_err(NoAnswer::Structure)?;
        } else {
            search.check()?;
            survey.searches.push(Searched {
                name: String::new(),
                is_symmetric: search.is_symmetric(),
                search,
            });
        }
        Ok(survey)
    }

    /// Searches for all structures in place of a condition.
    fn add_structures(
        &mut self,
        search: &Search,
        structures: &[Arc<Definition>],
    ) -> Result<(), Mistake> {
        let mut queries = Vec::new();
        for definition in structures {
            let query = Query::parse(&definition.name, structures)?;
            let is_symmetric = may_be_symmetric(definition, &query) && query.is_symmetric();
            queries.push(Query::parse(&definition.name, structures)?);
            self.searches.push(Searched {
                name: definition.name.clone(),
                search: Search {
                    query,
                    then: Vec::new(),
                    filter: search.filter.clone(),
                    ..*search
                },
                is_symmetric,
            });
        }
        self.together = Some(Together::new(queries));
        Ok(())
    }

    /// Counts the results of some games.
    #[must_use]
    pub fn part(&self, games: &Arc<Games>) -> Counts {
        let mut counts = Counts::default();
        for game in games.iter() {
            counts.is_records = Some(game.is_record());
            let tags = game.known();
            let sides = self.filter.sides(&tags);
            counts.took_game |= sides.contains(&true);
            let met = self.meet(&game, sides, &mut counts);
            if !counts.errors.is_empty() && !self.skip_bad {
                break;
            }
            self.count(&game, &tags, sides, &met, &mut counts);
        }
        counts
    }

    /// Returns the sides that meet each condition, and adds the positions of a game and
    /// its first mistake.
    fn meet(&self, game: &Game, sides: [bool; 2], counts: &mut Counts) -> Vec<[bool; 2]> {
        let mut met = self.met_by_pawns(game, sides);
        let (mut positions, mut mistake) = (u64::from(game.plies()), game.error().cloned());
        for (number, Searched { search, .. }) in self.searches.iter().enumerate() {
            let met = &mut met[number];
            let may_match = self.together.is_none() || *met != [false; 2] && !search.is_of_pawns();
            // One search is enough to find illegal moves.
            if !(may_match || search.legal && number == 0) {
                continue;
            }
            let mut part = Part::default();
            search.game(game, sides, &mut part);
            *met = match part.games.first() {
                Some(found) => met_by(&found.runs),
                None => [false; 2],
            };
            positions = positions.min(part.positions);
            mistake = part.errors.pop().or(mistake);
        }
        counts.positions += positions;
        counts.errors.extend(mistake);
        met
    }

    /// Returns the sides whose pawns meet each structure in some position.
    fn met_by_pawns(&self, game: &Game, sides: [bool; 2]) -> Vec<[bool; 2]> {
        let mut met = vec![[false; 2]; self.searches.len()];
        let allowed = self.filter.plies(game, sides);
        for run in game.runs() {
            if let Some(together) = &self.together
                && run.plies.start < allowed.end
                && allowed.start < run.plies.end
            {
                together.each_met(run.pawns, |number, side| met[number][side as usize] = true);
            }
        }
        met
    }

    /// Counts the results of games that a search found, with their runs.
    #[must_use]
    pub fn found(&self, games: &[Match]) -> Counts {
        let mut counts = Counts::default();
        for Match { game, runs, .. } in games {
            let tags = game.known();
            let sides = self.filter.sides(&tags);
            self.count(game, &tags, sides, &[met_by(runs)], &mut counts);
        }
        counts
    }

    /// Adds the result of a game, with the structures and the sides for which it counts.
    fn count(
        &self,
        game: &Game,
        tags: &Tags,
        sides: [bool; 2],
        met: &[[bool; 2]],
        counts: &mut Counts,
    ) {
        let mut rows = Vec::new();
        for (searched, met) in self.searches.iter().zip(met) {
            self.add_rows(searched, sides, *met, counts, &mut rows);
        }
        let counted = CountedGame {
            labels: game
                .labels()
                .map_or([None; 2], |of| [of.white_score, of.evaluation]),
            identity: Identity::new(game, tags),
            players: tags.players.each_ref().map(|name| counts.number(name)),
            played: self.filter.played(tags),
            ratings: tags.ratings,
            half_points: tags.result.and_then(GameResult::half_points),
            year: tags.date.map(|date| date.year),
            eco: self.number_of(Key::Eco, &tags.eco, counts),
            event: self.number_of(Key::Event, &tags.event, counts),
            rows,
        };
        counts.games.push(counted);
    }

    /// Returns the number of a text, which is empty unless it is the value of a key.
    fn number_of(&self, key: Key, text: &str, counts: &mut Counts) -> u32 {
        counts.number(if self.keys.contains(&key) { text } else { "" })
    }

    /// Adds the sides for which a game counts that meets a condition: each side in question, or the
    /// one that meets it. It is White, and said to be both, if all sides meet it together.
    fn add_rows(
        &self,
        searched: &Searched,
        sides: [bool; 2],
        met: [bool; 2],
        counts: &mut Counts,
        rows: &mut Vec<CountedRow>,
    ) {
        if met == [false; 2] {
            return;
        }
        let Searched {
            name,
            search,
            is_symmetric,
        } = searched;
        let has_players = !self.filter.players.is_empty();
        let is_of_both = *is_symmetric && !has_players && !self.filter.chooses_side();
        let is_of_one = !search.query.is_of_either() || is_of_both;
        for side in Color::ALL {
            if !sides[side as usize] {
                continue;
            }
            let [is_own, is_enemy] = [met[side as usize], met[!side as usize]];
            let is_black = side == Color::Black;
            if self.together.is_some() && has_players && !is_symmetric {
                for (is_met, whose) in [(is_own, "mine"), (is_enemy, "theirs")] {
                    if is_met {
                        let structure = counts.number(&format!("{whose}.{name}"));
                        rows.push(CountedRow {
                            structure,
                            is_black,
                            is_of_both,
                        });
                    }
                }
                continue;
            }
            let is_counted = if has_players {
                is_own || self.together.is_none() && search.query.perspective() != Perspective::Mine
            } else if is_of_one && is_black {
                // A condition about neither side is one for White, but a row about a player has
                // no other side.
                is_of_both && is_own && self.keys.contains(&Key::Player)
            } else {
                is_own
            };
            if is_counted {
                let structure = counts.number(name);
                rows.push(CountedRow {
                    structure,
                    is_black,
                    is_of_both,
                });
            }
        }
    }
}

/// Returns `true` unless the example of a structure shows that one side has it. Then, it needs
/// no proof, as most.
fn may_be_symmetric(definition: &Definition, query: &Query) -> bool {
    let example = definition.line("example").map(str::parse::<Position>);
    match example {
        Some(Ok(example)) => query.is_met(example.placement()) == [true; 2],
        _ => true,
    }
}

/// Returns the sides that meet the first condition.
fn met_by(runs: &[Run]) -> [bool; 2] {
    let mut sides = [false; 2];
    for run in runs {
        if run.part == 0 {
            for side in Color::ALL {
                sides[side as usize] |= run.side.is_none_or(|of| of == side);
            }
        }
    }
    sides
}
