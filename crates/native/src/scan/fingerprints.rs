//! The fingerprints of a corpus that was taken in by a simhash.

use super::super::Error;
use super::Gathered;
use twinprint::simhash::Bits;
use twinprint::simhash::Signature;

impl Gathered {
    /// The 64-bit fingerprint of each document that is the first of its copies, with the document, in the order in which
    /// they were read. Documents without a word of the lexicon have none. The corpus was taken in by a simhash of 64 bits; of
    /// several lexicons the first counts.
    ///
    /// # Errors
    /// [`Error::Unreadable`].
    pub fn fingerprints(&self) -> Result<Vec<(u64, u32)>, Error> {
        let mut fingerprints = Vec::new();
        self.values.for_each(|document, numbers| {
            let fingerprint =
                Signature::from_numbers(Bits::B64, numbers).fingerprints.first().copied().flatten();
            fingerprints.extend(fingerprint.map(|fingerprint| (fingerprint as u64, document as u32)));
            Ok(())
        })?;
        Ok(fingerprints)
    }
}
