//! Where two sequences of words differ.
//!
//! Naively: the longest common subsequence by a table of n times m cells. Here: Myers (1986, "An O(ND) Difference
//! Algorithm and Its Variations", section 4b), who goes from both ends at once, one edit further each round, and cuts the
//! problem in two where both meet: time by the number of edits, of which near-duplicates have few, and linear space. After
//! [`MOST_EDITS`] rounds, a problem is cut where most words are behind instead, as GNU diff does, so that time stays
//! linear for any two documents; what differs may then be more than the least.

use alloc::vec::Vec;
use core::ops::Range;

/// After how many edits from either end the least number is no longer sought. Henzinger (2006, section 3.3) found 90 % of
/// pairs to differ in fewer than 44 words.
pub(super) const MOST_EDITS: usize = 100;

/// A stretch of one document and the stretch of the other that stands in its place; one of them may be empty.
pub(super) type Edit = [Range<usize>; 2];

/// What differs between two sequences, in order. What lies between two stretches is equal.
pub(super) fn edits(a: &[u64], b: &[u64]) -> Vec<Edit> {
    let mut fronts = Fronts::default();
    let (mut edits, mut left) = (Vec::<Edit>::new(), Vec::from([[0..a.len(), 0..b.len()]]));
    while let Some(edit) = left.pop() {
        let [in_a, in_b] = trimmed(a, b, edit);
        if !in_a.is_empty() && !in_b.is_empty() {
            let (x, y) = fronts.meeting(&a[in_a.clone()], &b[in_b.clone()]);
            let (x, y) = (in_a.start + x, in_b.start + y);
            // The first part comes off last.
            left.push([x..in_a.end, y..in_b.end]);
            left.push([in_a.start..x, in_b.start..y]);
        } else if !in_a.is_empty() || !in_b.is_empty() {
            match edits.last_mut() {
                Some(last) if last[0].end == in_a.start && last[1].end == in_b.start => {
                    (last[0].end, last[1].end) = (in_a.end, in_b.end);
                }
                _ => edits.push([in_a, in_b]),
            }
        }
    }
    edits
}

/// Without the equal words at either end.
fn trimmed(a: &[u64], b: &[u64], [mut in_a, mut in_b]: Edit) -> Edit {
    let equal = equal_from_start(&a[in_a.clone()], &b[in_b.clone()]);
    (in_a.start, in_b.start) = (in_a.start + equal, in_b.start + equal);
    let equal = equal_to_end(&a[in_a.clone()], &b[in_b.clone()]);
    (in_a.end, in_b.end) = (in_a.end - equal, in_b.end - equal);
    [in_a, in_b]
}

fn equal_from_start(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).take_while(|(x, y)| x == y).count()
}

fn equal_to_end(a: &[u64], b: &[u64]) -> usize {
    a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count()
}

/// How many words of `a` the furthest path on a diagonal has behind it; `None` where no path has come.
type Reach = Option<usize>;

/// How far one gets on each diagonal x - y = k, at `zero + k`, from the start and from the end.
#[derive(Default)]
struct Fronts([Vec<Reach>; 2]);

impl Fronts {
    /// Where to cut two sequences that begin and end with different words, so that both parts are less than the whole.
    fn meeting(&mut self, a: &[u64], b: &[u64]) -> (usize, usize) {
        let (n, m) = (a.len(), b.len());
        let rounds = (n + m).div_ceil(2).min(MOST_EDITS);
        let zero = rounds + 1;
        for front in &mut self.0 {
            front.clear();
            front.resize(2 * zero + 1, None);
        }
        let (mut furthest, mut cut) = (0, (n, 0));
        for round in 0..=rounds {
            for side in [0, 1] {
                let point = |x: usize, y: usize| if side == 0 { (x, y) } else { (n - x, m - y) };
                for at in diagonals(round, zero, n, m) {
                    let start = step(&self.0[side], round, at, zero, n, m);
                    let Some(x) = start else {
                        self.0[side][at] = None;
                        continue;
                    };
                    let y = x + zero - at;
                    let equal = match side {
                        0 => equal_from_start(&a[x..], &b[y..]),
                        _ => equal_to_end(&a[..n - x], &b[..m - y]),
                    };
                    self.0[side][at] = Some(x + equal);
                    // The same diagonal, counted from the other end.
                    let opposite = (n + 2 * zero).checked_sub(m + at);
                    let other = opposite.and_then(|at| self.0[1 - side].get(at).copied().flatten());
                    if other.is_some_and(|other| x + equal + other >= n) {
                        return point(x, y);
                    }
                    if x + y + 2 * equal > furthest {
                        (furthest, cut) = (x + y + 2 * equal, point(x + equal, y + equal));
                    }
                }
            }
        }
        cut
    }
}

/// The diagonals that a round reaches, which are every other one, as long as they cross both sequences.
fn diagonals(round: usize, zero: usize, n: usize, m: usize) -> impl Iterator<Item = usize> {
    let outside = |length: usize| round.saturating_sub(length).next_multiple_of(2);
    (zero - round + outside(m)..=zero + round - outside(n)).step_by(2)
}

/// How far one gets with one edit more: a word of `a` from the diagonal below, or one of `b` from the diagonal above.
fn step(front: &[Reach], round: usize, at: usize, zero: usize, n: usize, m: usize) -> Reach {
    if round == 0 {
        return Some(0);
    }
    let right = front[at - 1].map(|x| x + 1).filter(|&x| x <= n);
    let down = front[at + 1].filter(|&x| x + zero - at <= m);
    right.max(down)
}
