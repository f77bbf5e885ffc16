//! The text form of a sketch: the same on every face, so that sketches can be compared by eye and across faces.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::Value;
use crate::simhash::Projection;

/// What stands where a part is missing: of a lexicon or a bucket without a word of the document.
pub(super) const MISSING: &str = "-";

impl Value {
    /// Its parts as text, in order: each simhash, shingle, min-value, supershingle, I-Match hash or checksum as hexadecimal
    /// digits, and "-" where there is none; the 384 bits of a projection as one part, the last of the combined algorithm's.
    ///
    /// ```
    /// use twinprint::{Document, sketch::{Method, Sketcher}};
    /// let method = Method::parse("simhash:bits=32,stop-words=none,stemmer=none", None)?;
    /// let sketch = Sketcher::new(method.recipe, None)?.sketch(&Document::plain("a", "a rose is a rose"))?;
    /// assert_eq!(sketch.value.to_parts(), ["179c0f7e"]);
    /// assert_eq!(sketch.value.to_string(), "179c0f7e");
    /// # Ok::<(), twinprint::Error>(())
    /// ```
    pub fn to_parts(&self) -> Vec<String> {
        match self {
            Value::Whole(hash) => digits_of_all(&[*hash]),
            Value::Shingles(shingles) => digits_of_all(&shingles.hashes),
            Value::MinValues(values) => digits_of_all(&values.0),
            Value::Supershingles(supershingles) => digits_of_all(&supershingles.0),
            Value::Projection(projection) => Vec::from([bits(projection)]),
            Value::Combined(supershingles, projection) => {
                let mut parts = digits_of_all(&supershingles.0);
                parts.push(bits(projection));
                parts
            }
            Value::IMatch(hashes) => {
                hashes.signatures.iter().map(|hash| hash.map_or(missing(), digits)).collect()
            }
            Value::Buckets(checksums) => {
                checksums.0.iter().map(|sum| sum.map_or(missing(), digits)).collect()
            }
            Value::Simhash(signature) => {
                let width = signature.bits.count() as usize / 4;
                let fingerprint = |fingerprint: &Option<u128>| {
                    fingerprint.map_or(missing(), |bits| alloc::format!("{bits:0width$x}"))
                };
                signature.fingerprints.iter().map(fingerprint).collect()
            }
        }
    }
}

impl fmt::Display for Value {
    /// Its [parts](Value::to_parts), with spaces between.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_parts().join(" "))
    }
}

fn digits(hash: u64) -> String {
    alloc::format!("{hash:016x}")
}

fn digits_of_all(hashes: &[u64]) -> Vec<String> {
    hashes.iter().copied().map(digits).collect()
}

fn bits(projection: &Projection) -> String {
    digits_of_all(&projection.0).concat()
}

fn missing() -> String {
    MISSING.into()
}
