//! Last step: from data to tokens. They name nothing but core types, so they fit into any crate.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};

use crate::generate::{self, Evaluated};
use crate::parse::{Head, Type};
use crate::validate::MAX_ENTRIES;

/// The items that `tables!` stands for.
///
/// Where the specification has mistakes these are compile errors, each at its token, and for each broken table one
/// of the same name and type, so that its uses cause no further errors.
#[must_use]
pub fn expand(specification: TokenStream) -> TokenStream {
    let (evaluated, errors) = generate::run(specification);
    let mut items: TokenStream = evaluated.iter().map(item).collect();
    items.extend(errors.map(|errors| errors.to_compile_error()));
    items
}

/// The item of a table, or a stand-in for a broken one.
fn item(Evaluated { head, table }: &Evaluated) -> TokenStream {
    let value = match table {
        Some((table, entries)) => {
            let lengths: Vec<usize> = table.indices.iter().map(|index| index.len()).collect();
            Some(array(&lengths, entries))
        }
        None => zeros(&head.ty),
    };
    let Head { attributes, visibility, keyword, name, ty: Type { tokens: ty, .. } } = head;
    // As the user's own tokens, so that the compiler tells of tables that are not used or not documented.
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

/// A value of the type, if it is an array of integers that is not too large.
fn zeros(ty: &Type) -> Option<TokenStream> {
    let integers = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    let known = integers.iter().any(|integer| ty.element == integer) && ty.entries() <= MAX_ENTRIES;
    known.then(|| ty.lengths.iter().rev().fold(quote!(0), |value, length| quote!([#value; #length])))
}
