//! `cargo xtask instructions`: counts the instructions of the patterns.

mod assembly;
mod batch;
mod costs;

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use pawnfill::pattern::{PATTERNS, QUESTIONS, Question, Scope};
use pawnfill::{Backend as _, for_each_backend};

use crate::terminal::{note, print, say};
use crate::workspace::{self, File};
use assembly::Instruction;
use costs::Costs;

/// Count the instructions of every pattern with each backend, in the compiler's assembly
///
/// This prints the page `pawnfill/docs/costs.md`. Each pattern and each question about a square is
/// compiled as a separate function for White, with arguments and result in registers. The return is
/// not counted. Whole functions, with the patterns and by hand, store their sets to memory. The
/// loops of batches must use the widest registers and call no function. Flags of the compiler in
/// the environment have no effect.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail if a function jumps, if the loop of a batch makes a call or is not vectorized, if a
    /// function takes 2 % more instructions than by hand or than on a lower level of x86-64, or if
    /// terms take more together than one by one
    #[arg(long)]
    check: bool,
    /// Compile for this processor, like `rustc -C target-cpu`
    #[arg(long, value_name = "NAME", default_value = TARGET_CPU)]
    target_cpu: String,
}

/// The processor for which the docs have figures. Batches pick their processor at run time; with
/// another one here, they are inlined differently and not counted.
const TARGET_CPU: &str = "x86-64";

/// The levels above it, on which whole functions are also compared with code by hand.
const LEVELS: [&str; 3] = ["x86-64-v2", "x86-64-v3", "x86-64-v4"];

