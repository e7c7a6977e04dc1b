//! What the tests of several packages share.

pub mod conditions;
pub mod games;
pub mod slow;
pub mod transcript;
