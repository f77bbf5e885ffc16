//! Connected components of documents (Tarjan 1975, "Efficiency of a good but not linear set union algorithm").
//!
//! Naively a search from each document that was not reached yet. Here each pair joins two sets, whatever the order of pairs,
//! and memory holds two numbers for each document: linked by size, with paths halved, pairs take all but constant time each.

use std::mem;

/// Documents in sets that have none in common.
#[derive(Debug)]
pub(in crate::scan) struct Sets {
    parents: Vec<u32>,
    /// How many documents are below each root.
    sizes: Vec<u32>,
}

impl Sets {
    /// Each of `documents` in a set of its own.
    pub(in crate::scan) fn new(documents: usize) -> Self {
        Sets { parents: (0..documents as u32).collect(), sizes: vec![1; documents] }
    }

    /// The document that stands for all of a set.
    pub(in crate::scan) fn root(&mut self, document: u32) -> u32 {
        let mut at = document as usize;
        while self.parents[at] as usize != at {
            self.parents[at] = self.parents[self.parents[at] as usize];
            at = self.parents[at] as usize;
        }
        at as u32
    }

    /// Joins the sets of two documents; false if they are one already.
    pub(in crate::scan) fn join(&mut self, a: u32, b: u32) -> bool {
        let (mut large, mut small) = (self.root(a), self.root(b));
        if large == small {
            return false;
        }
        if self.sizes[large as usize] < self.sizes[small as usize] {
            mem::swap(&mut large, &mut small);
        }
        self.parents[small as usize] = large;
        self.sizes[large as usize] += self.sizes[small as usize];
        true
    }
}
