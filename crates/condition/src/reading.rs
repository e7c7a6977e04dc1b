//! What engines mean by the name of a pattern.

/// A definition of well-known engines for the name of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The name of the pattern.
    pub pattern: &'static str,
    /// The names of the engines.
    pub engines: &'static str,
    /// The squares that they mean, in words.
    pub meaning: &'static str,
    /// The same as a condition, which is a set of squares of `own`.
    pub condition: String,
}

impl Reading {
    /// Returns the reading with this name, such as `ethereal.candidates`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (engine, pattern) = name.split_once('.')?;
        let mut readings = readings();
        readings.retain(|reading| reading.pattern == pattern);
        readings
            .into_iter()
            .find(|reading| reading.prefixes().any(|prefix| prefix == engine))
    }

    /// Returns its names, one for each engine, such as `ethereal.candidates`.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.prefixes()
            .map(|engine| format!("{engine}.{}", self.pattern))
    }

    /// Returns the engines as they stand in names.
    fn prefixes(&self) -> impl Iterator<Item = String> {
        self.engines.split(", ").map(prefix)
    }
}

fn prefix(engine: &str) -> String {
    engine.to_ascii_lowercase().replace([' ', '-', '.'], "_")
}

/// Returns all readings.
#[must_use]
pub fn readings() -> Vec<Reading> {
    let mut pattern = "";
    let mut readings: Vec<Reading> = Vec::new();
    for line in include_str!("readings.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        if !line.starts_with(' ') {
            pattern = line;
        } else if let Some((engines, meaning)) = line.trim().split_once(": ") {
            readings.push(Reading {
                pattern,
                engines,
                meaning,
                condition: String::new(),
            });
        } else if let Some(Reading { condition, .. }) = readings.last_mut() {
            let space = if condition.is_empty() { "" } else { " " };
            *condition += &format!("{space}{}", line.trim());
        }
    }
    readings
}
