//! Outputs that lose no data: a file is replaced only when the new one is complete, and inputs are
//! never overwritten.

use std::fmt::Debug;
use std::io::{self, BufWriter, IntoInnerError, IsTerminal as _, Write};
use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use flate2::Compression;
use flate2::write::GzEncoder;
use terminal_size::terminal_size;
use whole_file::{Existing, Writer};

use crate::text::WIDTH;

/// Returns the requested format, or the one that an extension of the output names. They
/// must not differ.
pub(crate) fn format<F: ValueEnum + Debug + PartialEq>(
    asked: Option<F>,
    extension: Option<&str>,
    output: &Path,
) -> anyhow::Result<Option<F>> {
    let named = extension.and_then(|end| F::from_str(end, true).ok());
    match (asked, named) {
        (Some(asked), Some(named)) if asked != named => {
            let [named, asked] = [named, asked].map(|format| format!("{format:?}").to_lowercase());
            bail!(
                "the extension of {} means {named}, but the format is {asked}",
                output.display()
            )
        }
        (asked, named) => Ok(asked.or(named)),
    }
}

/// An output, whose errors name it. A file appears under its name when it is
/// [finished](Self::finish).
pub(crate) enum Output {
    Standard(io::Stdout),
    File(Writer),
    Compressed(Box<GzEncoder<Self>>),
}

impl Output {
    /// Opens an output; `-` is standard output. An existing file is replaced only with `force`, and
    /// an input never.
    pub(crate) fn create(path: &Path, force: bool, inputs: &[&Path]) -> anyhow::Result<Self> {
        check(inputs, &[path])?;
        if path == Path::new("-") {
            return Ok(Self::standard());
        }
        let existing = if force {
            Existing::Replace
        } else {
            Existing::Keep
        };
        match Writer::create(path, existing) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{error}; use --force to replace it")
            }
            writer => Ok(Self::File(writer?)),
        }
    }

    pub(crate) fn standard() -> Self {
        Self::Standard(io::stdout())
    }

    /// Returns the width of the terminal that gets it, if one does.
    pub(crate) fn width(&self) -> Option<usize> {
        let is_terminal = matches!(self, Self::Standard(output) if output.is_terminal());
        is_terminal.then(|| terminal_size().map_or(WIDTH, |(width, _)| width.0.into()))
    }

    /// Compresses what is written with gzip.
    pub(crate) fn compressed(self) -> Self {
        Self::Compressed(Box::new(GzEncoder::new(self, Compression::default())))
    }

    /// Writes the whole output.
    pub(crate) fn complete(mut self, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
        self.write_all(contents.as_ref())?;
        self.finish()
    }

    /// Completes an output that is written through a buffer.
    pub(crate) fn finish_buffered(buffer: BufWriter<Self>) -> anyhow::Result<()> {
        let output = buffer.into_inner().map_err(IntoInnerError::into_error)?;
        output.finish()
    }

    /// Completes the output, and replaces the old file.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.flush()?;
        match self {
            Self::Standard(_) => Ok(()),
            Self::File(writer) => Ok(writer.finish()?),
            Self::Compressed(encoder) => encoder.finish()?.finish(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Standard(stdout) => stdout.write(bytes).map_err(on_standard),
            Self::File(writer) => writer.write(bytes),
            Self::Compressed(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Standard(stdout) => stdout.flush().map_err(on_standard),
            Self::File(writer) => writer.flush(),
            Self::Compressed(encoder) => encoder.flush(),
        }
    }
}

/// Refuses outputs that are inputs, such as standard output after `>> games.pgn`, or the
/// same file twice.
pub(crate) fn check(inputs: &[&Path], outputs: &[&Path]) -> anyhow::Result<()> {
    // These are invalid arguments, not output errors.
    whole_file::check(inputs, outputs).map_err(|error| anyhow::anyhow!("{error}"))
}

/// Returns `true` if the reader of an output closed the pipe.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    for cause in error.chain() {
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            return error.kind() == io::ErrorKind::BrokenPipe;
        }
    }
    false
}

/// Adds the name of standard output to an error.
pub(crate) fn on_standard(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot write standard output: {error}"),
    )
}
