//! Simhash: 64 bits of a document, of which similar documents differ in few (Charikar 2002; Manku, Jain and Das
//! Sarma 2007, section 2).
//!
//! Naively: 64 counters; each feature adds its weight to the counters of its hash's 1-bits and takes it from the
//! others; the fingerprint has a 1 where the sum is positive. With all weights one, a sum is positive when more
//! than half of the features have the bit. So it is enough to count ones, and 64 counters are kept bit by bit in
//! words ("vertical" counters): eight hashes are added by a tree of full adders, some five operations a hash
//! instead of 64 additions.

use core::fmt;

/// The simhash of a document.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u64);

impl Fingerprint {
    /// The number of bits in which two fingerprints differ, from 0 to 64.
    ///
    /// ```
    /// use twinprint::simhash::Fingerprint;
    /// assert_eq!(Fingerprint(0b1011).distance(Fingerprint(0b0010)), 2);
    /// ```
    pub fn distance(self, other: Fingerprint) -> u32 {
        (self.0 ^ other.0).count_ones()
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}

/// Sixteen hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Adds up features of weight one to their simhash. A feature that occurs twice counts twice.
///
/// ```
/// use twinprint::simhash::{Fingerprint, Simhash};
/// let mut simhash = Simhash::default();
/// for feature in [0b0110, 0b0111, 0b1100] {
///     simhash.add(feature);
/// }
/// assert_eq!(simhash.finish(), Fingerprint(0b0110));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Simhash {
    /// Bit i of `planes[p]` is bit p of the count of ones at bit i. A document has fewer than 2^32 words.
    planes: [u64; 32],
    waiting: [u64; 8],
    features: u64,
}

impl Simhash {
    /// Adds a feature by its hash.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        self.waiting[(self.features % 8) as usize] = hash;
        self.features += 1;
        if self.features.is_multiple_of(8) {
            self.add_eight();
        }
    }

    /// The fingerprint of what was added: a 1 at each bit that more than half of the features have.
    pub fn finish(mut self) -> Fingerprint {
        let rest = (self.features % 8) as usize;
        if rest > 0 {
            self.waiting[rest..].fill(0);
            self.add_eight();
        }
        let ones_at = |bit: u32| -> u64 {
            self.planes.iter().enumerate().map(|(p, plane)| ((plane >> bit) & 1) << p).sum()
        };
        Fingerprint((0..64).map(|bit| u64::from(ones_at(bit) * 2 > self.features) << bit).sum())
    }

    fn add_eight(&mut self) {
        let [a, b, c, d, e, f, g, h] = self.waiting;
        let (ones, twos_1) = full_add(self.planes[0], a, b);
        let (ones, twos_2) = full_add(ones, c, d);
        let (ones, twos_3) = full_add(ones, e, f);
        let (ones, twos_4) = full_add(ones, g, h);
        let (twos, fours_1) = full_add(self.planes[1], twos_1, twos_2);
        let (twos, fours_2) = full_add(twos, twos_3, twos_4);
        let (fours, mut carry) = full_add(self.planes[2], fours_1, fours_2);
        self.planes[..3].copy_from_slice(&[ones, twos, fours]);
        for plane in &mut self.planes[3..] {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }
}

/// Sixty-four one-bit additions: the sums and the carries.
#[inline]
fn full_add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | ((a ^ b) & c))
}
