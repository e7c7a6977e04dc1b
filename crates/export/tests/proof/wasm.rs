//! Decodes the subset of WebAssembly that the module uses, proves its functions, and mutates its bytes.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use libtest_mimic::Trial;
use pawnfill::Color;
use pawnfill::pattern::{CONTACTS, QUESTIONS, columns};
use pawnfill_export::module;
use pawnfill_symbolic::Symbolic;
use rayon::prelude::*;

use crate::claim::{Input, Judge, claim};
use crate::read::{Ast, Definition, Result, Value};
use crate::{Boards, LANES, equal, everything, samples, trial, values};

/// The type of a value on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    I32,
    I64,
}

use Type::{I32, I64};

/// An instruction with its immediate, which is zero if it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instruction {
    opcode: u8,
    immediate: u64,
}

/// The parameters and the result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Signature {
    parameters: Vec<Type>,
    result: Type,
}

/// A decoded and validated function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    signature: Signature,
    /// The number of locals in use, with the parameters.
    locals: usize,
    code: Vec<Instruction>,
}

/// A module whose functions are not decoded yet.
#[derive(Debug, PartialEq, Eq)]
pub struct Module {
    signatures: Vec<Signature>,
    /// The functions by their exported names.
    pub exports: BTreeMap<String, usize>,
    /// The place of the sections with types and names.
    names: Range<usize>,
    /// The places of the bodies in the bytes.
    pub bodies: Vec<Range<usize>>,
}

/// Bytes from a place on.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn byte(&mut self) -> Result<u8> {
        let byte = *self.bytes.get(self.at).ok_or("unexpected end")?;
        self.at += 1;
        Ok(byte)
    }

    /// Reads an unsigned number of at most 32 bits.
    fn unsigned(&mut self) -> Result<usize> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return match u32::try_from(number) {
                    Ok(number) => Ok(number as usize),
                    Err(_) => Err("a number of more than 32 bits".to_owned()),
                };
            }
            if shift > 28 {
                return Err("a number of more than five bytes".to_owned());
            }
        }
    }

    /// Reads a signed number of at most 64 bits.
    fn signed(&mut self) -> Result<u64> {
        let (mut number, mut shift) = (0_i128, 0);
        loop {
            let byte = self.byte()?;
            number |= i128::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                let number = if byte & 0x40 == 0 { number } else { number - (1 << shift) };
                return match i64::try_from(number) {
                    Ok(number) => Ok(number as u64),
                    Err(_) => Err("a number of more than 64 bits".to_owned()),
                };
            }
            if shift > 63 {
                return Err("a number of more than ten bytes".to_owned());
            }
        }
    }

    fn type_of_value(&mut self) -> Result<Type> {
        match self.byte()? {
            0x7f => Ok(I32),
            0x7e => Ok(I64),
            other => Err(format!("unknown type {other:#x}")),
        }
    }

    fn vector<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        (0..self.unsigned()?).map(|_| item(self)).collect()
    }

    /// Reads a length, and returns the place of so many bytes.
    fn sized(&mut self) -> Result<Range<usize>> {
        let length = self.unsigned()?;
        let place = self.at..self.at.checked_add(length).ok_or("a length out of the module")?;
        if place.end > self.bytes.len() {
            return Err("a length out of the module".to_owned());
        }
        self.at = place.end;
        Ok(place)
    }
}

