//! How often a feature occurs in a document, as its simhash counts it.

/// What a feature that occurs several times in a document counts in its simhash, beside its weight.
///
/// The papers differ: the fusion paper (section 3.1) sums the IDF of a shingle's words and says nothing of how often it stands there;
/// Manku, Jain and Das Sarma (2007, section 2) have a *set* of features, each with its weight. A feature that stands a hundred times
/// on a page, such as a word of its menu, decides the bits of a simhash that counts it a hundred times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TermFrequency {
    /// As often as it occurs.
    #[default]
    Raw,
    /// 1 + ln of that, in sixteenths.
    Log,
    /// Once.
    Once,
}

/// ln 2 in 2^-16.
const LN_2: u64 = 45_426;

impl TermFrequency {
    /// What `count` occurrences count, in units of their own, which are the same for all features of a document; nothing for none.
    ///
    /// ```
    /// use twinprint::simhash::TermFrequency;
    /// assert_eq!([1, 2, 10].map(|count| TermFrequency::Raw.of(count)), [1, 2, 10]);
    /// assert_eq!([1, 2, 10].map(|count| TermFrequency::Log.of(count)), [16, 27, 53]); // 1, 1.69 and 3.30
    /// assert_eq!([0, 1, 2, 10].map(|count| TermFrequency::Once.of(count)), [0, 1, 1, 1]);
    /// ```
    pub fn of(self, count: u32) -> u32 {
        match self {
            TermFrequency::Raw => count,
            TermFrequency::Once => count.min(1),
            TermFrequency::Log if count == 0 => 0,
            // From 2^-32 to sixteenths, rounded.
            TermFrequency::Log => 16 + ((u64::from(log2(count)) * LN_2 + (1 << 27)) >> 28) as u32,
        }
    }
}

/// The logarithm of a number from 1 on, in 2^-16, rounded down: the square of what is left tells the next place, as it passes 2 or not.
fn log2(count: u32) -> u32 {
    let whole = count.ilog2();
    let mut rest = u64::from(count) << (31 - whole);
    let mut log = whole;
    for _ in 0..16 {
        rest = (rest * rest) >> 31;
        let passed = (rest >> 32) as u32;
        log = log << 1 | passed;
        rest >>= passed;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_that_of_floating_point_to_a_sixteenth() {
        for count in (1..100_000).chain([1 << 20, u32::MAX / 3, u32::MAX]) {
            let exact = 16.0 * (1.0 + f64::from(count).ln());
            assert!((f64::from(TermFrequency::Log.of(count)) - exact).abs() < 0.501, "{count}");
        }
    }
}
