//! A shard: sorted codes of a range, compressed, read from any bytes and written. `FORMAT.md` specifies every byte.

mod fetched;
mod verify;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicU32, Ordering};

use super::block::{self, BLOCK_HEAD, Block, BlockWriter, Coding, Runs, Scratch, Steps};
use super::data::Data;
use super::header::{BLOCKS, FamilyId, Header, IdsHeader, PADDING, Places};
use super::huffman::{self, Decoder, Lengths, SYMBOLS};
use super::ids::{GROUP, Group, Ordinals};
use super::keys::Cut;
use crate::cpu;
use crate::error::Error;
use crate::table::code::Code;
use crate::table::plan::plans::Plan;
use crate::wire::{Put, unsealed};

/// How often each number of bits remains in the steps of a table: what its Huffman code is made of. Count all of a table
/// before the first of its shards is written, so that they have one code.
#[derive(Debug, Clone)]
pub struct Histogram {
    steps: Steps,
    counts: [u64; SYMBOLS],
}

impl Histogram {
    /// Of no codes.
    pub fn new(coding: Coding) -> Self {
        Histogram::without_lowest(0, coding)
    }

    /// Of no codes yet, of which these many of the lowest bits are zero in each, and left out.
    pub fn without_lowest(zeros: u32, coding: Coding) -> Self {
        Histogram { steps: Steps { coding, zeros }, counts: [0; SYMBOLS] }
    }

    /// Counts the steps from each of these sorted, distinct codes to the next.
    pub fn add<C: Code>(&mut self, codes: &[C]) {
        block::count(self.steps.coding, codes, &mut self.counts);
    }

    /// Adds what another counted.
    pub fn merge(&mut self, other: &Histogram) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
    }

    /// How often each number of bits remained below the highest of a step. For [`Coding::Xor`] these are the positions of the
    /// leading 1 (Manku, Jain and Das Sarma 2007, Fig. 2a).
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// How many of the lowest bits are zero in every code.
    pub fn zeros(&self) -> u32 {
        self.steps.zeros
    }
}

/// What the shards of a table are to be.
#[derive(Debug, Clone)]
pub struct Writer<'a> {
    /// The plan that the table is of.
    pub plan: &'a Plan,
    /// Which of its tables.
    pub table: u16,
    /// What all shards of the family have in common.
    pub family: FamilyId,
    /// The bytes of a block, within [`BLOCKS`].
    pub block: u32,
    /// The steps of all the table's codes.
    pub histogram: &'a Histogram,
    /// Whether keys are cut, so that the head of a shard is a sixth as long, and one look-up in fifty reads a block in vain. Only of
    /// shards without ordinals.
    pub cut_keys: bool,
}

/// What one shard of a table is to hold.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a, C> {
    /// Which shard of its table it is, of how many.
    pub shard: (u16, u16),
    /// The smallest and the largest code that belong here, whether they are there or not.
    pub range: (C, C),
    /// The table's codes of this range: sorted, distinct and in the table's order of bits.
    pub codes: &'a [C],
    /// The documents of each code; for shards of the first table only.
    pub ordinals: Option<Ordinals<'a>>,
}

