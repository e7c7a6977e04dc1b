//! What users combine: structures, readings and random definitions in random selections, in and out
//! of the function that computes several together.

use std::path::Path;
use std::{array, env, fs, io, iter, thread};

use fastrand::Rng;
use pawnfill::set::Lanes;
use pawnfill::{Color, KoggeStone, Pawns};
use pawnfill_condition::{Answer, Query, readings, structures};
use pawnfill_export::{C, Dialect, GO, PYTHON, SQL, Selection, emit};

use crate::random;

const BOARDS: usize = 3000;

/// The number of boards that are evaluated at once.
const LANES: usize = 50;

/// The number of selections, and of definitions, unless `SELECTIONS` asks for more.
const EACH: usize = 100;

/// Definitions: truth values in which a condition occurs plain and negated, sets, and numbers.
const FORMS: [&str; 8] = [
    "(A) && (B) || !(A) && (C)",
    "!((A) && (B)) && ((A) || (C))",
    "((A) || (B)) && !((A) && (B)) || (C)",
    "!((A) || !(B)) || (A) && !(C)",
    "(X) & ~(Y) | (Z)",
    "(X) - (Y) & north(Z)",
    "count((X) & (Y))",
    "count((X) | (Y)) > count(Z) && (A)",
];

const TRUTHS: [&str; 10] = [
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

const SETS: [&str; 8] = [
    "own.backward",
    "own.stops",
    "enemy.holes",
    "enemy.any_attacks",
    "front_span(own.pawns, own)",
    "flip_vertical(enemy.isolated)",
    "rank_4 | rank_5",
    "own.half_open_files & b",
];

/// Returns a definition with random parts.
fn form(rng: &mut Rng) -> String {
    let mut form = rng.choice(FORMS).unwrap_or_default().to_owned();
    for (places, parts) in [(["A", "B", "C"], &TRUTHS[..]), (["X", "Y", "Z"], &SETS)] {
        let parts = rng.choose_multiple(parts, 3);
        for (place, part) in iter::zip(places, parts) {
            form = form.replace(&format!("({place})"), &format!("({part})"));
        }
    }
    form
}

/// A name of a selection, the name of its function, and its expression.
struct Item {
    name: String,
    function: String,
    text: String,
}

/// Returns the structures, readings and definitions that have a value for each side.
fn items(number: usize, rng: &mut Rng) -> Vec<Item> {
    let mut items = Vec::new();
    let mut add = |name: String, function: String, text: String| {
        items.push(Item {
            name,
            function,
            text,
        });
    };
    for of in structures() {
        add(of.name.clone(), of.name.clone(), format!("own.{}", of.name));
    }
    for of in readings() {
        for name in of.names() {
            add(name.clone(), name.replace('.', "_"), of.condition.clone());
        }
    }
    for number in 0..number {
        let (name, text) = (format!("form_{number}"), form(rng));
        add(format!("{name} = {text}"), name, text);
    }
    items
}

/// Writes the exports in each language, their names, and the answers of the library.
pub(crate) fn write(folder: &Path, games: &[Pawns]) -> io::Result<()> {
    let folder = folder.join("go/together");
    fs::create_dir_all(&folder)?;
    let number = env::var("SELECTIONS").map_or(Ok(EACH), |number| number.parse());
    let number = number.map_err(io::Error::other)?;
    let mut rng = Rng::with_seed(1);
    let items = items(number, &mut rng);
    // All structures together share most.
    let known = structures();
    let mut selections = vec![[items.iter().take(known.len()).collect(), Vec::new()]];
    for _ in 0..number {
        let (inside, outside) = (rng.usize(1..6), rng.usize(0..4));
        let selection = [inside, outside].map(|of| rng.choose_multiple(&items, of));
        selections.push(selection);
    }

    let examples = known
        .iter()
        .filter_map(|of| Pawns::from_fen(of.line("example")?).ok());
    let of_games = games.iter().copied().step_by(games.len() / BOARDS * 4 / 3);
    let boards: Vec<Pawns> = examples
        .chain(of_games)
        .chain((0..).map(random))
        .take(BOARDS)
        .collect();
    let mut names = vec!["white".to_owned(), "black".to_owned(), "square".to_owned()];
    let mut answers: Vec<u64> = boards.iter().map(|on| on.white().own().bits()).collect();
    answers.extend(boards.iter().map(|on| on.black().own().bits()));
    answers.extend([0; BOARDS]);
    for item in &items {
        let query = Query::parse(&item.text, &known);
        let query = query.map_err(|mistake| io::Error::other(mistake.message))?;
        for side in Color::ALL {
            names.push(format!("{side}_{}", item.function));
            for chunk in boards.chunks_exact(LANES) {
                answers.extend(values(&query, chunk, side));
            }
        }
    }
    fs::write(folder.join("names.txt"), names.join("\n"))?;
    let bytes: Vec<u8> = answers.into_iter().flat_map(u64::to_le_bytes).collect();
    fs::write(folder.join("answers.bin"), bytes)?;
    let functions = |items: &Vec<&Item>| {
        let names: Vec<&str> = items.iter().map(|item| &*item.function).collect();
        names.join(" ")
    };
    let lines: Vec<String> = selections
        .iter()
        .map(|sides| sides.each_ref().map(functions).join(";"))
        .collect();
    fs::write(folder.join("selections.txt"), lines.join("\n"))?;
    thread::scope(|scope| {
        let languages = [("h", &C), ("go", &GO), ("py", &PYTHON), ("sql", &SQL)];
        let (folder, selections) = (&folder, &selections);
        let running = languages.map(|of| scope.spawn(move || in_language(folder, of, selections)));
        running
            .into_iter()
            .try_for_each(|run| run.join().expect("no language panics"))
    })
}

/// Returns the values of a definition for a side, as the languages return them.
fn values(query: &Query, boards: &[Pawns], side: Color) -> [u64; LANES] {
    let bits = |color| Lanes::new(array::from_fn(|at| boards[at].side(color).own().bits()));
    let pawns = Pawns::<KoggeStone, Lanes<LANES>>::new(bits(Color::White), bits(Color::Black));
    match query.answer(pawns, side) {
        Answer::Set(set) => set.boards(),
        Answer::Number(numbers) => numbers.map(u64::from),
        Answer::Truth(truth) => truth.boards().map(|truth| (truth != 0).into()),
    }
}

/// Writes the exports in a language. Their number is in their names.
fn in_language(
    folder: &Path,
    (ending, language): (&str, &Dialect),
    selections: &[[Vec<&Item>; 2]],
) -> io::Result<()> {
    for (number, sides) in selections.iter().enumerate() {
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
        let [terms, patterns] = sides
            .each_ref()
            .map(|items| items.iter().map(|item| &*item.name).collect::<Vec<_>>());
        let selection = Selection {
            patterns: &patterns,
            terms: &terms,
            prefix: prefix.as_deref(),
            conditions: true,
            ..Selection::default()
        };
        let text = emit(language, &selection).map_err(io::Error::other)?;
        fs::write(path.with_extension(ending), text)?;
    }
    Ok(())
}
