//! A part of an item beside a stretch of a document, word by word.

use alloc::vec::Vec;

use super::BIT;

/// Half the width of the band, in words: how far what was put in or left out may shift the rest.
pub(super) const BAND: usize = 24;
/// What a word costs in whose place another stands.
const CHANGED: u32 = 3 * BIT / 2;
/// What a word costs that was put in or left out.
const GAP: u32 = BIT;

/// How well a part fits into a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Fit {
    /// The bits of its equal words, less what changes cost; in sixteenths.
    pub(super) score: u32,
    /// The bits of its equal words alone.
    pub(super) bits: u32,
    /// Its equal words.
    pub(super) equal: u32,
    /// The first word of the document that is equal, and the one after the last.
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Fit {
    fn less(self, cost: u32) -> Fit {
        match self.score.checked_sub(cost) {
            Some(score) if score > 0 => Fit { score, ..self },
            _ => Fit::default(),
        }
    }

    fn with_equal(self, bits: u32, at: u32) -> Fit {
        let start = if self.equal == 0 { at } else { self.start };
        Fit { score: self.score + bits, bits: self.bits + bits, equal: self.equal + 1, start, end: at + 1 }
    }
}

/// The best local alignment of a part, whose words weigh `bits`, with a document in the band around a diagonal: the word at which the document
/// would stand beside the part's first, which may be before its own first.
pub(super) fn align(
    part: &[u64],
    bits: &[u32],
    document: &[u64],
    diagonal: i64,
    rows: &mut [Vec<Fit>; 2],
) -> Fit {
    const WIDTH: usize = 2 * BAND + 1;
    for row in rows.iter_mut() {
        row.clear();
        row.resize(WIDTH + 2, Fit::default());
    }
    let mut best = Fit::default();
    let [above, row] = rows;
    for (at, (word, &bits)) in part.iter().zip(bits).enumerate() {
        // The cell `k` of a row is the word `diagonal + at + k - 1 - BAND` of the document; the first and the last are empty.
        for k in 1..=WIDTH {
            let place = diagonal + at as i64 + k as i64 - 1 - BAND as i64;
            let Some(other) = usize::try_from(place).ok().and_then(|place| document.get(place)) else {
                row[k] = Fit::default();
                continue;
            };
            let straight = match word == other {
                true => above[k].with_equal(bits, place as u32),
                false => above[k].less(CHANGED),
            };
            let (left_out, put_in) = (above[k + 1].less(GAP), row[k - 1].less(GAP));
            let fit = [left_out, put_in].into_iter().fold(straight, better);
            row[k] = fit;
            best = better(best, fit);
        }
        core::mem::swap(above, row);
    }
    best
}

fn better(a: Fit, b: Fit) -> Fit {
    if (b.score, b.equal) > (a.score, a.equal) { b } else { a }
}
