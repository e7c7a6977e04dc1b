//! JSON: an object for each position.

use pawnfill::Pawns;
use pawnfill::pattern::{Scope, Value};
use pawnfill_positions::Position;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::Picture;

#[derive(Serialize)]
struct Object<'a> {
    fen: &'a str,
    board: Patterns<'a>,
    white: Patterns<'a>,
    black: Patterns<'a>,
}

struct Patterns<'a> {
    picture: &'a Picture,
    pawns: Pawns,
    scope: Scope,
}

impl Serialize for Patterns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (pattern, value) in self.picture.values(self.pawns, self.scope) {
            match value {
                Value::Set(set) => map.serialize_entry(pattern.name, &set),
                Value::Files(files) => map.serialize_entry(pattern.name, &files),
                Value::Number(number) => map.serialize_entry(pattern.name, &number),
            }?;
        }
        map.end()
    }
}

impl Picture {
    /// Returns a position as an object on one line.
    ///
    /// # Errors
    ///
    /// There is none at present, because every value of a pattern can be written.
    pub fn json(&self, position: &Position) -> serde_json::Result<String> {
        let (fen, pawns) = (position.fen(), position.pawns);
        let [board, white, black] = Scope::ALL.map(|scope| Patterns {
            picture: self,
            pawns,
            scope,
        });
        serde_json::to_string(&Object {
            fen: &fen,
            board,
            white,
            black,
        })
    }
}
