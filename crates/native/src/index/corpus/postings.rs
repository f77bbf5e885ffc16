//! The tables of a segment: of its shingles and pairs, and of its passages' fingerprints, if its design signs passages.
//!
//! Both are sorted within the memory there is, and cut by ranges into parts, each a family of its own: whoever holds one
//! holds all that is needed to find what is in its range.

use core::iter::{self, Peekable};
use std::format;

use super::super::super::Error;
use super::super::super::sort::{Repeats, Sorted, Sorter, StoredCode};
use super::super::Watch;
use super::super::column::Column;
use super::super::gather::{SortSpace, apart};
use super::super::tables::{Style, Tables};
use super::files::{Files, PASSAGES, SHINGLES};
use twinprint::index::{Design, FileEntry, Layout, MOST_FILE, Manifest, Packing, PartEntry};
use twinprint::simhash::Bits;
use twinprint::table::{Coding, DEFAULT_BLOCK, Limits, Load, Plan};

/// Fingerprints, and shingles and pairs, each with the number of its passage in the segment.
pub(super) struct Postings<'a> {
    space: SortSpace<'a>,
    fingerprints: Sorter<(u64, u32)>,
    shingles: Sorter<(u64, u32)>,
    /// How many were taken of both.
    counts: [u64; 2],
}

/// What the tables of a segment are to be.
#[derive(Debug, Clone)]
pub(super) struct Form {
    pub(super) design: Design,
    pub(super) style: Style,
    /// Whether there are fingerprints.
    pub(super) has_fingerprints: bool,
    /// The most bits in which fingerprints that are found may differ.
    pub(super) k: u32,
    /// The most tables of fingerprints.
    pub(super) tables: u32,
    pub(super) parts: u32,
}

impl Form {
    /// As the segments of an index are.
    pub(super) fn of(manifest: &Manifest) -> Form {
        let Layout { tables, parts, .. } = manifest.layout;
        let recipe = manifest.design.id().0;
        let style = Style {
            recipe,
            coding: Coding::default(),
            zeros: 0,
            cut_keys: false,
            block: DEFAULT_BLOCK,
            shard: MOST_FILE as u64,
        };
        Form {
            design: manifest.design.clone(),
            style,
            has_fingerprints: manifest.design.has_fingerprints(),
            k: manifest.design.k,
            tables,
            parts,
        }
    }
}

impl<'a> Postings<'a> {
    /// None yet; all are sorted within `space`.
    pub(super) fn new(space: SortSpace<'a>) -> Self {
        let sorter = || Sorter::new(space.memory / 2, space.folder, Repeats::Drop);
        Postings { space, fingerprints: sorter(), shingles: sorter(), counts: [0; 2] }
    }

    /// Takes a fingerprint of a passage.
    pub(super) fn fingerprint(&mut self, fingerprint: u64, passage: u32) -> Result<(), Error> {
        self.counts[0] += 1;
        self.fingerprints.push((fingerprint, passage))
    }

    /// Takes a shingle or a pair that begins in a passage.
    pub(super) fn shingle(&mut self, hash: u64, passage: u32) -> Result<(), Error> {
        self.counts[1] += 1;
        self.shingles.push((hash, passage))
    }

    /// Writes the tables of a segment of `passages` passages. `watch` is called for each family of them.
    pub(super) fn write(
        self,
        passages: u32,
        form: &Form,
        files: &Files<'_>,
        watch: &dyn Watch,
    ) -> Result<Vec<PartEntry>, Error> {
        let Postings { space, fingerprints, shingles, counts } = self;
        // The other half is the shingles' until their turn comes.
        let space = SortSpace { memory: space.memory / 2, ..space };
        let mut entries = Vec::new();
        let signed = if form.has_fingerprints { form.parts as usize } else { 0 };
        let families = signed + form.parts as usize;
        let mut fingerprints = fingerprints.finish()?.peekable();
        for part in 0..form.parts {
            let passages = if form.has_fingerprints {
                watch.writing(part as usize, families);
                let own =
                    up_to(&mut fingerprints, last_of(part, form.parts), |&(fingerprint, _)| fingerprint);
                write_fingerprints(own, counts[0], part, form, space, files)?
            } else {
                Vec::new()
            };
            entries.push(PartEntry { passages, shingles: Vec::new() });
        }
        let packing = Packing::of(passages, &form.design);
        let mut codes = Packed::new(shingles.finish()?, packing).peekable();
        for (part, entry) in (0..).zip(&mut entries) {
            watch.writing(signed + part as usize, families);
            let own = up_to(&mut codes, last_of(part, form.parts), |&code| code);
            entry.shingles = write_shingles(own, packing, counts[1], part, form, space, files)?;
        }
        Ok(entries)
    }
}

