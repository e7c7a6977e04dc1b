//! Parses the subset of Python that the module uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result};

pub const GRAMMAR: Grammar = Grammar {
    prefix: "",
    ranks: &[&["==", "!=", "<", "<=", ">", ">="], &["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*"]],
    unary: &["~"],
    shift_fails: false,
    special: |_| None,
    blanked,
    item,
    function,
};

/// Replaces comments, decorators, docstrings and everything before the patterns with blanks.
fn blanked(text: &str) -> String {
    let blank =
        |text: &str| text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect::<String>();
    let start = text.find("# The patterns.").unwrap_or(0);
    let mut kept = blank(&text[..start]);
    for (number, part) in text[start..].split("\"\"\"").enumerate() {
        let is_docstring = number % 2 == 1;
        kept += if number > 0 { "   " } else { "" };
        for line in part.split_inclusive('\n') {
            let left_out = is_docstring || line.starts_with(['@', '#']);
            kept += &if left_out { blank(line) } else { line.to_owned() };
        }
    }
    kept
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    match reader.next() {
        "def" => {
            let name = reader.name()?;
            reader.define(name, module)
        }
        "class" => {
            let name = if reader.name()? == "SideStructure" { "side_structure" } else { "structure" };
            reader.expect_all("( NamedTuple ) :")?;
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
    reader.expect("(")?;
    let parameters = reader.list(")", |reader| {
        let name = reader.name()?;
        reader.expect(":")?;
        reader.name()?;
        Ok(name)
    })?;
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
    Ok(Definition { parameters, locals, value })
}
