//! The program `pawnfill` from the command line: arguments, output, errors and exit codes.

mod export;
mod find;
mod help;
mod losses;
mod positions;
mod run;
mod show;
