//! JavaScript: writes a module with the WebAssembly inside, and its TypeScript declarations.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pawnfill::Color;

use crate::error::Error;
use crate::function::Entry;
use crate::graph::Type;
use crate::mask::masks;
use crate::program::chosen;
use crate::selection::Selection;
use crate::{TESTED, noticed, with_note};

/// What decodes the WebAssembly. The proof compares the result.
const IMPORT: &str = include_str!("javascript/import.js");

/// The same for Node.js, at once.
const REQUIRE: &str = include_str!("javascript/require.js");

/// What a module for Node.js ends with.
const EXPORTS: &str = "\nmodule.exports = { Pawns, count, functions, placement, set, squares };\n";

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
    loaded(selection, IMPORT, SOURCE)
}

/// Writes [`javascript`] with all patterns as a module that Node.js can `require`.
///
/// # Errors
///
/// There is none at present, because every pattern can be written.
pub fn commonjs() -> Result<String, Error> {
    let source = SOURCE.replace("\nexport ", "\n") + EXPORTS;
    loaded(&Selection::default(), REQUIRE, &source)
}

fn loaded(selection: &Selection, start: &str, source: &str) -> Result<String, Error> {
    let text = start.replacen("{module}", &packed(&crate::module(selection)?), 1) + source;
    let text = noticed(&text, selection, "javascript", ["// ", ""]);
    Ok(with_note(&text, TESTED))
}

/// Returns bytes as the text from which the module decompresses its WebAssembly: zlib in Base64.
#[must_use]
pub fn packed(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(compress_to_vec_zlib(bytes, 10))
}

/// Returns a script or a style without indentation and comments, for a page.
#[must_use]
pub fn shortened(source: &str) -> String {
    let mut code = String::new();
    for line in source.lines().map(str::trim_start) {
        if !line.is_empty() && !line.starts_with("//") && !line.starts_with("/**") {
            code += &format!("{line}\n");
        }
    }
    code
}

/// Writes the TypeScript declarations of [`javascript`] with all patterns.
#[must_use]
pub fn typescript() -> String {
    let all = Selection::default();
    let (mut board, mut side) = (String::new(), String::new());
    for entry in chosen(&all, &masks()).unwrap_or_default() {
        match entry.color {
            None => board += &member(&entry),
            Some(Color::White) => side += &member(&entry),
            Some(Color::Black) => {}
        }
    }
    let mut sides = String::new();
    for color in Color::ALL {
        sides += &format!("  /** {color:?}'s side. */\n  readonly {color}: Side;\n");
    }
    let text = DECLARATIONS
        .replacen("  // board\n", &(sides + &board), 1)
        .replacen("  // side\n", &side, 1);
    noticed(&text, &all, "typescript", ["// ", ""])
}

fn member(entry: &Entry) -> String {
    let ty = match entry.result {
        Type::Set | Type::Side => "bigint",
        Type::Files | Type::Number => "number",
        Type::Truth => "boolean",
    };
    let name = &entry.bare;
    let (mut about, member) = match entry.is_about_square() {
        true => (entry.about[0].clone(), format!("{name}(square: Square)")),
        false => (entry.property(), format!("readonly {name}")),
    };
    if let Some(formula) = entry.about.get(1) {
        about += &format!(" Formula: `{formula}`.");
    }
    if let Some(page) = entry.about.get(2) {
        about += &format!(" {page}");
    }
    format!("  /** {about} */\n  {member}: {ty};\n")
}
