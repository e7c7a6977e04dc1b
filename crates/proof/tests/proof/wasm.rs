//! Decodes the subset of WebAssembly that the module uses.

use std::collections::HashMap;
use std::error::Error;

use wasmparser::{
    ExternalKind, FuncType, FunctionBody, Operator, Parser, Payload, ValType, Validator,
};

use pawnfill_proof::read::{Ast, Definition, Module, Result};

/// Reads a valid module, whose functions have the names of the exports.
pub(crate) fn read(bytes: &[u8]) -> Result<Module> {
    functions(bytes).map_err(|error| error.to_string())
}

fn functions(bytes: &[u8]) -> std::result::Result<Module, Box<dyn Error>> {
    Validator::new().validate_all(bytes)?;
    let (mut types, mut type_of, mut names, mut bodies) = (vec![], vec![], vec![], vec![]);
    for payload in Parser::new(0).parse_all(bytes) {
        match payload? {
            Payload::TypeSection(section) => {
                types = section
                    .into_iter_err_on_gc_types()
                    .collect::<wasmparser::Result<_>>()?;
            }
            Payload::FunctionSection(section) => {
                type_of = section.into_iter().collect::<wasmparser::Result<_>>()?;
            }
            Payload::ExportSection(section) => {
                names = section.into_iter().collect::<wasmparser::Result<_>>()?;
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            Payload::Version { .. } | Payload::CodeSectionStart { .. } | Payload::End(_) => {}
            // Engines ignore a section of anyone's own.
            Payload::CustomSection(_) => {}
            other => return Err(format!("unknown section {other:?}").into()),
        }
    }
    let mut module = Module::default();
    for wasmparser::Export { name, kind, index } in names {
        if kind != ExternalKind::Func {
            return Err(format!("{name} is not a function").into());
        }
        let ty: &FuncType = &types[type_of[index as usize] as usize];
        module
            .functions
            .insert(name.to_owned(), definition(ty, &bodies[index as usize])?);
    }
    Ok(module)
}

/// Returns a function as an expression. Each assignment has a name of its own.
fn definition(
    ty: &FuncType,
    body: &FunctionBody,
) -> std::result::Result<Definition, Box<dyn Error>> {
    let parameters: &[&str] = match ty.params() {
        [ValType::I64, ValType::I64] => &["white", "black"],
        [ValType::I64, ValType::I64, ValType::I32] => &["white", "black", "square"],
        [ValType::I32] => &["square"],
        _ => return Err("other parameters".into()),
    };
    let parameters: Vec<_> = parameters.iter().map(|&name| name.to_owned()).collect();
    let mut stack = Stack {
        names: (0..)
            .zip(parameters.iter().cloned().map(Ast::Name))
            .collect(),
        locals: Vec::new(),
        values: Vec::new(),
    };
    for operator in body.get_operators_reader()? {
        stack.push(operator?)?;
    }
    let value = stack.pop()?;
    Ok(Definition {
        parameters,
        locals: stack.locals,
        value,
    })
}

/// The values on the stack, while a function is decoded.
struct Stack {
    /// The values of the locals.
    names: HashMap<u32, Ast>,
    locals: Vec<(String, Ast)>,
    values: Vec<Ast>,
}

impl Stack {
    fn pop(&mut self) -> Result<Ast> {
        self.values.pop().ok_or_else(|| "an empty stack".to_owned())
    }

    /// Names a value.
    fn named(&mut self, value: Ast) -> Ast {
        let name = format!("local{}", self.locals.len());
        self.locals.push((name.clone(), value));
        Ast::Name(name)
    }

    /// Pushes the result of an operator on the values that it pops.
    fn push(&mut self, operator: Operator) -> Result<()> {
        use Operator::*;

        let call = |name: &str, operand| Ast::Call(name.to_owned(), vec![operand]);
        let value = match operator {
            End => return Ok(()),
            // Locals start as zero.
            LocalGet { local_index } => self
                .names
                .get(&local_index)
                .cloned()
                .unwrap_or(Ast::Number(0)),
            LocalSet { local_index } => {
                let value = self.pop()?;
                let name = self.named(value);
                self.names.insert(local_index, name);
                return Ok(());
            }
            I64Const { value } => Ast::Number(value as u64),
            Select => {
                let (condition, no, yes) = (self.pop()?, self.pop()?, self.pop()?);
                // The only choice is an absolute difference.
                match &yes {
                    Ast::Binary(sign, a, b)
                        if sign == "-"
                            && no == Ast::Binary("-".to_owned(), b.clone(), a.clone())
                            && condition == Ast::Binary("<=".to_owned(), b.clone(), a.clone()) =>
                    {
                        Ast::Call("_abs_diff".to_owned(), vec![*a.clone(), *b.clone()])
                    }
                    _ => return Err("a choice that is not an absolute difference".to_owned()),
                }
            }
            I32Eqz => Ast::Unary("!".to_owned(), Box::new(self.pop()?)),
            I64Eqz => Ast::binary("==", self.pop()?, Ast::Number(0)),
            I64Popcnt => call("_count", self.pop()?),
            I32WrapI64 => match self.pop()? {
                Ast::Binary(sign, files, mask) if sign == "&" && *mask == Ast::Number(0xff) => {
                    call("uint8_t", *files)
                }
                value => call("unsigned", value),
            },
            I64ExtendI32U => match self.pop()? {
                Ast::Name(name) if name == "square" => Ast::Name(name),
                _ => return Err("a conversion of another value than the square".to_owned()),
            },
            _ => {
                let (b, a) = (self.pop()?, self.pop()?);
                match operator {
                    I64LeU => Ast::binary("<=", a, b),
                    I64GtU => Ast::binary(">", a, b),
                    I32And => Ast::binary("&&", a, b),
                    I32Or => Ast::binary("||", a, b),
                    I64Sub => Ast::binary("-", a, b),
                    I64Mul => Ast::binary("*", a, b),
                    I64And => Ast::binary("&", a, b),
                    I64Or => Ast::binary("|", a, b),
                    I64Xor => Ast::binary("^", a, b),
                    I64Shl => self.shifted(a, b, |set, n| Ast::binary("<<", set, Ast::Number(n))),
                    I64ShrU => self.shifted(a, b, |set, n| Ast::binary(">>", set, Ast::Number(n))),
                    I64Rotl => self.shifted(a, b, |set, n| {
                        let down = Ast::binary(">>", set.clone(), Ast::Number(64 - n));
                        Ast::binary("|", Ast::binary("<<", set, Ast::Number(n)), down)
                    }),
                    other => return Err(format!("unknown instruction {other:?}")),
                }
            }
        };
        self.values.push(value);
        Ok(())
    }

    /// Returns a shift or a rotation by a number modulo 64. If it is not by a constant, each bit of
    /// the number selects a shift by a power of two.
    fn shifted(&mut self, mut set: Ast, by: Ast, shift: fn(Ast, u64) -> Ast) -> Ast {
        if let Ast::Number(n) = by {
            let set = self.named(set);
            return if n % 64 == 0 { set } else { shift(set, n % 64) };
        }
        let by = self.named(by);
        for bit in 0..6 {
            set = self.named(set);
            let digit = Ast::binary(
                "&",
                Ast::binary(">>", by.clone(), Ast::Number(bit)),
                Ast::Number(1),
            );
            let moves = self.named(Ast::binary("-", Ast::Number(0), digit));
            let stays = Ast::binary(
                "&",
                set.clone(),
                Ast::Unary("~".to_owned(), Box::new(moves.clone())),
            );
            set = Ast::binary("|", stays, Ast::binary("&", shift(set, 1 << bit), moves));
        }
        set
    }
}
