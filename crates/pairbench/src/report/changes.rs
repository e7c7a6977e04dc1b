//! Changes since an older report.

use super::{Report, Row};

impl Report {
    /// Lists the rows that changed since an older report of the same program on the same machine.
    ///
    /// # Errors
    ///
    /// Returns the first difference that makes the reports incomparable.
    pub fn changes(&self, old: &Self) -> Result<Vec<String>, String> {
        let same = |what: &str, old: &str, new: &str| {
            if old == new { Ok(()) } else { Err(format!("different {what}: `{old}` and `{new}`")) }
        };
        let (before, now) = (&old.facts, &self.facts);
        same("processor", &before.cpu, &now.cpu)?;
        same("target", &before.target, &now.target)?;
        same("flags", &before.rustflags, &now.rustflags)?;
        same("target features", &before.target_features.join(" "), &now.target_features.join(" "))?;
        same("opt-level", &before.opt_level, &now.opt_level)?;
        for info in &self.comparisons {
            if let Some(before) = old.comparisons.iter().find(|before| before.name == info.name) {
                same(&format!("inputs of {}", info.name), &before.digest, &info.digest)?;
            }
        }
        let changes = self.rows.iter().filter_map(|row| {
            let is_it = |before: &&Row| before.baseline == row.baseline && before.name() == row.name();
            let before = old.rows.iter().find(is_it)?;
            let (then, now) = (before.ratio?, row.ratio?);
            let apart = then.hi < now.lo || now.hi < then.lo;
            let matters =
                (now.point / then.point).ln().abs() > row.bound.tolerance.max(before.bound.tolerance).ln_1p();
            (apart && matters).then(|| {
                let name = format!("{} {} {}", row.comparison, row.candidate, row.mode.title());
                format!("changed: {name}: ratio {:.3} before, {:.3} now", then.point, now.point)
            })
        });
        let mut lines: Vec<_> = changes.collect();
        if lines.is_empty() {
            lines.push("no row changed since the older report".to_owned());
        }
        Ok(lines)
    }
}
