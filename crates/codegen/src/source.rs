//! Finds the specifications in a Rust source.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};

use crate::errors::Errors;
use crate::parse::{check_depth, is_cfg};

/// Returns the contents of each `tables! { … }` in a Rust source, or the whole source if
/// there is none.
///
/// # Errors
///
/// Returns each `cfg` around a `tables!`, because only the compiler can decide if the tables exist.
/// Brackets that are nested too deep are an error, too.
pub fn specification(source: TokenStream) -> syn::Result<TokenStream> {
    check_depth(&source)?;
    let (mut tables, mut errors) = (None, Errors::default());
    search(source.clone(), None, &mut tables, &mut errors);
    errors.all.map_or(Ok(tables.unwrap_or(source)), Err)
}

/// Searches the tokens in a pair of brackets. `around` is a `cfg` of the brackets.
fn search(
    tokens: TokenStream,
    mut around: Option<Span>,
    tables: &mut Option<TokenStream>,
    errors: &mut Errors,
) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    // A `cfg` of the current item.
    let mut item = None;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            if is(token, ";") {
                item = None;
            }
            continue;
        };
        let cfg = around.or(item);
        match &tokens[..at] {
            [.., hash] if is(hash, "#") => {
                if is_cfg(group.stream()) {
                    item = Some(group.span_open());
                }
                continue;
            }
            [.., hash, bang] if is(hash, "#") && is(bang, "!") => {
                if is_cfg(group.stream()) {
                    around = Some(group.span_open());
                }
                continue;
            }
            [.., name, bang] if is(name, "tables") && is(bang, "!") => match cfg {
                Some(cfg) => errors.at(cfg, "only the compiler can decide this `cfg` of `tables!`"),
                None => tables.get_or_insert_default().extend(group.stream()),
            },
            _ => search(group.stream(), cfg, tables, errors),
        }
        if group.delimiter() == Delimiter::Brace {
            item = None;
        }
    }
}

fn is(token: &TokenTree, text: &str) -> bool {
    token.to_string() == text
}