/// Writes the tables of a part's fingerprints, each with the number of its passage: sorted, each once, at most `most`.
pub(super) fn write_fingerprints(
    fingerprints: impl Iterator<Item = Result<(u64, u32), Error>>,
    most: u64,
    part: u32,
    form: &Form,
    space: SortSpace<'_>,
    files: &Files<'_>,
) -> Result<Vec<FileEntry>, Error> {
    let records =
        fingerprints.map(|record| record.map(|(fingerprint, passage)| (fingerprint, u64::from(passage))));
    let (codes, documents) = apart(records, space.place::<u64>(most, true))?;
    let load = Load { fingerprints: codes.len() as u64, block: Some(form.style.block) };
    let limits = Limits { tables: Some(form.tables as usize), ..Limits::default() };
    let plan = Plan::choose(Bits::B64, form.k, load, limits)?;
    let tables = Tables::new(&codes, Some(&documents), &plan, form.style)?;
    write(&tables, &format!("{PASSAGES}-p{part:02}"), space, files)
}

/// Writes the table of the codes of a part's shingles and pairs: sorted, each once, at most `most`.
pub(super) fn write_shingles(
    codes: impl Iterator<Item = Result<u64, Error>>,
    packing: Packing,
    most: u64,
    part: u32,
    form: &Form,
    space: SortSpace<'_>,
    files: &Files<'_>,
) -> Result<Vec<FileEntry>, Error> {
    let codes = Column::of(space.place::<u64>(most, false), codes)?;
    let plan = Packing::plan(codes.len() as u64)?;
    let style = Style { zeros: packing.zeros(), cut_keys: form.design.pairs.is_some(), ..form.style };
    let tables = Tables::new(&codes, None, &plan, style)?;
    write(&tables, &format!("{SHINGLES}-p{part:02}"), space, files)
}

/// Writes all tables of a family.
fn write<C: StoredCode>(
    tables: &Tables<'_, C>,
    stem: &str,
    space: SortSpace<'_>,
    files: &Files<'_>,
) -> Result<Vec<FileEntry>, Error> {
    let mut entries = Vec::new();
    for number in tables.numbers() {
        let save = |shard: u16, bytes: &[u8]| files.shard(&format!("{stem}-t{number:02}-s{shard:03}"), bytes);
        entries.extend(tables.encode(number, space, save)?);
    }
    Ok(entries)
}

/// The last code of a part: part i of n begins at i * 2^64 / n.
fn last_of(part: u32, parts: u32) -> u64 {
    (((u128::from(part) + 1) << 64) / u128::from(parts) - 1) as u64
}

/// The part that a code is in.
pub(super) fn part_of(code: u64, parts: u32) -> u32 {
    let part = ((u128::from(code) * u128::from(parts)) >> 64) as u32;
    // Parts begin at whole numbers, at most one below where they would.
    if code > last_of(part, parts) { part + 1 } else { part }
}

/// What is left of sorted records, up to a code.
fn up_to<T>(
    records: &mut Peekable<impl Iterator<Item = Result<T, Error>>>,
    last: u64,
    code: impl Fn(&T) -> u64,
) -> impl Iterator<Item = Result<T, Error>> {
    iter::from_fn(move || {
        records.next_if(|record| record.as_ref().map_or(true, |record| code(record) <= last))
    })
}

/// Shingles as their codes, sorted, each once.
///
/// Sorted by their whole hashes and then their passages they are not quite sorted by their codes, which lack the lowest bits of
/// hashes: those that are alike in the others are gathered.
struct Packed {
    shingles: Peekable<Sorted<(u64, u32)>>,
    packing: Packing,
    /// Codes whose hashes are alike, the last first.
    alike: Vec<u64>,
}

impl Packed {
    fn new(shingles: Sorted<(u64, u32)>, packing: Packing) -> Self {
        Packed { shingles: shingles.peekable(), packing, alike: Vec::new() }
    }
}

impl Iterator for Packed {
    type Item = Result<u64, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.alike.is_empty() {
            let packing = self.packing;
            let (hash, passage) = match self.shingles.next()? {
                Ok(first) => first,
                Err(error) => return Some(Err(error)),
            };
            self.alike.push(packing.code(hash, passage));
            let is_alike = |next: &Result<(u64, u32), Error>| {
                next.as_ref().is_ok_and(|&(next, _)| packing.hash(next) == packing.hash(hash))
            };
            while let Some(Ok((hash, passage))) = self.shingles.next_if(is_alike) {
                self.alike.push(packing.code(hash, passage));
            }
            self.alike.sort_unstable_by(|a, b| b.cmp(a));
            self.alike.dedup();
        }
        self.alike.pop().map(Ok)
    }
}
