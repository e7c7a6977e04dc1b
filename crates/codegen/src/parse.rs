//! First step: turns the tokens into a tree. It does not resolve names, and every node
//! keeps its token.

use pawnfill_expression::grammar::{self, MAX_NESTING, Node, Token};
use proc_macro2::{Delimiter, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{LitInt, Token, bracketed, token};

use crate::errors::Errors;

/// The allowed lengths of an array.
pub(crate) const LENGTHS: &str =
    "a length must be 64 (squares), 8 (files or ranks), 256 (file sets) or 2 (colors)";

const TYPES: &str = "expected `u64`, `u8` or an array of these, such as `[u64; 64]`";

/// An item of the specification: its head, and the rest if it could be parsed.
pub(crate) struct Item {
    pub(crate) head: Head,
    pub(crate) body: Option<ParsedBody>,
}

/// Everything up to the type.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// The contents of each attribute, without the brackets.
    pub(crate) attributes: Vec<TokenStream>,
    pub(crate) visibility: TokenStream,
    /// `static` or `const`.
    pub(crate) keyword: Ident,
    pub(crate) name: Ident,
    pub(crate) ty: Type,
}

impl Head {
    /// Returns `true` if conditional compilation decides about the item.
    pub(crate) fn is_conditional(&self) -> bool {
        self.attributes.iter().cloned().any(is_cfg)
    }
}

