//! What becomes of documents by definition: all of them in memory, every one compared with every one.

use std::collections::{BTreeMap, BTreeSet};

/// A document: where it is, and its words.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) file: String,
    pub(super) number: u64,
    pub(super) words: Vec<String>,
}

const W: usize = 10;

fn shingles(words: &[String]) -> Vec<&[String]> {
    if words.len() < W { vec![words] } else { words.windows(W).collect() }
}

/// Whether so much of a document stands in another that it may be removed for it.
fn stands_in(document: &[String], other: &BTreeSet<&[String]>) -> bool {
    let own = shingles(document);
    let has: Vec<bool> = own.iter().map(|shingle| other.contains(shingle)).collect();
    let distinct: BTreeSet<&&[String]> = own.iter().collect();
    let lost = has.iter().filter(|has| !**has).count();
    let lost_distinct = distinct.iter().filter(|shingle| !other.contains(**shingle)).count();
    let mut new = vec![true; document.len()];
    for (first, shingle) in own.iter().enumerate().filter(|(first, _)| has[*first]) {
        new[first..first + shingle.len()].fill(false);
    }
    let all = new.iter().filter(|new| **new).count();
    let longest = new.split(|new| !new).map(<[bool]>::len).max().unwrap_or(0);
    lost * 20 <= own.len() && lost_distinct * 20 <= distinct.len() && all <= 20 && longest <= 12
}

/// The documents that are removed, each with the one that is kept for it, by their places in the list.
pub(super) fn removed(documents: &[Document]) -> BTreeMap<usize, usize> {
    let sets: Vec<BTreeSet<&[String]>> =
        documents.iter().map(|document| shingles(&document.words).into_iter().collect()).collect();
    let mut order: Vec<usize> = (0..documents.len()).filter(|&at| !documents[at].words.is_empty()).collect();
    order.sort_by_key(|&at| (usize::MAX - sets[at].len(), at));
    let (mut kept, mut removed) = (Vec::<usize>::new(), BTreeMap::new());
    for at in order {
        let same = kept.iter().find(|&&other| documents[other].words == documents[at].words);
        let holder = kept.iter().find(|&&other| stands_in(&documents[at].words, &sets[other]));
        match same.or(holder) {
            Some(&other) => _ = removed.insert(at, other),
            None => kept.push(at),
        }
    }
    removed
}
