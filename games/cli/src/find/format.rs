//! The formats of what is found.

use std::path::Path;

use anyhow::bail;
use clap::ValueEnum;
use pawnfill_find::Shown;

use crate::output::format;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FindFormat {
    /// A line per game, with tabs between its columns, which the first line names; for FEN and EPD
    /// lines, the FEN
    Text,
    /// An object per game and line
    Json,
    /// A row per run of matching positions
    Csv,
    /// A page with a board per run of matching positions, whose squares are in color
    Html,
    /// The FEN of each matching position
    Fen,
    /// The text of each game with a matching position; with --skip-bad, games with mistakes are
    /// left out and counted
    Pgn,
}

impl FindFormat {
    /// Returns the requested format, or the one that the name of the output means.
    pub(super) fn choose(asked: Option<Self>, output: &Path) -> anyhow::Result<Self> {
        let extension = output.extension().and_then(|end| end.to_str());
        if let Some(other @ ("gz" | "zst" | "bz2" | "xz" | "zip" | "parquet" | "xlsx")) = extension
        {
            bail!("{}: find writes no .{other}", output.display());
        }
        Ok(format(asked, extension, output)?.unwrap_or(Self::Text))
    }

    pub(super) fn shown(self) -> Shown {
        match self {
            Self::Text | Self::Pgn => Shown::None,
            Self::Json | Self::Csv | Self::Html => Shown::Quiet,
            Self::Fen => Shown::All,
        }
    }

    /// Returns the option, without its dashes, if it can only show games.
    pub(super) fn needs_games(self) -> Option<&'static str> {
        (self == Self::Pgn).then_some("format pgn")
    }
}
