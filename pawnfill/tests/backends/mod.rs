//! All backends, and one more that has only what it must.

#![allow(unreachable_pub, reason = "nothing here is reachable from outside")]

mod derived;

pub use derived::Derived;

/// Does the same with each backend under the name `$B`, the reference first: the built-in ones, `Auto` and [`Derived`].
macro_rules! each_backend {
    ($B:ident => $body:expr) => {{
        pawnfill::for_each_backend!($B => $body);
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
