//! Rabin fingerprints (Rabin 1981; Broder 1993, "Some applications of Rabin's fingerprinting method"): a text's bits
//! are the coefficients of a polynomial over GF(2), and its fingerprint is the remainder by an irreducible one.
//!
//! Naively: take in a bit at a time, and where the remainder grows to the degree of the modulus, subtract it. Here a
//! token of 64 bits is taken in by one step: the remainder is linear, so that of the bits pushed out is the sum of
//! tabled remainders, one for each of their bytes. A token that leaves a window is subtracted likewise. A 1 stands
//! before the first bit, so that zeros at the beginning count, too.
//!
//! The papers differ in the width: Broder 40 bits, Shivakumar and Cho 32, Fetterly and Henzinger 64 (Ye, Wen and Ma
//! 2006, section 4.3; Henzinger 2006, section 2). Tables are built where they are needed: stored ones would weigh more
//! than the rest of a wasm module's code for hashes.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{Rolling, mix};

/// How many bits a Rabin fingerprint has: the degree of the modulus.
///
/// The modulus of each width is the first irreducible polynomial whose lower coefficients, as a number, are not below
/// as many leading bits of the fraction of pi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RabinWidth {
    /// 32 bits (Shivakumar and Garcia-Molina 1998; Cho, Shivakumar and Garcia-Molina 2000).
    Bits32,
    /// 40 bits (Broder, Glassman, Manasse and Zweig 1997).
    Bits40,
    /// 64 bits (Fetterly, Manasse and Najork 2003; Henzinger 2006).
    Bits64,
}

impl RabinWidth {
    /// The number of bits.
    pub fn bits(self) -> u32 {
        match self {
            RabinWidth::Bits32 => 32,
            RabinWidth::Bits40 => 40,
            RabinWidth::Bits64 => 64,
        }
    }

    /// The modulus without its leading term: bit i is the coefficient of t^i.
    ///
    /// ```
    /// assert_eq!(twinprint::hash::RabinWidth::Bits32.modulus(), 0x243f_6a93);
    /// ```
    pub fn modulus(self) -> u64 {
        match self {
            RabinWidth::Bits32 => 0x243f_6a93,
            RabinWidth::Bits40 => 0x24_3f6a_889f,
            RabinWidth::Bits64 => 0x243f_6a88_85a3_0907,
        }
    }

    /// The remainder of `x * t`.
    fn times_t(self, x: u64) -> u64 {
        let top = x >> (self.bits() - 1) & 1;
        let mask = u64::MAX >> (64 - self.bits());
        ((x << 1) & mask) ^ (self.modulus() * top)
    }

    /// The remainder of `t^exponent`.
    fn power_of_t(self, exponent: usize) -> u64 {
        (0..exponent).fold(1, |power, _| self.times_t(power))
    }
}

/// The remainders of `x * factor` for 64 bits x, tabled by the bytes of x.
#[derive(Debug)]
struct Multiples([[u64; 256]; 8]);

impl Multiples {
    fn of(width: RabinWidth, factor: u64) -> Box<Multiples> {
        let mut multiples = Box::new(Multiples([[0; 256]; 8]));
        let mut power = factor;
        for table in &mut multiples.0 {
            for bit in 0..8 {
                let (known, new) = table.split_at_mut(1 << bit);
                for (new, known) in new.iter_mut().zip(known) {
                    *new = *known ^ power;
                }
                power = width.times_t(power);
            }
        }
        multiples
    }

    #[inline]
    fn get(&self, x: u64) -> u64 {
        let bytes = x.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |sum, (table, byte)| sum ^ table[usize::from(byte)])
    }
}

/// Rabin fingerprints of one width.
///
/// ```
/// use twinprint::hash::{Rabin, RabinWidth};
/// let rabin = Rabin::new(RabinWidth::Bits40);
/// let fingerprint = rabin.of_bytes(b"a rose is a rose");
/// assert!(fingerprint < 1 << 40);
/// assert_eq!(fingerprint, rabin.of_tokens(&[0x6120_726f_7365_2069, 0x7320_6120_726f_7365]));
/// ```
#[derive(Debug, Clone)]
pub struct Rabin {
    width: RabinWidth,
    /// Multiples of t^64, by which a remainder moves up for a token.
    shifted: Arc<Multiples>,
    /// Multiples of 1, where a token has more bits than a remainder.
    reduced: Option<Arc<Multiples>>,
}