impl Writer<'_> {
    /// Writes a shard in place of what is in `bytes`, whose room is used again: fresh memory takes as long to come as a
    /// shard to write.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for a block size out of [`BLOCKS`], and for more than 2^32 - 1 codes.
    ///
    /// # Panics
    /// When codes are not sorted, distinct, within the range and without the bits that are left out, when a step between them was not counted, when ordinals are
    /// not as many as their counts say, of another table than the first, or beside keys that are cut, and when there is no such table
    /// or shard.
    pub fn write<C: Code>(&self, part: &Part<'_, C>, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let refused = |option, value: u64, expected| {
            Err(Error::InvalidOption { option, value: value.to_string(), expected })
        };
        if !BLOCKS.contains(&self.block) {
            return refused("block", self.block.into(), "a number of bytes from 32 to 65536");
        }
        if u32::try_from(part.codes.len()).is_err() {
            return refused("shard", part.codes.len() as u64, "fewer than 2^32 codes in a shard");
        }
        assert!(part.codes.is_sorted_by(|a, b| a < b), "codes are sorted and distinct");
        let vacant = C::low(self.histogram.steps.zeros);
        assert!(part.codes.iter().all(|&code| code & vacant == C::ZERO), "what is left out is zero");
        let within = |code: &C| part.range.0 <= *code && *code <= part.range.1;
        assert!(
            part.codes.first().is_none_or(within) && part.codes.last().is_none_or(within),
            "codes are in range"
        );
        assert!(part.shard.0 < part.shard.1, "it is one of the table's shards");
        assert!(
            part.ordinals.is_none_or(|ordinals| self.table == 0 && ordinals.are_of(part.codes.len())),
            "the first table has ordinals, as many as their counts say"
        );
        assert!(part.ordinals.is_none() || !self.cut_keys, "keys are whole where there are ordinals");

        let lengths = huffman::lengths(&self.histogram.counts);
        bytes.clear();
        let zeros = self.histogram.steps.zeros;
        let cut = self.cut_keys.then(|| Cut::bits(part.range, part.codes.len(), zeros));
        let keys = self.blocks(part.codes, &lengths, cut, bytes);
        let ids =
            part.ordinals.map(|ordinals| (ordinals.width(), ordinals.groups(ordinals.width()), ordinals));
        let header = Header {
            family: self.family,
            bits: C::bits(),
            k: self.plan.k(),
            table: (self.table, self.plan.tables().len() as u16),
            shard: part.shard,
            design: self.plan.tables()[usize::from(self.table)].clone(),
            coding: self.histogram.steps.coding,
            zeros,
            cut,
            block: self.block,
            codes: part.codes.len() as u64,
            blocks: keys.len() as u64,
            range: (part.range.0.widened(), part.range.1.widened()),
            ids: ids.as_ref().map(|(width, (groups, _), ordinals)| IdsHeader {
                ordinals: ordinals.ordinals.len() as u64,
                width: *width,
                bytes: groups.len() as u64,
            }),
            lengths,
        };
        let mut head = header.write();
        let first_codes = keys.iter().map(|&rank| part.codes[rank as usize]);
        match header.cut_keys() {
            Some(cut) => head.extend(cut.encode(first_codes)),
            None => first_codes.for_each(|key| head.extend(&key.to_bytes()[..C::BYTES])),
        }
        if let Some((_, (_, starts), _)) = &ids {
            keys.iter().for_each(|rank| head.extend(rank.to_le_bytes()));
            starts.iter().for_each(|start| head.extend(start.to_le_bytes()));
        }
        head.seal();
        bytes.splice(0..0, head);
        bytes.extend([0; PADDING as usize]);
        if let Some((_, (groups, _), _)) = &ids {
            bytes.extend(groups);
            bytes.extend([0; PADDING as usize]);
        }
        Ok(())
    }

    /// Appends the blocks one after the other, and tells the rank of each one's key.
    fn blocks<C: Code>(
        &self,
        codes: &[C],
        lengths: &Lengths,
        cut: Option<u32>,
        bytes: &mut Vec<u8>,
    ) -> Vec<u32> {
        let length = self.block as usize;
        let mut writer = BlockWriter::new(self.histogram.steps, lengths, length, cut);
        let (mut keys, mut at) = (Vec::new(), 0);
        while at < codes.len() {
            let (codes, number) = (&codes[at..], keys.len() as u64);
            keys.push(at as u32);
            let start = bytes.len();
            bytes.resize(start + length, 0);
            at += cpu::best(WriteBlock { writer: &mut writer, codes, number, block: &mut bytes[start..] });
        }
        keys
    }
}

struct WriteBlock<'a, C> {
    writer: &'a mut BlockWriter,
    codes: &'a [C],
    number: u64,
    block: &'a mut [u8],
}

impl<C: Code> cpu::Work for WriteBlock<'_, C> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        self.writer.write(self.codes, self.number, self.block)
    }
}

/// A shard over any bytes: a vector, a slice, shared memory, or those that were [`Fetched`](crate::table::Fetched).
///
/// Opening checks the head and the directory; a block's checksum is checked when it is first read, and
/// [`verify`](Shard::verify) checks everything.
#[derive(Debug)]
pub struct Shard<C, D> {
    name: String,
    header: Header,
    data: D,
    places: Places,
    decoder: Arc<Decoder>,
    /// The keys with their lowest bits zero, if they are cut.
    cut_keys: Vec<C>,
    /// For each value of the leading bits of a code's distance from the range's start, the first block whose key has it or
    /// a larger one; and how many bits are not leading.
    guide: Vec<u32>,
    shift: u32,
    /// A bit for each block, set once its checksum was found to be right.
    verified: Box<[AtomicU32]>,
}

