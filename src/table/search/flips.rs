//! Every pattern of a few flipped bits, in order of how many they are.

use crate::table::code::Code;

/// Gives each pattern of at most `radius` of the highest `prefix` bits, the empty one first, until `take` wants no more.
/// There are `C(prefix, 0) + .. + C(prefix, radius)` of them.
#[inline]
pub(super) fn each<C: Code>(prefix: u32, radius: u32, mut take: impl FnMut(C) -> bool) {
    for flips in 0..=radius.min(prefix) {
        if !choose(C::BITS - prefix, C::BITS, flips, C::ZERO, &mut take) {
            return;
        }
    }
}

/// Each choice of `flips` bits from `first` up.
fn choose<C: Code>(first: u32, end: u32, flips: u32, pattern: C, take: &mut impl FnMut(C) -> bool) -> bool {
    if flips == 0 {
        return take(pattern);
    }
    (first..=end - flips).all(|bit| choose(bit + 1, end, flips - 1, pattern | C::ONE << bit, take))
}
