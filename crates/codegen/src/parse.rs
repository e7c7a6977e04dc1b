//! First step: turns the tokens into a tree. It does not resolve names, and every node keeps its token.

use std::iter::successors;

use crate::tables::Operator;
use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{LitInt, LitStr, Token, braced, bracketed, parenthesized, token};

use crate::errors::Errors;

/// The maximum number of names, numbers, operators and pairs of parentheses in one expression.
pub const MAX_TERMS: usize = 256;

/// The maximum depth of brackets, parentheses and braces.
pub const MAX_NESTING: usize = 64;

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

    /// Returns the lines of the documentation.
    pub(crate) fn docs(&self) -> Vec<String> {
        let line = |attribute: ParseStream| {
            let path: Ident = attribute.parse()?;
            attribute.parse::<Token![=]>()?;
            let text: LitStr = attribute.parse()?;
            Ok((path == "doc").then(|| text.value()))
        };
        self.attributes.iter().filter_map(|attribute| line.parse2(attribute.clone()).ok().flatten()).collect()
    }
}

/// Returns `true` if the contents of an attribute are `cfg(…)`, or a `cfg_attr(…)` that may expand to it.
pub(crate) fn is_cfg(attribute: TokenStream) -> bool {
    let is = |token: Option<&TokenTree>, name| matches!(token, Some(TokenTree::Ident(path)) if path == name);
    let comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let tokens: Vec<TokenTree> = attribute.into_iter().collect();
    match &tokens[..] {
        [path, TokenTree::Group(group)] if is(Some(path), "cfg_attr") => {
            let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut attributes = tokens.split(comma).skip(1).map(<[_]>::first);
            attributes.any(|first| is(first, "cfg") || is(first, "cfg_attr"))
        }
        tokens => is(tokens.first(), "cfg"),
    }
}

/// Nested arrays.
pub(crate) struct Type {
    pub(crate) element: Ident,
    /// Outermost first.
    pub(crate) lengths: Vec<LitInt>,
}

/// `|a, b| expression`
pub(crate) struct ParsedBody {
    pub(crate) bar: Span,
    pub(crate) parameters: Vec<Ident>,
    pub(crate) expression: Node,
}

/// An expression.
pub(crate) enum Node {
    Name(Ident),
    Number(LitInt),
    Not(Span, Box<Node>),
    Binary(Operator, Span, Box<[Node; 2]>),
    Call(Ident, Vec<Node>),
    If(Box<If>),
}

/// All operators between two operands, and how tightly they bind, which is the same as in Rust.
const INFIX: &[(&str, Operator, u8)] = &[
    ("|", Operator::Or, 0),
    ("^", Operator::Xor, 1),
    ("&", Operator::And, 2),
    ("<<", Operator::East, 3),
    (">>", Operator::West, 3),
    ("+", Operator::Plus, 4),
    ("-", Operator::Minus, 4),
];

/// `if left == right { then } else { otherwise }`, or with `!=`.
pub(crate) struct If {
    pub(crate) comparison: Span,
    pub(crate) equal: bool,
    pub(crate) sides: [Node; 2],
    pub(crate) branches: [Node; 2],
    pub(crate) otherwise: Span,
}

/// Parses the items. After an error, parsing continues with the next item.
pub(crate) fn items(specification: TokenStream, errors: &mut Errors) -> Vec<Item> {
    if let Err(error) = check_depth(&specification) {
        errors.push(error);
        return Vec::new();
    }
    let last = last(&specification);
    let mut failed = |input: ParseStream, error: syn::Error| {
        errors.push(if input.is_empty() { placed(error, last) } else { error });
        skip_item(input);
    };
    let mut items = Vec::new();
    let read = |input: ParseStream| {
        while !input.is_empty() {
            match head(input) {
                Ok(head) => {
                    let body = body(input).map_err(|error| failed(input, error)).ok();
                    items.push(Item { head, body });
                }
                Err(error) => failed(input, error),
            }
        }
        Ok(())
    };
    // After a failed item, syn also reports the unread tokens, which is not a further mistake.
    let unread = read.parse2(specification).err();
    unread.filter(|_| errors.all.is_none()).into_iter().for_each(|error| errors.push(error));
    items
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

/// Checks how deep brackets are nested. Both the buffer of syn and the parser below are recursive, but this is not.
fn check_depth(tokens: &TokenStream) -> syn::Result<()> {
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
            return Err(input
                .error("an inner attribute or doc comment applies to the surrounding item: move it there"));
        }
        let content;
        bracketed!(content in input);
        attributes.push(content.parse()?);
    }
    let visibility = visibility(input)?;
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
    Ok(Head { attributes, visibility, keyword, name, ty })
}

/// Parses nothing, `pub`, or `pub(…)`. The compiler checks the contents of the parentheses.
fn visibility(input: ParseStream) -> syn::Result<TokenStream> {
    let mut visibility = TokenStream::new();
    if input.peek(Token![pub]) {
        visibility.extend([input.parse::<TokenTree>()?]);
        if input.peek(token::Paren) {
            visibility.extend([input.parse::<TokenTree>()?]);
        }
    }
    Ok(visibility)
}

