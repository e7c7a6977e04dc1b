//! WebAssembly: writes the binary format.
//!
//! The functions are straight lines of `i64` operations, without calls, memory or imports.

use std::collections::HashMap;

use wasm_encoder::{
    CodeSection, ExportKind, ExportSection, Function, FunctionSection, Instruction, Module,
    TypeSection, ValType,
};

use crate::error::Error;
use crate::function::{Entry, Term};
use crate::graph::{Expression, Move, Operation, Type};
use crate::mask::masks;
use crate::program::chosen;
use crate::selection::Selection;
use crate::writer::without_calls;

/// Returns the instruction that reads an argument or a local.
fn get(name: &str, names: &[&str]) -> Instruction<'static> {
    let place = names.iter().position(|known| *known == name);
    Instruction::LocalGet(place.unwrap_or_default() as u32)
}

fn constant(bits: u64) -> Instruction<'static> {
    Instruction::I64Const(bits as i64)
}

/// Writes a term, which leaves its value on the stack. The names are those of the arguments
/// and the locals.
fn write(term: &Term, names: &[&str], code: &mut Vec<Instruction<'static>>) {
    use Instruction::*;

    let (operation, ty, terms) = match term {
        Term::Operation(operation, ty, terms) => (operation, ty, &terms[..]),
        Term::Name(name) | Term::Call(name, _) => return code.push(get(name, names)),
    };
    for term in terms {
        write(term, names, code);
        if let Operation::CountLe | Operation::CountGt = operation {
            code.push(I64Popcnt);
        }
    }
    let is_truth = *ty == Type::Truth;
    let instructions = match *operation {
        Operation::Constant(bits) => vec![constant(bits)],
        Operation::Number(number) => vec![constant(number.into())],
        Operation::Moved(how, bits) => {
            // Unlike sets, the square has 32 bits, so that JavaScript passes a plain number.
            let [square, extend] = [get("square", names), I64ExtendI32U];
            let (bits, seven) = (constant(bits), constant(7));
            match how {
                Move::FromA1 => vec![bits, square, extend, I64Shl],
                Move::FromH8 => vec![bits, constant(63), square, extend, I64Sub, I64ShrU],
                Move::ToFile => vec![bits, square, extend, seven, I64And, I64Shl],
            }
        }
        Operation::And => vec![if is_truth { I32And } else { I64And }],
        Operation::Or => vec![if is_truth { I32Or } else { I64Or }],
        Operation::Xor => vec![I64Xor],
        Operation::Not => vec![constant(u64::MAX), I64Xor],
        Operation::Up(n) => vec![constant(n.into()), I64Shl],
        Operation::Down(n) => vec![constant(n.into()), I64ShrU],
        Operation::RotateUp(n) => vec![constant(n.into()), I64Rotl],
        Operation::Count => vec![I64Popcnt],
        Operation::Multiply => vec![I64Mul],
        Operation::AbsDiff => {
            // The difference of the operands, the other one, and which of them is not negative.
            code.push(I64Sub);
            for after in [vec![I64Sub], vec![I64LeU, Select]] {
                for term in terms.iter().rev() {
                    write(term, names, code);
                }
                code.extend(after);
            }
            vec![]
        }
        Operation::IsEmpty => vec![I64Eqz],
        Operation::IsNotEmpty => vec![I64Eqz, I32Eqz],
        Operation::CountLe => vec![I64LeU],
        Operation::CountGt => vec![I64GtU],
        // Arguments are names. The type of the function removes all but the files. Masks are
        // replaced before, and only other backends load.
        Operation::Argument(_) | Operation::Files | Operation::Mask(_) | Operation::Load(..) => {
            vec![]
        }
    };
    code.extend(instructions);
}

fn body(parameters: &[&'static str], value: Expression) -> Function {
    let (locals, term) = without_calls(value);
    let mut names = parameters.to_vec();
    names.extend(locals.iter().map(|local| &*local.name));
    let (mut code, mut types) = (Vec::new(), Vec::new());
    for (place, local) in (parameters.len() as u32..).zip(&locals) {
        write(&local.value, &names, &mut code);
        code.push(Instruction::LocalSet(place));
        types.push(match local.ty {
            Type::Truth => ValType::I32,
            _ => ValType::I64,
        });
    }
    write(&term, &names, &mut code);
    code.extend_from_slice(match Type::from_expression(value) {
        Type::Set | Type::Truth | Type::Side => &[],
        Type::Number => &[Instruction::I32WrapI64],
        Type::Files => &[
            Instruction::I64Const(0xff),
            Instruction::I64And,
            Instruction::I32WrapI64,
        ],
    });
    let mut function = Function::new_with_locals_types(types);
    for instruction in code.iter().chain([&Instruction::End]) {
        function.instruction(instruction);
    }
    function
}

/// Writes a module that exports the functions of a selection for both colors, or all of them if it
/// is empty.
pub(crate) fn emit(selection: &Selection) -> Result<Vec<u8>, Error> {
    let masks = masks();
    // The shifts that compute each mask of a square.
    let mut shifts = HashMap::new();
    for mask in &masks {
        let value = Expression::rebuilt(&[mask.value], shifts.clone(), Expression::new)[0];
        shifts.insert(Expression::new(Operation::Mask(mask.name), &[]), value);
    }
    let (mut types, mut type_of) = (TypeSection::new(), FunctionSection::new());
    let (mut names, mut bodies) = (ExportSection::new(), CodeSection::new());
    let mut known = Vec::new();
    for Entry {
        name,
        parameters,
        value,
        result,
        ..
    } in chosen(selection, &masks)?
    {
        let signature = (parameters, result == Type::Set);
        let place = known.iter().position(|known| *known == signature);
        let place = place.unwrap_or_else(|| {
            let [parameters, result] = types_of(signature);
            types.ty().function(parameters, result);
            known.push(signature);
            known.len() - 1
        });
        names.export(&name, ExportKind::Func, type_of.len());
        type_of.function(place as u32);
        let value = Expression::rebuilt(&[value], shifts.clone(), Expression::new)[0];
        bodies.function(&body(parameters, value.fused()));
    }
    let mut module = Module::new();
    module
        .section(&types)
        .section(&type_of)
        .section(&names)
        .section(&bodies);
    Ok(module.finish())
}

/// Returns the types of the parameters, and that of the result.
fn types_of((parameters, is_set): (&[&str], bool)) -> [Vec<ValType>; 2] {
    let mut types = Vec::new();
    for name in parameters {
        let is_square = *name == "square";
        types.push(if is_square {
            ValType::I32
        } else {
            ValType::I64
        });
    }
    [
        types,
        vec![if is_set { ValType::I64 } else { ValType::I32 }],
    ]
}
