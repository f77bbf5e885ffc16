//! Responses in few bytes: docs/reference/service.md has the form byte by byte.
//!
//! Numbers of passages rise, so each is written as how much it is more than the one before; of fingerprints near one requested,
//! and of prefixes, the difference is written, so that nothing is said twice that the request said.

use alloc::string::String;
use alloc::vec::Vec;

use super::padding::size_class;
use super::request::{prefix_number, prefix_of};
use super::response::{ResponseBody, is_padded};
use crate::index::{LookupRequest, LookupResponse, Near, NearMatch, Postings, Shingles, Source, Stretch};
use crate::recipe::RecipeId;
use crate::text::Span;
use crate::wire::{Fault, Put, Reader};

const MAGIC: &[u8; 4] = b"TWA1";

/// The bytes of the magic and of the length.
const HEAD: usize = 8;

const TOO_LARGE: &str = "a number is too large";

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
        bytes.put_varint(bucket.len() as u64);
        for text in bucket {
            bytes.push(u8::from(text.is_some()));
            text.iter().for_each(|text| bytes.put_text(text));
        }
    }
    put_sources(&mut bytes, &body.answer.described);
    bytes.put_varint(body.answer.missing.len() as u64);
    body.answer.missing.iter().for_each(|missing| bytes.put_text(missing));
    let length = bytes.len();
    bytes[4..8].copy_from_slice(&(length as u32).to_le_bytes());
    if is_padded(lookup) {
        bytes.resize(size_class(length), 0);
    }
    bytes
}

/// How many there are, and whether there may be more.
fn put_length(bytes: &mut Vec<u8>, count: usize, truncated: bool) {
    bytes.put_varint((count as u64) << 1 | u64::from(truncated));
}

fn put_near(bytes: &mut Vec<u8>, query: u64, near: &Near) {
    put_length(bytes, near.matches.len(), near.truncated);
    for NearMatch { fingerprint, passages, count } in &near.matches {
        bytes.extend((query ^ fingerprint).to_le_bytes());
        bytes.put_varint(passages.len() as u64);
        bytes.put_varint(count.saturating_sub(passages.len() as u64));
        put_rising(bytes, passages);
    }
}

fn put_rising(bytes: &mut Vec<u8>, passages: &[u64]) {
    let mut last = 0;
    for &passage in passages {
        bytes.put_varint(passage.wrapping_sub(last));
        last = passage;
    }
}

fn put_shingles(bytes: &mut Vec<u8>, prefix: u64, bits: u32, found: &Shingles) {
    put_length(bytes, found.postings.len(), found.truncated);
    bytes.push(found.bits as u8);
    let mut last = first_code(prefix, bits, found.bits);
    for &(hash, passage) in &found.postings {
        let code = prefix_number(hash, found.bits);
        bytes.put_varint(code.wrapping_sub(last));
        bytes.put_varint(passage);
        last = code;
    }
}

/// The least hash that begins as the prefix, in the bits that the index has.
fn first_code(prefix: u64, bits: u32, known: u32) -> u64 {
    prefix_number(prefix & prefix_of(u64::MAX, bits), known)
}

fn put_sources(bytes: &mut Vec<u8>, sources: &[Source]) {
    bytes.put_varint(sources.len() as u64);
    for Source { id, title, url, words, shingles, first, passages, has_text, removed } in sources {
        let flags = [
            (title.is_some(), HAS_TITLE),
            (url.is_some(), HAS_URL),
            (*has_text, HAS_TEXT),
            (*removed, REMOVED),
        ];
        bytes.push(flags.iter().filter(|(set, _)| *set).map(|(_, flag)| flag).sum());
        bytes.put_text(id);
        title.iter().chain(url).for_each(|text| bytes.put_text(text));
        [u64::from(*words), u64::from(*shingles), *first, passages.len() as u64]
            .into_iter()
            .for_each(|number| bytes.put_varint(number));
        for Stretch { words, span } in passages {
            [words.start, words.end, span.start, span.end]
                .into_iter()
                .for_each(|number| bytes.put_varint(u64::from(number)));
        }
    }
}

pub(super) fn decode(bytes: &[u8], lookup: &LookupRequest) -> Result<ResponseBody, Fault> {
    let mut reader = Reader::new(bytes);
    reader.magic(MAGIC)?;
    let length = reader.u32()?;
    let content = Reader::new(bytes).take(length as usize)?;
    if bytes[content.len()..].iter().any(|&byte| byte != 0) {
        return Err(Fault { problem: "the bytes after its end are not zero", at: content.len() });
    }
    let mut reader = Reader::new(content);
    reader.take(HEAD)?;
    let (recipe, index) = (RecipeId(reader.array()?), reader.u64()?);
    let prefixes = &lookup.prefixes;
    let from = &mut reader;
    let answer = LookupResponse {
        fingerprints: each(&lookup.fingerprints, |&query| near(from, query))?,
        shingles: each(&lookup.shingles, |_| {
            let (count, truncated) = length_of(from, 1)?;
            Ok(Postings { passages: rising(from, count)?, truncated })
        })?,
        fingerprint_prefixes: each(&prefixes.fingerprints, |&prefix| near(from, prefix))?,
        shingle_prefixes: each(&prefixes.shingles, |&prefix| shingles(from, prefix, prefixes.bits))?,
        sources: each(&lookup.sources, |_| sources(from))?,
        texts: each(&lookup.texts, |_| texts(from))?,
        described: sources(from)?,
        missing: (0..from.count(1)?).map(|_| from.text().map(String::from)).collect::<Result<_, _>>()?,
    };
    reader.end()?;
    Ok(ResponseBody { recipe, index, answer })
}

