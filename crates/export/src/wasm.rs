//! WebAssembly: writes the binary format.
//!
//! The functions are straight lines of `i64` operations, without calls, memory or imports.

use std::collections::HashMap;

use crate::graph::{Expression, Move, Operation};
use crate::program::{Recorded, Type};

/// The value types.
const I32: u8 = 0x7f;
const I64: u8 = 0x7e;

/// The instructions.
const END: u8 = 0x0b;
const SELECT: u8 = 0x1b;
const LOCAL_GET: u8 = 0x20;
const LOCAL_TEE: u8 = 0x22;
const I64_CONST: u8 = 0x42;
const I32_EQZ: u8 = 0x45;
const I64_EQZ: u8 = 0x50;
const I64_LE_U: u8 = 0x58;
const I32_AND: u8 = 0x71;
const I32_OR: u8 = 0x72;
const I64_POPCNT: u8 = 0x7b;
const I64_SUB: u8 = 0x7d;
const I64_MUL: u8 = 0x7e;
const I64_AND: u8 = 0x83;
const I64_OR: u8 = 0x84;
const I64_XOR: u8 = 0x85;
const I64_SHL: u8 = 0x86;
const I64_SHR_U: u8 = 0x88;
const I64_ROTL: u8 = 0x89;
const I32_WRAP: u8 = 0xa7;
const I64_EXTEND_U: u8 = 0xad;

/// Writes an unsigned number in LEB128.
fn unsigned(mut number: usize, code: &mut Vec<u8>) {
    while number > 0x7f {
        code.push(number as u8 | 0x80);
        number >>= 7;
    }
    code.push(number as u8);
}

/// Returns a signed number in LEB128.
fn signed(mut number: i64) -> Vec<u8> {
    let mut code = Vec::new();
    while !(-0x40..0x40).contains(&number) {
        code.push(number as u8 | 0x80);
        number >>= 7;
    }
    code.push(number as u8 & 0x7f);
    code
}

/// Returns the items after their number.
fn vector(items: impl ExactSizeIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut code = Vec::new();
    unsigned(items.len(), &mut code);
    code.extend(items.flatten());
    code
}

/// Returns bytes after their length.
fn sized(bytes: &[u8]) -> Vec<u8> {
    let mut code = Vec::new();
    unsigned(bytes.len(), &mut code);
    code.extend(bytes);
    code
}

fn section(number: u8, contents: &[u8]) -> Vec<u8> {
    [&[number], &sized(contents)[..]].concat()
}

/// A function while it is written.
struct Body<'a> {
    function: &'a Recorded,
    code: Vec<u8>,
    /// How often each expression is used.
    uses: HashMap<Expression, u32>,
    /// The locals of expressions that are used again.
    locals: HashMap<Expression, usize>,
}

