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

#[test]
fn the_inner_loop_is_counted_if_it_is_a_vector_loop() {
    let counted = |old, new, registers| {
        let assembly = FUNCTION.replace(old, new);
        count(&functions(&assembly)["outer"], registers).map_err(|error| error.to_string())
    };
    assert_eq!(counted("", "", "zmm"), Ok((8, 10.0 / 8.0)));
    // Another counter is not the index, and neither is that of a number.
    let number = "movq\t(%rdi,%rdx,8), %r8\n\taddq\t$64, %rdx\n\tvmovdqu64\t(%rdi,%rax,8), %zmm0";
    assert_eq!(
        counted("vmovdqu64\t(%rdi,%rax,8), %zmm0", number, "zmm"),
        Ok((8, 12.0 / 8.0))
    );
    assert_eq!(
        counted("addq\t$8", "addq\t$64, %rdx\n\taddq\t$8", "zmm"),
        Ok((8, 11.0 / 8.0))
    );
    for (old, new, registers, expected) in [
        ("", "", "ymm", "no loop shifts ymm registers"),
        (
            FUNCTION,
            "outer:\n\tretq\n",
            "zmm",
            "no loop shifts zmm registers",
        ),
        (
            "cmpq\t%rax, %rcx",
            "callq\tstep",
            "zmm",
            "its loop calls step",
        ),
        (
            "addq\t$8, %rax",
            "nop\t",
            "zmm",
            "cannot find the number of positions per iteration of its loop",
        ),
        (
            "%zmm1, %zmm2, %zmm3\n\tvpopcntq\t%zmm3, %zmm3",
            "%ymm1, %ymm2, %ymm3\n\tvpopcntq\t%ymm3, %ymm3",
            "zmm",
            "its loop also uses registers narrower than zmm",
        ),
    ] {
        assert_eq!(counted(old, new, registers), Err(expected.to_owned()));
    }
}

#[test]
fn every_kernel_is_compiled_for_every_cpu() {
    let mut assembly = String::new();
    for (kernel, _) in KERNELS {
        assembly += &format!("batch_{kernel}:\n");
        for (_, compiled_for, _) in CPUS {
            assembly += &format!("\tcallq\t{compiled_for}_{kernel}\n");
        }
        for (_, compiled_for, registers) in CPUS {
            let function = FUNCTION.replace("zmm", registers);
            assembly += &function.replace("outer", &format!("{compiled_for}_{kernel}"));
        }
    }
    let counted = loops(&functions(&assembly)).unwrap();
    let counted: Vec<_> = counted
        .iter()
        .map(|counted| (counted.work, counted.cpu))
        .collect();
    let pairs = KERNELS
        .iter()
        .flat_map(|(kernel, _)| CPUS.map(|(cpu, ..)| (*kernel, cpu)));
    assert_eq!(counted, pairs.collect::<Vec<_>>());

    let error = loops(&functions(&assembly.replace("callq\t6avx512_fold", "nop"))).unwrap_err();
    let expected =
        "batch `fold` on avx512: expected a call of exactly one function compiled for 6avx512";
    assert_eq!(format!("{error:#}"), expected);
    assert!(
        source().contains("pub fn batch_store(") && source().contains("{ positions.write_sets(")
    );
}
