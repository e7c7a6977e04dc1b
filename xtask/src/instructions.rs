//! `cargo xtask instructions`: what the compiler makes of the patterns.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail};
use pawnfill::pattern::{Kind, Scope};
use pawnfill::{PATTERNS, Pattern};

/// Counts the instructions of every pattern in both backends, from the compiler's assembly.
///
/// Each pattern is compiled as a function of its own, for White, from two registers to one; the return is not counted.
/// After the patterns come the ten core sets, by the patterns and by hand, and a structure, all of which store their
/// sets to memory.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail if a function branches or calls another, or if the core sets take more instructions than by hand
    #[arg(long)]
    check: bool,
    /// Compile for this processor, as `rustc -C target-cpu`
    #[arg(long, value_name = "NAME", default_value = "x86-64")]
    target_cpu: String,
}

/// A function whose instructions are counted.
struct Function {
    name: String,
    returned: &'static str,
    body: String,
}

/// A function in the assembly.
#[derive(Clone, Default)]
struct Assembly {
    instructions: u32,
    /// The instructions by which control does not just go on to the next one.
    jumps: Vec<String>,
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The backends, by their Rust names.
const BACKENDS: [&str; 2] = ["KoggeStone", "Lookup"];

pub(crate) fn run(Args { check, target_cpu }: Args) -> anyhow::Result<ExitCode> {
    if !cfg!(target_arch = "x86_64") {
        println!("Instructions are counted on x86-64 only.");
        return Ok(ExitCode::SUCCESS);
    }
    let [kogge_stone, lookup] = BACKENDS.map(functions);
    let assembly = compile(kogge_stone.iter().chain(&lookup), &target_cpu)?;
    let assembly = parse(&assembly);
    let find = |name: &str| assembly.get(name).with_context(|| format!("no function {name} in the assembly"));

    let mut wrong = String::new();
    println!("{:<28} {:>12} {:>12}", "instructions", "kogge-stone", "lookup");
    for (a, b) in std::iter::zip(&kogge_stone, &lookup) {
        let name = a.name.trim_end_matches(BACKENDS[0]).trim_end_matches('_');
        println!("{name:<28} {:>12} {:>12}", find(&a.name)?.instructions, find(&b.name)?.instructions);
        for function in [a, b] {
            for jump in &find(&function.name)?.jumps {
                writeln!(wrong, "{} does not go straight on: {jump}", function.name)?;
            }
        }
    }
    let by_patterns = find("core_sets_by_patterns_KoggeStone")?.instructions;
    let by_hand = find("core_sets_by_hand_KoggeStone")?.instructions;
    if by_patterns > by_hand {
        writeln!(wrong, "the core sets take {by_patterns} instructions by the patterns, {by_hand} by hand")?;
    }
    if check && !wrong.is_empty() {
        bail!("{}", wrong.trim_end());
    }
    print!("{wrong}");
    Ok(ExitCode::SUCCESS)
}

/// Every pattern, and what is computed of several of them, in a backend.
fn functions(backend: &str) -> Vec<Function> {
    let pawns = format!("Pawns::from_bits(white, black).with_backend::<{backend}>()");
    let patterns = PATTERNS.iter().map(|&Pattern { name, scope, kind, .. }| {
        let view = if scope == Scope::Board { "" } else { ".white()" };
        let (returned, convert) = match kind {
            Kind::Set => ("u64", ".bits()"),
            Kind::Files => ("u8", ".bits()"),
            Kind::Number => ("u32", ""),
        };
        (name, returned, format!("{pawns}{view}.{name}(){convert}"))
    });
    let others = [
        ("core_sets_by_patterns", "CoreSets", format!("core_sets::by_patterns::<{backend}>(white, black)")),
        ("core_sets_by_hand", "CoreSets", "core_sets::by_hand(white, black)".to_owned()),
        ("structure", "Structure", format!("{pawns}.structure()")),
    ];
    let named = |(name, returned, body)| Function { name: format!("{name}_{backend}"), returned, body };
    patterns.chain(others).map(named).collect()
}

/// The assembly of a crate that has these functions.
fn compile<'a>(functions: impl Iterator<Item = &'a Function>, target_cpu: &str) -> anyhow::Result<String> {
    let mut source = format!(
        "#![allow(unused, nonstandard_style)]\n\
         #[path = {:?}]\n\
         pub mod core_sets;\n\
         use core_sets::CoreSets;\n\
         use pawnfill::{{KoggeStone, Lookup, Pawns, Structure}};\n",
        Path::new(ROOT).join("benches/src/core_sets.rs")
    );
    for Function { name, returned, body } in functions {
        writeln!(
            source,
            "#[unsafe(no_mangle)] pub fn {name}(white: u64, black: u64) -> {returned} {{ {body} }}"
        )?;
    }
    let manifest = format!(
        "[package]\nname = \"instructions\"\nedition = \"2024\"\n\
         [dependencies]\npawnfill = {{ path = {:?}, features = [\"lookup\"] }}\n\
         [profile.release]\ncodegen-units = 1\n\
         [workspace]\n",
        Path::new(ROOT).join("pawnfill")
    );
    let folder = Path::new(ROOT).join("target/instructions");
    std::fs::create_dir_all(folder.join("src"))?;
    std::fs::write(folder.join("Cargo.toml"), manifest)?;
    std::fs::write(folder.join("src/lib.rs"), source)?;
    std::fs::copy(Path::new(ROOT).join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let assembly = folder.join("instructions.s");

    let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["rustc", "--quiet", "--release", "--lib", "--target-dir", "target", "--"])
        .args(["-C", &format!("target-cpu={target_cpu}")])
        .arg(format!("--emit=asm={}", assembly.display()))
        .current_dir(&folder)
        .status()
        .context("cannot start cargo")?;
    if !status.success() {
        bail!("the patterns do not compile: {status}");
    }
    std::fs::read_to_string(&assembly).with_context(|| format!("cannot read {}", assembly.display()))
}

