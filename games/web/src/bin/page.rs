//! Prints the page with a module in it: `page MODULE.wasm`.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use pawnfill::Color;
use pawnfill_export::{packed, shortened};
use pawnfill_show::svg;
use sha2::{Digest as _, Sha256};

const PAGE: &str = include_str!("../../page/page.html");
const STYLE: &str = concat!(
    include_str!("../../../../crates/show/src/page/shared.css"),
    include_str!("../../page/page.css")
);
const SCRIPT: &str = concat!(
    include_str!("../../../../crates/show/src/page/shared.js"),
    include_str!("../../page/files.js"),
    include_str!("../../page/question.js"),
    include_str!("../../page/table.js"),
    include_str!("../../page/games.js"),
    include_str!("../../page/start.js"),
);
const WORKER: &str = include_str!("../../page/worker.js");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os()
        .nth(1)
        .ok_or("expected the path of the module")?;
    let module = packed(&std::fs::read(path)?);
    let (style, script) = (shortened(STYLE), shortened(SCRIPT));
    // Only these two texts run or apply, and nothing is loaded or sent.
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; worker-src blob:; img-src data:; \
         form-action 'none'; base-uri 'none'",
        hash(&script),
        hash(&style)
    );
    let parts = [
        ("{policy}", policy.as_str()),
        ("{style}", &style),
        ("{shapes}", &svg::shapes(true)),
        ("{dark}", &svg::path(svg::DARK, Color::White)),
        ("{worker}", &shortened(WORKER)),
        ("{script}", &script),
        ("{module}", &module),
    ];
    print!(
        "{}",
        parts.iter().fold(PAGE.to_owned(), |page, (name, part)| page
            .replacen(name, part, 1))
    );
    Ok(())
}

fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}