impl Rabin {
    /// Builds the tables, some 16 KB for 64 bits and 32 KB for fewer.
    pub fn new(width: RabinWidth) -> Self {
        Rabin {
            width,
            shifted: Multiples::of(width, width.power_of_t(64)).into(),
            reduced: (width.bits() < 64).then(|| Multiples::of(width, 1).into()),
        }
    }

    /// The width of its fingerprints.
    pub fn width(&self) -> RabinWidth {
        self.width
    }

    /// The fingerprint of bytes, the first bit of each its highest.
    pub fn of_bytes(&self, bytes: &[u8]) -> u64 {
        let (eights, rest) = bytes.as_chunks::<8>();
        let fingerprint = eights.iter().fold(1, |sum, &eight| self.push(sum, u64::from_be_bytes(eight)));
        rest.iter().fold(fingerprint, |sum, &byte| {
            let moved = (0..8).fold(sum, |sum, _| self.width.times_t(sum));
            moved ^ u64::from(byte)
        })
    }

    /// The fingerprint of tokens: of eight bytes each, the highest first.
    pub fn of_tokens(&self, tokens: &[u64]) -> u64 {
        tokens.iter().fold(1, |sum, &token| self.push(sum, token))
    }

    /// The remainder of `sum * t^64 + token`.
    #[inline]
    fn push(&self, sum: u64, token: u64) -> u64 {
        let token = self.reduced.as_ref().map_or(token, |reduced| reduced.get(token));
        self.shifted.get(sum) ^ token
    }
}

/// Rolls the Rabin fingerprint of the last `w` tokens over a sequence, one step for each token.
///
/// Tokens are words' hashes, as in Henzinger 2006, section 2, where each term is hashed first. A copy shares the tables.
///
/// ```
/// use twinprint::hash::{Rabin, RabinRoller, RabinWidth, Rolling};
/// let mut roller = RabinRoller::new(RabinWidth::Bits64, 2);
/// roller.fill(1);
/// roller.fill(2);
/// roller.roll(3, 1);
/// assert_eq!(roller.fingerprint(), Rabin::new(RabinWidth::Bits64).of_tokens(&[2, 3]));
/// ```
#[derive(Debug, Clone)]
pub struct RabinRoller {
    rabin: Rabin,
    /// Multiples of t^(64 w), of which the leaving token is one.
    leaving: Arc<Multiples>,
    /// What the 1 before the first bit leaves behind when it moves on with the window.
    step: u64,
    sum: u64,
}

impl RabinRoller {
    /// A roller over windows of `w` tokens; builds the tables, up to 48 KB.
    pub fn new(width: RabinWidth, w: usize) -> Self {
        let factor = width.power_of_t(64 * w);
        let step = width.power_of_t(64 * (w + 1)) ^ factor;
        let leaving = Multiples::of(width, factor).into();
        RabinRoller { rabin: Rabin::new(width), leaving, step, sum: 1 }
    }

    /// The Rabin fingerprint of the window.
    #[inline]
    pub fn fingerprint(&self) -> u64 {
        self.sum
    }
}

impl Rolling for RabinRoller {
    fn restart(&mut self) {
        self.sum = 1;
    }

    #[inline]
    fn fill(&mut self, entering: u64) {
        self.sum = self.rabin.push(self.sum, entering);
    }

    #[inline]
    fn roll(&mut self, entering: u64, leaving: u64) {
        self.fill(entering);
        self.sum ^= self.leaving.get(leaving) ^ self.step;
    }

    /// The fingerprint spread over 64 bits by [`mix`], a bijection: the same windows collide, and what reads single bits
    /// or remainders of it, as samples and sketches do, finds them even.
    #[inline]
    fn hash(&self) -> u64 {
        mix(self.sum)
    }
}
