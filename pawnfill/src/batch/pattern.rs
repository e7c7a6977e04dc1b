//! Computes patterns of the list over a batch.

use core::iter::zip;

use super::run::{Numbers, Write};
use super::{Batch, LengthError};
use crate::pattern::column::{BoardPattern, ColumnId, SidePattern};
use crate::pattern::list::patterns;
use crate::pattern::{Column, Kind, Value, columns};
use crate::set::Lanes;
use crate::{Backend, Color, FileSet, Pawns};

/// The number of values that are counted at a time, while they are in the first-level cache.
const CHUNK: usize = 512;

/// # Patterns of the list
///
/// These functions accept a [`Column`] that is known only at run time. A program that calls one of them therefore
/// contains a loop for every column and [`Cpu`](super::Cpu), which takes most of a minute to compile.
/// [`Sets`](super::Sets) compiles only the sets that it names, and shares the work between them.
impl<B: Backend, const N: usize> Batch<'_, B, N> {
    /// Writes the value of a pattern for each position to the output: a board, a byte of files or a number.
    ///
    /// ```
    /// use pawnfill::batch::{Batch, LengthError};
    /// use pawnfill::pattern::Column;
    ///
    /// let doubled = Column::from_name("white_doubled").unwrap();
    /// let pairs = [[0x0001_0100, 0], [0x0002_0100, 0]];
    /// let mut boards = [0; 2];
    /// Batch::from_pairs(&pairs).write_pattern(doubled, &mut boards)?;
    /// assert_eq!(boards, [0x0001_0100, 0]);
    /// # Ok::<(), LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error and writes nothing if the length of the output is not the number of positions.
    pub fn write_pattern(self, column: Column, output: &mut [u64]) -> Result<(), LengthError> {
        self.check(&[&mut *output])?;
        self.write_values(column, output);
        Ok(())
    }

    /// Writes the count of a pattern for each position to the output: of squares, of files, or the number itself.
    ///
    /// ```
    /// use pawnfill::batch::{Batch, LengthError};
    /// use pawnfill::pattern::Column;
    ///
    /// let islands = Column::from_name("white_island_count").unwrap();
    /// let pairs = [[0x0000_c500, 0], [0, 0x00ff_0000_0000_0000]];
    /// let mut counts = [0; 2];
    /// Batch::from_pairs(&pairs).count_pattern(islands, &mut counts)?;
    /// assert_eq!(counts, [3, 0]);
    /// # Ok::<(), LengthError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error and writes nothing if the length of the output is not the number of positions.
    pub fn count_pattern(self, column: Column, output: &mut [u8]) -> Result<(), LengthError> {
        self.check(&[&mut *output])?;
        let mut values = [0; CHUNK];
        for (chunk, output) in zip(self.chunks(CHUNK), output.chunks_mut(CHUNK)) {
            let values = &mut values[..output.len()];
            chunk.write_values(column, values);
            let kind = column.pattern().kind;
            self.cpu.run(
                #[inline(always)]
                || zip(output, values).for_each(|(place, value)| *place = count(kind, *value) as u8),
            );
        }
        Ok(())
    }

    /// Returns the sum of the counts of a pattern over all positions.
    #[must_use]
    pub fn pattern_total(self, column: Column) -> u64 {
        let mut values = [0; CHUNK];
        let total_of_chunk = |chunk: Self| {
            let values = &mut values[..chunk.len()];
            chunk.write_values(column, values);
            let kind = column.pattern().kind;
            self.cpu.run(
                #[inline(always)]
                || values.iter().map(|&value| count(kind, value)).sum::<u64>(),
            )
        };
        self.chunks(CHUNK).map(total_of_chunk).sum()
    }

    /// Returns the sum of the counts of each column over all positions, in the order of [`columns`].
    ///
    /// Each sum is computed when the iterator reaches it.
    ///
    /// ```
    /// use pawnfill::batch::Batch;
    ///
    /// let pairs = [[0x0001_0100, 0x0080_0000_0000_0000]; 100];
    /// let totals = Batch::from_pairs(&pairs).pattern_totals();
    /// let doubled = totals.filter(|(column, _)| column.pattern().name == "doubled");
    /// assert!(doubled.map(|(_, total)| total).eq([200, 0]));
    /// ```
    pub fn pattern_totals(self) -> impl Iterator<Item = (Column, u64)> {
        columns().map(move |column| (column, self.pattern_total(column)))
    }
}

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
            fn write_values(self, column: Column, output: &mut [u64]) {
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

/// Returns the count in a value.
#[inline(always)]
fn count(kind: Kind, value: u64) -> u64 {
    match kind {
        Kind::Set | Kind::Files => value.count_ones().into(),
        Kind::Number => value,
    }
}
