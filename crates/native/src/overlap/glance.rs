//! What one set has and another has not, at a glance.
//!
//! Sets that are nearly one share so many members that each of their rare ones is met in all, and to compare two of them takes as many steps as
//! they have members. Before that a bit for each member, by its hash, tells some of those that one has alone, in a few steps (Sandes, Teodoro and
//! Melo 2020, "Bitmap filter: speeding up exact set similarity joins with bitwise operations"): too many, and they need not be compared.

use std::vec::Vec;

/// A bit for each member of a set.
#[derive(Clone, Copy)]
pub(super) struct Glance([u64; 16]);

impl Glance {
    pub(super) fn of(members: &[u64]) -> Glance {
        let mut bits = [0; 16];
        for member in members {
            bits[(member >> 6) as usize % 16] |= 1 << (member % 64);
        }
        Glance(bits)
    }

    /// How many members, at least, one has that another has not.
    fn lacking(&self, other: &Glance) -> u32 {
        self.0.iter().zip(&other.0).map(|(own, other)| (own & !other).count_ones()).sum()
    }
}

/// Sets at a glance, by their places; none if there was no room for them.
pub(super) struct Glances(Vec<Glance>);

impl Glances {
    /// None where so many do not go into `memory` bytes.
    pub(super) fn none_of(sets: usize, memory: usize) -> Option<Glances> {
        (sets * size_of::<Glance>() > memory).then(|| Glances(Vec::new()))
    }

    pub(super) fn new(glances: Vec<Glance>) -> Glances {
        Glances(glances)
    }

    /// How many of its `common` members the set at a place shares with another, at most.
    pub(super) fn may_share(&self, place: u32, common: u32, other: &Glance) -> u32 {
        common - self.0.get(place as usize).map_or(0, |own| own.lacking(other))
    }
}
