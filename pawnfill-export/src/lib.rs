//! The patterns of `pawnfill` as expression graphs, written as C, Python and SQL.

pub mod c;
pub mod graph;
mod mask;
pub mod program;
mod syntax;
