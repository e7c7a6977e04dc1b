//! Outputs that lose no data: a file is replaced only when the new one is complete, and inputs are never overwritten.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use pawnfill_codegen::output::{Writer, check};

/// An output file, which replaces the old one when it is [finished](Self::finish).
pub(crate) enum Output {
    Standard(io::Stdout),
    File(Writer),
}

impl Output {
    /// Opens an output; `-` is standard output. An existing file is replaced only with `force`, and an input never.
    pub(crate) fn create(path: &Path, force: bool, inputs: &[&Path]) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Standard(io::stdout()));
        }
        // Report these as invalid arguments, not as output errors.
        check(inputs, &[path]).map_err(|error| anyhow::anyhow!("{error}"))?;
        if path.is_file() && !force {
            bail!("{} already exists; use --force to replace it", path.display());
        }
        Ok(Self::File(Writer::create(path)?))
    }

    /// Writes the whole output.
    pub(crate) fn complete(mut self, text: &str) -> anyhow::Result<()> {
        self.write_all(text.as_bytes())?;
        self.finish()
    }

    /// Completes the output, and replaces the old file.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self {
            Self::Standard(mut stdout) => Ok(stdout.flush()?),
            Self::File(writer) => Ok(writer.finish()?),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout) => stdout.write(bytes),
            Self::File(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout) => stdout.flush(),
            Self::File(writer) => writer.flush(),
        }
    }
}
