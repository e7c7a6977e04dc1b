//! Parses the subset of SQL that the macros of DuckDB use.

use crate::read::{Ast, Definition, Grammar, Module, Reader, Result, Token};

pub const GRAMMAR: Grammar = Grammar {
    prefix: "pawnfill_",
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

/// Parses casts, lists and functions of the engines.
fn special(reader: &mut Reader) -> Option<Result<Ast>> {
    let function = |reader: &mut Reader, arguments: usize| {
        reader.next();
        reader.expect("(")?;
        let list = reader.list(")", Reader::expression)?;
        if list.len() == arguments { Ok(list) } else { Err("wrong number of arguments".to_owned()) }
    };
    if is_board(reader.tokens) {
        reader.next();
        let name = Ast::Name(reader.next().to_owned());
        return Some(
            reader.expect_all("| 0 ) :: UBIGINT").map(|()| Ast::Call("_board".to_owned(), vec![name])),
        );
    }
    Some(match reader.peek() {
        "CAST" => cast(reader),
        "bit_count" => function(reader, 1).map(|set| Ast::Call("count".to_owned(), set)),
        "xor" => function(reader, 2).map(|sets| {
            let [a, b] = <[Ast; 2]>::try_from(sets).unwrap_or_else(|_| unreachable!());
            Ast::binary("^", a, b)
        }),
        "abs" => function(reader, 1).and_then(|mut difference| match difference.pop() {
            Some(Ast::Binary(minus, a, b)) if minus == "-" => {
                Ok(Ast::Call("_abs_diff".to_owned(), vec![*a, *b]))
            }
            _ => Err("expected a difference in the absolute value".to_owned()),
        }),
        "CASE" => entry_of_square(reader),
        "list_extract" => function(reader, 2).map(|list| Ast::Call("_entry".to_owned(), list)),
        "[" => list(reader),
        text if text.starts_with(|c: char| c.is_ascii_digit()) => constant(reader),
        _ => return None,
    })
}

/// Parses the entry of a table. A square that has none is an error.
fn entry_of_square(reader: &mut Reader) -> Result<Ast> {
    reader.expect_all("CASE WHEN square < 0 OR square > 63 THEN error ( ' a square is 0 to 63 ' ) ELSE")?;
    let entry = reader.expression()?;
    reader.expect("END").map(|()| entry)
}

/// Returns `true` at an argument that is an integer of any type, and cast.
fn is_board(tokens: &[Token]) -> bool {
    let texts: Vec<_> = tokens.iter().take(7).map(|token| token.text).collect();
    matches!(texts[..], ["(", "white" | "black" | "set", "|", "0", ")", "::", "UBIGINT"])
}

/// Fails if an operation has an argument that is not cast. A function casts its own arguments.
fn is_cast(ast: &Ast) -> Result<()> {
    let is_name = |ast: &Ast| matches!(ast, Ast::Name(_));
    match ast {
        Ast::Name(name) if ["white", "black", "set"].contains(&name.as_str()) => {
            Err(format!("`{name}` is not cast"))
        }
        Ast::Call(name, _) if name == "_board" => Ok(()),
        Ast::Call(name, parts) if !OPERATIONS.contains(&name.as_str()) => {
            parts.iter().filter(|part| !is_name(part)).try_for_each(is_cast)
        }
        _ => ast.parts().into_iter().try_for_each(is_cast),
    }
}

/// Calls that are operations of the engines.
const OPERATIONS: [&str; 4] = ["count", "_byte", "_abs_diff", "_shift"];

fn cast(reader: &mut Reader) -> Result<Ast> {
    reader.next();
    reader.expect("(")?;
    let value = reader.expression()?;
    reader.expect("AS")?;
    let cast = match reader.next() {
        "UTINYINT" => Ast::Call("_byte".to_owned(), vec![value]),
        "INTEGER" => value,
        other => return Err(format!("`{other}` is not a type")),
    };
    reader.expect(")")?;
    Ok(cast)
}

fn constant(reader: &mut Reader) -> Result<Ast> {
    let number = reader.number()?;
    if reader.accept("::") {
        reader.expect("UBIGINT")?;
    }
    Ok(Ast::Number(number))
}

fn list(reader: &mut Reader) -> Result<Ast> {
    let entry = |reader: &mut Reader| match constant(reader)? {
        Ast::Number(number) => Ok(number),
        _ => Err("expected a number".to_owned()),
    };
    reader.expect("[")?;
    let list = reader.list("]", entry)?;
    reader.expect_all(":: UBIGINT [ ]")?;
    Ok(Ast::List(list))
}

/// Returns the text without comments.
fn code(text: &str) -> String {
    let patterns = text.split_once("\n-- The patterns.").map_or(text, |(_, patterns)| patterns);
    patterns.lines().filter(|line| !line.starts_with("--")).map(|line| format!("{line}\n")).collect()
}

fn item(reader: &mut Reader, module: &mut Module) -> Result<()> {
    reader.expect_all("CREATE OR REPLACE MACRO")?;
    let name = reader.name()?;
    if name != "structure" {
        return reader.define(name, module);
    }
    let mut definition = function(reader)?;
    structured(&mut definition, module)?;
    module.functions.insert(name, definition);
    Ok(())
}

/// Groups the columns of a structure by color, and records their names.
fn structured(definition: &mut Definition, module: &mut Module) -> Result<()> {
    let Ast::Fields(columns) = &definition.value else {
        return Err("the structure has only one column".to_owned());
    };
    let names: Vec<_> = columns
        .iter()
        .filter_map(|column| if let Ast::Name(name) = column { Some(name.clone()) } else { None })
        .collect();
    let of = |color: &str| {
        names.iter().filter_map(|name| Some(name.strip_prefix(color)?.to_owned())).collect::<Vec<_>>()
    };
    let [white, black] = ["white_", "black_"].map(of);
    if white != black || names.len() != columns.len() {
        return Err("the columns of the sides differ".to_owned());
    }
    let (sides, board) = columns.split_at(2 * white.len());
    let fields = ["white", "black"].map(str::to_owned).into_iter().filter(|_| !white.is_empty());
    module
        .fields
        .insert("structure".to_owned(), fields.chain(names[sides.len()..].iter().cloned()).collect());
    let sides = sides.chunks(white.len().max(1)).map(|side| Ast::Fields(side.to_vec()));
    definition.value = Ast::Fields(sides.chain(board.to_vec()).collect());
    definition.parameters = vec!["white".to_owned(), "black".to_owned()];
    module.fields.insert("side_structure".to_owned(), white);
    Ok(())
}

/// Parses arguments and body of a macro.
fn function(reader: &mut Reader) -> Result<Definition> {
    reader.expect("(")?;
    let parameters = reader.list(")", Reader::name)?;
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
    locals.iter().map(|(_, value)| value).chain([&value]).try_for_each(is_cast)?;
    Ok(Definition { parameters, locals, value })
}

/// Parses a row of names, and the condition that makes a column with one of them ambiguous.
fn names_of_table(reader: &mut Reader) -> Result<()> {
    reader.expect_all(", ( SELECT")?;
    let names = reader.list(")", |reader| reader.expect_all("false AS").and_then(|()| reader.name()))?;
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

/// Parses a query. Columns without a name are the value, named columns are local names for the outer query.
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