impl Module {
    /// Reads the sections of a module. The bodies of functions are only located.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut module = Bytes { bytes, at: 8 };
        if bytes.get(..8) != Some(b"\0asm\x01\0\0\0") {
            return Err("not a module".to_owned());
        }
        let (mut types, mut signatures, mut exports, mut bodies) = (vec![], vec![], BTreeMap::new(), vec![]);
        let (mut last, mut names) = (0, 0..0);
        while module.at < bytes.len() {
            let id = module.byte()?;
            let place = module.sized()?;
            let mut section = Bytes { bytes: &bytes[..place.end], at: place.start };
            // A section of anyone's own, which engines ignore.
            if id == 0 {
                let name = section.sized()?;
                std::str::from_utf8(&bytes[name]).map_err(|error| error.to_string())?;
                continue;
            }
            if id <= last {
                return Err("sections are not in order".to_owned());
            }
            last = id;
            match id {
                1 => {
                    names.start = place.start;
                    types = section.vector(|section| {
                        if section.byte()? != 0x60 {
                            return Err("not a type of a function".to_owned());
                        }
                        let parameters = section.vector(Bytes::type_of_value)?;
                        match section.vector(Bytes::type_of_value)?[..] {
                            [result] => Ok(Signature { parameters, result }),
                            _ => Err("not one result".to_owned()),
                        }
                    })?;
                }
                3 => {
                    signatures = section.vector(|section| {
                        let signature: Option<&Signature> = types.get(section.unsigned()?);
                        signature.cloned().ok_or_else(|| "unknown type".to_owned())
                    })?;
                }
                7 => {
                    names.end = place.end;
                    let entries = section.vector(|section| {
                        let name = std::str::from_utf8(&bytes[section.sized()?])
                            .map_err(|error| error.to_string())?;
                        match section.byte()? {
                            0 => Ok((name.to_owned(), section.unsigned()?)),
                            _ => Err("not a function".to_owned()),
                        }
                    })?;
                    let count = entries.len();
                    exports = entries.into_iter().collect();
                    if exports.len() != count || exports.values().any(|&index| index >= signatures.len()) {
                        return Err("a name twice, or an unknown function".to_owned());
                    }
                }
                10 => bodies = section.vector(Bytes::sized)?,
                _ => return Err(format!("unknown section {id}")),
            }
            if section.at != place.end {
                return Err(format!("section {id} has another length"));
            }
        }
        if bodies.len() != signatures.len() {
            return Err("not one body for each function".to_owned());
        }
        Ok(Self { signatures, exports, names, bodies })
    }

    /// Decodes the function with this index from its body.
    pub fn function(&self, index: usize, body: &[u8]) -> Result<Function> {
        Function::read(&self.signatures[index], body)
    }
}

/// Returns the operands and the result of an instruction without an immediate.
fn effect(opcode: u8) -> Option<(&'static [Type], Type)> {
    Some(match opcode {
        0x1b => (&[I64, I64, I32], I64),
        0x45 => (&[I32], I32),
        0x50 | 0xa7 => (&[I64], I32),
        0x58 => (&[I64, I64], I32),
        0x71 | 0x72 => (&[I32, I32], I32),
        0x7b => (&[I64], I64),
        0x7d | 0x7e | 0x83..=0x86 | 0x88 | 0x89 => (&[I64, I64], I64),
        0xad => (&[I32], I64),
        _ => return None,
    })
}

impl Function {
    fn read(signature: &Signature, body: &[u8]) -> Result<Self> {
        let mut bytes = Bytes { bytes: body, at: 0 };
        let mut locals = signature.parameters.clone();
        let declared = bytes.vector(|bytes| Ok((bytes.unsigned()?, bytes.type_of_value()?)))?;
        for (count, ty) in declared {
            // No function comes near this limit of common engines.
            if count + locals.len() > 50_000 {
                return Err("too many locals".to_owned());
            }
            locals.extend(std::iter::repeat_n(ty, count));
        }
        let (mut code, mut stack) = (Vec::with_capacity(body.len()), Vec::with_capacity(16));
        loop {
            let opcode = bytes.byte()?;
            let immediate = match opcode {
                0x0b => break,
                0x20..=0x22 => bytes.unsigned()? as u64,
                0x42 => bytes.signed()?,
                _ => 0,
            };
            let mut pop = |ty: Type| if stack.pop() == Some(ty) { Ok(()) } else { Err("another operand") };
            let local = || locals.get(immediate as usize).copied().ok_or("an unknown local");
            match opcode {
                0x20 => stack.push(local()?),
                0x21 => pop(local()?)?,
                0x22 => {
                    pop(local()?)?;
                    stack.push(local()?);
                }
                0x42 => stack.push(I64),
                _ => {
                    let (operands, result) =
                        effect(opcode).ok_or_else(|| format!("unknown instruction {opcode:#x}"))?;
                    operands.iter().rev().try_for_each(|&operand| pop(operand))?;
                    stack.push(result);
                }
            }
            // A shift by a constant depends only on its six lowest bits.
            match code.last_mut() {
                Some(Instruction { opcode: 0x42, immediate: n }) if matches!(opcode, 0x86 | 0x88 | 0x89) => {
                    *n %= 64
                }
                _ => {}
            }
            code.push(Instruction { opcode, immediate });
        }
        if stack != [signature.result] || bytes.at != body.len() {
            return Err("another end".to_owned());
        }
        let places = code.iter().filter(|instruction| matches!(instruction.opcode, 0x20..=0x22));
        let used = places.map(|instruction| instruction.immediate as usize + 1).max().unwrap_or(0);
        Ok(Self { signature: signature.clone(), locals: used.max(signature.parameters.len()), code })
    }

