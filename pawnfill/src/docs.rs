//! Pages about topics beyond a single pattern.

#[allow(
    unused_imports,
    reason = "the pages name the items of the crate without their paths"
)]
use crate::*;

/// Adds pages, each with its file in `docs`. There, links lead to other files. Here, they lead to
/// other pages, because of two definitions of a link the first one counts.
macro_rules! pages {
    ($($name:ident)*) => { $(
        #[doc = "[`backends`]: backends\n[`definitions`]: definitions\n[`porting_c`]: porting_c\n"]
        #[doc = "[`proof`]: proof\n[`checks`]: checks\n[`costs`]: costs\n"]
        #[doc = include_str!(concat!("../docs/", stringify!($name), ".md"))]
        pub mod $name {}
    )* };
}

pages! { backends definitions wiki porting porting_c proof checks costs inputs }
