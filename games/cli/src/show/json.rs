//! JSON: one object per position and line.

use std::io::{self, BufWriter, Write};

use pawnfill::Pawns;
use pawnfill::pattern::{Scope, Value};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::View;
use crate::input::Positions;
use crate::output::Output;

#[derive(Serialize)]
struct Object<'a> {
    fen: &'a str,
    board: Patterns<'a>,
    white: Patterns<'a>,
    black: Patterns<'a>,
}

struct Patterns<'a> {
    view: &'a View,
    pawns: Pawns,
    scope: Scope,
}

impl Serialize for Patterns<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (pattern, value) in self.view.values(self.pawns, self.scope) {
            match value {
                Value::Set(set) => map.serialize_entry(pattern.name, &set),
                Value::Files(files) => map.serialize_entry(pattern.name, &files),
                Value::Number(number) => map.serialize_entry(pattern.name, &number),
            }?;
        }
        map.end()
    }
}

pub(super) fn show(positions: Positions, view: &View) -> anyhow::Result<()> {
    let mut out = BufWriter::new(Output::standard());
    for position in positions {
        let position = position?;
        let (fen, pawns) = (position.fen(), position.pawns);
        let [board, white, black] = Scope::ALL.map(|scope| Patterns { view, pawns, scope });
        serde_json::to_writer(&mut out, &Object { fen: &fen, board, white, black })
            .map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}
