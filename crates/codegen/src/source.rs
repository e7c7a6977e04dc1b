//! Finds the specifications in a Rust source.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree, token_stream};

use crate::errors::Errors;
use crate::parse::is_cfg;

/// The unread tokens in a pair of brackets.
struct Level {
    tokens: token_stream::IntoIter,
    /// A `cfg` around the brackets.
    around: Option<Span>,
    /// A `cfg` of the current item.
    item: Option<Span>,
}

/// Returns the contents of each `tables! { … }` in a Rust source, or the whole source if there is none.
///
/// # Errors
///
/// Returns each `cfg` around a `tables!`, because only the compiler can decide if the tables exist.
pub fn specification(source: TokenStream) -> syn::Result<TokenStream> {
    let mut tables: Option<TokenStream> = None;
    let mut errors = Errors::default();
    let level = |stream: TokenStream, around| Level { tokens: stream.into_iter(), around, item: None };
    let mut open = vec![level(source.clone(), None)];
    // The part of `tables!`, `#[…]` or `#![…]` seen so far.
    let mut seen = "";
    while let Some(last) = open.last_mut() {
        let Some(token) = last.tokens.next() else {
            open.pop();
            seen = "";
            continue;
        };
        let cfg = last.around.or(last.item);
        let before = std::mem::take(&mut seen);
        match (token, before) {
            (TokenTree::Ident(name), _) if name == "tables" => seen = "tables",
            (TokenTree::Punct(punct), "") if punct.as_char() == '#' => seen = "#",
            (TokenTree::Punct(punct), "tables") if punct.as_char() == '!' => seen = "tables!",
            (TokenTree::Punct(punct), "#") if punct.as_char() == '!' => seen = "#!",
            (TokenTree::Punct(punct), _) if punct.as_char() == ';' => last.item = None,
            (TokenTree::Group(group), "#") if is_cfg(group.stream()) => last.item = Some(group.span_open()),
            (TokenTree::Group(group), "#!") if is_cfg(group.stream()) => {
                last.around = Some(group.span_open())
            }
            (TokenTree::Group(group), before) => {
                if group.delimiter() == Delimiter::Brace {
                    last.item = None;
                }
                if before != "tables!" {
                    open.push(level(group.stream(), cfg));
                } else if let Some(cfg) = cfg {
                    errors.at(cfg, "only the compiler can decide this `cfg` of `tables!`");
                } else {
                    tables.get_or_insert_default().extend(group.stream());
                }
            }
            _ => {}
        }
    }
    errors.all.map_or_else(|| Ok(tables.unwrap_or(source)), Err)
}
