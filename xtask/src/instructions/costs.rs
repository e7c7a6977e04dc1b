//! The costs of the patterns as data, and the page of the docs generated from it.

use std::fmt::Write as _;

use anyhow::{Context as _, ensure};
use pawnfill::Pawns;
use pawnfill::pattern::{PATTERNS, Pattern, QUESTIONS, Scope};
use serde::Serialize;

use super::batch::Loop;
use crate::generated::File;
use crate::workspace;

/// The files with the costs, without extension.
const PATH: &str = "pawnfill/docs/costs";

/// The functions that are also written by hand, with descriptions.
pub(super) const BY_HAND: [(&str, &str); 4] = [
    ("ten_sets", "ten sets of both colors"),
    ("structure", "[`Structure`](crate::Structure)"),
    ("engine", "the sets that `examples/engine` reads"),
    ("king_pawns", "the terms of Simbelmyne's `KingPawnStructure`"),
];

/// A function with the patterns may take this many percent more instructions than by hand, rounded up. Another order of
/// the same lines changes as much.
const MORE: usize = 2;

/// All costs.
#[derive(Serialize)]
pub(super) struct Costs<'a> {
    pub(super) rustc: String,
    pub(super) target_cpu: &'a str,
    pub(super) backends: Vec<&'static str>,
    /// Patterns, questions, and results computed from several patterns.
    pub(super) functions: Vec<Counted>,
    pub(super) loops: Vec<Loop>,
}

/// What a function costs with each backend.
#[derive(Serialize)]
pub(super) struct Counted {
    pub(super) name: &'static str,
    pub(super) instructions: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) operations: Vec<Operations>,
}

#[derive(Clone, Copy, Serialize)]
pub(super) struct Operations {
    operations: u32,
    /// Table entries.
    loads: u32,
}

