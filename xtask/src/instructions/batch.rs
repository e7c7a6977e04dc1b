//! Checks that the loops of batches are vectorized, and counts their instructions.

use std::collections::HashMap;
use std::fmt::Write as _;

use anyhow::{Context as _, bail, ensure};
use serde::Serialize;

use super::assembly::Instruction;

/// The work done with the ten sets of a batch, as in the benchmark `batch`, and its return type.
const KERNELS: [(&str, &str, &str); 3] = [
    ("checksum", "u64", "batch::checksum(positions)"),
    ("fold", "[u64; 10]", "positions.totals(batch::TenSets)"),
    ("store", "bool", "positions.write_sets(batch::TenSets, boards).is_ok()"),
];

/// The CPUs of a batch, the type for which each is compiled, and its registers.
const CPUS: [(&str, &str, &str); 3] =
    [("avx2", "V3", "ymm"), ("avx512", "V4", "zmm"), ("avx512-popcnt", "Popcnt", "zmm")];

/// The loop of a kernel on a CPU.
#[derive(Debug, Serialize)]
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
    KERNELS.iter().fold(String::new(), |mut source, (name, returned, body)| {
        writeln!(
            source,
            "#[unsafe(no_mangle)] pub fn batch_{name}(positions: Batch<'_>, boards: [&mut [u64]; 10]) \
             -> {returned} {{ {body} }}"
        )
        .expect("writing to a string never fails");
        source
    })
}

/// Returns the loop of every kernel on every CPU.
pub(super) fn loops(functions: &HashMap<&str, Vec<&str>>) -> anyhow::Result<Vec<Loop>> {
    let loop_of = |kernel, (cpu, compiled_for, registers)| {
        let function = compiled(functions, kernel, compiled_for)?;
        Loop::new(kernel, cpu, registers, function)
    };
    let pairs = KERNELS.iter().flat_map(|&(kernel, ..)| CPUS.map(|cpu| (kernel, cpu)));
    pairs
        .map(|(kernel, cpu)| loop_of(kernel, cpu).with_context(|| format!("batch `{kernel}` on {}", cpu.0)))
        .collect()
}

/// Returns the function that a kernel calls on a CPU: `vectorize` of the type for which it is compiled.
fn compiled<'a>(
    functions: &'a HashMap<&str, Vec<&'a str>>,
    kernel: &str,
    compiled_for: &str,
) -> anyhow::Result<&'a [&'a str]> {
    let entry = functions.get(format!("batch_{kernel}").as_str()).context("not in the assembly")?;
    let mut called = functions.iter().filter(|(name, _)| {
        name.contains("vectorize")
            && name.contains(compiled_for)
            && entry.iter().any(|line| line.contains(**name))
    });
    match (called.next(), called.next()) {
        (Some((_, lines)), None) => Ok(lines),
        _ => bail!("expected a call of exactly one function compiled for {compiled_for}"),
    }
}

impl Loop {
    /// Returns the innermost loop with the most shifts.
    fn new(
        work: &'static str,
        cpu: &'static str,
        registers: &str,
        function: &[&str],
    ) -> anyhow::Result<Self> {
        let shifts = |body: &Vec<Instruction<'_>>| body.iter().filter(|i| i.shifts(registers)).count();
        let body = innermost(function).into_iter().max_by_key(shifts).unwrap_or_default();
        ensure!(shifts(&body) > 0, "no loop shifts {registers} registers");
        if let Some(call) = body.iter().find(|instruction| instruction.name.starts_with("call")) {
            bail!("its loop calls {}", call.operands);
        }
        let vector = || body.iter().filter(|instruction| instruction.computes());
        let wide = vector().filter(|instruction| instruction.operands.contains(registers)).count();
        ensure!(10 * wide > 9 * vector().count(), "its loop also uses registers narrower than {registers}");
        let positions =
            positions(&body).context("cannot find the number of positions per iteration of its loop")?;
        Ok(Self { work, cpu, positions, instructions: body.len() as f64 / f64::from(positions) })
    }
}

impl Instruction<'_> {
    /// Returns `true` if it shifts boards in these registers, as every kernel does.
    fn shifts(self, registers: &str) -> bool {
        self.name.starts_with("vpsrl") && self.operands.contains(registers)
    }

    /// Returns `true` if it is a vector operation other than a move.
    fn computes(self) -> bool {
        let loads = self.name.starts_with("vpbroadcast") && self.operands.contains('(');
        self.name.starts_with('v')
            && !self.name.starts_with("vmov")
            && !self.name.starts_with("vpmaskmov")
            && !loads
    }
}

