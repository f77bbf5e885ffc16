//! What an index says of its files, which many have made.

use std::io::{Read, Write};
use std::{mem, vec};

use super::super::super::Error;
use super::super::super::index::corpus::CorpusIndexOptions;
use super::super::super::index::corpus::pieces::{Whole, manifest};
use super::super::stream::{Input, Output, bad};
use super::{MANIFEST, SIGNING, SOURCES, TEXTS, give};
use twinprint::index::{self, FileEntry};

/// Gives the files that documents are signed by, if there are any, and the manifest, of all other files, sorted by family and number.
pub(in super::super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    options: &CorpusIndexOptions,
    documents: u32,
    passages: u32,
) -> Result<(), Error> {
    let tables = 2 * options.parts as usize;
    let mut of_families = vec![Vec::new(); tables + 2];
    for rows in input {
        let rows = rows?;
        let (families, names) = (rows.ints("family")?, rows.texts("name")?);
        let (bytes, heads, sums) = (rows.longs("bytes")?, rows.longs("head")?, rows.texts("xxh64")?);
        let length =
            |bytes: i64| u64::try_from(bytes).map_err(|_| bad("a file in it has less than no bytes".into()));
        for row in 0..rows.len() {
            let family = usize::try_from(families.value(row)).ok().and_then(|at| of_families.get_mut(at));
            let family = family.ok_or_else(|| bad("it has a file of a kind that there is not".into()))?;
            family.push(FileEntry {
                name: names.value(row).into(),
                bytes: length(bytes.value(row))?,
                head: length(heads.value(row))?,
                xxh64: sums.value(row).into(),
            });
        }
    }
    let mut others = of_families.split_off(tables);
    let whole = Whole {
        documents,
        passages,
        families: of_families,
        sources: mem::take(&mut others[SOURCES as usize]),
        texts: mem::take(&mut others[TEXTS as usize]),
    };
    let (signing, manifest) = manifest(whole, options)?;
    let last = 2 * options.parts;
    for (number, piece) in (0..).zip(&signing) {
        give(&mut output, last + SIGNING, number, piece)?;
    }
    let mut entry = FileEntry::of("", "", &manifest, manifest.len() as u64);
    entry.name = index::MANIFEST.into();
    give(&mut output, last + MANIFEST, 0, &(entry, manifest))?;
    output.finish()
}
