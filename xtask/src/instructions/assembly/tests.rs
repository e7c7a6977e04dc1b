use super::*;

#[test]
fn functions_have_instructions_and_jumps() {
    let functions = functions(
        "straight:\n\t.cfi_startproc\n\tcmpq\t%rdi, %rax\n\tcmovaq\t%rdi, %rax\n\tretq\n.Lfunc_end0:\n\
         jumping:\n\tja\t.LBB1_1\n\tretq\n.LBB1_1:\n\tcallq\tpanic\n\tud2\n\
         same = straight\n\t.size\tsame, 1\n",
    );
    let parsed = |name| {
        functions[name]
            .iter()
            .filter_map(|line| Instruction::parse(line))
    };
    let names = |name| {
        parsed(name)
            .map(|instruction| instruction.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names("straight"), ["cmpq", "cmovaq", "retq"]);
    assert_eq!(names("same"), names("straight"));
    assert_eq!(names("jumping"), ["ja", "retq", "callq", "ud2"]);
    let jumps = |name| {
        parsed(name)
            .filter(|instruction| instruction.jumps())
            .map(|jump| jump.operands)
    };
    assert_eq!(jumps("straight").count(), 0);
    assert_eq!(jumps("jumping").collect::<Vec<_>>(), [".LBB1_1", "panic"]);
}
