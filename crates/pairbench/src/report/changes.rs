//! Changes since an older report.

use super::{Report, Row, Verdict};

impl Report {
    /// Lists the rows that changed since an older report of the same program on the same machine. The last line counts
    /// them, and the compared rows if they are not all.
    ///
    /// # Errors
    ///
    /// Returns the first difference that makes the reports incomparable, or the reason why one of them decides nothing.
    pub fn changes(&self, old: &Self) -> Result<Vec<String>, String> {
        if !self.summary.trusted {
            return Err(format!("this report decides nothing: {}", self.summary.reason));
        }
        self.check_comparable(old)?;
        let is_answered = |row: &&Row| row.ratio.is_some() && row.verdict != Verdict::Untrusted;
        let pairs = || {
            self.rows
                .iter()
                .filter(is_answered)
                .filter_map(|row| Some((row.in_report(old).filter(is_answered)?, row)))
        };
        let changes = pairs().filter_map(|(before, row)| {
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
        let changed = match lines.len() {
            0 => "no row changed".to_owned(),
            1 => "1 row changed".to_owned(),
            count => format!("{count} rows changed"),
        };
        let [compared, now, before] = [pairs().count(), self.summary.rows, old.summary.rows];
        lines.push(match compared {
            0 => return Err("no row has a trusted ratio in both reports".to_owned()),
            _ if compared == now && compared == before => format!("{changed} since the older report"),
            _ => format!(
                "{changed} of the {compared} with a trusted ratio in both reports ({before} before, {now} now)"
            ),
        });
        Ok(lines)
    }

    /// Checks that this report can be compared with an older one, whatever its ratios are.
    ///
    /// The compiler may be another one, because its changes are as interesting as those of the functions.
    pub(crate) fn check_comparable(&self, old: &Self) -> Result<(), String> {
        let same = |what: &str, old: &str, new: &str| {
            if old == new { Ok(()) } else { Err(format!("different {what}: `{old}` and `{new}`")) }
        };
        let (before, now) = (&old.facts, &self.facts);
        same("processor", &before.cpu, &now.cpu)?;
        same("L1d size", &before.l1d.to_string(), &now.l1d.to_string())?;
        same("L2 size", &before.l2.to_string(), &now.l2.to_string())?;
        same("target", &before.target, &now.target)?;
        same("flags", &before.rustflags, &now.rustflags)?;
        same("target features", &before.target_features.join(" "), &now.target_features.join(" "))?;
        same("opt-level", &before.opt_level, &now.opt_level)?;
        let [old_assertions, new_assertions] = [before, now].map(|facts| facts.debug_assertions.to_string());
        same("debug assertions", &old_assertions, &new_assertions)?;
        for info in &self.comparisons {
            if let Some(before) = old.comparisons.iter().find(|before| before.name == info.name) {
                same(&format!("inputs of {}", info.name), &before.digest, &info.digest)?;
            }
        }
        if !old.summary.trusted {
            return Err(format!("the older report decides nothing: {}", old.summary.reason));
        }
        if !self.rows.iter().any(|row| row.in_report(old).is_some()) {
            return Err("no row is in both reports".to_owned());
        }
        Ok(())
    }
}

impl Row {
    /// Returns the row of the same functions in another report.
    fn in_report<'r>(&self, other: &'r Report) -> Option<&'r Self> {
        other.rows.iter().find(|row| row.id() == self.id())
    }
}
