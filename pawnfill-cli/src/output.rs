//! Outputs that lose nothing: a file keeps what was in it until the new one is whole, and no input is written.

use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use pawnfill_codegen::output::{Writer, check};

/// An output that takes its place when it is [finished](Self::finish).
pub(crate) enum Output {
    Standard(io::Stdout),
    File(Writer),
}

impl Output {
    /// Opens an output; `-` is standard output. A file that exists is replaced only with `force`, and an input never.
    pub(crate) fn create(path: &Path, force: bool, inputs: &[&Path]) -> anyhow::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Standard(io::stdout()));
        }
        // These are wrong arguments, and not an output that fails.
        check(inputs, &[path]).map_err(|error| anyhow::anyhow!("{error}"))?;
        if path.is_file() && !force {
            bail!("{} exists; --force replaces it", path.display());
        }
        Ok(Self::File(Writer::create(path)?))
    }

    /// Puts the output in its place.
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
