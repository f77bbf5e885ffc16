//! Look-up by a prefix alone: who asks gives away p bits of a fingerprint, gets all that may be within k bits of it, and
//! compares for himself.
//!
//! If two fingerprints differ in at most k bits, then so do their first p. So every fingerprint is returned whose first p bits
//! are within k of those requested: of n uniform ones `n / 2^p` for each of the `C(p, 0) + .. + C(p, k)` patterns of
//! flips. With p = 24, k = 3 and 8 million these are some 1,100. As the asker knows the order of the patterns, only the
//! other f - p bits of each are returned, and how many there are for each pattern.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::answer::{Bound, Match};
use super::family::Family;
use super::flips;
use super::probe::{Probe, Reader};
use crate::error::Error;
use crate::table::code::Code;
use crate::table::format::bits;
use crate::table::format::data::Data;
use crate::table::format::gamma::{self, Bits};
use crate::table::plan::cover::MAX_K;
use crate::wire;

/// The fingerprints whose first bits are within k of a prefix, as their other bits.
///
/// ```
/// # use twinprint::{simhash::Bits, table::*};
/// # let codes: Vec<u64> = (0..1000u64).map(twinprint::hash::mix).collect::<std::collections::BTreeSet<_>>().into_iter().collect();
/// # let plan = Plan::choose(Bits::B64, 3, Load::new(1000), Limits { tables: Some(1), ..Limits::default() })?;
/// # let mut histogram = Histogram::new(Coding::Difference);
/// # histogram.add(&codes);
/// # let (family, mut bytes) = (FamilyId { digest: 0, recipe: [0; 16] }, Vec::new());
/// # let part = Part { shard: (0, 1), range: (0, u64::MAX), codes: &codes, ordinals: None };
/// # Writer { plan: &plan, table: 0, family, block: 1024, histogram: &histogram, cut_keys: false }.write(&part, &mut bytes)?;
/// # let family = Family::<u64, _>::open([("codes".into(), bytes)])?;
/// let query = codes[500] ^ 0b101;
/// // The service sees 12 bits of the query, and sends bytes.
/// let answer = family.suffixes(query, 12, 3, Bound::default())?.to_bytes();
/// // The asker compares with all 64.
/// let suffixes = Suffixes::from_bytes(query, &answer)?;
/// assert_eq!(suffixes.matches(query, 3)[0].fingerprint, codes[500]);
/// # Ok::<(), twinprint::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suffixes<C> {
    /// The first bits looked up; the others are zero.
    prefix: C,
    /// How many they are.
    bits: u32,
    k: u32,
    /// How many fingerprints there are for each pattern, in the order of the patterns.
    counts: Vec<u32>,
    /// The other bits of each.
    suffixes: Vec<C>,
    truncated: bool,
}

impl<C: Code, D: Data> Family<C, D> {
    /// The fingerprints whose first `bits` bits are within k of the query's, whose other bits are not looked at. k may be
    /// any up to [`MAX_K`].
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for bits that are not from 1 to f, or for a larger k; as [`query`](Family::query).
    pub fn suffixes(&self, query: C, bits: u32, k: u32, bound: Bound) -> Result<Suffixes<C>, Error> {
        let refused = |option, value: u32, expected| {
            Err(Error::InvalidOption { option, value: value.to_string(), expected })
        };
        if !(1..=C::BITS).contains(&bits) {
            return refused("prefix", bits, "from 1 to all bits of a fingerprint");
        }
        if k > MAX_K {
            return refused("k", k, "a number of bits from 0 to 8");
        }
        let low = C::low(C::BITS - bits);
        let prefix = query & !low;
        let mut search =
            Search { reader: Reader::new(self), low, bound, found: Vec::new(), left: bound.codes };
        let (mut patterns, mut probes, mut outcome) = (0u32, Vec::new(), Ok(true));
        flips::each(bits, k, |pattern: C| {
            if u64::from(patterns) >= bound.codes || patterns == u32::MAX {
                outcome = Ok(false);
                return false;
            }
            let first = prefix ^ pattern;
            self.add_probes(patterns, 0, (first, first | low), &mut probes);
            patterns += 1;
            if probes.len() >= AT_ONCE {
                outcome = search.read(self, &mut probes);
            }
            matches!(outcome, Ok(true))
        });
        let truncated = !(outcome? && search.read(self, &mut probes)?);
        let mut found = search.found;
        found.sort_unstable();
        let mut counts = vec![0; patterns as usize];
        found.iter().for_each(|(pattern, _)| counts[*pattern as usize] += 1);
        let suffixes = found.into_iter().map(|(_, suffix)| suffix).collect();
        Ok(Suffixes { prefix, bits, k, counts, suffixes, truncated })
    }
}

/// How many prefixes are looked up at once.
const AT_ONCE: usize = 1 << 16;

/// A look-up of prefixes under way.
struct Search<'a, C, D> {
    reader: Reader<'a, C, D>,
    /// The bits that are not of the prefix.
    low: C,
    bound: Bound,
    /// The number of the pattern and the suffix of each fingerprint.
    found: Vec<(u32, C)>,
    /// How many codes may still be read.
    left: u64,
}

