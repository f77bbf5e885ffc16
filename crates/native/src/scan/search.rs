//! How the pairs of a method are searched: as sets that share enough.
//!
//! What a document is reduced to by any method but a simhash can be seen as a set, so that documents which the method takes for
//! near-duplicates share some number of members at least: its shingles; its min-values, its supershingles, its signatures or its checksums, each
//! with its place; its megashingles; the pieces of its projection, as many as its threshold needs. What shares enough is a candidate, of which the
//! method's own measure is taken.

use super::pieces::Pieces;
use crate::overlap::Need;
use twinprint::Error;
use twinprint::Sketching;
use twinprint::hash;
use twinprint::shingle::{Sampling, ShingleValue};
use twinprint::sketch::{Alike, Method, ShingleSet, Value};

/// A search for the pairs of a method, or for some of them.
pub(super) struct Search {
    pub(super) need: Need,
    /// The members of a document's set, from its sketch.
    members: Members,
}

type Members = Box<dyn Fn(Value) -> Vec<u64> + Sync + Send>;

impl Search {
    /// The searches that find all pairs of a method together; none for one that finds exact duplicates only.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] where a method's measure does not bound what documents share.
    pub(super) fn of(method: &Method) -> Result<Vec<Search>, Error> {
        let placed = |least: u32| Search::new(Need::Shared { least }, placed);
        let pieces = |agreeing| {
            let pieces = Pieces::of_agreeing(agreeing);
            Search::new(Need::Shared { least: 1 }, move |value| match value {
                Value::Projection(projection) | Value::Combined(_, projection) => pieces.members(&projection),
                _ => Vec::new(),
            })
        };
        Ok(match (&method.recipe.sketching, method.alike) {
            (_, Alike::Equal) => Vec::new(),
            (Sketching::Adaptive { divisor, .. }, alike) => {
                let divisor = *divisor;
                let short = move |value| match value {
                    Value::Shingles(set) if set.divisor != divisor => set.hashes,
                    _ => Vec::new(),
                };
                let all = move |value| match value {
                    Value::Shingles(set) => thinned(set, divisor),
                    _ => Vec::new(),
                };
                let need = of_shingles(alike, None)?;
                vec![Search::new(need, short), Search::new(need, all)]
            }
            (Sketching::Shingles(sampling), alike) => {
                let at_most = match sampling {
                    Sampling::Smallest(count) => Some(*count),
                    Sampling::Remainder { at_most, .. } => *at_most,
                    Sampling::All => None,
                };
                vec![Search::new(of_shingles(alike, at_most)?, shingles)]
            }
            (Sketching::Winnowed { .. }, alike) => vec![Search::new(of_shingles(alike, None)?, shingles)],
            (Sketching::MinValues(hashing), Alike::Resemblance { thousandths }) => {
                let least = (hashing.values as u64 * u64::from(thousandths)).div_ceil(1000);
                vec![placed(least as u32)]
            }
            (Sketching::Projection, Alike::Agreeing { parts }) => vec![pieces(parts)],
            (
                Sketching::MinValues(_)
                | Sketching::Supershingles { .. }
                | Sketching::IMatch { .. }
                | Sketching::Buckets { .. },
                Alike::Agreeing { parts },
            ) => vec![placed(parts)],
            (Sketching::Supershingles { .. }, Alike::Megashingles { megashingles }) => {
                vec![Search::new(Need::Shared { least: megashingles }, |value| match value {
                    Value::Supershingles(supershingles) => supershingles.megashingles().collect(),
                    _ => Vec::new(),
                })]
            }
            (Sketching::Combined { .. }, Alike::Combined { supershingles, elsewhere, .. }) => {
                let elsewhere = elsewhere.map(pieces);
                [placed(supershingles)].into_iter().chain(elsewhere).collect()
            }
            (_, alike) => {
                let expected = "a measure of this method's sketches";
                return Err(Error::InvalidOption { option: "measure", value: alike.to_string(), expected });
            }
        })
    }

    fn new(need: Need, members: impl Fn(Value) -> Vec<u64> + Sync + Send + 'static) -> Search {
        Search { need, members: Box::new(members) }
    }

    /// The set of a document whose sketch is given as numbers: sorted, each member once, spread over all 64 bits.
    pub(super) fn set(&self, sketching: &Sketching, numbers: &[u64]) -> Vec<u64> {
        if numbers.is_empty() {
            return Vec::new();
        }
        let mut members = (self.members)(Value::from_numbers(sketching, numbers));
        members.iter_mut().for_each(|member| *member = hash::mix(*member));
        members.sort_unstable();
        members.dedup();
        members
    }
}

/// What sets of shingles must share; `at_most` is how many of the smallest were kept.
fn of_shingles(alike: Alike, at_most: Option<usize>) -> Result<Need, Error> {
    Ok(match (alike, at_most) {
        (Alike::Resemblance { thousandths }, None) => Need::Resemblance { thousandths },
        (Alike::Resemblance { thousandths }, Some(count)) => {
            Need::Smallest { thousandths, count: u32::try_from(count).unwrap_or(u32::MAX) }
        }
        (Alike::Containment { thousandths }, None) => Need::Containment { thousandths },
        // Of the smallest of a union one set may have few: what is found is measured.
        (Alike::Containment { .. }, Some(_)) => Need::Shared { least: 1 },
        (Alike::InCommon { shingles }, _) => Need::Shared { least: shingles },
        (alike, _) => {
            let expected = "a resemblance, a containment or a number of shingles in common";
            return Err(Error::InvalidOption { option: "measure", value: alike.to_string(), expected });
        }
    })
}

fn shingles(value: Value) -> Vec<u64> {
    match value {
        Value::Shingles(set) => set.hashes,
        _ => Vec::new(),
    }
}

/// As many of the shingles of a sample as a coarser one has.
fn thinned(set: ShingleSet, divisor: u64) -> Vec<u64> {
    let mut hashes = set.hashes;
    hashes.retain(|hash| hash.low().is_multiple_of(divisor));
    hashes
}

/// The parts of a sketch, each with its place.
fn placed(value: Value) -> Vec<u64> {
    let place = |(place, part): (usize, u64)| part ^ hash::mix(place as u64 + 1);
    match value {
        Value::MinValues(values) => values.0.into_iter().enumerate().map(place).collect(),
        Value::Supershingles(supershingles) | Value::Combined(supershingles, _) => {
            supershingles.0.into_iter().enumerate().map(place).collect()
        }
        Value::IMatch(imatch) => {
            let parts = imatch.signatures.into_iter().enumerate();
            parts.filter_map(|(at, part)| Some(place((at, part?)))).collect()
        }
        Value::Buckets(checksums) => {
            let parts = checksums.0.into_iter().enumerate();
            parts.filter_map(|(at, part)| Some(place((at, part?)))).collect()
        }
        _ => Vec::new(),
    }
}
