//! Bits of a fingerprint in blocks: cut into parts, and parts chosen to lead.

use alloc::vec::Vec;

use crate::simhash::Bits;

/// Bits that stand together in a fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    /// The lowest of them; bit 0 is worth 1.
    pub start: u32,
    /// How many they are, from 1 to 128.
    pub length: u32,
}

/// All bits of a fingerprint.
pub(super) fn whole(bits: Bits) -> [Block; 1] {
    [Block { start: 0, length: bits.count() }]
}

/// How many bits there are in all.
pub(super) fn length(blocks: &[Block]) -> u32 {
    blocks.iter().map(|block| block.length).sum()
}

/// The low bits set, from 1 to 128 of them.
pub(super) fn low(bits: u32) -> u128 {
    u128::MAX.unbounded_shr(128 - bits)
}

/// Cuts bits into parts as equal as can be, the longer first, from the leading bits down.
pub(crate) fn cut(blocks: &[Block], parts: u32) -> Vec<Vec<Block>> {
    let (short, longer) = (length(blocks) / parts, length(blocks) % parts);
    let mut blocks = blocks.to_vec();
    blocks.reverse();
    (0..parts).map(|part| take(&mut blocks, short + u32::from(part < longer))).collect()
}

/// Takes a number of bits off the end of the blocks, of which the leading are the last.
fn take(blocks: &mut Vec<Block>, mut bits: u32) -> Vec<Block> {
    let mut taken = Vec::new();
    while bits > 0 {
        let Some(block) = blocks.pop() else { break };
        let length = block.length.min(bits);
        taken.push(Block { start: block.start + block.length - length, length });
        if length < block.length {
            blocks.push(Block { start: block.start, length: block.length - length });
        }
        bits -= length;
    }
    taken
}

/// Every choice of c of the parts, and the parts left.
pub(crate) fn choices(parts: &[Vec<Block>], c: u32) -> Vec<(Vec<Block>, Vec<Block>)> {
    let mut found = Vec::new();
    let end = 1u128.unbounded_shl(parts.len() as u32);
    let mut set = low(c);
    while set < end {
        let side = |wanted: bool| {
            let parts = parts.iter().enumerate().filter(|(i, _)| (set >> i & 1 == 1) == wanted);
            parts.flat_map(|(_, part)| part.iter().copied()).collect()
        };
        found.push((side(true), side(false)));
        // The next larger number with as many ones.
        let carried = set + (set & set.wrapping_neg());
        set = carried | ((set ^ carried) >> set.trailing_zeros()) >> 2;
    }
    found
}
