//! Whether an index is whole.

use crate::sort::StoredCode;
use std::fs;
use std::path::Path;
use std::{format, vec};

use rayon::prelude::*;

use super::super::Error;
use super::super::sort::sort;
use super::digest::{Digest, plan_lines};
use super::manifest::{FileEntry, Ids, Manifest, hash};
use super::names::{Names, open_names};
use super::open::Index;
use twinprint::simhash::Bits;
use twinprint::table::{Family, Shard};

/// How much is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// That every file is there and as it was written, and that shards and names are in order.
    Files,
    /// Also that all tables hold the same fingerprints, that every document has a name, and the digest.
    Contents,
}

/// Checks an index, and returns its manifest and everything that is wrong.
///
/// # Errors
/// As [`Manifest::read`].
pub fn verify(folder: &Path, depth: Depth) -> Result<(Manifest, Vec<Error>), Error> {
    let manifest = Manifest::read(folder)?;
    let problems = match manifest.bits()? {
        Bits::B32 => problems::<u32>(folder, &manifest, depth),
        Bits::B64 => problems::<u64>(folder, &manifest, depth),
        Bits::B128 => problems::<u128>(folder, &manifest, depth),
    };
    Ok((manifest, problems))
}

fn problems<C: StoredCode>(folder: &Path, manifest: &Manifest, depth: Depth) -> Vec<Error> {
    let files = manifest.files.par_iter().map(|file| check_file::<C>(folder, file));
    let problems: Vec<Error> = files.filter_map(Result::err).collect();
    if !problems.is_empty() {
        return problems;
    }
    let checked = Index::<C>::open(folder).and_then(|index| match depth {
        Depth::Files => Ok(()),
        Depth::Contents => check_contents(folder, &index),
    });
    checked.err().into_iter().collect()
}

/// That a file is there and what the manifest says, and is in order.
fn check_file<C: StoredCode>(folder: &Path, file: &FileEntry) -> Result<(), Error> {
    let path = folder.join(&file.name);
    let name = path.to_string_lossy().into_owned();
    let bytes = fs::read(&path).map_err(|reason| Error::Unreadable { place: name.clone(), reason })?;
    file.check_length(&name, bytes.len() as u64)?;
    if hash(&bytes) != file.xxh64 {
        let what = "its bytes are not those that were written".into();
        return Err(Error::Index { place: name, what, remedy: "build the index again" });
    }
    match file.is_shard() {
        true => Shard::<C, _>::open(&name, bytes)?.verify()?,
        false => open_names(&path)?.verify()?,
    }
    Ok(())
}

fn check_contents<C: StoredCode>(folder: &Path, index: &Index<C>) -> Result<(), Error> {
    let (family, manifest) = (index.family(), index.manifest());
    let bad = |what: String| Error::Index {
        place: folder.to_string_lossy().into_owned(),
        what,
        remedy: "build the index again",
    };
    let codes = restored(family, 0)?;
    for table in 1..family.tables().len() {
        if restored(family, table)? != codes {
            return Err(bad(format!("table {table} does not hold the fingerprints of table 0")));
        }
    }
    let mut digest = Digest::new();
    digest.codes(&codes);
    if manifest.ids != Ids::None {
        let (counts, ordinals) = documents(family, &codes)?;
        if ordinals.len() as u64 != manifest.documents {
            return Err(bad(format!("it has {} documents, not {}", ordinals.len(), manifest.documents)));
        }
        let names = index.names().map_or(u64::MAX, Names::len);
        if let Some(nameless) = ordinals.iter().find(|&&ordinal| ordinal >= names && index.names().is_some())
        {
            return Err(bad(format!("document {nameless} has no name")));
        }
        digest.counts(&counts);
        digest.ordinals(&ordinals);
    }
    let plan = manifest.plan.join("\n");
    let coding = family.shards()[0][0].header().coding;
    let found = format!("{:016x}", digest.finish(&plan, coding, manifest.block));
    if found != manifest.digest {
        return Err(bad(format!("the digest of its contents is {found}, not {}", manifest.digest)));
    }
    if plan_lines(family.tables()) != manifest.plan {
        return Err(bad("its tables are not those of its plan".into()));
    }
    Ok(())
}

/// The fingerprints of a table, sorted.
fn restored<C: StoredCode>(family: &Family<C, Vec<u8>>, table: usize) -> Result<Vec<C>, Error> {
    let design = &family.tables()[table];
    let mut codes = Vec::new();
    for shard in &family.shards()[table] {
        shard.for_each_run(|run| codes.extend(run.iter().map(|&code| design.restore(code))))?;
    }
    if table > 0 {
        sort(&mut codes);
    }
    Ok(codes)
}

/// How many documents each fingerprint has, and their ordinals.
fn documents<C: StoredCode>(family: &Family<C, Vec<u8>>, codes: &[C]) -> Result<(Vec<u32>, Vec<u64>), Error> {
    let (mut counts, mut ordinals) = (vec![], vec![]);
    let found = codes.par_iter().map(|&code| family.ordinals(code, usize::MAX));
    for found in found.collect::<Result<Vec<_>, _>>()? {
        let (own, count) = found.unwrap_or_default();
        counts.push(count);
        ordinals.extend(own);
    }
    Ok((counts, ordinals))
}
