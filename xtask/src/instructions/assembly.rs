//! Reads the assembly of the compiler.

use std::collections::HashMap;

/// Returns the lines of each function. Equal functions share one body; their other names follow at the end.
pub(super) fn functions(assembly: &str) -> HashMap<&str, Vec<&str>> {
    let mut functions = HashMap::<_, Vec<_>>::new();
    let mut function = functions.entry("").or_default();
    for line in assembly.lines() {
        if let Some(label) = line.strip_suffix(':').filter(|label| !label.starts_with('.')) {
            function = functions.entry(label).or_default();
        } else if let Some((name, same)) = line.split_once(" = ") {
            let same = functions.get(same).cloned().unwrap_or_default();
            function = functions.entry(name).or_insert(same);
        } else {
            function.push(line);
        }
    }
    functions
}

#[derive(Clone, Copy)]
pub(super) struct Instruction<'a> {
    pub(super) name: &'a str,
    pub(super) operands: &'a str,
}

impl<'a> Instruction<'a> {
    /// Parses a line. Labels and directives are not instructions.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let line = line.strip_prefix('\t').filter(|line| !line.starts_with(['.', '#']))?;
        let (name, operands) = line.split_once('\t').unwrap_or((line, ""));
        Some(Self { name, operands })
    }

    /// Returns `true` if the next instruction may not be executed after it.
    pub(super) fn jumps(self) -> bool {
        self.name.starts_with(['j', 'c']) && !self.name.starts_with("cmov") && !self.name.starts_with("cmp")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_instructions_and_jumps() {
        let functions = functions(
            "straight:\n\t.cfi_startproc\n\tcmpq\t%rdi, %rax\n\tcmovaq\t%rdi, %rax\n\tretq\n.Lfunc_end0:\n\
             jumping:\n\tja\t.LBB1_1\n\tretq\n.LBB1_1:\n\tcallq\tpanic\n\tud2\n\
             same = straight\n\t.size\tsame, 1\n",
        );
        let parsed = |name| functions[name].iter().filter_map(|line| Instruction::parse(line));
        let names = |name| parsed(name).map(|instruction| instruction.name).collect::<Vec<_>>();
        assert_eq!(names("straight"), ["cmpq", "cmovaq", "retq"]);
        assert_eq!(names("same"), names("straight"));
        assert_eq!(names("jumping"), ["ja", "retq", "callq", "ud2"]);
        let jumps = |name| parsed(name).filter(|instruction| instruction.jumps()).map(|jump| jump.operands);
        assert_eq!(jumps("straight").count(), 0);
        assert_eq!(jumps("jumping").collect::<Vec<_>>(), [".LBB1_1", "panic"]);
    }
}
