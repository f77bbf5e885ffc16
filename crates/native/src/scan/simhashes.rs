//! The pairs of documents whose simhashes are within k bits, lexicon by lexicon, through the Hamming tables' join.
//!
//! By the rule "any" documents are alike within k bits in one lexicon, and by "majority" in one at least. By the rule "sum", of L distances that add up to k at most
//! one is no more than k / L: so these are candidates.

use super::super::Error;
use super::super::blobs::Lists;
use super::super::join::self_join_in;
use super::super::overlap::Workspace;
use super::super::sort::{Repeats, Sorter, StoredCode, sort};
use twinprint::simhash::{Bits, Rule, Signature};
use twinprint::table::MAX_SELF_JOIN_K;

/// Takes all pairs of documents that may be alike, several times maybe.
pub(super) fn candidates(
    values: &Lists,
    (bits, lexicons): (Bits, usize),
    (k, rule): (u32, Rule),
    place: &Workspace,
    take: &mut dyn FnMut(u32, u32) -> Result<(), Error>,
) -> Result<(), Error> {
    let radius = radius((k, rule), lexicons, MAX_SELF_JOIN_K)?;
    for lexicon in 0..lexicons {
        match bits {
            Bits::B32 => {
                within::<u32>(values, bits, lexicon, radius, place, |fingerprint| fingerprint as u32, take)
            }
            Bits::B64 => {
                within::<u64>(values, bits, lexicon, radius, place, |fingerprint| fingerprint as u64, take)
            }
            Bits::B128 => {
                within::<u128>(values, bits, lexicon, radius, place, |fingerprint| fingerprint, take)
            }
        }?;
    }
    Ok(())
}

/// The most bits that differ in some lexicon between any two documents that are alike.
///
/// # Errors
/// [`Error::Core`] where the search takes fewer: `most`.
pub(crate) fn radius((k, rule): (u32, Rule), lexicons: usize, most: u32) -> Result<u32, Error> {
    let (radius, expected) = match rule {
        Rule::Any | Rule::Majority => {
            (k, "fewer bits: tables find what differs in 8 at most, and a scan without Spark in 16")
        }
        Rule::Sum => (
            k / lexicons as u32,
            "fewer bits: for each lexicon tables find what differs in 8 at most, and a scan without Spark in 16",
        ),
    };
    if radius > most {
        let value = std::string::ToString::to_string(&k);
        return Err(twinprint::Error::InvalidOption { option: "k", value, expected }.into());
    }
    Ok(radius)
}

/// The pairs within a radius in one lexicon.
fn within<C: StoredCode>(
    values: &Lists,
    bits: Bits,
    lexicon: usize,
    radius: u32,
    place: &Workspace,
    code: impl Fn(u128) -> C,
    take: &mut dyn FnMut(u32, u32) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut fingerprints: Vec<(C, u32)> = Vec::new();
    values.for_each(|number, numbers| {
        let fingerprint = Signature::from_numbers(bits, numbers).fingerprints.get(lexicon).copied().flatten();
        fingerprints.extend(fingerprint.map(|fingerprint| (code(fingerprint), number as u32)));
        Ok(())
    })?;
    sort(&mut fingerprints);
    let with = |code: C| {
        let of = &fingerprints[fingerprints.partition_point(|&(other, _)| other < code)..];
        &of[..of.partition_point(|&(other, _)| other == code)]
    };
    for same in fingerprints.chunk_by(|x, y| x.0 == y.0) {
        for (at, &(_, b)) in same.iter().enumerate() {
            same[..at].iter().try_for_each(|&(_, a)| take(a, b))?;
        }
    }
    let codes = fingerprints.iter().map(|&(code, _)| code).collect();
    let sorter = Sorter::new(place.memory / 4, &place.folder, Repeats::Drop);
    for pair in self_join_in(codes, radius, |_, _| (), sorter)? {
        let pair = pair?;
        for &(_, a) in with(pair.query) {
            with(pair.fingerprint).iter().try_for_each(|&(_, b)| take(a, b))?;
        }
    }
    Ok(())
}
