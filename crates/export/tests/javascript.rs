//! Checks that the JavaScript module contains the WebAssembly module that is proved, byte by byte.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use pawnfill::Color;
use pawnfill::pattern::{CONTACTS, PATTERNS, QUESTIONS};
use pawnfill_export::{Selection, javascript, module, typescript};

#[test]
fn the_module_is_the_proved_one() {
    let text = javascript();
    let (_, rest) = text.split_once("const module = \"").unwrap();
    let packed = BASE64_STANDARD.decode(rest.split_once('"').unwrap().0).unwrap();
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap();
    assert_eq!(bytes, module(&Selection::default()).unwrap());
    assert!(packed.len() <= 10_000, "{} bytes", packed.len());
}

#[test]
fn the_package_has_the_version() {
    let package = include_str!("../js/package.json");
    assert!(package.contains(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"))), "{package}");
}

#[test]
fn everything_is_declared() {
    let text = typescript();
    let contacts =
        CONTACTS.iter().flat_map(|class| ["east", "west"].map(|side| format!("{}_{side}", class.name)));
    let patterns = PATTERNS.iter().map(|pattern| pattern.name.to_owned());
    let properties = contacts.chain(patterns).chain(Color::ALL.map(|color| color.name().to_owned()));
    let properties = properties.map(|name| format!("readonly {name}: "));
    let methods = QUESTIONS.iter().map(|question| format!("{}(square: Square): ", question.name));
    for member in properties.chain(methods) {
        assert_eq!(text.matches(&format!("\n  {member}")).count(), 1, "{member}");
    }
}
