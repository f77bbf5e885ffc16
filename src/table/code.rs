//! The numbers that tables are made of: fingerprints of 32, 64 or 128 bits, called codes.

use core::fmt::{Debug, LowerHex};
use core::hash::Hash;
use core::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::simhash::Bits;

/// A fingerprint as a number: `u32`, `u64` or `u128`, and nothing else.
///
/// ```
/// use twinprint::table::Code;
/// assert!(0b1011u64.is_within(0b0010, 2));
/// assert!(!0b1011u64.is_within(0b0010, 1));
/// assert_eq!(u32::from_bytes(&[1, 2, 0, 0, 9]), 0x0201);
/// assert_eq!(0xC000_0000u32.leading(2), 3);
/// ```
pub trait Code:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Debug
    + LowerHex
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// How many bits it has.
    const BITS: u32;
    /// How many bytes.
    const BYTES: usize = Self::BITS as usize / 8;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;
    /// Every bit set.
    const MAX: Self;

    /// The low bits of a number.
    fn truncated(number: u128) -> Self;
    /// The same number in more bits.
    fn widened(self) -> u128;
    /// The sum, of which what goes beyond [`MAX`](Code::MAX) is left out.
    fn plus(self, other: Self) -> Self;
    /// The difference, of which what goes below zero is taken from beyond [`MAX`](Code::MAX).
    fn minus(self, other: Self) -> Self;
    /// The number of bits set.
    fn ones(self) -> u32;
    /// The number of bits up to the highest that is set; 0 for none.
    fn length(self) -> u32;
    /// The code whose bytes, lowest first, are the first of these.
    ///
    /// # Panics
    /// With fewer than [`BYTES`](Code::BYTES).
    fn from_bytes(bytes: &[u8]) -> Self;

    /// Whether at most k bits differ.
    #[inline]
    fn is_within(self, other: Self, k: u32) -> bool {
        (self ^ other).ones() <= k
    }

    /// The highest bits, from 0 to 63 of them, as a number.
    #[inline]
    fn leading(self, bits: u32) -> u64 {
        if bits == 0 { 0 } else { (self >> (Self::BITS - bits)).widened() as u64 }
    }

    /// The lowest bits set, from none to all.
    #[inline]
    fn low(bits: u32) -> Self {
        if bits == 0 { Self::ZERO } else { Self::MAX >> (Self::BITS - bits) }
    }

    /// The bytes, lowest first, in the first [`BYTES`](Code::BYTES) of these; the others are zero.
    #[inline]
    fn to_bytes(self) -> [u8; 16] {
        self.widened().to_le_bytes()
    }

    /// How many bits as [`Bits`].
    fn bits() -> Bits;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! code {
    ($number:ty, $bits:expr) => {
        impl Code for $number {
            const BITS: u32 = <$number>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const MAX: Self = <$number>::MAX;

            #[inline]
            fn truncated(number: u128) -> Self {
                number as Self
            }

            #[inline]
            fn widened(self) -> u128 {
                u128::from(self)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn ones(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn length(self) -> u32 {
                Self::BITS - self.leading_zeros()
            }

            #[inline]
            fn from_bytes(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$number>()];
                own.copy_from_slice(&bytes[..size_of::<$number>()]);
                <$number>::from_le_bytes(own)
            }

            fn bits() -> Bits {
                $bits
            }
        }
    };
}

code!(u32, Bits::B32);
code!(u64, Bits::B64);
code!(u128, Bits::B128);
