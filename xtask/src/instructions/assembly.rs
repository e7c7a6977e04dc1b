//! Reads the assembly of the compiler.

use std::collections::HashMap;

/// Returns the lines of each function. Equal functions share one body; their other names follow at
/// the end.
pub(super) fn functions(assembly: &str) -> HashMap<&str, Vec<&str>> {
    let mut functions = HashMap::<_, Vec<_>>::new();
    let mut function = functions.entry("").or_default();
    for line in assembly.lines() {
        if let Some(label) = line
            .strip_suffix(':')
            .filter(|label| !label.starts_with('.'))
        {
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
        let line = line
            .strip_prefix('\t')
            .filter(|line| !line.starts_with(['.', '#']))?;
        let (name, operands) = line.split_once('\t').unwrap_or((line, ""));
        Some(Self { name, operands })
    }

    /// Returns `true` if the next instruction may not be executed after it.
    pub(super) fn jumps(self) -> bool {
        self.name.starts_with(['j', 'c'])
            && !self.name.starts_with("cmov")
            && !self.name.starts_with("cmp")
    }
}

#[cfg(test)]
mod tests;
