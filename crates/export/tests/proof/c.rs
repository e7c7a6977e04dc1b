//! Parses the subset of C that the header uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result, tokens};

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
    special: |reader| {
        let [open, name, ..] = reader.tokens else { return None };
        let is_cast = open.text == "(" && ["uint8_t", "unsigned"].contains(&name.text);
        is_cast.then(|| {
            reader.next();
            let name = reader.next().to_owned();
            reader.expect(")")?;
            Ok(Ast::Call(name, vec![reader.operand()?]))
        })
    },
};

/// Replaces everything that the preprocessor removes with blanks, so that places do not change.
pub fn preprocessed(text: &str, lookup: bool) -> String {
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
    let mut lines = String::new();
    for line in kept.split_inclusive('\n') {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["#ifdef", name] => conditions.push(name == "PAWNFILL_LOOKUP" && lookup),
            ["#ifndef", name] => conditions.push(!(name == "PAWNFILL_LOOKUP" && lookup)),
            // The condition is true for compilers with builtins.
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

pub fn read(text: &str, lookup: bool) -> Result<Module> {
    let text = preprocessed(text, lookup);
    let tokens = tokens(&text);
    let mut reader = Reader { grammar: GRAMMAR, tokens: &tokens };
    let mut module = Module::default();
    while !reader.tokens.is_empty() {
        match reader.next() {
            "PAWNFILL_TABLE" => {
                reader.expect("uint64_t")?;
                let name = reader.name()?;
                reader.expect("[")?;
                let length = reader.number()?;
                reader.expect("]")?;
                reader.expect("=")?;
                reader.expect("{")?;
                let table = reader.list("}", Reader::number)?;
                reader.expect(";")?;
                if table.len() as u64 != length {
                    return Err(format!("{name} has {} entries", table.len()));
                }
                module.tables.insert(name, table);
            }
            "PAWNFILL_FN" => {
                if reader.accept("struct") {
                    reader.next();
                } else {
                    type_name(&mut reader)?;
                }
                let name = reader.name()?;
                let start = reader.tokens.first().map_or(0, |token| token.start);
                module.functions.insert(name.clone(), function(&mut reader)?);
                let end = reader.tokens.first().map_or(text.len(), |token| token.start);
                module.places.push((name, start..end));
            }
            "struct" => {
                let name = reader.name()?;
                reader.expect("{")?;
                let mut fields = Vec::new();
                while !reader.accept("}") {
                    if reader.accept("struct") {
                        reader.next();
                    } else {
                        reader.expect("uint64_t")?;
                    }
                    fields.extend(reader.list(";", Reader::name)?);
                }
                reader.expect(";")?;
                module.fields.insert(name, fields);
            }
            other => return Err(format!("unexpected `{other}`")),
        }
    }
    Ok(module)
}

fn type_name(reader: &mut Reader) -> Result<()> {
    match reader.next() {
        "uint64_t" | "uint8_t" | "unsigned" | "bool" => Ok(()),
        other => Err(format!("`{other}` is not a type")),
    }
}

/// Parses arguments and body of a function.
pub fn function(reader: &mut Reader) -> Result<Definition> {
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
                reader.expect("void")?;
                reader.expect(")")?;
                reader.name()?;
                reader.expect(";")?;
            }
            "const" => {
                let is_structure = reader.accept("struct");
                if is_structure {
                    reader.next();
                } else {
                    type_name(reader)?;
                }
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
