//! An index built anew, in place of the one in its folder.

use std::format;
use std::path::Path;

use super::super::super::Error;
use super::super::super::corpus::Documents;
use super::super::Watch;
use super::super::folder::Folder;
use super::add::Changed;
use super::change::Change;
use super::ingest::{Ingest, Labels};
use super::options::CorpusIndexOptions;
use super::signing;
use twinprint::index::Manifest;

/// Builds an index of documents in a folder, in place of the one that is there.
///
/// Documents are read once and signed on all cores; what is sorted stays within the memory given. Equal documents in equal
/// order make equal files, whatever the memory and the cores.
///
/// ```
/// use twinprint_native::corpus::{Listing, documents};
/// use twinprint_native::index::corpus::{CorpusIndexOptions, build, open};
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("a.txt"), "The quick brown fox jumps over the lazy dog by the river bank.")?;
/// let documents = documents(Listing::new([folder.path().join("a.txt")]).entries);
/// let built = build(documents, &folder.path().join("index"), &CorpusIndexOptions::default(), &())?;
/// assert_eq!((built.manifest.documents, built.passed.skipped.count()), (1, 0));
/// assert_eq!(open(&folder.path().join("index"))?.manifest, built.manifest);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Core`] for an option out of range; [`Error::SameLabel`] for two documents of one id; [`Error::Refused`] where one cannot be
/// read and that stops it; [`Error::Unwritable`]; [`Error::Index`] while another process changes the index,
/// and where no document can be indexed though some were read. The index that was there is then as it was, and nothing else is left.
pub fn build(
    documents: Documents,
    folder: &Path,
    options: &CorpusIndexOptions,
    watch: &dyn Watch,
) -> Result<Changed, Error> {
    options.check()?;
    Folder::hold(folder)?.or_clean_up(|folder| build_held(documents, folder, options, watch))
}

fn build_held(
    documents: Documents,
    folder: &Folder,
    options: &CorpusIndexOptions,
    watch: &dyn Watch,
) -> Result<Changed, Error> {
    let mut change =
        Change::new(Manifest::empty(&options.design, options.layout()), folder, options.memory, watch)?;
    change.manifest = signing::save(change.manifest.clone(), &options.signing, &change.files())?;
    let ingest = Ingest {
        taking: options.taking,
        design: &options.design,
        signing: &options.signing,
        with_text: options.with_text,
    };
    let mut labels = Labels::default();
    let passed = change.append(|writer| {
        ingest.run(documents, watch, |record, place| {
            labels.insert(&record.source.id, place)?;
            writer.push(&record)
        })
    })?;
    let added = change.manifest.documents;
    let first = passed.skipped.reasons().first().and_then(|(_, some)| some.named.first().cloned());
    if let (0, Some(first)) = (added, first) {
        return Err(Error::Index {
            place: folder.path().to_string_lossy().into_owned(),
            what: format!("no document can be indexed: {first}"),
            remedy: "give some that can",
        });
    }
    Ok(Changed { manifest: change.finish()?, added, replaced: 0, passed })
}