impl Costs<'_> {
    pub(super) fn function(&self, name: &str) -> anyhow::Result<&Counted> {
        self.functions
            .iter()
            .find(|function| function.name == name)
            .with_context(|| format!("{name} is not counted"))
    }

    /// Returns the functions that take more instructions than they should.
    pub(super) fn too_high(&self) -> anyhow::Result<Vec<String>> {
        let of = |name: &str| anyhow::Ok(&self.function(name)?.instructions);
        let mut wrong = Vec::new();
        for (name, _) in BY_HAND {
            let (by_patterns, by_hand) = (of(name)?[0], of(&format!("{name}_by_hand"))?[0]);
            if by_patterns > by_hand + (MORE * by_hand).div_ceil(100) {
                wrong.push(format!(
                    "{name} takes {by_patterns} instructions with the patterns, {by_hand} by hand on {}",
                    self.target_cpu
                ));
            }
        }
        let together = of("structure")?;
        let mut apart = vec![0; together.len()];
        for (column, _) in <Pawns>::default().structure().columns() {
            std::iter::zip(&mut apart, of(column.pattern.name)?)
                .for_each(|(sum, instructions)| *sum += instructions);
        }
        if std::iter::zip(together, &apart).any(|(together, apart)| together > apart) {
            wrong.push(format!("a structure takes {together:?} instructions, its sets one by one {apart:?}"));
        }
        Ok(wrong)
    }

    /// Returns the data and the page, which also compares the costs on a newer processor with code by hand.
    pub(super) fn files(&self, newer: &Costs<'_>) -> anyhow::Result<Vec<File>> {
        let data = serde_json::to_string_pretty(self)? + "\n";
        let file =
            |extension, contents| File { path: format!("{PATH}.{extension}"), contents: Some(contents) };
        Ok(vec![file("json", data), file("md", self.page(newer)?)])
    }

    fn page(&self, newer: &Costs<'_>) -> anyhow::Result<String> {
        let mut page = format!(
            "The cost of each pattern with each backend, in operations and in instructions.\n\n\
             <!-- Written by `cargo xtask generate costs`. -->\n\n\
             Operations are the distinct operations of the formula, and loads are entries of tables.\n\
             Instructions are counted in a function that computes the pattern for White from two registers, without the return,\n\
             compiled by {} for {}.\n\
             No such function contains a branch or a call.\n\n",
            self.rustc, self.target_cpu
        );
        let headings =
            |columns: fn(&str) -> String| self.backends.iter().map(|name| columns(name)).collect::<String>();
        writeln!(page, "| pattern |{}", headings(|name| format!(" `{name}` | instructions |")))?;
        writeln!(page, "|---|{}", headings(|_| "---|---:|".to_owned()))?;
        let path = |pattern: &Pattern| {
            let owner = if pattern.scopes() == [Scope::Board] { "Pawns" } else { "SideView" };
            (pattern.name, format!("[`{0}`](crate::{owner}::{0})", pattern.name))
        };
        let structure = ("structure", "[`Structure`](crate::Structure)".to_owned());
        for (name, link) in PATTERNS.iter().map(path).chain([structure]) {
            let Counted { instructions, operations, .. } = self.function(name)?;
            ensure!(operations.len() == instructions.len(), "the operations of {name} are not counted");
            write!(page, "| {link} |")?;
            for (operations, instructions) in std::iter::zip(operations, instructions) {
                write!(page, " {} | {instructions} |", operations.describe())?;
            }
            page.push('\n');
        }
        page += "\nInstructions of the questions about one square:\n\n";
        writeln!(page, "| question |{}", headings(|name| format!(" `{name}` |")))?;
        writeln!(page, "|---|{}", headings(|_| "---:|".to_owned()))?;
        for question in QUESTIONS {
            let Counted { name, instructions, .. } = self.function(question.name)?;
            let counts: String = instructions.iter().map(|count| format!(" {count} |")).collect();
            writeln!(page, "| [`{name}`](crate::SideView::{name}) |{counts}")?;
        }
        writeln!(
            page,
            "\nInstructions of whole functions, with the patterns and written by hand (`benches/src/by_hand.rs`). A check keeps\n\
             `kogge-stone` within {MORE} % of the code by hand:\n\n\
             | function | CPU |{} by hand |\n|---|---|{}---:|",
            headings(|name| format!(" `{name}` |")),
            headings(|_| "---:|".to_owned())
        )?;
        for (name, about) in BY_HAND {
            for costs in [self, newer] {
                let by_hand = costs.function(&format!("{name}_by_hand"))?.instructions[0];
                let counts: String =
                    costs.function(name)?.instructions.iter().map(|count| format!(" {count} |")).collect();
                writeln!(page, "| {about} | {} |{counts} {by_hand} |", costs.target_cpu)?;
            }
        }
        page += "\nThe loop over the positions of a batch of one lane, for ten sets. At least nine operations in ten use the\n\
        widest registers of the CPU, and there are no calls.\n\n\
            | loop | CPU | positions per iteration | instructions per position |\n\
            |---|---|---:|---:|\n";
        for Loop { work, cpu, positions, instructions } in &self.loops {
            writeln!(page, "| {work} | {cpu} | {positions} | {instructions:.1} |")?;
        }
        Ok(page)
    }
}

impl Operations {
    fn describe(self) -> String {
        match self {
            Self { operations, loads: 0 } => operations.to_string(),
            Self { operations, loads: 1 } => format!("{operations} and 1 load"),
            Self { operations, loads } => format!("{operations} and {loads} loads"),
        }
    }
}

/// Counts the operations of every pattern with each backend by running the example `costs` of the exports.
pub(super) fn operations() -> anyhow::Result<Vec<(String, Vec<Operations>)>> {
    let mut cargo = workspace::cargo();
    let lines = workspace::output(cargo.args([
        "run",
        "--quiet",
        "--package",
        "pawnfill-export",
        "--example",
        "costs",
    ]))?;
    lines.lines().map(parse).collect()
}

