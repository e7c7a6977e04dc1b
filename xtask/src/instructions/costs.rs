//! The costs of the patterns as data, and the page of the docs generated from it.

use std::fmt::Write as _;

use anyhow::{Context as _, bail};
use pawnfill::pattern::Scope;
use pawnfill::{PATTERNS, Pattern, QUESTIONS};
use serde::Serialize;

use super::batch::Loop;
use crate::generated::File;
use crate::workspace;

/// The files with the costs, without extension. The benchmark `batch` also reads the data.
const PATH: &str = "pawnfill/docs/costs";

/// Instructions with KoggeStone and with Lookup.
pub(super) type Counts = [u32; 2];

/// All costs.
#[derive(Serialize)]
pub(super) struct Costs<'a> {
    pub(super) rustc: String,
    pub(super) target_cpu: &'a str,
    /// Patterns, questions, and results computed from several patterns.
    pub(super) functions: Vec<Counted>,
    pub(super) loops: Vec<Loop>,
}

#[derive(Serialize)]
pub(super) struct Counted {
    pub(super) name: &'static str,
    pub(super) instructions: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) operations: Option<Operations>,
}

/// The operations of one function.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Operations {
    kogge_stone: u32,
    lookup: u32,
    /// Table entries, with Lookup.
    loads: u32,
}

impl Costs<'_> {
    pub(super) fn function(&self, name: &str) -> anyhow::Result<&Counted> {
        self.functions
            .iter()
            .find(|function| function.name == name)
            .with_context(|| format!("{name} is not counted"))
    }

    /// Returns the data and the page.
    pub(super) fn files(&self) -> anyhow::Result<Vec<File>> {
        let data = serde_json::to_string_pretty(self)? + "\n";
        let file =
            |extension, contents| File { path: format!("{PATH}.{extension}"), contents: Some(contents) };
        Ok(vec![file("json", data), file("md", self.page()?)])
    }

    fn page(&self) -> anyhow::Result<String> {
        let mut page = format!(
            "What each pattern costs, in operations and in instructions.\n\n\
             <!-- Written by `cargo xtask generate costs`. -->\n\n\
             Operations are the distinct operations of the formula.\n\
             Instructions are counted in a function that computes the pattern for White from two registers, without the return,\n\
             compiled by {} for {}. The first column of instructions is for `KoggeStone`, the second for `Lookup`.\n\
             No such function contains a branch or a call.\n\n\
             | pattern | cost | instructions | `Lookup` |\n|---|---|---:|---:|\n",
            self.rustc, self.target_cpu
        );
        let path = |pattern: &Pattern| {
            let owner = if pattern.scopes() == [Scope::Board] { "Pawns" } else { "SideView" };
            (pattern.name, format!("[`{0}`](crate::{owner}::{0})", pattern.name))
        };
        let structure = ("structure", "[`Structure`](crate::Structure)".to_owned());
        for (name, link) in PATTERNS.iter().map(path).chain([structure]) {
            let &Counted { instructions: [a, b], operations, .. } = self.function(name)?;
            let cost = operations.with_context(|| format!("the operations of {name} are not counted"))?;
            writeln!(page, "| {link} | {} | {a} | {b} |", cost.describe())?;
        }
        page += "\nInstructions of the questions about one square:\n\n\
            | question | instructions | `Lookup` |\n|---|---:|---:|\n";
        for question in QUESTIONS {
            let &Counted { name, instructions: [a, b], .. } = self.function(question.name)?;
            writeln!(page, "| [`{name}`](crate::SideView::{name}) | {a} | {b} |")?;
        }
        page += "\nThe loop over the positions of a batch of one lane, for ten sets. At least nine operations in ten use the\n\
        widest registers of the CPU, and there are no calls. The port limit is the minimum number of cycles per position\n\
        on Intel's cores since Ice Lake: each operation needs one of three ports, or one of two with AVX-512, and shifts\n\
        and population counts can use even fewer. All figures except the first are per position.\n\n\
            | loop | CPU | positions per iteration | instructions | vector operations | port limit, cycles |\n\
            |---|---|---:|---:|---:|---:|\n";
        for Loop { work, cpu, positions, instructions, vector_operations, port_limit } in &self.loops {
            writeln!(
                page,
                "| {work} | {cpu} | {positions} | {instructions:.1} | {vector_operations:.1} | {port_limit:.2} |"
            )?;
        }
        Ok(page)
    }
}

impl Operations {
    fn describe(self) -> String {
        let of = |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let mut text = of(self.kogge_stone, "operation");
        if self.loads > 0 {
            text +=
                &format!("; with `Lookup` {} and {}", of(self.lookup, "operation"), of(self.loads, "load"));
        }
        text
    }
}

/// Counts the operations of every pattern by running the library's example `operations`.
pub(super) fn operations() -> anyhow::Result<Vec<(String, Operations)>> {
    let mut cargo = workspace::cargo();
    let lines = workspace::output(cargo.args([
        "run",
        "--quiet",
        "--package",
        "pawnfill",
        "--features",
        "tables",
        "--example",
        "costs",
    ]))?;
    let of = |line: &str| {
        let [name, kogge_stone, lookup, loads] = line.split('\t').collect::<Vec<_>>()[..] else {
            bail!("not a cost: {line}");
        };
        let [kogge_stone, lookup, loads] = [kogge_stone.parse()?, lookup.parse()?, loads.parse()?];
        Ok((name.to_owned(), Operations { kogge_stone, lookup, loads }))
    };
    lines.lines().map(of).collect()
}