/// Decoders that shards with equal Huffman codes share, so that they stay in the cache.
#[derive(Debug, Default)]
pub(crate) struct Decoders(Vec<(Lengths, Arc<Decoder>)>);

impl Decoders {
    fn get(&mut self, lengths: &Lengths) -> Arc<Decoder> {
        if let Some((_, decoder)) = self.0.iter().find(|(known, _)| known == lengths) {
            return decoder.clone();
        }
        let decoder = Arc::new(Decoder::new(lengths));
        self.0.push((*lengths, decoder.clone()));
        decoder
    }
}

/// The bytes that come from memory at once.
const LINE: usize = 64;

/// What is read of a block that is not here: that no code follows its key.
const NO_CODES: [u8; 16] = [0; 16];

/// Some bytes, and zeros after them.
fn padded(bytes: &[u8]) -> [u8; 16] {
    let mut padded = [0; 16];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}

/// How many keys there are for each entry of the guide, about: the eight that a cache line holds lie in two or three.
const KEYS_AN_ENTRY: u64 = 4;

impl<C: Code, D: AsRef<[u8]>> Shard<C, D> {
    /// Opens a shard; `name` is what errors call it.
    ///
    /// # Errors
    /// [`Error::BadTable`] for what is no whole shard, [`Error::OtherTable`] for another version or number of bits.
    pub fn open(name: &str, data: D) -> Result<Self, Error> {
        Shard::of(name, data)
    }

    /// Gives all codes in their order, in runs of at most 64.
    ///
    /// # Errors
    /// [`Error::BadTable`] for a block that is damaged; the codes before it were given.
    pub fn for_each_run(&self, take: impl FnMut(&[C])) -> Result<(), Error> {
        cpu::best(ReadAll { shard: self, take })
    }
}

impl<C: Code, D: Data> Shard<C, D> {
    /// As [`open`](Shard::open), of bytes that may not all be here.
    pub(crate) fn of(name: &str, data: D) -> Result<Self, Error> {
        Shard::open_sharing(name, data, &mut Decoders::default())
    }

    pub(crate) fn open_sharing(name: &str, data: D, decoders: &mut Decoders) -> Result<Self, Error> {
        let bytes = data.head();
        let header = Header::read(name, bytes)?;
        let bad = |problem: String| Error::BadTable { table: name.into(), problem };
        if header.bits != C::bits() {
            let (found, expected) = (header.bits.count().to_string(), C::BITS.to_string());
            return Err(Error::OtherTable {
                table: name.into(),
                property: "number of bits",
                found,
                expected,
            });
        }
        let places = header.places().filter(|places| places.end == data.length());
        let Some(places) = places else {
            return Err(bad(format!("its parts do not add up to its {} bytes", data.length())));
        };
        if (bytes.len() as u64) < places.blocks {
            return Err(bad(format!("its head is of {} bytes, and {} are here", places.blocks, bytes.len())));
        }
        if unsealed(&bytes[..places.blocks as usize]).is_err() {
            return Err(bad("the checksum of its head is wrong".into()));
        }
        let (blocks, decoder) = (header.blocks as usize, decoders.get(&header.lengths));
        let verified = (0..blocks.div_ceil(32)).map(|_| AtomicU32::new(0)).collect();
        let cut_keys = match header.cut_keys() {
            Some(cut) => cut.decode(&bytes[places.keys as usize..places.blocks as usize]),
            None => Some(Vec::new()),
        };
        let cut_keys = cut_keys.ok_or_else(|| bad("its keys are not as many as its blocks".into()))?;
        let guide = Vec::new();
        let name = name.into();
        let mut shard = Shard { name, header, data, places, decoder, cut_keys, guide, shift: 0, verified };
        shard.make_guide().ok_or_else(|| bad("its keys are not sorted".into()))?;
        shard.check_directory().ok_or_else(|| bad("its document ordinals are in no order".into()))?;
        Ok(shard)
    }

    /// None if the ranks of the keys do not rise from 0 to below the number of codes, or the groups of ordinals do not follow
    /// one another from the first byte on.
    fn check_directory(&self) -> Option<()> {
        let Some(ids) = self.header.ids else { return Some(()) };
        let rises = |(from, to): (u64, u64)| from < to;
        let blocks = self.blocks();
        let ranks = (0..blocks).map(|block| (self.rank_of(block), self.rank_of(block + 1)));
        let groups =
            (0..self.groups()).map(|group| (self.group_start(group, ids), self.group_start(group + 1, ids)));
        let begins = self.rank_of(0) == 0 && self.group_start(0, ids) == 0;
        (begins && ranks.into_iter().all(rises) && groups.into_iter().all(rises)).then_some(())
    }

