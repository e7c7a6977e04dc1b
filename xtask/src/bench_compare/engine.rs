//! `cargo xtask bench-compare --engine`: which backend makes an engine faster, as a whole program.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use pairbench::programs::{self, Program, Running};
use pairbench::report::Verdict;
use pairbench::session::{Bench, Error, Harness, list, metadata};
use pawnfill::{Backend, Hybrid, KoggeStone, Lookup};

use super::advice;
use crate::terminal;

const LIBRARY: &str = "pawnfill";
/// The backends, the default first. The others are named like the features that choose them.
const BACKENDS: [&str; 3] = [KoggeStone::NAME, Lookup::NAME, Hybrid::NAME];

/// An engine, as its author and cargo know it.
#[derive(Default)]
struct Engine {
    folder: PathBuf,
    /// The packages that cargo builds: its own, and the one that depends on pawnfill.
    packages: Vec<String>,
    program: String,
    /// The name of pawnfill in the package that depends on it.
    library: String,
    /// The folder with the folders in which the backends are built.
    target: PathBuf,
}

/// Prints which backend is best for an engine, and returns the exit code.
pub(super) fn run(
    folder: &Path,
    package: Option<&str>,
    command: &[String],
    options: &Running,
    seconds: Option<f64>,
) -> Result<u8, Error> {
    let engine = Engine::find(folder, package)?;
    configuration(&engine.folder)
        .into_iter()
        .try_for_each(say)?;
    let (mut programs, mut bytes) = (Vec::new(), Vec::new());
    for backend in BACKENDS {
        let harness = Harness::build(engine.bench(backend))?;
        for other in harness.features(LIBRARY) {
            if BACKENDS.contains(&&*other) && other != backend {
                return Err(Error::Usage(format!(
                    "your engine enables `{other}` by itself: for the comparison, \
                     remove it from the features of {LIBRARY} in its Cargo.toml"
                )));
            }
        }
        bytes.push(harness.bytes()?);
        programs.push(Program::new(backend, &harness, &engine.folder)?);
    }
    if bytes.iter().all(|other| *other == bytes[0]) {
        let why = "your engine names its backend in code; the feature changes nothing. \
                   Take `Auto`, the default, to choose it by a feature.";
        return Err(Error::Usage(why.to_owned()));
    }
    answer(&programs::compare(&programs, command, options, seconds)?)
}

/// Prints the line for Cargo.toml, and returns the exit code.
fn answer(found: &[(Verdict, f64)]) -> Result<u8, Error> {
    let mut best = (KoggeStone::NAME, 1.0);
    for (backend, &(verdict, ratio)) in BACKENDS[1..].iter().zip(found) {
        if verdict == Verdict::Faster && ratio < best.1 {
            best = (backend, ratio);
        }
    }
    let sentence = if best.0 != KoggeStone::NAME {
        "Write in Cargo.toml:"
    } else if found.iter().all(|(verdict, _)| verdict.is_decided()) {
        "No other backend is better. Write in Cargo.toml:"
    } else {
        say(format!("It is open which is best. {}", advice::MORE_TIME))?;
        return Ok(3);
    };
    say(format!("{sentence}\n{}", advice::manifest(best.0)))?;
    Ok(0)
}

fn say(line: String) -> Result<(), Error> {
    terminal::say(line).map_err(|error| Error::Harness(error.to_string()))
}

impl Engine {
    /// Finds the only program of the package in a folder, and pawnfill in this package or another.
    fn find(folder: &Path, depending: Option<&str>) -> Result<Self, Error> {
        let folder = fs::canonicalize(folder)
            .map_err(|error| Error::Usage(format!("--engine {}: {error}", folder.display())))?;
        let metadata = metadata(&folder)?;
        let mut engine = Self {
            target: metadata["target_directory"]
                .as_str()
                .unwrap_or_default()
                .into(),
            ..Self::default()
        };
        let manifest = folder.join("Cargo.toml");
        let mut programs = Vec::new();
        for package in list(&metadata["packages"]) {
            let name = package["name"].as_str().unwrap_or_default();
            let is_own = package["manifest_path"].as_str().map(Path::new) == Some(&manifest);
            if is_own {
                let targets = list(&package["targets"]);
                programs.extend(targets.filter(|target| target["kind"][0] == "bin"));
            }
            if is_own || depending == Some(name) {
                engine.packages.push(name.to_owned());
            }
            if depending.map_or(is_own, |depending| depending == name) {
                for other in list(&package["dependencies"]) {
                    // Features of dependencies for tests are not those of the program.
                    if other["name"] == LIBRARY && other["kind"].is_null() {
                        let name = other["rename"].as_str().unwrap_or(LIBRARY);
                        name.clone_into(&mut engine.library);
                    }
                }
            }
        }
        if engine.library.is_empty() {
            return Err(Error::Usage(format!(
                "{} does not depend on {LIBRARY}: \
                 name the package of its workspace that does by -p",
                depending.unwrap_or("your engine")
            )));
        }
        let [program] = programs[..] else {
            let shown = folder.display();
            return Err(Error::Usage(format!(
                "the package in {shown} has not one program"
            )));
        };
        program["name"]
            .as_str()
            .unwrap_or_default()
            .clone_into(&mut engine.program);
        engine.folder = folder;
        Ok(engine)
    }

    /// Returns how cargo builds it with a backend, in a target folder of its own.
    fn bench(&self, backend: &str) -> Bench {
        let target = self.target.join("pawnfill-backends").join(backend);
        let mut more: Vec<OsString> = vec!["--target-dir".into(), target.into()];
        for package in &self.packages {
            more.extend(["--package".into(), package.into()]);
        }
        if backend != KoggeStone::NAME {
            let feature = format!("{}/{backend}", self.library);
            more.extend(["--features".into(), feature.into()]);
        }
        Bench::program(&self.program, &self.folder, more)
    }
}

/// Returns the flags and linkers of the engine's own configuration, which change what is measured.
fn configuration(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    if let Ok(flags) = std::env::var("RUSTFLAGS") {
        found.push(format!("RUSTFLAGS: {flags}"));
    }
    for above in folder.ancestors() {
        let path = above.join(".cargo/config.toml");
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            if line.starts_with("rustflags") || line.starts_with("linker") {
                found.push(format!("{}: {line}", path.display()));
            }
        }
    }
    found
}
