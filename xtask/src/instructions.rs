//! `cargo xtask instructions`: counts the instructions of the patterns.

mod assembly;
mod batch;
mod costs;

use std::fmt::Write as _;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, ensure};
use pawnfill::pattern::{Kind, PATTERNS, QUESTIONS, Question, Scope};
use pawnfill::{Backend as _, for_each_backend};

use crate::generated::File;
use crate::terminal::{BadInput, note, print, say};
use crate::workspace;
use assembly::Instruction;
use costs::Costs;

/// Count the instructions of every pattern with each backend, in the compiler's assembly
///
/// Each pattern and each question about a square is compiled as a separate function for White, with arguments and
/// result in registers. The return is not counted. Whole functions, with the patterns and by hand, store their sets to
/// memory. The loops of batches must use the widest registers and call no function.
///
/// `cargo xtask generate costs` writes the figures to the docs.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail if a function jumps, if the loop of a batch makes a call or is not vectorized, if a function takes 2 % more
    /// instructions than by hand, or if a structure takes more than its sets one by one
    #[arg(long)]
    check: bool,
    /// Compile for this processor, like `rustc -C target-cpu`
    #[arg(long, value_name = "NAME", default_value = TARGET_CPU)]
    target_cpu: String,
}

/// A function whose instructions are counted.
struct Probe {
    name: &'static str,
    symbol: String,
    returned: &'static str,
    body: String,
}

/// The processor for which the docs have figures.
const TARGET_CPU: &str = "x86-64";

/// A second processor, on which whole functions are compared with code by hand.
const NEWER_CPU: &str = "x86-64-v3";

