//! Third step: every entry is evaluated.

use crate::Errors;
use crate::parse::Head;
use crate::tables::{Misfit, Table, Value};
use crate::validate::Checked;

/// An item with the entries of its table, if no rule was broken.
pub(crate) struct Evaluated {
    pub(crate) head: Head,
    pub(crate) table: Option<(Table, Vec<u64>)>,
}

pub(crate) fn entries(Checked { head, table }: Checked, errors: &mut Errors) -> Evaluated {
    let table = table.and_then(|table| match table.evaluate() {
        Ok(entries) => Some((table, entries)),
        Err(misfit) => {
            errors.at(head.ty.element.span(), describe(&misfit, &head));
            None
        }
    });
    Evaluated { head, table }
}

fn describe(misfit: &Misfit, head: &Head) -> String {
    let at: String = misfit.at.iter().map(|index| format!("[{index}]")).collect();
    let value = match misfit.value {
        Some(Value::Number(number)) => number.to_string(),
        _ => "no value".to_owned(),
    };
    format!("entry `{}{at}` is {value}, which is no `{}`", head.name, head.ty.element)
}
