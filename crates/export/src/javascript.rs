//! JavaScript: writes a module with the WebAssembly inside, and its TypeScript declarations.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pawnfill::Color;

use crate::program::property;
use crate::{Selection, noticed};
use pawnfill::pattern::{CONTACTS, Kind, PATTERNS, Pattern, QUESTIONS, Question, Scope};

/// The module without the WebAssembly. The proof compares what it decodes.
const SOURCE: &str = include_str!("javascript/pawnfill.js");

/// The declarations that do not depend on the patterns.
const DECLARATIONS: &str = include_str!("javascript/pawnfill.d.ts");

/// Writes all patterns and questions about a square as a JavaScript module, which needs no other file.
#[must_use]
pub fn javascript() -> String {
    let module = packed(&crate::module(&Selection::default()).unwrap_or_default());
    let text = SOURCE.replacen("{module}", &module, 1);
    noticed(&text, &Selection::default(), "javascript", ["// ", ""])
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
    let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with("/**");
    lines.filter(is_code).map(|line| format!("{line}\n")).collect()
}

/// Writes the TypeScript declarations of [`javascript`].
#[must_use]
pub fn typescript() -> String {
    let (mut board, mut side) = (String::new(), String::new());
    let member = |about: String, member: String| format!("  /** {about} */\n  {member};\n");
    for pattern in PATTERNS {
        let Pattern { name, about, formula, source_url, kind, .. } = pattern;
        let text = if pattern.column(Scope::Board).is_some() { &mut board } else { &mut side };
        let ty = if *kind == Kind::Set { "bigint" } else { "number" };
        let about = format!("{} Formula: `{formula}`. {source_url}", property(about));
        *text += &member(about, format!("readonly {name}: {ty}"));
    }
    for (class, direction) in CONTACTS.iter().flat_map(|class| ["east", "west"].map(|side| (class, side))) {
        let about = format!("The friendly pawns in `{}` to the {direction}.", class.levers.name);
        side += &member(about, format!("readonly {}_{direction}: bigint", class.name));
    }
    for Question { name, about, formula, kind, .. } in QUESTIONS {
        let ty = if *kind == Kind::YesNo { "boolean" } else { "bigint" };
        let about = format!("{about} Formula: `{formula}`.");
        side += &member(about, format!("{name}(square: Square): {ty}"));
    }
    let sides: String =
        Color::ALL.map(|color| format!("  /** {color:?}'s side. */\n  readonly {color}: Side;\n")).concat();
    let text = DECLARATIONS.replacen("  // board\n", &(sides + &board), 1).replacen("  // side\n", &side, 1);
    noticed(&text, &Selection::default(), "typescript", ["// ", ""])
}
