//! The files of the tables.

use std::collections::BTreeMap;
use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf, absolute};

use anyhow::bail;
use whole_file::{Existing, Folder};

use super::column::TableColumn;
use super::table::{Table, TableFormat};
use super::{Args, Maker, Page};
use crate::output::{Output, check, is_closed_pipe};
use crate::source;

/// The most memory for rows that are not written yet, in bytes.
const MEMORY: usize = 1 << 28;

/// The table of positions, and that of games.
pub(super) struct Files<'a, T> {
    args: &'a Args,
    maker: &'a Maker,
    format: TableFormat,
    /// The parts of the table by the names of their folders. Without a folder, one has no name.
    parts: BTreeMap<String, T>,
    of_games: Option<T>,
    /// The name of the parts of the input.
    name: String,
    /// It is dropped after the files in it.
    folder: Option<Folder>,
    /// The files of an earlier run with the same inputs, in the folder.
    old: Vec<PathBuf>,
}

impl<'a, T: Table> Files<'a, T> {
    pub(super) fn create(
        args: &'a Args,
        maker: &'a Maker,
        format: TableFormat,
    ) -> anyhow::Result<Self> {
        let mut outputs: Vec<&Path> = args.games.iter().map(PathBuf::as_path).collect();
        let (mut folder, mut old) = (None, Vec::new());
        if args.partition.is_some() {
            check(&args.inputs(), &outputs)?;
            folder = Some(Folder::create(&args.output)?);
            old = old_parts(args)?;
        } else {
            outputs.insert(0, &args.output);
            check(&args.inputs(), &outputs)?;
        }
        let mut files = Self {
            args,
            maker,
            format,
            parts: BTreeMap::new(),
            of_games: None,
            name: String::new(),
            folder,
            old,
        };
        if let Some(path) = &args.games {
            let output = Output::create(path, args.force, &args.inputs())?;
            files.of_games = Some(files.begin(path, output, &maker.of_games)?);
        }
        if files.folder.is_none() {
            files.parts.insert(String::new(), files.begin_part("")?);
        }
        Ok(files)
    }

    fn begin_part(&self, folder: &str) -> anyhow::Result<T> {
        let path = &self.args.output;
        let output = match &self.folder {
            None => Output::create(path, self.args.force, &self.args.inputs())?,
            Some(parent) => {
                let (format, is_compressed) = TableFormat::choose(Some(self.format), path)?;
                let end = if is_compressed { ".gz" } else { "" };
                let format = format!("{format:?}").to_lowercase();
                Output::File(parent.file(folder, &format!("{}.{format}{end}", self.name))?)
            }
        };
        self.begin(path, output, &self.maker.columns)
    }

    /// Begins a table, which is compressed if the name of the path says so.
    fn begin(&self, path: &Path, output: Output, columns: &[TableColumn]) -> anyhow::Result<T> {
        let (_, is_compressed) = TableFormat::choose(Some(self.format), path)?;
        let output = if is_compressed {
            output.compressed()
        } else {
            output
        };
        T::create(
            columns,
            BufWriter::new(output),
            self.args.compression.unwrap_or_default(),
        )
    }

    /// Writes rows of an input after those before. A closed pipe ends the command unless there is
    /// another table.
    pub(super) fn write(&mut self, input: &str, page: Page<T::Rows>) -> anyhow::Result<()> {
        let name = part_name(input);
        if self.folder.is_some() && name != self.name {
            for table in std::mem::take(&mut self.parts).into_values() {
                end(table)?;
            }
            self.name = name;
        }
        if let (Some(mut table), Some(rows)) = (self.of_games.take(), page.of_games) {
            let is_open = self.is_open(table.write(rows, MEMORY))?;
            self.of_games = is_open.then_some(table);
        }
        for (folder, rows) in page.rows {
            let mut table = match self.parts.remove(&folder) {
                Some(table) => table,
                None if self.folder.is_some() => self.begin_part(&folder)?,
                None => continue,
            };
            let memory = MEMORY / (1 + self.parts.len());
            if self.is_open(table.write(rows, memory))? {
                self.parts.insert(folder, table);
            }
        }
        Ok(())
    }

    /// Returns `false` if the reader of a table closed the pipe, and there is another table that
    /// was not closed.
    fn is_open(&self, written: anyhow::Result<()>) -> anyhow::Result<bool> {
        let has_tables = self.of_games.is_some() || self.folder.is_some() || !self.parts.is_empty();
        match written {
            Err(error) if is_closed_pipe(&error) && has_tables => Ok(false),
            written => {
                written?;
                Ok(true)
            }
        }
    }

    /// Completes the files. After a mistake, only standard output gets what was written before.
    pub(super) fn finish(self, is_mistake: bool) -> anyhow::Result<()> {
        let args = self.args;
        let mut tables: Vec<T> = Vec::new();
        if is_kept(&args.output, is_mistake) {
            tables.extend(self.parts.into_values());
        }
        if args.games.iter().any(|path| is_kept(path, is_mistake)) {
            tables.extend(self.of_games);
        }
        for table in tables {
            match end(table) {
                Err(error) if is_closed_pipe(&error) => {}
                ended => ended?,
            }
        }
        if let Some(folder) = self.folder.filter(|_| !is_mistake) {
            let existing = if args.force {
                Existing::Replace
            } else {
                Existing::Keep
            };
            let new = folder.finish(existing)?;
            for old in self.old {
                if !new.contains(&old) {
                    fs::remove_file(args.output.join(old))?;
                }
            }
        }
        Ok(())
    }
}

fn is_kept(path: &Path, is_mistake: bool) -> bool {
    !is_mistake || path == Path::new("-")
}

/// Completes a table and its file.
fn end<T: Table>(table: T) -> anyhow::Result<()> {
    Output::finish_buffered(table.finish()?)
}

/// The name of the parts of standard input, which has no path that tells it from another one.
const UNNAMED: &str = "part-0";

/// Returns the name of the parts with the positions of an input: that of the file, and a number
/// that its whole path decides. So only the same input has the same one.
fn part_name(input: &str) -> String {
    let path = Path::new(input);
    let name = match path.file_name() {
        Some(name) if input != source::name(Path::new("-")) => name.to_string_lossy(),
        _ => return UNNAMED.to_owned(),
    };
    let whole = fs::canonicalize(path).or_else(|_| absolute(path));
    let whole = whole.unwrap_or_else(|_| path.to_owned());
    // FNV-1a, which no other version of the program changes.
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    for byte in whole.as_os_str().as_encoded_bytes() {
        digest = (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("part-{name}-{digest:016x}")
}

/// Returns the files that an earlier run made of these inputs, which are replaced if that is asked.
fn old_parts(args: &Args) -> anyhow::Result<Vec<PathBuf>> {
    let mut old = Vec::new();
    for entry in fs::read_dir(&args.output).into_iter().flatten().flatten() {
        for input in &args.inputs {
            let name = part_name(&source::name(input));
            for end in ["csv", "csv.gz", "parquet"] {
                let part = Path::new(&entry.file_name()).join(format!("{name}.{end}"));
                if args.output.join(&part).is_file() {
                    old.push(part);
                }
            }
        }
    }
    for part in &old {
        let path = args.output.join(part);
        let shown = path.display();
        if !args.force {
            bail!("{shown} already exists; use --force to replace it");
        }
        if path.file_prefix().is_some_and(|name| name == UNNAMED) {
            bail!(
                "{shown} is of a standard input, which may have been another one; delete it, or \
                 name a file"
            );
        }
    }
    Ok(old)
}
