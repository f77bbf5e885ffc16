//! Fingerprints and shingles of documents to where the tables of their ranges are made.

use std::io::{Read, Write};
use std::{mem, vec};

use super::super::super::Error;
use super::super::super::index::corpus::CorpusIndexOptions;
use super::super::super::index::corpus::pieces::{family_of_fingerprint, family_of_shingle};
use super::super::stream::{Cell, ColumnType, Input, Output, bad, longs_and_ints};
use twinprint::index::Packing;

/// Fingerprints go with the numbers of their passages, shingles as codes alone.
pub(in super::super) const COLUMNS: [(&str, ColumnType); 2] =
    [("family", ColumnType::Int), ("codes", ColumnType::Bytes)];

/// The most bytes of a row, but for one code's.
const BYTES: usize = 1 << 16;

/// Deals out what documents have, which come with the number of their `first` passage, in an index of `passages`.
pub(in super::super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    options: &CorpusIndexOptions,
    passages: u32,
) -> Result<(), Error> {
    // Cut into none is as good as not cut.
    let parts = options.parts.max(1);
    let packing = Packing::of(passages, &options.design);
    let mut rows_of: Vec<Vec<u8>> = vec![Vec::new(); 2 * parts as usize];
    let mut give = |family: u32, rows_of: &mut [Vec<u8>], least: usize| {
        let own = &mut rows_of[family as usize];
        if own.len() < least {
            return Ok(());
        }
        output.push(&[Cell::Int(family.cast_signed()), Cell::Bytes(&mem::take(own))])
    };
    for rows in input {
        let rows = rows?;
        let (firsts, fingerprints, shingles) =
            (rows.longs("first")?, rows.bytes("prints")?, rows.bytes("shingles")?);
        for row in 0..rows.len() {
            let first = u32::try_from(firsts.value(row)).ok().filter(|&first| first < passages);
            let first = first.ok_or_else(|| bad("a document in it has no number of a passage".into()))?;
            let number = |passage: u32| {
                let number = first.checked_add(passage).filter(|&number| number < passages);
                number.ok_or_else(|| bad("a passage in it has a number beyond those of the index".into()))
            };
            for (fingerprint, passage) in longs_and_ints(fingerprints.value(row))? {
                let family = family_of_fingerprint(fingerprint, parts).number(parts);
                let own = &mut rows_of[family as usize];
                own.extend(fingerprint.to_le_bytes());
                own.extend(number(passage)?.to_le_bytes());
                give(family, &mut rows_of, BYTES)?;
            }
            for (hash, passage) in longs_and_ints(shingles.value(row))? {
                let code = packing.code(hash, number(passage)?);
                let family = family_of_shingle(code, parts).number(parts);
                rows_of[family as usize].extend(code.to_le_bytes());
                give(family, &mut rows_of, BYTES)?;
            }
        }
    }
    // Of each family there is a row at least, so that its tables are made though they are empty, if the design has such.
    (0..2 * parts).try_for_each(|family| give(family, &mut rows_of, 0))?;
    output.finish()
}