/// The functions of an assembly by their names. Of equal functions all but one are names only, at the end.
fn parse(assembly: &str) -> HashMap<&str, Assembly> {
    let mut functions = HashMap::<_, Assembly>::new();
    let mut function = functions.entry("").or_default();
    for line in assembly.lines() {
        if let Some(label) = line.strip_suffix(':').filter(|label| !label.starts_with('.')) {
            function = functions.entry(label).or_default();
        } else if let Some((name, same)) = line.split_once(" = ") {
            let same = functions.get(same).cloned();
            functions.extend(same.map(|same| (name, same)));
            function = functions.entry(name).or_default();
        } else if let Some(instruction) = line.strip_prefix('\t').filter(|line| !line.starts_with(['.', '#']))
        {
            if instruction.starts_with(['j', 'c'])
                && !instruction.starts_with("cmov")
                && !instruction.starts_with("cmp")
            {
                function.jumps.push(instruction.replace('\t', " "));
            }
            function.instructions += u32::from(!instruction.starts_with("ret"));
        }
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_and_jumps_are_told_apart() {
        let assembly = parse(
            "straight:\n\t.cfi_startproc\n\tcmpq\t%rdi, %rax\n\tcmovaq\t%rdi, %rax\n\tretq\n.Lfunc_end0:\n\
             jumping:\n\tja\t.LBB1_1\n\tretq\n.LBB1_1:\n\tcallq\tpanic\n\tud2\n\
             same = straight\n\t.size\tsame, 1\n",
        );
        assert_eq!(assembly["straight"].instructions, 2);
        assert_eq!(assembly["straight"].jumps, Vec::<String>::new());
        assert_eq!(assembly["same"].instructions, 2);
        assert_eq!(assembly["jumping"].instructions, 3);
        assert_eq!(assembly["jumping"].jumps, ["ja .LBB1_1", "callq panic"]);
    }
}
