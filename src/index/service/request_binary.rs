//! Requests in few bytes: docs/reference/service.md has the form byte by byte.

use alloc::format;
use alloc::vec::Vec;

use super::refusal::Refusal;
use super::request::{MOST_ITEMS, RequestBody, prefix_number, prefix_of};
use crate::index::{LookupRequest, Prefixes};
use crate::recipe::RecipeId;
use crate::wire::Reader;

const MAGIC: &[u8; 4] = b"TWQ1";
const HAS_RECIPE: u8 = 1;
const DESCRIBE: u8 = 2;

pub(super) fn encode(request: &RequestBody) -> Vec<u8> {
    let RequestBody { recipe, lookup } = request;
    let LookupRequest { fingerprints, k, shingles, prefixes, sources, texts, describe } = lookup;
    let flags = if recipe.is_some() { HAS_RECIPE } else { 0 } | if *describe { DESCRIBE } else { 0 };
    let mut bytes = Vec::from(MAGIC);
    bytes.extend([flags, (*k).min(255) as u8, prefixes.bits.min(255) as u8, 0]);
    bytes.extend(recipe.iter().flat_map(|recipe| recipe.0));
    let lists = [fingerprints.len(), shingles.len(), prefixes.fingerprints.len(), prefixes.shingles.len()];
    bytes
        .extend(lists.into_iter().chain([sources.len(), texts.len()]).flat_map(|n| (n as u32).to_le_bytes()));
    bytes.extend(fingerprints.iter().chain(shingles).flat_map(|number| number.to_le_bytes()));
    let width = prefixes.bits.min(64).div_ceil(8) as usize;
    for &prefix in prefixes.fingerprints.iter().chain(&prefixes.shingles) {
        bytes.extend(&prefix_number(prefix, prefixes.bits).to_le_bytes()[..width]);
    }
    bytes.extend(sources.iter().chain(texts).flat_map(|bucket| bucket.to_le_bytes()));
    bytes
}

pub(super) fn decode(body: &[u8]) -> Result<RequestBody, Refusal> {
    let mut reader = Reader::new(body);
    reader.magic(MAGIC).map_err(|_| malformed("it does not begin with TWQ1"))?;
    let ends = |_| malformed("it ends within its head");
    let [flags, k, bits, zero] = reader.array().map_err(ends)?;
    if flags & !(HAS_RECIPE | DESCRIBE) != 0 || zero != 0 {
        return Err(malformed("there are bits set in its head that mean nothing"));
    }
    if bits > 64 {
        let what = format!("{bits} is no number of bits");
        return Err(Refusal::out_of_range("prefixes.bits", what, "give 1 to 64"));
    }
    let recipe = if flags & HAS_RECIPE != 0 { Some(RecipeId(reader.array().map_err(ends)?)) } else { None };
    let mut counts = [0; 6];
    for count in &mut counts {
        *count = reader.u32().map_err(ends)? as usize;
    }
    let items: u64 = counts.iter().map(|&count| count as u64).sum();
    if items > MOST_ITEMS as u64 {
        let what = format!("it has {items} items, and {MOST_ITEMS} may be requested at a time");
        return Err(Refusal::out_of_range("body", what, "ask in parts"));
    }
    let [fingerprints, shingles, near, beginnings, sources, texts] = counts;
    let bits = u32::from(bits);
    let width = bits.div_ceil(8) as usize;
    let length = (fingerprints + shingles) * 8 + (near + beginnings) * width + (sources + texts) * 4;
    if reader.rest().len() != length {
        let what = format!("{length} bytes should follow its head, and {} do", reader.rest().len());
        return Err(Refusal::malformed("body", what, REMEDY));
    }
    let mut lists = || -> Option<LookupRequest> {
        Some(LookupRequest {
            fingerprints: (0..fingerprints).map(|_| reader.u64().ok()).collect::<Option<_>>()?,
            shingles: (0..shingles).map(|_| reader.u64().ok()).collect::<Option<_>>()?,
            prefixes: Prefixes {
                bits,
                fingerprints: prefixes(&mut reader, near, bits)?,
                shingles: prefixes(&mut reader, beginnings, bits)?,
            },
            sources: (0..sources).map(|_| reader.u32().ok()).collect::<Option<_>>()?,
            texts: (0..texts).map(|_| reader.u32().ok()).collect::<Option<_>>()?,
            k: u32::from(k),
            describe: flags & DESCRIBE != 0,
        })
    };
    let lookup = lists().ok_or_else(|| {
        Refusal::out_of_range(
            "prefixes",
            format!("one has more than {bits} bits"),
            "give its highest bits as a number",
        )
    })?;
    Ok(RequestBody { recipe, lookup })
}

fn prefixes(reader: &mut Reader<'_>, count: usize, bits: u32) -> Option<Vec<u64>> {
    let width = bits.div_ceil(8) as usize;
    let fits = |number: &u64| prefix_number(prefix_of(*number, bits), bits) == *number;
    let prefix = |_| reader.short(width).ok().filter(fits).map(|number| prefix_of(number, bits));
    (0..count).map(prefix).collect()
}

const REMEDY: &str = "send the form that docs/reference/service.md specifies";

fn malformed(what: &'static str) -> Refusal {
    Refusal::malformed("body", what, REMEDY)
}