fn each<A, B>(wanted: &[A], read: impl FnMut(&A) -> Result<B, Fault>) -> Result<Vec<B>, Fault> {
    wanted.iter().map(read).collect()
}

/// A length of what takes at least `each` bytes, and whether there may be more.
fn length_of(reader: &mut Reader<'_>, each: usize) -> Result<(usize, bool), Fault> {
    let number = reader.varint()?;
    Ok((reader.within(number >> 1, each)?, number & 1 == 1))
}

fn near(reader: &mut Reader<'_>, query: u64) -> Result<Near, Fault> {
    let (count, truncated) = length_of(reader, 10)?;
    let mut found = || {
        let fingerprint = query ^ reader.u64()?;
        let named = reader.count(1)?;
        // The varint of how many more follows, and then those named.
        let more = reader.varint()?;
        let count = more.checked_add(named as u64).ok_or_else(|| reader.fault(TOO_LARGE))?;
        Ok(NearMatch { fingerprint, passages: rising(reader, named)?, count })
    };
    let matches = (0..count).map(|_| found()).collect::<Result<_, Fault>>()?;
    Ok(Near { matches, truncated })
}

fn rising(reader: &mut Reader<'_>, count: usize) -> Result<Vec<u64>, Fault> {
    let mut last = 0;
    let mut next = || {
        last = above(reader, last)?;
        Ok(last)
    };
    (0..count).map(|_| next()).collect()
}

/// A number that is written as how much it is above another.
fn above(reader: &mut Reader<'_>, last: u64) -> Result<u64, Fault> {
    last.checked_add(reader.varint()?).ok_or_else(|| reader.fault(TOO_LARGE))
}

fn shingles(reader: &mut Reader<'_>, prefix: u64, bits: u32) -> Result<Shingles, Fault> {
    let (count, truncated) = length_of(reader, 2)?;
    let known = u32::from(reader.u8()?);
    let mut code = first_code(prefix, bits, known);
    let mut next = || {
        code = above(reader, code)?;
        if known > 64 || prefix_number(prefix_of(code, known), known) != code {
            return Err(reader.fault("a shingle has more bits than the index"));
        }
        Ok((prefix_of(code, known), reader.varint()?))
    };
    let postings = (0..count).map(|_| next()).collect::<Result<_, Fault>>()?;
    Ok(Shingles { postings, bits: known, truncated })
}

fn sources(reader: &mut Reader<'_>) -> Result<Vec<Source>, Fault> {
    let count = reader.count(6)?;
    (0..count).map(|_| source(reader)).collect()
}

fn source(reader: &mut Reader<'_>) -> Result<Source, Fault> {
    let flags = reader.u8()?;
    if flags & !(HAS_TITLE | HAS_URL | HAS_TEXT | REMOVED) != 0 {
        return Err(reader.fault("flags are set that mean nothing"));
    }
    let id = String::from(reader.text()?);
    let mut optional = |flag: u8| {
        if flags & flag == 0 { Ok(None) } else { reader.text().map(String::from).map(Some) }
    };
    let (title, url) = (optional(HAS_TITLE)?, optional(HAS_URL)?);
    let (words, shingles, first) = (reader.varint_u32()?, reader.varint_u32()?, reader.varint()?);
    let count = reader.count(4)?;
    let mut stretch = || {
        let words = reader.varint_u32()?..reader.varint_u32()?;
        Ok(Stretch { words, span: Span { start: reader.varint_u32()?, end: reader.varint_u32()? } })
    };
    let passages = (0..count).map(|_| stretch()).collect::<Result<_, Fault>>()?;
    let (has_text, removed) = (flags & HAS_TEXT != 0, flags & REMOVED != 0);
    Ok(Source { id, title, url, words, shingles, first, passages, has_text, removed })
}

fn texts(reader: &mut Reader<'_>) -> Result<Vec<Option<String>>, Fault> {
    let count = reader.count(1)?;
    let mut text = || match reader.u8()? {
        0 => Ok(None),
        1 => reader.text().map(String::from).map(Some),
        _ => Err(reader.fault("it is not said whether there is a text")),
    };
    (0..count).map(|_| text()).collect()
}
