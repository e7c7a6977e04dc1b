//! Facts: a position in words, for programs and language models that read words.
//!
//! A bare name of a pattern has exactly that set, and a set that differs has a longer name. Empty
//! sets are left out.

use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};

use pawnfill::pattern::{Column, Pattern, Scope, Value};
use pawnfill::{Bitboard, Color, File, FileSet, Pawns, Square, east, north, south, west};
use pawnfill_condition::{Definition, Query, structures};
use pawnfill_positions::Position;
use serde::Serialize;
use serde::ser::SerializeMap;

use crate::Picture;

/// The patterns of passed pawns that are written by their names.
const PASSERS: [&str; 4] = [
    "passed",
    "protected_passed",
    "connected_passed",
    "candidates",
];

/// The light squares.
const LIGHT: Bitboard = Bitboard::from_bits(0x55aa_55aa_55aa_55aa);

/// An object, whose keys keep their order.
#[derive(Clone, Debug, Default, PartialEq)]
struct Object(Vec<(String, Fact)>);

/// A value of an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
enum Fact {
    Word(String),
    Number(u32),
    Words(Vec<String>),
    Lists(Vec<Vec<String>>),
    Object(Object),
    Objects(Vec<Object>),
}

impl Serialize for Object {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, fact) in &self.0 {
            map.serialize_entry(key, fact)?;
        }
        map.end()
    }
}

impl Object {
    fn add(&mut self, key: &str, fact: Fact) {
        self.0.push((key.to_owned(), fact));
    }

    fn word(&mut self, key: &str, word: &str) {
        self.add(key, Fact::Word(word.to_owned()));
    }

    /// Adds words, unless there are none.
    fn words(&mut self, key: &str, words: Vec<String>) {
        if !words.is_empty() {
            self.add(key, Fact::Words(words));
        }
    }

    /// Adds lists of words, unless there are none.
    fn lists(&mut self, key: &str, lists: Vec<Vec<String>>) {
        if !lists.is_empty() {
            self.add(key, Fact::Lists(lists));
        }
    }

    /// Adds the value of a pattern under its name, unless it is there.
    fn column(&mut self, column: Column, pawns: Pawns) {
        let name = column.pattern.name;
        if self.0.iter().any(|(key, _)| key == name) {
            return;
        }
        match column.value(pawns) {
            Value::Set(set) if name.ends_with("files") => self.words(name, files(set.file_set())),
            Value::Set(set) => self.words(name, squares(set)),
            Value::Files(set) => self.words(name, files(set)),
            Value::Number(number) => self.add(name, Fact::Number(number)),
        }
    }

    fn pattern(&mut self, name: &str, scope: Scope, pawns: Pawns) {
        let column = Pattern::from_name(name).and_then(|pattern| pattern.column(scope));
        if let Some(column) = column {
            self.column(column, pawns);
        }
    }
}

/// Returns squares file by file.
fn squares_of(set: Bitboard) -> impl Iterator<Item = Square> {
    File::ALL
        .into_iter()
        .flat_map(move |file| (set & file.bitboard()).squares())
}

fn name(square: Square) -> String {
    square.name().to_owned()
}

fn squares(set: Bitboard) -> Vec<String> {
    squares_of(set).map(name).collect()
}

fn files(set: FileSet) -> Vec<String> {
    set.files().map(File::name).map(str::to_owned).collect()
}

