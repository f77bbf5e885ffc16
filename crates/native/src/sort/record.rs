//! What can be sorted: numbers, and pairs of them, as bits from the highest to the lowest and as bytes on a disk.

use core::ops::{BitOr, BitXor};

use twinprint::table::Code;

/// A code, or a pair of codes, sorted by the first and then by the second. An ordinal is a code of 64 bits.
///
/// ```
/// use twinprint_native::sort::Record;
/// let record = (0xABu32, 0x1234u64);
/// assert_eq!((<(u32, u64)>::SORT_BITS, <(u32, u64)>::DISK_BYTES), (96, 12));
/// assert_eq!((record.digit(0, 8), record.digit(64, 8), record.digit(60, 8)), (0x34, 0xAB, 0xB0));
/// assert_eq!(<(u32, u64)>::differing(&[record, (0xAB, 0x1230)]), 3);
/// let mut bytes = [0; 12];
/// record.write(&mut bytes);
/// assert_eq!(<(u32, u64)>::read(&bytes), record);
/// ```
pub trait Record: Copy + Ord + Default + Send + Sync + 'static {
    /// How many bits it is sorted by.
    const SORT_BITS: u32;
    /// How many bytes it takes on a disk.
    const DISK_BYTES: usize;

    /// `bits` of its bits, up to 16, above the lowest `shift`, which is below [`SORT_BITS`](Record::SORT_BITS).
    fn digit(self, shift: u32, bits: u32) -> usize;

    /// How many of the lowest bits have all in which any of these differ; 0 if all are equal.
    fn differing(records: &[Self]) -> u32;

    /// Writes it to the first [`DISK_BYTES`](Self::DISK_BYTES) of some bytes.
    ///
    /// # Panics
    /// With fewer.
    fn write(self, bytes: &mut [u8]);

    /// The record that was written to these bytes.
    ///
    /// # Panics
    /// With fewer than it takes.
    fn read(bytes: &[u8]) -> Self;
}

/// A code that is sorted and stored as a record, as every code is.
pub trait StoredCode: Code + Record {}

impl<C: Code + Record> StoredCode for C {}

macro_rules! record {
    ($($number:ty)*) => {$(
        impl Record for $number {
            const SORT_BITS: u32 = <$number as Code>::BITS;
            const DISK_BYTES: usize = <$number as Code>::BYTES;

            #[inline(always)]
            fn digit(self, shift: u32, bits: u32) -> usize {
                (self >> shift).widened() as usize & ((1 << bits) - 1)
            }

            fn differing(records: &[Self]) -> u32 {
                union_of_differences(records, |&code| code).length()
            }

            #[inline]
            fn write(self, bytes: &mut [u8]) {
                bytes[..<$number as Code>::BYTES].copy_from_slice(&self.to_bytes()[..<$number as Code>::BYTES]);
            }

            #[inline]
            fn read(bytes: &[u8]) -> Self {
                <$number as Code>::from_bytes(bytes)
            }
        }
    )*};
}

record!(u32 u64 u128);

impl<A: StoredCode, B: StoredCode> Record for (A, B) {
    const SORT_BITS: u32 = <A as Code>::BITS + <B as Code>::BITS;
    const DISK_BYTES: usize = <A as Code>::BYTES + <B as Code>::BYTES;

    #[inline(always)]
    fn digit(self, shift: u32, bits: u32) -> usize {
        let low = <B as Code>::BITS;
        if shift >= low {
            return self.0.digit(shift - low, bits);
        }
        let below = self.1.digit(shift, bits);
        if shift + bits <= low {
            below
        } else {
            (self.0.digit(0, bits) << (low - shift) | below) & ((1 << bits) - 1)
        }
    }

    fn differing(records: &[Self]) -> u32 {
        match union_of_differences(records, |record| record.0).length() {
            0 => union_of_differences(records, |record| record.1).length(),
            bits => <B as Code>::BITS + bits,
        }
    }

    #[inline]
    fn write(self, bytes: &mut [u8]) {
        let (first, second) = bytes.split_at_mut(<A as Code>::BYTES);
        self.0.write(first);
        self.1.write(second);
    }

    #[inline]
    fn read(bytes: &[u8]) -> Self {
        let (first, second) = bytes.split_at(<A as Code>::BYTES);
        (A::from_bytes(first), B::from_bytes(second))
    }
}

/// Every bit in which one of these numbers differs from the first.
fn union_of_differences<R, C>(records: &[R], number: impl Fn(&R) -> C) -> C
where
    C: Code + BitXor<Output = C> + BitOr<Output = C>,
{
    let first = records.first().map_or(C::ZERO, &number);
    records.iter().fold(C::ZERO, |union, record| union | (number(record) ^ first))
}
