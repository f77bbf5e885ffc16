//! How many pairs of sets reach each resemblance, without a look at each pair.
//!
//! A small sample leaves many documents with the same few shingles, those of a page's frame, and makes pairs of every two of
//! them: on a million pages thousands of times as many as there are near-duplicates. So pairs are counted, not listed.
//!
//! Members are taken away in steps, the rarest first: at each step those that are in few sets. What they leave of
//! two sets is less alike, since what was shared becomes something that each has alone. With f(k) for "they reach the threshold by
//! what is left after k steps", f(0) is what is asked, the last is never true, and f(0) is the sum of all f(k) - f(k + 1). That
//! differs from 0 only for pairs that share a member taken away at this step: these are found by the members, of which each is in
//! few sets (prefix filtering, as in [`overlap`](twinprint_native::overlap): the first that two sets share is in the prefixes
//! of both, and as rare members come first, it is one that is taken away if any is). What
//! is left has ever fewer different sets, and equal ones count as one with a weight, so that a member that 10,000 pages have is by
//! then in few.

use super::bins::{Bins, bin};
use super::items::Items;
use twinprint_native::overlap::{Need, shared};
use twinprint_native::sort::sort;

/// The first members that are taken away are in at most this many sets; at each step it is [`GROWTH`] times as many.
const FEW: u32 = 8;
const GROWTH: u32 = 8;

/// Pairs of sets below this are not counted.
const HALF: Need = Need::Resemblance { thousandths: 500 };

/// Bytes that a member takes while it is counted.
pub(super) const MEMBER: usize = 44;

/// Pairs by the higher of their two labels.
#[derive(Debug, Clone)]
pub(super) struct CountsByLabel(pub(super) Vec<Bins>);

impl CountsByLabel {
    #[inline]
    fn add(&mut self, label: u16, bin: Option<usize>, pairs: i64) {
        if let Some(bin) = bin {
            self.0[usize::from(label)].0[bin] += pairs;
        }
    }
}

/// Counts the pairs of sets whose labels are below `labels`.
pub(super) fn count(mut items: Items, labels: usize) -> CountsByLabel {
    let mut counted = CountsByLabel(vec![Bins::default(); labels]);
    let mut most = FEW;
    while items.len() > 0 {
        let step = Step::new(items.collapsed(), most);
        step.within(&mut counted);
        step.between(&mut counted);
        items = step.left();
        most = most.saturating_mul(GROWTH);
    }
    counted
}

/// Sets by rising size, their members as ranks: the rarer a member, the lower.
struct Step {
    ranks: Vec<u32>,
    ends: Vec<usize>,
    /// How many of each set's members are taken away at this step: the first.
    rare: Vec<u32>,
    sizes: Vec<u32>,
    weights: Vec<u32>,
    labels: Vec<u16>,
    /// The ranks below these are of members of a single set, and of such as are taken away.
    singles: u32,
    taken: u32,
}

impl Step {
    fn new(items: Items, most: u32) -> Step {
        let Items { members, ends, sizes, weights, labels } = items;
        let mut postings: Vec<(u64, u32)> = members.into_iter().zip(0..).collect();
        sort(&mut postings);
        let runs = || postings.chunk_by(|a, b| a.0 == b.0);
        let mut order: Vec<(u32, u32)> = runs().zip(0..).map(|(run, at)| (run.len() as u32, at)).collect();
        sort(&mut order);
        let below = |most: u32| order.partition_point(|&(having, _)| having <= most) as u32;
        let (singles, taken) = (below(1), below(most));
        let mut rank_of = vec![0u32; order.len()];
        (0..).zip(&order).for_each(|(rank, &(_, run))| rank_of[run as usize] = rank);
        drop(order);
        let mut ranks = vec![0u32; postings.len()];
        for (run, &rank) in runs().zip(&rank_of) {
            run.iter().for_each(|&(_, place)| ranks[place as usize] = rank);
        }
        let mut rare = Vec::with_capacity(ends.len());
        let mut start = 0;
        for &end in &ends {
            ranks[start..end].sort_unstable();
            rare.push(ranks[start..end].partition_point(|&rank| rank < taken) as u32);
            start = end;
        }
        Step { ranks, ends, rare, sizes, weights, labels, singles, taken }
    }

    fn ranks(&self, item: usize) -> &[u32] {
        &self.ranks[item.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[item]]
    }