    /// Runs the function as a processor would. Values of 32 bits are in the low half.
    pub fn run(&self, arguments: &[u64]) -> Result<u64> {
        let mut locals = arguments.to_vec();
        locals.resize(self.locals, 0);
        let mut stack: Vec<u64> = Vec::new();
        for &Instruction { opcode, immediate } in &self.code {
            let mut pop = || stack.pop().ok_or("an empty stack");
            let value = match opcode {
                0x20 => locals[immediate as usize],
                0x21 => {
                    locals[immediate as usize] = pop()?;
                    continue;
                }
                0x22 => {
                    let value = pop()?;
                    locals[immediate as usize] = value;
                    value
                }
                0x42 => immediate,
                0x1b => {
                    let (condition, no, yes) = (pop()?, pop()?, pop()?);
                    if condition == 0 { no } else { yes }
                }
                0x45 | 0x50 => u64::from(pop()? == 0),
                0x7b => u64::from(pop()?.count_ones()),
                0xa7 => pop()? & 0xffff_ffff,
                0xad => pop()?,
                _ => {
                    let (b, a) = (pop()?, pop()?);
                    match opcode {
                        0x58 => u64::from(a <= b),
                        0x71 | 0x83 => a & b,
                        0x72 | 0x84 => a | b,
                        0x7d => a.wrapping_sub(b),
                        0x7e => a.wrapping_mul(b),
                        0x85 => a ^ b,
                        0x86 => a << (b % 64),
                        0x88 => a >> (b % 64),
                        0x89 => a.rotate_left((b % 64) as u32),
                        _ => return Err(format!("unknown instruction {opcode:#x}")),
                    }
                }
            };
            stack.push(value);
        }
        stack.pop().ok_or_else(|| "an empty stack".to_owned())
    }

