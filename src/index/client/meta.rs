//! What a service says of its index at `/v1/meta`, as far as a client needs it; it may say more.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::Error;
use crate::index::Design;

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
        Ok(meta)
    }
}
