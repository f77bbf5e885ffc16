//! Answers in few bytes: docs/service.md has the form byte by byte.
//!
//! Numbers of passages rise, so each is told by how much it is more than the one before; of fingerprints near one asked for,
//! and of prefixes, the difference is told, so that nothing is said twice that the request said.

use alloc::string::String;
use alloc::vec::Vec;

use super::padding::size_class;
use super::request::{prefix_number, prefix_of};
use super::response::{ResponseBody, is_padded};
use crate::index::octets::{Octets, push_long, push_text};
use crate::index::{LookupRequest, LookupResponse, Near, NearMatch, Postings, Shingles, Source, Stretch};
use crate::recipe::RecipeId;
use crate::text::Span;

const MAGIC: &[u8; 4] = b"TWA1";

const HAS_TITLE: u8 = 1;
const HAS_URL: u8 = 2;
const HAS_TEXT: u8 = 4;
const REMOVED: u8 = 8;

pub(super) fn encode(body: &ResponseBody, lookup: &LookupRequest) -> Vec<u8> {
    let LookupResponse { fingerprints, shingles, fingerprint_prefixes, shingle_prefixes, .. } = &body.answer;
    let mut bytes = Vec::from(MAGIC);
    bytes.extend([0; 4]);
    bytes.extend(body.recipe.0);
    bytes.extend(body.index.to_le_bytes());
    for (&query, near) in lookup.fingerprints.iter().zip(fingerprints) {
        put_near(&mut bytes, query, near);
    }
    for Postings { passages, truncated } in shingles {
        put_length(&mut bytes, passages.len(), *truncated);
        put_rising(&mut bytes, passages);
    }
    for (&prefix, near) in lookup.prefixes.fingerprints.iter().zip(fingerprint_prefixes) {
        put_near(&mut bytes, prefix, near);
    }
    for (&prefix, found) in lookup.prefixes.shingles.iter().zip(shingle_prefixes) {
        put_shingles(&mut bytes, prefix, lookup.prefixes.bits, found);
    }
    for bucket in &body.answer.sources {
        put_sources(&mut bytes, bucket);
    }
    for bucket in &body.answer.texts {
        push_long(&mut bytes, bucket.len() as u64);
        for text in bucket {
            bytes.push(u8::from(text.is_some()));
            text.iter().for_each(|text| push_text(&mut bytes, text));
        }
    }
    put_sources(&mut bytes, &body.answer.described);
    push_long(&mut bytes, body.answer.missing.len() as u64);
    body.answer.missing.iter().for_each(|missing| push_text(&mut bytes, missing));
    let length = bytes.len();
    bytes[4..8].copy_from_slice(&(length as u32).to_le_bytes());
    if is_padded(lookup) {
        bytes.resize(size_class(length), 0);
    }
    bytes
}

/// How many there are, and whether there may be more.
fn put_length(bytes: &mut Vec<u8>, count: usize, truncated: bool) {
    push_long(bytes, (count as u64) << 1 | u64::from(truncated));
}

fn put_near(bytes: &mut Vec<u8>, query: u64, near: &Near) {
    put_length(bytes, near.matches.len(), near.truncated);
    for NearMatch { fingerprint, passages, count } in &near.matches {
        bytes.extend((query ^ fingerprint).to_le_bytes());
        push_long(bytes, passages.len() as u64);
        push_long(bytes, count.saturating_sub(passages.len() as u64));
        put_rising(bytes, passages);
    }
}

fn put_rising(bytes: &mut Vec<u8>, passages: &[u64]) {
    let mut last = 0;
    for &passage in passages {
        push_long(bytes, passage.wrapping_sub(last));
        last = passage;
    }
}

fn put_shingles(bytes: &mut Vec<u8>, prefix: u64, bits: u32, found: &Shingles) {
    put_length(bytes, found.postings.len(), found.truncated);
    bytes.push(found.bits as u8);
    let mut last = first_code(prefix, bits, found.bits);
    for &(hash, passage) in &found.postings {
        let code = prefix_number(hash, found.bits);
        push_long(bytes, code.wrapping_sub(last));
        push_long(bytes, passage);
        last = code;
    }
}

/// The least hash that begins as the prefix, in the bits that the index has.
fn first_code(prefix: u64, bits: u32, known: u32) -> u64 {
    prefix_number(prefix & prefix_of(u64::MAX, bits), known)
}

fn put_sources(bytes: &mut Vec<u8>, sources: &[Source]) {
    push_long(bytes, sources.len() as u64);
    for Source { id, title, url, words, shingles, first, passages, has_text, removed } in sources {
        let flags = [
            (title.is_some(), HAS_TITLE),
            (url.is_some(), HAS_URL),
            (*has_text, HAS_TEXT),
            (*removed, REMOVED),
        ];
        bytes.push(flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum());
        push_text(bytes, id);
        title.iter().chain(url).for_each(|text| push_text(bytes, text));
        [u64::from(*words), u64::from(*shingles), *first, passages.len() as u64]
            .into_iter()
            .for_each(|number| push_long(bytes, number));
        for Stretch { words, span } in passages {
            [words.start, words.end, span.start, span.end]
                .into_iter()
                .for_each(|number| push_long(bytes, u64::from(number)));
        }
    }
}

