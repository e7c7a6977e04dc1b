//! Fills with shifts, without tables.

use crate::Backend;

/// Computes everything with shifts, with the default bodies of [`Backend`]. A fill takes three doubling steps, like the
/// carries in the adder of Kogge and Stone.
///
/// A fill is 6 operations for all eight files. The file and the rays of a square are one shift of a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KoggeStone;

impl Backend for KoggeStone {
    const NAME: &'static str = "kogge-stone";
}
