//! All backends, and one more that has only what it must.

#![allow(unreachable_pub, reason = "nothing here is reachable from outside")]

mod derived;

pub use derived::Derived;

/// Does the same with each backend under the name `$B`, the reference first. The one list of them.
macro_rules! each_backend {
    ($B:ident => $body:expr) => {{
        {
            type $B = pawnfill::KoggeStone;
            $body
        }
        #[cfg(feature = "tables")]
        {
            type $B = pawnfill::Lookup;
            $body
        }
        #[cfg(feature = "tables")]
        {
            type $B = pawnfill::Hybrid;
            $body
        }
        {
            type $B = $crate::backends::Derived;
            $body
        }
        {
            type $B = pawnfill::Auto;
            $body
        }
    }};
}
