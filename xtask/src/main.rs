//! The task runner of the workspace; each command lives in a file of its own.

use clap::Parser;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Tasks of the pawnfill workspace")]
enum Command {}

fn main() {
    match Command::parse() {}
}
