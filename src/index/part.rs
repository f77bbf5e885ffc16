//! A part of a segment's tables, and what it finds.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::manifest::{FileEntry, PartEntry};
use super::{Limits, NearMatch, Packing, Removed};
use crate::error::Error;
use crate::recipe::RecipeId;
use crate::table::{Data, Family, InRange, Shard};

/// The tables of a part: those of passages' fingerprints, if the index has them, and that of shingles and pairs.
#[derive(Debug)]
pub(super) struct Tables<D> {
    pub(super) passages: Option<Family<u64, D>>,
    pub(super) shingles: Family<u64, D>,
}

/// How passages of a segment are numbered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers<'a> {
    /// The number in the index of its first.
    pub(super) first: u64,
    /// How many there are.
    pub(super) passages: u32,
    pub(super) packing: Packing,
    pub(super) removed: &'a Removed,
}

/// What was found near one fingerprint; matches without a distance have 0.
pub(super) type Near = (Vec<(u32, NearMatch)>, bool);

/// The shingles that were found, each with the passage it begins in; and whether there are more.
pub(super) type Codes = (Vec<(u64, u64)>, bool);

impl<D: Data> Tables<D> {
    /// Opens all shards of a part. The error says why they cannot be searched.
    pub(super) fn open(
        part: &PartEntry,
        recipe: RecipeId,
        packing: Packing,
        file: &mut impl FnMut(&FileEntry) -> Result<D, String>,
    ) -> Result<Self, String> {
        let mut family = |entries: &[FileEntry]| -> Result<Family<u64, D>, String> {
            let shards = entries.iter().map(|entry| Ok((entry.name.clone(), file(entry)?)));
            let shards = shards.collect::<Result<Vec<_>, String>>()?;
            let family = Family::of(shards).map_err(|error| error.to_string())?;
            let found = RecipeId(family.id().recipe);
            if found == recipe {
                return Ok(family);
            }
            Err(format!("its tables are of recipe {found}, and the index is of {recipe}"))
        };
        let passages = if part.passages.is_empty() { None } else { Some(family(&part.passages)?) };
        let shards = passages.iter().flat_map(|passages| &passages.shards()[0]);
        if shards.into_iter().any(|shard| shard.header().ids.is_none()) {
            return Err("its tables do not say which passages have a fingerprint".into());
        }
        let shingles = family(&part.shingles)?;
        let zeros = |shard: &Shard<u64, D>| shard.header().zeros == packing.zeros();
        if !shingles.shards().iter().flatten().all(zeros) {
            return Err("its hashes have other bits than those of its index; build the index again".into());
        }
        Ok(Tables { passages, shingles })
    }

    /// The passages that have some fingerprints, each of which comes with its distance.
    pub(super) fn near(
        &self,
        numbers: Numbers<'_>,
        found: impl Iterator<Item = (u32, u64)>,
        truncated: bool,
        limits: &Limits,
    ) -> Result<Near, Error> {
        let mut near = Vec::new();
        for (distance, fingerprint) in found {
            let most = numbers.most(limits.passages);
            let ordinals = self.passages.as_ref().map(|passages| passages.ordinals(fingerprint, most));
            let Some((ordinals, count)) = ordinals.transpose()?.flatten() else { continue };
            let told = ordinals.len();
            let mut passages = Vec::with_capacity(told);
            for ordinal in ordinals {
                passages.extend(numbers.live(ordinal)?);
            }
            let count = u64::from(count) - (told - passages.len()) as u64;
            passages.truncate(limits.passages);
            if count > 0 {
                near.push((distance, NearMatch { fingerprint, passages, count }));
            }
        }
        Ok((near, truncated))
    }

    /// The shingles of ranges of codes, up to `most` of each.
    pub(super) fn codes(
        &self,
        numbers: Numbers<'_>,
        ranges: &[(u64, u64)],
        most: usize,
    ) -> Result<Vec<Codes>, Error> {
        let live = |InRange { codes, truncated }: InRange<u64>| {
            let mut own = Vec::with_capacity(codes.len());
            for code in codes {
                let passage = numbers.live(numbers.packing.passage(code).into())?;
                own.extend(passage.map(|passage| (numbers.packing.hash(code), passage)));
            }
            let truncated = truncated || own.len() > most;
            own.truncate(most);
            Ok((own, truncated))
        };
        self.shingles.ranges(ranges, numbers.most(most))?.into_iter().map(live).collect()
    }
}

impl Numbers<'_> {
    /// How many passages are to be looked at, so that of those that were not removed there are enough, if there are.
    fn most(&self, most: usize) -> usize {
        most.saturating_add(self.removed.passages())
    }

    /// The number in the index of a passage of the segment; none if it was removed.
    fn live(&self, passage: u64) -> Result<Option<u64>, Error> {
        match u32::try_from(passage) {
            Ok(own) if own < self.passages => {
                Ok((!self.removed.has_passage(own)).then_some(self.first + passage))
            }
            _ => {
                let problem = format!("it tells of passage {passage} of {}", self.passages);
                Err(Error::BadIndex { file: "tables".into(), problem })
            }
        }
    }
}
