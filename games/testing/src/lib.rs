//! What the tests of the search share.

pub mod games;
pub mod slow;