    /// Pairs of documents that have the same set.
    fn within(&self, counted: &mut CountsByLabel) {
        for item in (0..self.ends.len()).filter(|&item| self.rare[item] > 0) {
            let weight = i64::from(self.weights[item]);
            let pairs = weight * (weight - 1) / 2;
            let label = self.labels[item];
            let both = self.ranks(item).len() as u64;
            let left = both - u64::from(self.rare[item]);
            let sizes = 2 * u64::from(self.sizes[item]);
            counted.add(label, bin(both, sizes - both), pairs);
            counted.add(label, bin(left, sizes - left), -pairs);
        }
    }

    /// Pairs of documents that have different sets.
    fn between(&self, counted: &mut CountsByLabel) {
        let index = self.index();
        let mut seen = vec![0u32; self.ends.len()];
        let (mut first, mut candidates) = (0, Vec::new());
        for item in 0..self.ends.len() {
            let size = self.sizes[item];
            let least = size.div_ceil(2);
            while self.sizes[first] < least {
                first += 1;
            }
            let (ranks, stamp) = (self.ranks(item), item as u32 + 1);
            candidates.clear();
            for (place, &rank) in ranks.iter().enumerate().take(self.prefix(item, HALF.of(size, least))) {
                let rest = (ranks.len() - place) as u32;
                for &(other, other_rest) in index.of(rank, first as u32, item as u32) {
                    let seen = &mut seen[other as usize];
                    if *seen != stamp {
                        *seen = stamp;
                        if rest.min(other_rest) >= HALF.of(size, self.sizes[other as usize]) {
                            candidates.push(other as usize);
                        }
                    }
                }
            }
            let (rare, left) = ranks.split_at(self.rare[item] as usize);
            for &other in &candidates {
                let (other_rare, other_left) = self.ranks(other).split_at(self.rare[other] as usize);
                let left = u64::from(shared(left, other_left));
                let both = left + u64::from(shared(rare, other_rare));
                let sizes = u64::from(size) + u64::from(self.sizes[other]);
                let pairs = i64::from(self.weights[item]) * i64::from(self.weights[other]);
                let label = self.labels[item].max(self.labels[other]);
                counted.add(label, bin(both, sizes - both), pairs);
                counted.add(label, bin(left, sizes - left), -pairs);
            }
        }
    }

    /// How many of a set's ranks are in a prefix, if `need` must be shared; of those taken away at this step. The members that no
    /// other set has come first, but have no rank.
    fn prefix(&self, item: usize, need: u32) -> usize {
        let others = self.sizes[item] - self.ranks(item).len() as u32;
        (self.sizes[item] + 1).saturating_sub(need).saturating_sub(others).min(self.rare[item]) as usize
    }

    fn index(&self) -> PrefixIndex {
        let indexed = |item: usize| {
            let size = self.sizes[item];
            let prefix = self.prefix(item, HALF.of(size, size));
            self.ranks(item)[..prefix].iter().enumerate().skip_while(|&(_, &rank)| rank < self.singles)
        };
        let mut starts = vec![0usize; (self.taken - self.singles) as usize + 1];
        for item in 0..self.ends.len() {
            indexed(item).for_each(|(_, &rank)| starts[(rank - self.singles) as usize + 1] += 1);
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut entries = vec![(0, 0); sum];
        let mut next = starts.clone();
        for item in 0..self.ends.len() {
            for (place, &rank) in indexed(item) {
                let next = &mut next[(rank - self.singles) as usize];
                entries[*next] = (item as u32, (self.ranks(item).len() - place) as u32);
                *next += 1;
            }
        }
        PrefixIndex { entries, starts, singles: self.singles }
    }

    /// The sets without what was taken away, as far as anything is left.
    fn left(&self) -> Items {
        let mut items = Items::default();
        for item in 0..self.ends.len() {
            let left = &self.ranks(item)[self.rare[item] as usize..];
            if !left.is_empty() {
                items.members.extend(left.iter().map(|&rank| u64::from(rank)));
                items.close(self.sizes[item], self.weights[item], self.labels[item]);
            }
        }
        items
    }
}

/// Where the members stand that are taken away: the sets in order, and how many members each has from there on.
struct PrefixIndex {
    entries: Vec<(u32, u32)>,
    starts: Vec<usize>,
    singles: u32,
}

impl PrefixIndex {
    /// The sets of these numbers whose prefixes have a member.
    #[inline]
    fn of(&self, rank: u32, first: u32, end: u32) -> &[(u32, u32)] {
        let Some(place) = rank.checked_sub(self.singles).map(|place| place as usize) else { return &[] };
        let having = &self.entries[self.starts[place]..self.starts[place + 1]];
        let start = having.partition_point(|entry| entry.0 < first);
        let length = having[start..].partition_point(|entry| entry.0 < end);
        &having[start..start + length]
    }
}
