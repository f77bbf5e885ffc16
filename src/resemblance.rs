//! Resemblance and containment, exactly as Broder defines them (Ye, Wen and Ma 2006, equation 1).
//!
//! Two documents are two *sets* of shingles, A and B. Their resemblance is `|A ∩ B| / |A ∪ B|`, the containment
//! of A in B is `|A ∩ B| / |A|`. Naively, look up each shingle of A in B; here both are sorted, and one merge
//! counts what they share.

use core::cmp::Ordering;

/// How many shingles two documents have, and how many of them they share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overlap {
    /// Shingles in both.
    pub shared: u64,
    /// Distinct shingles of the first document.
    pub a: u64,
    /// Distinct shingles of the second document.
    pub b: u64,
}

impl Overlap {
    /// The overlap of two sorted sequences, in which repetitions count once.
    ///
    /// ```
    /// use twinprint::resemblance::Overlap;
    /// let overlap = Overlap::of(&[1, 2, 2, 3], &[2, 3, 4, 5]);
    /// assert_eq!(overlap, Overlap { shared: 2, a: 3, b: 4 });
    /// assert_eq!(overlap.resemblance(), 0.4);
    /// assert_eq!(overlap.containment_b(), 0.5);
    /// ```
    pub fn of<T: Ord>(a: &[T], b: &[T]) -> Overlap {
        let (mut i, mut j, mut shared) = (0, 0, 0);
        // Which of two hashes is the smaller cannot be foretold: a branch for it would cost more than all else.
        while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
            shared += u64::from(x == y && (i == 0 || a[i - 1] != *x));
            i += usize::from(x <= y);
            j += usize::from(y <= x);
        }
        Overlap { shared, a: distinct(a), b: distinct(b) }
    }

    /// The overlap among the `n` smallest values of the union of two sorted sequences, in which repetitions count once.
    /// Its resemblance is Broder's unbiased estimate (1997, "On the resemblance and containment of documents") from
    /// samples of each document's `n` smallest values; where the union is smaller, it is exact.
    ///
    /// ```
    /// use twinprint::resemblance::Overlap;
    /// let overlap = Overlap::of_smallest(&[1, 3, 5, 6], &[1, 2, 3, 6], 4);
    /// assert_eq!(overlap, Overlap { shared: 2, a: 3, b: 3 }); // of 1, 2, 3, 5
    /// assert_eq!(overlap.resemblance(), 0.5);
    /// ```
    pub fn of_smallest<T: Ord>(a: &[T], b: &[T], n: usize) -> Overlap {
        let mut overlap = Overlap { shared: 0, a: 0, b: 0 };
        let (mut i, mut j) = (0, 0);
        while (i < a.len() || j < b.len()) && overlap.a + overlap.b - overlap.shared < n as u64 {
            let order = match (a.get(i), b.get(j)) {
                (Some(x), Some(y)) => x.cmp(y),
                (Some(_), None) => Ordering::Less,
                _ => Ordering::Greater,
            };
            if order != Ordering::Greater {
                overlap.a += 1;
                i = past(a, i);
            }
            if order != Ordering::Less {
                overlap.b += 1;
                j = past(b, j);
            }
            overlap.shared += u64::from(order == Ordering::Equal);
        }
        overlap
    }

    /// `|A ∩ B| / |A ∪ B|`, from 0 to 1; 1 exactly when the sets are equal.
    ///
    /// ```
    /// use twinprint::resemblance::Overlap;
    /// assert_eq!(Overlap { shared: 2, a: 3, b: 4 }.resemblance(), 0.4);
    /// ```
    pub fn resemblance(&self) -> f64 {
        ratio(self.shared, self.a + self.b - self.shared)
    }

    /// The share of the first document's shingles that the second has, from 0 to 1.
    ///
    /// ```
    /// use twinprint::resemblance::Overlap;
    /// assert_eq!(Overlap { shared: 2, a: 4, b: 8 }.containment_a(), 0.5);
    /// ```
    pub fn containment_a(&self) -> f64 {
        ratio(self.shared, self.a)
    }

    /// The share of the second document's shingles that the first has, from 0 to 1.
    ///
    /// ```
    /// use twinprint::resemblance::Overlap;
    /// assert_eq!(Overlap { shared: 2, a: 4, b: 8 }.containment_b(), 0.25);
    /// ```
    pub fn containment_b(&self) -> f64 {
        ratio(self.shared, self.b)
    }
}

/// How many values a sorted sequence has, each counted once.
fn distinct<T: PartialEq>(sorted: &[T]) -> u64 {
    let steps = sorted.windows(2).filter(|pair| pair[0] != pair[1]).count();
    steps as u64 + u64::from(!sorted.is_empty())
}

/// The first index after `i` with another value.
fn past<T: Ord>(sorted: &[T], i: usize) -> usize {
    let value = &sorted[i];
    i + sorted[i..].iter().take_while(|other| *other == value).count()
}

/// A document always has a shingle, so `whole` is never 0 where it matters; the empty ratio is 0.
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
