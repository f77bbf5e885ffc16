//! Who wrote what: documents of one author are not compared with each other, unless that is asked for.

use std::collections::{HashMap, HashSet};

use twinprint_native::Error;
use twinprint_native::corpus::{AuthorRule, author_key, authors};

use crate::terminal::{count, counted};

/// The authors of documents, as their names tell them.
pub(crate) struct Authors {
    /// Of each document; empty where it is not known.
    names: Vec<String>,
    /// The same number for documents of one author, and one of its own where that is not known.
    numbers: Vec<u32>,
    /// Whether documents of one author are compared.
    within: bool,
}

impl Default for Authors {
    /// Nobody is known.
    fn default() -> Authors {
        Authors { names: Vec::new(), numbers: Vec::new(), within: true }
    }
}

impl Authors {
    /// The authors of documents by their names.
    pub(super) fn of(documents: &[&str], rule: &AuthorRule, within: bool) -> Authors {
        let names = authors(documents, rule);
        let mut known: HashMap<String, u32> = HashMap::new();
        let number = |(position, name): (usize, &String)| match author_key(name) {
            // Its own position is that of no author known before.
            key if key.is_empty() => position as u32,
            key => *known.entry(key).or_insert(position as u32),
        };
        let numbers = names.iter().enumerate().map(number).collect();
        Authors { names, numbers, within }
    }

    /// Who wrote a document, if that is known.
    pub(super) fn name(&self, position: usize) -> Option<&str> {
        self.names.get(position).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The number of each document's author.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Whether two documents are compared.
    pub(super) fn compares(&self, a: usize, b: usize) -> bool {
        self.within || self.numbers[a] != self.numbers[b]
    }

    /// How many pairs are compared.
    pub(super) fn pairs(&self) -> usize {
        let mut sizes: HashMap<u32, usize> = HashMap::new();
        self.numbers.iter().for_each(|&number| *sizes.entry(number).or_default() += 1);
        let pairs = |documents: usize| documents * documents.saturating_sub(1) / 2;
        let of_one = if self.within { 0 } else { sizes.into_values().map(pairs).sum() };
        pairs(self.numbers.len()) - of_one
    }

    /// "118 of 120 documents have names that tell their author, 117 authors in all; documents of one author are not compared (..)".
    pub(super) fn note(&self) -> Option<String> {
        let documents = self.names.iter().filter(|name| !name.is_empty()).count();
        let authors: HashSet<_> =
            (0..self.names.len()).filter(|&at| self.name(at).is_some()).map(|at| self.numbers[at]).collect();
        let not_compared = if self.within || authors.len() == documents {
            ""
        } else {
            "; documents of one author are not compared (--within-authors compares them)"
        };
        (documents > 0).then(|| {
            format!(
                "{} of {} documents have names that tell their author, {} in all{not_compared}",
                count(documents as u64),
                count(self.names.len() as u64),
                counted(authors.len() as u64, "author"),
            )
        })
    }

    /// Refuses documents of which no two are compared.
    pub(super) fn check(&self) -> Result<(), Error> {
        match (self.pairs(), self.name(0)) {
            (0, Some(author)) if self.names.len() > 1 => {
                Err(Error::OneAuthor { author: author.into(), documents: self.names.len() })
            }
            _ => Ok(()),
        }
    }
}
