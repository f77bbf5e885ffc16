//! Many sorted runs read as one.
//!
//! Naively the least of k heads is looked for each time, by k comparisons. In a tree of losers (Knuth, The Art of Computer
//! Programming, volume 3, section 5.4.1) each inner node keeps the run that lost there, so that the winner's next record
//! is compared on one way to the root only: log2 k comparisons.

use super::super::Error;
use super::record::Record;
use super::run::Reader;
use super::spill::Repeats;

/// Records in sorted order, from memory or from runs on a disk. After an error there are none.
#[derive(Debug)]
pub struct Sorted<R> {
    from: From<R>,
}

#[derive(Debug)]
enum From<R> {
    Memory(std::vec::IntoIter<R>),
    Disk(Merge<R>),
}

impl<R: Record> Sorted<R> {
    pub(super) fn in_memory(records: Vec<R>) -> Self {
        Sorted { from: From::Memory(records.into_iter()) }
    }

    pub(super) fn merging(runs: Vec<Reader<R>>, repeats: Repeats) -> Result<Self, Error> {
        Ok(Sorted { from: From::Disk(Merge::new(runs, repeats)?) })
    }
}

impl<R: Record> Iterator for Sorted<R> {
    type Item = Result<R, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match &mut self.from {
            From::Memory(records) => records.next().map(Ok),
            From::Disk(merge) => merge.next().transpose(),
        }
    }
}

/// The tree of losers over the heads of runs.
#[derive(Debug)]
struct Merge<R> {
    runs: Vec<Reader<R>>,
    /// The next record of each run.
    heads: Vec<Option<R>>,
    /// The run that lost at each inner node, from 1; at 0 the one that never lost. Node n's children are 2n and 2n + 1, of
    /// which those from the number of runs up are the runs.
    losers: Vec<usize>,
    repeats: Repeats,
    last: Option<R>,
}

impl<R: Record> Merge<R> {
    fn new(mut runs: Vec<Reader<R>>, repeats: Repeats) -> Result<Self, Error> {
        let heads = runs.iter_mut().map(Reader::next).collect::<Result<Vec<_>, _>>()?;
        let losers = vec![0; runs.len()];
        let mut merge = Merge { runs, heads, losers, repeats, last: None };
        merge.losers[0] = merge.play(1);
        Ok(merge)
    }

    /// The winner below a node, with the losers noted.
    fn play(&mut self, node: usize) -> usize {
        if node >= self.runs.len() {
            return node - self.runs.len();
        }
        let (one, other) = (self.play(2 * node), self.play(2 * node + 1));
        let (winner, loser) = if self.beats(one, other) { (one, other) } else { (other, one) };
        self.losers[node] = loser;
        winner
    }

    /// Whether a run's head comes before another's; a run at its end comes last.
    fn beats(&self, one: usize, other: usize) -> bool {
        match (&self.heads[one], &self.heads[other]) {
            (Some(one), Some(other)) => one < other,
            (one, _) => one.is_some(),
        }
    }

    fn next(&mut self) -> Result<Option<R>, Error> {
        loop {
            let record = self.pop().inspect_err(|_| self.heads.fill(None))?;
            if record.is_none() || self.repeats == Repeats::Keep || record != self.last {
                self.last = record;
                return Ok(record);
            }
        }
    }

    fn pop(&mut self) -> Result<Option<R>, Error> {
        let mut winner = self.losers[0];
        let Some(record) = self.heads[winner] else { return Ok(None) };
        self.heads[winner] = self.runs[winner].next()?;
        let mut node = (winner + self.runs.len()) / 2;
        while node > 0 {
            if self.beats(self.losers[node], winner) {
                core::mem::swap(&mut self.losers[node], &mut winner);
            }
            node /= 2;
        }
        self.losers[0] = winner;
        Ok(Some(record))
    }
}
