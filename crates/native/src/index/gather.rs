//! Fingerprints and the ordinals of their documents, read, sorted and made distinct.
//!
//! Ids that are all numbers are ordinals as they stand. Whether they are is known only at the end, so they are taken for
//! numbers until one is none; then everything is read once more, and ordinals number the ids by their first appearance.

use crate::sort::StoredCode;
use core::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::super::Error;
use super::super::sort::{Repeats, Sorter, by_prefix};
use super::Watch;
use super::column::{Column, ColumnPlace, Filling};
use super::input::{self, Enough, Entry, Input};
use super::names::Interned;
use twinprint::table::Table;

/// What an index is made of.
#[derive(Debug)]
pub(super) struct Gathered<C> {
    /// The distinct fingerprints, sorted.
    pub(super) codes: Column<C>,
    /// The documents of each, if there are ids.
    pub(super) documents: Option<Documents>,
    /// The ids, unless they are numbers.
    pub(super) names: Option<Interned>,
}

/// The documents of sorted fingerprints.
#[derive(Debug)]
pub(super) struct Documents {
    /// How many there are of each fingerprint.
    pub(super) counts: Column<u32>,
    /// Their ordinals, fingerprint by fingerprint.
    pub(super) ordinals: Column<u64>,
}

impl Documents {
    /// The bits of the largest ordinal.
    pub(super) fn width(&self) -> Result<u32, Error> {
        let mut width = 0;
        self.ordinals.for_each(|ordinals| {
            width = ordinals.iter().map(|ordinal| u64::BITS - ordinal.leading_zeros()).fold(width, u32::max);
        })?;
        Ok(width)
    }

    /// Where the ordinals begin of each of some ranges of fingerprints that follow one another, and where the last end.
    pub(super) fn starts(&self, cuts: &[Range<usize>]) -> Result<Vec<usize>, Error> {
        let (mut starts, mut at) = (vec![0], 0);
        for cut in cuts {
            self.counts.for_each_part(cut.clone(), |counts| {
                at += counts.iter().map(|&count| count as usize).sum::<usize>();
                Ok(())
            })?;
            starts.push(at);
        }
        Ok(starts)
    }
}

/// Where to sort, and within how much memory.
#[derive(Debug, Clone, Copy)]
pub(super) struct SortSpace<'a> {
    pub(super) memory: usize,
    pub(super) folder: &'a Path,
}

impl<'a> SortSpace<'a> {
    /// Where a number of `fingerprints` goes: in memory, if there is enough of it also for sorting them into the order of a table,
    /// which takes twice as much besides; and for their documents, if they have any.
    pub(super) fn place<C: StoredCode>(self, fingerprints: u64, has_ids: bool) -> ColumnPlace<'a> {
        let documents = if has_ids { size_of::<u32>() + size_of::<u64>() } else { 0 };
        let each = (3 * C::BYTES + documents) as u64;
        let fits = fingerprints.saturating_mul(each) <= self.memory as u64;
        if fits { ColumnPlace::Memory } else { ColumnPlace::Folder(self.folder) }
    }

    /// The codes of a table in its order, of sorted fingerprints.
    pub(super) fn table<C: StoredCode>(self, codes: &Column<C>, table: &Table) -> Result<Column<C>, Error> {
        if let Column::Memory(codes) = codes {
            return Ok(Column::Memory(by_prefix(codes, table)));
        }
        let mut sorter = Sorter::new(self.memory, self.folder, Repeats::Keep);
        codes.for_each_part(0..codes.len(), |codes| {
            sorter.extend(codes.iter().map(|&code| table.permute(code)))
        })?;
        Column::of(ColumnPlace::Folder(self.folder), sorter.finish()?)
    }
}

/// Reads and sorts.
pub(super) fn gather<C: StoredCode>(
    inputs: &[Input],
    space: SortSpace<'_>,
    watch: &dyn Watch,
) -> Result<Gathered<C>, Error> {
    let gathering = gather_by(inputs, space, watch, None)?;
    if gathering.has_text {
        return gather_by(inputs, space, watch, Some(Interned::default()))?.finish();
    }
    gathering.finish()
}

