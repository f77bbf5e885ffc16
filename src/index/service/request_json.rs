//! Requests as JSON.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::hex;
use super::json::{Json, each_once, not_json, other_kind};
use super::refusal::Refusal;
use super::request::{RequestBody, prefix_number, prefix_of};
use crate::index::{LookupRequest, Prefixes};
use crate::recipe::RecipeId;

#[derive(Serialize)]
struct Body {
    #[serde(skip_serializing_if = "Option::is_none")]
    recipe: Option<String>,
    k: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fingerprints: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shingles: Vec<String>,
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    describe: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    prefixes: Option<PrefixLists>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sources: Vec<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    texts: Vec<u32>,
}

#[derive(Serialize)]
struct PrefixLists {
    bits: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fingerprints: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shingles: Vec<String>,
}

pub(super) fn encode(request: &RequestBody) -> Vec<u8> {
    let RequestBody { recipe, lookup } = request;
    let whole = |numbers: &[u64]| numbers.iter().map(|&number| hex::written(number, 64)).collect();
    let Prefixes { bits, fingerprints, shingles } = &lookup.prefixes;
    let prefixes = |prefixes: &[u64]| {
        prefixes.iter().map(|&prefix| hex::written(prefix_number(prefix, *bits), *bits)).collect()
    };
    let body = Body {
        recipe: recipe.map(|recipe| format!("{recipe}")),
        k: lookup.k,
        fingerprints: whole(&lookup.fingerprints),
        shingles: whole(&lookup.shingles),
        describe: lookup.describe,
        prefixes: (lookup.prefixes != Prefixes::default()).then(|| PrefixLists {
            bits: *bits,
            fingerprints: prefixes(fingerprints),
            shingles: prefixes(shingles),
        }),
        sources: lookup.sources.clone(),
        texts: lookup.texts.clone(),
    };
    serde_json::to_vec(&body).unwrap_or_default()
}

pub(super) fn decode(body: &[u8], k: u32) -> Result<RequestBody, Refusal> {
    let json: Json = serde_json::from_slice(body).map_err(|error| not_json(&error))?;
    let Json::Object(members) = json else {
        let what = format!("it is {}", json.kind());
        return Err(Refusal::malformed("body", what, "send one JSON object"));
    };
    let mut request =
        RequestBody { lookup: LookupRequest { k, ..LookupRequest::default() }, ..RequestBody::default() };
    let RequestBody { recipe, lookup } = &mut request;
    each_once("", members, |name, place, value| {
        match name {
            "recipe" => *recipe = Some(RecipeId(read_recipe(&place, &value)?)),
            "k" => lookup.k = small(&place, &value)?,
            "fingerprints" => lookup.fingerprints = numbers(&place, value, 64)?,
            "shingles" => lookup.shingles = numbers(&place, value, 64)?,
            "describe" => lookup.describe = truth(&place, &value)?,
            "prefixes" => lookup.prefixes = prefixes(&place, value)?,
            "sources" => lookup.sources = buckets(&place, value)?,
            "texts" => lookup.texts = buckets(&place, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    Ok(request)
}

fn prefixes(place: &str, value: Json) -> Result<Prefixes, Refusal> {
    let Json::Object(members) = value else {
        return Err(other_kind(place, &value, "give an object with bits, fingerprints and shingles"));
    };
    let (mut bits, mut lists) = (24, [Vec::new(), Vec::new()]);
    let mut held = Vec::new();
    each_once("prefixes.", members, |name, place, value| {
        match name {
            "bits" => bits = prefix_bits(&place, &value)?,
            "fingerprints" => held.push((0, place, value)),
            "shingles" => held.push((1, place, value)),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    // How many digits a prefix has is known once the bits are, wherever in the object they stood.
    for (list, place, value) in held {
        let numbers = numbers(&place, value, bits)?;
        lists[list] = numbers.into_iter().map(|number| prefix_of(number, bits)).collect();
    }
    let [fingerprints, shingles] = lists;
    Ok(Prefixes { bits, fingerprints, shingles })
}

fn prefix_bits(place: &str, value: &Json) -> Result<u32, Refusal> {
    match value {
        Json::Whole(bits @ 1..=64) => Ok(*bits as u32),
        Json::Whole(bits) => {
            Err(Refusal::out_of_range(place, format!("{bits} is no number of bits"), "give 1 to 64"))
        }
        _ => Err(other_kind(place, value, "give a number from 1 to 64")),
    }
}

fn numbers(place: &str, value: Json, bits: u32) -> Result<Vec<u64>, Refusal> {
    const REMEDY: &str = "give strings of hexadecimal digits, four bits each, leading zeros too";
    let Json::List(items) = value else { return Err(other_kind(place, &value, "give a list of strings")) };
    let read = |(at, item): (usize, Json)| match &item {
        Json::Text(text) => hex::read(text, bits).ok_or_else(|| {
            let what = format!("it is no number of {bits} bits in {} digits", bits.div_ceil(4));
            Refusal::out_of_range(format!("{place}[{at}]"), what, REMEDY)
        }),
        _ => Err(other_kind(&format!("{place}[{at}]"), &item, REMEDY)),
    };
    items.into_iter().enumerate().map(read).collect()
}

fn buckets(place: &str, value: Json) -> Result<Vec<u32>, Refusal> {
    let Json::List(items) = value else { return Err(other_kind(place, &value, "give a list of numbers")) };
    items.iter().enumerate().map(|(at, item)| small(&format!("{place}[{at}]"), item)).collect()
}

fn small(place: &str, value: &Json) -> Result<u32, Refusal> {
    let number = if let Json::Whole(number) = value { u32::try_from(*number).ok() } else { None };
    number.ok_or_else(|| other_kind(place, value, "give a whole number, from 0 on"))
}

fn truth(place: &str, value: &Json) -> Result<bool, Refusal> {
    if let Json::Bool(truth) = value {
        Ok(*truth)
    } else {
        Err(other_kind(place, value, "give true or false"))
    }
}

fn read_recipe(place: &str, value: &Json) -> Result<[u8; 16], Refusal> {
    let id = if let Json::Text(text) = value { hex::read_id(text) } else { None };
    id.ok_or_else(|| {
        Refusal::out_of_range(
            place,
            "it is no id of a recipe",
            "give the 32 hexadecimal digits that /v1/meta gives",
        )
    })
}
