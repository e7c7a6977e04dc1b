//! WebAssembly: writes the binary format.
//!
//! The functions are straight lines of `i64` operations, without calls, memory or imports.

use std::collections::HashMap;

use wasm_encoder::{
    CodeSection, ExportKind, ExportSection, Function, FunctionSection, Instruction, Module, TypeSection,
    ValType,
};

use crate::graph::{Expression, Move, Operation, Type};
use crate::mask::masks;
use crate::program::{Entry, chosen};
use crate::{Error, Selection};

/// A function while it is written.
struct Body<'a> {
    parameters: &'a [&'static str],
    code: Vec<Instruction<'static>>,
    /// How often each expression is used.
    uses: HashMap<Expression, u32>,
    /// The locals of expressions that are used again.
    locals: HashMap<Expression, u32>,
}

impl Body<'_> {
    /// Keeps the value on the stack in a new local, too.
    fn keep(&mut self, expression: Expression) {
        let local = (self.parameters.len() + self.locals.len()) as u32;
        self.locals.insert(expression, local);
        self.code.push(Instruction::LocalTee(local));
    }

    fn argument(&self, name: &str) -> Instruction<'static> {
        let place = self.parameters.iter().position(|parameter| *parameter == name);
        Instruction::LocalGet(place.unwrap_or_default() as u32)
    }

    /// Writes an expression, which leaves its value on the stack.
    fn value(&mut self, expression: Expression) {
        if let Some(&local) = self.locals.get(&expression) {
            return self.code.push(Instruction::LocalGet(local));
        }
        let (operation, operands) = (expression.operation(), expression.operands());
        for &operand in &operands {
            self.value(operand);
            match operation {
                Operation::CountLe => self.code.push(Instruction::I64Popcnt),
                // Its operands are needed again.
                Operation::AbsDiff if !self.locals.contains_key(&operand) => self.keep(operand),
                _ => {}
            }
        }
        self.code.extend(self.instructions(expression));
        let is_short = match operation {
            Operation::Argument(_) => true,
            // At most two bytes.
            Operation::Constant(bits) => (-0x2000..0x2000).contains(&(bits as i64)),
            _ => false,
        };
        // Truth values have another type than the locals, and no function uses one twice.
        if self.uses.get(&expression).is_some_and(|&uses| uses > 1)
            && !is_short
            && Type::of(expression) != Type::Truth
        {
            self.keep(expression);
        }
    }

    /// Returns the instructions of the outermost operation.
    fn instructions(&self, expression: Expression) -> Vec<Instruction<'static>> {
        use Instruction::*;

        let is_truth = Type::of(expression) == Type::Truth;
        let constant = |bits: u64| I64Const(bits as i64);
        // Unlike sets, the square has 32 bits, so that JavaScript passes a plain number.
        let square = || self.argument("square");
        match expression.operation() {
            Operation::Argument(name) => vec![self.argument(name)],
            Operation::Constant(bits) => vec![constant(bits)],
            Operation::Number(number) => vec![constant(number.into())],
            Operation::Moved(Move::FromA1, bits) => vec![constant(bits), square(), I64ExtendI32U, I64Shl],
            Operation::Moved(Move::FromH8, bits) => {
                vec![constant(bits), constant(63), square(), I64ExtendI32U, I64Sub, I64ShrU]
            }
            Operation::Moved(Move::ToFile, bits) => {
                vec![constant(bits), square(), I64ExtendI32U, constant(7), I64And, I64Shl]
            }
            Operation::And => vec![if is_truth { I32And } else { I64And }],
            Operation::Or => vec![if is_truth { I32Or } else { I64Or }],
            Operation::Xor => vec![I64Xor],
            Operation::Not if is_truth => vec![I32Eqz],
            Operation::Not => vec![constant(u64::MAX), I64Xor],
            Operation::Up(n) => vec![constant(n.into()), I64Shl],
            Operation::Down(n) => vec![constant(n.into()), I64ShrU],
            Operation::RotateUp(n) => vec![constant(n.into()), I64Rotl],
            Operation::Count => vec![I64Popcnt],
            Operation::Multiply => vec![I64Mul],
            Operation::AbsDiff => {
                let operands = expression.operands();
                let [a, b] = [0, 1].map(|operand| LocalGet(self.locals[&operands[operand]]));
                vec![I64Sub, b.clone(), a.clone(), I64Sub, b, a, I64LeU, Select]
            }
            Operation::IsEmpty => vec![I64Eqz],
            Operation::CountLe => vec![I64LeU],
            // The type of the function removes all but the files. Masks are replaced before, and only other backends load.
            Operation::Files | Operation::Mask(_) | Operation::Load(..) => vec![],
        }
    }
}

fn body(parameters: &[&'static str], value: Expression) -> Function {
    let mut body = Body { parameters, code: Vec::new(), uses: value.uses(), locals: HashMap::new() };
    body.value(value);
    body.code.extend_from_slice(match Type::of(value) {
        Type::Set | Type::Truth | Type::Side => &[],
        Type::Number => &[Instruction::I32WrapI64],
        Type::Files => &[Instruction::I64Const(0xff), Instruction::I64And, Instruction::I32WrapI64],
    });
    let mut function =
        Function::new((!body.locals.is_empty()).then_some((body.locals.len() as u32, ValType::I64)));
    for instruction in body.code.iter().chain([&Instruction::End]) {
        function.instruction(instruction);
    }
    function
}

/// Writes a module that exports the functions of a selection for both colors, or all of them if it is empty.
pub(crate) fn emit(selection: &Selection) -> Result<Vec<u8>, Error> {
    let masks = masks();
    // The shifts that compute each mask of a square.
    let mut shifts = HashMap::new();
    for mask in &masks {
        let value = Expression::replaced(&[mask.value], shifts.clone())[0];
        shifts.insert(Expression::new(Operation::Mask(mask.name), &[]), value);
    }
    let (mut types, mut type_of) = (TypeSection::new(), FunctionSection::new());
    let (mut names, mut bodies) = (ExportSection::new(), CodeSection::new());
    let mut known = Vec::new();
    for Entry { name, parameters, value, result, .. } in chosen(selection, &masks)? {
        let parameter = |name: &&str| if *name == "square" { ValType::I32 } else { ValType::I64 };
        let result = if result == Type::Set { ValType::I64 } else { ValType::I32 };
        let signature = (parameters.iter().map(parameter).collect::<Vec<_>>(), result);
        let place = known.iter().position(|known| *known == signature).unwrap_or_else(|| {
            types.ty().function(signature.0.clone(), [result]);
            known.push(signature);
            known.len() - 1
        });
        names.export(&name, ExportKind::Func, type_of.len());
        type_of.function(place as u32);
        let value = Expression::replaced(&[value], shifts.clone())[0];
        bodies.function(&body(parameters, value.fused()));
    }
    let mut module = Module::new();
    module.section(&types).section(&type_of).section(&names).section(&bodies);
    Ok(module.finish())
}
