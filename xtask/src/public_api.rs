//! Prints the public API of a crate, one item per line, from rustdoc's JSON.

use std::path::PathBuf;

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    let json = PathBuf::from(std::env::args_os().nth(1).context("which JSON?")?);
    let api = public_api::Builder::from_rustdoc_json(&json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .build()
        .with_context(|| {
            format!(
                "cannot read {}; its format may belong to another compiler version",
                json.display()
            )
        })?;
    println!("{api}");
    Ok(())
}
