//! The fingerprints or shingles of a range to the shards of its tables.

use std::io::{Read, Write};

use super::super::super::Error;
use super::super::super::index::corpus::CorpusIndexOptions;
use super::super::super::index::corpus::pieces::{Family, Gathering};
use super::super::groups::Groups;
use super::super::stream::{Input, Output, bad, longs_and_ints, numbers};
use super::give;
use twinprint::index::Packing;

/// Makes the tables of each family, of rows sorted by `family`, in an index of `passages`.
pub(in super::super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    options: &CorpusIndexOptions,
    passages: u32,
) -> Result<(), Error> {
    let packing = Packing::of(passages, &options.design);
    let mut groups = Groups::new(|family, gathering| done(family, gathering, options, passages, &mut output));
    for rows in input {
        let rows = rows?;
        let codes = rows.bytes("codes")?;
        for row in 0..rows.len() {
            let number = rows.whole("family", row)?;
            let family = Family::of(number, options.parts);
            let family = family.ok_or_else(|| bad("it has a family of tables that there is not".into()))?;
            let gathering = groups.of(number, || Gathering::new(family))?;
            let codes = codes.value(row);
            match family {
                Family::Fingerprints(_) => longs_and_ints(codes)?
                    .try_for_each(|(fingerprint, passage)| gathering.push(fingerprint, passage)),
                Family::Shingles(_) => numbers(codes)?.try_for_each(|code| match packing.is_code(code) {
                    true => gathering.push(code, 0),
                    false => Err(bad("a code in it has bits that the index leaves out".into())),
                }),
            }?;
        }
    }
    groups.finish()?;
    output.finish()
}

fn done<W: Write>(
    family: u32,
    gathering: Gathering,
    options: &CorpusIndexOptions,
    passages: u32,
    output: &mut Output<W>,
) -> Result<(), Error> {
    let files = gathering.finish(options, passages)?;
    (0..).zip(&files).try_for_each(|(number, file)| give(output, family, number, file))
}