    /// Returns the names of the parameters.
    pub fn parameters(&self) -> Result<&'static [&'static str]> {
        match self.signature.parameters[..] {
            [I64, I64] => Ok(&["white", "black"]),
            [I64, I64, I32] => Ok(&["white", "black", "square"]),
            [I32] => Ok(&["square"]),
            _ => Err("other parameters".to_owned()),
        }
    }

    /// Returns the function as an expression, for the symbolic set. Each assignment has a name of its own.
    pub fn definition(&self) -> Result<Definition> {
        let parameters: Vec<_> = self.parameters()?.iter().map(|&name| name.to_owned()).collect();
        let mut names: HashMap<u64, Ast> = (0..).zip(parameters.iter().cloned().map(Ast::Name)).collect();
        let (mut locals, mut stack) = (Vec::new(), Vec::new());
        let call = |name: &str, operands| Ast::Call(name.to_owned(), operands);
        for &Instruction { opcode, immediate } in &self.code {
            let mut pop = || stack.pop().ok_or("an empty stack");
            let value = match opcode {
                // Locals start as zero.
                0x20 => names.get(&immediate).cloned().unwrap_or(Ast::Number(0)),
                0x21 | 0x22 => {
                    let name = format!("local{}", locals.len());
                    locals.push((name.clone(), pop()?));
                    names.insert(immediate, Ast::Name(name.clone()));
                    if opcode == 0x21 {
                        continue;
                    }
                    Ast::Name(name)
                }
                0x42 => Ast::Number(immediate),
                0x1b => {
                    let (condition, no, yes) = (pop()?, pop()?, pop()?);
                    // The only choice is an absolute difference.
                    match &yes {
                        Ast::Binary(sign, a, b)
                            if sign == "-"
                                && no == Ast::Binary("-".to_owned(), b.clone(), a.clone())
                                && condition == Ast::Binary("<=".to_owned(), b.clone(), a.clone()) =>
                        {
                            call("_abs_diff", vec![*a.clone(), *b.clone()])
                        }
                        _ => return Err("a choice that is not an absolute difference".to_owned()),
                    }
                }
                0x45 => Ast::Unary("!".to_owned(), Box::new(pop()?)),
                0x50 => binary("==", pop()?, Ast::Number(0)),
                0x7b => call("_count", vec![pop()?]),
                0xa7 => match pop()? {
                    Ast::Binary(sign, files, mask) if sign == "&" && *mask == Ast::Number(0xff) => {
                        call("uint8_t", vec![*files])
                    }
                    value => call("unsigned", vec![value]),
                },
                0xad => match pop()? {
                    Ast::Name(name) if name == "square" => Ast::Name(name),
                    _ => return Err("a conversion of another value than the square".to_owned()),
                },
                _ => {
                    let (b, a) = (pop()?, pop()?);
                    match opcode {
                        0x58 => binary("<=", a, b),
                        0x71 => binary("&&", a, b),
                        0x72 => binary("||", a, b),
                        0x7d => binary("-", a, b),
                        0x7e => binary("*", a, b),
                        0x83 => binary("&", a, b),
                        0x84 => binary("|", a, b),
                        0x85 => binary("^", a, b),
                        0x86 | 0x88 | 0x89 => shifted(opcode, a, b, &mut locals),
                        _ => return Err(format!("unknown instruction {opcode:#x}")),
                    }
                }
            };
            stack.push(value);
        }
        let value = stack.pop().ok_or("an empty stack")?;
        Ok(Definition { parameters, locals, value })
    }
}

/// Returns an operation on two sets or numbers.
fn binary(sign: &str, a: Ast, b: Ast) -> Ast {
    Ast::Binary(sign.to_owned(), Box::new(a), Box::new(b))
}

/// Returns a shift or a rotation. If it is not by a constant, each bit of the number selects a shift by a power of two.
fn shifted(opcode: u8, mut set: Ast, by: Ast, locals: &mut Vec<(String, Ast)>) -> Ast {
    let shift = |set: Ast, n| match opcode {
        0x86 => binary("<<", set, Ast::Number(n)),
        0x88 => binary(">>", set, Ast::Number(n)),
        _ if n == 0 => set,
        _ => {
            let up = binary("<<", set.clone(), Ast::Number(n));
            binary("|", up, binary(">>", set, Ast::Number(64 - n)))
        }
    };
    let mut named = |value| {
        let name = format!("local{}", locals.len());
        locals.push((name.clone(), value));
        Ast::Name(name)
    };
    if let Ast::Number(n) = by {
        return shift(named(set), n);
    }
    let by = named(by);
    for bit in 0..6 {
        set = named(set);
        let digit = binary("&", binary(">>", by.clone(), Ast::Number(bit)), Ast::Number(1));
        let moves = named(binary("-", Ast::Number(0), digit));
        let stays = binary("&", set.clone(), Ast::Unary("~".to_owned(), Box::new(moves.clone())));
        set = binary("|", stays, binary("&", shift(set, 1 << bit), moves));
    }
    set
}

/// Returns every seventh bit of these bytes: the place of its byte, and the byte in which it is set.
fn bits(bytes: Range<usize>) -> impl Iterator<Item = (usize, u8)> {
    (8 * bytes.start..8 * bytes.end).step_by(7).map(|bit| (bit / 8, 1 << (bit % 8)))
}

/// A module and its decoded functions.
struct Export {
    bytes: Vec<u8>,
    module: Module,
    functions: BTreeMap<String, Function>,
}

