//! `pawnfill export`: writes the patterns in other languages.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser};
use indicatif::{ProgressBar, ProgressDrawTarget};
use pawnfill_export::{
    DIALECTS, Dialect, PROVED, Selection, definitions, emit, is_unedited, javascript, module,
    typescript, with_note,
};

use pawnfill_proof::{Error as Unproved, Export};

use crate::conditions::{define, items, known};
use crate::output::Output;
use crate::progress::say;

/// Write code for projects that do not use the library
#[derive(clap::Args)]
#[command(help_template = help!("pawnfill export patterns --language c -o pawns.h"))]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Patterns(Patterns),
}

/// Write patterns, and the functions they call, in C, Go, Python, SQL, WebAssembly or JavaScript
///
/// Each function takes the white and the black pawns, with a1 as bit 0. Without --pattern and
/// --terms, this writes everything.
///
/// Among the names are those of structures, and what engines mean by a pattern, such as `iqp` and
/// `ethereal.candidates`. A definition of your own has a name and an expression in the language of
/// `pawnfill find`, such as `weak = own.isolated | own.backward`: with `own` and `enemy` for each
/// color, with `white` and `black` for the board.
#[derive(clap::Args)]
#[command(help_template = help!(
    "pawnfill export patterns --language c --pattern passed,isolated -o pawns.h",
    "pawnfill export patterns --language c --pattern 'weak = own.isolated | own.backward'"
))]
struct Patterns {
    /// Write only these names or definitions, separated by commas
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    pattern: Vec<String>,

    /// Write a function that computes these names or definitions together, separated by commas
    #[arg(long, value_name = "NAME", help_heading = "Selection")]
    terms: Vec<String>,

    /// Let definitions name your structures, from a file as in `pawnfill find`
    #[arg(long, value_name = "FILE", help_heading = "Selection")]
    names: Option<PathBuf>,

    /// Write a definition that joins sets with `&&` and `||`, or negates one with `!`, as
    /// a truth value
    #[arg(long, help_heading = "Selection")]
    condition: bool,

    /// Print the names that --pattern accepts, and write nothing
    #[arg(long, exclusive = true, help_heading = "Selection")]
    list: bool,

    /// Write this language
    #[arg(long, value_parser = languages(), required_unless_present = "list")]
    language: Option<String>,

    /// Start the names of functions with this prefix
    #[arg(long)]
    prefix: Option<String>,

    /// Write to this file; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Write functions that are too large to prove, too, and name them in the first line
    #[arg(long)]
    unproved: bool,

    /// Replace the file even if this command did not write it, or it was edited
    #[arg(long)]
    force: bool,
}

/// The languages that are not in the list of texts.
const MODULES: [(&str, &str); 3] = [
    ("wasm", "A WebAssembly module"),
    ("javascript", "A module with the WebAssembly inside"),
    ("typescript", "The declarations of the JavaScript module"),
];

fn languages() -> PossibleValuesParser {
    let texts = DIALECTS.iter().map(|of| (of.name, of.about));
    let known = texts.chain(MODULES);
    PossibleValuesParser::new(known.map(|(name, about)| PossibleValue::new(name).help(about)))
}

pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let What::Patterns(args) = args.what;
    let Some(language) = args.language.filter(|_| !args.list) else {
        let names = Selection::names().join("\n");
        return Output::standard().complete(names + "\n");
    };
    let patterns: Vec<&str> = args.pattern.iter().flat_map(|list| items(list)).collect();
    let terms: Vec<&str> = args.terms.iter().flat_map(|list| items(list)).collect();
    let mut said = Vec::new();
    let names = known(args.names.as_deref())?;
    let definitions = definitions(&[&*patterns, &terms].concat(), &names);
    for (name, text) in &definitions {
        said.extend(define(name, text, &names)?.1);
    }
    let prefix = args.prefix.as_deref();
    let selection = Selection {
        patterns: &patterns,
        terms: &terms,
        prefix,
        names: &names,
        conditions: args.condition,
    };
    let is_partial = !patterns.is_empty() || !terms.is_empty() || prefix.is_some();
    let dialect = DIALECTS.iter().find(|of| of.name == language);
    let contents = match (dialect, &*language) {
        (Some(dialect), _) => {
            proved(dialect, &selection, &definitions, args.unproved)?.into_bytes()
        }
        (None, "wasm") if terms.is_empty() && prefix.is_none() => module(&selection)?,
        (None, "wasm") => bail!("a WebAssembly module has no --terms and no --prefix"),
        _ if is_partial => bail!("--pattern, --terms and --prefix are for other languages"),
        (None, "javascript") => javascript(&selection)?.into_bytes(),
        _ => typescript().into_bytes(),
    };
    said.into_iter().for_each(say);
    let inputs: Vec<_> = args.names.as_deref().into_iter().collect();
    let force = args.force || may_replace(&args.output);
    Output::create(&args.output, force, &inputs)?.complete(contents)
}

/// Writes a text, reads it back, and proves each function.
fn proved(
    dialect: &Dialect,
    selection: &Selection,
    definitions: &[(String, String)],
    unproved: bool,
) -> anyhow::Result<String> {
    let text = planted(emit(dialect, selection)?);
    let export = Export {
        language: dialect.name,
        prefix: selection.prefix.unwrap_or(dialect.prefix),
        text: &text,
        definitions,
        structures: selection.names,
    };
    let (bar, start) = (ProgressBar::hidden(), Instant::now());
    let proof = export.prove(&|done, all| {
        if bar.is_hidden() && start.elapsed() > Duration::from_secs(1) {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let note = match proof {
        Ok(()) => PROVED.to_owned(),
        Err(Unproved::TooLarge(names)) if unproved => {
            format!(
                "Not proved, because they are too large: `{}`.",
                names.join("`, `")
            )
        }
        Err(error @ Unproved::TooLarge(_)) => {
            bail!("nothing is written, because {error}; --unproved writes it without a proof")
        }
        Err(error) => bail!("nothing is written, because {error}"),
    };
    Ok(with_note(&text, &note))
}

/// Returns a text with the fault that a test plants.
fn planted(text: String) -> String {
    if cfg!(debug_assertions)
        && let Ok(fault) = std::env::var("PAWNFILL_FAULT")
        && let Some((right, wrong)) = fault.split_once(" => ")
    {
        return text.replacen(right, wrong, 1);
    }
    text
}

/// Returns `true` if a file is empty, or has what this command wrote. Reading a device may never
/// end.
fn may_replace(output: &Path) -> bool {
    output.is_file()
        && fs::read_to_string(output).is_ok_and(|text| text.is_empty() || is_unedited(&text))
}
