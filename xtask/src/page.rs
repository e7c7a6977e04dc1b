//! The page on which pawns are dragged, written by `pawnfill show`, and the JavaScript module.

use std::fs;

use anyhow::Context as _;

use crate::generated::File;
use crate::workspace;

/// The position of the page.
pub(crate) const FEN: &str = "4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1";

pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--release", "--package", "pawnfill-cli", "--", "show", FEN]);
    let page = workspace::output(command.args(["--format", "html"]))?;
    let folder = tempfile::tempdir_in(workspace::target("generate")?)?;
    let mut command = workspace::cargo();
    command.args(["run", "--quiet", "--release", "--package", "pawnfill-export", "--features", "javascript"]);
    workspace::output(command.args(["--example", "javascript", "--"]).arg(folder.path()))?;
    let mut files = vec![File { path: "pawnfill/docs/page.html".to_owned(), contents: Some(page) }];
    for name in ["pawnfill.js", "pawnfill.d.ts"] {
        let contents = fs::read_to_string(folder.path().join(name)).with_context(|| name.to_owned())?;
        files.push(File { path: format!("crates/export/js/{name}"), contents: Some(contents) });
    }
    Ok(files)
}
