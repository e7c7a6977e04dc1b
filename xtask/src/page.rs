//! The page on which pawns are dragged, written by `pawnfill show`, and the JavaScript module.

use crate::generated::File;
use crate::workspace;

/// The position of the page and of the pictures.
pub(crate) const FEN: &str = "4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1";

pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    let page = program(&["show", FEN, "--format", "html"])?;
    let mut files = vec![File { path: "pawnfill/docs/page.html".to_owned(), contents: Some(page) }];
    for (language, name) in [("javascript", "pawnfill.js"), ("typescript", "pawnfill.d.ts")] {
        let contents = program(&["export", "patterns", "--language", language])?;
        files.push(File { path: format!("crates/export/js/{name}"), contents: Some(contents) });
    }
    Ok(files)
}

/// Returns what the program `pawnfill` prints.
fn program(arguments: &[&str]) -> anyhow::Result<String> {
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--package", "pawnfill-cli", "--"]);
    workspace::output(command.args(arguments))
}
