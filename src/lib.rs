//! Finds near-duplicate and copied text: the same answer, bit for bit, in a browser, at the edge and in a
//! terminal.
//!
//! # Compare two texts
//!
//! [`compare`](compare()) says how much of each is in the other, and where. A [`Checker`] does so with settings of one's own, with
//! HTML, with templates that do not count, and with many documents that are each read once.
//!
//! ```
//! let a = "The quick brown fox jumps over the lazy dog by the river.";
//! let b = "As we know, the quick brown fox jumps over the lazy dog!";
//! let report = twinprint::compare(a, b)?;
//! assert_eq!(report.numbers.longest_run, 9);
//! # Ok::<(), twinprint::Error>(())
//! ```
//!
//! # Find the near-duplicates of many
//!
//! [`near_duplicates`] gives every pair of texts that resemble each other enough, and the clusters they make.
//!
//! ```
//! let texts = ["One fish, two fish, red fish, blue fish.", "Call me Ishmael.", "one fish two fish red fish blue fish"];
//! let found = twinprint::near_duplicates(&texts, 0.8)?;
//! assert_eq!((found.pairs[0].a, found.pairs[0].b), (0, 2));
//! # Ok::<(), twinprint::Error>(())
//! ```
//!
//! # Check a document against an index
//!
//! An [`Index`] of documents says which of them a text has something from, and where, without a look at the others; word for word
//! if it keeps their texts.
//!
//! ```
//! use twinprint::{Document, Index, IndexOptions};
//!
//! let melville = "Call me Ishmael. Some years ago, never mind how long precisely, having little or no money in my purse, \
//!     and nothing particular to interest me on shore, I thought I would sail about a little.";
//! let index = Index::build([Document::plain("moby-dick", melville)], &IndexOptions::default().with_texts(true))?;
//!
//! let essay = ["My life so far: ", &melville[17..]].concat();
//! let findings = index.query(&Document::plain("essay", &essay))?;
//! assert_eq!((findings.sources[0].id.as_str(), findings.sources[0].shared), ("moby-dick", 32));
//! # Ok::<(), twinprint::Error>(())
//! ```
//!
//! # What these stand on
//!
//! From the bytes of a document to what is found of it, each module knows those before it only: [`text`] makes words of documents
//! and [`shingle`] shingles of words, by the hashes of [`hash`]; [`lexicon`] weighs words; [`resemblance`] and [`passages`] say
//! what two documents share, [`difference`] what was edited, [`reworded`] what they say in other words. [`simhash`], [`minhash`], [`imatch`] and [`buckets`] are the
//! signatures of the papers, which [`sketch`] makes by a [`Recipe`]. [`table`] finds fingerprints within k bits, [`index`] what
//! documents of a corpus share with another, [`seen`] which documents were seen before as wholes, [`evals`] which hold items of eval sets; [`export`] writes what is found for people.
#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "html", feature = "stem", feature = "std"))]
extern crate std;

pub mod buckets;
mod check;
#[doc(hidden)]
pub mod cpu;
pub mod difference;
mod duplicates;
mod edited;
mod elementary;
mod error;
pub mod evals;
pub mod export;
pub mod hash;
pub mod imatch;
pub mod index;
pub mod left_out;
pub mod lexicon;
pub mod loss;
pub mod minhash;
pub mod passages;
mod recipe;
pub mod repeats;
pub mod report;
pub mod resemblance;
pub mod reworded;
pub mod seen;
pub mod shingle;
pub mod simhash;
pub mod sketch;
pub mod table;
pub mod text;
#[cfg(feature = "vectors")]
mod vectors;
pub mod wire;

pub use check::{Checker, Prepared, Reach, TakenOut, compare};
pub use duplicates::{
    NearDuplicate, NearDuplicates, near_duplicates, near_duplicates_by, near_duplicates_while,
};
pub use error::Error;
pub use index::{Findings, Index, IndexOptions};
pub use recipe::{MinHashing, Recipe, RecipeId, ShingleHash, Sketching};
pub use report::{Numbers, Report};
pub use simhash::Fingerprint;
pub use text::{Document, Format};
#[cfg(feature = "vectors")]
pub use vectors::VECTORS;

#[cfg(all(doctest, feature = "html"))]
#[doc = include_str!("../README.md")]
mod readme {}
