//! `cargo xtask instructions`: what the compiler makes of the patterns.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail};
use pawnfill::pattern::{AnswerKind, Kind, Scope};
use pawnfill::{PATTERNS, Pawns, QUESTIONS, Question};

mod batch;

/// Counts the instructions of every pattern by KoggeStone and by Lookup, from the compiler's assembly.
///
/// Each pattern, and each question by square, is compiled as a function of its own, for White, from registers to one
/// register; the return is not counted. Then come the ten core sets, by the patterns and by hand, and a structure, all
/// of which store their sets to memory. Last come the loops of batches, with the cycles that the ports of an Intel core
/// need for them; they must be on the widest registers and call nothing.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Fail if a function jumps, if the loop of a batch calls something or is not vectorized, if the core sets take more instructions than by hand, if a structure takes more than
    /// its sets one by one, or if the page of costs in the docs tells other figures of the same compiler
    #[arg(long, conflicts_with = "write")]
    check: bool,
    /// Write the page of costs in the docs
    #[arg(long)]
    write: bool,
    /// Compile for this processor, as `rustc -C target-cpu`
    #[arg(long, value_name = "NAME", default_value = TARGET_CPU)]
    target_cpu: String,
}

/// A function whose instructions are counted.
struct Function {
    name: &'static str,
    symbol: String,
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

/// The processor for which the page in the docs tells instructions.
const TARGET_CPU: &str = "x86-64";

const PAGE: &str = "pawnfill/docs/costs.md";

pub(crate) fn run(Args { check, write, target_cpu }: Args) -> anyhow::Result<ExitCode> {
    if !cfg!(target_arch = "x86_64") {
        println!("Instructions are counted on x86-64 only.");
        return Ok(ExitCode::SUCCESS);
    }
    let both = BACKENDS.map(functions);
    let text = compile(both.iter().flatten(), &target_cpu)?;
    let assembly = parse(&text);

    let mut counts = Vec::new();
    let mut wrong = String::new();
    for (a, b) in std::iter::zip(&both[0], &both[1]) {
        let mut found = [0; 2];
        for (found, function) in found.iter_mut().zip([a, b]) {
            let symbol = function.symbol.as_str();
            let assembly =
                assembly.get(symbol).with_context(|| format!("no function {symbol} in the assembly"))?;
            for jump in &assembly.jumps {
                writeln!(wrong, "{symbol} does not go straight on: {jump}")?;
            }
            *found = assembly.instructions;
        }
        counts.push((a.name, found));
    }
    println!("{:<28} {:>12} {:>12}", "instructions", BACKENDS[0], BACKENDS[1]);
    for (name, [a, b]) in &counts {
        println!("{name:<28} {a:>12} {b:>12}");
    }

    let of = |name| count_of(&counts, name);
    let (by_patterns, by_hand) = (of("core_sets_by_patterns")?[0], of("core_sets_by_hand")?[0]);
    if by_patterns > by_hand {
        writeln!(wrong, "the core sets take {by_patterns} instructions by the patterns, {by_hand} by hand")?;
    }
    let mut apart = [0; 2];
    for (column, _) in <Pawns>::default().structure().columns() {
        let one = of(column.pattern().name)?;
        apart = std::array::from_fn(|backend| apart[backend] + one[backend]);
    }
    println!("{:<28} {:>12} {:>12}", "sets of a structure apart", apart[0], apart[1]);
    if std::iter::zip(of("structure")?, apart).any(|(together, apart)| together > apart) {
        writeln!(wrong, "a structure takes more instructions than its sets one by one")?;
    }

    // The loops of batches are compiled for CPUs of their own, and may look different where others are inlined.
    let mut loops = String::new();
    if target_cpu == TARGET_CPU {
        match batch::loops(&text) {
            Ok(found) => loops = batch::table(&found),
            Err(error) => writeln!(wrong, "{error:#}")?,
        }
        print!("\n{loops}");
    }

    let path = Path::new(ROOT).join(PAGE);
    let page = page(&counts, &loops)?;
    if write {
        anyhow::ensure!(target_cpu == TARGET_CPU, "the page is about {TARGET_CPU}");
        anyhow::ensure!(wrong.is_empty(), "the page would not be true: {}", wrong.trim_end());
        std::fs::write(&path, &page).with_context(|| format!("cannot write {PAGE}"))?;
    } else if target_cpu == TARGET_CPU {
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        if written != page && written.contains(&compiler()?) {
            writeln!(wrong, "{PAGE} is stale; `cargo xtask instructions --write` writes it")?;
        }
    }
    if check && !wrong.is_empty() {
        bail!("{}", wrong.trim_end());
    }
    print!("{wrong}");
    Ok(ExitCode::SUCCESS)
}

/// The instructions of a function in either backend.
fn count_of(counts: &[(&str, [u32; 2])], name: &str) -> anyhow::Result<[u32; 2]> {
    let count = counts.iter().find(|count| count.0 == name);
    count.map(|count| count.1).with_context(|| format!("{name} is not counted"))
}

/// The name and version of the compiler.
fn compiler() -> anyhow::Result<String> {
    let output =
        Command::new("rustc").arg("--version").current_dir(ROOT).output().context("cannot start rustc")?;
    let version = String::from_utf8_lossy(&output.stdout);
    Ok(version.split(" (").next().unwrap_or_default().trim().to_owned())
}

/// The page of costs: every pattern with its operations and its instructions.
fn page(counts: &[(&str, [u32; 2])], loops: &str) -> anyhow::Result<String> {
    let mut page = format!(
        "What each pattern costs, in operations and in instructions.\n\n\
         <!-- Written by `cargo xtask instructions --write`. -->\n\n\
         Operations are those of the formula, each distinct one counted once.\n\
         Instructions are those of a function that computes the pattern for White from two registers, as {} makes\n\
         them for {TARGET_CPU}, without the return. The first column of instructions is for `KoggeStone`, the second\n\
         for `Lookup`. None of these functions, each compiled alone, has a branch or a call.\n\n\
         | pattern | cost | instructions | `Lookup` |\n|---|---|---:|---:|\n",
        compiler()?
    );
    let costs = costs()?;
    for pattern in PATTERNS {
        let owner = if pattern.scopes() == [Scope::Board] { "Pawns" } else { "SideView" };
        let cost = costs.get(pattern.name).with_context(|| format!("no cost of {}", pattern.name))?;
        let name = pattern.name;
        let [a, b] = count_of(counts, name)?;
        writeln!(page, "| [`{name}`](crate::{owner}::{name}) | {cost} | {a} | {b} |")?;
    }
    let ([a, b], cost) = (count_of(counts, "structure")?, &costs["structure"]);
    writeln!(page, "| [`Structure`](crate::Structure) | {cost} | {a} | {b} |")?;
    page += "\nWhat is asked by square, in instructions:\n\n| by square | instructions | `Lookup` |\n|---|---:|---:|\n";
    for &Question { name, .. } in QUESTIONS {
        let [a, b] = count_of(counts, name)?;
        writeln!(page, "| [`{name}`](crate::SideView::{name}) | {a} | {b} |")?;
    }
    write!(
        page,
        "\nThe ten core sets in a batch of one lane, in the loop over the positions. Nine operations in ten or more are\n\
         on the widest registers of the CPU, and nothing is called. The port limit is the cycles that a position needs at least on\n\
         Intel's cores since Ice Lake, since each operation goes to one of three ports, with AVX-512 to one of two,\n\
         and shifts and counts of squares to fewer still.\n\n{loops}"
    )?;
    Ok(page)
}

/// What each pattern costs, by its name.
fn costs() -> anyhow::Result<HashMap<String, String>> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["run", "--quiet", "-p", "pawnfill", "--features", "tables", "--example", "costs"])
        .current_dir(ROOT)
        .output()
        .context("cannot start cargo")?;
    anyhow::ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout)?;
    let cost = |line: &str| {
        let [name, kogge_stone, operations, loads] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("not a cost: {line}");
        };
        let plural = |n: &str| if n == "1" { "" } else { "s" };
        let mut cost = format!("{kogge_stone} operation{}", plural(kogge_stone));
        if loads != "0" {
            cost += &format!("; with `Lookup` {operations} operation{}", plural(operations));
            cost += &format!(" and {loads} load{}", plural(loads));
        }
        Ok((name.to_owned(), cost))
    };
    lines.lines().map(cost).collect()
}

