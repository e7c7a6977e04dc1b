//! Parses the subset of SQL that the macros of DuckDB use.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result, Token};

pub(crate) const GRAMMAR: Grammar = Grammar {
    has_prefix: true,
    spelled: str::to_owned,
    // All other operators share one precedence, as in PostgreSQL.
    ranks: &[
        &["OR"],
        &["AND"],
        &["=", "<>", "<", "<=", ">", ">="],
        &["<<", ">>", "&", "|"],
        &["+", "-"],
        &["*"],
    ],
    unary: &["~", "NOT"],
    shift_fails: true,
    special,
    code,
    item,
    function,
};

/// Parses casts, lists and functions of the engine.
fn special(reader: &mut Reader) -> Option<Result<Ast>> {
    let next: Vec<_> = reader
        .tokens
        .iter()
        .take(7)
        .map(|token| token.text)
        .collect();
    Some(match next[..] {
        // An integer of any type, which is cast.
        [
            "(",
            board @ ("white" | "black" | "set"),
            "|",
            "0",
            ")",
            "::",
            "UBIGINT",
        ] => {
            reader.tokens = &reader.tokens[7..];
            Ok(Ast::Name(board.to_owned()))
        }
        [board @ ("white" | "black" | "set"), ..] => Err(format!("`{board}` is not cast")),
        // Functions of the engine, whatever the prefix is.
        ["xor" | "bit_count" | "list_extract", "(", ..] => return None,
        ["CAST", ..] => cast(reader),
        ["abs", ..] => {
            reader.take();
            match reader.operand() {
                Ok(Ast::Binary(minus, a, b)) if minus == "-" => {
                    Ok(Ast::Call("_abs_diff".to_owned(), vec![*a, *b]))
                }
                _ => Err("expected a difference in the absolute value".to_owned()),
            }
        }
        ["CASE", ..] => entry_of_square(reader),
        ["[", ..] => list(reader),
        [name, "(", ..] if name.starts_with(reader.prefix) && !reader.prefix.is_empty() => {
            call(reader)
        }
        [text, ..] if text.starts_with(|c: char| c.is_ascii_digit()) => {
            constant(reader).map(Ast::Number)
        }
        _ => return None,
    })
}

/// Parses a call of a macro, which casts its own arguments.
fn call(reader: &mut Reader) -> Result<Ast> {
    let name = reader.name()?;
    reader.expect("(")?;
    let argument = |reader: &mut Reader| {
        let is_whole = reader
            .tokens
            .get(1)
            .is_some_and(|token| [",", ")"].contains(&token.text));
        if is_whole && !reader.peek().starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Ast::Name(reader.name()?));
        }
        reader.expression()
    };
    Ok(Ast::Call(name, reader.list(")", argument)?))
}

/// Parses the entry of a table. A square that has none is an error.
fn entry_of_square(reader: &mut Reader) -> Result<Ast> {
    reader.expect_all(
        "CASE WHEN square < 0 OR square > 63 THEN error ( ' a square is 0 to 63 ' ) ELSE",
    )?;
    let entry = reader.expression()?;
    reader.expect("END").map(|()| entry)
}

fn cast(reader: &mut Reader) -> Result<Ast> {
    reader.take();
    reader.expect("(")?;
    let value = reader.expression()?;
    reader.expect("AS")?;
    let cast = match reader.take() {
        "UTINYINT" => Ast::Call("_byte".to_owned(), vec![value]),
        "INTEGER" => value,
        other => return Err(format!("`{other}` is not a type")),
    };
    reader.expect(")")?;
    Ok(cast)
}

fn constant(reader: &mut Reader) -> Result<u64> {
    let number = reader.number()?;
    if reader.accept("::") {
        reader.expect("UBIGINT")?;
    }
    Ok(number)
}

fn list(reader: &mut Reader) -> Result<Ast> {
    reader.expect("[")?;
    let list = reader.list("]", constant)?;
    reader.expect_all(":: UBIGINT [ ]")?;
    Ok(Ast::List(list))
}

/// Returns the text without comments.
fn code(text: &str, _: &str) -> String {
    let patterns = text
        .split_once("\n-- The patterns.")
        .map_or(text, |(_, patterns)| patterns);
    patterns
        .lines()
        .filter(|line| !line.starts_with("--"))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    reader.expect_all("CREATE OR REPLACE MACRO")?;
    let name = reader.name()?;
    if name.strip_prefix(reader.prefix) != Some("terms") {
        return reader.define(&name, module);
    }
    let mut definition = function(reader)?;
    group_columns(&mut definition, module)?;
    module.functions.insert("terms".to_owned(), definition);
    Ok(())
}

