//! The page of the docs with the costs of the patterns.

use std::fmt::Write as _;
use std::iter;

use anyhow::Context as _;
use pawnfill::Pawns;
use pawnfill::pattern::{PATTERNS, QUESTIONS};

use super::batch::Loop;
use crate::workspace;

/// The functions that are also written by hand, with descriptions.
const BY_HAND: [(&str, &str); 3] = [
    ("ten_sets", "ten sets of both colors"),
    ("terms", "`Terms`"),
    ("engine", "the sets that `examples/engine` reads"),
];

/// A function with the patterns may take this many percent more instructions than by hand, or than
/// on a lower level, rounded up. Another order of the same lines changes as much.
const MORE: usize = 2;

/// Says that a function takes more instructions in the first way than in the second, if it does.
fn more(
    name: &str,
    (count, how): (usize, String),
    (than, other): (usize, String),
) -> Option<String> {
    let is_more = count > than + (MORE * than).div_ceil(100);
    is_more.then(|| format!("{name} takes {count} instructions {how}, {than} {other}"))
}

/// The instructions on one processor.
pub(super) struct Costs<'a> {
    pub(super) target_cpu: &'a str,
    pub(super) backends: Vec<&'static str>,
    /// Patterns, questions, and results computed from several patterns, each with a number
    /// for each backend.
    pub(super) functions: Vec<(&'static str, Vec<usize>)>,
    pub(super) loops: Vec<Loop>,
}

impl Costs<'_> {
    fn counts(&self, name: &str) -> anyhow::Result<&[usize]> {
        let function = self.functions.iter().find(|function| function.0 == name);
        Ok(&function
            .with_context(|| format!("{name} is not counted"))?
            .1)
    }

    fn by_hand(&self, name: &str) -> anyhow::Result<usize> {
        Ok(self.counts(&format!("{name}_by_hand"))?[0])
    }

    /// Returns the functions that take more instructions than they should.
    pub(super) fn too_high(&self) -> anyhow::Result<Vec<String>> {
        let mut wrong = Vec::new();
        for (name, _) in BY_HAND {
            let by_patterns = (self.counts(name)?[0], "with the patterns".to_owned());
            wrong.extend(more(
                name,
                by_patterns,
                (
                    self.by_hand(name)?,
                    format!("by hand on {}", self.target_cpu),
                ),
            ));
        }
        let together = self.counts("terms")?;
        let mut apart = vec![0; together.len()];
        for (column, _) in <Pawns>::default().terms().columns() {
            let instructions = self.counts(column.pattern.name)?;
            for (sum, instructions) in iter::zip(&mut apart, instructions) {
                *sum += instructions;
            }
        }
        if iter::zip(together, &apart).any(|(together, apart)| together > apart) {
            wrong.push(format!(
                "terms take {together:?} instructions, one by one {apart:?}"
            ));
        }
        Ok(wrong)
    }

    /// Returns the whole functions that take more instructions than on a lower level
    /// of the processor.
    pub(super) fn higher_than(&self, lower: &Costs<'_>) -> anyhow::Result<Vec<String>> {
        let mut wrong = Vec::new();
        for (name, _) in BY_HAND {
            let own = (self.counts(name)?[0], format!("on {}", self.target_cpu));
            let than = (lower.counts(name)?[0], format!("on {}", lower.target_cpu));
            wrong.extend(more(name, own, than));
        }
        Ok(wrong)
    }

    /// Returns the page, which also compares the costs on newer processors with code by hand.
    pub(super) fn page(&self, newer: &[Costs<'_>]) -> anyhow::Result<String> {
        let version = workspace::rustc()?;
        let rustc = version.split(" (").next().unwrap_or_default().trim();
        Ok(format!(
            "The cost of each pattern with each backend, in instructions.\n\n\
             <!-- Written by `cargo xtask generate costs`. -->\n\n\
             Instructions are counted in a function that computes the pattern for White from two \
             registers, without the return,\n\
             compiled by {rustc} for {}.\n\
             No such function contains a branch or a call.\n\n\
             {}\nInstructions of the questions about one square:\n\n\
             {}\nInstructions of whole functions, with the patterns and written by hand \
             (`benches/src/by_hand.rs`). A check keeps\n\
             `kogge-stone` within {MORE} % of the code by hand and of the level below:\n\n\
             {}\nThe loop over the positions of a batch of one lane, for ten sets. At least two \
             operations in three use the\n\
             widest registers of the CPU, and there are no calls.\n\n\
             {}\n{}",
            self.target_cpu,
            self.table(
                "pattern",
                PATTERNS.iter().map(|pattern| pattern.name).chain(["terms"])
            )?,
            self.table("question", QUESTIONS.iter().map(|question| question.name))?,
            self.whole_functions(newer)?,
            self.loops()?,
            include_str!("costs.md"),
        ))
    }

    /// Returns a table with a line for each of these functions.
    fn table(
        &self,
        title: &str,
        functions: impl Iterator<Item = &'static str>,
    ) -> anyhow::Result<String> {
        let (names, numbers) = self.columns();
        let mut table = format!("| {title} |{names}\n|---|{numbers}\n");
        for name in functions {
            writeln!(table, "| `{name}` |{}", cells(self.counts(name)?))?;
        }
        Ok(table)
    }

    fn whole_functions(&self, newer: &[Costs<'_>]) -> anyhow::Result<String> {
        let (names, numbers) = self.columns();
        let mut table = format!("| function | CPU |{names} by hand |\n|---|---|{numbers}---:|\n");
        for (name, about) in BY_HAND {
            for costs in iter::once(self).chain(newer) {
                let (counts, by_hand) = (cells(costs.counts(name)?), costs.by_hand(name)?);
                writeln!(
                    table,
                    "| {about} | {} |{counts} {by_hand} |",
                    costs.target_cpu
                )?;
            }
        }
        Ok(table)
    }

    fn loops(&self) -> anyhow::Result<String> {
        let mut table = "| loop | CPU | positions per iteration | instructions per position |\n\
                         |---|---|---:|---:|\n"
            .to_owned();
        for Loop {
            work,
            cpu,
            positions,
            instructions,
        } in &self.loops
        {
            writeln!(
                table,
                "| {work} | {cpu} | {positions} | {instructions:.1} |"
            )?;
        }
        Ok(table)
    }

    /// Returns the headings of a number for each backend, and their alignment.
    fn columns(&self) -> (String, String) {
        let names = self.backends.iter().map(|name| format!(" `{name}` |"));
        (names.collect(), "---:|".repeat(self.backends.len()))
    }
}

fn cells(counts: &[usize]) -> String {
    counts.iter().map(|count| format!(" {count} |")).collect()
}

#[cfg(test)]
mod tests;
