//! Parses the subset of Go that the package uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result};

pub const GRAMMAR: Grammar = Grammar {
    prefix: "",
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
        let is_terms = ["terms", "side_terms"].contains(&reader.peek());
        is_terms.then(|| {
            reader.next();
            reader.expect("{")?;
            Ok(Ast::Fields(reader.list("}", Reader::expression)?))
        })
    },
    code,
    item,
    function,
};

/// Returns the code after the preamble, without comments, and with the names of the library.
fn code(text: &str) -> String {
    let patterns = text
        .split_once("\n// The patterns.")
        .map_or(text, |(_, patterns)| patterns);
    let mut code = String::new();
    for line in patterns
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        for c in line.chars() {
            let is_in_word = code.ends_with(|c: char| c.is_ascii_alphanumeric());
            code.extend((c.is_ascii_uppercase() && is_in_word).then_some('_'));
            code.push(c.to_ascii_lowercase());
        }
        code.push('\n');
    }
    code
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    let keyword = reader.next();
    let name = reader.name()?;
    match keyword {
        "func" if name == "terms_of" => reader.define("terms".to_owned(), module),
        "func" => reader.define(name, module),
        "type" => {
            reader.expect_all("struct {")?;
            let mut fields = Vec::new();
            while !reader.accept("}") {
                fields.push(reader.name()?);
                reader.name()?;
            }
            module.fields.insert(name, fields);
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
            reader.next();
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