/// The files from a to d, and those from e to h, with the ends of their names.
fn wings() -> [(&'static str, Bitboard); 2] {
    let east = FileSet::from_bits(0xf0).to_bitboard();
    [("a_to_d", !east), ("e_to_h", east)]
}

impl Picture {
    /// Returns the facts of a position as an object on one line, with the chosen patterns besides.
    ///
    /// # Errors
    ///
    /// There is none at present, because every fact can be written.
    pub fn facts(&self, position: &Position) -> serde_json::Result<String> {
        let pawns = position.pawns;
        let mut facts = Object::default();
        facts.word("format", "pawnfill-facts/1");
        facts.word("fen", &position.fen());
        if let Some(color) = position.side_to_move() {
            facts.word("side_to_move", color.name());
        }
        facts.add("structures", Fact::Objects(structures_of(position)));
        for name in ["open_files", "closed_files"] {
            facts.pattern(name, Scope::Board, pawns);
        }
        facts.lists("any_levers", levers(pawns));
        facts.lists("rams", rams(pawns));
        let majorities = majorities(pawns);
        if !majorities.0.is_empty() {
            facts.add("majorities", Fact::Object(majorities));
        }
        self.add_chosen(&mut facts, Scope::Board, pawns);
        for color in Color::ALL {
            let mut side = side(color, pawns);
            self.add_chosen(&mut side, Scope::Side(color), pawns);
            facts.add(color.name(), Fact::Object(side));
        }
        serde_json::to_string(&facts)
    }

    fn add_chosen(&self, facts: &mut Object, scope: Scope, pawns: Pawns) {
        for &column in &self.columns {
            if self.chosen && column.scope == scope {
                facts.column(column, pawns);
            }
        }
    }
}

/// The known structures, with the conditions that their names are.
static STRUCTURES: LazyLock<Vec<(Arc<Definition>, Query)>> = LazyLock::new(known);

fn known() -> Vec<(Arc<Definition>, Query)> {
    let names = structures();
    let mut known = Vec::new();
    for of in &names {
        // A name of the list is a condition.
        if let Ok(query) = Query::parse(&of.name, &names) {
            known.push((Arc::clone(of), query));
        }
    }
    known
}

/// Returns the structures with the sides that have them, and the pawns that their definitions name.
fn structures_of(position: &Position) -> Vec<Object> {
    let mut facts = Vec::new();
    for (definition, query) in &*STRUCTURES {
        facts.extend(structure(definition, query, position));
    }
    facts
}

fn structure(definition: &Definition, query: &Query, position: &Position) -> Option<Object> {
    let placement = position.placement();
    let side = match query.is_met(placement) {
        [true, true] => None,
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        [false, false] => return None,
    };
    let pawns = position.pawns.white().own() | position.pawns.black().own();
    let title = definition.line("title").unwrap_or(&definition.name);
    let mut facts = Object::default();
    facts.word("name", &definition.name);
    facts.word("side", side.map_or("both", Color::name));
    facts.word("title", title.split(',').next().unwrap_or(title));
    let named = squares(query.squares(placement, side) & pawns);
    facts.add("pawns", Fact::Words(named));
    Some(facts)
}

/// Returns pairs of a white pawn and the black pawn this many squares after it.
fn pairs(white: Bitboard, step: usize) -> Vec<Vec<String>> {
    let mut pairs = Vec::new();
    for pawn in white.squares() {
        let black = Square::from_index_wrapping(pawn.index() + step);
        pairs.push(vec![name(pawn), name(black)]);
    }
    pairs
}

fn levers(pawns: Pawns) -> Vec<Vec<String>> {
    let contacts = pawns.white().contacts();
    let mut levers = [pairs(contacts.west, 7), pairs(contacts.east, 9)].concat();
    levers.sort();
    levers
}

fn rams(pawns: Pawns) -> Vec<Vec<String>> {
    let mut rams = pairs(pawns.white().rams(), 8);
    rams.sort();
    rams
}

/// Returns for each wing the side with more pawns, if there is one.
fn majorities(pawns: Pawns) -> Object {
    let mut majorities = Object::default();
    for (wing, squares) in wings() {
        let [white, black] = Color::ALL.map(|color| (pawns.side(color).own() & squares).count());
        let color = match white.cmp(&black) {
            Ordering::Less => Color::Black,
            Ordering::Equal => continue,
            Ordering::Greater => Color::White,
        };
        majorities.word(&format!("files_{wing}"), color.name());
    }
    majorities
}

fn side(color: Color, pawns: Pawns) -> Object {
    let (side, enemy) = (pawns.side(color), pawns.side(!color));
    let (own, scope) = (side.own(), Scope::Side(color));
    let mut facts = Object::default();
    facts.add("pawns", Fact::Words(squares(own)));
    facts.add("pawn_count", Fact::Number(own.count()));
    for (wing, squares) in wings() {
        let count = Fact::Number((own & squares).count());
        facts.add(&format!("pawn_count_{wing}"), count);
    }
    facts.add("islands", Fact::Words(islands(side.file_set())));
    facts.pattern("island_count", scope, pawns);
    facts.pattern("half_open_files", scope, pawns);
    let targets = own & enemy.half_open_files();
    facts.words("pawns_on_enemy_half_open_files", squares(targets));
    let light = squares(own & LIGHT);
    facts.words("pawns_on_light_squares", light);
    let dark = squares(own & !LIGHT);
    facts.words("pawns_on_dark_squares", dark);
    for name in ["isolated", "doubled", "tripled"] {
        facts.pattern(name, scope, pawns);
    }
    let backward = side.backward() & !side.isolated();
    facts.words("backward_not_isolated", squares(backward));
    for name in PASSERS {
        facts.pattern(name, scope, pawns);
    }
    facts.lists("chains", chains(color, pawns));
    for name in ["push_levers", "double_push_levers", "outposts"] {
        facts.pattern(name, scope, pawns);
    }
    let holes = side.holes() & Bitboard::from_bits(0xffff_ffff_0000);
    facts.words("holes_on_ranks_3_to_6", squares(holes));
    facts
}

/// Returns the letters of each group of adjacent files.
fn islands(files: FileSet) -> Vec<String> {
    let mut letters = String::new();
    for file in File::ALL {
        letters += if files.contains(file) {
            file.name()
        } else {
            " "
        };
    }
    letters.split_whitespace().map(str::to_owned).collect()
}

/// Returns the chains from base to peak, first those that run to the east.
fn chains(color: Color, pawns: Pawns) -> Vec<Vec<String>> {
    let side = pawns.side(color);
    let mut chains = Vec::new();
    for base in squares_of(side.chain_bases_west()) {
        chains.push(chain(base, color, pawns, east));
    }
    for base in squares_of(side.chain_bases_east()) {
        chains.push(chain(base, color, pawns, west));
    }
    chains
}

/// Returns the pawns of the chain from a base to this side.
fn chain(base: Square, color: Color, pawns: Pawns, aside: fn(Bitboard) -> Bitboard) -> Vec<String> {
    let ahead = match color {
        Color::White => north,
        Color::Black => south,
    };
    let own = pawns.side(color).own();
    let mut chain = Vec::new();
    let mut next = Some(base);
    while let Some(pawn) = next {
        chain.push(name(pawn));
        next = (ahead(aside(pawn.bitboard())) & own).first();
    }
    chain
}

#[cfg(test)]
mod tests;
