//! A whole scan.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use twinprint::resemblance::Overlap;

use super::Corpus;
use crate::Error;
use crate::corpus::documents;
use crate::overlap::{Need, Workspace, shared};
use crate::scale::Scale;
use crate::scan::{
    Apart, Clustering, Clusters, Comparison, Conditions, Engine, Gathered, Identity, Ingest, Keeping, Kept,
    Linking, Preference, Reduction, RepeatedNames, ScanPair, Spool, cluster,
};

/// How the near-duplicates of a corpus are found: every pair of documents whose shingles resemble each other enough, exact
/// duplicates told apart, in bounded memory. The papers' methods, conditions on pairs and scans that go on after they were stopped
/// are in [`scan`](crate::scan).
///
/// ```
/// use twinprint_native::{Corpus, Scan};
/// let folder = tempfile::tempdir()?;
/// let text = "no town has a clock that strikes thirteen but this one, and nobody minds";
/// for (name, text) in [("a.txt", text.into()), ("b.txt", text.to_uppercase()), ("c.txt", format!("{text} at all"))] {
///     std::fs::write(folder.path().join(name), text)?;
/// }
/// let found = Scan::default().with_shingles_of(3)?.run(&Corpus::new([folder.path()])?)?;
/// assert_eq!(found.pairs().count(), 1); // a and c: b is an exact duplicate of a
/// let alone: Vec<bool> = (0..3).map(|document| found.clusters().is_representative(document)).collect();
/// assert_eq!(alone, [false, false, true]); // the longest is the representative
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scan {
    at_least: u32,
    w: usize,
    place: Workspace,
}

impl Default for Scan {
    /// A resemblance of 0.5 by shingles of ten words, within 1 GiB of memory, in the system's folder for temporary files.
    fn default() -> Self {
        Scan { at_least: 500, w: 10, place: Workspace { memory: 1 << 30, folder: env::temp_dir() } }
    }
}

impl Scan {
    /// Sets the least resemblance of a pair, from 0.001 to 1, counted in thousandths.
    ///
    /// # Errors
    /// [`Error::Core`] for any other number.
    pub fn at_least(mut self, resemblance: f64) -> Result<Self, Error> {
        let thousandths = (resemblance * 1000.0).round();
        if !(1.0..=1000.0).contains(&thousandths) {
            return Err(invalid("at-least", resemblance, "a resemblance from 0.001 to 1"));
        }
        self.at_least = thousandths as u32;
        Ok(self)
    }

    /// Sets how many words a shingle has, from 1 to 1,000.
    ///
    /// # Errors
    /// [`Error::Core`] for any other number.
    pub fn with_shingles_of(mut self, words: usize) -> Result<Self, Error> {
        if !(1..=1000).contains(&words) {
            return Err(invalid("w", words, "a number of words from 1 to 1000"));
        }
        self.w = words;
        Ok(self)
    }

    /// Sets how many bytes of memory it may take beside some 200 a document, and the folder for what does not fit.
    pub fn within(mut self, memory: usize, folder: impl Into<PathBuf>) -> Self {
        self.place = Workspace { memory, folder: folder.into() };
        self
    }

    /// Reads the corpus and finds its near-duplicates. A document that cannot be read, or has no words, is
    /// [skipped](Duplicates::documents). Not for threads of rayon.
    ///
    /// # Errors
    /// [`Error::Unwritable`], [`Error::Full`] and [`Error::Unreadable`] of the temporary files.
    pub fn run(&self, corpus: &Corpus) -> Result<Duplicates, Error> {
        let entries = &corpus.listing.entries;
        let Workspace { memory, folder } = self.place.clone();
        let keeping = Keeping::Unnamed { folder, memory: memory / 8 };
        let from = |position: crate::corpus::Position| {
            documents(entries.clone()).skip_to(position.entry, position.number).into_batches()
        };
        let gathered = self.ingest().gather(from, &keeping, &mut |_| ())?;
        let comparison = Comparison {
            method: None,
            confirm: Some(Need::Resemblance { thousandths: self.at_least }),
            engine: Engine::default(),
            common: None,
            plan: None,
            conditions: Conditions::default(),
            place: self.place.clone(),
        };
        let pairs = Spool::unnamed(&self.place.folder, comparison.pairs(&gathered, &|_, _| ())?)?;
        let clusters = self.cluster(&gathered, &pairs)?;
        Ok(Duplicates { gathered, pairs, clusters })
    }

    fn ingest(&self) -> Ingest {
        let reduction =
            Reduction { identity: Identity::default(), ..Reduction::to_shingles(self.w, Kept::default()) };
        Ingest {
            reduction,
            site: None,
            between: Duration::from_secs(2),
            apart: Apart::default(),
            files: Vec::new(),
            repeated: RepeatedNames::default(),
        }
    }

    fn cluster(&self, gathered: &Gathered, pairs: &Spool) -> Result<Clusters, Error> {
        let (mut x, mut y, mut scratch) = (Vec::new(), Vec::new(), Vec::new());
        let resemblance = |a: u32, b: u32| {
            for (document, shingles) in [(a, &mut x), (b, &mut y)] {
                let first = gathered.catalogue.row(document).first as usize;
                gathered.shingles.read(first..first + 1, shingles, &mut scratch)?;
            }
            let shared = shared(&x, &y).into();
            Ok(Overlap { shared, a: x.len() as u64, b: y.len() as u64 }.resemblance())
        };
        let clustering = Clustering {
            linking: Linking::Connected,
            preference: Preference::Longest,
            threshold: f64::from(self.at_least) / 1000.0,
            scale: Scale::Fraction,
            place: self.place.clone(),
        };
        cluster(&gathered.catalogue, &clustering, || Ok(pairs.iter()), resemblance)
    }
}

fn invalid(option: &'static str, value: impl ToString, expected: &'static str) -> Error {
    twinprint::Error::InvalidOption { option, value: value.to_string(), expected }.into()
}

/// The near-duplicates of a corpus. Documents go by their numbers, in the order in which they were read.
#[derive(Debug)]
pub struct Duplicates {
    gathered: Gathered,
    pairs: Spool,
    clusters: Clusters,
}

impl Duplicates {
    /// The documents: their names, how long they are, which are exact duplicates, and what was skipped.
    pub fn documents(&self) -> &Gathered {
        &self.gathered
    }

    /// The pairs, sorted by their documents; of exact duplicates the first alone is in any.
    pub fn pairs(&self) -> impl Iterator<Item = Result<ScanPair, Error>> + '_ {
        self.pairs.iter()
    }

    /// The clusters that the pairs and exact duplicates make, and which document of each is its representative.
    pub fn clusters(&self) -> &Clusters {
        &self.clusters
    }
}