    /// None if the keys are not sorted and in the range, or not distinct though they are whole.
    fn make_guide(&mut self) -> Option<()> {
        let (low, high) = (self.least_key(), self.range().1);
        let entries = (self.header.blocks / KEYS_AN_ENTRY).max(1).ilog2();
        self.shift = high.minus(low).length().saturating_sub(entries);
        self.guide = vec![0; self.entry(high) + 2];
        let mut before = None;
        for block in 0..self.blocks() {
            let key = self.key(block);
            let follows = |before: C| before < key || before == key && self.header.cut.is_some();
            if key < low || key > high || !before.is_none_or(follows) {
                return None;
            }
            before = Some(key);
            let entry = self.entry(key);
            self.guide[entry + 1] += 1;
        }
        let mut all = 0;
        for count in &mut self.guide {
            all += *count;
            *count = all;
        }
        Some(())
    }

    /// Where a code of the range is in the guide.
    #[inline(always)]
    fn entry(&self, code: C) -> usize {
        let offset = code.minus(self.least_key());
        // The shift may be all the bits there are.
        if self.shift >= C::BITS { 0 } else { (offset >> self.shift).widened() as usize }
    }

    /// What the shard is.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What errors call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many codes it holds.
    pub fn len(&self) -> u64 {
        self.header.codes
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.header.codes == 0
    }

    /// How many bytes it takes: all, and those of the document ordinals.
    pub fn bytes(&self) -> (u64, u64) {
        let places = &self.places;
        (places.end, places.end - places.groups + places.sum - places.ranks)
    }

    /// The smallest and the largest code that belong here.
    #[inline(always)]
    pub fn range(&self) -> (C, C) {
        (C::truncated(self.header.range.0), C::truncated(self.header.range.1))
    }

    /// The first code of a block, or as much of it as is in the head, and its other bits zero.
    #[inline(always)]
    pub(crate) fn key(&self, block: usize) -> C {
        match self.header.cut {
            None => C::from_bytes(&self.data.head()[self.places.keys as usize + block * C::BYTES..]),
            Some(_) => self.cut_keys[block],
        }
    }

    /// As much of a code as the head has of a key.
    #[inline(always)]
    fn cut(&self, code: C) -> C {
        self.header.cut.map_or(code, |bits| code & !C::low(bits))
    }

    /// The least that a key in the head may be.
    #[inline(always)]
    fn least_key(&self) -> C {
        self.cut(self.range().0)
    }

    /// Whether a code may stand before a block, as far as the head tells.
    fn is_before(&self, code: C, block: usize) -> bool {
        let (code, key) = (self.cut(code), self.key(block));
        code < key || code == key && self.header.cut.is_some()
    }

    /// Asks for the memory that says in which block a code is.
    #[inline(always)]
    pub(crate) fn prefetch_guide(&self, code: C) {
        cpu::prefetch(&self.guide, self.entry(code));
    }

    /// Asks for the memory of the keys around a code.
    #[inline(always)]
    pub(crate) fn prefetch_keys(&self, code: C) {
        let first = self.guide[self.entry(code)] as usize;
        match self.header.cut {
            None => cpu::prefetch(self.data.head(), self.places.keys as usize + first * C::BYTES),
            Some(_) => cpu::prefetch(&self.cut_keys, first),
        }
    }

    /// Asks for the memory of a block, if there is such a one: all of it, for its end is read as soon as its beginning.
    #[inline(always)]
    pub(crate) fn prefetch_block(&self, block: usize) {
        if block < self.blocks() {
            let start = self.block_start(block) as usize;
            for line in (0..self.header.block as usize).step_by(LINE) {
                cpu::prefetch(self.data.head(), start + line);
            }
            cpu::prefetch(self.data.head(), start + self.header.block as usize - 1);
        }
    }

    #[inline(always)]
    fn block_start(&self, block: usize) -> u64 {
        self.places.blocks + block as u64 * u64::from(self.header.block)
    }

