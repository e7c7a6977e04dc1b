//! All backends.

/// Repeats an expression with each backend as `$B`, the reference first: the built-in
/// ones and `Auto`.
macro_rules! each_backend {
    ($B:ident => $body:expr) => {{
        pawnfill::for_each_backend!($B => $body);
        {
            type $B = pawnfill::Auto;
            $body
        }
    }};
}
