//! A decoder written from FORMAT.md alone, in its order: bit by bit, simple and slow. It knows nothing of `twinprint`.

use std::collections::BTreeMap;

/// What a shard holds, and what it says of itself.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    pub(crate) f: usize,
    pub(crate) k: u64,
    pub(crate) coding: u64,
    /// Number and count of tables, and of shards.
    pub(crate) table: (u64, u64),
    pub(crate) shard: (u64, u64),
    pub(crate) prefix: u64,
    pub(crate) radius: u64,
    /// Start and length of each run of bits.
    pub(crate) order: Vec<(u64, u64)>,
    pub(crate) block: usize,
    pub(crate) digest: u64,
    pub(crate) recipe: Vec<u8>,
    pub(crate) range: (u128, u128),
    pub(crate) codes: Vec<u128>,
    /// Those of each code, in shards with ordinals.
    pub(crate) ordinals: Option<Vec<Vec<u128>>>,
}

/// Decodes a shard, or tells why it is refused.
pub(crate) fn decode(bytes: &[u8]) -> Result<Decoded, String> {
    let mut parts = Parts { bytes, at: 0 };
    let fixed = parts.take(120)?;
    let number = |at: usize, length: usize| number(&fixed[at..at + length]);
    let long = |at: usize, length: usize| number(at, length) as u64;
    refuse_unless(&fixed[..8] == b"TWPSHARD", "magic")?;
    refuse_unless(number(8, 2) == 1, "version")?;
    refuse_unless(number(10, 2) <= 2, "flags")?;
    let (has_ordinals, has_cut_keys) = (number(10, 2) == 1, number(10, 2) == 2);
    let f = number(12, 1) as usize;
    refuse_unless([32, 64, 128].contains(&f), "f")?;
    let (k, coding, width) = (long(13, 1), long(14, 1) % 2, number(15, 1) as usize);
    let zeros = long(14, 1) as usize / 2;
    refuse_unless(k <= 8 && zeros < f, "k or zeros")?;
    let q = if has_cut_keys { width } else { 0 };
    refuse_unless(
        if has_cut_keys {
            zeros <= q && q < f
        } else if has_ordinals {
            (1..=64).contains(&width)
        } else {
            width == 0
        },
        "width or q",
    )?;
    let (table, shard) = ((long(16, 2), long(18, 2)), (long(20, 2), long(22, 2)));
    refuse_unless(table.0 < table.1 && table.1 <= 64 && shard.0 < shard.1, "table or shard")?;
    refuse_unless(!has_ordinals || table.0 == 0, "ordinals of another table")?;
    let (prefix, radius, runs) = (long(24, 1), long(25, 1), number(26, 2) as usize);
    refuse_unless(prefix <= f as u64 && radius <= prefix && radius <= k, "prefix or radius")?;
    let block = number(28, 4) as usize;
    refuse_unless((32..=65_536).contains(&block), "size of blocks")?;
    let (codes, blocks) = (number(32, 8), number(40, 8));
    refuse_unless(codes < 1 << 32 && blocks <= codes && codes <= blocks * 65_536, "codes or blocks")?;
    let (ordinals, group_bytes) = (number(48, 8), number(56, 8));
    let may_be = if has_ordinals { ordinals >= codes } else { (ordinals, group_bytes) == (0, 0) };
    refuse_unless(may_be, "number of ordinals")?;
    let range = (number(88, 16), number(104, 16));
    refuse_unless(range.0 <= range.1 && (f == 128 || range.1 < 1 << f), "range")?;

    let order: Vec<(u64, u64)> =
        parts.take(2 * runs as u128)?.chunks(2).map(|run| (run[0].into(), run[1].into())).collect();
    let mut bits: Vec<u64> = order.iter().flat_map(|&(start, length)| start..start + length).collect();
    bits.sort_unstable();
    refuse_unless(bits.into_iter().eq(0..f as u64) && order.iter().all(|run| run.1 > 0), "order")?;
    refuse_unless(order.windows(2).all(|run| run[0].0 != run[1].0 + run[1].1), "runs that could be one")?;
    refuse_unless(table.0 > 0 || order == [(0, f as u64)], "order of the first table")?;

    let huffman = Huffman::new(parts.take(f as u128)?)?;
    refuse_unless(huffman.codes.values().all(|symbol| *symbol >= zeros), "a shorter step")?;
    refuse_unless(!huffman.codes.is_empty() || codes == blocks, "no Huffman code")?;
    let is_inside = |code: &u128| range.0 <= *code && *code <= range.1;
    let keys: Vec<u128> = if has_cut_keys {
        cut_keys(&mut parts, blocks, q, range)?
    } else {
        parts.take(blocks * (f / 8) as u128)?.chunks(f / 8).map(self::number).collect()
    };
    refuse_unless(has_cut_keys || rises(&keys) && keys.iter().all(is_inside), "keys")?;
    let groups = if has_ordinals { codes.div_ceil(256) } else { 0 };
    let ranks = parts.take(if has_ordinals { 4 * blocks } else { 0 })?.chunks(4);
    let ranks: Vec<u128> = ranks.map(self::number).chain([codes]).collect();
    let mut starts: Vec<u128> = parts.take(8 * groups)?.chunks(8).map(self::number).collect();
    starts.push(group_bytes);
    if has_ordinals {
        refuse_unless(ranks[0] == 0 && rises(&ranks), "ranks")?;
        refuse_unless(starts[0] == 0 && rises(&starts), "starts")?;
    }
    let sum = xxh64(0, &bytes[..parts.at]);
    refuse_unless(self::number(parts.take(8)?) == sum.into(), "checksum of the head")?;

    let mut all = Vec::new();
    for (number, &key) in keys.iter().enumerate() {
        refuse_unless(!has_ordinals || ranks[number] == all.len() as u128, "a rank")?;
        let bytes = parts.take(block as u128)?;
        let cut = if has_cut_keys { (q - zeros).div_ceil(8) } else { 0 };
        let rest = (self::number(&bytes[6..6 + cut]) << zeros) % (1 << q);
        all.extend(huffman.block(bytes, number as u64, key + rest, (coding, zeros), 6 + cut)?);
        refuse_unless(all.len() as u128 <= codes, "more codes than the head says")?;
    }
    refuse_unless(rises(&all) && all.iter().all(is_inside), "codes")?;
    refuse_unless(all.iter().all(|code| code % (1 << zeros) == 0), "a bit that is left out")?;
    refuse_unless(all.len() as u128 == codes, "number of codes")?;
    refuse_unless(parts.take(8)? == [0; 8], "zeros")?;

    let groups = parts.take(group_bytes)?;
    let mut lists = Vec::new();
    for (number, bounds) in starts.windows(2).enumerate() {
        let in_it = (all.len() - 256 * number).min(256);
        lists.extend(group(&groups[bounds[0] as usize..bounds[1] as usize], number as u64, in_it, width)?);
    }
    refuse_unless(lists.iter().map(|list| list.len() as u128).sum::<u128>() == ordinals, "ordinals")?;
    refuse_unless(!has_ordinals || parts.take(8)? == [0; 8], "zeros")?;
    refuse_unless(parts.at == bytes.len(), "a longer shard")?;
    let (digest, recipe, ordinals) = (long(64, 8), fixed[72..88].to_vec(), has_ordinals.then_some(lists));
    Ok(Decoded {
        f,
        k,
        coding,
        table,
        shard,
        prefix,
        radius,
        order,
        block,
        digest,
        recipe,
        range,
        codes: all,
        ordinals,
    })
}

