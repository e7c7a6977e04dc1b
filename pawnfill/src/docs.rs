//! Pages about topics beyond a single pattern.

#[doc = include_str!("../docs/backends.md")]
pub mod backends {}

#[doc = include_str!("../docs/definitions.md")]
pub mod definitions {}

#[doc = include_str!("../docs/wiki.md")]
pub mod wiki {}

#[doc = include_str!("../docs/porting.md")]
pub mod porting {}

#[doc = include_str!("../docs/porting_c.md")]
pub mod porting_c {}

#[doc = include_str!("../docs/proof.md")]
pub mod proof {}

#[doc = include_str!("../docs/checks.md")]
pub mod checks {}

#[doc = include_str!("../docs/costs.md")]
pub mod costs {}
