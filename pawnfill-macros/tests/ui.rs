//! Every rule of the grammar has a case that breaks it, with the errors as the user sees them, and what the compiler
//! says of a table is said at its tokens, too.
//!
//! After a change of the wording run this with `TRYBUILD=overwrite` and read the difference.

#[test]
fn each_mistake_is_reported_at_its_token() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