pub(super) fn decode(bytes: &[u8], lookup: &LookupRequest) -> Option<ResponseBody> {
    let length = u32::from_le_bytes(bytes.get(4..8)?.try_into().ok()?) as usize;
    let (content, padding) = bytes.split_at_checked(length)?;
    let mut octets = Octets(content);
    let begins = octets.take(4)? == MAGIC && octets.word()? as usize == length;
    if !begins || padding.iter().any(|&byte| byte != 0) {
        return None;
    }
    let (recipe, index) = (RecipeId(octets.array()?), octets.array().map(u64::from_le_bytes)?);
    let prefixes = &lookup.prefixes;
    let octets = &mut octets;
    let answer = LookupResponse {
        fingerprints: each(&lookup.fingerprints, |&query| near(octets, query))?,
        shingles: each(&lookup.shingles, |_| {
            let (count, truncated) = length_of(octets, 1)?;
            Some(Postings { passages: rising(octets, count)?, truncated })
        })?,
        fingerprint_prefixes: each(&prefixes.fingerprints, |&prefix| near(octets, prefix))?,
        shingle_prefixes: each(&prefixes.shingles, |&prefix| shingles(octets, prefix, prefixes.bits))?,
        sources: each(&lookup.sources, |_| sources(octets))?,
        texts: each(&lookup.texts, |_| texts(octets))?,
        described: sources(octets)?,
        missing: {
            let count = octets.count(1)?;
            (0..count).map(|_| octets.text()).collect::<Option<_>>()?
        },
    };
    octets.0.is_empty().then_some(ResponseBody { recipe, index, answer })
}

fn each<A, B>(asked: &[A], read: impl FnMut(&A) -> Option<B>) -> Option<Vec<B>> {
    asked.iter().map(read).collect()
}

/// A length of what takes at least so many bytes each, and whether there may be more.
fn length_of(octets: &mut Octets<'_>, each: usize) -> Option<(usize, bool)> {
    let number = octets.long()?;
    let count = usize::try_from(number >> 1).ok().filter(|&count| count <= octets.0.len() / each)?;
    Some((count, number & 1 == 1))
}

fn near(octets: &mut Octets<'_>, query: u64) -> Option<Near> {
    let (count, truncated) = length_of(octets, 10)?;
    let mut found = || {
        let fingerprint = query ^ octets.array().map(u64::from_le_bytes)?;
        let named = octets.count(1)?;
        // The varint of how many more follows, and then those named.
        let count = octets.long()?.checked_add(named as u64)?;
        Some(NearMatch { fingerprint, passages: rising(octets, named)?, count })
    };
    let matches = (0..count).map(|_| found()).collect::<Option<_>>()?;
    Some(Near { matches, truncated })
}

fn rising(octets: &mut Octets<'_>, count: usize) -> Option<Vec<u64>> {
    let mut last = 0u64;
    let mut next = || {
        last = last.checked_add(octets.long()?)?;
        Some(last)
    };
    (0..count).map(|_| next()).collect()
}

fn shingles(octets: &mut Octets<'_>, prefix: u64, bits: u32) -> Option<Shingles> {
    let (count, truncated) = length_of(octets, 2)?;
    let known = u32::from(octets.byte()?);
    let mut code = first_code(prefix, bits, known);
    let mut next = || {
        code = code.checked_add(octets.long()?)?;
        let fits = known <= 64 && prefix_number(prefix_of(code, known), known) == code;
        fits.then_some((prefix_of(code, known), octets.long()?))
    };
    let postings = (0..count).map(|_| next()).collect::<Option<_>>()?;
    Some(Shingles { postings, bits: known, truncated })
}

fn sources(octets: &mut Octets<'_>) -> Option<Vec<Source>> {
    let count = octets.count(6)?;
    (0..count).map(|_| source(octets)).collect()
}

fn source(octets: &mut Octets<'_>) -> Option<Source> {
    let flags = octets.byte()?;
    if flags & !(HAS_TITLE | HAS_URL | HAS_TEXT | REMOVED) != 0 {
        return None;
    }
    let mut text = |there: bool| if there { octets.text().map(Some) } else { Some(None) };
    let id: String = text(true)??;
    let title = text(flags & HAS_TITLE != 0)?;
    let url = text(flags & HAS_URL != 0)?;
    let words = octets.number()?;
    let shingles = octets.number()?;
    let first = octets.long()?;
    let count = octets.count(4)?;
    let mut stretch = || {
        let words = octets.number()?..octets.number()?;
        Some(Stretch { words, span: Span { start: octets.number()?, end: octets.number()? } })
    };
    let passages = (0..count).map(|_| stretch()).collect::<Option<_>>()?;
    let (has_text, removed) = (flags & HAS_TEXT != 0, flags & REMOVED != 0);
    Some(Source { id, title, url, words, shingles, first, passages, has_text, removed })
}

fn texts(octets: &mut Octets<'_>) -> Option<Vec<Option<String>>> {
    let count = octets.count(1)?;
    let mut text = || match octets.byte()? {
        0 => Some(None),
        1 => octets.text().map(Some),
        _ => None,
    };
    (0..count).map(|_| text()).collect()
}