impl Export {
    fn new() -> Result<Self> {
        let bytes = module(&[])?;
        let module = Module::read(&bytes)?;
        let function = |(name, &index): (&String, &usize)| {
            let function = module.function(index, &bytes[module.bodies[index].clone()])?;
            Ok((name.clone(), function))
        };
        let functions = module.exports.iter().map(function).collect::<Result<_>>()?;
        Ok(Self { bytes, module, functions })
    }

    /// Proves that a function equals the library's, on the symbolic set and as a processor runs it.
    fn proved(&self, name: &str) -> Result<()> {
        let (function, none) = (&self.functions[name], crate::read::Module::default());
        let definition = function.definition()?;
        let claim = claim(name, &none).ok_or("the library has no such function")?;
        for input in everything(&definition) {
            let value = none.run(&definition, input.arguments(&definition.parameters)?)?;
            Symbolic::same(&value, &claim(input))?;
        }
        for input in samples() {
            let values = match none.run(&definition, input.arguments(&definition.parameters)?)? {
                Value::Integer(number) => [number; LANES],
                Value::Set(set) => set.boards(),
                Value::Files(files) => files.map(|files| files.bits().into()),
                Value::Truth(truth) => truth.boards().map(|board| u64::from(board != 0)),
                number => number.number()?.map(u64::from),
            };
            for (arguments, value) in arguments(function, input)?.into_iter().zip(values) {
                if function.run(&arguments)? != value {
                    return Err(format!("another value for {arguments:x?}"));
                }
            }
        }
        Ok(())
    }

    /// Checks that the module has exactly the functions of the library.
    fn complete(&self) -> Result<()> {
        let contacts =
            CONTACTS.iter().flat_map(|class| ["east", "west"].map(|side| format!("{}_{side}", class.name)));
        let sides = contacts.chain(QUESTIONS.iter().map(|question| question.name.to_owned()));
        let sides = sides.flat_map(|name| Color::ALL.map(|color| format!("{color}_{name}")));
        let expected: BTreeSet<_> = columns().map(|column| column.to_string()).chain(sides).collect();
        let names: BTreeSet<_> = self.functions.keys().cloned().collect();
        if names == expected && self.module.bodies.len() == expected.len() {
            return Ok(());
        }
        Err(format!("missing or unknown: {:?}", expected.symmetric_difference(&names)))
    }

    /// Inverts bits of the functions, and refutes every mutant.
    fn functions_refuted(&self) -> Result<()> {
        let counts = |(name, function): (&String, &Function)| -> Result<[usize; 4]> {
            let index = self.module.exports[name];
            let mut body = self.bytes[self.module.bodies[index].clone()].to_vec();
            let original = Original::new(function)?;
            let [mut invalid, mut unchanged, mut refuted, mut equal] = [0; 4];
            for (at, bit) in bits(0..body.len()) {
                body[at] ^= bit;
                match self.module.function(index, &body) {
                    Err(_) => invalid += 1,
                    // Another number of locals, or a longer number.
                    Ok(mutant) if mutant == *function => unchanged += 1,
                    Ok(mutant) if original.equals(&mutant)? => equal += 1,
                    Ok(_) => refuted += 1,
                }
                body[at] ^= bit;
            }
            Ok([invalid, unchanged, refuted, equal])
        };
        let counts = self.functions.par_iter().map(counts).collect::<Result<Vec<_>>>()?;
        let [invalid, unchanged, refuted, equal] =
            [0, 1, 2, 3].map(|kind| counts.iter().map(|counts| counts[kind]).sum::<usize>());
        println!(
            "functions: {refuted} mutants refuted, {equal} proved equal, {unchanged} unchanged, {invalid} invalid"
        );
        // If everything were called equal, nothing would be refuted.
        if refuted < 20 * self.functions.len() {
            Err("too few mutants are refuted".to_owned())
        } else {
            Ok(())
        }
    }