pub(crate) fn run(Args { check, target_cpu }: Args) -> anyhow::Result<ExitCode> {
    if !cfg!(target_arch = "x86_64") {
        say("Instructions can only be counted on x86-64.")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (costs, wrong) = measure(&target_cpu)?;
    let line = |name: &str, columns: &mut dyn Iterator<Item = String>| {
        let columns: String = columns.map(|column| format!(" {column:>12}")).collect();
        format!("{name:<28}{columns}\n")
    };
    let mut text = line("instructions", &mut costs.backends.iter().map(ToString::to_string));
    for costs::Counted { name, instructions, .. } in &costs.functions {
        text += &line(name, &mut instructions.iter().map(ToString::to_string));
    }
    for batch::Loop { work, cpu, positions, instructions } in &costs.loops {
        writeln!(
            text,
            "{:<28} {instructions:>5.1} instructions, {positions} positions per iteration",
            format!("{work} on {cpu}")
        )?;
    }
    print(text)?;
    let wrong = wrong.join("\n");
    ensure!(!check || wrong.is_empty(), "{wrong}");
    print(wrong)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the data and the page of the docs, or nothing if this is not x86-64.
pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    if !cfg!(target_arch = "x86_64") {
        note("instructions can only be counted on x86-64");
        return Ok(Vec::new());
    }
    let (mut costs, mut wrong) = measure(TARGET_CPU)?;
    let (newer, also_wrong) = measure(NEWER_CPU)?;
    wrong.extend(also_wrong);
    ensure!(wrong.is_empty(), "the docs would be wrong: {}", wrong.join("; "));
    for (name, operations) in costs::operations()? {
        let function = costs.functions.iter_mut().find(|function| function.name == name);
        function.with_context(|| format!("{name} is not counted"))?.operations = operations;
    }
    costs.files(&newer)
}

/// Counts everything, and returns what is wrong.
fn measure(target_cpu: &str) -> anyhow::Result<(Costs<'_>, Vec<String>)> {
    let backends = backends();
    let probes: Vec<_> = backends.iter().map(|&(_, backend)| probes(backend)).collect();
    let text = compile(probes.iter().flatten(), target_cpu)?;
    let assembly = assembly::functions(&text);
    let mut wrong = Vec::new();
    let mut count = |function: &Probe| {
        let symbol = function.symbol.as_str();
        let lines = assembly.get(symbol).with_context(|| format!("no function {symbol} in the assembly"))?;
        let body: Vec<_> = lines.iter().filter_map(|line| Instruction::parse(line)).collect();
        let jumps = body.iter().filter(|instruction| instruction.jumps());
        wrong.extend(
            jumps.map(|jump| format!("{symbol} is not straight-line code: {} {}", jump.name, jump.operands)),
        );
        anyhow::Ok(body.iter().filter(|instruction| !instruction.name.starts_with("ret")).count())
    };
    let mut functions = Vec::new();
    for (number, probe) in probes[0].iter().enumerate() {
        let instructions =
            probes.iter().map(|of_backend| count(&of_backend[number])).collect::<Result<_, _>>()?;
        functions.push(costs::Counted { name: probe.name, instructions, operations: Vec::new() });
    }
    let version = workspace::output(Command::new("rustc").arg("--version"))?;
    let rustc = version.split(" (").next().unwrap_or_default().trim().to_owned();
    let backends = backends.into_iter().map(|(name, _)| name).collect();
    let mut costs = Costs { rustc, target_cpu, backends, functions, loops: Vec::new() };

    wrong.extend(costs.too_high()?);
    // Batches pick their CPU at run time. With another target CPU they are inlined differently.
    if target_cpu == TARGET_CPU {
        match batch::loops(&assembly) {
            Ok(loops) => costs.loops = loops,
            Err(error) => wrong.push(format!("{error:#}")),
        }
    }
    Ok((costs, wrong))
}

/// Returns the name of each backend in the docs, and in Rust.
fn backends() -> Vec<(&'static str, &'static str)> {
    let mut backends = Vec::new();
    for_each_backend!(B => {
        let path = std::any::type_name::<B>();
        backends.push((B::NAME, path.rsplit_once("::").map_or(path, |(_, name)| name)));
    });
    backends
}

/// Returns every pattern, and everything computed from several patterns, with a backend.
fn probes(backend: &str) -> Vec<Probe> {
    let pawns = format!("Pawns::from_bits(white, black).with_backend::<{backend}>()");
    let of = |kind| match kind {
        Kind::Set => ("u64", ".bits()"),
        Kind::Files => ("u8", ".bits()"),
        Kind::Number => ("u32", ""),
        Kind::YesNo => ("bool", ""),
    };
    let patterns = PATTERNS.iter().map(|pattern| {
        let (name, view) = (pattern.name, if pattern.scopes() == [Scope::Board] { "" } else { ".white()" });
        let (returned, convert) = of(pattern.kind);
        (name, returned, format!("{pawns}{view}.{name}(){convert}"))
    });
    let by_square = QUESTIONS.iter().map(|&Question { name, kind, .. }| {
        let (returned, convert) = of(kind);
        (name, returned, format!("{pawns}.white().{name}(square){convert}"))
    });
    let others = [
        ("ten_sets", "[Bitboard; 10]", format!("by_patterns::ten_sets({pawns})")),
        ("ten_sets_by_hand", "[u64; 10]", "by_hand::ten_sets(white, black)".to_owned()),
        ("structure", "Structure", format!("{pawns}.structure()")),
        ("structure_by_hand", "[u64; 23]", "by_hand::structure(white, black)".to_owned()),
        ("engine", "[[Bitboard; 11]; 2]", format!("by_patterns::engine({pawns})")),
        ("engine_by_hand", "[[u64; 11]; 2]", "by_hand::engine(white, black)".to_owned()),
        ("king_pawns", "[[Bitboard; 11]; 2]", format!("by_patterns::king_pawns({pawns}, square, other)")),
        (
            "king_pawns_by_hand",
            "[[u64; 11]; 2]",
            "by_hand::king_pawns(white, black, square, other)".to_owned(),
        ),
    ];
    let named = |(name, returned, body)| Probe { name, symbol: format!("{name}_{backend}"), returned, body };
    patterns.chain(by_square).chain(others).map(named).collect()
}

/// Returns the assembly of a crate with these functions.
fn compile<'a>(probes: impl Iterator<Item = &'a Probe>, target_cpu: &str) -> anyhow::Result<String> {
    refuse_flags()?;
    let mut source = "#![allow(unused, nonstandard_style)]\n\
         use pawnfill::batch::Batch;\n\
         use pawnfill::*;\n\
         use pawnfill_benches::{batch, by_hand, by_patterns};\n"
        .to_owned();
    for Probe { symbol, returned, body, .. } in probes {
        writeln!(
            source,
            "#[unsafe(no_mangle)] pub fn {symbol}(white: u64, black: u64, square: Square, other: Square) \
             -> {returned} {{ {body} }}"
        )?;
    }
    source += &batch::source();
    let manifest = format!(
        "[package]\nname = \"instructions\"\nedition = \"2024\"\n\
         [dependencies]\npawnfill = {{ path = {:?}, features = [\"tables\", \"batch\"] }}\n\
         pawnfill-benches = {{ path = {:?}, default-features = false, features = [\"batch\"] }}\n\
         [profile.release]\ncodegen-units = 1\n\
         [workspace]\n",
        workspace::path("pawnfill"),
        workspace::path("benches")
    );
    let folder = workspace::target("instructions/src")?;
    let crate_folder = folder.parent().unwrap_or(&folder);
    let assembly = crate_folder.join("instructions.s");
    std::fs::write(crate_folder.join("Cargo.toml"), manifest)?;
    std::fs::write(folder.join("lib.rs"), source)?;
    std::fs::copy(workspace::path("Cargo.lock"), crate_folder.join("Cargo.lock"))?;

    let mut cargo = workspace::cargo();
    cargo.args(["rustc", "--quiet", "--release", "--lib", "--target-dir", "target", "--"]);
    cargo.args(["-C", &format!("target-cpu={target_cpu}")]).arg(format!("--emit=asm={}", assembly.display()));
    // The flags in cargo's configuration are ignored, too.
    workspace::output(cargo.current_dir(crate_folder).env("CARGO_ENCODED_RUSTFLAGS", ""))?;
    std::fs::read_to_string(&assembly).with_context(|| format!("cannot read {}", assembly.display()))
}

