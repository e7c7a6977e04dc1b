//! The entry point of `tables!`. Use it as `pawnfill::tables!`, where it is documented.

use proc_macro::TokenStream;

#[allow(
    missing_docs,
    reason = "documented where it is re-exported, in `pawnfill`"
)]
#[proc_macro]
pub fn tables(specification: TokenStream) -> TokenStream {
    pawnfill_codegen::expand(specification.into()).into()
}
