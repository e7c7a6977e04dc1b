//! Parses the subset of C that the header uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result};

pub const GRAMMAR: Grammar = Grammar {
    prefix: "pawnfill_",
    ranks: &[
        &["||"],
        &["&&"],
        &["|"],
        &["^"],
        &["&"],
        &["==", "!="],
        &["<", "<=", ">", ">="],
        &["<<", ">>"],
        &["+", "-"],
        &["*"],
    ],
    unary: &["~", "!"],
    shift_fails: false,
    special: |reader| match reader.peek() {
        "PAWNFILL_DETAIL_CAST" => {
            reader.next();
            Some(cast(reader))
        }
        "PAWNFILL_WHITE" => {
            reader.next();
            Some(Ok(Ast::Number(0)))
        }
        "PAWNFILL_BLACK" => {
            reader.next();
            Some(Ok(Ast::Number(1)))
        }
        _ => None,
    },
    blanked: preprocessed,
    item,
    function,
};

fn cast(reader: &mut Reader) -> Result<Ast> {
    reader.expect("(")?;
    let name = type_name(reader)?;
    reader.expect(",")?;
    let value = reader.expression()?;
    reader.expect(")")?;
    Ok(Ast::Call(name, vec![value]))
}

/// Replaces everything that the preprocessor of C++ removes with blanks, so that places do not change.
fn preprocessed(text: &str) -> String {
    let mut kept = String::new();
    let mut conditions = Vec::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        let (comment, after) = comment.split_once("*/").unwrap_or((comment, ""));
        kept += before;
        kept.extend(
            comment
                .chars()
                .flat_map(|c| std::iter::repeat_n(if c == '\n' { '\n' } else { ' ' }, c.len_utf8())),
        );
        kept += "    ";
        rest = after;
    }
    kept += rest;
    let is_defined = |name| name == "__cplusplus";
    let mut lines = String::new();
    for line in kept.split_inclusive('\n') {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["#ifdef", name] => conditions.push(is_defined(name)),
            ["#ifndef", name] => conditions.push(!is_defined(name)),
            // Conditions are true for old versions of C++, and for compilers with builtins.
            ["#if", ..] => conditions.push(false),
            ["#else", ..] => {
                if let Some(condition) = conditions.last_mut() {
                    *condition = !*condition;
                }
            }
            ["#endif", ..] => {
                conditions.pop();
            }
            _ => {}
        }
        if conditions.contains(&false) || line.starts_with('#') {
            lines.push_str(&" ".repeat(line.len() - 1));
            lines.push('\n');
        } else {
            lines.push_str(line);
        }
    }
    lines
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    match reader.next() {
        "PAWNFILL_FN" => {
            let is_end = |text: &str| text == "{" || text == ";";
            let end = reader.tokens.iter().position(|token| is_end(token.text)).ok_or("no function")?;
            if reader.tokens[end].text == ";" {
                reader.tokens = &reader.tokens[end + 1..];
                return Ok(());
            }
            type_name(reader)?;
            let name = reader.name()?;
            reader.define(name, module)
        }
        // It consists of one call, so its mutants, which would not have the argument of the template, are left out.
        "template" => {
            reader.expect_all("< pawnfill_color color > PAWNFILL_FN")?;
            type_name(reader)?;
            let name = format!("template {}", reader.name()?);
            let mut definition = function(reader)?;
            definition.parameters.insert(0, "color".to_owned());
            module.functions.insert(name, definition);
            Ok(())
        }
        "typedef" if reader.accept("enum") => {
            reader.expect_all("pawnfill_color { PAWNFILL_WHITE = 0 , PAWNFILL_BLACK = 1 } pawnfill_color ;")
        }
        "typedef" => {
            reader.expect("struct")?;
            let name = reader.name()?;
            reader.expect("{")?;
            let mut fields = Vec::new();
            while !reader.accept("}") {
                type_name(reader)?;
                fields.push(reader.name()?);
                reader.expect(";")?;
            }
            if reader.name()? != name {
                return Err(format!("{name} has two names"));
            }
            module.fields.insert(name.trim_end_matches("_t").to_owned(), fields);
            reader.expect(";")
        }
        other => Err(format!("unexpected `{other}`")),
    }
}

/// Parses the name of a type.
fn type_name(reader: &mut Reader) -> Result<String> {
    match reader.next() {
        name @ ("uint64_t"
        | "uint8_t"
        | "int"
        | "unsigned"
        | "bool"
        | "pawnfill_color"
        | "pawnfill_structure_t"
        | "pawnfill_side_structure_t") => Ok(name.to_owned()),
        other => Err(format!("`{other}` is not a type")),
    }
}

/// Parses arguments and body of a function.
fn function(reader: &mut Reader) -> Result<Definition> {
    reader.expect("(")?;
    let parameters = reader.list(")", |reader| {
        type_name(reader)?;
        reader.name()
    })?;
    reader.expect("{")?;
    let mut locals = Vec::new();
    let value = loop {
        match reader.next() {
            "(" => {
                reader.expect_all("void )")?;
                reader.name()?;
                reader.expect(";")?;
            }
            "PAWNFILL_ASSERT" => {
                reader.expect_all("( square < 64 ) ;")?;
            }
            "const" => {
                let is_structure = type_name(reader)? == "pawnfill_structure_t";
                let name = reader.name()?;
                reader.expect("=")?;
                let value = if is_structure { fields(reader)? } else { reader.expression()? };
                reader.expect(";")?;
                locals.push((name, value));
            }
            "return" => {
                let value = reader.expression()?;
                reader.expect(";")?;
                break value;
            }
            other => return Err(format!("unexpected `{other}` instead of a statement")),
        }
    };
    reader.expect("}")?;
    Ok(Definition { parameters, locals, value })
}

fn fields(reader: &mut Reader) -> Result<Ast> {
    if reader.accept("{") {
        return Ok(Ast::Fields(reader.list("}", fields)?));
    }
    reader.expression()
}
