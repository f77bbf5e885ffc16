//! The fingerprints or shingles of a range to the shards of its tables.

use std::io::{Read, Write};

use super::super::super::Error;
use super::super::super::index::corpus::CorpusIndexOptions;
use super::super::super::index::corpus::pieces::{Family, Gathering};
use super::super::groups::Groups;
use super::super::stream::{Input, Output, bad, longs_and_ints, numbers};
use super::give;

/// Makes the tables of each family, of rows sorted by `family`.
pub(in super::super) fn run<W: Write>(
    input: Input<impl Read>,
    mut output: Output<W>,
    options: &CorpusIndexOptions,
) -> Result<(), Error> {
    let mut groups = Groups::new(|family, gathering| done(family, gathering, options, &mut output));
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
                Family::Shingles(_) => numbers(codes)?.try_for_each(|code| gathering.push(code, 0)),
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
    output: &mut Output<W>,
) -> Result<(), Error> {
    let files = gathering.finish(options)?;
    (0..).zip(&files).try_for_each(|(number, file)| give(output, family, number, file))
}
