//! Random tables, compared with their definitions, and transcripts.

#[allow(dead_code, reason = "each test uses a part of it")]
#[path = "../cli/run.rs"]
mod run;
mod table;
#[cfg(unix)]
mod transcripts;
