//! What people call the patterns.

use super::column::{PATTERNS, Pattern};

/// A word of people for a pattern, or for something near a pattern.
///
/// ```
/// use pawnfill::pattern::Word;
///
/// let passer = Word::find("Passers").expect("players say so");
/// assert!(passer.patterns().map(|pattern| pattern.name).eq(["passed"]));
/// assert!(Word::find("rule of the square").is_some_and(|word| word.near.is_some()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Word {
    /// The word, in the singular.
    pub text: &'static str,
    /// The names of the patterns that it means, the likeliest first.
    pub names: &'static [&'static str],
    /// What is near, if no pattern is meant: a sentence without a full stop.
    pub near: Option<&'static str>,
}

impl Word {
    /// Returns the meaning of a word. Case, hyphens, underscores, spaces and an `s` at the end do
    /// not matter.
    #[must_use]
    pub fn find(text: &str) -> Option<&'static Self> {
        WORDS.iter().find(|word| is_same(word.text, text))
    }

    /// Returns the patterns that it means, the likeliest first.
    pub fn patterns(&self) -> impl Iterator<Item = &'static Pattern> + Clone {
        self.names
            .iter()
            .filter_map(|name| Pattern::from_name(name))
    }
}

impl Pattern {
    /// Returns the words for it.
    pub fn words(&'static self) -> impl Iterator<Item = &'static str> + Clone {
        WORDS
            .iter()
            .filter(|word| word.names.contains(&self.name))
            .map(|word| word.text)
    }

    /// Returns the patterns that people call so: the one with nearly this name, and those of the
    /// [`Word`].
    ///
    /// ```
    /// use pawnfill::pattern::Pattern;
    ///
    /// assert!(Pattern::called("duo").map(|pattern| pattern.name).eq(["duos", "phalanx"]));
    /// ```
    pub fn called(text: &str) -> impl Iterator<Item = &'static Self> + Clone {
        let (named, others): (Option<&'static Self>, _) = (
            PATTERNS.iter().find(|pattern| is_same(pattern.name, text)),
            Word::find(text).into_iter().flat_map(Word::patterns),
        );
        named
            .into_iter()
            .chain(others.filter(move |pattern| Some(*pattern) != named))
    }
}

/// Returns `true` if two texts are the same word.
fn is_same(one: &str, other: &str) -> bool {
    plain(one).eq(plain(other))
}

/// Returns the letters of a text in lower case, without what makes no difference: `pawn` at either
/// end, plurals, blanks, hyphens and underscores. A passed pawn is a passer.
fn plain(text: &str) -> impl Iterator<Item = u8> {
    words(text)
        .flat_map(letters)
        .map(|letter| letter.to_ascii_lowercase())
}

/// Returns the words of a text, without `pawn` at either end.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut words = text.split([' ', '-', '_']).filter(|word| !word.is_empty());
    // A text that is only this word keeps it.
    let mut ahead = words.clone();
    if ahead.next().is_some_and(is_pawn) && ahead.next().is_some() {
        words.next();
    }
    let mut behind = words.clone();
    if behind.next_back().is_some_and(is_pawn) && behind.next_back().is_some() {
        words.next_back();
    }
    words
}

fn is_pawn(word: &str) -> bool {
    ["pawn", "pawns"]
        .iter()
        .any(|pawn| word.eq_ignore_ascii_case(pawn))
}

/// Returns the letters of a word in the singular.
fn letters(word: &str) -> impl Iterator<Item = u8> {
    let ends = [("passed", "passer"), ("ies", "y"), ("ss", "ss"), ("s", "")];
    let (end, singular) = ends
        .into_iter()
        .find(|(end, _)| ends_with(word, end))
        .unwrap_or_default();
    word[..word.len() - end.len()]
        .bytes()
        .chain(singular.bytes())
}

fn ends_with(word: &str, end: &str) -> bool {
    let start = word.len().saturating_sub(end.len());
    word.as_bytes()[start..].eq_ignore_ascii_case(end.as_bytes())
}

