//! Prints generated files of the library, as JSON, or the costs of its patterns, as lines:
//! `products GROUP`.

use anyhow::{Context as _, bail};
use pawnfill::pattern::{Column, PATTERNS, Pattern, Value};
use pawnfill::{Backend, Pawns, for_each_backend};
use pawnfill_export::graph::Expression;
use pawnfill_export::{Cost, Language, Selection, emit, javascript, typescript};
use pawnfill_positions::Position;
use pawnfill_show::{View, page};

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
            let pictures = View::new(drawn.context("no such pattern")?, false).pictures(&position);
            let path = |name| format!("pawnfill/docs/pictures/000001-{name}.svg");
            pictures
                .into_iter()
                .map(|(name, picture)| (path(name), picture))
                .collect()
        }
        Some("costs") => {
            print!("{}", costs());
            return Ok(());
        }
        _ => bail!("which group?"),
    };
    println!("{}", serde_json::to_string(&files)?);
    Ok(())
}

fn exports() -> anyhow::Result<Vec<(String, String)>> {
    let all = |language| emit(language, &Selection::default());
    let files = [
        ("c/pawnfill.h", all(Language::C)?),
        ("python/pawnfill/__init__.py", all(Language::Python)?),
        ("sql/pawnfill.sql", all(Language::DuckDb)?),
        ("js/pawnfill.js", javascript(&Selection::default())?),
        ("js/pawnfill.d.ts", typescript()),
    ];
    Ok(files
        .map(|(path, contents)| (format!("crates/export/{path}"), contents))
        .into())
}

/// The pawns of both colors, unknown.
fn unknown<B: Backend>() -> Pawns<B, Expression> {
    Pawns::new(Expression::argument("white"), Expression::argument("black"))
}

/// The cost of a pattern for White, which is the same for Black, unless the two share work.
fn cost<B: Backend>(pattern: &'static Pattern) -> Cost {
    let mut costs = pattern
        .columns()
        .map(|column| match column.of(unknown::<B>()) {
            Value::Set(value) | Value::Files(value) | Value::Number(value) => Cost::of([value]),
        });
    let cost = costs.next().expect("a pattern has a column");
    let shared = [
        "candidates",
        "fakers",
        "loose_levers",
        "tight_levers",
        "stuck_levers",
    ];
    let is_shared = shared.contains(&pattern.name) || pattern.name.ends_with("chain_levers");
    // The page names this number.
    let more = if is_shared { 11 } else { 0 };
    let is_like =
        |of: Cost| of.loads == cost.loads && of.operations.abs_diff(cost.operations) <= more;
    assert!(
        costs.all(is_like),
        "{} costs Black more or less",
        pattern.name
    );
    cost
}

/// Returns a line for each pattern, and one for the structure, whose sets are computed together:
/// the name, and for each backend the operations and the loads, between tabs.
fn costs() -> String {
    let mut lines = String::new();
    for pattern in PATTERNS.iter().map(Some).chain([None]) {
        lines += pattern.map_or("structure", |pattern| pattern.name);
        for_each_backend!(B => {
            let of_structure = || Cost::of(unknown::<B>().structure().sets());
            let cost = pattern.map_or_else(of_structure, cost::<B>);
            lines += &format!("\t{} {}", cost.operations, cost.loads);
        });
        lines += "\n";
    }
    lines
}
