//! Prints generated files of the library, as JSON: `products GROUP`.

use anyhow::{Context as _, bail};
use pawnfill::pattern::Column;
use pawnfill_export::{
    DIALECTS, Selection, TESTED, commonjs, emit, javascript, typescript, with_note,
};
use pawnfill_positions::Position;
use pawnfill_show::{Picture, page};

#[path = "products/vectors.rs"]
mod vectors;

/// The position of the page and of the pictures.
const FEN: &str = "4k3/1p6/3p4/P1pPp3/2P2P2/5P2/7P/4K3 w - - 0 1";

/// The patterns in the pictures.
const DRAWN: [&str; 4] = [
    "white_front_span",
    "white_half_open_files",
    "white_any_levers",
    "white_backward",
];

fn main() -> anyhow::Result<()> {
    let position: Position = FEN.parse().map_err(anyhow::Error::msg)?;
    let files = match std::env::args().nth(1).as_deref() {
        Some("exports") => exports()?,
        Some("pairs") => vec![("crates/export/pairs.json".to_owned(), vectors::json()?)],
        Some("page") => vec![(
            "pawnfill/docs/page.html".to_owned(),
            page(&position.fen(), "white.backward"),
        )],
        Some("pictures") => {
            let drawn = DRAWN
                .map(Column::from_name)
                .into_iter()
                .collect::<Option<_>>();
            let pictures =
                Picture::new(drawn.context("no such pattern")?, false).documents(&position);
            let path = |name| format!("pawnfill/docs/pictures/000001-{name}.svg");
            pictures
                .into_iter()
                .map(|(name, picture)| (path(name), picture))
                .collect()
        }
        _ => bail!("which group?"),
    };
    println!("{}", serde_json::to_string(&files)?);
    Ok(())
}

fn exports() -> anyhow::Result<Vec<(String, String)>> {
    let all = Selection::default();
    let mut files = vec![
        ("js/pawnfill.js", javascript(&all)?),
        ("js/pawnfill.cjs", commonjs()?),
        ("js/pawnfill.d.ts", typescript()),
        ("js/pawnfill.d.cts", typescript()),
    ];
    for dialect in DIALECTS {
        if let Some(path) = dialect.path {
            files.push((path, with_note(&emit(dialect, &all)?, TESTED)));
        }
    }
    let files = files.into_iter();
    Ok(files
        .map(|(path, contents)| (format!("crates/export/{path}"), contents))
        .collect())
}
