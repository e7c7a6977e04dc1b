//! `cargo web`: builds the page that finds pawn structures in dropped games.
//!
//! It is one file without further ones: `games.html` in `target/pages`. The page of patterns stands
//! beside it, because both link to each other. If rustc has no WebAssembly, rustup installs it.

use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use pawnfill::Color;
use pawnfill_export::{packed, shortened};
use pawnfill_find::{Asks, FilterOption, OPTIONS};
use pawnfill_show::{SHARED_SCRIPT, SHARED_STYLE, svg};
use sha2::{Digest as _, Sha256};

const PAGE: &str = include_str!("../../page/page.html");
const STYLE: &str = include_str!("../../page/page.css");
/// Lists modules with their texts.
macro_rules! modules {
    ($($name:ident)*) => {
        [$((stringify!($name), include_str!(concat!("../../page/", stringify!($name), ".js")))),*]
    };
}
/// The modules of the page. Each imports only from those before it.
const MODULES: [(&str, &str); 9] =
    modules!(state workers question names files scores table games start);
const WORKER: &str = include_str!("../../page/worker.js");

const TARGET: &str = "wasm32-unknown-unknown";
/// The flags of the module: vectors, which browsers have had since 2023, and a stack
/// for deep conditions.
const FLAGS: &str = "-C target-feature=+simd128 -C link-arg=-zstack-size=8388608";
/// The position of the page of patterns.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let program = env::current_exe()?;
    let target = program.ancestors().nth(2).ok_or("not in a target folder")?;
    let link = "<footer><p><a href=\"games.html\">Pawn structures of your games</a>. ";
    let patterns = pawnfill_show::page(START, "white.backward");
    let folder = target.join("pages");
    fs::create_dir_all(&folder)?;
    for (name, page) in [
        ("games.html", games(&module(target)?)),
        ("patterns.html", patterns.replacen("<footer><p>", link, 1)),
    ] {
        let path = folder.join(name);
        fs::write(&path, &page).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {} ({} kB)", path.display(), page.len() / 1000);
    }
    Ok(())
}

/// Compiles the module, and returns its bytes.
fn module(target: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let libraries =
        run(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]))?;
    if !Path::new(libraries.trim()).exists() {
        println!("installing {TARGET}");
        run(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["build", "--quiet", "--locked", "--profile", "web", "--lib"])
        .args([
            "--package",
            "pawnfill-web",
            "--target",
            TARGET,
            "--target-dir",
        ])
        .arg(target)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", FLAGS)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTFLAGS");
    run(&mut cargo)?;
    Ok(fs::read(target.join(TARGET).join("web/pawnfill_web.wasm"))?)
}

/// Runs a program that must succeed, and returns its standard output.
fn run(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command
        .output()
        .map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8(output.stdout)?);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{command:?}: {}\n{}", output.status, said.trim_end()).into())
}

/// Returns the page with a module in it.
fn games(module: &[u8]) -> String {
    let module = packed(module);
    let style = shortened(&[SHARED_STYLE, STYLE].concat());
    let script = shortened(&[SHARED_SCRIPT, &bundled()].concat());
    // Only these two texts run or apply, and nothing is loaded or sent.
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; \
         worker-src blob:; img-src data:; form-action 'none'; base-uri 'none'",
        hash(&script),
        hash(&style)
    );
    let parts = [
        ("{policy}", policy.as_str()),
        ("{style}", &style),
        ("{shapes}", &svg::shapes(true)),
        ("{dark}", &svg::path(svg::DARK, Color::White)),
        ("{worker}", &shortened(WORKER)),
        ("{script}", &script),
        ("{options}", &options()),
        ("{module}", &module),
    ];
    let mut page = PAGE.to_owned();
    for (name, part) in parts {
        page = page.replacen(name, part, 1);
    }
    page
}

/// Returns the controls of all options: those that ask something of a game are first.
fn options() -> String {
    let (mut of_games, mut of_positions) = (String::new(), String::new());
    for option in &OPTIONS {
        match option.asks {
            Asks::Tags(_) => of_games += &control(option),
            _ => of_positions += &control(option),
        }
    }
    of_games + &of_positions
}

fn control(option: &FilterOption) -> String {
    let FilterOption { id, words, .. } = option;
    let mut choices = String::new();
    for [value, name] in option.choices {
        choices += &format!("<option value=\"{value}\">{name}");
    }
    // Many structures arise for a move or two, between two captures.
    let first = if *id == "duration" { "3" } else { "" };
    let control = match option.choices {
        [["", _], ..] => format!("<select id=\"{id}\" data-asked=\"{words}\">{choices}</select>"),
        _ => format!(
            "<input id=\"{id}\" data-asked=\"{words}\" size=\"{}\" placeholder=\"{}\" \
             value=\"{first}\" list=\"{id}s\"><datalist id=\"{id}s\">{choices}</datalist>",
            option.example.len(),
            option.example,
        ),
    };
    format!("<label>{}</label>\n", option.label.replace('*', &control))
}

/// Returns the modules as one script, because a page that is a file can load none. Each becomes a
/// function, so that only what it exports leaves it.
fn bundled() -> String {
    let mut script = "const modules = {};\n".to_owned();
    for (name, text) in MODULES {
        let text = text
            .replace("\nimport {", "\nconst {")
            .replace("} from \"./", "} = modules[\"")
            .replace(".js\";\n", "\"];\n");
        let mut exported = String::new();
        for line in text.lines() {
            if let Some(declaration) = line.strip_prefix("export ") {
                let words = declaration.split([' ', '(']);
                let names = words.filter(|word| !["async", "const", "function"].contains(word));
                exported.extend(names.take(1).chain([", "]));
            }
        }
        let text = text.replace("\nexport ", "\n");
        script += &format!("modules.{name} = (() => {{\n{text}return {{ {exported}}};\n}})();\n");
    }
    script
}

fn hash(text: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(text)))
}
