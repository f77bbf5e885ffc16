//! Sorting of so few records that they stay in the first cache.
//!
//! Two stable passes, by the lower and then by the higher of two digits just below the bits in which all agree (radix sort
//! from the lowest digit). With some bits more than n records need, few of these agree in both digits and yet differ;
//! those are put right by insertion. Insertion alone is quadratic where records crowd: past a few moves for each record,
//! sorting by comparison takes over.

use core::ops::Range;

use super::radix::{DIGIT, DIGITS, Digit, Home};
use super::record::Record;

/// The most records: with 8 bytes each, and once more as much to move them to, they fill the second cache by a sixteenth.
pub(super) const SHORT: usize = 4096;
/// So few are sorted by comparison.
const FEW: usize = 48;
/// The bits that the two digits have beyond what n records need, so that of random ones a sixteenth agrees in both.
const SPARE: u32 = 4;
/// How many moves by insertion a record may take on average.
const MOVES: usize = 2;

/// Sorts up to [`SHORT`] records that differ in none of the bits above these, and come in order where they differ in none of
/// these.
pub(super) fn sort<R: Record>(here: &mut [R], there: &mut [R], home: Home, mut bits: Range<u32>) {
    let n = here.len();
    if n <= FEW || bits.is_empty() {
        let sorted = home.bring(here, there);
        if !bits.is_empty() {
            sorted.sort_unstable();
        }
        return;
    }
    let mut digits = Digits::new(here, &bits);
    if digits.highs[digits.high.of(here[0])] as usize == n {
        bits.end = R::differing(here);
        if bits.is_empty() {
            home.bring(here, there);
            return;
        }
        digits = Digits::new(here, &bits);
    }
    deal(here, there, digits.low, &mut digits.lows);
    deal(there, here, digits.high, &mut digits.highs);
    let sorted = home.bring(here, there);
    if digits.low.shift > bits.start {
        insert(sorted);
    }
}

/// Two digits, the highest of some bits, and how often each value occurs.
struct Digits {
    low: Digit,
    high: Digit,
    lows: [u32; DIGITS],
    highs: [u32; DIGITS],
}

impl Digits {
    fn new<R: Record>(records: &[R], bits: &Range<u32>) -> Self {
        let wanted = (bits.end - bits.start).min(records.len().ilog2() + SPARE).min(2 * DIGIT);
        let lower = wanted / 2;
        let low = Digit { shift: bits.end - wanted, bits: lower };
        let high = Digit { shift: low.shift + lower, bits: wanted - lower };
        let (mut lows, mut highs) = ([0; DIGITS], [0; DIGITS]);
        for &record in records {
            lows[low.of(record)] += 1;
            highs[high.of(record)] += 1;
        }
        Digits { low, high, lows, highs }
    }
}

/// Moves the records to where their digit has them. The counts become the places after the last of each digit.
fn deal<R: Record>(from: &[R], to: &mut [R], digit: Digit, counts: &mut [u32; DIGITS]) {
    let mut next = 0;
    for count in &mut counts[..1 << digit.bits] {
        (*count, next) = (next, next + *count);
    }
    for &record in from {
        let place = &mut counts[digit.of(record)];
        to[*place as usize] = record;
        *place += 1;
    }
}

/// Sorts records of which few are far from their place.
fn insert<R: Record>(records: &mut [R]) {
    let mut moves = MOVES * records.len();
    for next in 1..records.len() {
        let record = records[next];
        let mut place = next;
        while place > 0 && record < records[place - 1] {
            records[place] = records[place - 1];
            place -= 1;
        }
        records[place] = record;
        let Some(left) = moves.checked_sub(next - place) else {
            return records.sort_unstable();
        };
        moves = left;
    }
}
