//! The files of the tables.

use std::collections::BTreeMap;
use std::io::BufWriter;
use std::path::Path;

use anyhow::bail;
use whole_file::Folder;

use super::column::TableColumn;
use super::table::{Table, TableFormat};
use super::{Args, Maker, Part};
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
    /// It is dropped after the files in it.
    folder: Option<Folder>,
}

impl<'a, T: Table> Files<'a, T> {
    pub(super) fn create(args: &'a Args, maker: &'a Maker, format: TableFormat) -> anyhow::Result<Self> {
        let outputs: Vec<&Path> = [&*args.output].into_iter().chain(args.games.as_deref()).collect();
        if args.partition.is_some() && args.output.exists() {
            bail!("{} already exists, and no folder replaces it", args.output.display());
        }
        check(&args.inputs(), &outputs)?;
        let folder = args.partition.as_ref().map(|_| Folder::create(&args.output)).transpose()?;
        let mut files = Self { args, maker, format, parts: BTreeMap::new(), of_games: None, folder };
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
                let name = format!("part-0.{format:?}{end}").to_lowercase();
                Output::File(parent.file(folder, &name)?)
            }
        };
        self.begin(path, output, &self.maker.columns)
    }

    /// Begins a table, which is compressed if the name of the path says so.
    fn begin(&self, path: &Path, output: Output, columns: &[TableColumn]) -> anyhow::Result<T> {
        let (_, is_compressed) = TableFormat::choose(Some(self.format), path)?;
        let output = if is_compressed { output.compressed() } else { output };
        T::create(columns, BufWriter::new(output), self.args.compression.unwrap_or_default())
    }

    /// Writes rows after those before. A closed pipe ends the command unless there is another table.
    pub(super) fn write(&mut self, part: Part<T::Rows>) -> anyhow::Result<()> {
        if let (Some(mut table), Some(rows)) = (self.of_games.take(), part.of_games) {
            let is_open = self.is_open(table.write(rows, MEMORY))?;
            self.of_games = is_open.then_some(table);
        }
        for (folder, rows) in part.rows {
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

    /// Returns `false` if the reader of a table closed the pipe, and there is another table that was not closed.
    fn is_open(&self, written: anyhow::Result<()>) -> anyhow::Result<bool> {
        match written {
            Err(error) if is_closed_pipe(&error) && self.has_tables() => Ok(false),
            written => written.map(|()| true),
        }
    }

    fn has_tables(&self) -> bool {
        self.of_games.is_some() || self.folder.is_some() || !self.parts.is_empty()
    }

    /// Completes the files. After a mistake, only standard output gets what was written before.
    pub(super) fn finish(self, is_mistake: bool) -> anyhow::Result<()> {
        let is_kept = |path: &Path| !is_mistake || path == Path::new("-");
        let parts = self.parts.into_values().filter(|_| is_kept(&self.args.output));
        let of_games = self.of_games.filter(|_| self.args.games.as_deref().is_some_and(is_kept));
        for table in parts.chain(of_games) {
            let end = |table: T| table.finish()?.into_inner().map_err(|error| error.into_error())?.finish();
            match end(table) {
                Err(error) if is_closed_pipe(&error) => {}
                ended => ended?,
            }
        }
        match self.folder {
            Some(folder) if !is_mistake => Ok(folder.finish()?),
            _ => Ok(()),
        }
    }
}
