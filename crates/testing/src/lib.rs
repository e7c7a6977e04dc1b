//! What the tests of several packages share.

#[cfg(feature = "conditions")]
pub mod conditions;
pub mod transcript;