impl Body<'_> {
    fn local(&mut self, instruction: u8, local: usize) {
        self.code.push(instruction);
        unsigned(local, &mut self.code);
    }

    fn constant(&mut self, bits: u64) {
        self.code.push(I64_CONST);
        self.code.extend(signed(bits as i64));
    }

    /// Keeps the value on the stack in a new local, too.
    fn keep(&mut self, expression: Expression) -> usize {
        let local = self.function.parameters.len() + self.locals.len();
        self.locals.insert(expression, local);
        self.local(LOCAL_TEE, local);
        local
    }

    /// Writes an argument. Unlike sets, the square has 32 bits, so that JavaScript passes a plain number.
    fn argument(&mut self, name: &str) {
        let place = self.function.parameters.iter().position(|parameter| *parameter == name);
        self.local(LOCAL_GET, place.unwrap_or_default());
        if name == "square" {
            self.code.push(I64_EXTEND_U);
        }
    }

    /// Writes an expression, which leaves its value on the stack.
    fn value(&mut self, expression: Expression) {
        if let Some(&local) = self.locals.get(&expression) {
            return self.local(LOCAL_GET, local);
        }
        let (operation, operands) = (expression.operation(), expression.operands());
        let is_truth = Type::of(expression) == Type::Truth;
        if let Operation::AbsDiff = operation {
            let [a, b] = [0, 1].map(|operand| {
                self.value(operands[operand]);
                match self.locals.get(&operands[operand]) {
                    Some(&local) => local,
                    None => self.keep(operands[operand]),
                }
            });
            self.code.push(I64_SUB);
            for local in [b, a] {
                self.local(LOCAL_GET, local);
            }
            self.code.push(I64_SUB);
            for local in [b, a] {
                self.local(LOCAL_GET, local);
            }
            self.code.extend([I64_LE_U, SELECT]);
            return;
        }
        for &operand in &operands {
            self.value(operand);
            if let Operation::CountLe = operation {
                self.code.push(I64_POPCNT);
            }
        }
        match operation {
            Operation::Argument(name) => self.argument(name),
            Operation::Constant(bits) => self.constant(bits),
            Operation::Number(number) => self.constant(number.into()),
            Operation::Moved(Move::FromA1, bits) => {
                self.constant(bits);
                self.argument("square");
                self.code.push(I64_SHL);
            }
            Operation::Moved(Move::FromH8, bits) => {
                self.constant(bits);
                self.constant(63);
                self.argument("square");
                self.code.extend([I64_SUB, I64_SHR_U]);
            }
            Operation::Moved(Move::ToFile, bits) => {
                self.constant(bits);
                self.argument("square");
                self.constant(7);
                self.code.extend([I64_AND, I64_SHL]);
            }
            Operation::And => self.code.push(if is_truth { I32_AND } else { I64_AND }),
            Operation::Or => self.code.push(if is_truth { I32_OR } else { I64_OR }),
            Operation::Xor => self.code.push(I64_XOR),
            Operation::Not if is_truth => self.code.push(I32_EQZ),
            Operation::Not => {
                self.constant(u64::MAX);
                self.code.push(I64_XOR);
            }
            Operation::Up(n) => {
                self.constant(n.into());
                self.code.push(I64_SHL);
            }
            Operation::Down(n) => {
                self.constant(n.into());
                self.code.push(I64_SHR_U);
            }
            Operation::RotateUp(n) => {
                self.constant(n.into());
                self.code.push(I64_ROTL);
            }
            Operation::Count => self.code.push(I64_POPCNT),
            Operation::Multiply => self.code.push(I64_MUL),
            Operation::IsEmpty => self.code.push(I64_EQZ),
            Operation::CountLe => self.code.push(I64_LE_U),
            // The type of the function removes all but the files.
            Operation::Files => {}
            // Masks are replaced before, only other backends load, and the difference is above.
            Operation::Mask(_) | Operation::Load(..) | Operation::AbsDiff => {}
        }
        let is_short = match operation {
            Operation::Argument(_) => true,
            Operation::Constant(bits) => signed(bits as i64).len() < 3,
            _ => false,
        };
        // Truth values have another type than the locals, and no function uses one twice.
        if self.uses[&expression] > 1 && !is_short && !is_truth {
            self.keep(expression);
        }
    }
}

/// Returns the type of a function: the parameters and the result.
fn signature(function: &Recorded) -> Vec<u8> {
    let parameters = function.parameters.iter().map(|name| vec![if *name == "square" { I32 } else { I64 }]);
    let result = if Type::of(function.value) == Type::Set { I64 } else { I32 };
    [&[0x60], &vector(parameters)[..], &[1, result]].concat()
}

fn body(function: &Recorded) -> Vec<u8> {
    let mut uses = HashMap::from([(function.value, 1)]);
    for operand in function.value.all().into_iter().flat_map(Expression::operands) {
        *uses.entry(operand).or_default() += 1;
    }
    let mut body = Body { function, code: Vec::new(), uses, locals: HashMap::new() };
    body.value(function.value);
    match Type::of(function.value) {
        Type::Set | Type::Truth => {}
        Type::Number => body.code.push(I32_WRAP),
        Type::Files => {
            body.constant(0xff);
            body.code.extend([I64_AND, I32_WRAP]);
        }
    }
    body.code.push(END);
    let mut locals = Vec::new();
    unsigned(body.locals.len(), &mut locals);
    locals.push(I64);
    let locals = if body.locals.is_empty() { vec![] } else { vec![locals] };
    sized(&[vector(locals.into_iter()), body.code].concat())
}

/// Writes a module that exports these functions.
pub(crate) fn emit(functions: &[Recorded]) -> Vec<u8> {
    let mut types: Vec<_> = functions.iter().map(signature).collect();
    types.sort();
    types.dedup();
    let indices = functions.iter().map(|function| {
        let mut index = Vec::new();
        unsigned(types.iter().position(|ty| *ty == signature(function)).unwrap_or_default(), &mut index);
        index
    });
    let names = functions.iter().enumerate().map(|(index, function)| {
        let mut export = sized(function.name.as_bytes());
        export.push(0);
        unsigned(index, &mut export);
        export
    });
    [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, &vector(types.iter().cloned())),
        section(3, &vector(indices)),
        section(7, &vector(names)),
        section(10, &vector(functions.iter().map(body))),
    ]
    .concat()
}
