//! Finds near-duplicate and copied text: the same answer, bit for bit, in a browser, at the edge and in a
//! terminal.
//!
//! ```
//! use twinprint::{Checker, Document};
//!
//! let checker = Checker::default();
//! let a = checker.read(&Document::plain("a.txt", "The quick brown fox jumps over the lazy dog by the river."))?;
//! let b = checker.read(&Document::plain("b.txt", "As we know, the quick brown fox jumps over the lazy dog!"))?;
//! let report = checker.compare(&a, &b)?;
//! assert_eq!(report.numbers.longest_run, 9);
//! # Ok::<(), twinprint::Error>(())
//! ```
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "html", feature = "stem", feature = "std"))]
extern crate std;

pub mod buckets;
mod check;
#[doc(hidden)]
pub mod cpu;
pub mod difference;
mod error;
pub mod export;
pub mod hash;
pub mod imatch;
pub mod index;
pub mod left_out;
pub mod lexicon;
pub mod minhash;
pub mod passages;
mod recipe;
pub mod report;
pub mod resemblance;
pub mod shingle;
pub mod simhash;
pub mod sketch;
pub mod table;
pub mod text;
pub mod wire;

pub use check::{Checker, Prepared};
pub use error::Error;
pub use recipe::{MinHashing, Recipe, RecipeId, ShingleHash, Sketching};
pub use report::{Numbers, Report};
pub use simhash::Fingerprint;
pub use text::{Document, Format};

#[cfg(all(doctest, feature = "html"))]
#[doc = include_str!("../README.md")]
mod readme {}
