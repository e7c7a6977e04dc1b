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
    let function = |(name, call)| {
        format!(
            "#[unsafe(no_mangle)] pub fn batch_{name}({arguments}) -> impl Sized {{ {call} }}\n"
        )
    };
    KERNELS.map(function).concat()
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
    let entry = functions
        .get(format!("batch_{kernel}").as_str())
        .context("not in the assembly")?;
    let called = functions.iter().filter(|(name, _)| {
        name.contains(compiled_for) && entry.iter().any(|line| line.contains(**name))
    });
    let [(_, lines)] = called.collect::<Vec<_>>()[..] else {
        bail!("expected a call of exactly one function compiled for {compiled_for}")
    };
    Ok(lines)
}

/// Returns the positions per iteration and the instructions per position of the innermost loop with
/// the most shifts.
fn count(function: &[&str], registers: &str) -> anyhow::Result<(u32, f64)> {
    // Every kernel shifts boards.
    let shifts = |body: &Vec<Instruction<'_>>| {
        let is_shift =
            |i: &&Instruction<'_>| i.name.starts_with("vpsrl") && i.operands.contains(registers);
        body.iter().filter(is_shift).count()
    };
    let body = innermost(function)
        .into_iter()
        .max_by_key(shifts)
        .unwrap_or_default();
    ensure!(shifts(&body) > 0, "no loop shifts {registers} registers");
    if let Some(call) = body
        .iter()
        .find(|instruction| instruction.name.starts_with("call"))
    {
        bail!("its loop calls {}", call.operands);
    }
    let vector: Vec<_> = body
        .iter()
        .filter(|instruction| instruction.computes())
        .collect();
    let wide = vector
        .iter()
        .filter(|instruction| instruction.operands.contains(registers))
        .count();
    // Counts are narrowed to bytes.
    ensure!(
        3 * wide > 2 * vector.len(),
        "its loop also uses registers narrower than {registers}"
    );
    let positions = positions(&body)
        .context("cannot find the number of positions per iteration of its loop")?;
    Ok((positions, body.len() as f64 / f64::from(positions)))
}

impl Instruction<'_> {
    /// Returns `true` if it is a vector operation other than a move.
    fn computes(self) -> bool {
        let loads = self.name.starts_with("vpbroadcast") && self.operands.contains('(');
        let moves = ["vmov", "vpmaskmov"]
            .iter()
            .any(|start| self.name.starts_with(start));
        self.name.starts_with('v') && !moves && !loads
    }
}

/// Returns the bodies of the innermost loops, from the label to the jump back.
fn innermost<'a>(function: &[&'a str]) -> Vec<Vec<Instruction<'a>>> {
    let ends = function.iter().enumerate().filter_map(|(end, line)| {
        let (jump, target) = line.strip_prefix('\t')?.split_once('\t')?;
        let is_target = |line: &&str| line.strip_suffix(':') == Some(target);
        let start = function[..end].iter().position(is_target)?;
        jump.starts_with('j').then_some((start, end))
    });
    let loops: Vec<_> = ends.collect();
    let has_none_inside = |&&(start, end): &&(usize, usize)| {
        !loops
            .iter()
            .any(|&other| other != (start, end) && start <= other.0 && other.1 <= end)
    };
    let body = |&(start, end): &(usize, usize)| {
        function[start..=end]
            .iter()
            .filter_map(|line| Instruction::parse(line))
            .collect()
    };
    loops.iter().filter(has_none_inside).map(body).collect()
}

/// Returns the positions per iteration: the step of the index that reads boards of eight bytes.
fn positions(body: &[Instruction<'_>]) -> Option<u32> {
    let index = body.iter().find_map(|instruction| {
        let address = instruction.operands.split_once('(')?.1.split_once(",8)")?.0;
        instruction
            .name
            .starts_with('v')
            .then_some(address.rsplit_once(',')?.1)
    })?;
    body.iter().find_map(|instruction| {
        let (step, register) = instruction.operands.split_once(", ")?;
        (instruction.name == "addq" && register == index)
            .then(|| step.strip_prefix('$')?.parse().ok())?
    })
}

#[cfg(test)]
mod tests;
