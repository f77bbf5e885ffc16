//! Look-ups in compressed Hamming tables: the bindings of [`table`](twinprint::table).

use std::format;

use serde::Serialize;
use wasm_bindgen::prelude::*;

use super::{object, thrown};
use twinprint::Error;
use twinprint::simhash::Bits;
use twinprint::table::{Bound, Code, Family, Header, Suffixes};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("tables.d.ts");

#[wasm_bindgen]
extern "C" {
    /// [`Description`] as an object.
    #[wasm_bindgen(typescript_type = "TablesDescription")]
    pub type DescriptionObject;
    /// [`Found`] as an object.
    #[wasm_bindgen(typescript_type = "TablesAnswer")]
    pub type AnswerObject;
    /// What is known of documents that have a fingerprint, as an object.
    #[wasm_bindgen(typescript_type = "TablesDocuments | undefined")]
    pub type DocumentsObject;
}

/// All tables of an index.
#[wasm_bindgen]
pub struct Tables {
    family: AnyFamily,
}

enum AnyFamily {
    B32(Family<u32, Vec<u8>>),
    B64(Family<u64, Vec<u8>>),
    B128(Family<u128, Vec<u8>>),
}

/// Does the same with a family of any number of bits.
macro_rules! with_family {
    ($any:expr, $family:ident => $work:expr) => {
        match $any {
            AnyFamily::B32($family) => $work,
            AnyFamily::B64($family) => $work,
            AnyFamily::B128($family) => $work,
        }
    };
}

#[derive(Serialize)]
struct Description {
    bits: u32,
    k: u32,
    fingerprints: u64,
    tables: usize,
    bytes: u64,
    recipe: String,
    digest: String,
}

#[derive(Serialize)]
struct Found {
    matches: Vec<Match>,
    truncated: bool,
}

#[derive(Serialize)]
struct Match {
    fingerprint: String,
    distance: u32,
}

/// Ordinals are decimal digits: there are more than JavaScript's numbers can tell apart.
#[derive(Serialize)]
struct Documents {
    ordinals: Vec<String>,
    count: u32,
}

#[wasm_bindgen]
impl Tables {
    /// Opens an index of the bytes of all its shards, in any order.
    #[wasm_bindgen(constructor)]
    pub fn new(shards: Vec<js_sys::Uint8Array>) -> Result<Tables, JsValue> {
        let shards: Vec<(String, Vec<u8>)> = shards
            .into_iter()
            .enumerate()
            .map(|(number, bytes)| (format!("shard {}", number + 1), bytes.to_vec()))
            .collect();
        open(shards).map(|family| Tables { family }).map_err(thrown)
    }

    /// What the index is.
    pub fn describe(&self) -> Result<DescriptionObject, JsValue> {
        with_family!(&self.family, family => object(&describe(family)))
    }

    /// Every fingerprint within k bits of one, the nearest first; k may be smaller than the index's.
    pub fn query(
        &self,
        fingerprint: &str,
        k: Option<u32>,
        matches: Option<u32>,
    ) -> Result<AnswerObject, JsValue> {
        let found = with_family!(&self.family, family => query(family, fingerprint, k, matches));
        object(&found.map_err(thrown)?)
    }

    /// The documents that have a fingerprint, up to `most` of them; undefined if none has it. Throws where the index has
    /// no documents.
    pub fn documents(&self, fingerprint: &str, most: u32) -> Result<DocumentsObject, JsValue> {
        let documents = with_family!(&self.family, family => documents(family, fingerprint, most as usize));
        match documents.map_err(thrown)? {
            Some(documents) => object(&documents),
            None => Ok(JsValue::UNDEFINED.unchecked_into()),
        }
    }

    /// The fingerprints whose first bits are within k of these, of which only the first `bits` are looked at, as bytes for
    /// [`suffix_matches`](Tables::suffix_matches).
    pub fn suffixes(&self, fingerprint: &str, bits: u32, k: u32) -> Result<Vec<u8>, JsValue> {
        with_family!(&self.family, family => suffixes(family, fingerprint, bits, k)).map_err(thrown)
    }

