//! Parses the subset of Python that the module uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result};

pub(crate) const GRAMMAR: Grammar = Grammar {
    has_prefix: true,
    spelled: str::to_owned,
    ranks: &[
        &["==", "!=", "<", "<=", ">", ">="],
        &["|"],
        &["^"],
        &["&"],
        &[">>"],
        &["+", "-"],
        &["*"],
    ],
    // Integers of Python have no 64 bits.
    unary: &[],
    shift_fails: false,
    special: |_| None,
    code,
    item,
    function,
};

/// Returns the code of the patterns without comments, decorators and docstrings.
fn code(text: &str, _: &str) -> String {
    let patterns = text
        .split_once("# The patterns.\n")
        .map_or(text, |(_, patterns)| patterns);
    // The check compares those of a color.
    let patterns = patterns
        .split_once("# The patterns of a position")
        .map_or(patterns, |(patterns, _)| patterns);
    let parts = patterns.split("\"\"\"").step_by(2).flat_map(str::lines);
    parts
        .filter(|line| !line.starts_with(['@', '#']))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    match reader.take() {
        "def" => {
            let name = reader.name()?;
            reader.define(&name, module)
        }
        "class" => {
            let name = if reader.name()? == "SideTerms" {
                "side_terms"
            } else {
                "terms"
            };
            reader.expect_all("( _t . NamedTuple ) :")?;
            let mut fields = Vec::new();
            while !["def", "class"].contains(&reader.peek()) {
                fields.push(reader.name()?);
                reader.expect(":")?;
                reader.name()?;
            }
            module.fields.insert(name.to_owned(), fields);
            Ok(())
        }
        other => Err(format!("unexpected `{other}`")),
    }
}

/// Parses arguments and body of a function.
fn function(reader: &mut Reader) -> Result<Definition> {
    let parameters = reader.parameters(false)?;
    reader.expect("->")?;
    reader.name()?;
    reader.expect(":")?;
    let mut locals: Vec<(String, Ast)> = Vec::new();
    while !reader.accept("return") {
        let name = reader.name()?;
        reader.expect("=")?;
        locals.push((name, reader.expression()?));
    }
    let value = reader.expression()?;
    if !["", "def", "class"].contains(&reader.peek()) {
        return Err(format!("`{}` after the end", reader.peek()));
    }
    Ok(Definition {
        parameters,
        locals,
        value,
    })
}
