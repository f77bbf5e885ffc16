//! Responses as JSON.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::hex;
use super::padding::size_class;
use super::request::prefix_number;
use super::response::{ResponseBody, is_padded};
use crate::index::{LookupRequest, LookupResponse, Near, NearMatch, Postings, Shingles, Source};
use crate::recipe::RecipeId;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    recipe: String,
    index: String,
    fingerprints: Vec<NearBody>,
    shingles: Vec<PostingsBody>,
    prefixes: PrefixesBody,
    sources: Vec<SourcesBody>,
    texts: Vec<TextsBody>,
    described: Vec<Source>,
    missing: Vec<String>,
    /// Last, so that it can be filled where it ends.
    padding: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NearBody {
    matches: Vec<MatchBody>,
    truncated: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchBody {
    fingerprint: String,
    distance: u32,
    passages: Vec<u64>,
    count: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PostingsBody {
    passages: Vec<u64>,
    truncated: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PrefixesBody {
    fingerprints: Vec<NearSuffixes>,
    shingles: Vec<ShingleSuffixes>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NearSuffixes {
    suffixes: Vec<NearSuffix>,
    truncated: bool,
}

/// A fingerprint near a prefix: which of the prefix's bits differ, if any does, and what follows them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NearSuffix {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flipped: Option<String>,
    suffix: String,
    passages: Vec<u64>,
    count: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShingleSuffixes {
    bits: u32,
    suffixes: Vec<ShingleSuffix>,
    truncated: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShingleSuffix {
    suffix: String,
    passage: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SourcesBody {
    bucket: u32,
    documents: Vec<Source>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TextsBody {
    bucket: u32,
    texts: Vec<Option<String>>,
}

pub(super) fn encode(sent: ResponseBody, lookup: &LookupRequest) -> Vec<u8> {
    let ResponseBody { recipe, index, answer } = sent;
    let bits = lookup.prefixes.bits;
    let near = lookup.fingerprints.iter().zip(answer.fingerprints);
    let near_prefixes = lookup.prefixes.fingerprints.iter().zip(answer.fingerprint_prefixes);
    let body = Body {
        recipe: recipe.to_string(),
        index: hex::written(index, 64),
        fingerprints: near.map(|(&query, near)| near_body(query, near)).collect(),
        shingles: answer.shingles.into_iter().map(postings_body).collect(),
        prefixes: PrefixesBody {
            fingerprints: near_prefixes.map(|(&prefix, near)| near_suffixes(prefix, bits, near)).collect(),
            shingles: answer
                .shingle_prefixes
                .into_iter()
                .map(|found| shingle_suffixes(bits, found))
                .collect(),
        },
        sources: (lookup.sources.iter().zip(answer.sources))
            .map(|(&bucket, documents)| SourcesBody { bucket, documents })
            .collect(),
        texts: (lookup.texts.iter().zip(answer.texts))
            .map(|(&bucket, texts)| TextsBody { bucket, texts })
            .collect(),
        described: answer.described,
        missing: answer.missing,
        padding: String::new(),
    };
    let mut bytes = serde_json::to_vec(&body).unwrap_or_default();
    if is_padded(lookup) {
        bytes.truncate(bytes.len() - b"\"}".len());
        bytes.resize(size_class(bytes.len() + 2) - 2, b'0');
        bytes.extend(b"\"}");
    }
    bytes
}

fn near_body(query: u64, near: Near) -> NearBody {
    let body = |found: NearMatch| MatchBody {
        fingerprint: hex::written(found.fingerprint, 64),
        distance: (query ^ found.fingerprint).count_ones(),
        passages: found.passages,
        count: found.count,
    };
    NearBody { matches: near.matches.into_iter().map(body).collect(), truncated: near.truncated }
}

fn postings_body(postings: Postings) -> PostingsBody {
    PostingsBody { passages: postings.passages, truncated: postings.truncated }
}

fn near_suffixes(prefix: u64, bits: u32, near: Near) -> NearSuffixes {
    let suffix = |found: NearMatch| {
        let flipped = prefix_number(prefix ^ found.fingerprint, bits);
        NearSuffix {
            flipped: (flipped != 0).then(|| hex::written(flipped, bits)),
            suffix: hex::written(low(found.fingerprint, bits), 64 - bits),
            passages: found.passages,
            count: found.count,
        }
    };
    NearSuffixes { suffixes: near.matches.into_iter().map(suffix).collect(), truncated: near.truncated }
}

fn shingle_suffixes(bits: u32, found: Shingles) -> ShingleSuffixes {
    let suffix = |(hash, passage): (u64, u64)| ShingleSuffix {
        suffix: hex::written(low(hash, bits), 64 - bits),
        passage,
    };
    ShingleSuffixes {
        bits: found.bits,
        suffixes: found.postings.into_iter().map(suffix).collect(),
        truncated: found.truncated,
    }
}

/// What follows the highest `bits` bits.
fn low(number: u64, bits: u32) -> u64 {
    number & u64::MAX.checked_shr(bits).unwrap_or(0)
}

pub(super) fn decode(bytes: &[u8], lookup: &LookupRequest) -> Result<ResponseBody, String> {
    let body: Body = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
    let recipe = hex::read_id(&body.recipe).ok_or("its recipe is no id")?;
    let bits = lookup.prefixes.bits;
    let PrefixesBody { fingerprints, shingles } = body.prefixes;
    if fingerprints.len() != lookup.prefixes.fingerprints.len()
        || shingles.len() != lookup.prefixes.shingles.len()
    {
        return Err("its lists are not as long as those requested".into());
    }
    let same = |wanted: &[u32], given: &mut dyn Iterator<Item = u32>| wanted.iter().copied().eq(given);
    if !same(&lookup.sources, &mut body.sources.iter().map(|sources| sources.bucket))
        || !same(&lookup.texts, &mut body.texts.iter().map(|texts| texts.bucket))
    {
        return Err("its buckets are not those requested".into());
    }
    let answer = LookupResponse {
        fingerprints: body.fingerprints.into_iter().map(near_of).collect::<Result<_, _>>()?,
        shingles: (body.shingles.into_iter())
            .map(|PostingsBody { passages, truncated }| Postings { passages, truncated })
            .collect(),
        fingerprint_prefixes: (lookup.prefixes.fingerprints.iter().zip(fingerprints))
            .map(|(&prefix, found)| near_of_suffixes(prefix, bits, found))
            .collect::<Result<_, _>>()?,
        shingle_prefixes: (lookup.prefixes.shingles.iter().zip(shingles))
            .map(|(&prefix, found)| shingles_of(prefix, bits, found))
            .collect::<Result<_, _>>()?,
        sources: body.sources.into_iter().map(|sources| sources.documents).collect(),
        texts: body.texts.into_iter().map(|texts| texts.texts).collect(),
        described: body.described,
        missing: body.missing,
    };
    Ok(ResponseBody { recipe: RecipeId(recipe), index: number(&body.index, 64)?, answer })
}

fn near_of(body: NearBody) -> Result<Near, String> {
    let found = |body: MatchBody| {
        let MatchBody { fingerprint, passages, count, .. } = body;
        Ok(NearMatch { fingerprint: number(&fingerprint, 64)?, passages, count })
    };
    let matches = body.matches.into_iter().map(found).collect::<Result<_, String>>()?;
    Ok(Near { matches, truncated: body.truncated })
}

fn near_of_suffixes(prefix: u64, bits: u32, body: NearSuffixes) -> Result<Near, String> {
    let found = |suffix: NearSuffix| {
        let NearSuffix { flipped, suffix, passages, count } = suffix;
        let flipped = flipped.map_or(Ok(0), |flipped| number(&flipped, bits))?;
        let high = prefix ^ super::request::prefix_of(flipped, bits);
        Ok(NearMatch { fingerprint: high | number(&suffix, 64 - bits)?, passages, count })
    };
    let matches = body.suffixes.into_iter().map(found).collect::<Result<_, String>>()?;
    Ok(Near { matches, truncated: body.truncated })
}

fn shingles_of(prefix: u64, bits: u32, body: ShingleSuffixes) -> Result<Shingles, String> {
    if body.bits > 64 {
        return Err(format!("it has {} bits of shingles", body.bits));
    }
    let known = super::request::prefix_of(u64::MAX, body.bits);
    let posting =
        |ShingleSuffix { suffix, passage }| Ok(((prefix | number(&suffix, 64 - bits)?) & known, passage));
    let postings = body.suffixes.into_iter().map(posting).collect::<Result<_, String>>()?;
    Ok(Shingles { postings, bits: body.bits, truncated: body.truncated })
}

fn number(text: &str, bits: u32) -> Result<u64, String> {
    hex::read(text, bits).ok_or_else(|| "a number in it is not written as it should be".to_owned())
}
