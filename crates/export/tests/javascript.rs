//! Checks that the JavaScript module contains the WebAssembly module that is proved, byte by byte.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use pawnfill_export::{Selection, commonjs, javascript, module};

#[test]
fn the_module_is_the_proved_one() {
    for text in [javascript(&Selection::default()), commonjs()] {
        let text = text.unwrap();
        let (_, rest) = text.split_once("const base64 = \"").unwrap();
        let packed = BASE64_STANDARD
            .decode(rest.split_once('"').unwrap().0)
            .unwrap();
        let bytes = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).unwrap();
        assert_eq!(bytes, module(&Selection::default()).unwrap());
        assert!(packed.len() <= 10_000, "{} bytes", packed.len());
    }
}

#[test]
fn the_package_has_the_version() {
    let package = include_str!("../js/package.json");
    assert!(
        package.contains(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"))),
        "{package}"
    );
}
