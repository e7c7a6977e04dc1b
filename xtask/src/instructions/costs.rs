//! The costs of the patterns as data, and the page of the docs generated from it.

use std::fmt::Write as _;

use anyhow::{Context as _, ensure};
use pawnfill::pattern::Scope;
use pawnfill::{PATTERNS, Pattern, QUESTIONS};
use serde::Serialize;

use super::batch::Loop;
use crate::generated::File;
use crate::workspace;

/// The files with the costs, without extension. The benchmark `batch` also reads the data.
const PATH: &str = "pawnfill/docs/costs";

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
    pub(super) instructions: Vec<u32>,
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

    /// Returns the data and the page.
    pub(super) fn files(&self) -> anyhow::Result<Vec<File>> {
        let data = serde_json::to_string_pretty(self)? + "\n";
        let file =
            |extension, contents| File { path: format!("{PATH}.{extension}"), contents: Some(contents) };
        Ok(vec![file("json", data), file("md", self.page()?)])
    }

    fn page(&self) -> anyhow::Result<String> {
        let mut page = format!(
            "What each pattern costs with each backend, in operations and in instructions.\n\n\
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
        match self {
            Self { operations, loads: 0 } => operations.to_string(),
            Self { operations, loads: 1 } => format!("{operations} and 1 load"),
            Self { operations, loads } => format!("{operations} and {loads} loads"),
        }
    }
}

/// Counts the operations of every pattern with each backend by running the library's example `costs`.
pub(super) fn operations() -> anyhow::Result<Vec<(String, Vec<Operations>)>> {
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
        let mut fields = line.split('\t');
        let name = fields.next().unwrap_or_default().to_owned();
        let costs = fields.map(|field| {
            let (operations, loads) = field.split_once(' ').with_context(|| format!("not a cost: {line}"))?;
            Ok(Operations { operations: operations.parse()?, loads: loads.parse()? })
        });
        Ok((name, costs.collect::<anyhow::Result<_>>()?))
    };
    lines.lines().map(of).collect()
}
