//! A canonical Huffman code over the numbers of bits that remain of codes, of at most [`MAX_LENGTH`] bits a symbol.
//!
//! The lengths of the codes tell everything: codes of one length are consecutive numbers in the order of their symbols,
//! and shorter ones come first, as in DEFLATE (RFC 1951, section 3.2.2). The first bit of a code is written first.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::bits;

/// The most symbols: one for each number of bits there may be.
pub(super) const SYMBOLS: usize = 128;

/// The longest code, in bits. A look-up takes as many at once, and its 2,048 entries fit into a first-level cache twice.
pub(super) const MAX_LENGTH: u32 = 11;

const ENTRIES: usize = 1 << MAX_LENGTH;

/// How long the code of each symbol is; 0 for a symbol that does not occur.
pub(super) type Lengths = [u8; SYMBOLS];

/// How many symbols one look-up may give: as many bytes of a word as are not taken by their number.
const AT_ONCE: usize = 7;

/// The lengths of the best code for symbols that occur so often: none is longer than [`MAX_LENGTH`].
///
/// Coins of worth 2^-1 to 2^-MAX_LENGTH are bought for each symbol, each at the price of its count; the cheapest set worth
/// one less than the number of symbols is found from the smallest coins up, by pairing (package-merge: Larmore and
/// Hirschberg 1990).
pub(super) fn lengths(counts: &[u64; SYMBOLS]) -> Lengths {
    let mut lengths = [0; SYMBOLS];
    let mut coins: Vec<(u64, Vec<u8>)> =
        (0..=127u8).filter(|&s| counts[s as usize] > 0).map(|s| (counts[s as usize], vec![s])).collect();
    coins.sort_by_key(|(price, _)| *price);
    if let [(_, symbol)] = &coins[..] {
        lengths[usize::from(symbol[0])] = 1; // a code of no bits would leave nothing to read
        return lengths;
    }
    let mut packages = coins.clone();
    for _ in 1..MAX_LENGTH {
        let pairs = packages
            .chunks_exact(2)
            .map(|pair| (pair[0].0 + pair[1].0, [&pair[0].1[..], &pair[1].1].concat()));
        packages = coins.iter().cloned().chain(pairs).collect();
        packages.sort_by_key(|(price, _)| *price);
    }
    for symbol in packages.iter().take(2 * coins.len().saturating_sub(1)).flat_map(|(_, symbols)| symbols) {
        lengths[usize::from(*symbol)] += 1;
    }
    lengths
}

/// Whether these are the lengths of a code: each sequence of bits begins with one code, unless there is but one symbol,
/// whose code is a bit, or none.
pub(super) fn are_whole(lengths: &Lengths) -> bool {
    let used: Vec<u32> = lengths.iter().filter(|&&length| length > 0).map(|&length| length.into()).collect();
    if used.iter().any(|&length| length > MAX_LENGTH) {
        return false;
    }
    match used[..] {
        [] | [1] => true,
        _ => used.iter().map(|length| ENTRIES >> length).sum::<usize>() == ENTRIES,
    }
}

/// The code of each symbol with its length; the bit to write first is the lowest.
pub(super) fn codes(lengths: &Lengths) -> [(u16, u8); SYMBOLS] {
    let mut codes = [(0, 0); SYMBOLS];
    let mut next = 0u16;
    for length in 1..=MAX_LENGTH as u8 {
        for symbol in (0..SYMBOLS).filter(|&symbol| lengths[symbol] == length) {
            codes[symbol] = (next.reverse_bits() >> (16 - length), length);
            next += 1;
        }
        next <<= 1;
    }
    codes
}

/// Reads symbols, several in a look-up.
#[derive(Debug, Clone)]
pub(super) struct Decoder {
    /// For each [`MAX_LENGTH`] bits the symbols that are whole in them, a byte each, and in the highest byte how many they
    /// are, times 16, and how many bits they take.
    entries: Box<[u64; ENTRIES]>,
}

impl Decoder {
    /// Of lengths that [`are_whole`].
    pub(super) fn new(lengths: &Lengths) -> Self {
        let mut single = [(0, 1); ENTRIES];
        for (symbol, (code, length)) in codes(lengths).into_iter().enumerate().filter(|(_, code)| code.1 > 0)
        {
            let mut at = usize::from(code);
            // The code of a symbol that is alone stands for both values of its bit.
            let step =
                if lengths.iter().filter(|&&length| length > 0).count() == 1 { 1 } else { 1 << length };
            while at < ENTRIES {
                single[at] = (symbol as u64, u32::from(length));
                at += step;
            }
        }
        let entry = |bits: usize| {
            let (mut symbols, mut count, mut taken) = (0, 0, 0);
            while count < AT_ONCE {
                let (symbol, length) = single[bits >> taken];
                if taken + length > MAX_LENGTH {
                    break;
                }
                symbols |= symbol << (8 * count);
                (count, taken) = (count + 1, taken + length);
            }
            symbols | (count as u64) << 60 | u64::from(taken) << 56
        };
        let mut entries = Box::new([0; ENTRIES]);
        for (bits, place) in entries.iter_mut().enumerate() {
            *place = entry(bits);
        }
        Decoder { entries }
    }

    /// Reads symbols from bit `at` until there are as many as are wanted or some more; `found` of them are there already. Gives
    /// how many there are then, and the bit after the last. None if the bytes end before.
    #[inline(always)]
    pub(super) fn read(
        &self,
        bytes: &[u8],
        mut at: usize,
        wanted: usize,
        symbols: &mut Symbols,
        mut found: usize,
    ) -> Option<(usize, usize)> {
        while found < wanted {
            let mut word = bits::word(bytes, at / 8)? >> (at % 8);
            for _ in 0..LOOKUPS {
                let entry = self.entries[word as usize % ENTRIES];
                symbols[found..found + 8].copy_from_slice(&entry.to_le_bytes());
                let taken = entry >> 56 & 15;
                found += (entry >> 60) as usize;
                at += taken as usize;
                word >>= taken;
            }
        }
        Some((found, at))
    }
}

/// How many look-ups the bits of one word are enough for.
const LOOKUPS: usize = (bits::STEP / MAX_LENGTH) as usize;

/// How many symbols are wanted at a time, at most.
pub(super) const CHUNK: usize = 64;

/// How many may be read beyond them: all but one of the last look-ups'.
pub(super) const BEYOND: usize = LOOKUPS * AT_ONCE - 1;

/// Room for a chunk of symbols and those beyond, of which the last look-up writes eight bytes.
pub(super) type Symbols = [u8; CHUNK + BEYOND + 1];

pub(super) const NO_SYMBOLS: Symbols = [0; CHUNK + BEYOND + 1];