/// Returns the bodies of the innermost loops, from the label to the jump back.
fn innermost<'a>(function: &[&'a str]) -> Vec<Vec<Instruction<'a>>> {
    let label = |line: &&str, name: &str| line.strip_suffix(':') == Some(name);
    let ends = function.iter().enumerate().filter_map(|(end, line)| {
        let (jump, target) = line.strip_prefix('\t')?.split_once('\t')?;
        let back = || function[..end].iter().position(|line| label(line, target));
        jump.starts_with('j').then(back)?.map(|start| (start, end))
    });
    let loops: Vec<_> = ends.collect();
    let has_none_inside = |&&(start, end): &&(usize, usize)| {
        !loops.iter().any(|&other| other != (start, end) && start <= other.0 && other.1 <= end)
    };
    let body = |&(start, end): &(usize, usize)| {
        function[start..=end].iter().filter_map(|line| Instruction::parse(line)).collect()
    };
    loops.iter().filter(has_none_inside).map(body).collect()
}

/// Returns the positions per iteration: the step of the index that reads boards of eight bytes.
fn positions(body: &[Instruction<'_>]) -> Option<u32> {
    let index = body.iter().find_map(|instruction| {
        let address = instruction.operands.split_once('(')?.1.split_once(",8)")?.0;
        instruction.name.starts_with('v').then_some(address.rsplit_once(',')?.1)
    })?;
    body.iter().find_map(|instruction| {
        let (step, register) = instruction.operands.split_once(", ")?;
        (instruction.name == "addq" && register == index).then(|| step.strip_prefix('$')?.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::super::assembly::functions;
    use super::*;

    /// Two nested loops; the inner one takes eight positions per iteration.
    const FUNCTION: &str = "outer:
.LBB0_1:
	vpunpcklqdq	%zmm1, %zmm2, %zmm3
.LBB0_2:
	vmovdqu64	(%rdi,%rax,8), %zmm0
	vpsllq	$8, %zmm0, %zmm1
	vpsrlq	$8, %zmm0, %zmm2
	vprolq	$8, %zmm0, %zmm3
	vpternlogq	$254, %zmm1, %zmm2, %zmm3
	vpopcntq	%zmm3, %zmm3
	vmovdqu64	%zmm3, (%rsi,%rax,8)
	addq	$8, %rax
	cmpq	%rax, %rcx
	jne	.LBB0_2
	ja	.LBB0_1
	retq
";

    fn loop_of(assembly: &str, registers: &str) -> anyhow::Result<Loop> {
        Loop::new("kernel", "cpu", registers, &functions(assembly)["outer"])
    }

    #[test]
    fn the_inner_loop_is_counted() {
        let inner = loop_of(FUNCTION, "zmm").unwrap();
        assert_eq!((inner.positions, inner.instructions), (8, 10.0 / 8.0));
        // Another counter is not the index.
        let counted = FUNCTION.replace("addq\t$8", "addq\t$64, %rdx\n\taddq\t$8");
        assert_eq!(loop_of(&counted, "zmm").unwrap().positions, 8);
    }

    #[test]
    fn every_kernel_is_compiled_for_every_cpu() {
        let mut assembly = String::new();
        for (kernel, ..) in KERNELS {
            assembly += &format!("batch_{kernel}:\n");
            for (_, compiled_for, _) in CPUS {
                assembly += &format!("\tcallq\tvectorize_{compiled_for}_{kernel}\n");
            }
            for (_, compiled_for, registers) in CPUS {
                let function = FUNCTION.replace("zmm", registers);
                assembly += &function.replace("outer", &format!("vectorize_{compiled_for}_{kernel}"));
            }
        }
        let counted: Vec<_> =
            loops(&functions(&assembly)).unwrap().iter().map(|counted| (counted.work, counted.cpu)).collect();
        let pairs = KERNELS.iter().flat_map(|(kernel, ..)| CPUS.map(|(cpu, ..)| (*kernel, cpu)));
        assert_eq!(counted, pairs.collect::<Vec<_>>());

        let error = loops(&functions(&assembly.replace("callq\tvectorize_V4_fold", "nop"))).unwrap_err();
        let expected = "batch `fold` on avx512: expected a call of exactly one function compiled for V4";
        assert_eq!(format!("{error:#}"), expected);
        assert_eq!(source().lines().count(), KERNELS.len());
        assert!(
            source().contains("pub fn batch_store(") && source().contains("-> bool { positions.write_sets(")
        );
    }

    #[test]
    fn what_is_no_vector_loop_is_an_error() {
        let error = |assembly: &str, registers| loop_of(assembly, registers).err().unwrap().to_string();
        assert_eq!(error(FUNCTION, "ymm"), "no loop shifts ymm registers");
        let call = FUNCTION.replace("cmpq\t%rax, %rcx", "callq\tstep");
        assert_eq!(error(&call, "zmm"), "its loop calls step");
        assert!(error(&FUNCTION.replace("addq\t$8, %rax", "nop\t"), "zmm").contains("positions"));
        assert!(error("outer:\n\tretq\n", "zmm").contains("no loop"));
        let narrow = FUNCTION.replace("vpopcntq\t%zmm3, %zmm3", "vpaddq\t%ymm3, %ymm3, %ymm3");
        assert!(error(&narrow, "zmm").contains("narrower"));
    }
}
