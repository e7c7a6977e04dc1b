//! Parses the subset of C that the header uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result, Token, tokens};

pub(crate) const GRAMMAR: Grammar = Grammar {
    has_prefix: true,
    spelled: str::to_owned,
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
        "PAWNFILL_DETAIL_CAST" => Some(cast(reader)),
        "color" => {
            reader.take();
            let is_black = reader.accept(".").then(|| reader.expect("is_black"));
            Some(
                is_black
                    .unwrap_or(Ok(()))
                    .map(|()| Ast::Name("color".to_owned())),
            )
        }
        color @ ("PAWNFILL_WHITE" | "PAWNFILL_BLACK") => {
            reader.take();
            Some(Ok(Ast::Number((color == "PAWNFILL_BLACK").into())))
        }
        _ => None,
    },
    code,
    item,
    function,
};

fn cast(reader: &mut Reader) -> Result<Ast> {
    reader.expect_all("PAWNFILL_DETAIL_CAST (")?;
    let name = type_name(reader)?;
    reader.expect(",")?;
    let value = reader.expression()?;
    reader.expect(")")?;
    Ok(Ast::Call(name, vec![value]))
}

/// Returns what the preprocessor of C++ leaves, with the macros and types of the default prefix.
fn code(text: &str, prefix: &str) -> String {
    let code = preprocessed(text);
    let upper = prefix.to_uppercase();
    let (mut renamed, mut end) = (String::new(), 0);
    for Token { text, start } in tokens(&code) {
        renamed += &code[end..start];
        end = start + text.len();
        match (text.strip_prefix(prefix), text.strip_prefix(&*upper)) {
            (Some(name @ ("color" | "terms_t" | "side_terms_t")), _) => {
                renamed += &format!("pawnfill_{name}");
            }
            (_, Some(name @ ("FN" | "ASSERT" | "DETAIL_CAST" | "WHITE" | "BLACK"))) => {
                renamed += &format!("PAWNFILL_{name}");
            }
            _ => renamed += text,
        }
    }
    renamed + &code[end..]
}

/// Returns what the preprocessor of C++ leaves.
fn preprocessed(text: &str) -> String {
    let mut code = String::new();
    for part in text.split("*/") {
        code += part.split_once("/*").map_or(part, |(code, _)| code);
    }
    let (mut kept, mut conditions) = (String::new(), Vec::new());
    for line in code.lines() {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["#ifdef", name] => conditions.push(name == "__cplusplus"),
            ["#ifndef", name] => conditions.push(name != "__cplusplus"),
            // Conditions are true for old versions of C++, and for compilers with builtins.
            ["#if", ..] => conditions.push(false),
            ["#else", ..] => {
                let last = conditions.pop().unwrap_or_default();
                conditions.push(!last);
            }
            ["#endif", ..] => drop(conditions.pop()),
            _ if !line.starts_with('#') && !conditions.contains(&false) => {
                kept += &format!("{line}\n")
            }
            _ => {}
        }
    }
    kept
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    match reader.take() {
        "PAWNFILL_FN" => {
            let is_end = |text: &str| text == "{" || text == ";";
            let end = reader
                .tokens
                .iter()
                .position(|token| is_end(token.text))
                .ok_or("no function")?;
            if reader.tokens[end].text == ";" {
                reader.tokens = &reader.tokens[end + 1..];
                return Ok(());
            }
            type_name(reader)?;
            let name = reader.name()?;
            reader.define(&name, module)
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
            let name = name.trim_start_matches("pawnfill_").trim_end_matches("_t");
            module.fields.insert(name.to_owned(), fields);
            reader.expect(";")
        }
        other => Err(format!("unexpected `{other}`")),
    }
}

/// Parses the name of a type.
fn type_name(reader: &mut Reader) -> Result<String> {
    match reader.take() {
        name @ ("uint64_t"
        | "uint8_t"
        | "int"
        | "unsigned"
        | "bool"
        | "pawnfill_color"
        | "pawnfill_terms_t"
        | "pawnfill_side_terms_t") => Ok(name.to_owned()),
        other => Err(format!("`{other}` is not a type")),
    }
}

/// Parses arguments and body of a function.
fn function(reader: &mut Reader) -> Result<Definition> {
    let parameters = reader.parameters(true)?;
    reader.expect("{")?;
    let mut locals = Vec::new();
    let value = loop {
        match reader.take() {
            "(" => {
                reader.expect_all("void )")?;
                reader.name()?;
                reader.expect(";")?;
            }
            "PAWNFILL_ASSERT" => {
                reader.expect_all("( square < 64 ) ;")?;
            }
            "const" => {
                let is_terms = type_name(reader)? == "pawnfill_terms_t";
                let name = reader.name()?;
                reader.expect("=")?;
                let value = if is_terms {
                    fields(reader)?
                } else {
                    reader.expression()?
                };
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
    Ok(Definition {
        parameters,
        locals,
        value,
    })
}

fn fields(reader: &mut Reader) -> Result<Ast> {
    if reader.accept("{") {
        return Ok(Ast::Fields(reader.list("}", fields)?));
    }
    reader.expression()
}
