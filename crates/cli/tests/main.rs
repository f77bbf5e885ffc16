//! The command line as a process, and the commands of the documents.

mod cli;
#[path = "../../../tests/shared/compression.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod compression;
mod readme;
#[path = "../../../tests/reference.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod reference;
#[path = "../../../tests/shared/texts.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod texts;
