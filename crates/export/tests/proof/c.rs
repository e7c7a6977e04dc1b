//! Parses the subset of C that the header uses.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result, Token, tokens};

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
    let is_defined = |name| name == "__cplusplus" || (name == "PAWNFILL_LOOKUP" && lookup);
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

pub fn read(text: &str) -> Result<Module> {
    let tokens = tokens(text);
    let mut reader = Reader { grammar: GRAMMAR, tokens: &tokens };
    let mut module = Module::default();
    // The heads of declarations and definitions, as text.
    let (mut declared, mut defined) = (Vec::new(), Vec::new());
    while !reader.tokens.is_empty() {
        match reader.next() {
            "inline" => {
                reader.expect("namespace")?;
                reader.next();
                reader.expect("{")?;
            }
            // The end of the namespace.
            "}" if reader.tokens.is_empty() => {}
            "PAWNFILL_DETAIL_TABLE" => {
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
                let is_end = |token: &Token| token.text == "{" || token.text == ";";
                let length = reader.tokens.iter().position(is_end).ok_or("no end of a function")?;
                let (head, rest) = reader.tokens.split_at(length);
                let head = head.iter().map(|token| token.text).collect::<Vec<_>>().join(" ");
                if rest[0].text == ";" {
                    declared.push(head);
                    reader.tokens = &rest[1..];
                } else {
                    let name = definition(&mut reader, &mut module, text.len(), &[])?;
                    if !name.starts_with("detail_") {
                        defined.push(head);
                    }
                }
            }
            "template" => {
                ["<", "pawnfill_color", "color", ">", "PAWNFILL_FN"]
                    .into_iter()
                    .try_for_each(|text| reader.expect(text))?;
                definition(&mut reader, &mut module, text.len(), &["color"])?;
            }
            "typedef" if reader.accept("enum") => {
                let parts = "pawnfill_color { PAWNFILL_WHITE = 0 , PAWNFILL_BLACK = 1 } pawnfill_color ;";
                parts.split(' ').try_for_each(|part| reader.expect(part))?;
            }
            "typedef" => {
                reader.expect("struct")?;
                let name = reader.name()?;
                reader.expect("{")?;
                let mut fields = Vec::new();
                while !reader.accept("}") {
                    type_name(&mut reader)?;
                    fields.push(reader.name()?);
                    reader.expect(";")?;
                }
                if reader.name()? != name {
                    return Err(format!("{name} has two names"));
                }
                reader.expect(";")?;
                module.fields.insert(name.trim_end_matches("_t").to_owned(), fields);
            }
            other => return Err(format!("unexpected `{other}`")),
        }
    }
    declared.sort();
    defined.sort();
    if declared != defined {
        let other =
            declared.iter().chain(&defined).find(|head| !(declared.contains(head) && defined.contains(head)));
        return Err(format!("not both declared and defined: {other:?}"));
    }
    Ok(module)
}

/// Parses a function from its type on, with the arguments of its template first, and returns its name.
fn definition(reader: &mut Reader, module: &mut Module, length: usize, arguments: &[&str]) -> Result<String> {
    type_name(reader)?;
    let mut name = reader.name()?;
    if !arguments.is_empty() {
        name = format!("template {name}");
    }
    let start = reader.tokens.first().map_or(0, |token| token.start);
    let mut definition = function(reader)?;
    // Mutants of a template would not have the arguments, and it consists of one call.
    if arguments.is_empty() {
        let end = reader.tokens.first().map_or(length, |token| token.start);
        module.places.push((name.clone(), start..end));
    }
    definition.parameters.splice(0..0, arguments.iter().map(|&name| name.to_owned()));
    if module.functions.insert(name.clone(), definition).is_some() {
        return Err(format!("{name} is defined twice"));
    }
    Ok(name)
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
            "PAWNFILL_ASSERT" => {
                "( square < 64 ) ;".split(' ').try_for_each(|text| reader.expect(text))?;
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
