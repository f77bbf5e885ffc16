//! Truncated hashes with a weight each, for looking up.
//!
//! Open addressing with linear probing (Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L). The
//! leading bits of a hash are its first slot: they are evenly spread already. A slot holds the hash and its weight, so a
//! lookup reads one line of memory, rarely two.

use alloc::vec;
use alloc::vec::Vec;

use super::bits;

/// A fixed number of hashes, each with a weight of at least 1.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// The hash times 2^16, plus its weight; 0 where nothing is. The slots after the last first one keep probing from
    /// wrapping.
    slots: Vec<u64>,
    hash_bits: u32,
    /// The bits of a hash after those of its first slot.
    slot_shift: u32,
    len: usize,
}

/// No probing is longer: at a load of three quarters, evenly spread hashes of 16 million entries keep well below half of
/// it. Hashes made to collide are refused by it.
const LONGEST: usize = 1024;

impl Table {
    /// An empty table for `count` hashes of `hash_bits` bits, at least 8 more than the count has.
    pub(super) fn new(count: usize, hash_bits: u32) -> Self {
        let slot_bits = bits::length(count as u64 * 4 / 3);
        Table {
            slots: vec![0; (1 << slot_bits) + LONGEST],
            hash_bits,
            slot_shift: hash_bits - slot_bits,
            len: 0,
        }
    }

    /// Puts in a truncated hash, and gives the weight it had: 0 if it is new. `None`, and nothing is put in, if too many
    /// others stand in its way.
    pub(super) fn insert(&mut self, key: u64, weight: u16) -> Option<u16> {
        let first = (key >> self.slot_shift) as usize;
        let slot =
            self.slots[first..first + LONGEST].iter_mut().find(|slot| **slot == 0 || **slot >> 16 == key)?;
        let before = *slot as u16;
        if before == 0 {
            self.len += 1;
        }
        *slot = key << 16 | u64::from(weight);
        Some(before)
    }

    /// The weight of a 64-bit hash; 0 if the table has it not.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> u16 {
        let key = hash >> (64 - self.hash_bits);
        let slots = &self.slots[(key >> self.slot_shift) as usize..];
        slots.iter().find(|slot| **slot == 0 || **slot >> 16 == key).map_or(0, |&slot| slot as u16)
    }

    /// The truncated hashes with their weights, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u16)> + '_ {
        self.slots.iter().filter(|slot| **slot != 0).map(|&slot| (slot >> 16, slot as u16))
    }

    pub(super) fn hash_bits(&self) -> u32 {
        self.hash_bits
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}
