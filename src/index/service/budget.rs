//! The most that one response may hold: a look-up is done in small groups until a bound is reached.
//!
//! Ten thousand fingerprints may be requested at a time, each may be near ten thousand others, and each of these may stand in a
//! thousand passages. An isolate has no memory for all of it, and nobody has the time. What comes after the bound is answered
//! as truncated, with nothing found; who asks for it again alone gets it. What stands in a look-up twice is looked up once.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::backend::IndexBackend;
use super::prefixes::patterns;
use super::repeats::Repeats;
use crate::error::Error;
use crate::index::{Limits, LookupRequest, LookupResponse, Near, Postings, Prefixes, Shingles};

/// The most numbers in one response: fingerprints, shingles and passages.
pub const MOST_NUMBERS: usize = 250_000;

/// The most places that are looked at for one response to prefixes of fingerprints: of 24 bits, within 3, there are 2,325 for each.
pub const MOST_PROBES: u64 = 1 << 24;

/// The most bytes of texts in one response.
pub const MOST_TEXT: usize = 16 << 20;

/// The most passages whose places the sources of one response have.
const MOST_STRETCHES: usize = 1 << 20;

/// How many fingerprints are requested together, and how many shingles: few, since what they find is bounded only after.
const FINGERPRINTS: usize = 16;
const SHINGLES: usize = 256;

/// What an index says to a look-up, within the bounds of one answer.
pub(super) fn answer(
    index: &impl IndexBackend,
    lookup: &LookupRequest,
    limits: &Limits,
) -> Result<LookupResponse, Error> {
    let repeats = Repeats::of(lookup);
    let answer = once(index, &repeats.lookup, limits)?;
    Ok(repeats.told(answer))
}

/// The same of a look-up in which no number is there twice.
fn once(index: &impl IndexBackend, lookup: &LookupRequest, limits: &Limits) -> Result<LookupResponse, Error> {
    let mut asking =
        Asking { index, limits, k: lookup.k, left: MOST_NUMBERS, answer: LookupResponse::default() };
    let Prefixes { bits, fingerprints, shingles } = &lookup.prefixes;
    let prefixes = |fingerprints: &[u64], shingles: &[u64]| Prefixes {
        bits: *bits,
        fingerprints: fingerprints.into(),
        shingles: shingles.into(),
    };
    let describe = lookup.describe;
    for group in lookup.fingerprints.chunks(FINGERPRINTS) {
        asking.ask(LookupRequest { fingerprints: group.into(), describe, ..LookupRequest::default() })?;
    }
    for group in lookup.shingles.chunks(SHINGLES) {
        asking.ask(LookupRequest { shingles: group.into(), describe, ..LookupRequest::default() })?;
    }
    let affordable = usize::try_from(MOST_PROBES / patterns(*bits, lookup.k)).unwrap_or(usize::MAX);
    let (fingerprints, beyond) = fingerprints.split_at(fingerprints.len().min(affordable));
    for group in fingerprints.chunks(FINGERPRINTS) {
        asking.ask(LookupRequest { prefixes: prefixes(group, &[]), ..LookupRequest::default() })?;
    }
    asking.take(nothing(&LookupRequest { prefixes: prefixes(beyond, &[]), ..LookupRequest::default() }));
    for group in shingles.chunks(SHINGLES) {
        asking.ask(LookupRequest { prefixes: prefixes(&[], group), ..LookupRequest::default() })?;
    }
    asking.sources(&lookup.sources)?;
    asking.texts(&lookup.texts)?;
    Ok(asking.answer)
}

struct Asking<'a, I> {
    index: &'a I,
    limits: &'a Limits,
    k: u32,
    left: usize,
    answer: LookupResponse,
}

