//! Checks that the loops of batches are vectorized, and counts their instructions.

use std::collections::HashMap;

use anyhow::{Context as _, bail, ensure};

use super::assembly::Instruction;

/// The work done with the ten sets of a batch, as in the benchmark `batch`.
const KERNELS: [(&str, &str); 3] = [
    ("fold", "positions.totals(batch::TenSets)"),
    (
        "store",
        "positions.write_sets(batch::TenSets, boards).is_ok()",
    ),
    (
        "count",
        "positions.write_counts(batch::TenSets, counts).is_ok()",
    ),
];

/// The CPUs of a batch, the function that is compiled for each, as its name has it with its length,
/// and its registers.
const CPUS: [(&str, &str, &str); 3] = [
    ("avx2", "4avx2", "ymm"),
    ("avx512", "6avx512", "zmm"),
    ("avx512-popcnt", "13avx512_popcnt", "zmm"),
];

/// The loop of a kernel on a CPU.
#[derive(Debug)]
pub(super) struct Loop {
    pub(super) work: &'static str,
    pub(super) cpu: &'static str,
    /// Positions per iteration.
    pub(super) positions: u32,
    /// Instructions per position.
    pub(super) instructions: f64,
}

/// Returns the functions to compile. They use one lane, which is the default.
pub(super) fn source() -> String {
    let arguments = "positions: Batch<'_>, boards: [&mut [u64]; 10], counts: [&mut [u8]; 10]";
    let mut source = String::new();
    for (name, call) in KERNELS {
        source += &format!(
            "#[unsafe(no_mangle)] pub fn batch_{name}({arguments}) -> impl Sized {{ {call} }}\n"
        );
    }
    source
}

/// Returns the loop of every kernel on every CPU.
pub(super) fn loops(functions: &HashMap<&str, Vec<&str>>) -> anyhow::Result<Vec<Loop>> {
    let mut loops = Vec::new();
    for (work, _) in KERNELS {
        for (cpu, compiled_for, registers) in CPUS {
            let counted =
                compiled(functions, work, compiled_for).and_then(|lines| count(lines, registers));
            let (positions, instructions) =
                counted.with_context(|| format!("batch `{work}` on {cpu}"))?;
            loops.push(Loop {
                work,
                cpu,
                positions,
                instructions,
            });
        }
    }
    Ok(loops)
}

/// Returns the function that a kernel calls on a CPU.
fn compiled<'a>(
    functions: &'a HashMap<&str, Vec<&'a str>>,
    kernel: &str,
    compiled_for: &str,
) -> anyhow::Result<&'a [&'a str]> {
    let entry = functions.get(format!("batch_{kernel}").as_str());
    let entry = entry.context("not in the assembly")?;
    let mut called = Vec::new();
    for (name, lines) in functions {
        if name.contains(compiled_for) && entry.iter().any(|line| line.contains(name)) {
            called.push(lines);
        }
    }
    let [lines] = called[..] else {
        bail!("expected a call of exactly one function compiled for {compiled_for}")
    };
    Ok(lines)
}

/// Returns the positions per iteration and the instructions per position of the innermost loop with
/// the most shifts.
fn count(function: &[&str], registers: &str) -> anyhow::Result<(u32, f64)> {
    // Every kernel shifts boards.
    let bodies = innermost(function).into_iter();
    let body = bodies
        .max_by_key(|body| shifts(body, registers))
        .unwrap_or_default();
    ensure!(
        shifts(&body, registers) > 0,
        "no loop shifts {registers} registers"
    );
    let (mut all, mut wide) = (0, 0);
    for instruction in &body {
        if instruction.name.starts_with("call") {
            bail!("its loop calls {}", instruction.operands);
        }
        if instruction.computes() {
            all += 1;
            wide += usize::from(instruction.operands.contains(registers));
        }
    }
    // Counts are narrowed to bytes.
    ensure!(
        3 * wide > 2 * all,
        "its loop also uses registers narrower than {registers}"
    );
    let positions = positions(&body);
    let positions =
        positions.context("cannot find the number of positions per iteration of its loop")?;
    Ok((positions, body.len() as f64 / f64::from(positions)))
}

/// Returns the number of shifts in these registers.
fn shifts(body: &[Instruction<'_>], registers: &str) -> usize {
    let mut shifts = body.to_vec();
    shifts.retain(|one| one.name.starts_with("vpsrl") && one.operands.contains(registers));
    shifts.len()
}

impl Instruction<'_> {
    /// Returns `true` if it is a vector operation other than a move.
    fn computes(self) -> bool {
        let loads = self.name.starts_with("vpbroadcast") && self.operands.contains('(');
        let moves = self.name.starts_with("vmov") || self.name.starts_with("vpmaskmov");
        self.name.starts_with('v') && !moves && !loads
    }
}

/// Returns the bodies of the innermost loops, from the label to the jump back.
fn innermost<'a>(function: &[&'a str]) -> Vec<Vec<Instruction<'a>>> {
    let mut loops: Vec<(usize, usize)> = Vec::new();
    for end in 0..function.len() {
        loops.extend(start(function, end).map(|start| (start, end)));
    }
    let mut bodies = Vec::new();
    for &own in &loops {
        let is_inside = |other: &(usize, usize)| own.0 <= other.0 && other.1 <= own.1;
        if loops.iter().filter(|other| is_inside(other)).count() == 1 {
            let lines = function[own.0..=own.1].iter();
            bodies.push(lines.filter_map(|line| Instruction::parse(line)).collect());
        }
    }
    bodies
}

/// Returns the line above to which a line jumps.
fn start(function: &[&str], end: usize) -> Option<usize> {
    let (jump, target) = function[end].strip_prefix('\t')?.split_once('\t')?;
    let mut above = function[..end].iter();
    let start = above.position(|line| line.strip_suffix(':') == Some(target))?;
    jump.starts_with('j').then_some(start)
}

/// Returns the positions per iteration: the step of the index that reads boards of eight bytes.
fn positions(body: &[Instruction<'_>]) -> Option<u32> {
    let index = body.iter().find_map(index)?;
    for instruction in body {
        if let Some((step, register)) = instruction.operands.split_once(", ")
            && instruction.name == "addq"
            && register == index
        {
            return step.strip_prefix('$')?.parse().ok();
        }
    }
    None
}

/// Returns the register with which a vector instruction reads boards.
fn index<'a>(instruction: &Instruction<'a>) -> Option<&'a str> {
    let (_, address) = instruction.operands.split_once('(')?;
    let (_, index) = address.split_once(",8)")?.0.rsplit_once(',')?;
    instruction.name.starts_with('v').then_some(index)
}

#[cfg(test)]
mod tests;
