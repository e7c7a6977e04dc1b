//! `pawnfill export`: writes the patterns in other languages.

use std::fs;
use std::path::PathBuf;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser};
use pawnfill_export::{
    DIALECTS, Selection, definitions, emit, is_unedited, javascript, module, typescript,
};

use crate::choice::{define, items};
use crate::find::known;
use crate::input::say;
use crate::output::Output;

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
    let Patterns {
        pattern,
        terms,
        names: path,
        condition,
        list,
        language,
        prefix,
        output,
        force,
    } = args;
    let Some(language) = language.filter(|_| !list) else {
        let names: String = Selection::names()
            .iter()
            .map(|name| format!("{name}\n"))
            .collect();
        return Output::standard().complete(&names);
    };
    let [patterns, terms] = [&pattern, &terms].map(|lists| {
        lists
            .iter()
            .flat_map(|list| items(list))
            .collect::<Vec<_>>()
    });
    let mut said = Vec::new();
    let names = known(path.as_deref())?;
    let items: Vec<_> = patterns.iter().chain(&terms).copied().collect();
    for (name, text) in definitions(&items, &names) {
        said.extend(define(&name, &text, &names)?.1);
    }
    let selection = Selection {
        patterns: &patterns,
        terms: &terms,
        prefix: prefix.as_deref(),
        names: &names,
        conditions: condition,
    };
    let is_partial = !patterns.is_empty() || !terms.is_empty() || prefix.is_some();
    let dialect = DIALECTS.iter().find(|of| of.name == language);
    let contents = match (dialect, &*language) {
        (Some(dialect), _) => emit(dialect, &selection)?.into_bytes(),
        (None, "wasm") if terms.is_empty() && prefix.is_none() => module(&selection)?,
        (None, "wasm") => bail!("a WebAssembly module has no --terms and no --prefix"),
        _ if is_partial => bail!("--pattern, --terms and --prefix are for other languages"),
        (None, "javascript") => javascript(&selection)?.into_bytes(),
        _ => typescript().into_bytes(),
    };
    said.into_iter().for_each(say);
    let is_ours = |text: String| text.is_empty() || is_unedited(&text);
    let inputs: Vec<_> = path.as_deref().into_iter().collect();
    // Reading a device may never end.
    let may_replace = output.is_file() && fs::read_to_string(&output).is_ok_and(is_ours);
    Output::create(&output, force || may_replace, &inputs)?.complete(contents)
}
