//! What the tests of several packages share.

#[cfg(feature = "games")]
pub mod conditions;
#[cfg(feature = "games")]
pub mod games;
#[cfg(feature = "games")]
pub mod slow;
pub mod transcript;