/// Groups the columns of terms by color, and records their names.
fn group_columns(definition: &mut Definition, module: &mut Module) -> Result<()> {
    let Ast::Fields(columns) = &definition.value else {
        return Err("the terms have only one column".to_owned());
    };
    let names: Vec<_> = columns
        .iter()
        .filter_map(|column| {
            if let Ast::Name(name) = column {
                Some(name.clone())
            } else {
                None
            }
        })
        .collect();
    let of = |color: &str| {
        names
            .iter()
            .filter_map(|name| Some(name.strip_prefix(color)?.to_owned()))
            .collect::<Vec<_>>()
    };
    let [white, black] = ["white_", "black_"].map(of);
    if white != black || names.len() != columns.len() {
        return Err("the columns of the sides differ".to_owned());
    }
    let (sides, board) = columns.split_at(2 * white.len());
    let fields = ["white", "black"]
        .map(str::to_owned)
        .into_iter()
        .filter(|_| !white.is_empty());
    module.fields.insert(
        "terms".to_owned(),
        fields.chain(names[sides.len()..].iter().cloned()).collect(),
    );
    let sides = sides
        .chunks(white.len().max(1))
        .map(|side| Ast::Fields(side.to_vec()));
    definition.value = Ast::Fields(sides.chain(board.to_vec()).collect());
    definition.parameters = vec!["white".to_owned(), "black".to_owned()];
    module.fields.insert("side_terms".to_owned(), white);
    Ok(())
}

/// Parses arguments and body of a macro.
fn function(reader: &mut Reader) -> Result<Definition> {
    let parameters = reader.parameters(false)?;
    reader.expect("AS")?;
    reader.accept("TABLE");
    let mut locals = Vec::new();
    let is_query = |token: Option<&Token>| token.is_some_and(|token| token.text == "SELECT");
    let value = if is_query(reader.tokens.first()) {
        select(reader, &mut locals)?
    } else if is_query(reader.tokens.get(1)) {
        reader.expect("(")?;
        let value = select(reader, &mut locals)?;
        reader.expect(")")?;
        value
    } else {
        reader.expression()?
    };
    reader.expect(";")?;
    Ok(Definition {
        parameters,
        locals,
        value,
    })
}

/// Parses a row of names, and the condition that makes a column with one of them ambiguous.
fn names_of_table(reader: &mut Reader) -> Result<()> {
    reader.expect_all(", ( SELECT")?;
    let names = reader.list(")", |reader| {
        reader.expect_all("false AS").and_then(|()| reader.name())
    })?;
    reader.expect("AS")?;
    reader.name()?;
    reader.expect_all("WHERE NOT")?;
    for (place, name) in names.iter().enumerate() {
        reader.expect(if place == 0 { "(" } else { "OR" })?;
        if reader.name()? != *name {
            return Err(format!("{name} may meet a column of the table"));
        }
    }
    reader.expect(")")
}

/// Parses a query. Columns without a name are the value, named columns are local names for the
/// outer query.
fn select(reader: &mut Reader, locals: &mut Vec<(String, Ast)>) -> Result<Ast> {
    reader.expect("SELECT")?;
    let mut named = Vec::new();
    let mut columns = Vec::new();
    loop {
        if reader.tokens.get(1).is_some_and(|token| token.text == ".") {
            reader.name()?;
            reader.expect_all(". *")?;
        } else if reader.accept("*") {
            if reader.accept("EXCLUDE") {
                reader.expect("(")?;
                reader.list(")", Reader::name)?;
            }
        } else {
            let column = reader.expression()?;
            if reader.accept("AS") {
                named.push((reader.name()?, column));
            } else {
                columns.push(column);
            }
        }
        if !reader.accept(",") {
            break;
        }
    }
    if reader.accept("FROM") {
        if reader.accept("(") {
            select(reader, locals)?;
            reader.expect(")")?;
        } else {
            reader.expect_all("query_table ( positions ) AS")?;
            reader.name()?;
            names_of_table(reader)?;
        }
    }
    locals.extend(named);
    Ok(match <[Ast; 1]>::try_from(columns) {
        Ok([value]) => value,
        Err(columns) => Ast::Fields(columns),
    })
}