    /// The fingerprints within k bits of one, among those that [`suffixes`](Tables::suffixes) gave for its prefix.
    pub fn suffix_matches(fingerprint: &str, bytes: &[u8], k: u32) -> Result<AnswerObject, JsValue> {
        let found = match fingerprint.len() {
            8 => found_among::<u32>(fingerprint, bytes, k),
            32 => found_among::<u128>(fingerprint, bytes, k),
            _ => found_among::<u64>(fingerprint, bytes, k),
        };
        object(&found.map_err(thrown)?)
    }

    /// Checks every byte of every shard. Throws with the first thing that is wrong.
    pub fn verify(&self) -> Result<(), JsValue> {
        with_family!(&self.family, family => {
            family.shards().iter().flatten().try_for_each(|shard| shard.verify()).map_err(thrown)
        })
    }
}

fn open(shards: Vec<(String, Vec<u8>)>) -> Result<AnyFamily, Error> {
    // Whatever is wrong with the first shard, opening all of them says so.
    let bits = shards.first().and_then(|(name, bytes)| Header::read(name, bytes).ok());
    Ok(match bits.map_or(Bits::B64, |header| header.bits) {
        Bits::B32 => AnyFamily::B32(Family::open(shards)?),
        Bits::B64 => AnyFamily::B64(Family::open(shards)?),
        Bits::B128 => AnyFamily::B128(Family::open(shards)?),
    })
}

fn describe<C: Code>(family: &Family<C, Vec<u8>>) -> Description {
    let id = family.id();
    Description {
        bits: C::BITS,
        k: family.k(),
        fingerprints: family.len(),
        tables: family.tables().len(),
        bytes: family.shards().iter().flatten().map(|shard| shard.bytes().0).sum(),
        recipe: id.recipe.iter().map(|byte| format!("{byte:02x}")).collect(),
        digest: format!("{:016x}", id.digest),
    }
}

fn query<C: Code>(
    family: &Family<C, Vec<u8>>,
    fingerprint: &str,
    k: Option<u32>,
    matches: Option<u32>,
) -> Result<Found, Error> {
    let bound = Bound::default();
    let bound = Bound { matches: matches.map_or(bound.matches, |most| most as usize), ..bound };
    let answer = family.query(read(fingerprint)?, k.unwrap_or(family.k()), bound)?;
    Ok(Found { matches: answer.matches.into_iter().map(shown).collect(), truncated: answer.truncated })
}

fn documents<C: Code>(
    family: &Family<C, Vec<u8>>,
    fingerprint: &str,
    most: usize,
) -> Result<Option<Documents>, Error> {
    let documents = family.ordinals(read(fingerprint)?, most)?;
    Ok(documents.map(|(ordinals, count)| Documents {
        ordinals: ordinals.iter().map(u64::to_string).collect(),
        count,
    }))
}

fn suffixes<C: Code>(
    family: &Family<C, Vec<u8>>,
    fingerprint: &str,
    bits: u32,
    k: u32,
) -> Result<Vec<u8>, Error> {
    Ok(family.suffixes(read(fingerprint)?, bits, k, Bound::default())?.to_bytes())
}

fn found_among<C: Code>(fingerprint: &str, bytes: &[u8], k: u32) -> Result<Found, Error> {
    let query: C = read(fingerprint)?;
    let suffixes = Suffixes::from_bytes(query, bytes)?;
    let matches = suffixes.matches(query, k).into_iter().map(shown).collect();
    Ok(Found { matches, truncated: suffixes.truncated() })
}

fn read<C: Code>(fingerprint: &str) -> Result<C, Error> {
    let refused = || Error::InvalidOption {
        option: "fingerprint",
        value: fingerprint.into(),
        expected: "as many hexadecimal digits as the index's have: a quarter of its bits",
    };
    let digits =
        fingerprint.len() == C::BYTES * 2 && fingerprint.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = digits.then(|| u128::from_str_radix(fingerprint, 16).ok()).flatten();
    number.map(C::truncated).ok_or_else(refused)
}

fn shown<C: Code>(found: twinprint::table::Match<C>) -> Match {
    let digits = C::BYTES * 2;
    Match { fingerprint: format!("{:0digits$x}", found.fingerprint), distance: found.distance }
}
