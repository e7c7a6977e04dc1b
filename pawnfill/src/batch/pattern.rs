//! Computes patterns of the list over a batch.

use core::iter::zip;

use super::Batch;
use super::run::{Numbers, Write};
use crate::pattern::column::{BoardPattern, ColumnId, SidePattern};
use crate::pattern::list::patterns;
use crate::pattern::{Column, Value};
use crate::set::Lanes;
use crate::{Backend, Color, FileSet, Pawns};

/// Writes the values of one column. A type of its own makes the loop a separate one.
macro_rules! write {
    ($batch:ident, $output:ident, |$pawns:ident| $value:expr) => {{
        struct Values;

        impl Numbers<u64, 1> for Values {
            #[inline(always)]
            fn of<B: Backend, const N: usize>(&self, $pawns: Pawns<B, Lanes<N>>) -> [[u64; N]; 1] {
                [numbers($value)]
            }
        }

        $batch.work(Write::new(Values, [$output]));
    }};
}

macro_rules! declare {
    ($($family:ident $heading:literal {
        $(Board { $($board_kind:ident $board:ident = $($board_text:tt),*;)* })?
        Side { $($kind:ident $name:ident = $($text:tt),*;)* }
    })*) => {
        impl<B: Backend, const N: usize> Batch<'_, B, N> {
            /// Writes the values of a column with a loop that is compiled for this column.
            pub(super) fn write_values(self, column: Column, output: &mut [u64]) {
                let batch = self.with_cpu(self.cpu.without_counts());
                match column.id {
                    $($($(
                        ColumnId::Board(BoardPattern::$board) => {
                            write!(batch, output, |pawns| Value::$board_kind(pawns.$board()))
                        }
                    )*)?)*
                    $($(
                        ColumnId::Side(SidePattern::$name, Color::White) => {
                            write!(batch, output, |pawns| Value::$kind(pawns.white().$name()))
                        }
                        ColumnId::Side(SidePattern::$name, Color::Black) => {
                            write!(batch, output, |pawns| Value::$kind(pawns.black().$name()))
                        }
                    )*)*
                }
            }
        }
    };
}
patterns!(declare);

/// Returns the values of a pattern as numbers.
#[inline(always)]
fn numbers<const N: usize>(value: Value<Lanes<N>, [FileSet; N], [u32; N]>) -> [u64; N] {
    let mut values = [0; N];
    match value {
        Value::Set(sets) => values = sets.boards(),
        Value::Files(files) => {
            zip(&mut values, files).for_each(|(value, files)| *value = files.bits().into())
        }
        Value::Number(numbers) => zip(&mut values, numbers).for_each(|(value, n)| *value = n.into()),
    }
    values
}