/// With these names, or with numbers.
fn gather_by<'a, C: StoredCode>(
    inputs: &[Input],
    space: SortSpace<'a>,
    watch: &dyn Watch,
    names: Option<Interned>,
) -> Result<Gathering<'a, C>, Error> {
    let (mut gathering, read) = (Gathering::new(space, names), Arc::new(AtomicU64::new(0)));
    input::for_each(inputs, &read, |entry| {
        gathering.count += 1;
        if gathering.count.is_multiple_of(SEEN) {
            watch.reading(read.load(Ordering::Relaxed));
        }
        gathering.take(entry)
    })?;
    Ok(gathering)
}

/// How many fingerprints come between two looks at how far the reading is.
const SEEN: u64 = 1 << 14;

struct Gathering<'a, C> {
    space: SortSpace<'a>,
    count: u64,
    records: Records<C>,
    names: Option<Interned>,
    /// An id is no number, and there are no names yet.
    has_text: bool,
}

enum Records<C> {
    None,
    Codes(Sorter<C>),
    WithIds(Sorter<(C, u64)>),
}

impl<'a, C: StoredCode> Gathering<'a, C> {
    fn new(space: SortSpace<'a>, names: Option<Interned>) -> Self {
        Gathering { space, count: 0, records: Records::None, names, has_text: false }
    }

    fn take(&mut self, entry: &Entry<'_, C>) -> Result<Enough, Error> {
        let SortSpace { memory, folder } = self.space;
        if let Records::None = self.records {
            self.records = match entry.id {
                None => Records::Codes(Sorter::new(memory, folder, Repeats::Drop)),
                Some(_) => Records::WithIds(Sorter::new(memory, folder, Repeats::Drop)),
            };
        }
        match (&mut self.records, entry.id) {
            (Records::Codes(codes), None) => codes.push(entry.code)?,
            (Records::WithIds(records), Some(id)) => {
                let ordinal = match &mut self.names {
                    Some(names) => Some(names.ordinal(id)),
                    None => number(id),
                };
                let Some(ordinal) = ordinal else {
                    self.has_text = true;
                    return Ok(Enough::Yes);
                };
                records.push((entry.code, ordinal))?;
            }
            (_, id) => {
                let what = match id {
                    Some(_) => "it has an id, and those before it have none",
                    None => "it has no id, and those before it have one",
                };
                let remedy = "give every fingerprint an id, or none";
                return Err(Error::Index { place: entry.place(), what: what.into(), remedy });
            }
        }
        Ok(Enough::No)
    }

    fn finish(self) -> Result<Gathered<C>, Error> {
        let Gathering { space, count, names, .. } = self;
        let place = |has_ids| space.place::<C>(count, has_ids);
        match self.records {
            Records::None => Ok(Gathered { codes: Column::Memory(Vec::new()), documents: None, names: None }),
            Records::Codes(sorter) => {
                let codes = Column::of(place(false), sorter.finish()?)?;
                Ok(Gathered { codes, documents: None, names })
            }
            Records::WithIds(sorter) => {
                let (codes, documents) = apart(sorter.finish()?, place(true))?;
                Ok(Gathered { codes, documents: Some(documents), names })
            }
        }
    }
}

/// Sorted fingerprints, each once, and their documents.
pub(super) fn apart<C: StoredCode>(
    records: impl Iterator<Item = Result<(C, u64), Error>>,
    place: ColumnPlace<'_>,
) -> Result<(Column<C>, Documents), Error> {
    let (mut codes, mut counts, mut ordinals) =
        (Filling::new(place)?, Filling::new(place)?, Filling::new(place)?);
    let mut last: Option<(C, u32)> = None;
    for record in records {
        let (code, ordinal) = record?;
        ordinals.push(ordinal)?;
        last = match last {
            Some((same, count)) if same == code => Some((code, count + 1)),
            before => {
                before.map_or(Ok(()), |(_, count)| counts.push(count))?;
                codes.push(code)?;
                Some((code, 1))
            }
        };
    }
    last.map_or(Ok(()), |(_, count)| counts.push(count))?;
    let documents = Documents { counts: counts.finish()?, ordinals: ordinals.finish()? };
    Ok((codes.finish()?, documents))
}

/// The number that an id is, if it is written as numbers are: no sign, no zero before it.
fn number(id: &str) -> Option<u64> {
    let canonical = id.bytes().all(|byte| byte.is_ascii_digit()) && (id == "0" || !id.starts_with('0'));
    id.parse().ok().filter(|_| canonical)
}
