//! Fills with shifts, without tables.

use crate::Backend;

/// Computes everything with shifts. A fill takes three doubling steps, like the carries in the
/// adder of Kogge and Stone.
///
/// A fill is 6 operations for all eight files. The file and the rays of a square are one shift
/// of a constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KoggeStone;

/// All functions have the default bodies of the trait.
impl Backend for KoggeStone {
    const NAME: &'static str = "kogge-stone";
}

/// Extends a set along its files in one direction, in three doubling steps.
///
/// This is a macro because `const` functions cannot be generic over a trait.
macro_rules! smear {
    ($set:expr, $union:path, $step:ident) => {{
        let set = $set;
        let set = $union(set, set.$step::<8>());
        let set = $union(set, set.$step::<16>());
        $union(set, set.$step::<32>())
    }};
}
pub(crate) use smear;
