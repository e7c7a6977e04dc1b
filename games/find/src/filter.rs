//! What is asked of games and positions besides their pawns, and the options that ask it.

use std::ops::Range;

use pawnfill::{Bitboard, Color};
use pawnfill_positions::{Game, GameResult, Position, Tags};

use crate::player::{Outcome, Player};
use crate::values::{Duration, Material, Opening, Span, TimeControl, Words};

/// An option, as the program, the page and the tests have it.
pub struct FilterOption {
    /// The name in the program.
    pub name: &'static str,
    /// What the value is called.
    pub value: &'static str,
    /// A line about it.
    pub about: &'static str,
    /// What else the program says.
    pub more: &'static str,
    /// Whether it is asked rarely.
    pub is_rare: bool,
    /// The character between several values, of which one is enough.
    pub separator: Option<char>,
    /// The name in the page.
    pub id: &'static str,
    /// The label in the page; its control stands for `*`.
    pub label: &'static str,
    /// The question, in which the value stands for `*`.
    pub words: &'static str,
    /// A value to begin with.
    pub example: &'static str,
    /// All values with their names, or some without one.
    pub choices: &'static [[&'static str; 2]],
    /// What is asked.
    pub asks: Asks,
    /// Reads a value.
    read: fn(&mut Filter, &str) -> Result<(), String>,
}

impl FilterOption {
    /// Checks a value.
    ///
    /// # Errors
    ///
    /// Returns what is expected.
    pub fn check(&self, value: &str) -> Result<(), String> {
        (self.read)(&mut Filter::default(), value)
    }
}

/// Of what an option asks something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Of single positions.
    Position,
    /// Of the moves of a game.
    Moves,
    /// Of the tags of a game, in words, in which the value stands for `*`.
    Tags(&'static str),
}