impl<C: Code, D: Data> Search<'_, C, D> {
    /// Reads the codes of probes, and forgets the probes. False if a bound was reached.
    fn read(&mut self, family: &Family<C, D>, probes: &mut Vec<Probe<C>>) -> Result<bool, Error> {
        probes.sort_unstable_by_key(|probe| (probe.shard, probe.first));
        family.locate(probes);
        let mut has_room = true;
        for probe in probes.drain(..) {
            if !has_room {
                break;
            }
            self.reader.read(&probe, |codes, count| {
                has_room = self.found.len() + count <= self.bound.matches && count as u64 <= self.left;
                if has_room {
                    self.found.extend(codes.iter().map(|&code| (probe.query, code & self.low)));
                    self.left -= count as u64;
                }
                has_room
            })?;
        }
        Ok(has_room)
    }
}

impl<C: Code> Suffixes<C> {
    /// How many fingerprints there are.
    pub fn len(&self) -> usize {
        self.suffixes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.suffixes.is_empty()
    }

    /// Whether there may be more, which were not looked for because a [`Bound`] was reached.
    pub fn truncated(&self) -> bool {
        self.truncated
    }

    /// The fingerprints.
    pub fn fingerprints(&self) -> Vec<C> {
        let (mut patterns, mut next) = (self.counts.iter(), self.suffixes.iter());
        let mut fingerprints = Vec::with_capacity(self.suffixes.len());
        flips::each(self.bits, self.k, |pattern: C| {
            let Some(&count) = patterns.next() else { return false };
            let own = next.by_ref().take(count as usize);
            fingerprints.extend(own.map(|&suffix| (self.prefix ^ pattern) | suffix));
            true
        });
        fingerprints
    }

    /// Those within k bits of the query, of which the prefix was requested, the nearest first. They are all there are if k
    /// is not larger than it was when they were requested, unless they are [`truncated`](Suffixes::truncated).
    pub fn matches(&self, query: C, k: u32) -> Vec<Match<C>> {
        let all = self.fingerprints().into_iter();
        let matches = all.map(|fingerprint| Match { distance: (fingerprint ^ query).ones(), fingerprint });
        let mut matches: Vec<Match<C>> = matches.filter(|found| found.distance <= k).collect();
        matches.sort_unstable();
        matches
    }

    /// The suffixes as they are sent: eight bytes of what it is, for each pattern one more than its count in Elias's gamma
    /// code, and the f - p bits of each suffix.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![C::BITS as u8, self.bits as u8, self.k as u8, u8::from(self.truncated)];
        bytes.extend((self.counts.len() as u32).to_le_bytes());
        let mut stream = Bits::default();
        self.counts.iter().for_each(|&count| stream.push_gamma(u64::from(count) + 1));
        self.suffixes.iter().for_each(|&suffix| stream.push_code(suffix, C::BITS - self.bits));
        bytes.extend(stream.finish());
        bytes
    }

    /// Reads what [`to_bytes`](Suffixes::to_bytes) wrote, for the query whose prefix was requested.
    ///
    /// # Errors
    /// [`Error::BadTable`] for what is no whole answer.
    pub fn from_bytes(query: C, bytes: &[u8]) -> Result<Self, Error> {
        let bad = |problem: String| Error::BadTable { table: "answer".into(), problem };
        let ends = || bad(wire::ENDS.into());
        let mut reader = wire::Reader::new(bytes);
        let (Ok([f, p, k, truncated]), Ok(patterns)) = (reader.array(), reader.u32()) else {
            return Err(ends());
        };
        let (bits, k, stream) = (u32::from(p), u32::from(k), reader.rest());
        if u32::from(f) != C::BITS || !(1..=C::BITS).contains(&bits) || k > MAX_K || truncated > 1 {
            return Err(bad(format!("{p} of {f} bits within {k} were not requested")));
        }
        // Every count takes a bit at least, and every suffix its own.
        let mut padded = stream.to_vec();
        padded.extend([0; 8]);
        let (mut counts, mut all, mut at) = (Vec::new(), 0u64, 0);
        for _ in 0..patterns {
            let (count, next) = gamma::read(&padded, at).ok_or_else(ends)?;
            if next > 8 * stream.len() {
                return Err(ends());
            }
            all += u64::from(count - 1);
            counts.push(count - 1);
            at = next;
        }
        let width = C::BITS - bits;
        let left = (8 * stream.len() - at) as u64;
        if all.checked_mul(width.into()).is_none_or(|taken| taken > left)
            || width == 0 && all > u64::from(patterns)
        {
            return Err(ends());
        }
        let place = |number: u64| at + number as usize * width as usize;
        let suffixes = (0..all).map(|number| bits::read_code(&padded, place(number), width).ok_or_else(ends));
        let suffixes = suffixes.collect::<Result<_, _>>()?;
        let prefix = query & !C::low(width);
        Ok(Suffixes { prefix, bits, k, counts, suffixes, truncated: truncated == 1 })
    }
}
