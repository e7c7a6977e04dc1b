//! What labels of sets for tuning mean.

use std::fs::File;
use std::path::PathBuf;

use pawnfill_positions::{Format, LabelKind, LabelOptions, LabelScale, Views, blocks};

/// The heading of these options in the long help.
const HEADING: &str = "Labels";

/// What labels mean, where a file does not say it.
#[derive(Default, clap::Args)]
pub(crate) struct Labels {
    /// Take labels for this view: white, mover (the side to move), or such as
    /// score=mover,result=white [default: what their form means]
    #[arg(long, value_name = "VIEW", help_heading = HEADING, hide_short_help = true)]
    labels: Option<Views>,

    /// Take numbers without a name for this: result, pawns or centipawns
    #[arg(long, value_name = "KIND", help_heading = HEADING, hide_short_help = true)]
    label_kind: Option<LabelKind>,

    /// Take results for these numbers: 0/0.5/1, -1/0/1 or 0/1/2 [default: from the first ones]
    #[arg(
        long,
        value_name = "SCALE",
        help_heading = HEADING, hide_short_help = true,
        allow_hyphen_values = true
    )]
    label_scale: Option<LabelScale>,

    /// Divide evaluations by this number of units of an engine [default: 100]
    #[arg(long, value_name = "N", help_heading = HEADING, hide_short_help = true, value_parser = units)]
    units: Option<f64>,
}

fn units(text: &str) -> Result<f64, &'static str> {
    match text.parse() {
        Ok(units) if f64::is_normal(units) && units > 0.0 => Ok(units),
        _ => Err("expected a number above 0"),
    }
}

impl Labels {
    pub(crate) fn options(&self) -> LabelOptions {
        LabelOptions {
            views: self.labels.unwrap_or_default(),
            kind: self.label_kind,
            scale: self.label_scale,
            units: self.units,
        }
    }

    /// Returns the columns that labels fill, by the first records of files. A pipe can be read only
    /// once, and may wait for its first bytes.
    pub(crate) fn columns(&self, paths: &[PathBuf], format: Option<Format>) -> Vec<&'static str> {
        let mut columns = Vec::new();
        for path in paths {
            let format = format.or(Format::from_path(path));
            if path.is_file()
                && let Ok(file) = File::open(path)
                && let Ok(blocks) = blocks("", file, format, 1)
            {
                columns.extend(blocks.labeled(self.options()).label_columns());
            }
        }
        columns
    }
}