/// Every pattern, and what is computed of several of them, in a backend.
fn functions(backend: &str) -> Vec<Function> {
    let pawns = format!("Pawns::from_bits(white, black).with_backend::<{backend}>()");
    let patterns = PATTERNS.iter().map(|pattern| {
        let (name, view) = (pattern.name, if pattern.scopes() == [Scope::Board] { "" } else { ".white()" });
        let (returned, convert) = match pattern.kind {
            Kind::Set => ("u64", ".bits()"),
            Kind::Files => ("u8", ".bits()"),
            Kind::Number => ("u32", ""),
        };
        (name, returned, format!("{pawns}{view}.{name}(){convert}"))
    });
    let by_square = QUESTIONS.iter().map(|&Question { name, kind, .. }| {
        let (returned, convert) = match kind {
            AnswerKind::Squares | AnswerKind::Pawns => ("u64", ".bits()"),
            AnswerKind::YesNo => ("bool", ""),
        };
        (name, returned, format!("{pawns}.white().{name}(square){convert}"))
    });
    let others = [
        ("core_sets_by_patterns", "CoreSets", format!("core_sets::by_patterns::<{backend}>(white, black)")),
        ("core_sets_by_hand", "CoreSets", "core_sets::by_hand(white, black)".to_owned()),
        ("structure", "Structure", format!("{pawns}.structure()")),
    ];
    let named =
        |(name, returned, body)| Function { name, symbol: format!("{name}_{backend}"), returned, body };
    patterns.chain(by_square).chain(others).map(named).collect()
}

/// The assembly of a crate that has these functions.
fn compile<'a>(functions: impl Iterator<Item = &'a Function>, target_cpu: &str) -> anyhow::Result<String> {
    let mut source = format!(
        "#![allow(unused, nonstandard_style)]\n\
         #[path = {:?}]\n\
         pub mod core_sets;\n\
         #[path = {:?}]\n\
         pub mod batch;\n\
         use core_sets::CoreSets;\n\
         use pawnfill::batch::Batch;\n\
         use pawnfill::{{KoggeStone, Lookup, Pawns, Square, Structure}};\n",
        Path::new(ROOT).join("benches/src/core_sets.rs"),
        Path::new(ROOT).join("benches/src/batch.rs")
    );
    for Function { symbol, returned, body, .. } in functions {
        writeln!(
            source,
            "#[unsafe(no_mangle)] pub fn {symbol}(white: u64, black: u64, square: Square) -> {returned} {{ {body} }}"
        )?;
    }
    source += &batch::source();
    let manifest = format!(
        "[package]\nname = \"instructions\"\nedition = \"2024\"\n\
         [dependencies]\npawnfill = {{ path = {:?}, features = [\"lookup\", \"batch\"] }}\n\
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
