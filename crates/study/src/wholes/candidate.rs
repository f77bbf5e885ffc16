//! What is tried: kinds of fingerprints, put together to as many bytes as all others, and the rule by which they say near.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::BYTES;
use super::distance::DistanceRule;

/// How fingerprints of a kind are made of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Simhashes over random lexicons.
    Simhash {
        /// The words of a shingle.
        w: usize,
        /// The bits of each, 32 or 64.
        bits: u32,
        /// How often a term counts, as the methods' `tf` names it.
        tf: &'static str,
        /// The thousandths of all terms that a lexicon leaves out.
        leave_out: u32,
    },
    /// The lowest bit of each of a number of min-values (Li and König, WWW 2010).
    MinBits {
        /// The words of a shingle.
        w: usize,
        /// How many.
        values: usize,
    },
    /// The lowest bit of the least hash in each of a number of parts of the range of one hash (Li, Owen and Zhang, NIPS 2012).
    OnePermutation {
        /// The words of a shingle.
        w: usize,
        /// How many.
        values: usize,
    },
    /// Hashes of a number of min-values each, of which one is to be equal.
    Supershingles {
        /// The words of a shingle.
        w: usize,
        /// How many min-values each.
        values: usize,
        /// How many hashes.
        count: usize,
    },
}

impl Kind {
    /// The bits of a fingerprint.
    pub fn bits(&self) -> u32 {
        match self {
            Kind::Simhash { bits, .. } => *bits,
            _ => 64,
        }
    }

    fn name(&self, prints: usize) -> String {
        match *self {
            Kind::Simhash { w, bits, tf, leave_out } => {
                format!("simhash-lexicons:w={w},bits={bits},lexicons={prints},tf={tf},leave-out={leave_out}")
            }
            Kind::MinBits { w, values } => format!("min-bits:w={w},values={values}"),
            Kind::OnePermutation { w, values } => format!("one-permutation:w={w},values={values}"),
            Kind::Supershingles { w, values, count } => {
                format!("supershingles:w={w},values={values},hashes={count}")
            }
        }
    }

    /// Whether it is made of simhashes.
    pub fn is_simhash(&self) -> bool {
        matches!(self, Kind::Simhash { .. })
    }
}

/// So many fingerprints of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The kind.
    pub kind: Kind,
    /// How many.
    pub prints: usize,
}

/// Fingerprints of a document, and the rule by which two documents' are near.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// One part, or one of words and one of shingles.
    pub parts: Vec<Part>,
    /// The rule.
    pub rule: DistanceRule,
}

impl Candidate {
    /// The bytes of a document's fingerprints.
    pub fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.prints * part.kind.bits() as usize / 8).sum()
    }

    /// The design as a line.
    pub fn name(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| part.kind.name(part.prints)).collect();
        format!("{} {}", parts.join("+"), self.rule.name())
    }

    /// Whether its fingerprints are simhashes.
    pub fn is_simhash(&self) -> bool {
        self.parts.iter().all(|part| part.kind.is_simhash())
    }
}

/// The bits of a fingerprint but for short simhashes.
pub(super) const BITS_OF_PRINT: usize = 64;

/// The most fingerprints that any candidate has of a kind of simhashes: the first of them are those of fewer lexicons.
pub(super) fn most_prints(kind: Kind) -> usize {
    BYTES[BYTES.len() - 1] * 8 / kind.bits() as usize
}

/// How often a term counts, in turn.
const TF: [&str; 3] = ["raw", "log", "once"];
/// What the methods leave out of a lexicon, and twice as much.
const LEAVE_OUT: [u32; 2] = [300, 600];

/// All that is tried, of each number of [`BYTES`].
pub fn candidates() -> Vec<Candidate> {
    BYTES.into_iter().flat_map(|bytes| simhashes(bytes).chain(min_wise(bytes)).collect::<Vec<_>>()).collect()
}

/// How many of some fingerprints are of words where the others are of shingles of two: about three fifths.
fn of_words(prints: usize) -> usize {
    (prints * 3 + 2) / 5
}

fn simhashes(bytes: usize) -> impl Iterator<Item = Candidate> {
    let kinds = TF.into_iter().flat_map(|tf| LEAVE_OUT.map(|leave_out| (64, tf, leave_out))).chain([(
        32,
        "once",
        LEAVE_OUT[0],
    )]);
    kinds.flat_map(move |(bits, tf, leave_out)| {
        let (all, kind) = (bytes * 8 / bits as usize, move |w| Kind::Simhash { w, bits, tf, leave_out });
        let split = (of_words(all), all - of_words(all));
        let [words, pairs, mixed] = [
            vec![Part { kind: kind(1), prints: all }],
            vec![Part { kind: kind(2), prints: all }],
            vec![Part { kind: kind(1), prints: split.0 }, Part { kind: kind(2), prints: split.1 }],
        ];
        let by = |parts: &[Part], rules: &[DistanceRule]| -> Vec<Candidate> {
            rules.iter().map(|&rule| Candidate { parts: parts.into(), rule }).collect()
        };
        let plain = [DistanceRule::Sum, DistanceRule::Any, DistanceRule::Majority];
        [by(&words, &plain), by(&pairs, &plain), by(&mixed, &plain), by(&mixed, &[DistanceRule::BoundedSum])]
            .concat()
    })
}

fn min_wise(bytes: usize) -> impl Iterator<Item = Candidate> {
    let all = bytes / 8;
    let split = (of_words(all), all - of_words(all));
    let kinds: [fn(usize, usize) -> Kind; 2] =
        [|w, values| Kind::MinBits { w, values }, |w, values| Kind::OnePermutation { w, values }];
    let bits = kinds.into_iter().flat_map(move |kind| {
        let part = |w, prints| Part { kind: kind(w, 64 * prints), prints };
        let mixed = vec![part(1, split.0), part(2, split.1)];
        [
            (vec![part(1, all)], DistanceRule::Sum),
            (vec![part(2, all)], DistanceRule::Sum),
            (mixed.clone(), DistanceRule::Sum),
            (mixed, DistanceRule::BoundedSum),
        ]
    });
    let supershingles = [(2, 2), (3, 2), (3, 4)].into_iter().map(move |(w, values)| {
        let kind = Kind::Supershingles { w, values, count: all };
        (vec![Part { kind, prints: all }], DistanceRule::AnyEqual)
    });
    bits.chain(supershingles).map(|(parts, rule)| Candidate { parts, rule })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_have_equal_bytes_and_none_is_tried_twice() {
        let all = candidates();
        let names: BTreeSet<String> = all.iter().map(Candidate::name).collect();
        assert_eq!(names.len(), all.len());
        for bytes in BYTES {
            let own: Vec<_> = all.iter().filter(|candidate| candidate.bytes() == bytes).collect();
            assert_eq!(own.len() * BYTES.len(), all.len(), "{bytes} bytes");
            assert!(own.iter().any(|own| own.is_simhash()) && own.iter().any(|own| !own.is_simhash()));
        }
    }
}
