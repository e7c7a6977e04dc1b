//! `cargo xtask ci`: the steps of CI, as data.

mod archives;
mod bench;
mod dependencies;
mod fuzz;
mod msrv;
mod packages;
mod tools;

use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, ensure};

use crate::terminal::{BadInput, note, say};
use crate::workspace;
use tools::Tool;

/// Run the steps of CI until one fails
///
/// Without names, all steps run in the order that --list shows. A step that needs a program which is not installed is
/// skipped. If the variable CI is set, the program is installed instead, and if that fails, so does the command.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Run only these steps
    #[arg(value_name = "STEP")]
    only: Vec<String>,
    /// Skip this step; may be given several times
    #[arg(long, value_name = "STEP")]
    skip: Vec<String>,
    /// Print the steps and their commands without running them
    #[arg(long)]
    list: bool,
}

struct CiStep {
    name: &'static str,
    /// The programs other than Rust's that the step starts.
    needs: &'static [Tool],
    /// The command, or a description.
    title: String,
    work: Box<dyn Fn() -> anyhow::Result<()>>,
}

impl CiStep {
    fn new(
        name: &'static str,
        title: impl Into<String>,
        work: impl Fn() -> anyhow::Result<()> + 'static,
    ) -> Self {
        Self { name, needs: &[], title: title.into(), work: Box::new(work) }
    }

    fn cargo(name: &'static str, arguments: impl Into<String>) -> Self {
        Self::cargo_in(".".to_owned(), name, arguments)
    }

    /// Runs cargo with these arguments, separated by spaces, in a folder of the workspace.
    fn cargo_in(folder: String, name: &'static str, arguments: impl Into<String>) -> Self {
        let arguments = arguments.into();
        let place = if folder == "." { String::new() } else { format!(", in {folder}") };
        Self::new(name, format!("cargo {arguments}{place}"), move || {
            let mut cargo = workspace::cargo();
            cargo.args(arguments.split(' ')).current_dir(workspace::path(&folder));
            let status = cargo.env("RUSTDOCFLAGS", "-D warnings").status().context("cannot start cargo")?;
            ensure!(status.success(), "`cargo {arguments}` in {folder}: {status}");
            Ok(())
        })
    }

    /// Returns the programs that the step needs and that are not installed.
    fn missing(&self) -> Vec<Tool> {
        self.needs.iter().copied().filter(|tool| !tool.is_installed()).collect()
    }
}

/// Returns all steps. Steps that share a name run together.
fn steps() -> anyhow::Result<Vec<CiStep>> {
    let metadata = packages::metadata()?;
    let published = packages::published(&metadata);
    let in_workspace = packages::features_in_workspace()?;
    let mut steps = vec![
        CiStep { needs: tools::COMPILERS, ..CiStep::cargo("test", "test --locked --workspace") },
        CiStep::cargo("format", "fmt --all --check"),
        CiStep::cargo("clippy", "clippy --locked --workspace --all-targets --all-features -- -D warnings"),
        CiStep::cargo("doc", "doc --locked --workspace --no-deps --all-features"),
        CiStep::cargo("doc", "doc --locked --package pawnfill --no-deps"),
        CiStep::cargo("generate", "xtask generate --check"),
        CiStep {
            needs: &[
                tools::PYTHON,
                tools::CC,
                tools::CXX,
                tools::CXX32,
                tools::CLANG,
                tools::CMAKE,
                tools::MAKE,
                tools::NODE,
            ],
            ..CiStep::cargo(
                "exports",
                "run --locked --package pawnfill-export --features javascript --example check -- --install",
            )
        },
        // Outside the workspace, since it compiles C.
        CiStep {
            needs: &[tools::CC],
            ..CiStep::cargo(
                "exports",
                "check --locked --manifest-path crates/export/check/c_against_rust/Cargo.toml",
            )
        },
        CiStep {
            needs: &[tools::NODE, tools::CHROMIUM],
            ..CiStep::cargo("page", "test --locked --package pawnfill-cli browser -- --ignored --nocapture")
        },
        CiStep::new("bench", "a short `cargo xtask bench-compare`, and its report", bench::run),
        CiStep::new("dependencies", "none by default, none needs a newer Rust", dependencies::check),
        // The advisories need the network, and change without any change here: they have a job of their own.
        CiStep {
            needs: &[tools::DENY],
            ..CiStep::cargo("dependencies", "deny --locked check bans licenses sources")
        },
    ];
    for package in &published {
        let matrix = packages::feature_matrix(package, &in_workspace[&package.id]);
        steps.extend(matrix.into_iter().map(|(command, features)| {
            let arguments = format!("{command} --locked --package {} --features={features}", package.name);
            CiStep { needs: tools::COMPILERS, ..CiStep::cargo("features", arguments) }
        }));
    }
    for package in &published {
        for promised in msrv::promised(package)? {
            let arguments = msrv::arguments(package, &promised);
            steps.push(CiStep {
                needs: &[tools::RUSTUP],
                ..CiStep::new("msrv", format!("rustup {arguments}"), move || msrv::rustup(&arguments))
            });
        }
    }
    steps.extend([
        CiStep::cargo("examples", "test --locked --manifest-path examples/boards/Cargo.toml"),
        // Without the sources of the other engine.
        CiStep::cargo("examples", "check --locked --manifest-path benches/peers/Cargo.toml"),
        // The fuzzer itself is written in C++.
        CiStep {
            needs: &[tools::CXX],
            ..CiStep::new("fuzz", "build and run the targets for 10 s each", fuzz::run)
        },
    ]);
    let names: String = published.iter().map(|package| format!(" --package {}", package.name)).collect();
    steps.push(CiStep::cargo("package", format!("package --locked --allow-dirty --no-verify{names}")));
    // The unpacked archives replace the registry for one another. Cargo's own check is disabled: it does not build tests,
    // and reuses an old archive if the version is the same.
    steps.push(CiStep::new("package", "unpack the archives", archives::unpack));
    steps.extend(published.iter().map(|package| {
        CiStep::cargo_in(archives::folder(&metadata, package), "package", "check --tests --all-features")
    }));
    Ok(steps)
}

