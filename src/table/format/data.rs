//! Where the bytes of a shard are: all in memory, or of a published one those that were fetched.

/// The bytes of a shard: any that are in memory, or [`Fetched`](crate::table::Fetched) ones.
pub trait Data {
    /// The first of them: all before the blocks, or more.
    fn head(&self) -> &[u8];

    /// How many there are in all, wherever they are.
    fn length(&self) -> u64;

    /// `length` of them from `start` on, and eight more at least, whatever they are. None if they are not here; then it is noted
    /// that they were missed.
    fn get(&self, start: u64, length: usize) -> Option<&[u8]>;

    /// Whether [`get`](Data::get) would give these; nothing is noted.
    fn has(&self, start: u64, length: usize) -> bool;
}

impl<T: AsRef<[u8]>> Data for T {
    #[inline(always)]
    fn head(&self) -> &[u8] {
        self.as_ref()
    }

    #[inline(always)]
    fn length(&self) -> u64 {
        self.as_ref().len() as u64
    }

    #[inline(always)]
    fn get(&self, start: u64, _: usize) -> Option<&[u8]> {
        Some(&self.as_ref()[start as usize..])
    }

    #[inline(always)]
    fn has(&self, _: u64, _: usize) -> bool {
        true
    }
}