    /// The block from which on a code of the range is, if it is in any: the last whose key is not above it, or the first. Of keys
    /// that are cut, the last that is below the code as far as it has bits: the key of a block may be above the code, and not in the head.
    #[inline(always)]
    pub(crate) fn block_of(&self, code: C) -> usize {
        let code = match self.header.cut {
            None => code,
            Some(_) if self.cut(code) == self.least_key() => return 0,
            Some(_) => self.cut(code).minus(C::ONE),
        };
        let entry = self.entry(code);
        let (mut low, mut high) = (self.guide[entry] as usize, self.guide[entry + 1] as usize);
        while high - low > 2 * KEYS_AN_ENTRY as usize {
            let middle = self.between(code, low, high - 1);
            if self.key(middle) <= code { low = middle + 1 } else { high = middle }
        }
        while low < high && self.key(low) <= code {
            low += 1;
        }
        low.saturating_sub(1)
    }

    /// A block of these, first to last, whose key is to be compared with a code: where the code would lie if the keys were
    /// evenly spread, but not so near an end that all but a few of them might be left.
    fn between(&self, code: C, first: usize, last: usize) -> usize {
        let (low, high) = (self.key(first), self.key(last));
        let margin = (last - first) / 8;
        if code <= low || code >= high {
            return if code <= low { first + margin } else { last - margin };
        }
        // The highest 32 bits of the distances are enough.
        let down = high.minus(low).length().saturating_sub(32);
        let scaled = |distance: C| (distance >> down).widened() as u64;
        let steps = scaled(code.minus(low)) * (last - first) as u64 / scaled(high.minus(low)).max(1);
        (first + steps as usize).clamp(first + margin, last - margin)
    }

    /// A block whose checksum is right. Of one that is not here the key alone, which is known from the head.
    #[inline(always)]
    fn block(&self, number: usize) -> Result<Block<'_, C>, Error> {
        let (key, length) = (self.key(number), self.header.block as usize);
        let Some(bytes) = self.data.get(self.block_start(number), length) else {
            return Ok(Block { key, bytes: &NO_CODES, length: NO_CODES.len(), head: BLOCK_HEAD });
        };
        let head = self.header.block_head();
        let key = match self.header.cut {
            None => key,
            Some(cut) => {
                let lowest = C::from_bytes(&padded(&bytes[BLOCK_HEAD..head]));
                key | lowest << self.header.zeros & C::low(cut)
            }
        };
        let block = Block { key, bytes, length, head };
        if self.verified[number / 32].load(Ordering::Relaxed) >> (number % 32) & 1 == 0 {
            self.check(number, &block)?;
        }
        Ok(block)
    }

    /// How many codes the block has that is not here, about: as many as one has on average. 0 if it is here.
    #[inline(always)]
    pub(crate) fn missing(&self, block: usize) -> usize {
        let is_here = self.data.has(self.block_start(block), self.header.block as usize);
        if is_here { 0 } else { self.header.codes.div_ceil(self.header.blocks) as usize }
    }

    #[cold]
    fn check(&self, number: usize, block: &Block<'_, C>) -> Result<(), Error> {
        if !block.has_right_sum(number as u64) {
            return Err(self.bad(format!("the checksum of block {number} is wrong")));
        }
        self.verified[number / 32].fetch_or(1 << (number % 32), Ordering::Relaxed);
        Ok(())
    }

    fn bad(&self, problem: String) -> Error {
        Error::BadTable { table: self.name.clone(), problem }
    }

    /// How many bits of a block it takes to tell a code by the one before it.
    pub fn step_bits(&self, before: C, code: C) -> u64 {
        block::bits(self.header.steps(), &self.header.lengths, &[before, code])
    }

    /// The codes of a block.
    #[inline(always)]
    pub(crate) fn runs(&self, block: usize) -> Result<Runs<'_, C>, Error> {
        Ok(Runs::new(&self.block(block)?, self.header.steps(), &self.decoder))
    }

    /// Reads a block in place of what is in `codes`.
    pub(crate) fn read_block(
        &self,
        block: usize,
        scratch: &mut Scratch<C>,
        codes: &mut Vec<C>,
    ) -> Result<(), Error> {
        codes.clear();
        cpu::best(ReadBlock { shard: self, block, scratch, codes })
    }

    /// How many blocks there are.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> usize {
        self.header.blocks as usize
    }

    /// What is wrong with a block whose streams are too short.
    #[cold]
    pub(crate) fn torn(&self, block: usize) -> Error {
        self.bad(format!("block {block} ends within a code"))
    }

    /// The documents of a code: their ordinals, up to `most`, and how many they are. None if the code is not in the shard.
    ///
    /// # Errors
    /// [`Error::BadTable`] for a shard without ordinals and for one that is damaged.
    pub fn ordinals(&self, code: C, most: usize) -> Result<Option<(Vec<u64>, u32)>, Error> {
        let Some(ids) = self.header.ids else { return Err(self.bad("it has no document ordinals".into())) };
        let (low, high) = self.range();
        if code < low || code > high || self.is_empty() {
            return Ok(None);
        }
        let block = self.block_of(code);
        if self.missing(block) > 0 {
            return self.miss_ordinals(block, ids);
        }
        let (mut runs, mut scratch) = (self.runs(block)?, Scratch::new());
        let (mut rank, mut found) = (self.rank_of(block), false);
        while !found {
            let run = runs.next(&mut scratch).map_err(|_| self.torn(block))?;
            if run.is_empty() {
                break;
            }
            rank += run.partition_point(|&other| other < code) as u64;
            found = run.contains(&code);
        }
        if !found {
            return Ok(None);
        }
        if rank >= self.rank_of(block + 1) {
            return Err(self.bad(format!("block {block} has more codes than its rank lets it")));
        }
        let number = (rank / GROUP as u64) as usize;
        let Some(group) = self.group(number, ids)? else { return Ok(None) };
        let ordinals = group.ordinals((rank % GROUP as u64) as usize, most);
        ordinals.map(Some).ok_or_else(|| self.other_end(number))
    }

    /// Misses a block and every group that has ordinals of its codes.
    #[cold]
    fn miss_ordinals(&self, block: usize, ids: IdsHeader) -> Result<Option<(Vec<u64>, u32)>, Error> {
        self.block(block)?;
        let (first, end) = (self.rank_of(block), self.rank_of(block + 1));
        for group in first / GROUP as u64..end.div_ceil(GROUP as u64) {
            self.group(group as usize, ids)?;
        }
        Ok(None)
    }

    /// How many codes stand before a block, of a shard with ordinals.
    fn rank_of(&self, block: usize) -> u64 {
        if block == self.blocks() {
            return self.header.codes;
        }
        u32::from_bytes(&self.data.head()[self.places.ranks as usize + 4 * block..]).into()
    }

    /// How many groups of ordinals there are.
    fn groups(&self) -> usize {
        self.header.groups() as usize
    }

    /// At which byte of all groups one begins.
    fn group_start(&self, number: usize, ids: IdsHeader) -> u64 {
        if number == self.groups() {
            return ids.bytes;
        }
        u64::from_bytes(&self.data.head()[self.places.starts as usize + 8 * number..])
    }

    fn other_end(&self, group: usize) -> Error {
        self.bad(format!("group {group} of document ordinals ends at another place"))
    }

    /// A group of ordinals whose checksum is right. None if it is not here.
    fn group(&self, number: usize, ids: IdsHeader) -> Result<Option<Group<'_>>, Error> {
        let (first, end) = (self.group_start(number, ids), self.group_start(number + 1, ids));
        let codes = (self.header.codes - (number * GROUP) as u64).min(GROUP as u64) as usize;
        let length = (end - first) as usize;
        let Some(bytes) = self.data.get(self.places.groups + first, length) else { return Ok(None) };
        let group = Group { bytes, length, codes, width: ids.width };
        if !group.has_right_sum(number as u64) {
            return Err(self.bad(format!("the checksum of group {number} of document ordinals is wrong")));
        }
        Ok(Some(group))
    }
}