pub(crate) fn run(Args { check, target_cpu }: Args) -> anyhow::Result<ExitCode> {
    if !cfg!(target_arch = "x86_64") {
        say("Instructions can only be counted on x86-64.")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (page, wrong) = page(&target_cpu)?;
    print(page)?;
    ensure!(!check || wrong.is_empty(), "{wrong}");
    print(wrong)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the page of the docs, or nothing if this is not x86-64.
pub(crate) fn files() -> anyhow::Result<Vec<File>> {
    if !cfg!(target_arch = "x86_64") {
        note("instructions can only be counted on x86-64");
        return Ok(Vec::new());
    }
    let (page, wrong) = page(TARGET_CPU)?;
    ensure!(wrong.is_empty(), "the docs would be wrong: {wrong}");
    Ok(vec![("pawnfill/docs/costs.md".to_owned(), page)])
}

/// Counts everything. Returns the page, and what is wrong.
fn page(target_cpu: &str) -> anyhow::Result<(String, String)> {
    let (costs, mut wrong) = measure(target_cpu)?;
    let mut newer = Vec::new();
    for level in LEVELS {
        let (level, also_wrong) = measure(level)?;
        wrong.extend(also_wrong);
        newer.push(level);
    }
    // Another processor may be newer than these levels. Every processor in use includes the first
    // of them.
    let own = if target_cpu == TARGET_CPU {
        [&costs, &newer[0]]
    } else {
        [&newer[0], &costs]
    };
    for [lower, higher] in [own, [&newer[0], &newer[1]], [&newer[1], &newer[2]]] {
        wrong.extend(higher.higher_than(lower)?);
    }
    Ok((costs.page(&newer)?, wrong.join("\n")))
}

fn measure(target_cpu: &str) -> anyhow::Result<(Costs<'_>, Vec<String>)> {
    let backends = backends();
    let text = compile(&backends, target_cpu)?;
    let assembly = assembly::functions(&text);
    let (mut functions, mut wrong) = (Vec::new(), Vec::new());
    for (name, _) in probes("") {
        let mut counts = Vec::new();
        for (_, backend) in &backends {
            let symbol = &*format!("{name}_{backend}");
            let lines = assembly.get(symbol);
            let lines = lines.with_context(|| format!("no function {symbol} in the assembly"))?;
            let mut count = 0;
            let mut jumps = Vec::new();
            for instruction in lines.iter().filter_map(|line| Instruction::parse(line)) {
                count += usize::from(!instruction.name.starts_with("ret"));
                if instruction.jumps() {
                    jumps.push(format!("{} {}", instruction.name, instruction.operands));
                }
            }
            if let Some(jump) = jumps.first() {
                wrong.push(format!("{symbol} is not straight-line code: {jump}"));
            }
            counts.push(count);
        }
        functions.push((name, counts));
    }
    let backends = backends.into_iter().map(|(name, _)| name).collect();
    let mut costs = Costs {
        target_cpu,
        backends,
        functions,
        loops: Vec::new(),
    };
    wrong.extend(costs.too_high()?);
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

/// Returns the functions whose instructions are counted: every pattern, and everything computed
/// from several patterns, each with an expression for a backend.
fn probes(backend: &str) -> Vec<(&'static str, String)> {
    let pawns = format!("Pawns::from_bits(white, black).with_backend::<{backend}>()");
    let mut probes = Vec::new();
    for pattern in PATTERNS {
        let view = match pattern.scopes() == [Scope::Board] {
            true => "",
            false => ".white()",
        };
        probes.push((pattern.name, format!("{pawns}{view}.{}()", pattern.name)));
    }
    for Question { name, .. } in QUESTIONS {
        probes.push((*name, format!("{pawns}.white().{name}(square)")));
    }
    probes.extend([
        ("ten_sets", format!("by_patterns::ten_sets({pawns})")),
        (
            "ten_sets_by_hand",
            "by_hand::ten_sets(white, black)".to_owned(),
        ),
        ("terms", format!("{pawns}.terms()")),
        ("terms_by_hand", "by_hand::terms(white, black)".to_owned()),
        ("engine", format!("by_patterns::engine({pawns})")),
        ("engine_by_hand", "by_hand::engine(white, black)".to_owned()),
    ]);
    probes
}

/// Returns the assembly of a crate with the functions for each backend.
fn compile(backends: &[(&str, &str)], target_cpu: &str) -> anyhow::Result<String> {
    let mut source = "#![allow(unused, nonstandard_style)]\n\
         use pawnfill_batch::Batch;\n\
         use pawnfill::*;\n\
         use pawnfill_benches::{batch, by_hand, by_patterns};\n"
        .to_owned();
    for (_, backend) in backends {
        for (name, call) in probes(backend) {
            writeln!(
                source,
                "#[unsafe(no_mangle)] pub fn {name}_{backend}(white: u64, black: u64, \
                 square: Square) -> impl Sized {{ {call} }}"
            )?;
        }
    }
    // Their loops pick a processor at run time, and are only counted without flags for another one.
    if target_cpu == TARGET_CPU {
        source += &batch::source();
    }
    let manifest = format!(
        "[package]\nname = \"instructions\"\nedition = \"2024\"\n\
         [dependencies]\npawnfill = {{ path = {:?}, features = [\"table-backends\"] }}\n\
         pawnfill-batch = {{ path = {:?} }}\n\
         pawnfill-benches = {{ path = {:?}, default-features = false, \
         features = [\"batch\"] }}\n\
         [profile.xtask]\ninherits = \"release\"\n[profile.xtask.package]\n\
         instructions.codegen-units = 1\npawnfill-benches.codegen-units = 1\n\
         [workspace]\n",
        workspace::path("pawnfill"),
        workspace::path("crates/batch"),
        workspace::path("benches")
    );
    let folder = workspace::target("instructions/src")?;
    let crate_folder = folder.parent().unwrap_or(&folder);
    let assembly = crate_folder.join("instructions.s");
    std::fs::write(crate_folder.join("Cargo.toml"), manifest)?;
    std::fs::write(folder.join("lib.rs"), source)?;
    std::fs::copy(
        workspace::path("Cargo.lock"),
        crate_folder.join("Cargo.lock"),
    )?;
    // The benchmarks have the same profile, so that their dependencies are compiled once.
    let mut cargo = workspace::cargo("rustc --quiet --profile xtask --lib --target-dir .. --");
    cargo
        .args(["-C", &format!("target-cpu={target_cpu}")])
        .arg(format!("--emit=asm={}", assembly.display()));
    // Without the flags of cargo's configuration and of the environment.
    cargo
        .current_dir(crate_folder)
        .env("CARGO_ENCODED_RUSTFLAGS", "")
        .env_remove("CARGO_BUILD_TARGET");
    workspace::output(&mut cargo)?;
    std::fs::read_to_string(&assembly)
        .with_context(|| format!("cannot read {}", assembly.display()))
}
