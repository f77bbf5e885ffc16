//! What a service says of its index at `/v1/meta`, as far as a client needs it; it may say more.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::access_mode::PREFIX_BITS;
use crate::error::Error;
use crate::index::Design;
use crate::index::service::prefixes::MOST_PREFIX_BITS;

/// The body of `/v1/meta`.
#[derive(Debug, serde::Deserialize)]
pub(super) struct Meta {
    service: String,
    version: u32,
    recipe: String,
    /// The checksum of the manifest.
    pub(super) index: String,
    pub(super) design: Design,
    pub(super) documents: u64,
    pub(super) passages: u64,
    #[serde(default)]
    pub(super) missing: Vec<String>,
    #[serde(default)]
    pub(super) texts: bool,
    #[serde(default)]
    limits: Limits,
}

/// What it takes.
#[derive(Debug, Default, serde::Deserialize)]
struct Limits {
    /// The bits that a prefix has at least; services before this was bounded say nothing.
    #[serde(default)]
    prefix_bits: u32,
}

const SERVICE: &str = "twinprint look-up";

impl Meta {
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        let bad = |problem: String| Error::BadAnswer { index: name.into(), problem };
        let meta: Meta = serde_json::from_slice(bytes).map_err(|error| bad(error.to_string()))?;
        if meta.service != SERVICE || meta.version != 1 {
            let what = format!("it is no Twinprint look-up service of version 1 but {:?}", meta.service);
            return Err(bad(what));
        }
        meta.design.check()?;
        if meta.recipe != meta.design.id().to_string() {
            return Err(bad(format!("its recipe {:?} is not the one of its design", meta.recipe)));
        }
        if meta.limits.prefix_bits > MOST_PREFIX_BITS {
            let asked = meta.limits.prefix_bits;
            let what = format!(
                "it wants prefixes of {asked} bits, which name a document; {MOST_PREFIX_BITS} are the most that are sent"
            );
            return Err(bad(what));
        }
        Ok(meta)
    }

    /// How many bits of a hash a prefix of it has: as few as the index takes, and no fewer than usual.
    pub(super) fn prefix_bits(&self) -> u32 {
        self.limits.prefix_bits.max(PREFIX_BITS)
    }
}