struct ReadBlock<'a, C, D> {
    shard: &'a Shard<C, D>,
    block: usize,
    scratch: &'a mut Scratch<C>,
    codes: &'a mut Vec<C>,
}

impl<C: Code, D: Data> cpu::Work for ReadBlock<'_, C, D> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(self) -> Result<(), Error> {
        let mut runs = self.shard.runs(self.block)?;
        loop {
            let run = runs.next(self.scratch).map_err(|_| self.shard.torn(self.block))?;
            if run.is_empty() {
                return Ok(());
            }
            self.codes.extend_from_slice(run);
        }
    }
}

struct ReadAll<'a, C, D, F> {
    shard: &'a Shard<C, D>,
    take: F,
}

impl<C: Code, D: Data, F: FnMut(&[C])> cpu::Work for ReadAll<'_, C, D, F> {
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(mut self) -> Result<(), Error> {
        let mut scratch = Scratch::new();
        for number in 0..self.shard.blocks() {
            self.shard.prefetch_block(number + 1);
            let mut runs = self.shard.runs(number)?;
            loop {
                let run = runs.next(&mut scratch).map_err(|_| self.shard.torn(number))?;
                if run.is_empty() {
                    break;
                }
                (self.take)(run);
            }
        }
        Ok(())
    }
}