/// Returns `true` if the contents of an attribute are `cfg(…)`, or a `cfg_attr(…)` that may expand
/// to it.
pub(crate) fn is_cfg(attribute: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = attribute.into_iter().collect();
    match &tokens[..] {
        [path, TokenTree::Group(group)] if is_word(path, "cfg_attr") => {
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut attributes = tokens.split(is_comma).skip(1).filter_map(<[_]>::first);
            attributes.any(|first| is_word(first, "cfg") || is_word(first, "cfg_attr"))
        }
        [path, ..] => is_word(path, "cfg"),
        [] => false,
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

/// Nested arrays.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) element: Ident,
    /// Outermost first. A length that does not fit counts as the maximum.
    pub(crate) lengths: Vec<(usize, Literal)>,
}

/// `|a, b| expression`
pub(crate) struct ParsedBody {
    pub(crate) bar: Span,
    pub(crate) parameters: Vec<Ident>,
    pub(crate) expression: Node,
    pub(crate) tokens: Vec<Token>,
    /// The place of each token.
    pub(crate) places: Vec<Span>,
}

/// Parses the items. After an error, parsing continues with the next item.
pub(crate) fn items(specification: TokenStream, errors: &mut Errors) -> Vec<Item> {
    if let Err(error) = check_depth(&specification) {
        errors.push(error);
        return Vec::new();
    }
    let last = specification
        .clone()
        .into_iter()
        .last()
        .map_or_else(Span::call_site, |token| token.span());
    let mut items = Vec::new();
    let read = Parser::parse2(
        |input: ParseStream| {
            while !input.is_empty() {
                if let Err(error) = item(input, &mut items) {
                    // Outside of macros, syn does not know the place of the end.
                    let is_at_end = input.is_empty()
                        && error.to_string().starts_with("unexpected end of input");
                    errors.push(if is_at_end {
                        syn::Error::new(last, error)
                    } else {
                        error
                    });
                    skip_item(input);
                }
            }
            Ok(())
        },
        specification,
    );
    // After a failed item, syn also reports the unread tokens, which is not a further mistake.
    if let (Err(error), None) = (read, &errors.all) {
        errors.push(error);
    }
    items
}

/// Parses an item. If only its body is wrong, its head remains.
fn item(input: ParseStream, items: &mut Vec<Item>) -> syn::Result<()> {
    let (head, body) = (head(input)?, body(input));
    let result = body.as_ref().map(|_| ()).map_err(syn::Error::clone);
    items.push(Item {
        head,
        body: body.ok(),
    });
    result
}

/// Skips to the start of the next item.
fn skip_item(input: ParseStream) {
    while !starts_item(input) && !input.is_empty() {
        match input.parse() {
            Ok(TokenTree::Punct(punct)) if punct.as_char() == ';' => break,
            _ => {}
        }
    }
}

fn starts_item(input: ParseStream) -> bool {
    (input.peek(Token![#]) && input.peek2(token::Bracket))
        || input.peek(Token![pub])
        || input.peek(Token![static])
        || input.peek(Token![const])
}

/// Checks how deep brackets are nested. The buffer of syn and the functions of this crate
/// are recursive, but this is not.
pub(crate) fn check_depth(tokens: &TokenStream) -> syn::Result<()> {
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(tokens) = open.last_mut() {
        match tokens.next() {
            Some(TokenTree::Group(group)) if open.len() > MAX_NESTING => {
                let message = format!("brackets are nested more than {MAX_NESTING} levels deep");
                return Err(syn::Error::new(group.span_open(), message));
            }
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => drop(open.pop()),
        }
    }
    Ok(())
}

fn head(input: ParseStream) -> syn::Result<Head> {
    let mut attributes = Vec::new();
    while input.peek(Token![#]) {
        input.parse::<Token![#]>()?;
        if input.peek(Token![!]) {
            return Err(input.error(
                "an inner attribute or doc comment applies to the surrounding item: move it there",
            ));
        }
        let content;
        bracketed!(content in input);
        attributes.push(content.parse()?);
    }
    // The compiler checks the contents of `pub(…)`.
    let mut visibility = TokenStream::new();
    if input.peek(Token![pub]) {
        visibility.extend([input.parse::<TokenTree>()?]);
        if input.peek(token::Paren) {
            visibility.extend([input.parse::<TokenTree>()?]);
        }
    }
    let keyword = input.step(|cursor| match cursor.ident() {
        Some((keyword, rest)) if keyword == "static" || keyword == "const" => Ok((keyword, rest)),
        _ => Err(cursor.error("expected `static` or `const`")),
    })?;
    if input.peek(Token![mut]) {
        return Err(input.error("tables are immutable: remove `mut`"));
    }
    let name = input.parse()?;
    input.parse::<Token![:]>()?;
    let ty = input.parse()?;
    Ok(Head {
        attributes,
        visibility,
        keyword,
        name,
        ty,
    })
}

impl Parse for Type {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(token::Bracket) {
            let content;
            bracketed!(content in input);
            let mut inner: Self = content.parse()?;
            content.parse::<Token![;]>()?;
            let length: LitInt = content
                .parse()
                .map_err(|error| syn::Error::new(error.span(), LENGTHS))?;
            if !content.is_empty() {
                return Err(content.error("expected `]`"));
            }
            inner.lengths.insert(
                0,
                (length.base10_parse().unwrap_or(usize::MAX), length.token()),
            );
            Ok(inner)
        } else {
            let element: Ident = input
                .parse()
                .map_err(|error| syn::Error::new(error.span(), TYPES))?;
            Ok(Self {
                element,
                lengths: Vec::new(),
            })
        }
    }
}

fn body(input: ParseStream) -> syn::Result<ParsedBody> {
    input.parse::<Token![=]>()?;
    if !input.peek(Token![|]) || input.peek(Token![||]) {
        return Err(input.error("expected parameters, such as `|sq|`"));
    }
    let bar = input.parse::<Token![|]>()?.span;
    let mut parameters = Vec::new();
    while !input.peek(Token![|]) {
        parameters.push(input.parse()?);
        if !input.peek(Token![|]) {
            input.parse::<Token![,]>()?;
        }
    }
    input.parse::<Token![|]>()?;
    let (expression, tokens, places) = expression(input)?;
    if !input.peek(Token![;]) {
        return Err(input.error("expected an operator or `;`"));
    }
    input.parse::<Token![;]>()?;
    Ok(ParsedBody {
        bar,
        parameters,
        expression,
        tokens,
        places,
    })
}

/// Parses the expression up to a semicolon or the next item.
fn expression(input: ParseStream) -> syn::Result<(Node, Vec<Token>, Vec<Span>)> {
    let mut stream = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![;]) && !starts_item(input) {
        stream.extend([input.parse::<TokenTree>()?]);
    }
    let (tokens, places): (Vec<_>, Vec<_>) = flatten(stream).into_iter().unzip();
    let node = grammar::parse(&tokens).map_err(|mistake| match places.get(mistake.at) {
        Some(&place) => syn::Error::new(place, mistake.reason),
        None => input.error(mistake.reason),
    })?;
    Ok((node, tokens, places))
}

/// Returns the tokens of the grammar, with their places. `macro_rules!` passes expressions in
/// groups without delimiters, which count as parentheses.
fn flatten(stream: TokenStream) -> Vec<(Token, Span)> {
    let mut tokens = Vec::new();
    let mut stream = stream.into_iter().peekable();
    while let Some(tree) = stream.next() {
        let place = tree.span();
        let token = match tree {
            TokenTree::Group(group) => {
                let is_brace = group.delimiter() == Delimiter::Brace;
                let [open, close] = if is_brace { ["{", "}"] } else { ["(", ")"] };
                if group.delimiter() == Delimiter::Bracket {
                    tokens.push((Token::Unknown, group.span_open()));
                } else {
                    tokens.push((Token::Symbol(open), group.span_open()));
                    tokens.extend(flatten(group.stream()));
                    tokens.push((Token::Symbol(close), group.span_close()));
                }
                continue;
            }
            TokenTree::Ident(word) if word == "if" => Token::Symbol("if"),
            TokenTree::Ident(word) if word == "else" => Token::Symbol("else"),
            TokenTree::Ident(name) => Token::Name(name.to_string()),
            TokenTree::Literal(literal) => {
                match syn::parse2::<LitInt>(TokenTree::from(literal).into()) {
                    Ok(number) if number.suffix().is_empty() => {
                        Token::Number(number.base10_parse().ok())
                    }
                    Ok(_) => Token::Number(None),
                    Err(_) => Token::Unknown,
                }
            }
            TokenTree::Punct(punct) => {
                let second = stream.peek().filter(|_| punct.spacing() == Spacing::Joint);
                let second = second.map(TokenTree::to_string).unwrap_or_default();
                let symbol = grammar::symbol(&format!("{}{second}", punct.as_char()));
                if symbol.is_some_and(|symbol| symbol.len() == 2) {
                    stream.next();
                }
                symbol.map_or(Token::Unknown, Token::Symbol)
            }
        };
        tokens.push((token, place));
    }
    tokens
}
