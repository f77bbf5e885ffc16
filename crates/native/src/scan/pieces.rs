//! Projections as sets: any two of which enough bits agree have a member in common, whatever the threshold.
//!
//! Naively, each projection is compared with each. Henzinger (2006, section 3.3) cuts them into twelve pieces and compares those that
//! have a piece in common, which misses some that differ in twelve bits or more. Here the pieces are made from the threshold: of
//! two projections that differ in up to d bits,
//! - one of d + 1 pieces is the same in both;
//! - one of d / 3 + 1 pieces, rounded down, differs in two bits at most; and then some value is within one bit of both. With all values within one bit
//!   of its pieces as members they share one, as multi-index hashing looks up a block within a radius (Norouzi, Punjani and Fleet 2012).
//!
//! Pieces of the second kind are three times as long, so that fewer pairs share one by chance; their members are some 400 rather
//! than d + 1.

use twinprint::hash;
use twinprint::simhash::Projection;

/// The most bits that may differ where pieces are looked up as they are: one of 26 pieces of 14 bits is equal by chance in
/// fewer than 2 of 1,000 pairs.
const AS_THEY_ARE: u32 = 25;

/// How projections are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pieces {
    count: usize,
    /// Whether members are all values within one bit of a piece.
    within_one: bool,
}

impl Pieces {
    /// For pairs of which at least `agreeing` bits agree.
    pub(super) fn of_agreeing(agreeing: u32) -> Pieces {
        let differ = Projection::BITS.saturating_sub(agreeing);
        let within_one = differ > AS_THEY_ARE;
        let count = if within_one { differ / 3 + 1 } else { differ + 1 };
        // A piece has no more bits than a number.
        Pieces { count: count.max(Projection::BITS / 64) as usize, within_one }
    }

    /// The members of a projection, each with its place.
    pub(super) fn members(self, projection: &Projection) -> Vec<u64> {
        let bits = Projection::BITS as usize;
        let mut members = Vec::new();
        for (at, piece) in projection.pieces_of(self.count).enumerate() {
            let place = hash::mix(at as u64 + 1);
            members.push(piece ^ place);
            if self.within_one {
                let length = (at + 1) * bits / self.count - at * bits / self.count;
                members.extend((0..length).map(|bit| piece ^ 1 << bit ^ place));
            }
        }
        members
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Projections of which this number of bits differ, spread over all pieces alike: the worst there is.
    fn apart(differ: u32) -> [Projection; 2] {
        let mut flipped = [0u64; 6];
        (0..differ).map(|at| at * Projection::BITS / differ).for_each(|bit| {
            flipped[bit as usize / 64] |= 1 << (bit % 64);
        });
        [Projection([0; 6]), Projection(flipped)]
    }

    fn share_a_member(pieces: Pieces, [a, b]: [Projection; 2]) -> bool {
        let members = pieces.members(&b);
        pieces.members(&a).iter().any(|member| members.contains(member))
    }

    #[test]
    fn projections_of_which_enough_bits_agree_share_a_member() {
        for agreeing in 0..=Projection::BITS {
            let pieces = Pieces::of_agreeing(agreeing);
            assert!(share_a_member(pieces, apart(Projection::BITS - agreeing)), "{agreeing} by {pieces:?}");
        }
    }

    #[test]
    fn pieces_are_no_more_than_are_needed() {
        for (agreeing, differ) in [(372, 13), (362, 23), (359, 26), (355, 30), (330, 57)] {
            let pieces = Pieces::of_agreeing(agreeing);
            assert!(!share_a_member(pieces, apart(differ)), "{differ} by {pieces:?}");
        }
    }

    #[test]
    fn sets_stay_small() {
        let members = |agreeing| Pieces::of_agreeing(agreeing).members(&Projection([7; 6])).len();
        assert_eq!([384, 372, 359, 358, 330, 0].map(members), [6, 13, 26, 393, 403, 513]);
    }
}
