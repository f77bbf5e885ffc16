//! Equal codes, made one.

use rayon::prelude::*;

use twinprint::table::Code;

/// So many records are looked at by a core at a time: few enough for its second cache.
const SHARE: usize = 1 << 15;

/// The distinct codes of sorted records, and for each its ordinals, which stay where they are.
///
/// ```
/// use twinprint_native::sort::Distinct;
/// let distinct = Distinct::new(&[(3u64, 1), (3, 2), (7, 0)]);
/// assert_eq!(distinct.codes(), [3, 7]);
/// assert!(distinct.ordinals(0).eq([1, 2]) && distinct.ordinals(1).eq([0]));
/// ```
#[derive(Debug, Clone)]
pub struct Distinct<'a, C> {
    codes: Vec<C>,
    starts: Vec<usize>,
    records: &'a [(C, u64)],
}

impl<'a, C: Code> Distinct<'a, C> {
    /// Of records that are sorted, on all cores. Takes the bytes of a code and a `usize` for each distinct code.
    pub fn new(records: &'a [(C, u64)]) -> Self {
        debug_assert!(records.is_sorted(), "records come sorted");
        let is_first = |at: usize| at == 0 || records[at - 1].0 != records[at].0;
        let shares = records.len().div_ceil(SHARE);
        let share = |share: usize| share * SHARE..((share + 1) * SHARE).min(records.len());
        let counts: Vec<usize> =
            (0..shares).into_par_iter().map(|at| share(at).filter(|&at| is_first(at)).count()).collect();
        let n = counts.iter().sum();
        let (mut codes, mut starts) = (vec![C::ZERO; n], vec![0; n]);
        let (mut codes_left, mut starts_left) = (&mut codes[..], &mut starts[..]);
        let mut parts = Vec::with_capacity(shares);
        for (at, n) in counts.into_iter().enumerate() {
            let (codes, starts);
            (codes, codes_left) = codes_left.split_at_mut(n);
            (starts, starts_left) = starts_left.split_at_mut(n);
            parts.push((share(at), codes, starts));
        }
        parts.into_par_iter().for_each(|(share, codes, starts)| {
            let firsts = share.filter(|&at| is_first(at));
            for ((at, code), start) in firsts.zip(codes).zip(starts) {
                (*code, *start) = (records[at].0, at);
            }
        });
        Distinct { codes, starts, records }
    }

    /// The distinct codes, in order.
    pub fn codes(&self) -> &[C] {
        &self.codes
    }

    /// The ordinals of the code at a place, in order; as many as there are records with it.
    ///
    /// # Panics
    /// If there are not so many codes.
    pub fn ordinals(&self, at: usize) -> impl ExactSizeIterator<Item = u64> + use<'a, C> {
        let end = self.starts.get(at + 1).copied().unwrap_or(self.records.len());
        self.records[self.starts[at]..end].iter().map(|&(_, ordinal)| ordinal)
    }
}
