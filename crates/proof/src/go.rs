//! Parses the subset of Go that the package uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result};

pub(crate) const GRAMMAR: Grammar = Grammar {
    has_prefix: false,
    spelled,
    ranks: &[
        &["||"],
        &["&&"],
        &["==", "!=", "<", "<=", ">", ">="],
        &["+", "-", "|", "^"],
        &["*", "<<", ">>", "&"],
    ],
    unary: &["^", "!"],
    shift_fails: false,
    special: |reader| {
        let is_terms = ["Terms", "SideTerms"].contains(&reader.peek());
        is_terms.then(|| {
            reader.take();
            reader.expect("{")?;
            Ok(Ast::Fields(reader.list("}", Reader::expression)?))
        })
    },
    code,
    item,
    function,
};

/// Returns a name in capitals, such as `WhitePassed`.
fn spelled(name: &str) -> String {
    let mut spelled = String::new();
    let mut is_start = true;
    for c in name.chars() {
        if c != '_' {
            spelled.push(if is_start { c.to_ascii_uppercase() } else { c });
        }
        is_start = c == '_';
    }
    spelled
}

/// Returns the code after the preamble, without comments.
fn code(text: &str, _: &str) -> String {
    let (_, patterns) = text.split_once("\n// The patterns.").unwrap_or(("", text));
    let mut code = String::new();
    for line in patterns.lines() {
        if !line.trim_start().starts_with("//") {
            code += &format!("{line}\n");
        }
    }
    code
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    let keyword = reader.take();
    let name = reader.name()?;
    match keyword {
        "func" if name == "TermsOf" => reader.define("terms", module),
        "func" => reader.define(&name, module),
        "type" => {
            reader.expect_all("struct {")?;
            let mut fields = Vec::new();
            while !reader.accept("}") {
                fields.push(reader.name()?);
                reader.name()?;
            }
            let key = match &*name {
                "SideTerms" => "side_terms",
                _ => "terms",
            };
            module.fields.insert(key.to_owned(), fields);
            Ok(())
        }
        other => Err(format!("unexpected `{other}`")),
    }
}

/// Parses arguments and body of a function.
fn function(reader: &mut Reader) -> Result<Definition> {
    let parameters = reader.parameters(false)?;
    reader.name()?;
    reader.expect("{")?;
    if reader.accept("if") {
        reader.expect_all("square > 63 { panic (")?;
        while !reader.accept("}") {
            reader.take();
        }
    }
    let mut locals = Vec::new();
    while reader.accept("var") {
        let name = reader.name()?;
        reader.name()?;
        reader.expect("=")?;
        locals.push((name, reader.expression()?));
    }
    reader.expect("return")?;
    let value = reader.expression()?;
    reader.expect("}")?;
    Ok(Definition {
        parameters,
        locals,
        value,
    })
}
