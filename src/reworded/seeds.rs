//! Pairs of sentences, one of each document, whose contents are alike.
//!
//! Naively, the cosine of each pair. Here a sentence's product with those of the other document is summed over the sentences
//! that share a content with it, found by the content's number.

use alloc::vec::Vec;

use super::WEAK;
use super::contents::Contents;

/// Two sentences that are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Alike {
    /// The sentence of the first document.
    pub(super) a: u32,
    /// The sentence of the second document.
    pub(super) b: u32,
    /// The cosine of their contents.
    pub(super) likeness: f64,
}

/// The most sentences that one is paired with, the likest: a text that says one thing a thousand times has no million pairs.
const MOST: usize = 16;

/// The pairs with a cosine of [`WEAK`] or more, by the sentence of a, then that of b.
pub(super) fn alike(a: &Contents, b: &Contents) -> Vec<Alike> {
    let (starts, who) = by_number(b);
    let mut products = alloc::vec![0.0; b.len()];
    let mut met: Vec<u32> = Vec::new();
    let mut all = Vec::new();
    for sentence in 0..a.len() {
        for &(number, weight) in a.of(sentence) {
            let Some(&[first, end]) = starts.get(number as usize..number as usize + 2) else { continue };
            for &(other, its) in &who[first as usize..end as usize] {
                let product = &mut products[other as usize];
                if *product == 0.0 {
                    met.push(other);
                }
                *product += weight * its;
            }
        }
        let mut own: Vec<Alike> = Vec::new();
        for &other in &met {
            let norms = a.norm(sentence) * b.norm(other as usize);
            let likeness = core::mem::take(&mut products[other as usize]) / norms;
            if likeness >= WEAK {
                own.push(Alike { a: sentence as u32, b: other, likeness });
            }
        }
        met.clear();
        own.sort_by(|x, y| y.likeness.total_cmp(&x.likeness).then(x.b.cmp(&y.b)));
        own.truncate(MOST);
        own.sort_unstable_by_key(|pair| pair.b);
        all.append(&mut own);
    }
    all
}

/// Which sentences say a content, in their order, and with what weight: where those of each number begin, and all of them.
fn by_number(contents: &Contents) -> (Vec<u32>, Vec<(u32, f64)>) {
    let all = || (0..contents.len()).flat_map(|sentence| contents.of(sentence));
    let numbers = all().map(|&(number, _)| number as usize + 1).max().unwrap_or(0);
    let mut starts: Vec<u32> = alloc::vec![0; numbers + 1];
    all().for_each(|&(number, _)| starts[number as usize + 1] += 1);
    (0..numbers).for_each(|number| starts[number + 1] += starts[number]);
    let mut next = starts.clone();
    let mut who = alloc::vec![(0, 0.0); starts[numbers] as usize];
    for sentence in 0..contents.len() {
        for &(number, weight) in contents.of(sentence) {
            let place = &mut next[number as usize];
            who[*place as usize] = (sentence as u32, weight);
            *place += 1;
        }
    }
    (starts, who)
}
