//! A corpus without the questions and answers that models are judged by.
//!
//! Naively: look for each item of the eval sets in each document. Here the eval sets are read first ([`Evals`]); a pass over the corpus counts how rare
//! their words are in it ([`Counted`]), and a second one finds the items ([`Counted::find`]), as the core does it ([`twinprint::evals`]). Then the corpus
//! is given back as `dedup` gives it ([`Decontamination::give`]): the files as they were, but for the documents that hold items; what is read is kept, removed or
//! refused, and that is counted.

mod count;
mod file;
mod find;
mod item;
mod read;
mod table;
mod write;

pub use count::Counted;
pub use find::{Found, FoundItem, FoundPart};
pub use item::ItemFields;
pub use read::{EvalFile, EvalItem, Evals, RefusedItem};
pub use write::{Decontamination, EvalAccount, Ledger, Taken, output};

use twinprint::evals::{EvalIndex, Threshold};

impl Evals {
    /// The items, each word weighed by how rare it is in a corpus; to be called once, when that was read.
    pub fn weighed(&mut self, counted: &Counted) -> EvalIndex {
        EvalIndex::new(core::mem::take(&mut self.set), &counted.rarity)
    }

    /// What of each eval set stands in a corpus.
    pub fn accounts(&self, index: &EvalIndex, threshold: &Threshold, found: &[Found]) -> Vec<EvalAccount> {
        write::accounts(self, index, threshold, found).0
    }

    /// The items that a document holds, for programs: a list of objects, each with its eval set, its number there, and what is shared.
    pub fn lines(&self, found: &Found) -> serde_json::Value {
        write::lines(self, found)
    }
}
