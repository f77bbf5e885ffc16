//! Rows that come sorted by a key: those of each are gathered, and done with when the next key comes.

use super::super::Error;

/// What is gathered of the rows of a key, and what is done with it.
pub(super) struct Groups<K, G, F> {
    open: Option<(K, G)>,
    done: F,
}

impl<K: PartialEq, G, F: FnMut(K, G) -> Result<(), Error>> Groups<K, G, F> {
    pub(super) fn new(done: F) -> Self {
        Groups { open: None, done }
    }

    /// What is gathered for the key of the next row, which begins as `new` says.
    pub(super) fn of(&mut self, key: K, new: impl FnOnce() -> G) -> Result<&mut G, Error> {
        if let Some((before, gathered)) = self.open.take_if(|(before, _)| *before != key) {
            (self.done)(before, gathered)?;
        }
        let (_, gathered) = self.open.get_or_insert_with(|| (key, new()));
        Ok(gathered)
    }

    /// Is done with the last, after the last row.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        self.open.map_or(Ok(()), |(key, gathered)| (self.done)(key, gathered))
    }
}