/// Rejects compiler flags from the environment: the figures are for a release build without flags.
fn refuse_flags() -> anyhow::Result<()> {
    let flags = |name: &str| {
        name.ends_with("RUSTFLAGS")
            || name.starts_with("CARGO_PROFILE_RELEASE_")
            || name == "CARGO_BUILD_TARGET"
    };
    match std::env::vars_os().find(|(name, value)| !value.is_empty() && name.to_str().is_some_and(flags)) {
        None => Ok(()),
        Some((name, value)) => Err(BadInput::error(format_args!(
            "{} is set to `{}`, but instructions are counted without flags except --target-cpu",
            name.display(),
            value.display()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use pawnfill::KoggeStone;

    use super::*;

    #[test]
    fn functions_call_a_pattern_with_a_backend() {
        assert!(backends().contains(&(KoggeStone::NAME, "KoggeStone")));
        let probes = probes("Lookup");
        for (symbol, returned, call) in [
            ("passed_Lookup", "u64", ".white().passed().bits()"),
            ("open_files_Lookup", "u64", ".open_files().bits()"),
            ("file_set_Lookup", "u8", ".white().file_set().bits()"),
            ("island_count_Lookup", "u32", ".white().island_count()"),
            ("is_passed_Lookup", "bool", ".white().is_passed(square)"),
        ] {
            let probe = probes.iter().find(|probe| probe.symbol == symbol).unwrap();
            let body = format!("Pawns::from_bits(white, black).with_backend::<Lookup>(){call}");
            assert_eq!((probe.returned, &probe.body), (returned, &body));
        }
    }
}