/// What is asked besides the condition. Nothing is asked by default.
#[derive(Clone, Default)]
pub struct Filter {
    given: Vec<(&'static FilterOption, String)>,
    /// The condition holds for this long, on the same side throughout.
    duration: Option<Duration>,
    /// The move number is in this range.
    moves: Option<Span>,
    /// One of these plays. Their sides are those in question; otherwise, it is the side that meets
    /// the condition.
    pub(crate) players: Vec<Player>,
    /// The color of the side in question.
    pub(crate) color: Option<Color>,
    /// The result, which may be that of the side in question.
    pub(crate) result: Option<Outcome>,
    /// Both ratings are in this range.
    elo: Option<Span>,
    /// The game is from these years.
    years: Option<Span>,
    /// The number of pieces besides kings and pawns, of both sides together.
    pieces: Option<Span>,
    /// The pieces of both sides are one of these.
    material: Vec<Material>,
    /// The opening is one of these.
    openings: Vec<Opening>,
    /// The tag `Event` contains this.
    event: Option<Words>,
    /// The time control is this.
    time_control: Option<TimeControl>,
    /// The rating of the opponent of the side in question is in this range.
    pub(crate) opponent_elo: Option<Span>,
}

fn set<T, E: ToString>(place: &mut Option<T>, value: Result<T, E>) -> Result<(), String> {
    *place = Some(value.map_err(text_of)?);
    Ok(())
}

fn add<T, E: ToString>(values: &mut Vec<T>, value: Result<T, E>) -> Result<(), String> {
    values.push(value.map_err(text_of)?);
    Ok(())
}

fn text_of(error: impl ToString) -> String {
    error.to_string()
}

/// The option that most others are like.
const OPTION: FilterOption = FilterOption {
    name: "",
    value: "FROM-TO",
    about: "",
    more: "",
    is_rare: false,
    separator: None,
    id: "",
    label: "",
    words: "*",
    example: "",
    choices: &[],
    asks: Asks::Position,
    read: |_, _| Ok(()),
};

/// All options.
pub static OPTIONS: [FilterOption; 13] = [
    FilterOption {
        name: "for",
        value: "MOVES",
        about: "The condition holds for `4` moves or `8plies`",
        more: "These are moves of both sides in a row. If either side may meet the condition, \
               the same one meets it throughout, but not necessarily with the same pawn: for one \
               pawn, name its file, as in `white.isolated & d`.",
        id: "duration",
        label: "For at least * moves",
        words: "for at least * moves",
        example: "3",
        asks: Asks::Moves,
        read: |filter, text| set(&mut filter.duration, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "moves",
        about: "The move number is in this range: `10-30`, `40-`",
        more: "Only the part of a run that lies in it counts for --for.",
        id: "moves",
        label: "Moves *",
        words: "in moves *",
        example: "10-30",
        asks: Asks::Moves,
        read: |filter, text| set(&mut filter.moves, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "player",
        value: "NAME",
        about: "A player has this name: `Hou`, `'Kramnik, V'`",
        more: "It consists of whole words or initials, in any case and order; accents are left \
               out. With several --player, one of them plays. In conditions, `mine` is the side \
               of the player and `theirs` that of the opponent.",
        separator: Some(';'),
        id: "player",
        label: "Player *",
        words: "games of *",
        example: "Hou Yifan",
        asks: Asks::Tags("a player with the name in --player"),
        read: |filter, text| add(&mut filter.players, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "as",
        value: "COLOR",
        about: "The side in question is `white` or `black`",
        more: "It is the side of --player, or without that the one that meets the condition.",
        id: "color",
        label: "Color *",
        words: "as *",
        choices: &[["", "either"], ["white", "White"], ["black", "Black"]],
        asks: Asks::Tags("* as the side in question"),
        read: |filter, text| set(&mut filter.color, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "result",
        value: "RESULT",
        about: "The side in question has `won`, `lost` or `drawn`; or `1-0`",
        id: "result",
        label: "Result *",
        choices: &[
            ["", "any"],
            ["won", "won by this side"],
            ["lost", "lost by this side"],
            ["drawn", "drawn"],
            ["1-0", "White won"],
            ["0-1", "Black won"],
        ],
        asks: Asks::Tags("this result"),
        read: |filter, text| set(&mut filter.result, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "elo",
        about: "Both ratings are in this range: `2400-`",
        id: "elo",
        label: "Both ratings *",
        words: "rated *",
        example: "2400-",
        asks: Asks::Tags("two ratings in the range of --elo"),
        read: |filter, text| set(&mut filter.elo, Span::ratings(text)),
        ..OPTION
    },
    FilterOption {
        name: "year",
        about: "The game is from these years: `1972`, `1990-1999`",
        id: "years",
        label: "Years *",
        words: "from *",
        example: "2015-2026",
        asks: Asks::Tags("a date in the years of --year"),
        read: |filter, text| set(&mut filter.years, Span::years(text)),
        ..OPTION
    },
    FilterOption {
        name: "pieces",
        about: "There are `2-4` pieces besides kings and pawns",
        more: "The pieces of both sides are counted together.",
        id: "pieces",
        label: "Pieces left *",
        words: "with * pieces",
        example: "-4",
        read: |filter, text| set(&mut filter.pieces, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "material",
        value: "PIECES,…",
        about: "The pieces are just these: `RvR`, `v` (pawn ending), `BvB,BvN`",
        more: "Kings and pawns are left out. Either side may have the first pieces: `QRBvQRN` \
               also finds `QRNvQRB`. Of several, separated by commas, one is enough.",
        separator: Some(','),
        id: "material",
        label: "Just these pieces *",
        words: "with just *",
        example: "RvR",
        read: |filter, text| add(&mut filter.material, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "eco",
        value: "CODES,…",
        about: "The opening has one of these ECO codes: `C11`, `B2`, `C10-C19`",
        is_rare: true,
        separator: Some(','),
        id: "eco",
        label: "Opening *",
        example: "C10-C19",
        asks: Asks::Tags("an opening of --eco"),
        read: |filter, text| add(&mut filter.openings, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "event",
        value: "TEXT",
        about: "The event contains this: `olympiad`",
        is_rare: true,
        id: "event",
        label: "Event *",
        example: "Olympiad",
        asks: Asks::Tags("an event of this name"),
        read: |filter, text| set(&mut filter.event, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "time-control",
        value: "CONTROL",
        about: "The time control is `blitz`, or just `180+2`",
        more: "Classes are by the seconds for 40 moves: `bullet` below 180, `blitz` below 480, \
               `rapid` below 1500, `classical`, and `correspondence` from a day.",
        is_rare: true,
        id: "time_control",
        label: "Time control *",
        example: "blitz",
        choices: &[
            ["bullet", ""],
            ["blitz", ""],
            ["rapid", ""],
            ["classical", ""],
            ["correspondence", ""],
        ],
        asks: Asks::Tags("this time control"),
        read: |filter, text| set(&mut filter.time_control, text.parse()),
        ..OPTION
    },
    FilterOption {
        name: "opponent-elo",
        about: "The opponent of the side in question is rated `2200-`",
        is_rare: true,
        id: "opponent_elo",
        label: "Opponent's rating *",
        words: "against *",
        example: "2200-",
        asks: Asks::Tags("an opponent in the range of --opponent-elo"),
        read: |filter, text| set(&mut filter.opponent_elo, Span::ratings(text)),
        ..OPTION
    },
];

/// Returns `true` if nothing is asked, or this is.
fn takes<T>(asked: Option<&T>, is_met: impl FnOnce(&T) -> bool) -> bool {
    asked.is_none_or(is_met)
}

/// Returns `true` if nothing is asked, or a number is in the range.
fn is_in(span: Option<&Span>, number: Option<u16>) -> bool {
    takes(span, |span| span.contains(number))
}

/// Returns `true` if nothing is asked, or one of these is.
fn takes_any<T>(asked: &[T], is_met: impl FnMut(&T) -> bool) -> bool {
    asked.is_empty() || asked.iter().any(is_met)
}

impl Filter {
    /// Asks something more: one value of an option.
    ///
    /// # Errors
    ///
    /// Returns what is expected.
    pub fn ask(&mut self, option: &'static FilterOption, value: &str) -> Result<(), String> {
        (option.read)(self, value)?;
        self.given.push((option, value.to_owned()));
        Ok(())
    }

    /// Returns the options with which something was asked.
    pub fn given(&self) -> impl Iterator<Item = &'static FilterOption> {
        self.given.iter().map(|(option, _)| *option)
    }

    /// Returns what is asked of the tags of a game, in words.
    #[must_use]
    pub fn asked_of_tags(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (option, value) in &self.given {
            if let Asks::Tags(words) = option.asks {
                all.push(words.replace('*', value));
            }
        }
        all.dedup();
        all
    }

    /// Returns the number of positions in a row that a match needs.
    #[must_use]
    pub fn duration(&self) -> u32 {
        self.duration.map_or(1, |Duration(plies)| plies)
    }

    /// Returns what is known of a game, or nothing if nothing is asked of it.
    pub(crate) fn known<'a>(&self, game: &'a Game) -> Tags<'a> {
        for option in self.given() {
            if let Asks::Tags(_) = option.asks {
                return game.known();
            }
        }
        Tags::default()
    }

    /// Returns the sides in question, if the tags of a game are as asked for them.
    #[must_use]
    pub fn sides(&self, tags: &Tags) -> [bool; 2] {
        let [white, black] = tags.ratings;
        let year = tags.date.map(|date| date.year);
        let is_game = is_in(self.elo.as_ref(), white)
            && is_in(self.elo.as_ref(), black)
            && is_in(self.years.as_ref(), year)
            && takes_any(&self.openings, |opening| opening.contains(&tags.eco))
            && takes(self.event.as_ref(), |event| event.are_in(&tags.event))
            && takes(self.time_control.as_ref(), |of| {
                of.is_of(&tags.time_control)
            });
        let mut sides = if is_game {
            self.played(tags)
        } else {
            [false; 2]
        };
        let half_points = tags.result.and_then(GameResult::half_points);
        for side in Color::ALL {
            sides[side as usize] &= [None, Some(side)].contains(&self.color)
                && is_in(self.opponent_elo.as_ref(), tags.ratings[!side as usize])
                && takes(self.result.as_ref(), |of| of.is_met(half_points, side));
        }
        sides
    }

    /// Returns `true` if the side in question may be only one of both, whoever plays.
    pub(crate) fn chooses_side(&self) -> bool {
        self.color.is_some()
            || self.opponent_elo.is_some()
            || matches!(self.result, Some(Outcome::OfSide(_)))
    }

    /// Returns the sides of the players, or both.
    #[must_use]
    pub fn played(&self, tags: &Tags) -> [bool; 2] {
        tags.players
            .each_ref()
            .map(|name| takes_any(&self.players, |player| player.is_called(name)))
    }

    /// Returns the half-moves after which a position may be, if any side is in question.
    pub(crate) fn plies(&self, game: &Game, sides: [bool; 2]) -> Range<u32> {
        let plies = if sides == [false; 2] { 0 } else { game.plies() };
        let Some(Span(moves)) = &self.moves else {
            return 0..plies;
        };
        let before = game.plies_before();
        let first = moves.start().saturating_mul(2);
        let end = moves.end().saturating_mul(2).saturating_add(1);
        let first = first.saturating_sub(before.saturating_add(1));
        first..end.saturating_sub(before).min(plies)
    }

    /// Returns `true` if the pieces matter, for which the moves have to be played.
    #[must_use]
    pub fn needs_pieces(&self) -> bool {
        self.pieces.is_some() || !self.material.is_empty()
    }

    /// Returns `true` if the pieces of a position are as asked.
    #[must_use]
    pub fn takes_pieces(&self, position: &Position) -> bool {
        if !self.needs_pieces() {
            return true;
        }
        let mut pieces = [[0; 4]; 2];
        for (numbers, sets) in pieces.iter_mut().zip(position.placement().pieces()) {
            let [_, knights, bishops, rooks, queens, _] = sets;
            *numbers = [knights, bishops, rooks, queens].map(Bitboard::count);
        }
        let number: u32 = pieces.as_flattened().iter().sum();
        takes(self.pieces.as_ref(), |Span(span)| span.contains(&number))
            && takes_any(&self.material, |material| material.is_of(pieces))
    }
}