pub(crate) fn run(Args { only, skip, list }: Args) -> anyhow::Result<ExitCode> {
    let steps = chosen(steps()?, &only, &skip)?;
    if list {
        (0..steps.len()).try_for_each(|number| say(title(&steps, number)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let start = Instant::now();
    let is_ci = is_ci(std::env::var_os("CI"));
    if is_ci {
        // Before all steps, so that what cannot be installed is reported in the first minute.
        tools::install(steps.iter().flat_map(CiStep::missing).collect())?;
    }
    let (passed, skipped) = run_each(&steps, is_ci)?;
    let mut skipped: Vec<_> = skip.iter().map(|name| format!("`{name}`: by --skip")).chain(skipped).collect();
    let count = skipped.len();
    // Steps that share a name and a reason are one line.
    skipped.dedup();
    skipped.iter().for_each(|skipped| note(format_args!("skipped {skipped}")));
    note(format_args!("{passed} passed, {count} skipped, in {} s", start.elapsed().as_secs()));
    ensure!(passed > 0, "no step ran");
    Ok(ExitCode::SUCCESS)
}

fn title(steps: &[CiStep], number: usize) -> String {
    format!("[{}/{}] {}: {}", number + 1, steps.len(), steps[number].name, steps[number].title)
}

/// Runs the steps until one fails. Returns how many passed, and which were skipped and why; none is in CI.
fn run_each(steps: &[CiStep], is_ci: bool) -> anyhow::Result<(usize, Vec<String>)> {
    let (mut passed, mut skipped) = (0, Vec::new());
    for (number, step) in steps.iter().enumerate() {
        note(title(steps, number));
        if let Some(tool) = step.missing().first() {
            ensure!(!is_ci, "step `{}` cannot run: {}", step.name, tool.described());
            skipped.push(format!("`{}`: {}", step.name, tool.described()));
            note(format_args!("skipped: {}", tool.described()));
            continue;
        }
        let begin = Instant::now();
        (step.work)().with_context(|| format!("step `{}` failed", step.name))?;
        passed += 1;
        note(format_args!("passed in {} s", begin.elapsed().as_secs()));
    }
    Ok((passed, skipped))
}

/// Returns `true` on a machine where no step may be skipped without `--skip`, by its variable `CI`.
fn is_ci(variable: Option<OsString>) -> bool {
    variable.is_some_and(|value| !value.is_empty())
}

/// Returns the named steps without the skipped ones.
fn chosen(mut steps: Vec<CiStep>, only: &[String], skip: &[String]) -> anyhow::Result<Vec<CiStep>> {
    if let Some(unknown) = only.iter().chain(skip).find(|name| !steps.iter().any(|step| step.name == **name))
    {
        return Err(BadInput::error(format_args!("unknown step `{unknown}`; --list shows all steps")));
    }
    if let Some(both) = only.iter().find(|name| skip.contains(name)) {
        return Err(BadInput::error(format_args!("`{both}` and `--skip {both}` exclude each other")));
    }
    let named = |names: &[String], step: &CiStep| names.iter().any(|name| name == step.name);
    steps.retain(|step| (only.is_empty() || named(only, step)) && !named(skip, step));
    if steps.is_empty() {
        return Err(BadInput::error("every step is skipped"));
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(only: &[&str], skip: &[&str]) -> Result<Vec<&'static str>, String> {
        let [only, skip] =
            [only, skip].map(|names| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
        let steps = ["a", "b", "b", "c"].map(|name| CiStep::cargo(name, "")).into();
        let chosen = chosen(steps, &only, &skip).map_err(|error| error.to_string())?;
        Ok(chosen.iter().map(|step| step.name).collect())
    }

    #[test]
    fn steps_are_chosen_by_their_names() {
        assert_eq!(names(&[], &[]).unwrap(), ["a", "b", "b", "c"]);
        assert_eq!(names(&["c", "b"], &[]).unwrap(), ["b", "b", "c"]);
        assert_eq!(names(&[], &["b"]).unwrap(), ["a", "c"]);
        assert_eq!(names(&["a"], &["b"]).unwrap(), ["a"]);
        for (only, skip, expected) in [
            (&["d"][..], &[][..], "unknown step `d`; --list shows all steps"),
            (&[], &["d"], "unknown step `d`; --list shows all steps"),
            (&["a", "b"], &["b"], "`b` and `--skip b` exclude each other"),
            (&[], &["a", "b", "c"], "every step is skipped"),
        ] {
            assert_eq!(names(only, skip).unwrap_err(), expected);
        }
    }

    /// A check that passes because it did not run would be worse than none.
    #[test]
    fn a_step_whose_program_is_missing_is_listed_and_fails_in_ci() {
        let step = |needs| CiStep { needs, ..CiStep::new("a", "nothing", || Ok(())) };
        let steps = [step(&[]), step(&[tools::tests::ABSENT]), step(&[])];
        let (passed, skipped) = run_each(&steps, false).unwrap();
        assert_eq!((passed, skipped.len()), (2, 1));
        let why = "`absent` is not installed (`cargo install --locked --no-such-option absent`)";
        assert_eq!(skipped[0], format!("`a`: {why}"));
        let error = run_each(&steps, true).unwrap_err().to_string();
        assert_eq!(error, format!("step `a` cannot run: {why}"));
        assert_eq!(
            [None, Some(""), Some("1"), Some("true")].map(|ci| is_ci(ci.map(OsString::from))),
            [false, false, true, true]
        );
    }

    #[test]
    fn steps_are_described_by_their_commands() {
        assert_eq!(CiStep::cargo("test", "test -q").title, "cargo test -q");
        assert_eq!(CiStep::cargo_in("fuzz".to_owned(), "test", "test -q").title, "cargo test -q, in fuzz");
    }

    #[test]
    fn no_step_changes_a_lock_file() {
        // `fmt` resolves nothing, and the alias `xtask` has the option. Each unpacked archive makes a lock file of its own.
        let is_free = |title: &str| {
            ["cargo fmt ", "cargo xtask "].iter().any(|start| title.starts_with(start))
                || title.contains("archives")
        };
        for step in steps().unwrap() {
            let starts_cargo = ["cargo ", "rustup "].iter().any(|start| step.title.starts_with(start));
            assert!(
                !starts_cargo || step.title.contains(" --locked ") || is_free(&step.title),
                "{}",
                step.title
            );
        }
        let configuration = std::fs::read_to_string(workspace::path(".cargo/config.toml")).unwrap();
        assert!(configuration.contains("xtask = \"run --locked "), "{configuration}");
    }

    #[test]
    fn only_exit_code_0_is_success() {
        let run = |arguments: &str| (CiStep::cargo("test", arguments).work)();
        run("--version").unwrap();
        let error = run("--no-such-option").unwrap_err().to_string();
        assert!(error.starts_with("`cargo --no-such-option` in .: exit status: 1"), "{error}");
        // Exit code 101, like a failing test.
        assert!(run("test --locked --manifest-path none/Cargo.toml").is_err());
    }
}
