//! A function that an expression may use.

use crate::sets::Id;
use crate::value::Value;
use crate::walk::Color;

/// A function of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name. Functions may share a name if their arguments differ in kind.
    pub name: &'static str,
    /// What it does. Functions with the same name do the same.
    pub id: Id,
    /// A sentence about its value.
    pub doc: &'static str,
    /// Its signature and implementation.
    pub body: Body,
}

/// The kinds of functions, by their signature.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each name is the signature")]
pub enum Body {
    SetToSet(fn(u64) -> u64),
    SetToFiles(fn(u64) -> u8),
    SetToNumber(fn(u64) -> u8),
    /// The second argument is a color, White by default.
    SideToSet(fn(u64, Color) -> u64),
    FilesToSet(fn(u8) -> u64),
    FilesToFiles(fn(u8) -> u8),
    FilesToNumber(fn(u8) -> u8),
}

impl Function {
    /// Returns the name with its arguments and the kind of its value.
    #[must_use]
    pub fn signature(&self) -> String {
        let kinds = match self.body {
            Body::SetToSet(_) => "(set) -> set",
            Body::SetToFiles(_) => "(set) -> files",
            Body::SetToNumber(_) => "(set) -> number",
            Body::SideToSet(_) => "(set, color) -> set",
            Body::FilesToSet(_) => "(files) -> set",
            Body::FilesToFiles(_) => "(files) -> files",
            Body::FilesToNumber(_) => "(files) -> number",
        };
        format!("{}{kinds}", self.name)
    }

    /// Returns the value for some arguments, or `None` if their number or kinds are wrong.
    #[must_use]
    pub fn apply(&self, arguments: &[Value]) -> Option<Value> {
        Some(match (self.body, arguments) {
            (Body::SetToSet(f), &[Value::Set(set)]) => Value::Set(f(set)),
            (Body::SetToFiles(f), &[Value::Set(set)]) => Value::Files(f(set)),
            (Body::SetToNumber(f), &[Value::Set(set)]) => Value::Number(f(set).into()),
            (Body::SideToSet(f), &[Value::Set(set)]) => Value::Set(f(set, Color::White)),
            (Body::SideToSet(f), &[Value::Set(set), Value::Color(color)]) => Value::Set(f(set, color)),
            (Body::FilesToSet(f), &[Value::Files(files)]) => Value::Set(f(files)),
            (Body::FilesToFiles(f), &[Value::Files(files)]) => Value::Files(f(files)),
            (Body::FilesToNumber(f), &[Value::Files(files)]) => Value::Number(f(files).into()),
            _ => return None,
        })
    }
}