/// The values of cut keys, times 2^q.
fn cut_keys(parts: &mut Parts<'_>, blocks: u128, q: usize, range: (u128, u128)) -> Result<Vec<u128>, String> {
    if blocks == 0 {
        return Ok(Vec::new());
    }
    let (least, most) = (range.0 >> q, range.1 >> q);
    let each = (most - least) / blocks;
    let l = if each == 0 { 0 } else { each.ilog2() as usize };
    let high = blocks + ((most - least) >> l) + 1;
    let low = blocks * l as u128;
    let bits = bits(parts.take((low + high).div_ceil(8))?);
    let set = (0..high).filter(|at| bits[(low + at) as usize]);
    let mut keys = Vec::new();
    for (i, at) in set.enumerate() {
        refuse_unless((i as u128) < blocks, "more keys than blocks")?;
        let value = least + ((at - i as u128) << l) + number_at(&bits, i * l, l)?;
        refuse_unless(value <= most, "a key beyond the range")?;
        keys.push(value << q);
    }
    refuse_unless(keys.len() as u128 == blocks, "fewer keys than blocks")?;
    refuse_unless(keys.is_sorted(), "keys")?;
    Ok(keys)
}

fn refuse_unless(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.into()) }
}

fn rises(numbers: &[u128]) -> bool {
    numbers.windows(2).all(|pair| pair[0] < pair[1])
}

fn xxh64(seed: u64, bytes: &[u8]) -> u64 {
    twox_hash::XxHash64::oneshot(seed, bytes)
}

/// The number of some bytes, the lowest first.
fn number(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}

