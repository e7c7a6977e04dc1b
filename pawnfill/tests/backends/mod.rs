//! All backends, and one more with only the required methods.

#![allow(unreachable_pub, reason = "a test exports nothing")]

mod derived;

pub use derived::Derived;

/// Repeats an expression with each backend as `$B`, the reference first: the built-in ones, `Auto` and [`Derived`].
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
