//! Studies and evaluation against naive definitions.

mod eval;
mod plots;
#[path = "../../../../tests/reference.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod reference;
#[path = "../../../../tests/shared/scans.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod scans;
mod studies;
#[path = "../../../../tests/shared/texts.rs"]
#[allow(dead_code, reason = "each crate tests with what it needs of it")]
mod texts;