macro_rules! words {
    ($($text:literal = $($name:ident)|+;)* near { $($($other:literal)|+ = $near:literal;)* }) => {
        /// Every word that is not the name of a pattern. Those of the methods of a pattern are
        /// aliases in the docs.
        pub static WORDS: &[Word] = &[
            $(Word { text: $text, names: &[$(stringify!($name)),+], near: None },)*
            $($(Word { text: $other, names: &[], near: Some($near) },)+)*
        ];
    };
}

words! {
    "attack span" = east_front_attack_span | west_front_attack_span;
    "backward pawn" = backward;
    "blocked" = rams;
    "blocked pawn" = rams;
    "break" = push_levers | double_push_levers;
    "candidate passer" = candidates;
    "chain base" = chain_bases_west | chain_bases_east;
    "chain head" = chain_peaks_west | chain_peaks_east;
    "connected passer" = connected_passed;
    "connected pawn" = connected;
    "double attack" = double_attacks;
    "doubled isolated pawn" = doubled | isolated;
    "doubled pawn" = doubled;
    "duo" = phalanx | duos;
    "fixed pawn" = rams | immobile;
    "forward file" = front_span;
    "guarded" = defended;
    "half isolani" = half_isolated;
    "half-open" = half_open_files;
    "hanging pawn" = hanging;
    "hidden passer" = sneakers;
    "IQP" = isolated;
    "island" = island_count;
    "isolani" = isolated;
    "isolated pawn" = isolated;
    "isolated queen pawn" = isolated;
    "lever" = any_levers;
    "locked pawn" = rams | immobile;
    "opposed" = unfree;
    "passed pawn" = passed;
    "passed pawn mask" = passer_span;
    "passer" = passed;
    "pawn attack" = any_attacks;
    "pawn break" = push_levers | double_push_levers;
    "pawn chain" = chain_links_west | chain_links_east;
    "pawn fork" = fork_levers;
    "pawn island" = island_count;
    "protected" = defended;
    "protected passer" = protected_passed;
    "semi-backward" = stragglers;
    "semi-closed" = semi_closed_files;
    "semi-open" = half_open_files;
    "semi-open file" = half_open_files;
    "side by side" = phalanx;
    "stop square" = stops;
    "supported" = defended | connected;
    "tandem" = doubled;
    "tension" = any_levers;
    "triple pawn" = tripled;
    "tripled pawn" = tripled;
    "unopposed" = open_pawns;
    "weak square" = holes;

    near {
        "advanced pawn" =
            "no pattern is this; `white.pawns & (rank_5 | rank_6 | rank_7)` is near";
        "bad bishop" | "good knight" =
            "this is not a set of pawns, but about a piece";
        "blockade" | "blocked passer" =
            "no pattern is this, because it takes a piece; `white.passed & south(black.knights)` is \
             near";
        "castled" =
            "this is not a set of pawns, but about the kings";
        "center" =
            "no pattern is this; `white.pawns & (d4 | e4 | d5 | e5)` is near";
        "closed position" =
            "this is not a set of pawns, but about how many files are open";
        "color complex" =
            "no pattern is this; `black.holes & light_squares` is near";
        "free pawn" =
            "no pattern is this; `white.pawns & south(white.push_targets)` can advance now";
        "king shelter" | "pawn shield" | "shelter" =
            "no pattern is this; `white.pawns & passer_span(white.kings, white)` is near";
        "kingside majority" =
            "no pattern is this; compare `count(white.pawns & (e | f | g | h))` with that of Black";
        "majority" | "pawn majority" | "queenside majority" =
            "no pattern is this; compare `count(white.pawns & (a | b | c | d))` with that of Black";
        "minority attack" =
            "this is not a set of pawns, but a plan, most often in `carlsbad`";
        "outside passer" =
            "no pattern is this; `white.passed & (a | b | g | h)` is near";
        "pawn storm" =
            "this is not a set of pawns, but a plan against a king";
        "rule of the square" | "square rule" | "unstoppable passer" | "unstoppable pawn" =
            "no pattern is this, because kings and the side to move decide; `white.passed` is near";
        "runner" =
            "no pattern is this, because pieces block it; `white.passed` is near";
        "weak lever" =
            "no class of levers is this; they are inner, outer or center, and loose, tight or \
             stuck";
    }
}
