//! `cargo xtask web`: builds the page of games.

use std::process::{Command, ExitCode};

use anyhow::Context as _;

use crate::terminal::say;
use crate::{generate, workspace};

const TARGET: &str = "wasm32-unknown-unknown";

/// The flags of the module: vectors, which browsers have had since 2023, and a stack for deep
/// conditions.
const FLAGS: &str = "-C target-feature=+simd128 -C link-arg=-zstack-size=8388608";

/// Build the page that finds pawn structures in dropped games
///
/// It is one file without further ones: `games.html` in `target/pages`. The page of patterns stands
/// beside it, because both link to each other. If rustc has no WebAssembly, rustup installs it.
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: Args) -> anyhow::Result<ExitCode> {
    let folder = workspace::target("pages")?;
    let libraries = workspace::output(Command::new("rustc").args([
        "--print",
        "target-libdir",
        "--target",
        TARGET,
    ]))?;
    if !std::path::Path::new(libraries.trim()).exists() {
        say(format_args!("installing {TARGET}"))?;
        workspace::output(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    let target = folder.parent().context("a folder in a target folder")?;
    let mut cargo = workspace::cargo(
        "build --quiet --locked --profile web --package pawnfill-web --lib --target",
    );
    cargo.args([TARGET, "--target-dir"]).arg(target);
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS);
    workspace::output(
        cargo
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("RUSTFLAGS"),
    )?;
    let module = target.join(TARGET).join("web/pawnfill_web.wasm");
    let mut games =
        workspace::cargo("run --quiet --locked --features pawnfill-web/page --bin page --");
    let games = workspace::output(games.arg(module))?;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (_, patterns) = generate::products("page", Some(start))?
        .pop()
        .context("no page")?;
    let link = "<footer><p><a href=\"games.html\">Pawn structures of your games</a>. ";
    for (name, page) in [
        ("games.html", games),
        ("patterns.html", patterns.replacen("<footer><p>", link, 1)),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, &page).with_context(|| format!("cannot write {}", path.display()))?;
        say(format_args!(
            "wrote {} ({} kB)",
            path.display(),
            page.len() / 1000
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}
