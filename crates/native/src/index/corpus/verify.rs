//! Whether an index of documents is whole.

use std::format;
use std::path::Path;

use rayon::prelude::*;

use super::super::super::Error;
use super::super::manifest::hash;
use super::super::verify::Depth;
use super::documents::for_each_document;
use super::manifest::read;
use super::open::{open, read_file};
use twinprint::index::{Design, FileEntry, Manifest, Packing, PartEntry, SegmentEntry};
use twinprint::table::{Family, Shard};

/// Checks an index, and returns its manifest and everything that is wrong.
///
/// # Errors
/// As [`read`].
pub fn verify(folder: &Path, depth: Depth) -> Result<(Manifest, Vec<Error>), Error> {
    let manifest = read(folder)?;
    let checked = manifest.files().collect::<Vec<_>>().into_par_iter().map(|file| check_file(folder, file));
    let mut problems: Vec<Error> = checked.filter_map(Result::err).collect();
    if problems.is_empty() {
        problems.extend(open(folder).err());
    }
    if problems.is_empty() && depth == Depth::Contents {
        let checked =
            manifest.segments.iter().map(|segment| check_segment(folder, segment, &manifest.design));
        problems.extend(checked.filter_map(Result::err));
    }
    Ok((manifest, problems))
}

/// That a file is there and as it was written.
fn check_file(folder: &Path, file: &FileEntry) -> Result<(), Error> {
    match hash(&read_file(folder, file)?) == file.xxh64 {
        true => Ok(()),
        false => Err(bad(folder, file, "its bytes are not those that were written".into())),
    }
}

fn bad(folder: &Path, file: &FileEntry, what: String) -> Error {
    let place = folder.join(&file.name).to_string_lossy().into_owned();
    Error::Index { place, what, remedy: "build the index again" }
}

/// That all of a segment's tables are in order, that those of a part hold the same fingerprints, and that what they name is
/// there.
fn check_segment(folder: &Path, segment: &SegmentEntry, design: &Design) -> Result<(), Error> {
    let mut documents = 0;
    for_each_document(
        segment,
        |file| read_file(folder, file),
        |source, text| {
            documents += 1;
            match source.has_text == text.is_some() {
                true => Ok(()),
                false => {
                    let what =
                        "the index has its text and says that it has not, or the other way round".into();
                    Err(Error::Index { place: source.id, what, remedy: "build the index again" })
                }
            }
        },
    )?;
    if documents != segment.documents {
        let what = format!("it and its like have {documents} documents, not {}", segment.documents);
        return segment.sources.first().map_or(Ok(()), |file| Err(bad(folder, file, what)));
    }
    segment.parts.par_iter().try_for_each(|part| check_part(folder, segment, part, design))
}

fn check_part(folder: &Path, segment: &SegmentEntry, part: &PartEntry, design: &Design) -> Result<(), Error> {
    let open = |files: &[FileEntry]| {
        let shards = files.iter().map(|file| Ok((file.name.clone(), read_file(folder, file)?)));
        let family: Family<u64, Vec<u8>> = Family::open(shards.collect::<Result<Vec<_>, Error>>()?)?;
        family.shards().iter().flatten().try_for_each(Shard::verify)?;
        Ok::<_, Error>(family)
    };
    if !part.passages.is_empty() {
        check_fingerprints(folder, segment, part, &open(&part.passages)?)?;
    }
    let packing = Packing::of(segment.passages, design);
    let codes = codes(&open(&part.shingles)?, 0)?;
    if let Some(&code) = codes.iter().find(|&&code| packing.passage(code) >= segment.passages) {
        let what = format!("a shingle or a pair begins in passage {}, which is none", packing.passage(code));
        return part.shingles.first().map_or(Ok(()), |file| Err(bad(folder, file, what)));
    }
    Ok(())
}

/// That all tables of fingerprints hold the same, of passages that there are.
fn check_fingerprints(
    folder: &Path,
    segment: &SegmentEntry,
    part: &PartEntry,
    passages: &Family<u64, Vec<u8>>,
) -> Result<(), Error> {
    let fingerprints = codes(passages, 0)?;
    for table in 1..passages.tables().len() {
        let mut others = codes(passages, table)?;
        others.sort_unstable();
        if others != fingerprints {
            let what = format!("table {table} does not hold the fingerprints of table 0");
            return part.passages.first().map_or(Ok(()), |file| Err(bad(folder, file, what)));
        }
    }
    for &fingerprint in &fingerprints {
        let (own, _) = passages.ordinals(fingerprint, usize::MAX)?.unwrap_or_default();
        if let Some(none) = own.iter().find(|&&passage| passage >= segment.passages.into()) {
            let what = format!("fingerprint {fingerprint:016x} is of passage {none}, which is none");
            return part.passages.first().map_or(Ok(()), |file| Err(bad(folder, file, what)));
        }
    }
    Ok(())
}

/// The fingerprints of a table, as they stand in it.
fn codes(family: &Family<u64, Vec<u8>>, table: usize) -> Result<Vec<u64>, Error> {
    let design = &family.tables()[table];
    let mut codes = Vec::new();
    for shard in &family.shards()[table] {
        shard.for_each_run(|run| codes.extend(run.iter().map(|&code| design.restore(code))))?;
    }
    Ok(codes)
}
