//! Blocks: many documents, or many pairs, in one row.
//!
//! A row of its own for each of millions of pairs costs a job far more than what is done with it. So documents that stand together in a
//! file are a block, pairs go with the block of their first document, and a document goes once to each block that asks for it.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::mem;

use super::super::Error;
use super::stream::{Cell, ColumnType, Output, Rows, bad, numbers};

/// The bytes of a row, about.
pub(super) const BYTES: usize = 1 << 20;

/// The documents of a block, which stand one after the other in a file.
pub(super) const DOCUMENTS: usize = 1 << BITS;
pub(super) const BITS: u32 = 10;

/// The block of a document.
pub(super) fn block_of(position: i64) -> i64 {
    position >> BITS
}

/// A document as it is compared: its position, its name and its shingles, eight bytes each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Set<'a> {
    pub(super) position: i64,
    pub(super) name: &'a str,
    pub(super) shingles: &'a [u8],
}

impl Set<'_> {
    pub(super) fn write(&self, into: &mut Vec<u8>) {
        into.extend(self.position.to_le_bytes());
        into.extend((self.name.len() as u32).to_le_bytes());
        into.extend((self.shingles.len() as u32).to_le_bytes());
        into.extend(self.name.as_bytes());
        into.extend(self.shingles);
    }

    /// Its shingles, in the place of those of another.
    pub(super) fn numbers(&self, into: &mut Vec<u64>) -> Result<(), Error> {
        into.clear();
        into.extend(numbers(self.shingles)?);
        Ok(())
    }
}

/// The documents of a block.
pub(super) fn sets(bytes: &[u8]) -> impl Iterator<Item = Result<Set<'_>, Error>> {
    let mut bytes = Bytes(bytes);
    std::iter::from_fn(move || (!bytes.0.is_empty()).then(|| bytes.set()))
}

/// Takes the documents of rows of `sets`, but for those that `left` of the row names.
pub(super) fn each_set(rows: &Rows, mut take: impl FnMut(Set<'_>) -> Result<(), Error>) -> Result<(), Error> {
    let (blocks, lists) = (rows.bytes("sets")?, rows.long_lists("left")?);
    for row in 0..rows.len() {
        let left: HashSet<i64> = lists.get(row).iter().copied().collect();
        for set in sets(blocks.value(row)) {
            let set = set?;
            if !left.contains(&set.position) {
                take(set)?;
            }
        }
    }
    Ok(())
}

/// Two documents that may be alike, and the score by which a method found them, if one did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pair {
    pub(super) a: i64,
    pub(super) b: i64,
    pub(super) score: Option<f32>,
}

impl Pair {
    const BYTES: usize = 20;

    fn write(&self, into: &mut Vec<u8>) {
        into.extend(self.a.to_le_bytes());
        into.extend(self.b.to_le_bytes());
        into.extend(self.score.unwrap_or(f32::NAN).to_le_bytes());
    }
}

/// Gives pairs packed, as many together as a row has, with how many these are.
pub(super) fn pack_pairs(
    pairs: &[Pair],
    mut give: impl FnMut(&[u8], usize) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut bytes = Vec::new();
    pairs.chunks(BYTES / Pair::BYTES).try_for_each(|some| {
        bytes.clear();
        some.iter().for_each(|pair| pair.write(&mut bytes));
        give(&bytes, some.len())
    })
}

/// Adds the pairs of a row.
pub(super) fn take_pairs(bytes: &[u8], pairs: &mut Vec<Pair>) -> Result<(), Error> {
    let mut bytes = Bytes(bytes);
    while !bytes.0.is_empty() {
        let (a, b, score) = (bytes.long()?, bytes.long()?, bytes.float()?);
        if a >= b {
            return Err(bad("a pair in it is of one document, or has the second first".into()));
        }
        pairs.push(Pair { a, b, score: Some(score).filter(|score| !score.is_nan()) });
    }
    Ok(())
}

