//! The player whose side a question is about, and the result of a game for a side.

use std::cmp::Reverse;
use std::str::FromStr;

use pawnfill::Color;
use pawnfill_positions::GameResult;

/// The name of a player as words, which match the words of a name in a game in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Player(Vec<String>);

impl FromStr for Player {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = words(text);
        if words.is_empty() {
            Err("expected a name, such as Hou or \"Kramnik, V\"")
        } else {
            Ok(Self(words))
        }
    }
}

impl Player {
    /// Returns `true` if each word of the player is one of the name. An initial on either side is
    /// enough for all but one.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let mut left = words(name);
        let mut is_whole = self.0.iter().all(|word| is_letter(word));
        for word in &self.0 {
            let same = left.iter().position(|other| other == word);
            let short = left.iter().position(|other| are_initials(word, other));
            let Some(place) = same.or(short) else {
                return false;
            };
            is_whole |= left.remove(place) == *word && !is_letter(word);
        }
        is_whole
    }
}

/// Returns `true` if one word is the initial of the other.
fn are_initials(one: &str, other: &str) -> bool {
    is_letter(one) && other.starts_with(one) || is_letter(other) && one.starts_with(other)
}

/// Returns the number of letters.
fn length(word: &str) -> usize {
    word.chars().count()
}

fn is_letter(word: &str) -> bool {
    length(word) == 1
}

/// Returns a text in lower case and without accents.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        // An accent may be a character of its own.
        if !('\u{300}'..='\u{36f}').contains(&letter) {
            plain.extend(letter.to_lowercase().map(without_accent));
        }
    }
    plain
}

/// Returns the plain words of a name, the longest first.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in plain(name).split([' ', ',', '.', '\t']) {
        if !word.is_empty() {
            words.push(word.to_owned());
        }
    }
    words.sort_by_key(|word| Reverse(length(word)));
    words
}

/// Returns the letter below the accent of a lower-case letter of Latin-1 or Latin Extended-A.
fn without_accent(letter: char) -> char {
    /// Each letter with its accents.
    const LETTERS: &str = "aàáâãäåāăą cçćĉċč dďđð eèéêëēĕėęě gĝğġģ hĥħ iìíîïĩīĭįı jĵ kķ lĺļľŀł \
                           nñńņňŉ oòóôõöøōŏő rŕŗř sśŝşšș tţťŧț uùúûüũūŭůűų wŵ yýÿŷ zźżž";
    if letter.is_ascii() {
        return letter;
    }
    for letters in LETTERS.split(' ') {
        if letters.contains(letter) {
            return letters.chars().next().unwrap_or(letter);
        }
    }
    letter
}

/// Returns `true` if two names look as if they were those of one player: the last names are near in
/// letters or in sounds, and the first names too, or one of them is shortened or missing.
#[must_use]
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    let [(last, first), (other_last, other_first)] = [one, other].map(parts);
    let is_same_first = match (&first[..], &other_first[..]) {
        ("", _) | (_, "") => true,
        (first, other) if is_letter(first) || is_letter(other) => {
            first.chars().next() == other.chars().next()
        }
        (first, other) => {
            first.starts_with(other) || other.starts_with(first) || is_near(first, other)
        }
    };
    is_same_first && is_near(&last, &other_last)
}

/// Returns the sounds of the last name and of the first word of the others.
fn parts(name: &str) -> (String, String) {
    let name = name.trim_end();
    let (last, first) = match (name.split_once(','), name.rfind([' ', '.'])) {
        (Some(parts), _) => parts,
        (None, Some(place)) => (&name[place + 1..], &name[..=place]),
        (None, None) => (name, ""),
    };
    let first = first.trim_start_matches([' ', '.', ',']);
    let first = first.split([' ', '.', ',']).next();
    (sounds(last), sounds(first.unwrap_or_default()))
}

/// Returns the sounds of a name, so that it is the same in several spellings.
fn sounds(name: &str) -> String {
    /// Spellings with their sounds, the longer ones first.
    const SOUNDS: &str = "tsch=C tch=C sch=S ch=C cz=C sh=S sz=S zh=Z kh=H ph=f th=t ck=k ts=z \
                          tz=z x=ks c=k q=k w=v y=i j=i h=";
    let mut text = plain(name);
    text.retain(char::is_alphabetic);
    for (spelling, sound) in SOUNDS.split(' ').filter_map(|of| of.split_once('=')) {
        text = text.replace(spelling, sound);
    }
    let mut letters: Vec<char> = text.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

/// Returns `true` if two texts are the same but for one letter, if they are not short, or two, if
/// they are long.
fn is_near(one: &str, other: &str) -> bool {
    let allowed = match length(one).min(length(other)) {
        0..5 => 0,
        5..9 => 1,
        _ => 2,
    };
    strsim::levenshtein(one, other) <= allowed
}

/// The result of a game that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The half points of White.
    OfWhite(u32),
    /// The half points of the side in question.
    OfSide(u32),
}

impl FromStr for Outcome {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "won" => Ok(Self::OfSide(2)),
            "drawn" => Ok(Self::OfWhite(1)),
            "lost" => Ok(Self::OfSide(0)),
            _ => {
                let half_points = text.parse().ok().and_then(GameResult::half_points);
                match half_points {
                    Some(half_points) => Ok(Self::OfWhite(half_points)),
                    None => Err("expected won, lost, drawn, 1-0, 0-1 or 1/2-1/2"),
                }
            }
        }
    }
}

impl Outcome {
    /// Returns `true` if the half points of White are what is asked of a side.
    pub(crate) fn is_met(self, half_points: Option<u32>, side: Color) -> bool {
        let of_white = match self {
            Self::OfSide(half_points) if side == Color::Black => 2 - half_points,
            Self::OfWhite(half_points) | Self::OfSide(half_points) => half_points,
        };
        half_points == Some(of_white)
    }
}