impl Parse for Type {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(token::Bracket) {
            let content;
            bracketed!(content in input);
            let mut inner: Self = content.parse()?;
            content.parse::<Token![;]>()?;
            let length: LitInt = content.parse().map_err(|error| syn::Error::new(error.span(), LENGTHS))?;
            if !content.is_empty() {
                return Err(content.error("expected `]`"));
            }
            inner.lengths.insert(0, length);
            Ok(inner)
        } else {
            let element: Ident = input.parse().map_err(|error| syn::Error::new(error.span(), TYPES))?;
            Ok(Self { element, lengths: Vec::new() })
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
    let expression = Terms(MAX_TERMS).expression(input, 0)?;
    if !input.peek(Token![;]) {
        return Err(input.error("expected an operator or `;`"));
    }
    input.parse::<Token![;]>()?;
    Ok(ParsedBody { bar, parameters, expression })
}

/// The place of the last token.
fn last(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}

/// Returns the error at the last token if tokens are missing at the end. Outside of macros, syn does not know this place.
fn placed(error: syn::Error, last: Span) -> syn::Error {
    let is_at_end = error.to_string().starts_with("unexpected end of input");
    if is_at_end { syn::Error::new(last, error) } else { error }
}

/// Parses the group without delimiters around an expression that `macro_rules!` passes. Other functions of syn look inside.
fn invisible_group(input: ParseStream) -> syn::Result<Option<TokenStream>> {
    input.step(|cursor| {
        Ok(match cursor.group(Delimiter::None) {
            Some((inside, _, rest)) => (Some(inside.token_stream()), rest),
            None => (None, *cursor),
        })
    })
}

/// The number of terms that the rest of an expression may have, which also bounds the recursion.
struct Terms(usize);

impl Terms {
    /// Counts one more term.
    fn count(&mut self, input: ParseStream) -> syn::Result<()> {
        let too_long = || input.error(format_args!("this expression has more than {MAX_TERMS} terms"));
        self.0 = self.0.checked_sub(1).ok_or_else(too_long)?;
        Ok(())
    }

    /// Parses operands and the operators between them that bind at least as tightly as `binding`.
    fn expression(&mut self, input: ParseStream, binding: u8) -> syn::Result<Node> {
        let mut left = self.operand(input)?;
        while let Some(&(symbol, infix, tightness)) = infix(input, binding) {
            self.count(input)?;
            let span = input.span();
            // A token for each character.
            symbol.chars().try_for_each(|_| input.parse::<TokenTree>().map(drop))?;
            left = Node::Binary(infix, span, Box::new([left, self.expression(input, tightness + 1)?]));
        }
        Ok(left)
    }

    /// Parses a name, a number, a call, a negation, a choice, or an expression in parentheses.
    fn operand(&mut self, input: ParseStream) -> syn::Result<Node> {
        self.count(input)?;
        if let Some(group) = invisible_group(input)? {
            return (|content: ParseStream| self.whole(content)).parse2(group);
        }
        let content;
        if input.peek(Token![!]) {
            let span = input.parse::<Token![!]>()?.span;
            Ok(Node::Not(span, Box::new(self.operand(input)?)))
        } else if input.peek(token::Paren) {
            parenthesized!(content in input);
            self.whole(&content)
        } else if input.peek(Token![if]) {
            self.choice(input)
        } else if input.peek(LitInt) {
            Ok(Node::Number(input.parse()?))
        } else if input.peek(syn::Ident) {
            let name: Ident = input.parse()?;
            if !input.peek(token::Paren) {
                return Ok(Node::Name(name));
            }
            parenthesized!(content in input);
            let mut arguments = Vec::new();
            while !content.is_empty() {
                arguments.push(self.expression(&content, 0)?);
                if !content.is_empty() {
                    content.parse::<Token![,]>()?;
                }
            }
            Ok(Node::Call(name, arguments))
        } else {
            Err(input.error("expected a name, a number, `!`, `if` or `(`"))
        }
    }

    /// Parses an expression up to the end.
    fn whole(&mut self, content: ParseStream) -> syn::Result<Node> {
        let node = self.expression(content, 0)?;
        if content.is_empty() { Ok(node) } else { Err(content.error("expected an operator")) }
    }

    fn choice(&mut self, input: ParseStream) -> syn::Result<Node> {
        input.parse::<Token![if]>()?;
        let left = self.expression(input, 0)?;
        let (equal, comparison) = if input.peek(Token![==]) {
            (true, input.parse::<Token![==]>()?.spans[0])
        } else if input.peek(Token![!=]) {
            (false, input.parse::<Token![!=]>()?.spans[0])
        } else {
            return Err(input.error("expected `==` or `!=`"));
        };
        let right = self.expression(input, 0)?;
        let then = self.branch(input)?;
        let otherwise = input.parse::<Token![else]>()?.span;
        let last = if input.peek(Token![if]) { self.operand(input)? } else { self.branch(input)? };
        Ok(Node::If(Box::new(If {
            comparison,
            equal,
            sides: [left, right],
            branches: [then, last],
            otherwise,
        })))
    }

    /// `{ expression }`
    fn branch(&mut self, input: ParseStream) -> syn::Result<Node> {
        let content;
        braced!(content in input);
        self.whole(&content)
    }
}

/// Returns the next operator, if it binds at least as tightly as `binding`.
fn infix(input: ParseStream, binding: u8) -> Option<&'static (&'static str, Operator, u8)> {
    let puncts = successors(input.cursor().punct(), |(punct, rest)| match punct.spacing() {
        Spacing::Joint => rest.punct(),
        Spacing::Alone => None,
    });
    let next: String = puncts.map(|(punct, _)| punct.as_char()).collect();
    INFIX.iter().find(|(symbol, ..)| next.starts_with(symbol)).filter(|(.., tightness)| *tightness >= binding)
}
