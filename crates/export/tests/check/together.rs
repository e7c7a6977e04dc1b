//! What users combine: structures together in random selections, and random forms in which a
//! condition occurs plain and negated.

use std::path::Path;
use std::{fs, io, thread};

use fastrand::Rng;
use pawnfill::{Color, Pawns};
use pawnfill_condition::{Query, structures};
use pawnfill_export::{C, Dialect, GO, PYTHON, SQL, Selection, emit};

use crate::random;

const BOARDS: usize = 3000;

/// The number of selections, and of forms.
const EACH: usize = 200;

const FORMS: [&str; 4] = [
    "(A) && (B) || !(A) && (C)",
    "!((A) && (B)) && ((A) || (C))",
    "((A) || (B)) && !((A) && (B)) || (C)",
    "!((A) || !(B)) || (A) && !(C)",
];

const PARTS: [&str; 10] = [
    "own.passed",
    "own.rams",
    "enemy.passed",
    "enemy.isolated & d",
    "open_files & (d | e)",
    "own.pawns == own.defended",
    "count(own.pawns) == count(enemy.pawns)",
    "count(own.pawns) != count(enemy.pawns)",
    "count(own.passed) > count(enemy.passed)",
    "own.island_count <= enemy.island_count",
];

/// Writes the exports in each language, their names, and the answers of the library.
pub(crate) fn write(folder: &Path, games: &[Pawns]) -> io::Result<()> {
    let folder = folder.join("go/together");
    fs::create_dir_all(&folder)?;
    let known = structures();
    let names: Vec<&str> = known.iter().map(|of| &of.name[..]).collect();
    let mut rng = Rng::with_seed(1);
    let mut selections = vec![names.clone()];
    for _ in 0..EACH {
        let number = rng.usize(2..6);
        selections.push(rng.choose_multiple(names.iter().copied(), number));
    }
    let forms: Vec<(String, String)> = (0..EACH)
        .map(|at| (format!("form_{at}"), form(&mut rng)))
        .collect();

    let examples = known
        .iter()
        .filter_map(|of| Pawns::from_fen(of.line("example")?).ok());
    let of_games = games.iter().copied().step_by(games.len() / BOARDS * 4 / 3);
    let boards: Vec<Pawns> = examples
        .chain(of_games)
        .chain((0..).map(random))
        .take(BOARDS)
        .collect();
    let own = names
        .iter()
        .map(|name| ((*name).to_owned(), format!("own.{name}")));
    let mut columns = vec![
        (
            "white".to_owned(),
            boards.iter().map(|on| on.white().own().bits()).collect(),
        ),
        (
            "black".to_owned(),
            boards.iter().map(|on| on.black().own().bits()).collect(),
        ),
        ("square".to_owned(), vec![0; BOARDS]),
    ];
    for (name, text) in own.chain(forms.iter().cloned()) {
        let query =
            Query::parse(&text, &known).map_err(|mistake| io::Error::other(mistake.message))?;
        let met: Vec<[bool; 2]> = boards.iter().map(|&on| query.is_met(on)).collect();
        for side in Color::ALL {
            let values: Vec<u64> = met.iter().map(|met| met[side as usize].into()).collect();
            columns.push((format!("{side}_{name}"), values));
        }
    }
    let text: Vec<&str> = columns.iter().map(|(name, _)| &name[..]).collect();
    fs::write(folder.join("names.txt"), text.join("\n"))?;
    let bytes = columns
        .iter()
        .flat_map(|(_, values)| values)
        .flat_map(|value| value.to_le_bytes());
    fs::write(folder.join("answers.bin"), bytes.collect::<Vec<_>>())?;
    let text: Vec<String> = selections.iter().map(|names| names.join(" ")).collect();
    fs::write(folder.join("selections.txt"), text.join("\n"))?;

    let forms: Vec<String> = forms
        .iter()
        .map(|(name, text)| format!("{name} = {text}"))
        .collect();
    let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
    let empty = Selection::default();
    let single = Selection {
        patterns: &forms,
        conditions: true,
        ..empty
    };
    let several = selections.iter().map(|names| Selection {
        terms: names,
        ..empty
    });
    let exports: Vec<Selection> = several.chain([single]).collect();
    thread::scope(|scope| {
        let languages = [("h", &C), ("go", &GO), ("py", &PYTHON), ("sql", &SQL)];
        let folder = &folder;
        let exports = &exports;
        let running = languages.map(|of| scope.spawn(move || in_language(folder, of, exports)));
        running
            .into_iter()
            .try_for_each(|run| run.join().expect("no language panics"))
    })
}

/// Writes the exports in a language. Their number is in their names.
fn in_language(
    folder: &Path,
    (ending, language): (&str, &Dialect),
    exports: &[Selection],
) -> io::Result<()> {
    for (number, &selection) in exports.iter().enumerate() {
        let mut path = folder.join(format!("s{number}"));
        if language.name == "go" {
            fs::create_dir_all(&path)?;
            path.push("export");
        }
        let prefix = match language.name {
            "go" => Some(format!("s{number}")),
            "python" => None,
            _ => Some(format!("s{number}_")),
        };
        let selection = Selection {
            prefix: prefix.as_deref(),
            ..selection
        };
        let text = emit(language, &selection).map_err(io::Error::other)?;
        fs::write(path.with_extension(ending), text)?;
    }
    Ok(())
}

/// Returns a form with random parts.
fn form(rng: &mut Rng) -> String {
    let form = rng.choice(FORMS).unwrap_or_default();
    rng.choose_multiple(PARTS, 3)
        .into_iter()
        .zip(["(A)", "(B)", "(C)"])
        .fold(form.to_owned(), |form, (part, place)| {
            form.replace(place, &format!("({part})"))
        })
}
