//! Fingerprints of all texts by all kinds, each made once whatever candidates have it.

use std::collections::{BTreeMap, BTreeSet};
use std::format;
use std::string::String;
use std::sync::Arc;
use std::vec::Vec;

use rayon::prelude::*;
use twinprint::Document;
use twinprint::hash;
use twinprint::lexicon::Model;
use twinprint::minhash::MinHash;
use twinprint::shingle::roll;
use twinprint::sketch::{Method, Sketcher, Value};
use twinprint::text::{Reader, TextOptions};

use super::candidate::{BITS_OF_PRINT, Candidate, Kind, most_prints};
use super::made::MadeTexts;
use twinprint_native::Error;

/// The fingerprints of texts by their kinds.
type ByKind = BTreeMap<Kind, Vec<Vec<u64>>>;

/// The fingerprints of everything that candidates are tried on.
pub(super) struct Prints {
    texts: ByKind,
    copies: ByKind,
    forms: ByKind,
    decoys: ByKind,
}

/// What is tried.
#[derive(Clone, Copy)]
pub(super) enum Which {
    Texts,
    Copies,
    /// All forms, those of a template one after the other.
    Forms,
    Decoys,
}

impl Prints {
    /// The fingerprints of a candidate, those of all its parts one after the other.
    pub(super) fn of(&self, which: Which, candidate: &Candidate) -> Vec<Vec<u64>> {
        let by_kind = match which {
            Which::Texts => &self.texts,
            Which::Copies => &self.copies,
            Which::Forms => &self.forms,
            Which::Decoys => &self.decoys,
        };
        let count = by_kind.values().next().map_or(0, Vec::len);
        let of = |number: usize| {
            let prints = candidate.parts.iter().flat_map(|part| &by_kind[&part.kind][number][..part.prints]);
            prints.copied().collect()
        };
        (0..count).map(of).collect()
    }
}

/// Signs all texts.
///
/// # Errors
/// [`Error::Core`] for a model that does not fit.
pub(super) fn sign(
    made: &MadeTexts,
    candidates: &[Candidate],
    model: Option<&Arc<Model>>,
) -> Result<Prints, Error> {
    let kinds: BTreeSet<Kind> =
        candidates.iter().flat_map(|candidate| &candidate.parts).map(|part| part.kind).collect();
    let by_kind = |texts: Vec<&str>| -> Result<ByKind, Error> {
        kinds.iter().map(|&kind| Ok((kind, all_by(kind, &texts, model)?))).collect()
    };
    Ok(Prints {
        texts: by_kind(made.texts.iter().map(String::as_str).collect())?,
        copies: by_kind(made.copies.iter().map(|copy| &*copy.text).collect())?,
        forms: by_kind(made.forms.iter().flatten().map(String::as_str).collect())?,
        decoys: by_kind(made.decoys.iter().map(|(_, text)| &**text).collect())?,
    })
}

fn all_by(kind: Kind, texts: &[&str], model: Option<&Arc<Model>>) -> Result<Vec<Vec<u64>>, Error> {
    /// Texts that are signed together, with what signs them.
    const TOGETHER: usize = 64;
    let some = |texts: &[&str]| -> Result<Vec<Vec<u64>>, Error> {
        match kind {
            Kind::Simhash { w, bits, tf, leave_out } => {
                let weights = if model.is_some() { "" } else { ",weights=none" };
                let line = format!(
                    "simhash-lexicons:w={w},bits={bits},lexicons={},tf={tf},leave-out={leave_out},stop-words=none,stemmer=none{weights}",
                    most_prints(kind)
                );
                by_simhash(&Method::parse(&line, model.map(|model| model.id()))?, texts, model)
            }
            Kind::MinBits { w, values } => by_shingles(w, texts, |shingles| {
                lowest_bits(&MinHash { m: values, l: 1 }.min_values(shingles).0)
            }),
            Kind::OnePermutation { w, values } => {
                by_shingles(w, texts, |shingles| lowest_bits(&least_of_parts(shingles, values)))
            }
            Kind::Supershingles { w, values, count } => by_shingles(w, texts, |shingles| {
                let min_hash = MinHash { m: count * values, l: values };
                min_hash.supershingles(&min_hash.min_values(shingles)).0
            }),
        }
    };
    let parts: Vec<Vec<Vec<u64>>> = texts.par_chunks(TOGETHER).map(some).collect::<Result<_, _>>()?;
    Ok(parts.concat())
}

fn by_simhash(method: &Method, texts: &[&str], model: Option<&Arc<Model>>) -> Result<Vec<Vec<u64>>, Error> {
    let mut sketcher = Sketcher::new(method.recipe.clone(), model.cloned())?;
    let one = |text: &&str| {
        let Value::Simhash(signature) = sketcher.sketch(&Document::plain("", text))?.value else {
            return Ok(Vec::new());
        };
        Ok(signature.fingerprints.into_iter().map(|print| print.unwrap_or(0) as u64).collect())
    };
    texts.iter().map(one).collect()
}

fn by_shingles(
    w: usize,
    texts: &[&str],
    prints: impl Fn(&[u64]) -> Vec<u64>,
) -> Result<Vec<Vec<u64>>, Error> {
    let mut reader = Reader::new(&TextOptions::default())?;
    let one = |text: &&str| {
        let reading = reader.read(&Document::plain("", text))?;
        let mut shingles = Vec::new();
        roll(reading.hashes(), w, |hash, _| shingles.push(hash));
        Ok(prints(&shingles))
    };
    texts.iter().map(one).collect()
}

/// The lowest bit of each value, of the first one in the lowest place.
fn lowest_bits(values: &[u64]) -> Vec<u64> {
    let word =
        |values: &[u64]| values.iter().zip(0..).fold(0, |word, (value, bit)| word | (value & 1) << bit);
    values.chunks(BITS_OF_PRINT).map(word).collect()
}

/// The least hash of a set in each of a number of equal parts of their range, spread anew so that its lowest bit is even. A part that has none takes
/// that of the next one that has (Shrivastava and Li, ICML 2014), with its own distance to it.
fn least_of_parts(shingles: &[u64], parts: usize) -> Vec<u64> {
    let mut least: Vec<Option<u64>> = vec![None; parts];
    for shingle in shingles {
        let value = hash::mix(*shingle);
        let part = ((u128::from(value) * parts as u128) >> 64) as usize;
        least[part] = Some(least[part].map_or(value, |least| least.min(value)));
    }
    let borrowed = |part: usize| {
        (0..parts).find_map(|steps| {
            least[(part + steps) % parts].map(|value| hash::mix(value.wrapping_add(steps as u64)))
        })
    };
    (0..parts).map(|part| borrowed(part).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_by_one_permutation_differ_by_half_of_what_sets_do_not_share() {
        let set = |from: u64, to: u64| (from..to).map(hash::mix).collect::<Vec<_>>();
        let [a, b] = [set(0, 3000), set(1000, 4000)].map(|set| lowest_bits(&least_of_parts(&set, 512)));
        let apart: u32 = a.iter().zip(&b).map(|(a, b)| (a ^ b).count_ones()).sum();
        // They share 2,000 of 4,000: each bit differs with a probability of a quarter. Four deviations.
        assert!((128 - 40..=128 + 40).contains(&apart), "{apart}");
        let few = lowest_bits(&least_of_parts(&set(0, 5), 512));
        assert_eq!(few, lowest_bits(&least_of_parts(&set(0, 5), 512)));
        assert!(few.iter().any(|word| word.count_ones() > 8), "parts that have none borrow");
    }
}