impl<I: IndexBackend> Asking<'_, I> {
    fn ask(&mut self, group: LookupRequest) -> Result<(), Error> {
        let found = match self.left {
            0 => nothing(&group),
            left => {
                let Limits { matches, passages } = *self.limits;
                let limits = Limits { matches: matches.min(left), passages: passages.min(left) };
                self.index.answer(&LookupRequest { k: self.k, ..group }, &limits)?
            }
        };
        self.left = self.left.saturating_sub(numbers(&found));
        self.take(found);
        Ok(())
    }

    /// Buckets are requested one by one: any may be as large as all others.
    fn sources(&mut self, buckets: &[u32]) -> Result<(), Error> {
        let mut left = MOST_STRETCHES;
        for &bucket in buckets {
            let lookup = LookupRequest { sources: [bucket].into(), ..LookupRequest::default() };
            let found = self.index.answer(&lookup, self.limits)?;
            let stretches: usize = found.sources.iter().flatten().map(|source| source.passages.len()).sum();
            if stretches <= left {
                left -= stretches;
                self.take(found);
            } else {
                self.answer.sources.push(Vec::new());
                self.too_long(bucket, "sources");
            }
        }
        Ok(())
    }

    fn texts(&mut self, buckets: &[u32]) -> Result<(), Error> {
        let mut left = MOST_TEXT;
        for &bucket in buckets {
            let lookup = LookupRequest { texts: [bucket].into(), ..LookupRequest::default() };
            let found = self.index.answer(&lookup, self.limits)?;
            let bytes: usize = found.texts.iter().flatten().flatten().map(String::len).sum();
            if bytes <= left {
                left -= bytes;
                self.take(found);
            } else {
                self.answer.texts.push(Vec::new());
                self.too_long(bucket, "texts");
            }
        }
        Ok(())
    }

    fn too_long(&mut self, bucket: u32, of: &str) {
        self.answer.missing.push(format!("bucket {bucket} of {of}: it is too long for one answer"));
    }

    fn take(&mut self, found: LookupResponse) {
        append(&mut self.answer, found);
    }
}

/// How many numbers a response has.
fn numbers(answer: &LookupResponse) -> usize {
    let described: usize = answer.described.iter().map(|source| 8 + 4 * source.passages.len()).sum();
    all(&answer.fingerprints)
        + all(&answer.shingles)
        + all(&answer.fingerprint_prefixes)
        + all(&answer.shingle_prefixes)
        + described
}

fn all<T: Found>(found: &[T]) -> usize {
    found.iter().map(Found::numbers).sum()
}

/// The response to a look-up that was not made: there may be anything.
fn nothing(group: &LookupRequest) -> LookupResponse {
    fn each<T: Found>(asked: &[u64], bits: u32) -> Vec<T> {
        asked.iter().map(|_| T::unknown(bits)).collect()
    }
    let Prefixes { bits, fingerprints, shingles } = &group.prefixes;
    LookupResponse {
        fingerprints: each(&group.fingerprints, *bits),
        shingles: each(&group.shingles, *bits),
        fingerprint_prefixes: each(fingerprints, *bits),
        shingle_prefixes: each(shingles, *bits),
        ..LookupResponse::default()
    }
}

/// What is found of one number that was looked up.
pub(super) trait Found: Clone {
    /// How many numbers it has.
    fn numbers(&self) -> usize;

    /// What is said of a number that was not looked up, of a prefix with its bits: there may be anything.
    fn unknown(bits: u32) -> Self;
}

impl Found for Near {
    fn numbers(&self) -> usize {
        self.matches.iter().map(|found| 1 + found.passages.len()).sum()
    }

    fn unknown(_: u32) -> Self {
        Near { truncated: true, ..Near::default() }
    }
}

impl Found for Postings {
    fn numbers(&self) -> usize {
        self.passages.len()
    }

    fn unknown(_: u32) -> Self {
        Postings { truncated: true, ..Postings::default() }
    }
}

impl Found for Shingles {
    fn numbers(&self) -> usize {
        2 * self.postings.len()
    }

    fn unknown(bits: u32) -> Self {
        Shingles { bits, truncated: true, ..Shingles::default() }
    }
}

/// Appends the answer to one more part of a look-up: lists go on, sources that were described are not described again.
pub(super) fn append(answer: &mut LookupResponse, next: LookupResponse) {
    answer.fingerprints.extend(next.fingerprints);
    answer.shingles.extend(next.shingles);
    answer.fingerprint_prefixes.extend(next.fingerprint_prefixes);
    answer.shingle_prefixes.extend(next.shingle_prefixes);
    answer.sources.extend(next.sources);
    answer.texts.extend(next.texts);
    answer.described.extend(next.described);
    answer.described.sort_by_key(|source| source.first);
    answer.described.dedup_by_key(|source| source.first);
    for missing in next.missing {
        if !answer.missing.contains(&missing) {
            answer.missing.push(missing);
        }
    }
}
