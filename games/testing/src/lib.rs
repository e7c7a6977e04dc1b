//! What the tests of the search share.

pub mod conditions;
pub mod games;
pub mod options;
pub mod slow;
