//! Last step: turns the data into tokens. They use only core types, so they compile in any crate.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::generate;
use crate::parse::{Head, Type};
use crate::validate::{Checked, MAX_ENTRIES};

/// Returns the expansion of `tables!`.
///
/// If the specification has mistakes, the items are compile errors, each at its token. Each broken table becomes a
/// table with the same name and type, so that its uses cause no further errors.
#[must_use]
pub fn expand(specification: TokenStream) -> TokenStream {
    let (checked, errors) = generate::run(specification);
    let mut items: TokenStream = checked.iter().map(item).collect();
    items.extend(errors.map(|errors| errors.to_compile_error()));
    items
}

/// Returns the item of a table, or a substitute for a broken one.
fn item(Checked { head, table }: &Checked) -> TokenStream {
    let value = match table {
        Some((table, entries)) => {
            let lengths: Vec<usize> = table.indices.iter().map(|index| index.len()).collect();
            Some(array(&lengths, entries))
        }
        None => zeros(&head.ty),
    };
    let Head { attributes, visibility, keyword, name, ty: Type { tokens: ty, .. } } = head;
    // The tokens get the user's spans, so the compiler warns about unused and undocumented tables.
    let item = value.map(|value| {
        quote_spanned! {name.span()=>
            #(#[#attributes])*
            #visibility #keyword #name: #ty = #value;
        }
    });
    item.unwrap_or_default()
}

fn array(lengths: &[usize], entries: &[u64]) -> TokenStream {
    match lengths {
        [_, inner @ ..] if !inner.is_empty() => {
            let rows = entries.chunks(inner.iter().product()).map(|row| array(inner, row));
            quote!([#(#rows),*])
        }
        _ => {
            let entries = entries.iter().map(|&entry| Literal::u64_unsuffixed(entry));
            quote!([#(#entries),*])
        }
    }
}

/// Returns a value of the type if it is an array of integers that is not too large.
fn zeros(ty: &Type) -> Option<TokenStream> {
    let integers = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    let known = integers.iter().any(|integer| ty.element == integer) && ty.entries() <= MAX_ENTRIES;
    known.then(|| ty.lengths.iter().rev().fold(quote!(0), |value, length| quote!([#value; #length])))
}