/// Brings pairs into their order, and leaves each once.
pub(super) fn order(pairs: &mut Vec<Pair>) {
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    pairs.dedup_by_key(|pair| (pair.a, pair.b));
}

/// Pairs on their way to the blocks of their first documents. A pair that comes more than once may go more than once.
pub(super) struct ToBlocks<W: Write> {
    output: Output<W>,
    held: Vec<Pair>,
}

/// Pairs go in rows of their block.
pub(super) const PAIRS_OF_BLOCK: [(&str, ColumnType); 2] =
    [("block", ColumnType::Long), ("pairs", ColumnType::Bytes)];

/// The most pairs that are held.
const HELD: usize = 1 << 22;

impl<W: Write> ToBlocks<W> {
    pub(super) fn new(output: Output<W>) -> Self {
        ToBlocks { output, held: Vec::new() }
    }

    pub(super) fn push(&mut self, one: i64, other: i64, score: Option<f32>) -> Result<(), Error> {
        self.held.push(Pair { a: one.min(other), b: one.max(other), score });
        if self.held.len() < HELD { Ok(()) } else { self.give() }
    }

    pub(super) fn finish(mut self) -> Result<(), Error> {
        self.give()?;
        self.output.finish()
    }

    fn give(&mut self) -> Result<(), Error> {
        let mut held = mem::take(&mut self.held);
        order(&mut held);
        held.chunk_by(|one, other| block_of(one.a) == block_of(other.a)).try_for_each(|of_block| {
            let block = Cell::Long(block_of(of_block[0].a));
            pack_pairs(of_block, |packed, _| self.output.push(&[block, Cell::Bytes(packed)]))
        })
    }
}

/// Bytes on their way to rows of a number and these.
#[derive(Default)]
pub(super) struct Dealt {
    rows: BTreeMap<i64, Vec<u8>>,
    held: usize,
}

impl Dealt {
    /// The row of a number, to which it is to be added by `write`.
    pub(super) fn add(&mut self, number: i64, write: impl FnOnce(&mut Vec<u8>)) {
        let row = self.rows.entry(number).or_default();
        let before = row.len();
        write(row);
        self.held += row.len() - before;
    }

    /// Gives all rows, if together they have as many bytes as are held at most.
    pub(super) fn give_much<W: Write>(&mut self, output: &mut Output<W>) -> Result<(), Error> {
        if self.held < 64 * BYTES { Ok(()) } else { self.give(output) }
    }

    /// Gives all rows, by their numbers.
    pub(super) fn give<W: Write>(&mut self, output: &mut Output<W>) -> Result<(), Error> {
        self.held = 0;
        let rows = mem::take(&mut self.rows);
        rows.iter().try_for_each(|(&number, row)| output.push(&[Cell::Long(number), Cell::Bytes(row)]))
    }
}

/// Bytes of a row that are read from their start.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let Some((taken, rest)) = self.0.split_at_checked(count) else {
            return Err(bad("a block in it ends too early".into()));
        };
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(super) fn long(&mut self) -> Result<i64, Error> {
        Ok(i64::from_le_bytes(self.array()?))
    }

    pub(super) fn int(&mut self) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    pub(super) fn float(&mut self) -> Result<f32, Error> {
        Ok(f32::from_le_bytes(self.array()?))
    }

    pub(super) fn double(&mut self) -> Result<f64, Error> {
        Ok(f64::from_le_bytes(self.array()?))
    }

    pub(super) fn text(&mut self, length: u32) -> Result<&'a str, Error> {
        str::from_utf8(self.take(length as usize)?).map_err(|_| bad("a name in it is no UTF-8".into()))
    }

    fn set(&mut self) -> Result<Set<'a>, Error> {
        let (position, name, shingles) = (self.long()?, self.int()?, self.int()?);
        Ok(Set { position, name: self.text(name)?, shingles: self.take(shingles as usize)? })
    }
}
