//! `cargo xtask ci`: what CI runs, as data.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::{Metadata, MetadataCommand, Package};

mod msrv;

/// Runs what CI runs, step by step, until one fails.
///
/// Without names every step runs, in the order that --list shows.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these steps
    #[arg(value_name = "STEP")]
    only: Vec<String>,
    /// Not this step; may be given several times
    #[arg(long, value_name = "STEP")]
    skip: Vec<String>,
    /// Print the steps and their commands, run none
    #[arg(long)]
    list: bool,
}

/// What a step does, from the root of the workspace.
enum Work {
    /// Arguments of `cargo`, separated by spaces.
    Cargo(String),
    /// The same, where the standard output must have exactly this many lines.
    Lines(String, usize),
    /// Arguments of a comparison, which may say that the machine is too restless to measure, but nothing
    /// worse.
    Measure(String),
    /// The same in a folder.
    CargoIn(String, String),
    /// The archives of these names and versions are unpacked, and set up to find one another.
    Unpack(Vec<String>),
    /// The dependencies of the published packages declare no newer compiler than these do.
    Msrv,
}

struct Step {
    name: &'static str,
    work: Work,
}

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// Where archives are unpacked.
const ARCHIVES: &str = "target/archives";
const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");

/// The packages that are published: those that do not say otherwise.
fn published(metadata: &Metadata) -> Vec<&Package> {
    metadata.workspace_packages().into_iter().filter(|package| package.publish.is_none()).collect()
}

/// The sets of features with which a package is tested on its own: none, each, and all. Nothing if it has
/// none.
///
/// A run over the whole workspace switches on whatever any member asks for, and so never sees the default.
fn feature_matrix(package: &Package) -> Vec<String> {
    let each: Vec<_> = package.features.keys().filter(|&name| name != "default").cloned().collect();
    if each.is_empty() {
        return each;
    }
    let all = each.join(",");
    [vec![String::new()], each, vec![all]].concat()
}

fn steps() -> anyhow::Result<Vec<Step>> {
    use Work::{Cargo, CargoIn, Lines, Measure, Msrv, Unpack};

    let metadata = MetadataCommand::new().manifest_path(MANIFEST).no_deps().exec()?;
    let published = published(&metadata);
    let cargo = |name, arguments: &str| Step { name, work: Cargo(arguments.to_owned()) };
    let mut steps = vec![
        cargo("test", "test --workspace"),
        cargo("format", "fmt --all --check"),
        cargo("clippy", "clippy --workspace --all-targets --all-features -- -D warnings"),
        cargo("doc", "doc --workspace --no-deps --all-features"),
        cargo("doc", "doc --package pawnfill --no-deps"),
        cargo("codegen", "xtask codegen --check"),
        cargo("api", "xtask api --check"),
        Step { name: "bench", work: Measure("xtask bench-compare --quick".to_owned()) },
        cargo("structure", "xtask structure --format json 8/1p6/3p4/P1pPp3/2P2P2/5P2/7P/8"),
        Step { name: "tree", work: Lines("tree --package pawnfill --edges normal".to_owned(), 1) },
        Step { name: "msrv", work: Msrv },
    ];
    for package in &published {
        steps.extend(feature_matrix(package).iter().map(|features| {
            let test = format!("test --package {} --features={features}", package.name);
            Step { name: "features", work: Cargo(test) }
        }));
    }
    let packages: String = published.iter().map(|package| format!(" --package {}", package.name)).collect();
    steps.extend([
        cargo("instructions", "xtask instructions --check"),
        cargo("boards", "test --manifest-path examples/boards/Cargo.toml"),
        cargo("fuzz", "check --manifest-path fuzz/Cargo.toml"),
        Step { name: "package", work: Cargo(format!("package --allow-dirty --no-verify{packages}")) },
    ]);
    // Each archive stands in for the registry, where the others look for it. Cargo's own check of the
    // archives is left out: it builds less, and keeps what it once unpacked for a version that has not
    // changed.
    let archives: Vec<_> =
        published.iter().map(|package| format!("{}-{}", package.name, package.version)).collect();
    let test = |archive| Step { name: "archives", work: CargoIn(archive, "test --all-features".to_owned()) };
    steps.push(Step { name: "archives", work: Unpack(archives.clone()) });
    steps.extend(archives.iter().map(|archive| test(format!("{ARCHIVES}/{archive}"))));
    Ok(steps)
}

