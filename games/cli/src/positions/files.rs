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
use crate::input;
use crate::output::{Output, check, is_closed_pipe};

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
        let outputs: Vec<&Path> = [&*args.output]
            .into_iter()
            .chain(args.games.as_deref())
            .collect();
        let is_folder = args.partition.is_some();
        check(
            &args.inputs(),
            if is_folder { &outputs[1..] } else { &outputs },
        )?;
        let folder = is_folder
            .then(|| Folder::create(&args.output))
            .transpose()?;
        let old = if is_folder {
            old_parts(args)?
        } else {
            Vec::new()
        };
        let (parts, name) = (BTreeMap::new(), String::new());
        let mut files = Self {
            args,
            maker,
            format,
            parts,
            of_games: None,
            name,
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
            std::mem::take(&mut self.parts)
                .into_values()
                .try_for_each(end)?;
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
            written => written.map(|()| true),
        }
    }

    /// Completes the files. After a mistake, only standard output gets what was written before.
    pub(super) fn finish(self, is_mistake: bool) -> anyhow::Result<()> {
        let is_kept = |path: &Path| !is_mistake || path == Path::new("-");
        let parts = self
            .parts
            .into_values()
            .filter(|_| is_kept(&self.args.output));
        let of_games = self
            .of_games
            .filter(|_| self.args.games.as_deref().is_some_and(is_kept));
        for table in parts.chain(of_games) {
            match end(table) {
                Err(error) if is_closed_pipe(&error) => {}
                ended => ended?,
            }
        }
        if let Some(folder) = self.folder.filter(|_| !is_mistake) {
            let existing = if self.args.force {
                Existing::Replace
            } else {
                Existing::Keep
            };
            let new = folder.finish(existing)?;
            let mut outdated = self.old.iter().filter(|old| !new.contains(old));
            outdated.try_for_each(|old| fs::remove_file(self.args.output.join(old)))?;
        }
        Ok(())
    }
}

/// Completes a table and its file.
fn end<T: Table>(table: T) -> anyhow::Result<()> {
    table
        .finish()?
        .into_inner()
        .map_err(|error| error.into_error())?
        .finish()
}

/// The name of the parts of standard input, which has no path that tells it from another one.
const UNNAMED: &str = "part-0";

/// Returns the name of the parts with the positions of an input: that of the file, and a number
/// that its whole path decides. So only the same input has the same one.
fn part_name(input: &str) -> String {
    let path = Path::new(input);
    let Some(name) = path
        .file_name()
        .filter(|_| input != input::name(Path::new("-")))
    else {
        return UNNAMED.to_owned();
    };
    let whole = fs::canonicalize(path).or_else(|_| absolute(path));
    let whole = whole.unwrap_or_else(|_| path.to_owned());
    // FNV-1a, which no other version of the program changes.
    let digest = whole
        .as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |digest, byte| {
            (digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
    format!("part-{}-{digest:016x}", name.to_string_lossy())
}

/// Returns the files that an earlier run made of these inputs, which are replaced if that is asked.
fn old_parts(args: &Args) -> anyhow::Result<Vec<PathBuf>> {
    let names: Vec<_> = args
        .inputs
        .iter()
        .map(|input| part_name(&input::name(input)))
        .collect();
    let folders = fs::read_dir(&args.output)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name());
    let ends = ["csv", "csv.gz", "parquet"];
    let files = |name: &String| ends.map(|end| format!("{name}.{end}"));
    let old = |folder| {
        names
            .iter()
            .flat_map(files)
            .map(move |file| Path::new(&folder).join(file))
    };
    let old: Vec<_> = folders
        .flat_map(old)
        .filter(|old| args.output.join(old).is_file())
        .collect();
    let unnamed = files(&UNNAMED.to_owned());
    let is_unnamed = |old: &&PathBuf| unnamed.iter().any(|name| old.ends_with(name));
    match (args.force, old.first(), old.iter().find(is_unnamed)) {
        (false, Some(old), _) => {
            bail!(
                "{} already exists; use --force to replace it",
                args.output.join(old).display()
            )
        }
        (true, _, Some(old)) => {
            bail!(
                "{} is of a standard input, which may have been another one; delete it, or name a file",
                args.output.join(old).display()
            )
        }
        _ => Ok(old),
    }
}
