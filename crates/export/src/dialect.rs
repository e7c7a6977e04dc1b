//! What a language of exports is.

use crate::program::Program;

/// A language of exports. [`DIALECTS`](crate::DIALECTS) are all of them.
#[derive(Debug)]
pub struct Dialect {
    /// The name, such as `sql`.
    pub name: &'static str,
    /// What it is for, without a period.
    pub about: &'static str,
    /// What the names of functions begin with by default, or for Go the name of the package.
    pub prefix: &'static str,
    /// The file of this repository that has everything in this language, in the folder of this
    /// package, if there is one.
    pub path: Option<&'static str>,
    /// What a comment of one line begins and ends with.
    pub(crate) comment: [&'static str; 2],
    /// Whether the prefix is the name of a package, which is no keyword.
    pub(crate) is_package: bool,
    /// Whether a file with everything has the named structures, too.
    pub(crate) has_structures: bool,
    /// Writes a program with a prefix.
    pub(crate) emit: fn(&Program, &str) -> String,
}