/// Bytes that are taken part by part.
struct Parts<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Parts<'a> {
    fn take(&mut self, length: u128) -> Result<&'a [u8], String> {
        refuse_unless(length <= (self.bytes.len() - self.at) as u128, "a shorter shard")?;
        let part = &self.bytes[self.at..][..length as usize];
        self.at += length as usize;
        Ok(part)
    }
}

/// The bits of some bytes.
fn bits(bytes: &[u8]) -> Vec<bool> {
    (0..8 * bytes.len()).map(|i| bytes[i / 8] >> (i % 8) & 1 == 1).collect()
}

/// A number of `width` bits at a bit.
fn number_at(bits: &[bool], at: usize, width: usize) -> Result<u128, String> {
    let bits = bits.get(at..at + width).ok_or("bits beyond the end")?;
    Ok(bits.iter().rev().fold(0, |number, &bit| number << 1 | u128::from(bit)))
}

/// The symbol of each code, which is its bits from the highest to the lowest.
struct Huffman {
    codes: BTreeMap<Vec<bool>, usize>,
}

impl Huffman {
    fn new(lengths: &[u8]) -> Result<Self, String> {
        let mut symbols: Vec<(u8, usize)> =
            lengths.iter().copied().zip(0..).filter(|(length, _)| *length > 0).collect();
        symbols.sort_unstable();
        refuse_unless(symbols.iter().all(|(length, _)| *length <= 11), "a longer Huffman code")?;
        match symbols[..] {
            [] => {}
            [(length, _)] => refuse_unless(length == 1, "the only Huffman code")?,
            _ => {
                let sum: u32 = symbols.iter().map(|(length, _)| 1 << (11 - length)).sum();
                refuse_unless(sum == 1 << 11, "a Huffman code that is not whole")?;
            }
        }
        let (mut codes, mut code, mut before) = (BTreeMap::new(), 0u32, None);
        for &(length, symbol) in &symbols {
            if let Some(before) = before {
                code = (code + 1) << (length - before);
            }
            before = Some(length);
            codes.insert((0..length).rev().map(|bit| code >> bit & 1 == 1).collect(), symbol);
        }
        if let [(_, symbol)] = symbols[..] {
            codes.insert(vec![true], symbol);
        }
        Ok(Huffman { codes })
    }

    /// The codes of a block.
    fn block(
        &self,
        bytes: &[u8],
        block: u64,
        key: u128,
        steps: (u64, usize),
        head: usize,
    ) -> Result<Vec<u128>, String> {
        refuse_unless(number(&bytes[..4]) == u128::from(xxh64(block, &bytes[4..]) as u32), "checksum")?;
        let ((coding, zeros), streams) = (steps, bits(&bytes[head..]));
        let (mut codes, mut front, mut back) = (vec![key], 0, streams.len());
        for _ in 0..number(&bytes[4..6]) {
            let mut code = Vec::new();
            while !self.codes.contains_key(&code) {
                refuse_unless(code.len() < 11, "no Huffman code")?;
                code.push(*streams.get(front).ok_or("a block that ends within a code")?);
                front += 1;
            }
            let symbol = self.codes[&code];
            back = back.checked_sub(symbol - zeros).ok_or("a block that ends within a rest")?;
            refuse_unless(front <= back, "streams that overlap")?;
            let step = 1 << symbol | number_at(&streams, back, symbol - zeros)? << zeros;
            let before = codes[codes.len() - 1];
            codes.push(if coding == 0 { before ^ step } else { before.wrapping_add(step) });
        }
        Ok(codes)
    }
}

/// The ordinals of each code of a group.
fn group(bytes: &[u8], group: u64, codes: usize, width: usize) -> Result<Vec<Vec<u128>>, String> {
    refuse_unless(bytes.len() >= 4, "a group that ends too early")?;
    refuse_unless(number(&bytes[..4]) == u128::from(xxh64(group, &bytes[4..]) as u32), "checksum")?;
    let bits = bits(&bytes[4..]);
    let (mut counts, mut at) = (Vec::new(), 0);
    for _ in 0..codes {
        let below = bits[at.min(bits.len())..].iter().take_while(|bit| !**bit).count();
        refuse_unless(below <= 31, "a count of more than 32 bits")?;
        at += below + 1;
        counts.push(1 << below | number_at(&bits, at, below)?);
        at += below;
    }
    let end = at as u128 + counts.iter().sum::<u128>() * width as u128;
    refuse_unless(end.div_ceil(8) == bytes.len() as u128 - 4, "a group that ends at another place")?;
    let mut lists = Vec::new();
    for count in counts {
        let list: Result<Vec<u128>, String> =
            (0..count as usize).map(|i| number_at(&bits, at + i * width, width)).collect();
        lists.push(list?);
        at += count as usize * width;
    }
    Ok(lists)
}
