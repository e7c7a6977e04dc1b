//! The names that conditions may use.

use std::sync::Arc;

use pawnfill::pattern::PATTERNS;
use pawnfill_condition::{Definition, PIECES, SIDES, function_lines};
use serde_json::{Value, json};

/// Returns all names. `ofSide` is true if a name needs a side, and null for structures, which may
/// have one.
pub(crate) fn names(structures: &[Arc<Definition>]) -> Value {
    let mut names = Vec::new();
    for of in structures {
        let mut name = described(&of.name, of.line("title").unwrap_or_default(), None);
        name["explained"] = ["about", "white", "black"].map(|key| of.line(key)).into();
        name["example"] = of.line("example").into();
        name["side"] = of.side().name().into();
        names.push(name);
    }
    for piece in PIECES {
        names.push(described(piece, "the squares of these pieces", Some(true)));
    }
    for of in PATTERNS {
        let mut name = described(of.name, of.about, Some(of.scopes().len() > 1));
        name["words"] = of.words().collect();
        names.push(name);
    }
    for (call, about) in function_lines() {
        let name = call.split_inclusive('(').next().unwrap_or_default();
        names.push(described(name, about, Some(false)));
    }
    for side in SIDES {
        names.push(described(&format!("{side}."), "a side", Some(false)));
    }
    names.into()
}

fn described(name: &str, about: &str, of_side: Option<bool>) -> Value {
    let about = about.trim_start_matches("Returns ");
    json!({ "name": name, "about": about, "ofSide": of_side })
}