    /// Inverts bits of what names and types the functions, and refutes every mutant.
    fn names_refuted(&self) -> Result<()> {
        let mut bytes = self.bytes.clone();
        let (mut invalid, mut refuted, mut equal) = (0, 0, 0);
        for (at, bit) in bits(self.module.names.clone()) {
            bytes[at] ^= bit;
            match Module::read(&bytes) {
                Err(_) => invalid += 1,
                // A name is missing or means another function, unless both functions are equal.
                Ok(mutant) => {
                    // Most mutants miss a name, so that no function has to be decoded.
                    let has_names = self.functions.keys().all(|name| mutant.exports.contains_key(name));
                    let is_equal = has_names
                        && self.functions.iter().all(|(name, function)| {
                            let index = mutant.exports[name];
                            let decoded = mutant.function(index, &bytes[mutant.bodies[index].clone()]);
                            decoded.is_ok_and(|decoded| {
                                let equals = || Original::new(function)?.equals(&decoded);
                                decoded == *function || equals() == Ok(true)
                            })
                        });
                    *if is_equal { &mut equal } else { &mut refuted } += 1;
                }
            }
            bytes[at] ^= bit;
        }
        println!("names and types: {refuted} mutants refuted, {equal} proved equal, {invalid} invalid");
        if refuted < 10 * self.functions.len() {
            Err("too few mutants are refuted".to_owned())
        } else {
            Ok(())
        }
    }
}

/// Returns the arguments for each of these boards.
fn arguments(function: &Function, input: Input<Boards>) -> Result<[Vec<u64>; LANES]> {
    let [white, black] = input.boards.map(Boards::boards);
    let argument = |name: &str, lane: usize| match name {
        "white" => white[lane],
        "black" => black[lane],
        _ => input.square as u64,
    };
    let parameters = function.parameters()?;
    let of = |lane| parameters.iter().map(|name| argument(name, lane)).collect();
    Ok(std::array::from_fn(of))
}

/// A function with its values, to which its mutants are compared.
struct Original<'a> {
    function: &'a Function,
    /// Some arguments, each with the value of the function.
    samples: Vec<(Vec<u64>, u64)>,
    /// The values for all inputs, once a mutant needs them.
    values: OnceCell<Vec<(Input<Symbolic>, Value<Symbolic>)>>,
}

impl<'a> Original<'a> {
    fn new(function: &'a Function) -> Result<Self> {
        let mut pairs = Vec::new();
        for input in samples() {
            for arguments in arguments(function, input)? {
                let value = function.run(&arguments)?;
                pairs.push((arguments, value));
            }
        }
        Ok(Self { function, samples: pairs, values: OnceCell::new() })
    }

    /// Returns `true` if the mutant is equal for all inputs, after trying some.
    fn equals(&self, mutant: &Function) -> Result<bool> {
        if self.function.signature != mutant.signature {
            return Ok(false);
        }
        for (arguments, value) in &self.samples {
            if mutant.run(arguments)? != *value {
                return Ok(false);
            }
        }
        let none = crate::read::Module::default();
        let mutant = mutant.definition()?;
        if self.values.get().is_none() {
            let definition = self.function.definition()?;
            let _ = self.values.set(values(&none, &definition, everything(&definition))?);
        }
        equal(&none, &mutant, self.values.get().expect("it was just set"))
    }
}

/// What proves a theorem.
type Proof = Box<dyn Fn(&Export) -> Result<()> + Send>;

/// Returns the theorems about the module.
pub fn trials() -> Vec<Trial> {
    let export = match Export::new() {
        Ok(export) => Arc::new(export),
        Err(error) => panic!("cannot read the module: {error}"),
    };
    let theorem = |title: String, proof: Proof| {
        let export = Arc::clone(&export);
        trial(title, move || Ok(proof(&export)?))
    };
    let mut trials: Vec<_> = export
        .functions
        .keys()
        .cloned()
        .map(|name| {
            let title = format!("WebAssembly: {name} equals the library's");
            theorem(title, Box::new(move |export| export.proved(&name)))
        })
        .collect();
    trials.push(theorem("WebAssembly: no function is missing".to_owned(), Box::new(Export::complete)));
    trials.push(theorem(
        "WebAssembly: every mutant of a function is refuted".to_owned(),
        Box::new(Export::functions_refuted),
    ));
    trials.push(theorem(
        "WebAssembly: every mutant of the names is refuted".to_owned(),
        Box::new(Export::names_refuted),
    ));
    trials
}
