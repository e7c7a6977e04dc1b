//! Writes the JavaScript module and its TypeScript declarations to a folder.

use std::path::PathBuf;
use std::{env, fs, io};

use pawnfill_export::{javascript, typescript};

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.ok_or_else(|| io::Error::other("the folder is missing"))?;
    fs::write(folder.join("pawnfill.js"), javascript())?;
    fs::write(folder.join("pawnfill.d.ts"), typescript())
}