/// Reads the name of a pattern, and its operations and loads with each backend.
fn parse(line: &str) -> anyhow::Result<(String, Vec<Operations>)> {
    let mut fields = line.split('\t');
    let name = fields.next().unwrap_or_default().to_owned();
    let costs = fields.map(|field| {
        let (operations, loads) = field.split_once(' ').with_context(|| format!("not a cost: {line}"))?;
        Ok(Operations { operations: operations.parse()?, loads: loads.parse()? })
    });
    Ok((name, costs.collect::<anyhow::Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every pattern takes 3 and 4 instructions, every question 5 and 6.
    fn costs() -> Costs<'static> {
        let (_, operations) = parse("\t7 0\t8 2").unwrap();
        let counted = |name, instructions, operations| Counted { name, instructions, operations };
        let patterns = PATTERNS.iter().map(|pattern| counted(pattern.name, vec![3, 4], operations.clone()));
        let questions = QUESTIONS.iter().map(|question| counted(question.name, vec![5, 6], Vec::new()));
        let sets = <Pawns>::default().structure().columns().count();
        let others = [
            counted("structure", vec![3 * sets, 4 * sets], operations.clone()),
            counted("structure_by_hand", vec![3 * sets; 2], Vec::new()),
            counted("ten_sets", vec![102, 999], Vec::new()),
            counted("ten_sets_by_hand", vec![100, 100], Vec::new()),
            counted("engine", vec![102, 999], Vec::new()),
            counted("engine_by_hand", vec![100, 100], Vec::new()),
            counted("king_pawns", vec![102, 999], Vec::new()),
            counted("king_pawns_by_hand", vec![100, 100], Vec::new()),
        ];
        Costs {
            rustc: "rustc 1".to_owned(),
            target_cpu: "cpu",
            backends: vec!["a", "b"],
            functions: patterns.chain(questions).chain(others).collect(),
            loops: vec![Loop { work: "fold", cpu: "avx2", positions: 4, instructions: 1.3 }],
        }
    }

    #[test]
    fn the_page_has_a_line_for_everything() {
        let [data, page] = &costs().files(&Costs { target_cpu: "newer", ..costs() }).unwrap()[..] else {
            panic!("two files")
        };
        assert_eq!([&data.path, &page.path], ["pawnfill/docs/costs.json", "pawnfill/docs/costs.md"]);
        let [data, page] = [data, page].map(|file| file.contents.as_deref().unwrap());
        assert!(data.contains("\"operations\": 7"), "{data}");
        for line in [
            "compiled by rustc 1 for cpu.",
            "| pattern | `a` | instructions | `b` | instructions |",
            "| [`passed`](crate::SideView::passed) | 7 | 3 | 8 and 2 loads | 4 |",
            "| [`open_files`](crate::Pawns::open_files) | 7 | 3 | 8 and 2 loads | 4 |",
            "| [`is_passed`](crate::SideView::is_passed) | 5 | 6 |",
            "| the sets that `examples/engine` reads | cpu | 102 | 999 | 100 |",
            "| the sets that `examples/engine` reads | newer | 102 | 999 | 100 |",
            "| fold | avx2 | 4 | 1.3 |",
        ] {
            assert!(page.lines().any(|shown| shown == line), "{line}\n{page}");
        }
        let described = parse("name\t3 0\t4 1\t5 2").unwrap().1.into_iter().map(Operations::describe);
        assert_eq!(described.collect::<Vec<_>>(), ["3", "4 and 1 load", "5 and 2 loads"]);
        assert!(parse("name\t3").is_err());
    }

    #[test]
    fn sets_cost_no_more_together_or_by_patterns() {
        let wrong = |name, more: usize| {
            let mut costs = costs();
            let function = costs.functions.iter_mut().find(|function| function.name == name).unwrap();
            function.instructions[0] += more;
            costs.too_high().unwrap()
        };
        for (name, message) in [
            ("ten_sets", "ten_sets takes 103 instructions with the patterns, 100 by hand on cpu"),
            ("king_pawns", "king_pawns takes 103 instructions with the patterns, 100 by hand on cpu"),
            ("structure", "a structure takes ["),
        ] {
            assert_eq!(wrong(name, 0), [""; 0]);
            let [found] = &wrong(name, 1)[..] else { panic!("one message") };
            assert!(found.starts_with(message), "{found}");
        }
        assert_eq!(wrong("ten_sets_by_hand", 1), [""; 0]);
    }
}
