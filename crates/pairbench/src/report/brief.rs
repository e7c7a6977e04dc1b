//! The rows of two programs, a line each.

use super::{Interval, Verdict, words};
use crate::cli::print;
use crate::session::Error;

/// What is known of a program or of one of its benches, compared with another one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brief {
    pub(crate) name: String,
    /// The time of the new one divided by the old one's.
    pub(crate) ratio: Option<Interval>,
    pub(crate) verdict: Verdict,
    pub(crate) notes: Vec<String>,
}

impl Brief {
    /// Returns the row as a line, whose name has this width.
    pub(crate) fn line(&self, width: usize) -> String {
        let answer = match (self.verdict, self.ratio) {
            (Verdict::Slower | Verdict::Faster, Some(ratio)) => words(ratio.point),
            (Verdict::Same, _) => "same".to_owned(),
            (Verdict::Untrusted, _) => "untrusted".to_owned(),
            _ => "?".to_owned(),
        };
        let interval = self.ratio.map(|ratio| ratio.text(4)).unwrap_or_default();
        let (name, notes) = (&self.name, self.notes.join("; "));
        format!("{name:width$}  {answer:13}  {interval}  {notes}")
            .trim_end()
            .to_owned()
            + "\n"
    }

    /// Prints rows in columns, with a legend below.
    pub(crate) fn print(rows: &[Self], legend: &str) -> Result<(), Error> {
        let names = rows.iter().map(|row| row.name.chars().count());
        let width = names.max().unwrap_or(0);
        let lines: String = rows.iter().map(|row| row.line(width)).collect();
        print(&(lines + legend))
    }
}

/// Prints how many rows have which verdict, and returns the exit code: 1 if one is slower, 2 if
/// nothing is decided, and otherwise 0.
pub(crate) fn sum_up(verdicts: &[Verdict]) -> Result<u8, Error> {
    let [slower, faster, same] = [Verdict::Slower, Verdict::Faster, Verdict::Same].map(|wanted| {
        verdicts
            .iter()
            .filter(|verdict| **verdict == wanted)
            .count()
    });
    let (decided, rows) = (slower + faster + same, verdicts.len());
    print(&format!(
        "{decided} of {rows} rows decided: {slower} slower, {faster} faster, {same} the same\n"
    ))?;
    Ok(match (slower, decided) {
        (1.., _) => 1,
        (_, 0) => 2,
        _ => 0,
    })
}
