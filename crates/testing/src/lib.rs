//! What the tests of several packages share.

pub mod games;
pub mod slow;
pub mod transcript;
