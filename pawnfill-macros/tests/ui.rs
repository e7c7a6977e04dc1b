//! Checks the error messages: each rule of the grammar has a case that breaks it. The compiler's own errors about a
//! table must also point at its tokens.
//!
//! After changing a message, run this with `TRYBUILD=overwrite` and read the diff.

#[test]
fn each_mistake_is_reported_at_its_token() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
