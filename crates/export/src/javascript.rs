//! JavaScript: writes a module with the WebAssembly inside, and its TypeScript declarations.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pawnfill::Color;

use crate::graph::Type;
use crate::mask::masks;
use crate::program::{chosen, property};
use crate::{Error, Selection, noticed};

/// The module without the WebAssembly. The proof compares what it decodes.
const SOURCE: &str = include_str!("javascript/pawnfill.js");

/// The declarations that do not depend on the patterns.
const DECLARATIONS: &str = include_str!("javascript/pawnfill.d.ts");

/// Writes the patterns of a selection as a JavaScript module, or all of them if there are none. It
/// needs no other file.
///
/// # Errors
///
/// A name is unknown, or a definition has a mistake.
pub fn javascript(selection: &Selection) -> Result<String, Error> {
    let text = SOURCE.replacen("{module}", &packed(&crate::module(selection)?), 1);
    Ok(noticed(&text, selection, "javascript", ["// ", ""]))
}

/// Returns bytes as the text from which the module decompresses its WebAssembly: zlib in Base64.
#[must_use]
pub fn packed(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(compress_to_vec_zlib(bytes, 10))
}

/// Returns a script or a style without indentation and comments, for a page.
#[must_use]
pub fn shortened(source: &str) -> String {
    let lines = source.lines().map(str::trim_start);
    let is_code =
        |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("/**");
    lines
        .filter(is_code)
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Writes the TypeScript declarations of [`javascript`] with all patterns.
#[must_use]
pub fn typescript() -> String {
    let all = Selection::default();
    let (mut board, mut side) = (String::new(), String::new());
    let entries = chosen(&all, &masks()).unwrap_or_default();
    for entry in entries
        .iter()
        .filter(|entry| entry.color != Some(Color::Black))
    {
        let ty = match entry.result {
            Type::Set | Type::Side => "bigint",
            Type::Files | Type::Number => "number",
            Type::Truth => "boolean",
        };
        let [about, more @ ..] = &entry.about[..] else {
            continue;
        };
        let formula = more
            .first()
            .map(|formula| format!(" Formula: `{formula}`."));
        let (name, page) = (&entry.bare, more.get(1).map(|page| format!(" {page}")));
        let (about, member) = match entry.parameters.contains(&"square") {
            true => (about.clone(), format!("{name}(square: Square)")),
            false => (property(about), format!("readonly {name}")),
        };
        let more: String = formula.into_iter().chain(page).collect();
        let text = if entry.color.is_some() {
            &mut side
        } else {
            &mut board
        };
        *text += &format!("  /** {about}{more} */\n  {member}: {ty};\n");
    }
    let sides: String = Color::ALL
        .map(|color| format!("  /** {color:?}'s side. */\n  readonly {color}: Side;\n"))
        .concat();
    let text = DECLARATIONS
        .replacen("  // board\n", &(sides + &board), 1)
        .replacen("  // side\n", &side, 1);
    noticed(&text, &all, "typescript", ["// ", ""])
}
