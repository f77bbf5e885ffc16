//! Pairs drawn at random from a stream of any length, the same in whatever order they come.

use std::collections::BinaryHeap;

use twinprint::hash;
use twinprint_native::overlap::{pair, sides};

/// Keeps a number of the pairs that it is offered, each as likely as any other: those whose hashes by a seed are smallest. The
/// draws of parts, put together, are the draw of the whole; and the first few of a draw are a draw of as few.
#[derive(Debug, Clone)]
pub(crate) struct Draw {
    seed: u64,
    most: usize,
    /// The hash and the pair; the largest hash on top.
    kept: BinaryHeap<(u64, u64)>,
}

impl Draw {
    pub(crate) fn new(seed: u64, most: usize) -> Self {
        Draw { seed, most, kept: BinaryHeap::new() }
    }

    /// Offers a pair of documents, which comes once.
    pub(crate) fn offer(&mut self, a: u32, b: u32) {
        let pair = pair(a, b);
        self.keep((hash::mix(self.seed ^ hash::mix(pair)), pair));
    }

    fn keep(&mut self, hashed: (u64, u64)) {
        if self.kept.len() < self.most {
            self.kept.push(hashed);
        } else if let Some(mut largest) = self.kept.peek_mut()
            && hashed < *largest
        {
            *largest = hashed;
        }
    }

    pub(crate) fn merge(&mut self, other: Draw) {
        other.kept.into_iter().for_each(|hashed| self.keep(hashed));
    }

    /// The pairs in the order of their hashes, which is random.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        self.kept.clone().into_sorted_vec().into_iter().map(|(_, pair)| sides(pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(seed: u64, most: usize, pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut draw = Draw::new(seed, most);
        pairs.iter().for_each(|&(a, b)| draw.offer(a, b));
        draw.pairs().collect()
    }

    #[test]
    fn a_draw_does_not_depend_on_the_order_nor_on_how_it_was_shared_out() {
        let pairs: Vec<(u32, u32)> = (0..40).flat_map(|a| (a + 1..40).map(move |b| (a, b))).collect();
        let mut turned = pairs.clone();
        turned.reverse();
        assert_eq!(drawn(3, 25, &pairs), drawn(3, 25, &turned));
        let (mut draw, mut rest) = (Draw::new(3, 25), Draw::new(3, 25));
        pairs[..300].iter().for_each(|&(a, b)| draw.offer(a, b));
        pairs[300..].iter().for_each(|&(a, b)| rest.offer(a, b));
        draw.merge(rest);
        assert_eq!(draw.pairs().collect::<Vec<_>>(), drawn(3, 25, &pairs));
        assert_eq!(drawn(3, 10, &pairs), drawn(3, 25, &pairs)[..10]);
    }

    #[test]
    fn every_pair_is_drawn_as_often_as_any_other() {
        let pairs: Vec<(u32, u32)> = (1..=20).map(|b| (0, b)).collect();
        let mut counts = [0u32; 20];
        for seed in 0..4000 {
            drawn(seed, 5, &pairs).iter().for_each(|&(_, b)| counts[b as usize - 1] += 1);
        }
        // A quarter of 4,000 each; five standard deviations are 137.
        assert!(counts.iter().all(|&count| count.abs_diff(1000) < 137), "{counts:?}");
    }
}
