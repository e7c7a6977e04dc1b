//! Prints the public API of a crate, one line for each item, from what rustdoc wrote of it as JSON.

use std::path::PathBuf;

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    let json = PathBuf::from(std::env::args_os().nth(1).context("which JSON?")?);
    let api = public_api::Builder::from_rustdoc_json(&json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .with_context(|| {
            format!("cannot read {}, perhaps for its format, which each compiler changes", json.display())
        })?;
    println!("{api}");
    Ok(())
}