pub(crate) fn run(Args { only, skip, list }: Args) -> anyhow::Result<ExitCode> {
    let mut steps = steps()?;
    for name in only.iter().chain(&skip) {
        if !steps.iter().any(|step| step.name == name) {
            bail!("there is no step `{name}`; --list shows them");
        }
    }
    steps.retain(|step| {
        let named = |names: &[String]| names.iter().any(|name| name == step.name);
        (only.is_empty() || named(&only)) && !named(&skip)
    });

    let start = Instant::now();
    for (number, step) in steps.iter().enumerate() {
        let title = format!("[{}/{}] {}: {}", number + 1, steps.len(), step.name, step.work);
        if list {
            println!("{title}");
            continue;
        }
        eprintln!("{title}");
        step.work.run().with_context(|| format!("step `{}` failed", step.name))?;
    }
    if !list {
        eprintln!("{} steps passed in {} s", steps.len(), start.elapsed().as_secs());
    }
    Ok(ExitCode::SUCCESS)
}

impl Work {
    fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Cargo(arguments) => {
                let status = cargo(arguments).status().context("cannot start cargo")?;
                if !status.success() {
                    bail!("`cargo {arguments}`: {status}");
                }
            }
            Self::Lines(arguments, expected) => {
                let output = cargo(arguments).output().context("cannot start cargo")?;
                let text = String::from_utf8_lossy(&output.stdout);
                if !output.status.success() || text.lines().count() != *expected {
                    let errors = String::from_utf8_lossy(&output.stderr);
                    bail!("`cargo {arguments}` should print {expected} line, not\n{text}{errors}");
                }
            }
            Self::Measure(arguments) => {
                let status = cargo(arguments).status().context("cannot start cargo")?;
                ensure!(matches!(status.code(), Some(0 | 3)), "`cargo {arguments}`: {status}");
            }
            Self::CargoIn(folder, arguments) => {
                let status = cargo(arguments).current_dir(Path::new(ROOT).join(folder)).status()?;
                ensure!(status.success(), "`cargo {arguments}` in {folder}: {status}");
            }
            Self::Unpack(archives) => unpack(archives)?,
            Self::Msrv => msrv::check()?,
        }
        Ok(())
    }
}

impl std::fmt::Display for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Cargo(arguments) | Self::Lines(arguments, _) | Self::Measure(arguments) => {
                write!(f, "cargo {arguments}")
            }
            Self::CargoIn(folder, arguments) => write!(f, "cargo {arguments}, in {folder}"),
            Self::Unpack(archives) => write!(f, "unpack {}", archives.join(", ")),
            Self::Msrv => f.write_str("declared compiler versions of the dependencies"),
        }
    }
}

/// Unpacks archives anew, with a configuration in which each stands for the published package of its name.
fn unpack(archives: &[String]) -> anyhow::Result<()> {
    let folder = Path::new(ROOT).join(ARCHIVES);
    fs::create_dir_all(folder.join(".cargo"))?;
    // The proof takes minutes unless its diagrams are optimized, as they are in the workspace.
    let mut configuration = "profile.dev.package.biodivine-lib-bdd.opt-level = 3\n\
                             build.target-dir = \"target\"\n"
        .to_owned();
    for archive in archives {
        // What an older archive had and this one lacks must not be found.
        if let Err(error) = fs::remove_dir_all(folder.join(archive))
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error.into());
        }
        // -m: all files of an archive are of one old date, by which cargo would not see that they changed.
        let status = Command::new("tar")
            .args(["-xzmf", &format!("../package/{archive}.crate")])
            .current_dir(&folder)
            .status()
            .context("cannot start tar")?;
        ensure!(status.success(), "tar: {status}");
        let (name, _version) = archive.rsplit_once('-').context("an archive without a version")?;
        configuration += &format!("patch.crates-io.{name}.path = \"{archive}\"\n");
    }
    Ok(fs::write(folder.join(".cargo/config.toml"), configuration)?)
}

/// The cargo that runs this task, at the root of the workspace, with warnings of rustdoc denied.
fn cargo(arguments: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments.split(' ')).current_dir(ROOT).env("RUSTDOCFLAGS", "-D warnings");
    command
}
