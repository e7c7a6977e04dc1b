//! `cargo xtask bench-compare --engine`: which backend makes an engine faster, as a whole program.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use pairbench::programs::{self, Program, Running};
use pairbench::report::Verdict;
use pairbench::session::{Bench, Error, Harness, metadata};
use pawnfill::{Backend, Hybrid, KoggeStone, Lookup};
use serde_json::Value;

use super::advice;
use crate::terminal;

const LIBRARY: &str = "pawnfill";
/// The backends, the default first. The others are named like the features that choose them.
const BACKENDS: [&str; 3] = [KoggeStone::NAME, Lookup::NAME, Hybrid::NAME];

/// What is asked about an engine.
pub(super) struct Question<'a> {
    pub(super) folder: &'a Path,
    /// The package that depends on pawnfill, if it is not that of the engine.
    pub(super) package: Option<&'a str>,
    pub(super) command: &'a [String],
    pub(super) options: &'a Running,
    pub(super) seconds: Option<f64>,
}

/// The engine, as cargo knows it.
struct Engine {
    package: String,
    program: String,
    /// The name of pawnfill in the package that depends on it.
    library: String,
    /// The folder with the folders in which the backends are built.
    target: PathBuf,
}

/// Prints which backend is best for an engine, and returns the exit code.
pub(super) fn run(question: &Question<'_>) -> Result<u8, Error> {
    let folder = fs::canonicalize(question.folder).map_err(|error| {
        Error::Usage(format!("--engine {}: {error}", question.folder.display()))
    })?;
    let engine = Engine::find(&folder, question.package)?;
    configuration(&folder).into_iter().try_for_each(say)?;
    let mut programs = Vec::new();
    let mut codes = Vec::new();
    for backend in BACKENDS {
        let harness = Harness::build(engine.bench(backend, &folder, question.package))?;
        check_features(&harness, backend)?;
        codes.push(harness.bytes()?);
        programs.push(Program::new(backend, &harness, &folder)?);
    }
    if codes.iter().all(|code| *code == codes[0]) {
        return Err(Error::Usage(
            "your engine names its backend in code; the feature changes nothing. Take `Auto`, the default, to choose it by a feature.".to_owned(),
        ));
    }
    let found = programs::compare(
        &programs,
        question.command,
        question.options,
        question.seconds,
    )?;
    answer(&found)
}

/// Prints the line for Cargo.toml, and returns the exit code.
fn answer(found: &[(Verdict, f64)]) -> Result<u8, Error> {
    let mut best = (KoggeStone::NAME, 1.0);
    for (backend, &(verdict, ratio)) in BACKENDS[1..].iter().zip(found) {
        if verdict == Verdict::Faster && ratio < best.1 {
            best = (backend, ratio);
        }
    }
    let is_open = found.iter().any(|(verdict, _)| !verdict.is_decided());
    if is_open && best.1 == 1.0 {
        say(
            "It is open which is best. Allow more --time, or wait until the machine is less busy."
                .to_owned(),
        )?;
        return Ok(3);
    }
    let sentence = match best.0 {
        KoggeStone::NAME => "No other backend is better. Write in Cargo.toml:",
        _ => "Write in Cargo.toml:",
    };
    say(format!("{sentence}\n{}", advice::manifest(best.0)))?;
    Ok(0)
}

fn say(line: String) -> Result<(), Error> {
    terminal::say(line).map_err(|error| Error::Harness(error.to_string()))
}

impl Engine {
    /// Finds the package of a folder with its only program, and the one that depends on pawnfill.
    fn find(folder: &Path, library_of: Option<&str>) -> Result<Self, Error> {
        let metadata = metadata(folder)?;
        let packages = list(&metadata["packages"]);
        let manifest = folder.join("Cargo.toml");
        let own = packages
            .iter()
            .find(|package| package["manifest_path"].as_str().map(Path::new) == Some(&manifest));
        let Some(own) = own else {
            return Err(Error::Usage(format!(
                "--engine {}: the folder of a package is needed",
                folder.display()
            )));
        };
        let programs: Vec<_> = list(&own["targets"])
            .iter()
            .filter(|target| target["kind"][0] == "bin")
            .collect();
        let default = own["default_run"].as_str();
        let program = match (&programs[..], default) {
            ([only], _) => only["name"].as_str(),
            (_, default) => default,
        };
        let package = own["name"].as_str().unwrap_or_default();
        let Some(program) = program else {
            return Err(Error::Usage(format!(
                "{package} has no program, or several without `default-run`"
            )));
        };
        let library_of = library_of.unwrap_or(package);
        let depending = packages
            .iter()
            .find(|package| package["name"] == library_of);
        let library = depending.and_then(|depending| name_of_library(depending));
        let Some(library) = library else {
            return Err(Error::Usage(format!(
                "{library_of} does not depend on {LIBRARY}: name the package of its workspace that does by -p"
            )));
        };
        let target = metadata["target_directory"].as_str().unwrap_or_default();
        Ok(Self {
            package: package.to_owned(),
            program: program.to_owned(),
            library,
            target: Path::new(target).join("pawnfill-backends"),
        })
    }

    /// Returns how cargo builds it with a backend, in a target folder of its own.
    fn bench(&self, backend: &str, folder: &Path, library_of: Option<&str>) -> Bench {
        let target = self.target.join(backend).into_os_string();
        let mut more: Vec<OsString> = vec!["--target-dir".into(), target];
        for package in [Some(&*self.package), library_of].into_iter().flatten() {
            more.extend(["--package".into(), package.into()]);
        }
        if backend != KoggeStone::NAME {
            more.extend([
                "--features".into(),
                format!("{}/{backend}", self.library).into(),
            ]);
        }
        Bench::program(&self.program, folder, more)
    }
}

/// Returns the name that a package gives to pawnfill.
fn name_of_library(package: &Value) -> Option<String> {
    let dependencies = list(&package["dependencies"]);
    // Features of dependencies for tests are not those of the program.
    let library = dependencies
        .iter()
        .find(|other| other["name"] == LIBRARY && other["kind"].is_null())?;
    Some(library["rename"].as_str().unwrap_or(LIBRARY).to_owned())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Checks that the engine was built with this backend and no other.
fn check_features(harness: &Harness, backend: &str) -> Result<(), Error> {
    let features = harness.features(LIBRARY);
    for other in &BACKENDS[1..] {
        let is_enabled = features.iter().any(|feature| feature == other);
        if is_enabled && *other != backend {
            return Err(Error::Usage(format!(
                "your engine enables `{other}` by itself: for the comparison, remove it from the features of {LIBRARY} in its Cargo.toml"
            )));
        }
    }
    Ok(())
}

/// Returns the flags and linkers of the engine's own configuration, which change what is measured.
fn configuration(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(flags) = std::env::var("RUSTFLAGS") {
        found.push(format!("RUSTFLAGS: {flags}"));
    }
    for above in folder.ancestors() {
        let path = above.join(".cargo/config.toml");
        let text = fs::read_to_string(&path).unwrap_or_default();
        for line in text.lines().map(str::trim) {
            if line.starts_with("rustflags") || line.starts_with("linker") {
                found.push(format!("{}: {line}", path.display()));
            }
        }
    }
    found
}
