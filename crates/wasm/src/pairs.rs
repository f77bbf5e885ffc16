//! The pairs of a session that share much, found among many.

use wasm_bindgen::prelude::*;

use super::session::Session;
use super::thrown;

#[wasm_bindgen]
impl Session {
    /// The pairs of these documents that share a shingle, and of which one has at least `at_least` (0 to 1) of its shingles in the
    /// other: a flat list a0, b0, a1, b1, .., the most contained first, of `most` pairs at most.
    pub fn contained_pairs(&self, ids: &[u32], at_least: f64, most: u32) -> Result<Vec<u32>, JsValue> {
        let documents = ids.iter().map(|&id| self.prepared(id)).collect::<Result<Vec<_>, _>>()?;
        let pairs = self.checker.contained_pairs(&documents, at_least, most as usize).map_err(thrown)?;
        Ok(pairs.into_iter().flatten().map(|place| ids[place as usize]).collect())
    }
}
