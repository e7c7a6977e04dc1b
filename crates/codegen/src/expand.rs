//! Last step: turns the data into tokens. They use only core types, so they compile in any crate.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};

use crate::parse::{Head, Type};
use crate::table::Table;
use crate::validate::MAX_ENTRIES;

/// Returns the expansion of `tables!`.
///
/// If the specification has mistakes, the items are compile errors, each at its token. Each broken
/// table becomes a table with the same name and type, so that its uses cause no further errors.
#[must_use]
pub fn expand(specification: TokenStream) -> TokenStream {
    let (tables, errors) = crate::run(specification);
    let mut items: TokenStream = tables.iter().map(item).collect();
    items.extend(errors.map(|errors| errors.to_compile_error()));
    items
}

/// Returns the item of a table, or a substitute for a broken one.
fn item(table: &Result<Table, Head>) -> TokenStream {
    let (head, value) = match table {
        Ok(table) => (&table.head, nested(&table.lengths(), literals(table), row)),
        Err(head) => (head, zeros(&head.ty)),
    };
    let Some(value) = value else {
        return TokenStream::new();
    };
    let Head {
        attributes,
        visibility,
        keyword,
        name,
        ty,
    } = head;
    let element = &ty.element;
    // The user may have a type named `u64`.
    let ty = nested_array(ty, quote!(::core::primitive::#element));
    // The tokens get the user's spans, so the compiler warns about unused and undocumented tables.
    quote_spanned! {name.span()=>
        #(#[#attributes])*
        #visibility #keyword #name: #ty = #value;
    }
}

fn literals(table: &Table) -> Vec<TokenStream> {
    let mut literals = Vec::new();
    for &entry in &table.entries {
        literals.push(Literal::u64_unsuffixed(entry).into_token_stream());
    }
    literals
}

fn row(entries: &[TokenStream]) -> TokenStream {
    quote!([#(#entries),*])
}

/// Nests entries in rows, a level per length. The last index varies fastest. Without entries, there
/// is no row.
pub(crate) fn nested<T>(lengths: &[usize], entries: Vec<T>, row: impl Fn(&[T]) -> T) -> Option<T> {
    let mut rows = entries;
    for &length in lengths.iter().rev() {
        rows = rows.chunks(length).map(&row).collect();
    }
    rows.pop()
}

/// Returns a value of the type if it is an array of integers that is not too large.
fn zeros(ty: &Type) -> Option<TokenStream> {
    let integers = [
        "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
    ];
    let known = integers.iter().any(|integer| ty.element == integer) && ty.entries() <= MAX_ENTRIES;
    known.then(|| nested_array(ty, quote!(0)))
}

/// Returns `[[inner; length]; length]` with the lengths of a type.
fn nested_array(ty: &Type, inner: TokenStream) -> TokenStream {
    let mut array = inner;
    for (_, length) in ty.lengths.iter().rev() {
        array = quote!([#array; #length]);
    }
    array
}
