//! How much two sets must share to count as alike.

use twinprint::resemblance::Overlap;

/// When two sets count as alike, by the number of members that they share. Two that share none never do.
///
/// ```
/// use twinprint_native::overlap::Need;
/// assert_eq!(Need::Resemblance { thousandths: 500 }.of(10, 10), 7); // 7 / 13 is above a half, 6 / 14 below
/// assert_eq!(Need::Containment { thousandths: 500 }.of(10, 100), 5);
/// assert_eq!(Need::Shared { least: 25 }.of(10, 100), 25);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// They share at least `thousandths` of their union.
    Resemblance {
        /// The least that counts.
        thousandths: u32,
    },
    /// They share at least `thousandths` of the smaller one.
    Containment {
        /// The least that counts.
        thousandths: u32,
    },
    /// They share at least `least` members.
    Shared {
        /// The least that counts.
        least: u32,
    },
    /// They may share at least `thousandths` of the smallest members of their union, of which each has its smallest: what is
    /// found is to be looked at again ([`of_smallest`](twinprint::resemblance::Overlap::of_smallest)).
    Smallest {
        /// The least that counts.
        thousandths: u32,
        /// How many members are kept of a set.
        count: u32,
    },
}

impl Need {
    /// How many members sets of these sizes must share, at least one.
    pub fn of(self, a: u32, b: u32) -> u32 {
        let share = |thousandths: u32, of: u64, whole: u64| {
            u32::try_from((u64::from(thousandths) * of).div_ceil(whole)).unwrap_or(u32::MAX)
        };
        let least = match self {
            // s / (a + b - s) >= t / 1000, solved for s.
            Need::Resemblance { thousandths } => {
                share(thousandths, u64::from(a) + u64::from(b), 1000 + u64::from(thousandths))
            }
            Need::Containment { thousandths } => share(thousandths, a.min(b).into(), 1000),
            Need::Shared { least } => least,
            Need::Smallest { thousandths, count } => share(thousandths, a.max(b).min(count).into(), 1000),
        };
        least.max(1)
    }

    /// The size of the smallest set that can share enough with one of `n` members.
    pub(crate) fn smallest_partner(self, n: u32) -> u32 {
        match self {
            Need::Resemblance { thousandths } => {
                (u64::from(thousandths) * u64::from(n)).div_ceil(1000).max(1) as u32
            }
            Need::Containment { .. } => 1,
            Need::Shared { least } => least.max(1),
            Need::Smallest { .. } => self.of(n, n),
        }
    }

    /// The least that a set of `n` members must share with one that is not larger.
    pub(crate) fn with_smaller(self, n: u32) -> u32 {
        self.of(n, self.smallest_partner(n))
    }

    /// The least that a set of `n` members must share with one that is not smaller.
    pub(crate) fn with_larger(self, n: u32) -> u32 {
        self.of(n, n)
    }

    /// Whether a set of `n` members, of which another may have up to `common`, can have a partner.
    pub(crate) fn may_be_met(self, n: u32, common: u32) -> bool {
        n > 0 && common >= self.with_smaller(n).min(self.with_larger(n))
    }

    /// How near two sets are by this measure: the share that they need, or how many members they share.
    pub(crate) fn score(self, overlap: &Overlap) -> f32 {
        let score = match self {
            Need::Containment { .. } => overlap.containment_a().max(overlap.containment_b()),
            Need::Shared { .. } => overlap.shared as f64,
            _ => overlap.resemblance(),
        };
        score as f32
    }
}
