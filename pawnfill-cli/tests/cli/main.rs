//! The program `pawnfill` as a user meets it: arguments in, output, errors and exit code out.

mod export;
mod find;
mod positions;
mod run;
mod show;
