//! What stops a run that would let go of too much: a corpus in which most is a duplicate is likelier a mistake.

use std::collections::BTreeMap;

use super::super::Error;
use super::super::display::count;
use super::super::scan::Gathered;
use super::{Decisions, Removal, Taken};

/// The greatest share of a file, of a site, or in one cluster of the whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guard {
    /// The share, 0 to 1.
    pub share: f64,
    /// What has fewer documents is not looked at.
    pub least: u64,
}

impl Default for Guard {
    /// Half of at least a thousand documents.
    fn default() -> Self {
        Guard { share: 0.5, least: 1000 }
    }
}

impl Guard {
    /// # Errors
    /// [`Error::Guard`] for the first file or site that would lose more than the share, and where all that is let go for one
    /// document is more than that.
    pub fn check(&self, taken: &Taken<'_>, decisions: &Decisions) -> Result<(), Error> {
        let Gathered { catalogue, sites, .. } = taken.gathered;
        let old = taken.old() as usize;
        let (mut files, mut of_sites) = (BTreeMap::<u32, Share>::new(), BTreeMap::<u32, Share>::new());
        for (row, &site) in catalogue.rows().iter().zip(sites).skip(old) {
            files.entry(row.file).or_default().of += 1;
            of_sites.entry(site).or_default().of += 1;
        }
        let mut clusters = BTreeMap::<u32, u64>::new();
        for removal in &decisions.removals {
            let document = removal.document as usize;
            files.entry(catalogue.row(removal.document).file).or_default().removed += 1;
            of_sites.entry(sites[document]).or_default().removed += 1;
            *clusters.entry(removal.kept).or_default() += 1;
        }
        for (file, Share { removed, of }) in files {
            self.check_part(|| Ok(taken.listing.entries[file as usize].name.clone()), removed, of)?;
        }
        for (site, Share { removed, of }) in of_sites {
            let document = || sites.iter().position(|&other| other == site).unwrap_or_default() as u32;
            if site != 0 {
                let name = || Ok(format!("the site of {}", catalogue.name(document())?));
                self.check_part(name, removed, of)?;
            }
        }
        let of = (catalogue.len() - old) as u64;
        for (kept, removed) in clusters {
            if self.is_exceeded(Share { removed, of }) {
                let what = format!(
                    "{} of all {} documents would be removed for this one, more than {:.0} %",
                    count(removed),
                    count(of),
                    100.0 * self.share
                );
                return Err(Error::Guard { place: catalogue.name(kept)?, what });
            }
        }
        Ok(())
    }

    /// # Errors
    /// [`Error::Guard`] if a part of the corpus would lose more than the share.
    pub(in super::super) fn check_part(
        &self,
        name: impl FnOnce() -> Result<String, Error>,
        removed: u64,
        of: u64,
    ) -> Result<(), Error> {
        if !self.is_exceeded(Share { removed, of }) {
            return Ok(());
        }
        let what = format!(
            "{} of its {} documents would be removed, more than {:.0} %",
            count(removed),
            count(of),
            100.0 * self.share
        );
        Err(Error::Guard { place: name()?, what })
    }

    fn is_exceeded(&self, Share { removed, of }: Share) -> bool {
        of >= self.least && removed as f64 > self.share * of as f64
    }
}

/// How many documents would be removed, of how many.
#[derive(Clone, Copy, Default)]
struct Share {
    removed: u64,
    of: u64,
}

/// Up to `most` removals, drawn by their places: the same of the same corpus.
pub(super) fn drawn(taken: &Taken<'_>, decisions: &Decisions, most: usize) -> Result<Vec<String>, Error> {
    let mut drawn: Vec<&Removal> = decisions.removals.iter().collect();
    drawn.sort_by_cached_key(|removal| twinprint::hash::mix(u64::from(removal.document)));
    drawn.truncate(most);
    drawn.sort_unstable_by_key(|removal| removal.document);
    let place = |ordinal: u32| {
        let row = taken.gathered.catalogue.row(ordinal);
        let file = &taken.listing.entries[row.file as usize].name;
        Ok::<_, Error>(format!(
            "{} ({file}, number {})",
            taken.gathered.catalogue.name(ordinal)?,
            row.number + 1
        ))
    };
    let shown = |removal: &Removal| {
        Ok(format!("{}: {}, for {}", place(removal.document)?, removal.why.name(), place(removal.kept)?))
    };
    drawn.into_iter().map(shown).collect()
}
