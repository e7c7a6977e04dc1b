//! The shape of the workspace: which package may need which, and which files of a
//! package form circles.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A package, and the packages of the workspace that it needs.
struct Package {
    folder: PathBuf,
    /// In builds without features.
    needed: BTreeSet<String>,
    /// In any build, or in tests.
    named: BTreeSet<String>,
}

fn packages() -> BTreeMap<String, Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--no-deps", "--format-version", "1"])
        .current_dir(ROOT)
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(package).collect()
}

fn package(package: &Value) -> (String, Package) {
    let dependencies = package["dependencies"].as_array().unwrap().iter();
    let ours = dependencies.filter(|dependency| dependency["path"].is_string());
    let is_built = |of: &&Value| of["kind"].is_null() && of["optional"] == false;
    let manifest = PathBuf::from(text(&package["manifest_path"]));
    let needs = Package {
        folder: manifest.parent().unwrap().to_owned(),
        needed: ours
            .clone()
            .filter(is_built)
            .map(|of| text(&of["name"]))
            .collect(),
        named: ours.map(|of| text(&of["name"])).collect(),
    };
    (text(&package["name"]), needs)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Returns `true` if the package is for people with games.
fn is_of_games(folder: &Path) -> bool {
    folder
        .parent()
        .is_some_and(|parent| parent.ends_with("games"))
}

#[test]
fn nothing_needs_games() {
    let packages = packages();
    let mut checked = 0;
    for (name, Package { folder, named, .. }) in &packages {
        for other in named.iter().filter(|_| !is_of_games(folder)) {
            let is_of_games = is_of_games(&packages[other].folder);
            assert!(!is_of_games, "{name} needs {other}, which is of games");
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} dependencies were read");
}

/// The tables of ARCHITECTURE have the packages by lines: the mission, and what is built on it. In
/// builds, each needs only those of lines below it, or of the mission.
#[test]
fn packages_need_those_below() {
    let text = fs::read_to_string(Path::new(ROOT).join("ARCHITECTURE.md")).unwrap();
    let (_, section) = text.split_once("## Packages").unwrap();
    let [mission, built] = [1, 3].map(|at| section.split("```").nth(at).unwrap());
    let lines = [built, mission].map(|table| table.lines().skip(1));
    let names = lines.into_iter().flatten();
    let names: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let place = |package: &str| {
        let short = package.strip_prefix("pawnfill-").unwrap_or(package);
        names.iter().position(|name| *name == short)
    };
    let (mut checked, mut named) = (0, 0);
    for (name, Package { needed, .. }) in &packages() {
        let Some(at) = place(name) else { continue };
        named += 1;
        for other in needed.iter().filter_map(|other| place(other)) {
            assert!(
                at < other,
                "{name} needs {}, which stands above it",
                names[other]
            );
            checked += 1;
        }
    }
    assert_eq!(named, names.len(), "a line is about no package");
    assert!(checked > 20, "only {checked} dependencies were checked");
}

/// Returns the files of a folder as modules, such as `report::words`, without `lib`,
/// `main` and `mod`.
fn modules(folder: &Path, prefix: &str, found: &mut BTreeMap<String, PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let module = format!("{prefix}{name}");
        if path.is_dir() {
            modules(&path, &format!("{module}::"), found);
        } else if path.extension().is_some_and(|end| end == "rs")
            && !["lib", "main", "mod", "tests"].contains(&&*name)
        {
            found.insert(module, path);
        }
    }
}

/// Returns the paths that a source imports, with braces expanded.
fn imports(source: &str) -> Vec<String> {
    let statements = source.split("use ").skip(1);
    let statements = statements.filter_map(|rest| rest.split(';').next());
    let mut paths = Vec::new();
    for statement in statements {
        let text: String = statement.split_whitespace().collect();
        expand("", &text, &mut paths);
    }
    paths
}

fn expand(prefix: &str, text: &str, paths: &mut Vec<String>) {
    let Some((before, inner)) = text.split_once('{') else {
        paths.push(format!("{prefix}{text}"));
        return;
    };
    let (mut depth, mut start) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                expand(&format!("{prefix}{before}"), &inner[start..at], paths);
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// Returns the modules that each module imports.
fn graph(modules: &BTreeMap<String, PathBuf>) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut graph = BTreeMap::new();
    for (module, path) in modules {
        let source = fs::read_to_string(path).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap();
        let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        let absolute = |path: &String| match path.strip_prefix("crate::") {
            Some(path) => Some(path.to_owned()),
            None => Some(format!("{parent}::{}", path.strip_prefix("super::")?)),
        };
        let paths: Vec<String> = imports(code).iter().filter_map(absolute).collect();
        let is_imported = |other: &&str| {
            *other != module
                && paths
                    .iter()
                    .any(|path| begins(path.trim_start_matches("::"), other))
        };
        let names = modules.keys().map(String::as_str);
        graph.insert(module.as_str(), names.filter(is_imported).collect());
    }
    graph
}

fn begins(path: &str, module: &str) -> bool {
    path.strip_prefix(module)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Returns the modules that can be reached from one.
fn reached<'g>(graph: &BTreeMap<&'g str, BTreeSet<&'g str>>, from: &str) -> BTreeSet<&'g str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = graph[from].iter().copied().collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(&graph[module]);
        }
    }
    reached
}

/// A circle is a set of files of a package of which each needs each other.
#[test]
fn files_form_no_circles() {
    let mut circles = BTreeSet::new();
    let mut files = 0;
    for (name, Package { folder, .. }) in packages() {
        let mut found = BTreeMap::new();
        modules(&folder.join("src"), "", &mut found);
        files += found.len();
        let graph = graph(&found);
        let reached: BTreeMap<_, _> = graph
            .keys()
            .map(|from| (*from, reached(&graph, from)))
            .collect();
        for (from, others) in &reached {
            let circle: Vec<_> = others
                .iter()
                .copied()
                .filter(|other| reached[other].contains(from))
                .collect();
            if !circle.is_empty() {
                circles.insert(format!("{name}: {}", circle.join(" ")));
            }
        }
    }
    assert!(files > 150, "only {files} files were read");
    assert!(circles.is_empty(), "{circles:?}");
}
